//! `[score]`.

use super::At;
use super::keys::keys;

keys! {
    /// `[score]`: who has more where an end has `winner = "score"`.
    pub struct Score {
        /// What each piece of a kind on the board counts for its owner.
        keyed "values" => values: At<i32>;
        /// What a player has without a piece: `{ black = 7 }`.
        keyed "bonus" => bonus: At<i32>;
    }
    later []
    merges true
}
