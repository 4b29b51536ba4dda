//! `[setup]`.

use super::keys::keys;
use super::{At, Drawing};

keys! {
    /// `[setup]`: where the game starts.
    pub struct Setup {
        /// What stands where, as a picture: a letter for a piece, `.` for an empty cell. Without it the
        /// board is empty.
        optional "board" => board: Drawing;
        /// What the players hold: `{ white = "KQ", black = "kq" }`, a letter for each piece.
        keyed "hands" => hands: At<String>;
    }
    later []
    merges true
}
