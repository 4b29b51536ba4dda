//! Playouts in any game: legal moves by chance, up to an end or to a number of plies.

use super::chance::Chance;
use super::ground::{Ground, share};
use super::scale::Scale;
use crate::game::{Action, Move, Player};
use crate::position::MoveList;

/// Playouts on the board itself.
pub struct Walk {
    list: MoveList,
    /// After so many plies the definition's evaluation is asked; otherwise the game counts as drawn.
    most: usize,
    judges: bool,
}

/// How a walk goes on.
enum Step {
    Move(Move),
    Over(f32),
}

impl Walk {
    pub fn new<const N: usize>(ground: &Ground<'_, N>, most: usize, judges: bool) -> Walk {
        Walk { list: MoveList::new(ground.game), most, judges }
    }

    /// Plays to the end and takes all back. What the first player has of it; the moves are added to `made`.
    pub fn run<const N: usize>(
        &mut self,
        ground: &mut Ground<'_, N>,
        chance: &mut Chance,
        scale: &Scale,
        made: &mut Vec<(Move, Player)>,
    ) -> f32 {
        let mut plies = 0;
        let value = loop {
            match self.step(ground, chance, scale, plies) {
                Step::Over(value) => break value,
                Step::Move(mv) => {
                    made.push((mv, ground.board.turn()));
                    ground.play(mv);
                    plies += 1;
                }
            }
        };
        (0..plies).for_each(|_| ground.undo());
        value
    }

    #[inline]
    fn step<const N: usize>(
        &mut self,
        ground: &mut Ground<'_, N>,
        chance: &mut Chance,
        scale: &Scale,
        plies: usize,
    ) -> Step {
        if let Some(outcome) = ground.over() {
            return Step::Over(share(outcome.winner));
        }
        let turn = ground.board.turn();
        if ground.wins_at_once() {
            return Step::Over(share(Some(turn)));
        }
        if plies >= self.most {
            return Step::Over(if self.judges { scale.share(ground.value()) } else { 0.5 });
        }
        match self.choose(ground, chance) {
            Some(mv) => Step::Move(mv),
            None => Step::Over(share(ground.stuck())),
        }
    }

    /// A legal move by chance; a pass only where there is nothing else.
    fn choose<const N: usize>(&mut self, ground: &mut Ground<'_, N>, chance: &mut Chance) -> Option<Move> {
        if let Some(found) = self.answer(ground, chance) {
            return Some(found);
        }
        let game = ground.game;
        if game.facts.compels {
            ground.board.legal_moves(game, &mut self.list);
            let moves = self.list.as_slice();
            return (!moves.is_empty()).then(|| moves[chance.below(moves.len())]);
        }
        let is_pass = |mv: Move| game.tables.actions[mv.rule()] == Action::Pass;
        let info = ground.board.moves_to_try(game, &mut self.list);
        self.list.retain(|mv| !is_pass(mv));
        let moves = self.list.as_mut_slice();
        let mut left = moves.len();
        while left > 0 {
            let at = chance.below(left);
            let mv = moves[at];
            if ground.board.may_play(game, &info, mv) {
                return Some(mv);
            }
            left -= 1;
            moves.swap(at, left);
        }
        ground.board.legal_moves(game, &mut self.list);
        self.list.as_slice().first().copied()
    }

    /// Where the other player is about to complete a line, a drop that keeps it from that.
    fn answer<const N: usize>(&mut self, ground: &Ground<'_, N>, chance: &mut Chance) -> Option<Move> {
        let scorer = ground.scorer.as_ref().filter(|_| ground.plan.lines)?;
        let (game, board) = (ground.game, &ground.board);
        let cells = scorer.completions(!board.turn());
        let cells = if cells.is_empty() { ground.plan.nearby(game, board) } else { cells };
        board.drops_onto(game, &cells, &mut self.list);
        let moves = self.list.as_slice();
        (!moves.is_empty()).then(|| moves[chance.below(moves.len())])
    }
}
