//! `banco moves`

use std::io::Write;

use serde_json::{Value, json};

use crate::game::Origin;
use crate::position::Position;

use super::batch::Batch;
use super::choice::GameChoice;
use super::output::{Failure, Finish, json_line, place};
use super::score::{move_texts, outcome_json, outcome_text};

/// List the legal moves, or say why a move is not one
///
/// The exit status is 1 when the move of --why is illegal.
///
/// Example: banco moves dodgem --position "B../B../.WW b" --why a2a1
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    batch: Batch,
    /// Say which rule makes or forbids this move, with its line
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let game = args.game.load(args.batch.notes())?.game;
    let mut all_legal = true;
    let answer = |position: &Position| {
        let Some(text) = &args.why else { return Ok(moves_json(position)) };
        let verdict = Verdict::of(position, text);
        all_legal &= verdict.legal;
        Ok(verdict.json(text))
    };
    if let Some(finish) = args.batch.answer(&game, out, answer)? {
        return Ok(if all_legal { finish } else { Finish::Wrong });
    }
    let position = args.batch.one.read(&game)?;
    match &args.why {
        Some(text) => why(args, &position, text, out),
        None if args.batch.json => {
            json_line(out, &moves_json(&position))?;
            Ok(Finish::Good)
        }
        None => list(&position, out),
    }
}

fn moves_json(position: &Position) -> Value {
    let moves = move_texts(position.game(), &position.legal_moves());
    json!({ "moves": moves, "outcome": outcome_json(position) })
}

fn list(position: &Position, out: &mut dyn Write) -> Result<Finish, Failure> {
    let game = position.game();
    if let Some(outcome) = position.outcome() {
        writeln!(out, "the game is over: {}", outcome_text(game, &outcome))?;
        return Ok(Finish::Good);
    }
    let moves = move_texts(game, &position.legal_moves());
    for line in in_columns(&moves) {
        writeln!(out, "{line}")?;
    }
    let unit = if moves.len() == 1 { "move" } else { "moves" };
    writeln!(out, "{} {unit}, {} to move", moves.len(), game.player_name(position.turn()))?;
    Ok(Finish::Good)
}

/// Words in lines of at most 80 characters, in columns.
pub(super) fn in_columns(words: &[String]) -> Vec<String> {
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let line = |words: &[String]| {
        let line: String = words.iter().map(|word| format!("{word:width$}")).collect();
        line.trim_end().to_owned()
    };
    words.chunks((80 / width).max(1)).map(line).collect()
}

/// What the rules say of a move.
struct Verdict {
    legal: bool,
    rule: Option<String>,
    message: String,
    origin: Option<Origin>,
}

impl Verdict {
    fn of(position: &Position, text: &str) -> Verdict {
        match position.parse_move(text) {
            Ok(mv) => {
                let rule = &position.game().rules[mv.rule()];
                let message = format!("`{text}` is legal by `{}`", rule.name);
                let (rule, origin) = (Some(rule.name.clone()), Some(rule.origin.clone()));
                Verdict { legal: true, rule, message, origin }
            }
            Err(refusal) => {
                Verdict { legal: false, rule: None, message: refusal.message, origin: refusal.origin }
            }
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

fn why(args: &Args, position: &Position, text: &str, out: &mut dyn Write) -> Result<Finish, Failure> {
    let verdict = Verdict::of(position, text);
    if args.batch.json {
        json_line(out, &verdict.json(text))?;
    } else {
        let origin = verdict.origin.as_ref().map_or(String::new(), |origin| format!(" ({})", place(origin)));
        writeln!(out, "{}{origin}", verdict.message)?;
    }
    Ok(if verdict.legal { Finish::Good } else { Finish::Wrong })
}
