//! `banco perft --against`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use crate::arena::{Compared, Difference, compare_perft};
use crate::engine::KnownGame;
use crate::game::Move;
use crate::position::Position;
use crate::protocol::client::{self, Trouble};

use super::arena::lineup;
use super::clock;
use super::output::{Failure, Finish, json_line, note, place};

/// How long the other engine may count.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// Compares the moves that two programs know.
pub(super) fn run(
    engine: &str,
    game: &KnownGame,
    position: &Position,
    depth: u8,
    json: bool,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let (program, dialect, called) = lineup::peer(engine)?;
    let abort = Arc::new(AtomicBool::new(false));
    let compared = clock::timed(None, &abort, || {
        let mut client = client::start(&program, dialect, game, &abort)?;
        client.new_game(&position.origin())?;
        let mut tell =
            |position: &Position| note(&format!("they differ after {}", position.played_texts().join(" ")));
        compare_perft(client.as_mut(), position, depth.into(), PATIENCE, &mut tell)
    });
    if clock::was_interrupted() {
        return Err(Failure::Wrong("interrupted".to_owned()));
    }
    match compared.map_err(|trouble| failed(&called, &trouble))? {
        Compared::Same(count) => {
            match json {
                true => json_line(out, &json!({ "same": true, "nodes": count }))?,
                false => writeln!(out, "both count {count} at depth {depth}")?,
            }
            Ok(Finish::Good)
        }
        Compared::Different(found) => {
            match json {
                true => json_line(out, &difference_json(&found))?,
                false => write_difference(&found, &called, out)?,
            }
            Ok(Finish::Wrong)
        }
    }
}

/// What came of counting beside another program.
pub(super) enum Counted {
    /// Both count so many leaves.
    Alike(u64),
    /// They know other moves: where.
    Otherwise(String),
    /// The other program did not count, or there is nothing to count: why.
    Not(String),
}

/// The leaves that two programs count alike, or where they differ.
pub(super) fn count(engine: &str, game: &str, position: &Position, depth: u32) -> Result<Counted, Failure> {
    let (program, dialect, called) = lineup::peer(engine)?;
    let known = KnownGame { name: game.to_owned(), known_as: None, starts_elsewhere: false };
    let abort = Arc::new(AtomicBool::new(false));
    let compared = clock::timed(None, &abort, || {
        let mut client = client::start(&program, dialect, &known, &abort)?;
        client.new_game(&position.origin())?;
        compare_perft(client.as_mut(), position, depth, PATIENCE, &mut |_| {})
    });
    if clock::was_interrupted() {
        return Err(Failure::Wrong("interrupted".to_owned()));
    }
    Ok(match compared {
        Ok(Compared::Same(count)) => Counted::Alike(count),
        Ok(Compared::Different(found)) => {
            let moves = found.position.played_texts();
            let after = if moves.is_empty() {
                "at the start".to_owned()
            } else {
                format!("after {}", moves.join(" "))
            };
            Counted::Otherwise(format!("{called} knows other moves {after}"))
        }
        Err(trouble) => Counted::Not(format!("{called} cannot count: {trouble}")),
    })
}

fn failed(called: &str, trouble: &Trouble) -> Failure {
    Failure::Usage(format!("the engine `{called}` cannot count: {trouble}"))
}

/// Why we know no such move.
fn refusal(position: &Position, text: &str) -> String {
    match position.parse_move(text) {
        Err(refusal) => refusal.to_string(),
        Ok(_) => "it is written otherwise here".to_owned(),
    }
}

fn difference_json(found: &Difference) -> Value {
    let Difference { position, ours, theirs } = found;
    let own = |&mv: &Move| {
        let rule = position.game().named_move(mv.rule());
        json!({
            "move": position.move_text(mv),
            "rule": rule.name,
            "file": &*rule.origin.file,
            "line": rule.origin.line,
        })
    };
    let other = |text: &String| json!({ "move": text, "why": refusal(position, text) });
    json!({
        "same": false,
        "position": position.to_string(),
        "moves": position.played_texts(),
        "only_ours": ours.iter().map(own).collect::<Vec<_>>(),
        "only_theirs": theirs.iter().map(other).collect::<Vec<_>>(),
    })
}

fn write_difference(found: &Difference, called: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let Difference { position, ours, theirs } = found;
    writeln!(out, "{position}")?;
    let moves = position.played_texts();
    if !moves.is_empty() {
        writeln!(out, "after {}", moves.join(" "))?;
    }
    for &mv in ours {
        let rule = position.game().named_move(mv.rule());
        let from = place(rule.origin);
        writeln!(
            out,
            "  {:8} is legal here by `{}` ({from}), not for {called}",
            position.move_text(mv),
            rule.name
        )?;
    }
    for text in theirs {
        writeln!(out, "  {text:8} is legal for {called}, not here: {}", refusal(position, text))?;
    }
    Ok(())
}
