//! Iterative deepening: one search after the other, each a ply deeper, until a limit is met or the
//! value is proven.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::history::History;
use super::proof::Prover;
use super::table::{Bound, Table};
use super::window::WORST;
use super::worker::Worker;
use super::{Counters, Limits, Line, Report, Tablebase};
use crate::eval::script::{ScriptError, ScriptFault};
use crate::eval::{Evaluator, LIMIT, Learned, Score, WIN, plies_to_win};
use crate::game::{Game, Move, Player};
use crate::position::{Board, MoveList};

/// The positions that a proof may look at even after a very short search.
const PROOF_NODES: u64 = 200_000;

/// One node of so many goes into looking for hidden wins.
const SEEKING: u64 = 12;

/// As many go into it at least where only a depth is asked for: where margins are narrow, a search of few plies is over
/// soon. With 500 and with 1,000 a win in two moves on 25 cells was not found at depth 5.
const SOUGHT_TO_A_DEPTH: u64 = 2_000;

/// A search that is stopped at once still visits so many positions, where the board has no more cells: what is found in
/// no time is better than nothing.
const SPARED_NODES: u64 = 300;
const SPARED_CELLS: usize = 256;

/// A window that fails at this width is opened wholly.
const WIDEST: Score = 4_000;

/// Runs a worker through the iterations.
pub struct Driver<'a, const N: usize> {
    worker: Worker<'a, N>,
    prover: Prover<'a, N>,
    turn: Player,
    /// The plies within which a hidden win is looked for next, what the last look took, and all of them.
    sought: u32,
    last_look: u64,
    seeking: u64,
    /// The best line of the iteration that is not finished yet.
    unfinished: Option<Line>,
}

