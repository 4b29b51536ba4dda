//! Positions as a game tree.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{GameTree, Payoff};
use crate::eval::script::{ScriptError, ScriptFault};
use crate::eval::{Evaluator, LIMIT, Score, Scorer, View};
use crate::game::{Game, Move, Player};
use crate::position::{Board, MoveList};

/// The tree below a position, walked by playing and undoing moves on one board.
pub struct BoardTree<'a, const N: usize> {
    game: &'a Arc<Game>,
    board: Board<N>,
    scorer: Scorer<N>,
    evaluator: Option<&'a mut (dyn Evaluator + 'static)>,
    payoff: Payoff,
    list: MoveList,
    moves: u32,
}

impl<'a, const N: usize> BoardTree<'a, N> {
    /// The tree below a position. When `stop` becomes true, a script that scores it is interrupted, and what
    /// the tree says from then on means nothing.
    pub fn new(
        game: &'a Arc<Game>,
        mut board: Board<N>,
        evaluator: Option<&'a mut (dyn Evaluator + 'static)>,
        payoff: Payoff,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        board.heed(stop);
        let (scorer, list) = (Scorer::going_on(game, &board, stop, None), MoveList::new(game));
        BoardTree { game, board, scorer, evaluator, payoff, list, moves: 0 }
    }
}

impl<const N: usize> GameTree for BoardTree<'_, N> {
    type Edge = Move;

    fn is_max(&self) -> bool {
        self.board.turn() == Player::First
    }

    fn payoff(&mut self) -> Option<Score> {
        let outcome = self.board.outcome(self.game)?;
        Some(outcome.winner.map_or(0, |winner| winner.sign() * self.payoff.of_win(self.moves)))
    }

    fn eval(&mut self) -> Score {
        let score = match &mut self.evaluator {
            None => self.scorer.score(&self.board),
            Some(evaluator) => evaluator.evaluate(&View::new(self.game, &self.board)),
        };
        score.clamp(1 - LIMIT, LIMIT - 1)
    }

    fn fault(&self) -> Option<ScriptError> {
        // To be stopped is no fault.
        self.scorer.fault().filter(|error| error.fault != ScriptFault::Stopped).cloned()
    }

    fn edges(&mut self) -> Vec<Move> {
        self.board.legal_moves(self.game, &mut self.list);
        self.list.as_slice().to_vec()
    }

    fn play(&mut self, mv: Move) {
        self.board.play(self.game, mv);
        self.scorer.follow(&self.board);
        self.moves += 1;
    }

    fn undo(&mut self) {
        self.scorer.retreat();
        self.board.undo(self.game);
        self.moves -= 1;
    }
}
