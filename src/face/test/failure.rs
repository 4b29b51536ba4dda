//! A failure as it is printed: what differs, the board, the rules concerned, a command that shows it again.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use serde_json::{Value, json};

use crate::position::Position;
use crate::suite::{Case, Expectation, Failure, Lead, Limit, Place, Reproduction};

use super::super::board::{self, BoardView};
use super::super::language::Language;
use super::super::output::{place, styled};
use super::chosen::Chosen;

/// Rows of a difference that are printed at most, of what is missing and of what is extra.
const MOST_ROWS: usize = 12;

pub(super) fn write(
    suite: &Chosen,
    case: &Case,
    failure: &Failure,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [failed, expected, found, again] =
        language.of(["failed", "expected", "found", "again"], ["sai", "mong đợi", "nhận được", "chạy lại"]);
    let width = expected.chars().count().max(found.chars().count()) + 2;
    let (file, line) = suite.place(case);
    let head = styled(AnsiColor::Red.on_default().bold(), failed);
    let title = styled(Style::new().bold(), &format!("{}: {}", suite.name, case.name.value));
    writeln!(out, "{head} {title}")?;
    writeln!(out, "  --> {file}:{line}")?;
    writeln!(out, "  {expected:width$}{}", failure.expected)?;
    writeln!(out, "  {found:width$}{}", failure.found)?;
    write_rows(suite, ("-", AnsiColor::Red, "missing"), failure.missing(), out)?;
    write_rows(suite, ("+", AnsiColor::Green, "extra"), failure.extra(), out)?;
    write_board(suite, failure, out)?;
    for lead in &failure.leads {
        write_lead(suite, lead, out)?;
    }
    writeln!(out, "  {again}: {}\n", command(suite, case, failure))
}

/// What one side has and the other lacks, a row each.
fn write_rows(
    suite: &Chosen,
    (sign, colour, what): (&str, AnsiColor, &str),
    rows: &[Lead],
    out: &mut dyn Write,
) -> io::Result<()> {
    for row in rows.iter().take(MOST_ROWS) {
        writeln!(out, "  {} {}", styled(colour.on_default(), sign), row.text)?;
        write_origin(suite, row, "    ", out)?;
    }
    match rows.len().saturating_sub(MOST_ROWS) {
        0 => Ok(()),
        more => writeln!(out, "  {} {more} more {what}", styled(colour.on_default(), sign)),
    }
}

fn write_board(suite: &Chosen, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
    let Some(text) = failure.at.as_ref().map(|at| &at.position) else { return Ok(()) };
    writeln!(out, "  at {text}")?;
    match Position::parse(&suite.loaded.game, text) {
        Ok(position) => write!(out, "{}", board::draw(&position, &BoardView::default())),
        Err(_) => Ok(()),
    }
}

fn write_lead(suite: &Chosen, lead: &Lead, out: &mut dyn Write) -> io::Result<()> {
    match &lead.origin {
        Some(origin) => {
            writeln!(out, "  {}  {}", place(origin), lead.text)?;
            write_text(suite, lead, "  ", out)
        }
        None => writeln!(out, "  {}", lead.text),
    }
}

/// The place that a row comes from, below it.
fn write_origin(suite: &Chosen, row: &Lead, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(origin) = &row.origin else { return Ok(()) };
    writeln!(out, "{indent}{}", place(origin))?;
    write_text(suite, row, indent, out)
}

/// The line of the definition; the other definition of a match is not among the texts.
fn write_text(suite: &Chosen, lead: &Lead, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let line = lead.origin.as_ref().and_then(|origin| suite.loaded.sources.line(&origin.file, origin.line));
    line.map_or(Ok(()), |text| writeln!(out, "{indent}    | {}", text.trim()))
}

/// A command that shows the failure again: the question that was answered otherwise, else the case alone.
pub(super) fn command(suite: &Chosen, case: &Case, failure: &Failure) -> String {
    let (Some(question), Some(at)) = (failure.question, &failure.at) else {
        let name = quoted(&format!("{}: {}", suite.name, case.name.value));
        let held = suite.suite_word().map_or(String::new(), |word| format!(" --suite {}", quoted(&word)));
        let asked = quoted(&suite.asked());
        return format!("banco test {asked}{held} --filter {name}{}", suite.script_words());
    };
    let game = quoted(&suite.word);
    let asked = match question {
        Reproduction::Moves => format!("moves {game}"),
        Reproduction::Perft(depth) => format!("perft {game} {depth} --divide"),
        Reproduction::Value => format!("eval {game}"),
        Reproduction::Minimax(depth) => format!("search {game} --algorithm minimax --depth {depth}"),
        Reproduction::Search(Limit::Depth(depth)) => format!("search {game} --depth {depth}"),
        Reproduction::Search(Limit::Nodes(nodes)) => format!("search {game} --nodes {nodes}"),
    };
    let script = if matches!(question, Reproduction::Moves | Reproduction::Perft(_)) {
        String::new()
    } else {
        suite.script_words()
    };
    let why = match (question, &case.expect.value) {
        (Reproduction::Moves, Expectation::Illegal(text, _)) => format!(" --why {}", quoted(text)),
        _ => String::new(),
    };
    format!("banco {asked}{}{why}{script}", place_words(at))
}

/// The options that lead to a position, by moves where there are some, since rules may look back on them.
fn place_words(at: &Place) -> String {
    let start = match at.start.as_str() {
        "startpos" => String::new(),
        start => format!(" --position {}", quoted(start)),
    };
    match at.moves.as_slice() {
        [] => start,
        moves => format!("{start} --moves {}", quoted(&moves.join(" "))),
    }
}

/// As a shell reads it as one word.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

pub(super) fn json(suite: &Chosen, case: &Case, failure: &Failure) -> Value {
    let (file, line) = suite.place(case);
    let lead = |lead: &Lead| {
        json!({
            "text": lead.text,
            "file": lead.origin.as_ref().map(|origin| &*origin.file),
            "line": lead.origin.as_ref().map(|origin| origin.line),
        })
    };
    let leads = |leads: &[Lead]| leads.iter().map(lead).collect::<Vec<_>>();
    json!({
        "suite": suite.name,
        "case": case.name.value,
        "file": file,
        "line": line,
        "expected": failure.expected,
        "found": failure.found,
        "missing": leads(failure.missing()),
        "extra": leads(failure.extra()),
        "position": failure.at.as_ref().map(|at| &at.position),
        "command": command(suite, case, failure),
        "leads": leads(&failure.leads),
    })
}
