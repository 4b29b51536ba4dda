//! `[pieces.KIND]`.

use super::keys::keys;
use super::{At, MoveRule, Region};

keys! {
    /// `[pieces.KIND]`: a kind of piece.
    pub struct Piece {
        /// The letter of each player's pieces: `{ white = "W", black = "B" }`.
        named "letters" => letters: At<char>;
        /// One letter for both: a capital for the first player, small for the second.
        optional "letter" => letter: At<char>;
        /// How the piece moves, a named rule each.
        named "moves" => moves: MoveRule;
        /// Where pieces of this kind may land.
        optional "within" => within: Region;
    }
    later ["royal", "like", "promote", "supply", "do", "owner"]
}
