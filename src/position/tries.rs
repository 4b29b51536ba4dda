//! Moves for a search, which tries them one by one and seldom all of them.

use super::movegen::{OpenCells, shut};
use super::{Board, LegalityInfo, MoveList};
use crate::game::{Bits, Game, Kind, Move, Movement, Piece};

impl<const N: usize> Board<N> {
    /// Fills the list with the moves that rules make. Whether one is legal, [`Board::may_play`] says when it is asked: a
    /// search seldom asks of all. Passes of the stuck are left aside.
    pub fn moves_to_try(&mut self, game: &Game, list: &mut MoveList) -> LegalityInfo<N> {
        self.moves_of_rules(game, list);
        if list.is_empty() { LegalityInfo::default() } else { self.legality_info(game) }
    }

    /// Whether a move that a rule makes is legal, given what is in doubt in the position.
    #[inline]
    pub fn may_play(&mut self, game: &Game, info: &LegalityInfo<N>, mv: Move) -> bool {
        self.is_safe(game, info, mv) && (!game.may_be_vetoed(mv) || self.veto(game, mv).is_none())
    }

    /// The same as [`Board::moves_to_try`] of captures, of moves by which a piece becomes another one, and of those that
    /// come to a cell of the goal, so far as `wanted` is true of them.
    pub fn tactics_to_try(
        &mut self,
        game: &Game,
        goal: &Bits<N>,
        list: &mut MoveList,
        wanted: impl Fn(&Board<N>, Move) -> bool,
    ) -> LegalityInfo<N> {
        match game.rules.stages.is_empty() {
            true => self.first_tactics(game, goal, list),
            false => self.first_stages(game, list),
        }
        self.finish_stages(game, list);
        list.retain(|mv| wanted(self, mv));
        if list.is_empty() { LegalityInfo::default() } else { self.legality_info(game) }
    }

    /// Those moves before any chain: no drop, no castle, no pass, and of the others none that but carries a piece to an
    /// empty cell outside the goal.
    fn first_tactics(&mut self, game: &Game, goal: &Bits<N>, list: &mut MoveList) {
        list.len = 0;
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        if !game.facts.pieces_stay {
            let pieces = self.tacticians(game, goal);
            self.offer_travels_to(game, pieces, (&open, &(*goal | !self.vacant())), list);
        }
        self.offer_gatings(game, list);
        self.drop_unmeant(game, list);
    }

    /// The pieces of the player to move that may have such moves. Most have none, and sets of cells say so sooner than their
    /// steps.
    fn tacticians(&self, game: &Game, goal: &Bits<N>) -> Bits<N> {
        let (player, occupied) = (self.turn(), self.occupied());
        let prey = occupied & !self.owned(player);
        let (tactics, movement) = (game.tactics(), &game.tables.movement);
        let of = |all, kind| all | tactics.of(movement, kind, (prey, goal), occupied, |cell| self.at(cell));
        match game.rules.tells_kinds() {
            true => self.by_kind(player).fold(Bits::EMPTY, of),
            false => of(Bits::EMPTY, (Piece::new(Kind(0), player), self.owned(player))),
        }
    }

    /// The moves of some pieces that come to one of some cells, or may do more than to carry a piece.
    fn offer_travels_to(
        &self,
        game: &Game,
        pieces: Bits<N>,
        (open, cells): (&OpenCells<N>, &Bits<N>),
        list: &mut MoveList,
    ) {
        let MoveList { moves, len } = list;
        let mut kept = *len;
        for cell in pieces {
            let steps = game.tables.movement.steps(self.at(cell), cell);
            let mut next = 0;
            while let Some(step) = steps.get(next) {
                let to = step.mv.to();
                moves[kept] = step.mv;
                let lands = open[step.land as usize % Movement::MAX_FILTERS].has(to);
                kept += (lands & (step.does_more | cells.has(to))) as usize;
                let passes = open[step.pass as usize % Movement::MAX_FILTERS].has(to);
                next += if passes { 1 } else { step.skip as usize };
            }
        }
        *len = kept;
    }
}
