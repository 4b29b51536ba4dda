//! The same position by another evaluation.

use super::Board;
use crate::game::{Game, Points};

impl<const N: usize> Board<N> {
    /// Takes on the points of a game that is the same but for its evaluation. Those from before the moves played so far
    /// stay as they were.
    pub(super) fn score_by(&mut self, game: &Game) {
        let keys = &game.tables.keys;
        let standing = !self.vacant() & game.rules.geometry.board().narrow();
        let on_board: Points = standing.iter().map(|cell| keys.of(self.at(cell), cell).worth).sum();
        let held = game.rules.pieces().filter(|_| !self.hands.is_empty());
        let in_hands: Points = held.map(|piece| keys.worth_in_hand(piece, self.held(piece))).sum();
        self.worth = keys.base + on_board + in_hands;
    }
}
