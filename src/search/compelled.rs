//! Captures that have to be played: a position where there are some is not judged as it stands, and where there is but
//! one, it is looked a ply deeper. Each takes something off the board, so that this comes to an end.

use super::quiet::Fuel;
use super::window::{WORST, Window};
use super::worker::Worker;
use crate::eval::Score;
use crate::position::MoveList;

impl<const N: usize> Worker<'_, N> {
    /// What a position at the horizon is worth whose captures have to be played; `None` where there are none.
    pub(super) fn compelled(&mut self, aim: &Window, fuel: Fuel) -> Option<Score> {
        if !self.game.facts.plays_captures_out || !self.board.may_hop(self.game) {
            return None;
        }
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        self.board.legal_moves(self.game, &mut list);
        let value =
            self.captures(&list).then(|| self.quiet_moves(*aim, &mut list, WORST, fuel, (true, None)));
        self.plies[aim.ply].list = list;
        value
    }

    /// How many plies deeper a position is looked at, given its moves.
    pub(super) fn extension(&self, list: &MoveList) -> i32 {
        let whole = self.limits.full_width || self.strict;
        let single = self.game.facts.plays_captures_out && list.len() == 1;
        (single && !whole && self.captures(list)) as i32
    }

    /// Whether the moves of a position are captures that have to be played.
    fn captures(&self, list: &MoveList) -> bool {
        list.as_slice().first().is_some_and(|&mv| self.board.is_capture(self.game, mv))
    }
}
