//! A state unpacked: how play stands there, and the states that moves lead to.

use std::sync::Arc;

use super::{Trouble, Work};
use crate::game::{Cell, Game, Piece, Player};
use crate::position::{Board, MoveList, Outcome, Rest};
use crate::solve::code::{DRAW, LOSS, MOST, OPEN, WIN};

use super::layout::Layout;

/// What a thread needs to look at states.
pub struct Looker<'a, const N: usize> {
    game: &'a Arc<Game>,
    layout: &'a Layout,
    ends: Vec<usize>,
    board: Board<N>,
    list: MoveList,
    pieces: Vec<(Cell, Piece)>,
    rest: Rest,
    key: Vec<u8>,
}

impl<'a, const N: usize> Looker<'a, N> {
    /// One that has looked at nothing yet.
    pub fn new(work: &Work<'a>, board: &Board<N>) -> Self {
        let mut board = board.clone();
        board.heed(&work.options.stop);
        Looker {
            game: work.game,
            layout: work.layout,
            ends: (0..work.game.rules.ends.len()).collect(),
            board,
            list: MoveList::new(work.game),
            pieces: Vec::new(),
            rest: Rest::default(),
            key: vec![0; work.layout.bytes()],
        }
    }

    /// The key of the position on the board.
    pub fn here(&mut self) -> Result<&[u8], Trouble> {
        self.pack()?;
        Ok(&self.key)
    }

    fn pack(&mut self) -> Result<(), Trouble> {
        self.board.rest(self.game, &mut self.rest);
        let board = &self.board;
        match self.layout.write(|cell| board.at(cell), board.turn(), &self.rest, &mut self.key) {
            true => Ok(()),
            false => Err(Trouble::Strange),
        }
    }

    /// The word of a state: how it ended, or how many moves there are.
    pub fn look(&mut self, key: &[u8]) -> Result<u16, Trouble> {
        let read = self.layout.read(self.game, key, &mut self.pieces, &mut self.rest);
        let Some(turn) = read else { return Err(Trouble::Strange) };
        self.board.set_up(self.game, self.pieces.iter().copied(), turn);
        self.board.set_standing(self.game, &self.rest);
        if let Some(outcome) = self.board.end_reached(self.game, &self.ends) {
            return Ok(ended(outcome, turn));
        }
        self.board.legal_moves(self.game, &mut self.list);
        match self.list.len() {
            0 => Ok(DRAW),
            moves if moves > MOST as usize => Err(Trouble::TooLong),
            moves => Ok(OPEN | moves as u16),
        }
    }

    /// How many of each piece there are in the state that was looked at, and what is held.
    pub fn material(&self) -> (Vec<u16>, Vec<u16>) {
        let mut counts = vec![0; 2 * self.game.rules.roster.kinds];
        self.pieces.iter().for_each(|(_, piece)| counts[piece.index() - 1] += 1);
        (counts, (0..=counts_len(self.game)).map(|code| self.board.held(Piece(code as u8))).collect())
    }

    /// Visits the states that the moves of the state that was looked at lead to, each with whether the same player
    /// goes on there.
    pub fn visit(
        &mut self,
        mut visit: impl FnMut(&[u8], bool) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let turn = self.board.turn();
        for at in 0..self.list.len() {
            let mv = self.list.as_slice()[at];
            self.board.play(self.game, mv);
            let packed = self.pack();
            let stays = self.board.turn() == turn;
            self.board.undo(self.game);
            packed?;
            visit(&self.key, stays)?;
        }
        Ok(())
    }
}

fn counts_len(game: &Game) -> usize {
    2 * game.rules.roster.kinds
}

fn ended(outcome: Outcome, turn: Player) -> u16 {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == turn => WIN,
        Some(_) => LOSS,
    }
}
