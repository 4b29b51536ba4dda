//! `banco eval`

use std::io::{self, Write};

use crate::answer::{Counted, attacked, by_network, eval_json, surveyed};
use crate::eval::{Term, explain};
use crate::game::{Game, Player};
use crate::position::Position;

use super::choice::without_script;
use super::language::Locale;
use super::output::{Failure, Finish, json_line, place, with_prints};
use super::question::Question;

/// Evaluate a position without looking ahead
///
/// The value is in points, positive for the first player listed, and comes with each term's share and the
/// line that the term comes from. Terms that are 0 are left out without --all. That the game may be over is left aside.
///
/// --script lets a script score, too, and shows its share; --table says what is known for certain; --cells lists
/// the cells that attack terms count, those of terms of the whole board, and what a network says of each piece.
///
/// Example: banco eval dodgem --position "B../.../BWW w"
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Show the terms that are 0 here, too
    #[arg(long)]
    all: bool,
    /// List the pieces and the cells that terms count, and what a network says of each piece
    #[arg(long)]
    cells: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    with_prints(|| answer(args, out))
}

fn answer(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let subject = args.question.open()?;
    let (game, batch) = (&subject.loaded.game, &args.question.about.batch);
    let terms = |position: &Position| match explain(position) {
        Err(error) => Ok(explain(&without_script(position, &subject.loaded.plain, error)?)?),
        Ok(terms) => Ok::<Vec<Term>, Failure>(terms),
    };
    let answer = |position: &Position| {
        Ok(subject.with_known(position, eval_json(position, &terms(position)?, args.cells)))
    };
    if let Some(finish) = batch.answer(game, out, answer)? {
        return Ok(finish);
    }
    let position = batch.one.read(game)?;
    if batch.json {
        json_line(out, &answer(&position)?)?;
        return Ok(Finish::Good);
    }
    write_terms(game, &terms(&position)?, args.all, &subject.voice, out)?;
    if args.cells {
        write_cells(&position, out)?;
    }
    if let Some(points) = subject.voice.points(&position) {
        writeln!(out, "{points}")?;
    }
    let over = position.outcome().map(|outcome| subject.voice.over(game, &outcome));
    for line in over.into_iter().chain(subject.known_text(&position)) {
        writeln!(out, "{line}")?;
    }
    Ok(Finish::Good)
}

fn write_cells(position: &Position, out: &mut dyn Write) -> io::Result<()> {
    let (attacks, surveys, shares) = (attacked(position), surveyed(position), by_network(position));
    if attacks.is_empty() && surveys.is_empty() && shares.is_empty() {
        return writeln!(out, "no term of this game counts cells");
    }
    for (term, pieces) in attacks {
        writeln!(out, "{term}")?;
        for (piece, cells) in pieces {
            writeln!(out, "  {piece}: {}", cells.join(" "))?;
        }
    }
    for (term, counts) in surveys {
        writeln!(out, "{term}")?;
        for Counted { player, count, cells } in counts {
            let count = count.map_or_else(String::new, |count| format!(" {count}"));
            writeln!(
                out,
                "  {player}{count}: {}",
                if cells.is_empty() { "-".to_owned() } else { cells.join(" ") }
            )?;
        }
    }
    if !shares.is_empty() {
        writeln!(out, "network")?;
    }
    shares.iter().try_for_each(|(piece, score)| writeln!(out, "  {piece}: {score:+}"))
}

/// A table of the terms, and their sum. Those that are 0 are left out, unless `all` are wanted.
pub(super) fn write_terms(
    game: &Game,
    terms: &[Term],
    all: bool,
    voice: &Locale,
    out: &mut dyn Write,
) -> io::Result<()> {
    let total = voice.of("total", "tổng");
    let shown = terms.iter().filter(|term| all || term.score != 0);
    let shown: Vec<(&Term, String)> = shown.map(|term| (term, voice.term(game, &term.name))).collect();
    let width = shown.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0).max(5);
    for (term, name) in &shown {
        let origin = term.origin.as_ref().map_or(String::new(), place);
        writeln!(out, "{:>+8}  {name:width$}  {origin}", term.score)?;
    }
    let sum: i32 = terms.iter().map(|term| term.score).sum();
    let [first, second] = Player::each(|player| voice.player(player));
    let signs = voice.of(
        format!("(+ is good for {first}, - for {second})"),
        format!("(+ có lợi cho {first}, - có lợi cho {second})"),
    );
    writeln!(out, "{sum:>+8}  {total:width$}  {signs}")
}
