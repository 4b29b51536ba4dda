//! What a script says of all pairs of pieces, summed up and kept up to date move by move.

use std::sync::Arc;

use super::{LIMIT, Score};
use crate::game::{Cell, Game, Pairs, Piece, Script};
use crate::position::Board;

/// The sum of a position and of those before it.
#[derive(Clone, Debug)]
pub struct PairSum {
    script: Arc<Script>,
    /// What stood where when the sum was last right.
    seen: Vec<Piece>,
    sum: i64,
    /// How long `changed` was and what the sum was, before each move.
    marks: Vec<(u32, i64)>,
    changed: Vec<(Cell, Piece)>,
}

impl PairSum {
    /// The sum of a board, for a game whose script scores pairs.
    pub fn of<const N: usize>(game: &Game, board: &Board<N>) -> Option<PairSum> {
        let script = game.evaluation.script.as_ref().filter(|script| script.pairs.is_some())?;
        let mut sum = PairSum {
            script: script.clone(),
            seen: vec![Piece::NONE; game.rules.geometry.size()],
            sum: 0,
            marks: Vec::new(),
            changed: Vec::new(),
        };
        for cell in game.rules.geometry.board().iter() {
            sum.put(cell, board.at(cell));
        }
        sum.changed.clear();
        Some(sum)
    }

    /// Takes note of the move that was just played.
    #[inline]
    pub fn follow<const N: usize>(&mut self, game: &Game, board: &Board<N>) {
        self.marks.push((self.changed.len() as u32, self.sum));
        for cell in board.changed(game) {
            self.put(cell, board.at(cell));
        }
    }

    /// Takes the last note back.
    #[inline]
    pub fn retreat(&mut self) {
        let Some((mark, sum)) = self.marks.pop() else { return };
        self.sum = sum;
        while self.changed.len() > mark as usize {
            let Some((cell, piece)) = self.changed.pop() else { break };
            self.seen[cell.index()] = piece;
        }
    }

    /// The sum.
    #[inline]
    pub fn score(&self) -> Score {
        self.sum.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as Score
    }

    #[inline]
    fn put(&mut self, cell: Cell, piece: Piece) {
        let before = self.seen[cell.index()];
        if before == piece {
            return;
        }
        let Some(pairs) = &self.script.pairs else { return };
        let worth = |pairs: &Pairs, piece: Piece| match piece.is_none() {
            true => 0,
            false => pairs.worth(piece, cell, |other| self.seen[other.index()]),
        };
        self.sum += worth(pairs, piece) - worth(pairs, before);
        self.changed.push((cell, before));
        self.seen[cell.index()] = piece;
    }
}
