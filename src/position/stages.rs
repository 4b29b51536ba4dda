//! Further stages of moves: after a piece has landed, another one comes to a cell that is chosen.

use super::{Board, MoveList};
use crate::game::{Action, Bits, Cell, Game, Move, Piece, Player};

impl<const N: usize> Board<N> {
    /// Puts in place of each move that goes on one for each cell where its further stage can end. Where there is
    /// none, the move cannot be made.
    pub(super) fn offer_stages(&mut self, game: &Game, list: &mut MoveList) {
        if game.rules.stages.is_empty() {
            return;
        }
        let mut first = self.spare_list(game);
        std::mem::swap(list, &mut first);
        list.clear();
        for &mv in first.as_slice() {
            match game.rules.moves[mv.rule()].then {
                None => list.push(mv),
                Some(stage) => {
                    self.stage_cells(game, stage, mv).iter().for_each(|cell| list.push(mv.then(cell)))
                }
            }
        }
        self.keep_spare(first);
    }

    /// How many legal moves there are where some go on, and open landing cells decide; `None` where there may be passes
    /// or chains.
    #[inline(never)]
    pub(super) fn count_stages(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        if game.facts.has_chains || game.tables.movement.passes.iter().flatten().any(|pass| !pass.stuck) {
            return None;
        }
        self.first_stages(game, list);
        self.patience.spend(list.len());
        let ends = |&mv: &Move| match game.rules.moves[mv.rule()].then {
            None => 1,
            Some(stage) => self.stage_cells(game, stage, mv).count() as u64,
        };
        let count = list.as_slice().iter().map(ends).sum();
        // Who is stuck may have a pass.
        (count > 0).then_some(count)
    }

    /// Where the further stage of a move can end: what it leaves and takes opens lines. Most moves need not be played
    /// for that.
    pub(crate) fn stage_cells(&mut self, game: &Game, stage: usize, mv: Move) -> Bits<N> {
        let mover = self.turn();
        if let Some(vacant) = self.vacant_after(game, mv) {
            return onward(game, stage, mv, mover, vacant);
        }
        self.play(game, mv.before_stage());
        let cells = onward(game, stage, mv, mover, self.vacant());
        self.undo(game);
        cells
    }

    /// The empty cells after the first stage of a move; `None` where it does more than carry its piece.
    fn vacant_after(&self, game: &Game, mv: Move) -> Option<Bits<N>> {
        let carries = matches!(game.tables.actions[mv.rule()], Action::Shift | Action::Change)
            && game.rules.effects_of(mv.rule()).next().is_none()
            && mv.gates().is_none();
        carries.then(|| (self.vacant() | Bits::of(mv.from())) & !Bits::of(mv.to()))
    }

    /// Plays the further stage of a move, if it has one.
    #[inline(always)]
    pub(super) fn place_stage(&mut self, game: &Game, mv: Move) {
        if let (Some(cell), Some(stage)) = (mv.stage(), game.rules.moves[mv.rule()].then) {
            self.place_at(game, stage, cell);
        }
    }

    fn place_at(&mut self, game: &Game, stage: usize, cell: Cell) {
        let stage = &game.rules.stages[stage];
        let piece = game.rules.roster.piece(stage.kind, self.turn());
        if stage.again {
            for before in self.of(piece) {
                self.leave(game, Bits::of(before));
                self.set(game, before, Piece::NONE);
            }
        }
        self.leave(game, Bits::of(cell));
        self.set(game, cell, piece);
    }
}

/// Where the further stage of a move can end when these cells are empty after the first one.
fn onward<const N: usize>(game: &Game, stage: usize, mv: Move, mover: Player, vacant: Bits<N>) -> Bits<N> {
    game.tables.onward.reached(&game.tables.topology, (stage, mover), mv.to(), vacant)
}
