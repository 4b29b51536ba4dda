//! `[search]`.

use super::At;
use super::keys::keys;
use super::plain::Positive;

keys! {
    /// `[search]`: where to look for good moves. No rule: legal moves stay what they are.
    pub struct Search {
        /// Drops are tried only on empty cells this close to a piece; the middle of an empty board.
        optional "near" => near: At<u32> = Positive;
    }
    later []
    merges true
}
