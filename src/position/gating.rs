//! Pieces that come from the hand to cells that others leave by their first move.

use super::{Board, MoveList};
use crate::game::{Action, Cell, Game, Gating, Kind, Move, Piece};

impl<const N: usize> Board<N> {
    /// Offers the moves of the list once more for each piece that may come from the hand to a cell that they
    /// leave: on the first move of the piece that leaves it.
    #[inline(always)]
    pub(super) fn offer_gatings(&self, game: &Game, list: &mut MoveList) {
        if let Some(gating) = &game.rules.gating {
            self.offer_gatings_of(game, gating, list);
        }
    }

    #[inline(never)]
    fn offer_gatings_of(&self, game: &Game, gating: &Gating, list: &mut MoveList) {
        let player = self.turn();
        let held = |kind: &&Kind| self.held(Piece::new(**kind, player)) > 0;
        let left = self.unmoved() & self.owned(player) & gating.on[player.index()].narrow();
        for at in 0..list.len() {
            let mv = list.as_slice()[at];
            let castles = game.tables.actions[mv.rule()] == Action::Castle;
            let cells = [(mv.from(), false), (mv.third(), true)].map(|(cell, other)| {
                let open = left.has(cell) && (castles || !other) && self.leaves_empty(game, mv, cell);
                (other, open)
            });
            for kind in gating.kinds.iter().filter(held) {
                cells.iter().for_each(|&(other, open)| list.offer(mv.gating(*kind, other), open));
            }
        }
    }

    /// Whether a cell is empty after a move that leaves it, and no choice has been made yet.
    fn leaves_empty(&self, game: &Game, mv: Move, cell: Cell) -> bool {
        match game.tables.actions[mv.rule()] {
            Action::Shift | Action::Change => mv.becomes().is_none(),
            Action::Castle => {
                let castle = self.castle_of(mv, self.turn()).castle;
                castle.to != cell && castle.with_to != cell
            }
            Action::Chain | Action::Stay | Action::Drop(_) | Action::Exit | Action::Pass | Action::Swap => {
                false
            }
        }
    }

    /// Plays the piece that comes from the hand, if one does.
    pub(super) fn place_gated(&mut self, game: &Game, mv: Move) {
        if let Some((kind, cell)) = mv.gates() {
            let piece = Piece::new(kind, self.turn());
            self.spend(game, piece);
            self.set(game, cell, piece);
        }
    }
}
