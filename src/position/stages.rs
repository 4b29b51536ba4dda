//! Further stages of moves: after a piece has landed, another one comes to a cell that is chosen, or a piece that is
//! chosen leaves the board.

use super::{Board, MoveList};
use crate::game::{
    Action, Bits, Cell, Condition, Game, Idle, Move, Piece, Player, Removal, RuleFlags, Stage, Through,
};

/// How a further stage of a move can end.
#[derive(Clone, Copy)]
pub(super) struct StageEnds<const N: usize> {
    /// The cells that may be chosen.
    pub cells: Bits<N>,
    /// There is none, and the move is made without the stage.
    pub without: bool,
}

impl<const N: usize> StageEnds<N> {
    fn count(&self) -> u64 {
        self.cells.count() as u64 + u64::from(self.without)
    }

    /// The moves that begin by one.
    pub fn moves(self, mv: Move) -> impl Iterator<Item = Move> {
        self.cells.iter().map(move |cell| mv.then(cell)).chain(self.without.then_some(mv))
    }
}

impl<const N: usize> Board<N> {
    /// Puts in place of each move that goes on one for each cell where its further stage can end. Where no cell is left
    /// for a piece that comes, the move cannot be made.
    #[inline(always)]
    pub(super) fn offer_stages(&mut self, game: &Game, list: &mut MoveList) {
        if !game.rules.stages.is_empty() {
            self.go_on_with_stages(game, list);
        }
    }

    #[inline(never)]
    fn go_on_with_stages(&mut self, game: &Game, list: &mut MoveList) {
        let mut first = self.spare_list(game);
        std::mem::swap(list, &mut first);
        list.clear();
        for &mv in first.as_slice() {
            match game.rules.moves[mv.rule()].then {
                None => list.push(mv),
                Some(stage) => self.stage_ends(game, stage, mv).moves(mv).for_each(|mv| list.push(mv)),
            }
        }
        self.keep_spare(first);
    }

    /// How many legal moves there are where some go on, and open landing cells decide; `None` where there may be passes
    /// or chains.
    #[inline(never)]
    pub(super) fn count_stages(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        if game.facts.has_chains
            || game.tables.movement.passes.iter().flatten().any(|pass| pass.when != Some(Idle::Stuck))
        {
            return None;
        }
        self.first_stages(game, list);
        self.patience.spend(list.len());
        let removes = game.rules.stages.iter().any(|stage| stage.removal().is_some());
        let ends = |&mv: &Move| match game.rules.moves[mv.rule()].then {
            None => 1,
            Some(stage) if removes => self.stage_ends(game, stage, mv).count(),
            Some(stage) => self.cells_to_come(game, stage, mv).count() as u64,
        };
        let count = list.as_slice().iter().map(ends).sum();
        // Who is stuck may have a pass.
        (count > 0).then_some(count)
    }

    /// How the further stage of a move can end.
    #[inline]
    pub(super) fn stage_ends(&mut self, game: &Game, stage: usize, mv: Move) -> StageEnds<N> {
        if let Some(removal) = game.rules.stages[stage].removal() {
            let cells = self.cells_to_clear(game, removal, mv);
            return StageEnds { cells, without: cells.is_empty() };
        }
        StageEnds { cells: self.cells_to_come(game, stage, mv), without: false }
    }

    /// The cells that the further stage of a move can choose.
    pub(crate) fn stage_cells(&mut self, game: &Game, stage: usize, mv: Move) -> Bits<N> {
        self.stage_ends(game, stage, mv).cells
    }

    /// Where a piece can come after a move: what the move leaves and takes opens lines. Most moves need not be played
    /// for that.
    #[inline]
    fn cells_to_come(&mut self, game: &Game, stage: usize, mv: Move) -> Bits<N> {
        let mover = self.turn();
        if let Some(vacant) = self.vacant_after(game, mv) {
            return onward(game, stage, mv, mover, vacant);
        }
        self.play(game, mv.before_stage());
        let cells = onward(game, stage, mv, mover, self.vacant());
        self.undo(game);
        cells
    }

    /// The pieces of which one can be taken after a move.
    #[inline(never)]
    fn cells_to_clear(&mut self, game: &Game, removal: &Removal, mv: Move) -> Bits<N> {
        if self.misses_run(game, removal, mv) {
            return Bits::EMPTY;
        }
        let mover = self.turn();
        self.play(game, mv.before_stage());
        let cells = self.removable(game, removal, (mover, mv.to()));
        self.undo(game);
        cells
    }