impl<'a, const N: usize> Driver<'a, N> {
    pub fn new(
        game: &'a Arc<Game>,
        board: Board<N>,
        table: &'a Table,
        limits: &'a Limits,
        evaluator: Option<&'a mut (dyn Evaluator + 'static)>,
        learned: Option<Learned>,
    ) -> Self {
        let turn = board.turn();
        let worker = Worker::new(game, board, table, limits, evaluator, learned);
        let prover = Prover::new(game, worker.board.clone(), worker.plan.win_step, limits);
        Driver { worker, prover, turn, sought: 1, last_look: 0, seeking: 0, unfinished: None }
    }

    /// Gives away what was learned of the game, for the next search.
    pub fn release(self) -> (Option<Learned>, History) {
        (self.worker.scorer.release(), self.worker.history)
    }

    /// Goes on with what an earlier search of the game learnt about moves.
    pub fn remember(&mut self, history: Option<History>) {
        if let Some(history) = history {
            self.worker.history = history;
        }
    }

    /// Gives the search values that are known beforehand.
    pub fn know(&mut self, tablebase: Option<&'a dyn Tablebase>) {
        self.worker.tablebase = tablebase;
    }

    pub fn run(&mut self, progress: &mut dyn FnMut(&Report)) -> Report {
        let mut report = Report::nothing();
        if let Some(outcome) = self.worker.board.outcome(self.worker.game) {
            report.score = self.turn.sign() * self.worker.decided(outcome, 0);
            report.outcome = Some(outcome);
            report.exact = true;
            return report;
        }
        self.suggest_something(&mut report);
        let is_small = self.worker.game.rules.geometry.size() <= SPARED_CELLS;
        if is_small {
            self.worker.spared_nodes = SPARED_NODES;
        } else {
            self.heed_stop();
        }
        for depth in 1..=self.worker.limits.depth.clamp(1, Limits::MAX_DEPTH) {
            if depth == 2 && is_small {
                self.worker.spared_nodes = 0;
                self.heed_stop();
            }
            let guesses = self.worker.guesses;
            let Some(lines) = self.iterate(depth as i32, &report, progress) else {
                self.keep_unfinished(&mut report);
                break;
            };
            report.depth = depth;
            report.score = lines.first().map_or(0, |line| line.score);
            report.lines = lines;
            self.worker.scorer.tidy(&self.worker.board);
            let complete = self.worker.guesses == guesses;
            let decided = plies_to_win(report.score).is_some_and(|n| n.unsigned_abs() <= depth);
            report.exact = complete;
            self.count(&mut report);
            if complete && self.worker.tablebase.is_some() {
                report.lines.iter_mut().for_each(|line| self.worker.play_out(&mut line.moves));
            } else {
                self.prove(&mut report, decided);
                self.seek(&mut report);
            }
            progress(&report);
            let settled = complete || (report.exact || decided) && !self.worker.is_partial();
            if settled || self.worker.limits.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.count(&mut report);
        let real = |error: &&ScriptError| error.fault != ScriptFault::Stopped;
        report.script_error = self.worker.scorer.fault().filter(real).cloned();
        report
    }

    /// Searches along with another thread's driver until told to stop: what it finds goes to the table.
    /// Every second helper is a ply ahead, so that not all look at the same positions at the same time.
    /// Returns what it counted.
    pub fn assist(&mut self, number: usize) -> Counters {
        let mut last = Report::nothing();
        self.heed_stop();
        for depth in 1..=Limits::MAX_DEPTH as usize {
            let Some(lines) = self.iterate((depth + number % 2) as i32, &last, &mut |_| {}) else { break };
            last.lines = lines;
            self.worker.scorer.tidy(&self.worker.board);
        }
        self.worker.counters
    }

    /// From here on not even a single position is looked at for long once it is time to stop.
    fn heed_stop(&mut self) {
        self.worker.board.heed(&self.worker.limits.stop);
        self.prover.heed_stop();
    }

    /// A search that is stopped before its first iteration still has a move to offer.
    fn suggest_something(&mut self, report: &mut Report) {
        let mut list = MoveList::new(self.worker.game);
        self.worker.board.legal_moves(self.worker.game, &mut list);
        report.score = self.turn.sign() * self.worker.static_value();
        let line = |&mv| Line { score: report.score, moves: vec![mv] };
        let may = |mv: &&Move| self.worker.may_begin_with(**mv);
        report.lines = list.as_slice().iter().find(may).map(line).into_iter().collect();
    }

    /// All lines of one depth, best first; `None` when the search was stopped.
    fn iterate(&mut self, depth: i32, last: &Report, progress: &mut dyn FnMut(&Report)) -> Option<Vec<Line>> {
        let mut lines: Vec<Line> = Vec::new();
        self.worker.excluded.clear();
        self.unfinished = None;
        for number in 0..self.worker.limits.lines.max(1) {
            let known = last.lines.get(number).filter(|_| depth > 1);
            let expected = known.map(|line| self.turn.sign() * line.score);
            self.worker.first = known.and_then(|line| line.moves.first().copied());
            let mut tell = |driver: &Self, value, bound| {
                if driver.worker.limits.tells_bounds {
                    progress(&driver.bounded(last, (number, depth as u32), value, bound));
                }
            };
            let value = self.aspire(expected, depth, &mut tell)?;
            let mut moves = self.worker.plies[0].pv.clone();
            let Some(&first) = moves.first() else { break };
            if let Some(plies) = plies_to_win(value).filter(|_| self.worker.plan.lines) {
                self.worker.finish(&mut moves, plies.unsigned_abs() as usize);
            }
            self.worker.excluded.push(first);
            lines.push(Line { score: self.turn.sign() * value, moves });
        }
        lines.sort_by_key(|line| -self.turn.sign() * line.score);
        Some(lines)
    }

    /// Searches in a narrow window around the expected value, and wider where that fails.
    ///
    /// Tried and left: half a swing instead of 16 points. Chess +5 [-28, +37] Elo at 4,000 nodes, 300 games.
    fn aspire(
        &mut self,
        expected: Option<Score>,
        depth: i32,
        tell: &mut dyn FnMut(&Self, Score, Bound),
    ) -> Option<Score> {
        let Some(expected) = expected.filter(|value| value.abs() < LIMIT && depth > 3) else {
            return self.search(WORST, -WORST, depth);
        };
        let mut width = 16 + expected.abs() / 16;
        let (mut alpha, mut beta) = (expected - width, expected + width);
        loop {
            let value = self.search(alpha, beta, depth)?;
            width *= 4;
            let reach = if width < WIDEST { width } else { 2 * WIN };
            if value <= alpha {
                tell(self, value, Bound::Upper);
                alpha = (value - reach).max(WORST);
            } else if value >= beta {
                tell(self, value, Bound::Lower);
                beta = (value + reach).min(-WORST);
            } else {
                return Some(value);
            }
        }
    }

    /// A bound for the player to move as the first player sees it.
    fn seen_by_first(&self, bound: Bound) -> Bound {
        match (self.turn.sign(), bound) {
            (1.., bound) => bound,
            (_, Bound::Upper) => Bound::Lower,
            (_, Bound::Lower) => Bound::Upper,
            (_, Bound::Exact) => Bound::Exact,
        }
    }

    /// What is known while a line of the current depth is only bounded.
    fn bounded(&self, last: &Report, (number, depth): (usize, u32), value: Score, bound: Bound) -> Report {
        let score = self.turn.sign() * value;
        let moves = match (bound, last.lines.get(number)) {
            (Bound::Upper, Some(line)) => line.moves.clone(),
            _ => self.worker.plies[0].pv.clone(),
        };
        let bound = self.seen_by_first(bound);
        let mut report =
            Report { depth, score, bound, lines: vec![Line { score, moves }], ..Report::nothing() };
        self.count(&mut report);
        report
    }

    fn search(&mut self, alpha: Score, beta: Score, depth: i32) -> Option<Score> {
        let value = self.worker.root(alpha, beta, depth);
        self.note_best();
        (!self.worker.stopped && self.worker.scorer.fault().is_none()).then_some(value)
    }

    /// Notes the move that raised the lower bound last: the next search of this iteration begins with it, and if it
    /// is stopped, that move is played. That it loses is not claimed, for others may have been left.
    fn note_best(&mut self) {
        let (value, moves) = (self.worker.raised, &self.worker.plies[0].pv);
        if let Some(&first) = moves.first() {
            self.worker.first = Some(first);
            let line = Line { score: self.turn.sign() * value, moves: moves.clone() };
            self.unfinished = Some(line).filter(|_| value > -LIMIT);
        }
    }

    /// What an iteration that was stopped has found is better than what the one before knew.
    fn keep_unfinished(&mut self, report: &mut Report) {
        let whole = self.worker.limits.lines <= 1 && self.worker.scorer.fault().is_none();
        if let Some(line) = self.unfinished.take().filter(|_| whole) {
            // Of others nothing is known yet: they may be better still.
            report.bound = self.seen_by_first(Bound::Lower);
            report.score = line.score;
            report.lines = vec![line];
        }
    }

    /// Looks for a nearer win than the one found, and plays the nearest one out. Where the search is
    /// done otherwise, the proof may take as long as the limits allow.
    fn prove(&mut self, report: &mut Report, decided: bool) {
        let Some(plies) = plies_to_win(report.score) else { return };
        // The line that proves a win need not begin with the move that found it, so it cannot stand
        // among other lines.
        let plan = &self.worker.plan;
        if plan.royal.is_some() {
            // A search that leaves nothing out as it is has looked at all that is nearer.
            let limits = self.worker.limits;
            if decided && !report.exact && !self.worker.is_partial() && !limits.full_width {
                self.confirm(report, plies.unsigned_abs());
            }
            return;
        }
        if !plan.repeating_draws || self.worker.is_partial() || self.runs_out_within(plies.unsigned_abs()) {
            return;
        }
        let limits = self.worker.limits;
        let small = PROOF_NODES.max(report.nodes);
        let budget = if decided { limits.proof.max(small) } else { small };
        let left = limits.nodes.saturating_sub(report.nodes);
        let winner = if report.score > 0 { Player::First } else { Player::Second };
        let Some(nearest) = self.prover.nearest(winner, plies.unsigned_abs(), budget.min(left)) else {
            return;
        };
        report.exact = true;
        report.score = winner.sign() * (WIN - nearest as Score);
        let line = self.prover.line(winner, nearest, report.lines.first());
        if let Some(best) = report.lines.first_mut()
            && line.len() == nearest as usize
        {
            *best = Line { score: report.score, moves: line };
        }
    }

    /// Whether a count of plies can reach its limit so soon: then equal positions need not be worth the same.
    fn runs_out_within(&self, plies: u32) -> bool {
        self.worker.plan.timed && self.worker.board.clock_key(self.worker.game, plies) != 0
    }

    /// Looks for a nearer end than the one found, leaving nothing out, and says whether there is none. The
    /// end found is forced: what is left out elsewhere never makes a search claim one, but it may hide a
    /// nearer one.
    fn confirm(&mut self, report: &mut Report, plies: u32) {
        let winning = report.score.signum() == self.turn.sign();
        let repetitions = self.worker.repetitions;
        let budget = self.worker.limits.proof.max(PROOF_NODES).max(report.nodes);
        self.worker.excluded.clear();
        self.worker.start_strictly(budget);
        let step = self.worker.plan.win_step;
        for nearer in (1..plies).filter(|nearer| (plies - nearer).is_multiple_of(step)) {
            if self.ends_within(nearer, winning) {
                self.correct(report, nearer, winning);
                break;
            }
        }
        report.exact = self.worker.stop_strictly() && self.worker.repetitions == repetitions;
        self.count(report);
    }

    /// Looks for a win that what is left out elsewhere hides, such as one by leaving the opponent no good
    /// move: a ply further each time, as long as that takes a small share of the nodes.
    fn seek(&mut self, report: &mut Report) {
        let known = plies_to_win(report.score).is_some();
        let limits = self.worker.limits;
        let said = known || report.exact || limits.full_width || self.worker.is_partial();
        if said || self.worker.plan.royal.is_none() {
            return;
        }
        let least = if limits.nodes == u64::MAX && limits.time.is_none() { SOUGHT_TO_A_DEPTH } else { 0 };
        while self.sought < report.depth {
            let (nodes, repetitions) = (self.worker.counters.nodes, self.worker.repetitions);
            let share = (nodes / SEEKING).max(least).saturating_sub(self.seeking);
            if share <= 4 * self.last_look {
                return;
            }
            self.worker.excluded.clear();
            self.worker.start_strictly(share);
            let found = self.ends_within(self.sought, true);
            let sure = self.worker.stop_strictly();
            self.last_look = self.worker.counters.nodes - nodes;
            self.seeking += self.last_look;
            if found {
                self.correct(report, self.sought, true);
                report.exact = self.worker.repetitions == repetitions;
                self.count(report);
                return;
            }
            if !sure {
                return;
            }
            self.sought += 1;
        }
    }

    /// Whether the player to move forces a win, or a loss is forced on it, within so many plies.
    fn ends_within(&mut self, plies: u32, winning: bool) -> bool {
        if self.worker.stopped {
            return false;
        }
        let end = WIN - plies as Score;
        let (alpha, beta) = if winning { (end - 1, end) } else { (-end, 1 - end) };
        let value = self.worker.root(alpha, beta, plies as i32 + 1);
        (value >= beta) == winning && !self.worker.stopped
    }

    /// The end found last is reported in place of what was found before.
    fn correct(&self, report: &mut Report, plies: u32, winning: bool) {
        let sign = if winning { self.turn.sign() } else { -self.turn.sign() };
        report.score = sign * (WIN - plies as Score);
        let moves = self.worker.plies[0].pv.clone();
        if let Some(best) = report.lines.first_mut().filter(|_| !moves.is_empty()) {
            *best = Line { score: report.score, moves };
        }
    }

    fn count(&self, report: &mut Report) {
        let counters = &self.worker.counters;
        report.nodes = counters.nodes;
        report.leaves = counters.leaves;
        report.comparisons = counters.comparisons;
        report.cutoffs = counters.cutoffs;
        report.seldepth = self.worker.seldepth();
        report.hashfull = self.worker.table.fullness();
        debug_assert!(report.score.abs() <= WIN);
    }
}
