//! Which states play can reach, and how many moves each has.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::code::{DRAW, FRESH, LOSS, MOST, OPEN, UNREACHED, WIN};
use super::index::Cursor;
use super::work::{Marks, Work, pieces};
use super::{SolveError, SolveProgress};
use crate::game::{Bits, Piece, Player};
use crate::position::{Board, MoveList, Outcome};

/// Looks at every state that play can reach from the board's, or at all of them when that is asked for.
pub fn reach<const N: usize>(work: &Work<'_>, board: &Board<N>) -> Result<(), SolveError> {
    let marks = work.no_marks();
    let sets = sets(board, work.index.pieces());
    if let Some(root) = work.index.rank(&sets, board.turn()) {
        work.word(root).store(FRESH, Relaxed);
        marks.set(root);
    }
    // Marks say where to look, but one may be missed while its chunk is being visited: the last look is at
    // everything.
    let mut everywhere = work.options.all;
    loop {
        if everywhere {
            marks.set_all();
        }
        let before = work.done();
        let tools = || Expander::new(work, &marks, board);
        work.visit(&marks, tools, |expander, states| expander.expand(states))?;
        let found = work.done() > before;
        if everywhere && !found {
            return Ok(());
        }
        everywhere = !found;
    }
}

/// The cells of each piece.
pub fn sets<const N: usize>(board: &Board<N>, pieces: usize) -> Vec<Bits<N>> {
    (1..=pieces).map(|code| board.of(Piece(code as u8))).collect()
}

struct Expander<'a, const N: usize> {
    work: &'a Work<'a>,
    marks: &'a Marks,
    ends: Vec<usize>,
    cursor: Cursor<'a, N>,
    board: Board<N>,
    list: MoveList,
    after: Vec<Bits<N>>,
}

impl<'a, const N: usize> Expander<'a, N> {
    fn new(work: &'a Work<'a>, marks: &'a Marks, board: &Board<N>) -> Self {
        let mut board = board.clone();
        board.heed(&work.options.stop);
        Expander {
            work,
            marks,
            ends: (0..work.game.rules.ends.len()).collect(),
            cursor: Cursor::new(work.index),
            board,
            list: MoveList::new(work.game),
            after: vec![Bits::EMPTY; work.index.pieces()],
        }
    }

    fn expand(&mut self, states: Range<u64>) {
        let mut done = 0;
        for state in states {
            let word = self.work.word(state);
            if word.load(Relaxed) != FRESH {
                continue;
            }
            if self.work.is_over() {
                break;
            }
            let Some((sets, turn)) = self.cursor.read(state) else { continue };
            self.board.set_up(self.work.game, pieces(sets), turn);
            let found = self.look(turn);
            word.store(found, Relaxed);
            done += 1;
        }
        let of = self.work.index.total();
        self.work.report(done, |states| SolveProgress::Reaching { states, of });
    }

    /// The word of the position on the board.
    fn look(&mut self, turn: Player) -> u16 {
        if let Some(outcome) = self.board.end_reached(self.work.game, &self.ends) {
            return ended(outcome, turn);
        }
        self.board.legal_moves(self.work.game, &mut self.list);
        if self.list.is_empty() {
            return DRAW;
        }
        if self.list.len() > MOST as usize {
            self.work.fail();
        }
        if !self.work.options.all {
            self.reach_next();
        }
        OPEN | self.list.len() as u16
    }

    fn reach_next(&mut self) {
        for &mv in self.list.as_slice() {
            self.board.play(self.work.game, mv);
            for (code, set) in (1u8..).zip(&mut self.after) {
                *set = self.board.of(Piece(code));
            }
            let next = self.work.index.rank(&self.after, self.board.turn());
            self.board.undo(self.work.game);
            debug_assert!(next.is_some(), "material that no move was thought to make");
            let Some(next) = next else { continue };
            let word = self.work.word(next);
            if word.load(Relaxed) == UNREACHED
                && word.compare_exchange(UNREACHED, FRESH, Relaxed, Relaxed).is_ok()
            {
                self.marks.set(next);
            }
        }
    }
}

fn ended(outcome: Outcome, turn: Player) -> u16 {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == turn => WIN,
        Some(_) => LOSS,
    }
}
