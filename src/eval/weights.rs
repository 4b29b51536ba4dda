//! The definition's own weighted terms.

use super::Score;
use crate::game::Origin;
use crate::position::Position;

/// One term of an evaluation and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The term as the definition writes it: `values.pawn`, `squares.car`, `blocks.direct` …
    pub name: String,
    /// Its share, positive for the first player.
    pub score: Score,
    /// Its line.
    pub origin: Option<Origin>,
}

/// The static value of a position, term by term in the order of the definition; the value is the sum.
/// Terms that say nothing here are listed with 0. Ends of the game are left aside.
pub fn explain(position: &Position) -> Vec<Term> {
    let _ = position;
    Vec::new()
}
