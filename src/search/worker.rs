//! What one thread of the search carries along, and how it enters a position: counting, ends,
//! repetition, threats.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::deadline::CLOCK_NODES;
use super::history::{Before, History};
use super::plan::GameFacts;
use super::sorting::{Ranks, Sorting};
use super::swing::Swing;
use super::table::Table;
use super::window::Forced;
use super::{Counters, Exact, Limits, Tablebase};
use crate::eval::{Evaluator, LIMIT, Learned, Score, Scorer, View, WIN};
use crate::game::{Game, Move};
use crate::position::{Board, MoveList, Outcome};

/// No line of play is followed further than this.
pub const MAX_PLY: usize = 400;

/// Clocks that end the game within so many plies tell positions apart.
pub const NEAR_LIMIT: u32 = 40;

/// Nodes are spared for so long beyond the deadline.
const SPARED_TIME: Duration = Duration::from_micros(250);

/// Tells keys under which strict looks are remembered from the others.
const STRICT: u64 = 0x5354_5249_4354_4C59;

/// Buffers of one ply.
#[derive(Clone, Debug)]
pub struct Ply {
    pub list: MoveList,
    pub ranks: Ranks,
    pub pv: Vec<Move>,
    pub killers: [Move; 2],
    /// The key of the position, and whether what it remembers holds for all positions of the key, though clocks run.
    pub key: u64,
    pub knows_clocks: bool,
    /// The static value, the first player's, where it was asked for.
    pub standing: Option<Score>,
    /// The same, or the value that is stored of the position, where that says more.
    pub judged: Option<Score>,
    /// A move that is not looked at, to see what the others are worth.
    pub left_out: Move,
    /// The move that is looked at, as [`History::arrival`] numbers it.
    pub arrival: Option<usize>,
}

/// What entering a position found.
#[derive(Clone, Copy, Debug)]
pub enum Entered<const N: usize> {
    /// The value is known without looking at moves.
    Known(Score),
    /// The opponent threatens to complete a line next, or to make a double threat next.
    Forced(Forced<N>),
    /// The opponent threatens to end the game with the next move: every move that does not meet the threat
    /// is refuted by it at once.
    Threatened,
    /// Nothing special.
    Open,
}

/// One thread's search of one position. Values are the mover's; wins are counted from the root.
pub struct Worker<'a, const N: usize> {
    pub game: &'a Arc<Game>,
    pub board: Board<N>,
    pub scorer: Scorer<N>,
    pub plan: GameFacts<N>,
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub evaluator: Option<&'a mut (dyn Evaluator + 'static)>,
    pub counters: Counters,
    /// How often something was taken for true that is not proven: a static value at the horizon, a
    /// repetition, a stored value that rests on such.
    pub guesses: u64,
    /// How often somebody won or lost by a repetition. What follows from that holds after the moves that
    /// led here and need not hold elsewhere.
    pub repetitions: u64,
    pub plies: Vec<Ply>,
    pub history: History,
    /// Room to sort the moves of a node in.
    pub sorting: Sorting,
    /// How much the static value changes from ply to ply.
    pub swing: Swing,
    /// The depth of the iteration.
    pub iteration: usize,
    /// The root move to begin with.
    pub first: Option<Move>,
    /// The value of the root move that raised the lower bound last.
    pub raised: Score,
    /// Root moves that multi-PV has dealt with.
    pub excluded: Vec<Move>,
    pub stopped: bool,
    /// Nothing is left out and nothing looked at less deeply: who asks wants to be sure.
    pub strict: bool,
    /// Players who do not let the turn pass in what is looked at now, see [`Worker::refuted_by_pass`].
    pub no_null_move: [bool; 2],
    /// Nodes that may be visited.
    most_nodes: u64,
    /// Nodes that are visited before anybody is heard who wants the search to end.
    pub spared_nodes: u64,
    /// Whether the player to move in the position entered next is in check, where that is known already.
    pub in_check_hint: Option<bool>,
    /// Values that are known beforehand.
    pub tablebase: Option<&'a dyn Tablebase>,
}

