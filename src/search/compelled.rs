//! Captures that have to be played. Where there is one and no other move, it is played before the position is judged, and
//! the position is looked at a ply deeper. Where captures are chains, several are played out, too: they are few. Each
//! takes something off the board, so that this comes to an end.
//!
//! At 2,500 nodes, against a search that leaves out no move and stands pat: antichess +219 [158, 295] Elo in 120 games,
//! losers chess +238 [178, 313] in 160.
//!
//! Tried and left, antichess: playing out up to 2 captures, -8 [-35, +19] Elo in 400 games; up to 4, -45 [-68, -23] in
//! 600; all of them, without end. Not looking a ply deeper, about 90 less; early cuts in spite of captures, about 70 less.
//! Never leaving out a move that compels a capture, +42 [5, 80] in 200 games at 4,000 nodes, but -4 [-35, +26] in 240 at
//! 40 ms. Passes that refute, where no capture is due, +48 [11, 86] in 160 games at 16,000 nodes; but at 20,000 against
//! Fairy-Stockfish -152 [-210, -102], and -132 [-181, -87] without them.
//!
//! Against Fairy-Stockfish at 20,000 nodes, 120 games each, where late moves that compel a capture are looked at as far as
//! others: -89 [-135, -45] and, once more, -101 [-153, -53]. In addition, such moves never left out, -92 [-141, -46]; passes
//! that refute -80 [-130, -32]; a wider margin for positions far above the window, -114 [-167, -65], and for moves that come
//! to nothing, -92 [-136, -50]; reductions that grow faster, -158 [-214, -108], and slower, -114 [-161, -71].
//! From the same openings, once more, -99 [-148, -54] in 108 games; the second and third move reduced, too, -104 [-159, -55];
//! margins measured without positions where a capture is due, -98 [-146, -54]; captures that are due reduced, -151
//! [-208, -100].
//!
//! Two swings taken off where captures are due and are not played out: -107 [-155, -64] in 160 games at 4,000 nodes.
//!
//! Where captures bind, late moves that compel a capture are looked at as far as the others. In antichess it won
//! +21 [-15, 57] Elo in 200 games at 8,000 nodes. Against Fairy-Stockfish at 20,000 it made -89 [-135, -45] and -101
//! [-153, -53] in 120 each with it, and -130 [-181, -84] without it, from the same openings. Tried and left: the same
//! elsewhere, at 4,000 nodes. Losers chess -26 [-78, 25] Elo in 120 games, English draughts -4 [-42, 33] in 160.
//!
//! A network that agrees with a deep search loses here, as long as its margins are those of other games: the tree is a
//! third less deep. What margins and captures are worth with a network and without one is a table in the chapter on what was
//! measured, `docs/src/measured.md`.
//!
//! Against itself, at 4,000 nodes, there is little to see: giveaway chess and codrus as they are lose 17 [-31, 66] and
//! win 17 [-16, 51] by the margins and the single capture, and with the network win 20 [-27, 69] and 0 [-46, 46], 120 games each.
//!
//! With 300 points off where captures are due the network made 36 % in 80 games, not 48. One from which what having the move is
//! worth had been taken, with whole margins, lost 281 [228, 349] Elo at 2,500 nodes to the game without a network.
//!
//! Proof numbers beside this search, without a network, at 20,000 nodes against Fairy-Stockfish in 120 games each: with a fifth
//! of the nodes for a win of the mover 34 % [26, 41], for a win of the opponent after the best move 25 [18, 31], with two
//! fifths for both 28 [21, 35]; 32 [25, 39] without. Trees of 20,000 positions prove a win 5 plies before this search sees it
//! in so many nodes, trees of 5,000 two plies after it.

use super::window::{Fuel, WORST, Window};
use super::worker::Worker;
use crate::eval::Score;
use crate::position::MoveList;

impl<const N: usize> Worker<'_, N> {
    /// What a position at the horizon is worth whose captures are played before it is judged; `None` where it is judged
    /// as it stands.
    pub(super) fn compelled(&mut self, aim: &Window, fuel: Fuel) -> Option<Score> {
        if !self.has_to_capture() {
            return None;
        }
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        self.board.legal_moves(self.game, &mut list);
        let clear = self.game.facts.has_chains || list.len() == 1;
        let value = (clear && self.captures(&list))
            .then(|| self.quiet_moves(*aim, &mut list, WORST, fuel, (true, None)));
        self.plies[aim.ply].list = list;
        value
    }

    /// Whether the player to move has to capture, and what follows is played out.
    pub(super) fn has_to_capture(&self) -> bool {
        self.game.facts.plays_captures_out && self.board.may_capture(self.game)
    }

    /// How many plies deeper a position is looked at, given its moves.
    pub(super) fn extension(&self, list: &MoveList) -> i32 {
        let single = self.game.facts.plays_captures_out && list.len() == 1;
        (single && !self.leaves_nothing_out() && self.captures(list)) as i32
    }

    /// Whether the moves of a position are captures that have to be played.
    fn captures(&self, list: &MoveList) -> bool {
        list.as_slice().first().is_some_and(|&mv| self.board.is_capture(self.game, mv))
    }
}
