//! From the ends back: each decided state tells those that it can come from.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::backward::{Backward, Sets};
use super::code::{DRAW, LOSS, MOST, OPEN, WIN, kind, number};
use super::index::Cursor;
use super::work::{Marks, Work, pieces};
use super::{SolveError, SolveProgress};
use crate::game::{Bits, Move, Player};
use crate::position::{Board, MoveList};

/// Decides what can be decided: first the wins and losses, then which draws can come to an end.
pub fn retrograde<const N: usize>(work: &Work<'_>, board: &Board<N>) -> Result<(), SolveError> {
    let backward = Backward::new(work.game);
    let reached = work.take_done();
    for kinds in [&[WIN, LOSS][..], &[DRAW]] {
        let (mut now, mut next) = (work.no_marks(), work.no_marks());
        now.set_all();
        for plies in 0.. {
            let stage = Layer { kinds, plies, reached, next: &next };
            let tools = || Teller::new(work, &backward, &stage, board);
            work.visit(&now, tools, |teller, states| teller.tell(states))?;
            if !next.any() {
                break;
            }
            if plies + 1 >= MOST as u16 {
                return Err(SolveError::TooLong);
            }
            std::mem::swap(&mut now, &mut next);
        }
    }
    Ok(())
}

/// The states that tell at one time, and where those are that will tell next.
struct Layer<'a> {
    kinds: &'a [u16],
    plies: u16,
    reached: u64,
    next: &'a Marks,
}

struct Teller<'a, const N: usize> {
    stage: &'a Layer<'a>,
    backward: &'a Backward<N>,
    cursor: Cursor<'a, N>,
    sets: Sets<N>,
    hearer: Hearer<'a, N>,
}

impl<'a, const N: usize> Teller<'a, N> {
    fn new(work: &'a Work<'a>, backward: &'a Backward<N>, stage: &'a Layer<'a>, board: &Board<N>) -> Self {
        let mut board = board.clone();
        board.heed(&work.options.stop);
        Teller {
            stage,
            backward,
            cursor: Cursor::new(work.index),
            sets: Sets::new(),
            hearer: Hearer {
                work,
                next: stage.next,
                unsure: backward.unsure,
                board,
                list: MoveList::new(work.game),
            },
        }
    }

    fn tell(&mut self, states: Range<u64>) {
        let mut told = 0;
        let work = self.hearer.work;
        for state in states {
            let word = work.word(state).load(Relaxed);
            if number(word) != self.stage.plies || !self.stage.kinds.contains(&kind(word)) {
                continue;
            }
            if work.is_over() {
                break;
            }
            let Some((sets, turn)) = self.cursor.read(state) else { continue };
            self.sets.clear();
            self.sets.extend_from_slice(sets);
            let hearer = &mut self.hearer;
            let mut visit = |sets: &[Bits<N>], mover: Player, mv: Move| hearer.hear(word, sets, mover, mv);
            self.backward.predecessors(work.game, &mut self.sets, turn, &mut visit);
            told += 1;
        }
        let (of, plies) = (self.stage.reached, self.stage.plies as u32);
        work.report(told, |states| SolveProgress::Deciding { states, of, plies });
    }
}

/// Takes down what a state is told by one that it leads to.
struct Hearer<'a, const N: usize> {
    work: &'a Work<'a>,
    next: &'a Marks,
    unsure: bool,
    board: Board<N>,
    list: MoveList,
}

impl<const N: usize> Hearer<'_, N> {
    #[inline]
    fn hear(&mut self, told: u16, sets: &[Bits<N>], mover: Player, mv: Move) {
        let Some(state) = self.work.index.rank(sets, mover) else { return };
        let word = self.work.word(state);
        if kind(word.load(Relaxed)) != OPEN || self.unsure && !self.is_legal(sets, mover, mv) {
            return;
        }
        let plies = number(told) + 1;
        let learnt = |word: u16| match (kind(word), kind(told)) {
            (OPEN, LOSS) => Some(WIN | plies),
            (OPEN, WIN) if number(word) == 1 => Some(LOSS | plies),
            (OPEN, WIN) => Some(word - 1),
            (OPEN, DRAW) => Some(DRAW | plies),
            _ => None,
        };
        if let Ok(before) = word.fetch_update(Relaxed, Relaxed, learnt)
            && learnt(before).is_some_and(|after| kind(after) != OPEN)
        {
            self.next.set(state);
        }
    }

    fn is_legal(&mut self, sets: &[Bits<N>], mover: Player, mv: Move) -> bool {
        self.board.set_up(self.work.game, pieces(sets), mover);
        self.board.legal_moves(self.work.game, &mut self.list);
        self.list.as_slice().contains(&mv)
    }
}