impl<'a, const N: usize> Worker<'a, N> {
    pub fn new(
        game: &'a Arc<Game>,
        board: Board<N>,
        table: &'a Table,
        limits: &'a Limits,
        evaluator: Option<&'a mut (dyn Evaluator + 'static)>,
        learned: Option<Learned>,
    ) -> Self {
        Worker {
            scorer: Scorer::going_on(game, &board, &limits.stop, learned),
            plan: GameFacts::new(game),
            history: History::new(game),
            sorting: Sorting::default(),
            swing: Swing::default(),
            iteration: 0,
            first: None,
            raised: 0,
            counters: Counters::default(),
            guesses: 0,
            repetitions: 0,
            plies: Vec::new(),
            excluded: Vec::new(),
            stopped: false,
            strict: false,
            no_null_move: [false; 2],
            most_nodes: limits.nodes,
            spared_nodes: 0,
            in_check_hint: None,
            tablebase: None,
            game,
            board,
            table,
            limits,
            evaluator,
        }
    }

    /// Buffers down to a ply exist.
    pub fn reserve(&mut self, ply: usize) {
        while self.plies.len() <= ply {
            self.plies.push(Ply {
                list: MoveList::new(self.game),
                ranks: Ranks::default(),
                pv: Vec::new(),
                killers: [Move::NONE; 2],
                key: 0,
                knows_clocks: false,
                standing: None,
                judged: None,
                left_out: Move::NONE,
                arrival: None,
            });
        }
    }

    /// Whether more or less than the best of all moves is asked for.
    pub fn is_partial(&self) -> bool {
        self.limits.lines > 1 || !self.limits.search_moves.is_empty()
    }

    /// Whether the root may be left by a move.
    #[inline]
    pub fn may_begin_with(&self, mv: Move) -> bool {
        let among = &self.limits.search_moves;
        !self.excluded.contains(&mv) && (among.is_empty() || among.contains(&mv))
    }

    /// How many plies from the root this thread has been.
    pub fn seldepth(&self) -> u32 {
        self.plies.len().saturating_sub(2) as u32
    }

    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.board.play(self.game, mv);
        self.scorer.follow(&self.board);
    }

    #[inline]
    pub fn undo(&mut self) {
        self.scorer.retreat();
        self.board.undo(self.game);
    }

    /// Whether every move is looked at, as deep as the others.
    #[inline]
    pub fn leaves_nothing_out(&self) -> bool {
        self.limits.full_width || self.strict
    }

    /// Whether a ply is so far beyond the depth of the iteration that nothing more is looked at deeper by choice.
    #[inline]
    pub fn is_far(&self, ply: usize) -> bool {
        ply > 2 * self.iteration
    }

    /// Counts a node and asks whether it is time to stop.
    #[inline]
    fn tick(&mut self) -> bool {
        self.counters.nodes += 1;
        if self.counters.nodes.is_multiple_of(CLOCK_NODES) {
            self.read_clock();
        }
        if self.counters.nodes >= self.most_nodes || self.is_told_to_stop() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Stops the search when its time is up, soon also one that is spared.
    #[inline(never)]
    fn read_clock(&mut self) {
        self.limits.read_clock();
        if self.spared_nodes > 0 && self.limits.deadline.has_passed_by(SPARED_TIME) {
            self.spared_nodes = 0;
        }
    }

    /// Whether somebody wants the search to end, or its script has failed. This is asked at every node: some
    /// games have nodes that take long.
    #[inline]
    pub fn is_told_to_stop(&self) -> bool {
        let is_told = || self.counters.nodes >= self.spared_nodes;
        self.limits.stop.load(Ordering::Relaxed) && is_told() || self.scorer.fault().is_some()
    }

    /// The static value, the mover's.
    #[inline]
    pub fn static_value(&mut self) -> Score {
        self.counters.leaves += 1;
        self.guesses += 1;
        let score = match &mut self.evaluator {
            None => self.scorer.score(&self.board),
            Some(evaluator) => evaluator.evaluate(&View::new(self.game, &self.board)),
        };
        self.board.turn().sign() * score.clamp(1 - LIMIT, LIMIT - 1)
    }

    /// The static value, the mover's, if it is in the window or near it; far from it a rough one.
    #[inline]
    pub fn static_value_near(&mut self, [alpha, beta]: [Score; 2]) -> Score {
        if self.evaluator.is_some() {
            return self.static_value();
        }
        self.counters.leaves += 1;
        self.guesses += 1;
        let sign = self.board.turn().sign();
        let window = if sign > 0 { [alpha, beta] } else { [-beta, -alpha] };
        sign * self.scorer.score_near(&self.board, window).clamp(1 - LIMIT, LIMIT - 1)
    }

    /// Enters a position below the root: is it over, repeated, or decided by the next move?
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Entered<N> {
        self.reserve(ply + 1);
        self.plies[ply].pv.clear();
        let in_check_hint = self.in_check_hint.take();
        if self.tick() {
            return Entered::Known(0);
        }
        if let Some(value) = self.over(ply) {
            return Entered::Known(value);
        }
        if let Some(exact) = self.known() {
            return Entered::Known(exact.score(ply));
        }
        if ply >= MAX_PLY {
            return Entered::Known(self.static_value());
        }
        if self.limits.full_width {
            return Entered::Open;
        }
        // Tried and left: the same where somebody can win by a repetition, and this one would be a draw. At 3,000
        // nodes, 80 games: shogi -39 [-75, -4] Elo, xiangqi -9 [-59, +41].
        if self.plan.returns && self.board.occurrences(self.game) > 1 {
            self.guesses += 1;
            return Entered::Known(0);
        }
        if self.plan.lines {
            return self.threat(ply);
        }
        if self.plan.reaches(self.game, &self.board) {
            return Entered::Known(WIN - ply as Score - 1);
        }
        let turn = self.board.turn();
        let check = |worker: &Self| worker.game.facts.has_royals && worker.board.in_check(worker.game, turn);
        let threatened = in_check_hint.unwrap_or_else(|| check(self))
            || self.plan.could_reach(self.game, &self.board, !turn);
        match threatened {
            true => Entered::Threatened,
            false => Entered::Open,
        }
    }

    /// The value of a finished game. Where whether there are moves is asked late, a position without any is
    /// not seen here, unless another end would come before it wrongly.
    #[inline]
    fn over(&mut self, ply: usize) -> Option<Score> {
        let late = self.asks_late();
        let ends = match late {
            // The position before was not over.
            true if self.board.has_kept_material(self.game) => &self.plan.lasting_ends,
            true => &self.plan.early_ends,
            false => &self.plan.ends,
        };
        let mut outcome = self.board.end_reached(self.game, ends)?;
        if late {
            outcome = self.board.end_reached(self.game, &self.plan.ends)?;
        }
        self.note_repetition(outcome);
        Some(self.decided(outcome, ply))
    }

    /// Whether the ends that need the player to move to be stuck are asked only where no move was found. A
    /// search that takes nothing for granted asks them at its leaves too.
    #[inline]
    pub fn asks_late(&self) -> bool {
        self.plan.asks_late && !self.limits.full_width
    }

    /// The value of a position in which no move was found.
    pub fn stuck(&mut self, ply: usize) -> Score {
        let Some(outcome) = self.board.end_reached(self.game, &self.plan.ends) else { return 0 };
        self.note_repetition(outcome);
        self.decided(outcome, ply)
    }

    #[inline]
    fn note_repetition(&mut self, outcome: Outcome) {
        if outcome.end.is_some_and(|end| self.plan.repeats[end]) {
            self.guesses += 1;
            self.repetitions += outcome.winner.is_some() as u64;
        }
    }

    /// The key under which a position is remembered: where ends depend on how long the game took, and are
    /// near, that belongs to it. It is kept with the ply.
    #[inline]
    pub fn key(&mut self, ply: usize) -> u64 {
        let clocks = if self.plan.timed { self.board.clock_key(self.game, NEAR_LIMIT) } else { 0 };
        let key = self.board.path_key(self.game) ^ clocks ^ if self.strict { STRICT } else { 0 };
        (self.plies[ply].key, self.plies[ply].knows_clocks) = (key, !self.plan.timed || clocks != 0);
        key
    }

    /// The moves one, two and four plies ago, as histories number them.
    pub fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|back| self.plies[ply.checked_sub(back)?].arrival)
    }

    /// From here on nothing is left out, and what is remembered of other looks is not believed; for so many
    /// nodes at most.
    pub fn start_strictly(&mut self, nodes: u64) {
        self.strict = true;
        self.most_nodes = self.limits.nodes.min(self.counters.nodes.saturating_add(nodes));
    }

    /// Goes on as before; says whether the nodes were enough.
    pub fn stop_strictly(&mut self) -> bool {
        let enough = !self.stopped;
        let over = self.counters.nodes >= self.limits.nodes || self.limits.stop.load(Ordering::Relaxed);
        (self.strict, self.most_nodes, self.stopped) = (false, self.limits.nodes, over);
        enough
    }

    /// The value of the position on the board, when it is known beforehand.
    #[inline]
    fn known(&self) -> Option<Exact> {
        self.tablebase?.probe(&View::new(self.game, &self.board))
    }

    /// Goes on with a line by what is known, nearest wins against longest resistance, to the end of the game.
    /// A draw is not gone on with: it may never end.
    pub fn play_out(&mut self, line: &mut Vec<Move>) {
        self.go_on(line, |worker, _| {
            let exact = worker.known().filter(|exact| exact.plies().is_some())?;
            worker.keeps(exact)
        });
    }

    /// Goes on with a line of play as long as it is told what comes after so many moves.
    pub fn go_on(&mut self, played: &mut Vec<Move>, mut next: impl FnMut(&mut Self, usize) -> Option<Move>) {
        played.iter().for_each(|&mv| self.play(mv));
        while let Some(mv) = next(self, played.len()) {
            self.play(mv);
            played.push(mv);
        }
        played.iter().for_each(|_| self.undo());
    }

    /// The first move that keeps a known value.
    fn keeps(&mut self, exact: Exact) -> Option<Move> {
        if exact.plies() == Some(0) {
            return None;
        }
        let mut list = MoveList::new(self.game);
        self.board.legal_moves(self.game, &mut list);
        list.as_slice().iter().copied().find(|&mv| {
            self.board.play(self.game, mv);
            let after = self.known();
            self.board.undo(self.game);
            after.is_some_and(|after| after.before() == exact)
        })
    }

    /// The mover's value of a finished position.
    pub fn decided(&self, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == self.board.turn() => WIN - ply as Score,
            Some(_) => ply as Score - WIN,
        }
    }

    /// The best line below becomes the rest of the best line here.
    pub fn keep_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.plies.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}
