//! Values that need no search: tables that were given, and those of games that are solved for their cases.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::game::{Award, Game};
use crate::position::Position;
use crate::solve::{SolveError, SolveOptions, SolvedTable, bytes_needed, is_numbered, solve};

/// What the proof of a value may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Positions that a search may visit.
    pub nodes: u64,
    /// Bytes that a game may be solved in.
    pub memory: u64,
}

impl Budget {
    /// Seconds at most.
    pub const USUAL: Budget = Budget { nodes: 5_000_000, memory: 16 << 20 };

    /// Some minutes.
    pub const SLOW: Budget = Budget { nodes: 200_000_000, memory: 2 << 30 };
}

/// Exact values that the cases of a run share.
#[derive(Default)]
pub struct ExactValues {
    given: Vec<Arc<SolvedTable>>,
    /// Behind one lock, so that nothing is solved twice and no two games need their memory at once.
    solved: Mutex<Solved>,
}

#[derive(Default)]
struct Solved {
    tables: Vec<Arc<SolvedTable>>,
    /// The fingerprints of rules that turned out to be too much for a table.
    refused: BTreeSet<u64>,
}

impl ExactValues {
    /// Tables to be believed wherever they fit a game.
    pub fn given(tables: impl IntoIterator<Item = Arc<SolvedTable>>) -> ExactValues {
        ExactValues { given: tables.into_iter().collect(), ..ExactValues::default() }
    }

    /// A table that was given and knows the position.
    pub(super) fn find(&self, position: &Position) -> Option<Arc<SolvedTable>> {
        let fitting = self.given.iter().find(|table| knows(table, position));
        fitting.filter(|_| ignores_the_past(position)).cloned()
    }

    /// A table that knows the position, solved in that many bytes unless it is there already: of the whole
    /// game, or else of the position's own pieces. `None` when neither fits, or it is stopped.
    pub(super) fn solve(
        &self,
        position: &Position,
        memory: u64,
        stop: &Arc<AtomicBool>,
    ) -> Option<Arc<SolvedTable>> {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = solved.tables.iter().find(|table| knows(table, position)) {
            return Some(table.clone());
        }
        let start = Position::start(position.game());
        let found = solved.attempt(&start, memory, stop).filter(|table| knows(table, position));
        found.or_else(|| solved.attempt(position, memory, stop))
    }
}

/// Whether the game, or at least what can come of the position's own pieces, can be solved in that many
/// bytes.
pub(super) fn is_solvable(position: &Position, memory: u64) -> bool {
    let options = options(memory, &Arc::default());
    let fits = |from: &Position| bytes_needed(from, &options).is_ok();
    ignores_the_past(position) && (fits(position) || fits(&Position::start(position.game())))
}

/// All placements, because a suite's positions need not be reached from its game's start.
fn options(memory: u64, stop: &Arc<AtomicBool>) -> SolveOptions {
    SolveOptions { all: true, memory, stop: stop.clone(), ..SolveOptions::default() }
}

fn knows(table: &SolvedTable, position: &Position) -> bool {
    table.fits(position.game()) && table.value(position).is_some()
}

impl Solved {
    fn attempt(
        &mut self,
        position: &Position,
        memory: u64,
        stop: &Arc<AtomicBool>,
    ) -> Option<Arc<SolvedTable>> {
        let rules = position.game().rules.fingerprint();
        if self.refused.contains(&rules) {
            return None;
        }
        let mut options = options(memory, stop);
        options.all = is_numbered(position, &options);
        match solve(position, &options, &|_| {}) {
            Ok(table) => {
                let table = Arc::new(table);
                self.tables.push(table.clone());
                Some(table)
            }
            Err(SolveError::History(_) | SolveError::TooLong) => {
                self.refused.insert(rules);
                None
            }
            Err(
                SolveError::Stopped
                | SolveError::Strange
                | SolveError::TooLarge { .. }
                | SolveError::Full { .. },
            ) => None,
        }
    }
}

/// Whether a table's value of the position is the game's. A table leaves repetitions aside, which is the
/// same where they are draws, for who wins in the fewest plies repeats nothing, unless the moves before have
/// come to a position more than once.
fn ignores_the_past(position: &Position) -> bool {
    let Some(fewest) = repetitions(position.game()) else { return false };
    fewest == u32::MAX || position.played().is_empty() || fewest > 2 && is_all_new(position)
}

/// The fewest repetitions that end the game, more than there can be where none does; `None` where they
/// do not draw it.
fn repetitions(game: &Game) -> Option<u32> {
    let mut fewest = u32::MAX;
    for end in &game.rules.ends {
        let counted = end.when.repetitions();
        if counted.is_some() && end.winner != Award::Nobody {
            return None;
        }
        fewest = fewest.min(counted.unwrap_or(u32::MAX));
    }
    Some(fewest)
}

/// Whether no position occurred twice on the way.
fn is_all_new(position: &Position) -> bool {
    let mut position = position.clone();
    let mut states = vec![position.hash()];
    while position.undo().is_some() {
        states.push(position.hash());
    }
    let count = states.len();
    states.sort_unstable();
    states.dedup();
    states.len() == count
}
