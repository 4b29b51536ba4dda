//! Further stages of moves: after a piece has landed, another one comes to a cell that is chosen.

use super::{Board, MoveList};
use crate::game::{Bits, Game, Move, Piece, Player};

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

    /// Where the further stage of a move can end. The move is played for that: what it leaves and takes opens
    /// lines.
    pub(crate) fn stage_cells(&mut self, game: &Game, stage: usize, mv: Move) -> Bits<N> {
        let mover = self.turn();
        self.play(game, mv.before_stage());
        let cells = self.onward(game, stage, mv, mover);
        self.undo(game);
        cells
    }

    fn onward(&self, game: &Game, stage: usize, mv: Move, mover: Player) -> Bits<N> {
        let Some(lines) = game.tables.onward.lines(stage, mover, mv.to()) else {
            return self.vacant() & game.tables.onward.to(stage, mover).narrow();
        };
        let vacant = self.vacant();
        let mut reached = Bits::EMPTY;
        for line in lines {
            let free = line.cells.iter().copied().take_while(|&cell| vacant.has(cell));
            free.skip(line.least).for_each(|cell| reached.insert(cell));
        }
        reached & game.tables.onward.to(stage, mover).narrow()
    }

    /// Plays the further stage of a move, if it has one.
    pub(super) fn place_stage(&mut self, game: &Game, mv: Move) {
        let (Some(cell), Some(stage)) = (mv.stage(), game.rules.moves[mv.rule()].then) else { return };
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