    /// The pieces of which one leaves the board after the player has landed on a cell. The move is on the board.
    fn removable(&self, game: &Game, removal: &Removal, (mover, landing): (Player, Cell)) -> Bits<N> {
        let asked = |when: &Condition| self.holds_of(game, when, mover, (Through::Landing, landing));
        if !removal.when.as_ref().is_none_or(asked) {
            return Bits::EMPTY;
        }
        let pieces = self.select(game, removal.takes[mover.index()]);
        let Some(spare) = &removal.spare else { return pieces };
        let is_spared = |cell: &Cell| {
            let owner = game.rules.roster.owner(self.at(*cell)).unwrap_or(mover);
            self.holds_of(game, spare, owner, (Through::Chosen, *cell))
        };
        let open: Bits<N> = pieces.iter().filter(|cell| !is_spared(cell)).collect();
        if open.is_empty() { pieces } else { open }
    }

    /// Whether a removal asks for a run through the landing cell that a move does not make, as the cells of the board
    /// alone show without playing it.
    fn misses_run(&self, game: &Game, removal: &Removal, mv: Move) -> bool {
        let Some(Condition::Run(run)) = &removal.when else { return false };
        let changes =
            !game.rules.moves[mv.rule()].effects.is_empty() || !game.rules.capture_effects.is_empty();
        let lands = match game.tables.actions[mv.rule()] {
            Action::Shift | Action::Change => mv.gates().is_none(),
            Action::Drop(_) => true,
            Action::Chain | Action::Stay | Action::Castle | Action::Exit | Action::Pass | Action::Swap => {
                false
            }
        };
        if changes || !lands || run.through != Some(Through::Landing) {
            return false;
        }
        let from = Some(mv.from()).filter(|&from| from != mv.to());
        !self.run_comes(game, run, self.turn(), (from, mv.to()))
    }

    /// What leaves the board by the further stage of a move, unless it is the mover's own.
    pub(super) fn taken_by_stage(&self, game: &Game, mv: Move) -> Option<Piece> {
        let (cell, rule) = (mv.stage()?, &game.rules.moves[mv.rule()]);
        game.rules.stages[rule.then?].removal()?;
        let changes = !rule.effects.is_empty() || !game.rules.capture_effects.is_empty();
        let plain =
            matches!(game.tables.actions[mv.rule()], Action::Shift | Action::Change | Action::Drop(_));
        let piece = match plain && !changes {
            true if cell == mv.to() => return None,
            true => self.at(cell),
            false => {
                let mut copy = self.scratch(game);
                copy.play(game, mv.before_stage());
                copy.at(cell)
            }
        };
        game.rules.is_not_of(piece, self.turn()).then_some(piece)
    }

    /// The empty cells after the first stage of a move; `None` where it does more than carry its piece.
    fn vacant_after(&self, game: &Game, mv: Move) -> Option<Bits<N>> {
        let flags = game.flags(mv);
        flags
            .contains(RuleFlags::LEAVES_AND_LANDS)
            .then(|| (self.vacant() | Bits::of(mv.from())) & !Bits::of(mv.to()))
    }

    /// Plays the further stage of a move, if it has one; whether a piece that is not the mover's leaves the board by it.
    #[inline(always)]
    pub(super) fn place_stage(&mut self, game: &Game, mv: Move) -> bool {
        match (mv.stage(), game.rules.moves[mv.rule()].then) {
            (Some(cell), Some(stage)) => self.end_at(game, stage, cell),
            _ => false,
        }
    }

    fn end_at(&mut self, game: &Game, stage: usize, cell: Cell) -> bool {
        let bring = match &game.rules.stages[stage] {
            Stage::Bring(bring) => bring,
            Stage::Take(_) => {
                let captures = game.rules.is_not_of(self.at(cell), self.turn());
                self.leave(game, Bits::of(cell));
                self.take(game, cell);
                return captures;
            }
        };
        let piece = game.rules.roster.piece(bring.kind, self.turn());
        if bring.again {
            for before in self.of(piece) {
                self.leave(game, Bits::of(before));
                self.set(game, before, Piece::NONE);
            }
        }
        self.leave(game, Bits::of(cell));
        self.unmark_at(game, cell);
        self.set(game, cell, piece);
        false
    }
}

/// Where a piece can come by the further stage of a move when these cells are empty after the first one.
fn onward<const N: usize>(game: &Game, stage: usize, mv: Move, mover: Player, vacant: Bits<N>) -> Bits<N> {
    game.tables.onward.reached(&game.tables.topology, (stage, mover), mv.to(), vacant)
}
