//! `banco perft --against`

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use crate::arena::{Compared, Difference, compare_perft};
use crate::engine::KnownGame;
use crate::game::Move;
use crate::game::split_mix;
use crate::position::Position;
use crate::protocol::Dialect;
use crate::protocol::client::{self, Program, Trouble};

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
    /// Both count so many leaves, and then: they know the same moves in so many later positions, or where they do not.
    Alike(u64, Result<usize, String>),
    /// They know other moves: where, and which.
    Otherwise(String),
    /// The other program did not count, or there is nothing to count: why.
    Not(String),
}

/// Another program that counts games of a variant file.
pub(super) struct Peer {
    program: Program,
    dialect: Dialect,
    called: String,
}

impl Peer {
    /// Tries whether the program starts.
    pub(super) fn new(engine: &str, file: &Path) -> Result<Peer, Failure> {
        let (mut program, dialect, called) = lineup::peer(engine)?;
        let known = KnownGame { name: String::new(), known_as: None, starts_elsewhere: false };
        let abort = Arc::new(AtomicBool::new(false));
        let started =
            clock::timed(None, &abort, || client::start(&program, dialect, &known, &abort).map(drop));
        match started {
            Ok(()) | Err(Trouble::Refused(_)) => {}
            Err(trouble) => return Err(failed(&called, &trouble)),
        }
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        program.args.extend(["load".to_owned(), file.to_string_lossy().into_owned()]);
        Ok(Peer { program, dialect, called })
    }

    /// The leaves that two programs count alike from the start, and whether they know the same moves later on, or where
    /// they differ.
    pub(super) fn count(&self, name: &str, start: &Position, depth: u32) -> Result<Counted, Failure> {
        let program = Program { variant: Some(name.to_owned()), ..self.program.clone() };
        let known = KnownGame { name: name.to_owned(), known_as: None, starts_elsewhere: false };
        let abort = Arc::new(AtomicBool::new(false));
        let compared = clock::timed(None, &abort, || {
            let mut client = client::start(&program, self.dialect, &known, &abort)?;
            client.new_game(&start.origin())?;
            let mut compare = |position: &Position, depth| {
                compare_perft(client.as_mut(), position, depth, PATIENCE, &mut |_| {})
            };
            let first = compare(start, depth)?;
            let (mut positions, mut odd) = (0, None);
            if matches!(first, Compared::Same(_)) {
                for position in later(start) {
                    let depth = if position.legal_moves().len() <= FEW { 2 } else { 1 };
                    if let Compared::Different(found) = compare(&position, depth)? {
                        odd = Some(self.otherwise(&found));
                        break;
                    }
                    positions += 1;
                }
            }
            Ok((first, odd.map_or(Ok(positions), Err)))
        });
        if clock::was_interrupted() {
            return Err(Failure::Wrong("interrupted".to_owned()));
        }
        Ok(match compared {
            Ok((Compared::Same(count), later)) => Counted::Alike(count, later),
            Ok((Compared::Different(found), _)) => Counted::Otherwise(self.otherwise(&found)),
            Err(trouble @ Trouble::NotStarted(_)) => return Err(failed(&self.called, &trouble)),
            Err(trouble) => Counted::Not(format!("{} cannot count: {trouble}", self.called)),
        })
    }

    /// Where moves differ, and the first of those that one program alone knows.
    fn otherwise(&self, found: &Difference) -> String {
        let moves = found.position.played_texts();
        let after =
            if moves.is_empty() { "at the start".to_owned() } else { format!("after {}", moves.join(" ")) };
        let ours: Vec<String> =
            found.ours.iter().take(NAMED).map(|&mv| found.position.move_text(mv).to_string()).collect();
        let theirs: Vec<String> = found.theirs.iter().take(NAMED).cloned().collect();
        let alone =
            [("here", ours), (self.called.as_str(), theirs)].into_iter().filter(|(_, of)| !of.is_empty());
        let alone: Vec<String> = alone.map(|(who, of)| format!("only {who}: {}", of.join(" "))).collect();
        format!("{} knows other moves {after}; {}", self.called, alone.join("; "))
    }
}

/// So many moves are named that one program alone knows.
const NAMED: usize = 5;

/// So many games are played on to later positions.
const GAMES: u64 = 6;

/// A position of so many moves, or fewer, is counted two plies deep.
const FEW: usize = 60;

/// Positions of games by chance, the same each time: of 8 to 28 plies, or as long as they last.
fn later(start: &Position) -> Vec<Position> {
    let game = |number: u64| {
        let mut state = number;
        let (mut position, mut before) = (start.clone(), start.clone());
        for _ in 0..8 + 4 * number {
            let moves = position.legal_moves();
            let count = moves.len() as u64;
            let Some(chosen) = split_mix(&mut state).checked_rem(count) else { break };
            before.clone_from(&position);
            position.play_legal(moves[chosen as usize]);
        }
        if position.legal_moves().is_empty() { before } else { position }
    };
    (0..GAMES).map(game).collect()
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
