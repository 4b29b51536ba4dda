//! Where to look and when to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::eval::Score;
use crate::game::Move;
use crate::position::{Outcome, Position};

/// When a search stops. The room knows no clock: whoever wants a time limit sets `stop` when the time
/// is up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: u32,
    /// Nodes that may be visited.
    pub nodes: u64,
    /// The search ends soon after this becomes true, with the best it has.
    pub stop: Arc<AtomicBool>,
    /// How many best moves are reported with their lines (multi-PV).
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: Limits::MAX_DEPTH, nodes: u64::MAX, stop: Arc::default(), lines: 1 }
    }
}

impl Limits {
    /// No iteration is deeper.
    pub const MAX_DEPTH: u32 = 120;

    /// Only a depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: depth.min(Limits::MAX_DEPTH), ..Limits::default() }
    }
}

/// A move with its score and the play that is expected to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Points, positive for the first player; a forced win in `n` plies is `WIN - n`.
    pub score: Score,
    /// The moves, the first one to be played now.
    pub moves: Vec<Move>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// Points, positive for the first player; a forced win in `n` plies is `WIN - n`.
    pub score: Score,
    /// The score is proven to the end of the game, distance included.
    pub exact: bool,
    /// The best lines, best first; none when the game is over.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Static evaluations.
    pub leaves: u64,
    /// Scores compared with a bound.
    pub comparisons: u64,
    /// Positions left early because a bound was met.
    pub cutoffs: u64,
    /// How the game ended, if the position is over.
    pub outcome: Option<Outcome>,
}

impl Report {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// The strong search of one game. It keeps what it learns between runs; drop it to forget.
#[derive(Debug, Default)]
pub struct Search {}

impl Search {
    /// A search with a transposition table of about `megabytes`.
    pub fn new(megabytes: usize) -> Search {
        let _ = megabytes;
        Search {}
    }

    /// Searches a position; `progress` hears of every iteration that is finished. The position is
    /// unchanged afterwards. With one thread and no stop from outside, the same search of the same
    /// position gives the same report.
    pub fn run(&mut self, position: &Position, limits: &Limits, progress: &mut dyn FnMut(&Report)) -> Report {
        let _ = limits;
        let moves = position.legal_moves();
        let lines = moves.first().map(|&mv| Line { score: 0, moves: vec![mv] });
        let report = Report {
            depth: 1,
            score: 0,
            exact: false,
            lines: lines.into_iter().collect(),
            nodes: 1,
            leaves: 0,
            comparisons: 0,
            cutoffs: 0,
            outcome: position.outcome(),
        };
        progress(&report);
        report
    }
}
