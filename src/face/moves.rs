//! `banco moves`

use std::io::Write;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::game::Origin;
use crate::notation::MoveStyle;
use crate::position::Position;

use super::language::Locale;
use super::notation::NotationChoice;
use super::output::{Failure, Finish, json_line};
use super::question::{Question, Subject};
use super::score::outcome_json;

/// List the legal moves, or say why a move is not one
///
/// The exit status is 1 when the move of --why is illegal.
///
/// Example: banco moves dodgem --position "B../B../.WW b" --why a2a1
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Say which rule makes or forbids this move, with its line
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,
    #[command(flatten)]
    notation: NotationChoice,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let subject = args.question.open()?;
    let (game, batch) = (&subject.loaded.game, &args.question.about.batch);
    let style = args.notation.style(game)?;
    let mut all_legal = true;
    let answer = |position: &Position| {
        let Some(text) = &args.why else {
            return Ok(subject.with_known(position, moves_json(position, style)));
        };
        let verdict = JudgedMove::of(position, style, text, &subject.voice);
        all_legal &= verdict.legal;
        Ok(verdict.json(text))
    };
    if let Some(finish) = batch.answer(game, out, answer)? {
        return Ok(if all_legal { finish } else { Finish::Wrong });
    }
    let position = batch.one.read_in(game, style)?;
    match &args.why {
        Some(text) => why(batch.json, &JudgedMove::of(&position, style, text, &subject.voice), text, out),
        None if batch.json => {
            json_line(out, &subject.with_known(&position, moves_json(&position, style)))?;
            Ok(Finish::Good)
        }
        None => list(&subject, &position, style, out),
    }
}

fn moves_json(position: &Position, style: MoveStyle) -> Value {
    let moves = position.texts_in(style, &position.legal_moves());
    json!({ "moves": moves, "outcome": outcome_json(position) })
}

fn list(
    subject: &Subject,
    position: &Position,
    style: MoveStyle,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let (game, voice) = (position.game(), &subject.voice);
    if let Some(outcome) = position.outcome() {
        writeln!(out, "{}", voice.over(game, &outcome))?;
        return Ok(Finish::Good);
    }
    let moves = position.texts_in(style, &position.legal_moves());
    for line in in_columns(&moves) {
        writeln!(out, "{line}")?;
    }
    let (count, turn) = (moves.len(), voice.player(position.turn()));
    let unit = if count == 1 { "move" } else { "moves" };
    let sum = voice.of(format!("{count} {unit}, {turn} to move"), format!("{count} nước đi, {turn} đi"));
    writeln!(out, "{sum}")?;
    if let Some(known) = subject.known_text(position) {
        writeln!(out, "{known}")?;
    }
    Ok(Finish::Good)
}

/// Words in lines of at most 80 characters, in columns.
pub(super) fn in_columns(words: &[String]) -> Vec<String> {
    let wide = |word: &String| word.as_str().width();
    let width = words.iter().map(wide).max().unwrap_or(0) + 2;
    let line = |words: &[String]| {
        let line: String =
            words.iter().map(|word| format!("{word}{}", " ".repeat(width - wide(word)))).collect();
        line.trim_end().to_owned()
    };
    words.chunks((80 / width).max(1)).map(line).collect()
}

/// What the rules say of a move.
struct JudgedMove {
    legal: bool,
    rule: Option<String>,
    message: String,
    /// The same for people, in their language, with the line.
    told: String,
    origin: Option<Origin>,
}

impl JudgedMove {
    fn of(position: &Position, style: MoveStyle, text: &str, voice: &Locale) -> JudgedMove {
        match position.read_move_in(style, text) {
            Ok(mv) => {
                let rule = &position.game().names.moves[mv.rule()];
                let message = format!("`{text}` is legal by `{}`", rule.name);
                let told = voice.allowed(text, mv.rule(), &rule.origin);
                let (rule, origin) = (Some(rule.name.clone()), Some(rule.origin.clone()));
                JudgedMove { legal: true, rule, message, told, origin }
            }
            Err(refusal) => JudgedMove {
                legal: false,
                rule: None,
                told: voice.refusal(position.game(), &refusal),
                message: refusal.message(),
                origin: refusal.origin().cloned(),
            },
        }
    }

    fn json(&self, text: &str) -> Value {
        json!({
            "move": text,
            "legal": self.legal,
            "rule": self.rule,
            "message": self.message,
            "file": self.origin.as_ref().map(|origin| &*origin.file),
            "line": self.origin.as_ref().map(|origin| origin.line),
            // Where many positions are answered, `line` is that of the position.
            "rule_line": self.origin.as_ref().map(|origin| origin.line),
        })
    }
}

fn why(json: bool, verdict: &JudgedMove, text: &str, out: &mut dyn Write) -> Result<Finish, Failure> {
    if json {
        json_line(out, &verdict.json(text))?;
    } else {
        writeln!(out, "{}", verdict.told)?;
    }
    Ok(if verdict.legal { Finish::Good } else { Finish::Wrong })
}
