//! `[game]`.

use super::At;
use super::keys::keys;

keys! {
    /// `[game]`: what the game is called and who plays it.
    pub struct Game {
        /// The version of the definition language that the file is written in. This version of the
        /// program reads version 1.
        required "language" => language: At<u32>;
        /// The name of the game, as people write it.
        required "name" => name: At<String>;
        /// The names of the two players. Scores are positive when they favour the first one listed.
        required "players" => players: [At<String>; 2];
        /// The player who moves first; without it, the first one listed.
        optional "first" => first: At<String>;
        /// Where the rules come from: a book, a page, a person.
        optional "source" => source: At<String>;
        /// The definition that this one changes: a file beside it, or a game that is shipped.
        optional "extends" => extends: At<String>;
        /// What stands for each player in a position's text; without it, the first letter of the
        /// player's name.
        named "turn" => turn: At<String>;
    }
    later ["position"]
}
