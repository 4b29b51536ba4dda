//! What a node is asked.

use super::table::Bound;
use crate::eval::{LIMIT, Score, WIN};
use crate::game::Bits;

/// Worse than every value.
pub const WORST: Score = -WIN - 1;

/// Which moves a node looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Candidates<const N: usize> {
    /// All of them.
    All,
    /// Drops on these cells, which may leave out moves that matter.
    Near(Bits<N>),
    /// Those that meet a threat.
    Forced(Forced<N>),
}

/// What there is to do against a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced<const N: usize> {
    /// Drops on these cells.
    pub cells: Bits<N>,
    /// In so many plies every other move loses. None of these loses sooner.
    pub plies: Score,
}

impl<const N: usize> Forced<N> {
    /// Whether the opponent threatens to win with its next move.
    pub fn is_urgent(&self) -> bool {
        self.plies == 2
    }

    /// What the mover gets by every other move.
    pub fn otherwise(&self, ply: usize) -> Score {
        ply as Score + self.plies - WIN
    }
}

/// The window and depth of a node.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
    pub depth: i32,
    pub ply: usize,
    /// The mover is in check, or threatened otherwise.
    pub checked: bool,
    /// The first good move is expected to reach the upper bound: never where more than one bound is asked for.
    pub expects_cut: bool,
}

impl Window {
    /// Whether more than one bound is asked for.
    pub fn is_principal(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether a forced end is asked for, one way or the other.
    pub fn asks_for_end(&self) -> bool {
        self.alpha <= -LIMIT || self.beta >= LIMIT
    }

    /// What a value says that was found in this window.
    pub fn bound(&self, value: Score) -> Bound {
        match value {
            value if value >= self.beta => Bound::Lower,
            value if value > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// What a position after a move is asked: these bounds, which its mover sees from the other side where the turn
    /// has passed on.
    pub fn below(&self, (alpha, beta): (Score, Score), depth: i32, turned: bool) -> Window {
        let (alpha, beta) = if turned { (-beta, -alpha) } else { (alpha, beta) };
        let expects_cut = beta - alpha <= 1 && self.expects_cut != turned;
        Window { alpha, beta, depth, ply: self.ply + 1, checked: false, expects_cut }
    }
}

/// A value from below a move as its mover sees it.
#[inline]
pub fn seen(value: Score, turned: bool) -> Score {
    if turned { -value } else { value }
}

/// How far quiescence goes. Captures run out by themselves, but for those after which there are as many pieces
/// as before: effects may put back what a capture takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fuel {
    /// Threats in a row.
    pub threats: i32,
    /// Moves that take no piece from the board.
    pub idle: u32,
}

impl Fuel {
    /// What quiescence begins with. Where double threats are known at sight, there is little to find by threats in a row:
    /// in gomoku two won 0 [-20, 20] Elo against one at 15,000 nodes in 260 games, three -12 [-36, 12]. Six won -50 against
    /// three at 10,000, nine -114, in 200 games each, give or take 50.
    pub fn new(knows_double_threats: bool) -> Fuel {
        Fuel { threats: if knows_double_threats { 1 } else { 3 }, idle: 8 }
    }
}
