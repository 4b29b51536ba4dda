//! Fixed searches by alpha-beta, whose number of nodes changes only with the search or the definitions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::eval::script::ScriptError;
use crate::game::SearchMethod;
use crate::lint::play_at_random;
use crate::position::Position;
use crate::search::{Limits, Search};

/// Positions per game: the start, and some that random moves lead to.
const POSITIONS: u64 = 4;

/// A search goes on to the next iteration until it has visited that many positions. So the number that it
/// stops at depends on the search alone, and is the same on every machine.
const ENOUGH: u64 = 20_000;

/// No search visits more, however much it is allowed.
const MOST: u64 = 1_000_000;

/// The size of the transposition table.
const MEGABYTES: usize = 8;

/// The start and some positions that random moves lead to, none of them over.
fn positions(start: &Position) -> Vec<Position> {
    let plies = |seed: u64| 2 + 2 * seed as usize;
    let walked = (1..).take(16 * POSITIONS as usize).map(|seed| {
        let mut position = start.clone();
        play_at_random(&mut position, plies(seed % POSITIONS), seed);
        position
    });
    let open = walked.filter(|position| position.outcome().is_none());
    std::iter::once(start.clone()).chain(open).take(POSITIONS as usize).collect()
}

/// The searches of one game.
pub struct Bench {
    positions: Vec<Position>,
    search: Search,
    /// No search visits more nodes.
    most: u64,
    /// What went wrong with the game's script.
    pub error: Option<ScriptError>,
}

impl Bench {
    /// The searches of a game that starts so.
    pub fn new(start: &Position) -> Bench {
        Bench::limited(start, MOST)
    }

    /// The same searches, each of which visits no more nodes than that.
    pub fn limited(start: &Position, most: u64) -> Bench {
        let most = most.min(MOST);
        Bench { positions: positions(start), search: Search::new(MEGABYTES), most, error: None }
    }

    /// Searches all positions; how many nodes that took.
    pub fn run(&mut self) -> u64 {
        self.run_until(&Arc::default())
    }

    fn run_until(&mut self, halt: &Arc<AtomicBool>) -> u64 {
        let Bench { positions, search, most, error } = self;
        positions.iter().map(|position| nodes(search, position, *most, error, halt)).sum()
    }
}

/// What one run takes; it ends early when `halt` becomes true.
pub(super) fn visit(start: &Position, halt: &Arc<AtomicBool>) -> u64 {
    Bench::new(start).run_until(halt)
}

/// Iterations up to the first one that has visited enough.
fn nodes(
    search: &mut Search,
    position: &Position,
    most: u64,
    error: &mut Option<ScriptError>,
    halt: &Arc<AtomicBool>,
) -> u64 {
    if halt.load(Ordering::Relaxed) {
        return 0;
    }
    let limits = Limits { nodes: most, algorithm: Some(SearchMethod::Pvs), ..Limits::default() };
    let stop = limits.stop.clone();
    let report = search.run(position, &limits, &mut |report| {
        if report.nodes >= ENOUGH || halt.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    *error = error.take().or(report.script_error);
    report.nodes
}
