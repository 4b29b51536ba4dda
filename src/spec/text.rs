//! `[text.LANGUAGE]`.

use super::At;
use super::keys::keys;

keys! {
    /// `[text.LANGUAGE]`: what is printed in that language instead of the definition's own names.
    pub struct Texts {
        /// The name of the game. A game that extends this one and has a `name` of its own does not take it over.
        optional "name" => name: At<String>;
        /// The players, by name.
        keyed "players" => players: At<String>;
        /// The kinds of pieces, by name.
        keyed "pieces" => pieces: At<String>;
        /// The move rules, by full name: `"car.leave"`.
        dotted "moves" => moves: At<String>;
        /// The ends, by name.
        keyed "ends" => ends: At<String>;
        /// The terms of the evaluation, by the names that `banco eval` shows: `blocks.direct`.
        dotted "terms" => terms: At<String>;
    }
    later []
    merges true
}
