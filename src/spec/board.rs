//! `[board]`.

use super::keys::{keys, words};
use super::{At, Region};

keys! {
    /// `[board]`: the cells.
    pub struct Board {
        /// How many files and how many ranks: `size = [8, 8]`.
        required "size" => size: At<Size>;
        /// Cells of the rectangle that do not exist.
        optional "holes" => holes: Region;
        /// How what is given once, as the first player sees it, looks to the second: `"reflect"` (the
        /// default: top and bottom change places) or `"rotate"` (turned half way round).
        optional "mirror" => mirror: At<Mirror>;
    }
    later ["shape", "points"]
}

/// The extent of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// How many files, at least 1.
    pub files: u32,
    /// How many ranks, at least 1.
    pub ranks: u32,
}

words! {
    /// How the second player sees what is given for the first.
    pub enum Mirror {
        /// Top and bottom change places.
        "reflect" => Reflect,
        /// The board turns half way round.
        "rotate" => Rotate,
    }
    later []
}
