//! `[setup]`.

use super::Drawing;
use super::keys::keys;

keys! {
    /// `[setup]`: where the game starts.
    pub struct Setup {
        /// What stands where, as a picture: a letter for a piece, `.` for an empty cell. Without it the
        /// board is empty.
        optional "board" => board: Drawing;
    }
    later ["hands"]
    merges true
}
