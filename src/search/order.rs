//! Which move to try first: the stored one, captures and what may end the game, killers, then by history;
//! captures that lose last.

use super::sorting::{Ranks, SORTED_FROM, bring, put_off};
use super::window::Window;
use super::worker::Worker;
use crate::game::{Action, Bits, Cell, Game, Move, Piece, RuleFlags};
use crate::position::Board;

/// Ranks of moves that come before what history says.
const STORED: i32 = 1 << 30;
const ENDING: i32 = 1 << 26;
pub const TACTICAL: i32 = 1 << 24;
pub const KILLER: i32 = 1 << 20;
const TENSION: i32 = KILLER / 8;
/// Not ranked yet: most nodes are decided before by the stored move or a capture.
const LATER: i32 = KILLER << 2;
/// Captures that lose the exchange come after what history says.
pub const LOSING: i32 = -KILLER;

/// The most that a cut teaches at once.
const MOST_LEARNT: i32 = 1_600;

impl<const N: usize> Worker<'_, N> {
    /// The next move to try. A capture of something cheaper is put off once it is seen to lose.
    #[inline]
    pub(super) fn pick(&mut self, moves: &mut [Move], ranks: &mut Ranks, at: usize, ply: usize) -> Move {
        let sorted = at >= SORTED_FROM;
        let Ranks { of, known } = ranks;
        let of = &mut of[..moves.len()];
        if at == SORTED_FROM {
            self.sorting.sort(&mut moves[at..], &mut of[at..]);
        }
        loop {
            if !sorted && at < *known {
                bring(&mut moves[..*known], &mut of[..*known], at);
            }
            let mv = moves[at];
            // What was put off comes after what is not ranked yet.
            if of[at] <= LATER && *known < moves.len() {
                self.rank_later(&moves[at..], &mut of[at..], ply);
                *known = moves.len();
                if sorted {
                    self.sorting.sort(&mut moves[at..], &mut of[at..]);
                }
                continue;
            }
            let doubtful = self.plan.royal.is_some() && (ENDING - TACTICAL..STORED).contains(&of[at]);
            if !doubtful || !self.is_capture(mv) || !self.loses(mv) {
                return mv;
            }
            of[at] += LOSING - ENDING;
            if sorted {
                put_off(&mut moves[at..], &mut of[at..]);
            }
        }
    }

    /// A move that cut is worth trying early elsewhere, those before it are not, whether they were tried or left out.
    /// From `end` on there are those that were dropped.
    ///
    /// Tried and left: those that were tried alone. Against ourselves at 10,000 nodes atomic chess won 63 [54, 72] percent in
    /// 100 games, chess 53 [45, 61] in 100, shogi 52 [38, 65] in 60, crazyhouse 47 [36, 57] in 88. Against another program, from
    /// the same openings each time, atomic chess had 43 [36, 51] percent and not 50 [43, 57] at 20,000 nodes, 160 games each, and
    /// 30 and not 35 in 160 at 100 ms.
    pub(super) fn cut_off(&mut self, aim: &Window, moves: &[Move], ranks: &[i32], (at, end): (usize, usize)) {
        self.counters.cutoffs += 1;
        let (mv, turn, before) = (moves[at], self.board.turn(), self.before(aim.ply));
        let bonus = (160 * aim.depth - 100).clamp(1, MOST_LEARNT);
        let quiet = !self.is_capture(mv);
        if quiet {
            let killers = &mut self.plies[aim.ply].killers;
            if killers[0] != mv {
                killers[1] = killers[0];
                killers[0] = mv;
            }
        }
        let dropped_before = (end..moves.len()).filter(|&dropped| ranks[dropped] > ranks[at]);
        for tried in (0..=at).chain(dropped_before).map(|at| moves[at]) {
            let bonus = if tried == mv { bonus } else { -bonus };
            if self.is_capture(tried) {
                let taken = self.taken(tried);
                self.history.learn_capture(turn, tried, taken, bonus);
            } else if quiet {
                self.history.learn(turn, tried, &before, bonus);
            }
        }
    }

    #[inline]
    pub(super) fn is_capture(&self, mv: Move) -> bool {
        self.board.is_capture(self.game, mv)
    }

    /// The number of the kind on the cell that a capture comes to; the first kind where it takes something else.
    fn taken(&self, mv: Move) -> usize {
        let piece = self.board.at(mv.to());
        if piece.is_none() { 0 } else { piece.kind().index() }
    }

    /// How early each move is tried. Tactics come to the front; of all others [`Worker::pick`] says it once it comes to
    /// them.
    pub(super) fn rank(&mut self, moves: &mut [Move], stored: Option<Move>, ply: usize, ranks: &mut Ranks) {
        ranks.of.clear();
        if self.plan.lines {
            self.rank_on_lines(moves, stored, ply, &mut ranks.of);
            ranks.known = moves.len();
            return;
        }
        let killers = self.plies[ply].killers;
        let turn = self.board.turn();
        let targets = !self.board.vacant() & !self.board.owned(turn) | self.plan.goal[turn.index()];
        ranks.of.resize(moves.len(), LATER);
        ranks.known = 0;
        for at in 0..moves.len() {
            let mv = moves[at];
            let rank = match mv {
                mv if stored == Some(mv) => STORED,
                mv if !self.is_tactical_among(mv, &targets) => continue,
                mv => ENDING + self.gain(mv) + if killers.contains(&mv) { KILLER } else { 0 },
            };
            ranks.of[ranks.known] = rank;
            moves[ranks.known..=at].rotate_right(1);
            ranks.known += 1;
        }
    }

    /// The same where lines of pieces decide.
    fn rank_on_lines(&mut self, moves: &[Move], stored: Option<Move>, ply: usize, ranks: &mut Vec<i32>) {
        let turn = self.board.turn();
        self.scorer.tell_tension(moves.iter().map(|mv| mv.to()));
        let (own, other) = (self.scorer.builders(turn), self.scorer.builders(!turn));
        let (killers, history) = (self.plies[ply].killers, self.history.after(turn, &self.before(ply)));
        ranks.extend(moves.iter().map(|&mv| {
            if stored == Some(mv) {
                return STORED;
            }
            let mut rank = history.of(mv);
            rank += 4 * self.scorer.tension(mv.to()).clamp(-TENSION, TENSION);
            rank += if own.has(mv.to()) { TACTICAL } else { 0 };
            rank += if other.has(mv.to()) { KILLER } else { 0 };
            if killers.contains(&mv) { rank + KILLER } else { rank }
        }));
    }

    /// Ranks the moves that are not ranked yet.
    fn rank_later(&self, moves: &[Move], ranks: &mut [i32], ply: usize) {
        let killers = self.plies[ply].killers;
        let history = self.history.after(self.board.turn(), &self.before(ply));
        for (&mv, rank) in moves.iter().zip(ranks).filter(|(_, rank)| **rank == LATER) {
            let killer = if killers.contains(&mv) { KILLER } else { 0 };
            *rank = history.of(mv) + killer;
        }
    }

    /// The same as [`is_tactical`], for who knows the cells of the goal and of pieces that are not the mover's.
    #[inline]
    fn is_tactical_among(&self, mv: Move, targets: &Bits<N>) -> bool {
        match self.game.tables.actions[mv.rule()] {
            Action::Shift | Action::Change if !self.game.flags(mv).contains(RuleFlags::CAPTURES_MORE) => {
                mv.becomes().is_some() || targets.has(mv.to())
            }
            _ => is_tactical(self.game, &self.board, &self.plan.goal[self.board.turn().index()], mv),
        }
    }

    /// Points that a capture takes from the opponent, less a little of what is risked, more or less by what such
    /// captures were worth elsewhere.
    fn gain(&self, mv: Move) -> i32 {
        if !self.is_capture(mv) {
            return 0;
        }
        let learnt = self.history.of_capture(self.board.turn(), mv, self.taken(mv)) / 64;
        let chosen = mv.stage().map_or(0, |cell| self.worth_at(cell));
        (64 + self.worth_at(mv.to()) + chosen - self.worth_at(mv.from()) / 16 + learnt)
            .clamp(-TACTICAL, TACTICAL)
    }

    /// What the piece on a cell is worth to its owner.
    pub(super) fn worth_at(&self, cell: Cell) -> i32 {
        let piece = self.board.at(cell);
        if piece.is_none() { 0 } else { self.worth_of(piece, cell) }
    }

    /// What a piece would be worth to its owner on a cell.
    #[inline]
    pub(super) fn worth_of(&self, piece: Piece, cell: Cell) -> i32 {
        piece.owner().sign() * self.game.tables.keys.of(piece, cell).worth.early()
    }
}

/// Captures, and moves that may end the game.
#[inline(always)]
pub fn is_tactical<const N: usize>(game: &Game, board: &Board<N>, goal: &Bits<N>, mv: Move) -> bool {
    match game.tables.actions[mv.rule()] {
        Action::Shift | Action::Change | Action::Chain | Action::Stay => {
            mv.becomes().is_some() || board.is_capture(game, mv) || goal.has(mv.to())
        }
        Action::Exit => true,
        Action::Drop(_) | Action::Castle => mv.stage().is_some() && board.is_capture(game, mv),
        Action::Pass | Action::Swap => false,
    }
}
