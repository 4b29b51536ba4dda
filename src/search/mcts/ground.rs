//! The position that is played on, with what a search knows of the game.

use std::sync::Arc;

use crate::eval::{LIMIT, Scorer};
use crate::game::{Game, Move, Player};
use crate::position::{Board, MoveList, Outcome};
use crate::search::plan::GameFacts;

/// A board, its game, and the definition's evaluation where it is asked.
pub struct Ground<'a, const N: usize> {
    pub game: &'a Arc<Game>,
    pub board: Board<N>,
    pub plan: GameFacts<N>,
    /// Kept up to date where values or threats are asked for.
    pub scorer: Option<Scorer<N>>,
    /// Positions that were valued.
    pub valued: u64,
}

impl<const N: usize> Ground<'_, N> {
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.board.play(self.game, mv);
        if let Some(scorer) = &mut self.scorer {
            scorer.follow(&self.board);
        }
    }

    #[inline]
    pub fn undo(&mut self) {
        if let Some(scorer) = &mut self.scorer {
            scorer.retreat();
        }
        self.board.undo(self.game);
    }

    /// How the game ended. Where whether there are moves is asked late, a position without any is not seen here.
    #[inline]
    pub fn over(&mut self) -> Option<Outcome> {
        let late = self.plan.asks_late;
        let ends = if late { &self.plan.early_ends } else { &self.plan.ends };
        let outcome = self.board.end_reached(self.game, ends)?;
        if late { self.board.end_reached(self.game, &self.plan.ends) } else { Some(outcome) }
    }

    /// How the game ended where no move was found.
    pub fn stuck(&mut self) -> Option<Player> {
        self.board.end_reached(self.game, &self.plan.ends).and_then(|outcome| outcome.winner)
    }

    /// Whether the player to move can end the game in its favour with one move, as far as tables say.
    #[inline]
    pub fn wins_at_once(&self) -> bool {
        let turn = self.board.turn();
        let completes = |scorer: &Scorer<N>| {
            let cells = scorer.completions(turn);
            !cells.is_empty() && cells.meets(&self.board.drop_cells(self.game, turn))
        };
        let by_line = || self.plan.lines && self.scorer.as_ref().is_some_and(completes);
        self.plan.reaches(self.game, &self.board) || by_line()
    }

    /// A move that ends the game in favour of the player to move.
    pub fn winning_move(&mut self) -> Option<Move> {
        let mut list = MoveList::new(self.game);
        self.board.legal_moves(self.game, &mut list);
        let turn = self.board.turn();
        list.as_slice().iter().copied().find(|&mv| {
            self.board.play(self.game, mv);
            let outcome = self.board.outcome(self.game);
            self.board.undo(self.game);
            outcome.is_some_and(|outcome| outcome.winner == Some(turn))
        })
    }

    /// The static value, the first player's; 0 where there is none.
    pub fn value(&mut self) -> f32 {
        self.valued += 1;
        let board = &self.board;
        let value = self.scorer.as_mut().map_or(0, |scorer| scorer.score(board));
        value.clamp(1 - LIMIT, LIMIT - 1) as f32
    }
}

/// What the first player has of a game that a player has won, or nobody.
#[inline]
pub fn share(winner: Option<Player>) -> f32 {
    match winner {
        Some(Player::First) => 1.0,
        Some(Player::Second) => 0.0,
        None => 0.5,
    }
}
