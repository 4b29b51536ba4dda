//! Evaluation weights, resolved. All values are points; positive is good for the owner, and for the
//! first player where a table is given per player.

use std::sync::Arc;

use super::{Kind, Offset, Origin, Script, ScriptUse};

/// A number of the definition and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Points.
    pub value: i32,
    /// Its line.
    pub origin: Origin,
}

/// Everything the definition says about which position is better.
#[derive(Clone, Default, Debug)]
pub struct Evaluation {
    /// Material: points for a piece of a kind, plus for its owner.
    pub values: Vec<(Kind, Weight)>,
    /// Square tables.
    pub squares: Vec<Squares>,
    /// Pairs of pieces, one in the other's way.
    pub blocks: Vec<Block>,
    /// Patterns along lines.
    pub patterns: Vec<Pattern>,
    /// Points per pseudo-legal move.
    pub mobility: Option<Weight>,
    /// Points per piece that started and is no longer on the board.
    pub exited: Option<Weight>,
    /// The definition says that the evaluation is meant to treat the players unlike.
    pub meant_unlike: bool,
    /// The script that the definition names.
    pub names_script: Option<ScriptUse>,
    /// The script that is asked, once it is loaded.
    pub script: Option<Arc<Script>>,
}

impl Evaluation {
    /// The most points that a score may reach: sums of scores still fit.
    pub const MOST_POINTS: i64 = 1 << 30;

    /// A bound that no score of a position exceeds, on a board of so many cells where nobody ever has more
    /// moves than that.
    pub fn bound(&self, cells: usize, moves: usize) -> i64 {
        let size = |points: i32| i64::from(points).abs();
        let largest = |table: &Squares| table.points.iter().flatten().map(|&p| size(p)).max().unwrap_or(0);
        // A cell lies on four lines, on each of which a pattern can start there either way; it can also start
        // beyond either end, and a line may have but one cell.
        let each_cell = self.values.iter().map(|(_, weight)| size(weight.value)).sum::<i64>()
            + self.squares.iter().map(largest).sum::<i64>()
            + self.exited.iter().map(|weight| 2 * size(weight.value)).sum::<i64>()
            + self.blocks.iter().map(|block| size(block.weight.value)).sum::<i64>()
            + self.patterns.iter().map(|pattern| 24 * size(pattern.weight.value)).sum::<i64>();
        let mobility = self.mobility.as_ref().map_or(0, |weight| size(weight.value));
        each_cell.saturating_mul(cells as i64).saturating_add(mobility.saturating_mul(moves as i64))
    }
}

/// A square table of one kind for one player's pieces: signed points, positive for the first player,
/// one per cell number.
#[derive(Clone, Debug)]
pub struct Squares {
    /// Whose table, 0 or 1, see [`Player::index`](super::Player::index).
    pub kind: Kind,
    /// Points by cell number, for the first and the second player's pieces, both already signed.
    pub points: [Vec<i32>; 2],
    /// Where the tables stand.
    pub origin: [Origin; 2],
}

/// An enemy in a piece's way, counted for the blocker.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// The displacement from the blocked piece to the blocker, by the blocked piece's owner.
    pub towards: [Offset; 2],
    /// Points for the blocker, and the line.
    pub weight: Weight,
}

/// One cell of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// `X`: a piece of the player the pattern counts for.
    Own,
    /// `O`: a piece of the opponent.
    Enemy,
    /// `.`: an empty cell.
    Empty,
    /// `#`: beyond the edge, or a hole.
    Edge,
    /// `-`: anything but an own piece, the edge included.
    NotOwn,
    /// `?`: any cell of the board.
    Any,
}

/// A pattern along the lines of the board. Each placement counts, its mirror image too, a palindrome
/// once.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// The cells, in order.
    pub cells: Vec<Symbol>,
    /// Points for the owner, and the line.
    pub weight: Weight,
}

impl Pattern {
    /// The most symbols a pattern can have; a longer one never counts.
    pub const LONGEST: usize = 33;
}
