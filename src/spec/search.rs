//! `[search]`.

use super::At;
use super::keys::{keys, words};
use super::plain::Positive;
use crate::game::SearchMethod;

keys! {
    /// `[search]`: where to look for good moves. No rule: legal moves stay what they are.
    pub struct Search {
        /// Drops are tried only on empty cells this close to a piece; the middle of an empty board.
        optional "near" => near: At<u32> = Positive;
        /// Which search plays the game: `"pvs"`, alpha-beta, which needs an evaluation, or `"mcts"`, which plays the game
        /// to its end many times.
        optional "algorithm" => algorithm: At<SearchMethod>;
        /// After so many plies, `"mcts"` asks the evaluation how a game would end.
        optional "playout" => playout: At<u32> = Positive;
    }
    later []
    merges true
}

words! { SearchMethod { "pvs" => Pvs, "mcts" => Mcts, } later [] }
