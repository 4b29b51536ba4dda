//! CONDITION: the grammar of every `if`.

use super::keys::{keys, words};
use super::{At, Filter, Region};

/// A condition on a position.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `"no-moves"`: the player to move has no legal move.
    NoMoves,
    /// `"board-full"`: no cell is empty.
    BoardFull,
    /// `{ none = FILTER, on = REGION }`: nothing there passes the filter.
    None {
        /// What is looked for.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
    },
    /// `{ some = FILTER, on = REGION }`: something there passes the filter.
    Some {
        /// What is looked for.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
    },
    /// `{ count = FILTER, on = REGION, at-least = n, at-most = n }`; at least one of the bounds is given.
    Count {
        /// What is counted.
        what: Filter,
        /// Where; left out: on the whole board.
        on: Option<Region>,
        /// At least so many.
        at_least: Option<At<u32>>,
        /// At most so many.
        at_most: Option<At<u32>>,
    },
    /// `{ line = { … } }`.
    Line(Line),
    /// `{ repeats = 3 }`.
    Repeats(At<u32>),
    /// `{ quiet-plies = 100, reset = ["capture", "pawn"] }`.
    QuietPlies {
        /// How many.
        plies: At<u32>,
        /// What starts the count again; left out: a capture.
        reset: Option<Vec<At<Reset>>>,
    },
    /// `{ plies = 400 }`.
    Plies(At<u32>),
    /// `{ passes = 2 }`.
    Passes(At<u32>),
    /// `{ not = CONDITION }`.
    Not(Box<At<Condition>>),
    /// `{ either = [CONDITION, …] }`.
    Either(Vec<At<Condition>>),
    /// A list: all of them.
    All(Vec<At<Condition>>),
}

/// What starts the count of quiet plies again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reset {
    /// `"capture"`.
    Capture,
    /// A move of a piece of this kind.
    Kind(String),
}

keys! {
    /// `{ line = { … } }`: the mover has a run of pieces along a file, rank or diagonal.
    pub struct Line {
        /// How many pieces in a row.
        required "length" => length: At<u32>;
        /// Whether longer runs count too: `"win"` (the default) or `"ignored"`.
        optional "overline" => overline: At<Overline>;
        /// What becomes of a run of exactly `length` with an enemy at both ends: `"allowed"` (the default:
        /// it counts) or `"void"`.
        optional "blocked-ends" => blocked_ends: At<BlockedEnds>;
        /// Whether the edge of the board counts as an enemy at the end of a run; it does not by default.
        optional "edge-blocks" => edge_blocks: At<bool>;
    }
    later []
}

words! {
    /// What longer runs are worth.
    pub enum Overline {
        /// They count.
        "win" => Win,
        /// They do not count.
        "ignored" => Ignored,
    }
    later []
}

words! {
    /// What becomes of a run with an enemy at both ends.
    pub enum BlockedEnds {
        /// It counts.
        "allowed" => Allowed,
        /// It does not count.
        "void" => Void,
    }
    later []
}
