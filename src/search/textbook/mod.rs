//! The textbooks' algorithms, written so that a book can be held beside the code.
//!
//! The book is Đinh Mạnh Tường, *Trí tuệ nhân tạo* (Artificial intelligence), chapter 4, "Tìm kiếm có
//! đối thủ" (search with an opponent): White (Trắng) maximises, Black (Đen) minimises. Its names stand
//! in the doc comments: `u` is a position, `v` and `w` are what one move leads to, `h` is how many
//! moves are looked ahead, α and β are the best that White and Black are sure of so far.
//!
//! - [`minimax`]: `MaxVal` and `MinVal` with the payoff function, and `Minimax(u, v)`.
//! - [`depth_limited`]: the same with a depth `h` and the evaluation of what lies there.
//! - [`iterative`]: the same without recursion, an exercise of the book.
//! - [`negamax`]: one function instead of two, by a change of sign; Knuth and Moore, "An analysis of
//!   alpha-beta pruning" (Artificial Intelligence 6, 1975).
//! - [`alpha_beta`]: `MaxVal` and `MinVal` with (α, β), and `Alpha_beta(u, v)`.
//!
//! All of them play and undo moves on one board, look at moves in the order of
//! [`Position::legal_moves`], take values from White's side (negamax from the mover's), score a finished
//! position before they look at the depth, and count in the same way: `nodes` are the positions visited,
//! the root included; `leaves` those whose value was not made from others; `comparisons` how often two
//! values were compared; `cutoffs` how often moves were left out because a bound was met. They know no
//! table, no order of moves and no horizon but `h`: what they cannot do is part of the lesson.

pub mod alpha_beta;
pub mod depth_limited;
mod drawn;
pub mod iterative;
pub mod minimax;
pub mod negamax;
mod on_board;
mod trace;
mod tree;

use std::sync::atomic::Ordering;

pub use drawn::{DrawnTree, DrawnWalk, Vertex};
pub use on_board::BoardTree;
pub use trace::{Trace, TraceNode};
pub use tree::{GameTree, Payoff};

use super::worker::MAX_PLY;
use super::{Bound, Counters, Limits, Line, Report, Search};
use crate::eval::{Evaluator, Score, WIN};
use crate::game::Move;
use crate::on_board;
use crate::position::Position;
use trace::Tracing;

/// More than any value: +∞ of the books.
pub const INFINITY: Score = WIN + 1;

/// The textbooks' algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// `MaxVal` and `MinVal`, depth-limited.
    Minimax,
    /// The same without recursion.
    MinimaxIterative,
    /// One function by a change of sign.
    Negamax,
    /// Cuts when α ≥ β.
    AlphaBeta,
    /// Cuts only when α > β.
    AlphaBetaStrict,
}

impl Algorithm {
    /// All of them, in the books' order.
    pub const ALL: [Algorithm; 5] = [
        Algorithm::Minimax,
        Algorithm::MinimaxIterative,
        Algorithm::Negamax,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaStrict,
    ];

    /// Whether it keeps (α, β).
    pub fn has_window(self) -> bool {
        matches!(self, Algorithm::AlphaBeta | Algorithm::AlphaBetaStrict)
    }

    /// Whether it keeps the last one of children that are equally good, and not the first one.
    pub fn keeps_last(self) -> bool {
        matches!(self, Algorithm::Minimax | Algorithm::MinimaxIterative)
    }

    /// Runs it from the root, `h` moves ahead, and never further than any search goes.
    ///
    /// # Errors
    ///
    /// When it was stopped; the study then knows the best so far.
    pub fn run<T: GameTree>(self, study: &mut Study<'_, T>, h: u32) -> Result<Choice<T::Edge>, Stopped> {
        let h = h.min(MAX_PLY as u32);
        let choice = match self {
            Algorithm::Minimax => depth_limited::minimax(study, h),
            Algorithm::MinimaxIterative => iterative::minimax(study, h),
            Algorithm::Negamax => negamax::negamax_root(study, h),
            Algorithm::AlphaBeta => alpha_beta::alpha_beta(study, h, alpha_beta::Cut::AtEqual),
            Algorithm::AlphaBetaStrict => alpha_beta::alpha_beta(study, h, alpha_beta::Cut::Beyond),
        };
        // What the tree said since is not to be believed, even where no position was visited any more.
        choice.and_then(|choice| if study.is_told_to_stop() { Err(Stopped) } else { Ok(choice) })
    }
}

/// A run was stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What a root procedure chooses: the value of `u`, and `v`, the move to be made; no move when the game
/// is over or nothing was looked ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<E> {
    /// The value of the root, from White's side.
    pub value: Score,
    /// The move.
    pub edge: Option<E>,
}

/// A tree that is being studied: what was counted, what stops it, the best at the root so far.
pub struct Study<'a, T: GameTree> {
    /// The tree.
    pub tree: T,
    /// What was counted.
    pub counters: Counters,
    /// The best at the root so far.
    pub best: Option<Choice<T::Edge>>,
    /// Leaves whose value was an estimate, not the payoff of a finished game.
    pub estimates: u64,
    /// Edges from the root to `u`, where the algorithm itself does not count them.
    path: usize,
    limits: &'a Limits,
}

impl<'a, T: GameTree> Study<'a, T> {
    /// Nothing was looked at yet. Of the limits, nodes and the stop flag are kept.
    pub fn new(tree: T, limits: &'a Limits) -> Study<'a, T> {
        Study { tree, counters: Counters::default(), best: None, estimates: 0, path: 0, limits }
    }

    /// Counts a position that is visited; says when it is time to stop.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.counters.nodes += 1;
        if self.is_told_to_stop() || self.counters.nodes > self.limits.nodes { Err(Stopped) } else { Ok(()) }
    }

    /// Whether somebody wants the run to end, or the evaluation's script has failed. This is asked at every
    /// position: some games have positions that take long.
    fn is_told_to_stop(&self) -> bool {
        self.limits.stop.load(Ordering::Relaxed) || self.tree.fault().is_some()
    }

    /// Goes from `u` to a child, where nothing says how far to look: whoever has gone further than any game
    /// of a book is stopped.
    pub(super) fn play(&mut self, edge: T::Edge) -> Result<(), Stopped> {
        self.path += 1;
        self.tree.play(edge);
        if self.path > MAX_PLY { Err(Stopped) } else { Ok(()) }
    }

    /// Goes back to the parent.
    pub(super) fn undo(&mut self) {
        self.tree.undo();
        self.path -= 1;
    }

    /// The value of a leaf: the payoff of a finished game, or the evaluation where `h` = 0.
    pub(super) fn leaf(&mut self, h: u32) -> Option<Score> {
        let value = match self.tree.payoff() {
            Some(payoff) => payoff,
            None if h == 0 => {
                self.estimates += 1;
                self.tree.eval()
            }
            None => return None,
        };
        self.counters.leaves += 1;
        self.tree.valued(value);
        Some(value)
    }

    /// The value of a finished game.
    pub(super) fn payoff(&mut self) -> Option<Score> {
        let value = self.tree.payoff()?;
        self.counters.leaves += 1;
        self.tree.valued(value);
        Some(value)
    }

    /// Keeps the best of the root. What was found after it is time to stop is not to be believed.
    pub(super) fn choose(&mut self, value: Score, edge: T::Edge) {
        if !self.is_told_to_stop() {
            self.best = Some(Choice { value, edge: Some(edge) });
        }
    }

    /// The root procedure's answer.
    pub(super) fn answer(&mut self, value: Score) -> Choice<T::Edge> {
        self.tree.valued(value);
        Choice { value, edge: self.best.and_then(|best| best.edge) }
    }
}

impl Search {
    /// Searches a position with one of the textbooks' algorithms, `limits.depth` moves ahead. A win is
    /// one flat value, [`WIN`], however far it is.
    ///
    /// [`Report::depth`] is 0 when it was stopped: then the best of the root so far is reported. The
    /// report is exact when the value is a win or a loss, or no leaf was an estimate. The line is found
    /// afterwards by asking the algorithm again at every position of it, which is not counted.
    pub fn study(&mut self, position: &Position, algorithm: Algorithm, limits: &Limits) -> Report {
        on_board!(position.engine(), board => {
            let evaluator = self.evaluator.as_deref_mut();
            let tree = BoardTree::new(position.game(), board.clone(), evaluator, Payoff::Flat, &limits.stop);
            study_tree(position, tree, algorithm, limits)
        })
    }

    /// Notes what an algorithm looks at, to be drawn: at most `nodes` positions, the others are
    /// counted.
    pub fn trace(
        &mut self,
        position: &Position,
        algorithm: Algorithm,
        payoff: Payoff,
        limits: &Limits,
        nodes: usize,
    ) -> Trace<Move> {
        on_board!(position.engine(), board => {
            let evaluator: Option<&mut (dyn Evaluator + 'static)> = self.evaluator.as_deref_mut();
            let tree = BoardTree::new(position.game(), board.clone(), evaluator, payoff, &limits.stop);
            trace_tree(tree, algorithm, limits, nodes)
        })
    }
}

impl DrawnTree {
    /// Notes what an algorithm looks at in a tree given as data, see [`Search::trace`].
    pub fn trace(&self, algorithm: Algorithm, limits: &Limits, nodes: usize) -> Trace<usize> {
        trace_tree(self.walk(), algorithm, limits, nodes)
    }
}

fn trace_tree<T: GameTree>(tree: T, algorithm: Algorithm, limits: &Limits, nodes: usize) -> Trace<T::Edge> {
    let mut study = Study::new(Tracing::new(tree, nodes), limits);
    let choice = algorithm.run(&mut study, limits.depth).ok();
    let best = choice.or(study.best).and_then(|choice| choice.edge);
    let (counters, script_error) = (study.counters, study.tree.fault());
    Trace {
        nodes: study.tree.finish(best, algorithm.keeps_last()),
        counters,
        complete: choice.is_some(),
        script_error,
    }
}

fn study_tree<T: GameTree<Edge = Move>>(
    position: &Position,
    tree: T,
    algorithm: Algorithm,
    limits: &Limits,
) -> Report {
    let limits = &Limits { depth: limits.depth.min(MAX_PLY as u32), ..limits.clone() };
    let mut study = Study::new(tree, limits);
    let nothing_yet = Choice { value: study.tree.eval(), edge: position.legal_moves().first().copied() };
    let answer = algorithm.run(&mut study, limits.depth);
    let script_error = study.tree.fault();
    let Study { counters, estimates, best, .. } = study;
    let choice = answer.ok().or(best).unwrap_or(nothing_yet);
    let outcome = position.outcome();
    let mut moves: Vec<Move> = choice.edge.into_iter().collect();
    if answer.is_ok() && outcome.is_none() {
        complete_line(study.tree, algorithm, limits, &mut moves);
    }
    let line = Line { score: choice.value, moves };
    Report {
        depth: if answer.is_ok() { limits.depth } else { 0 },
        score: choice.value,
        bound: Bound::Exact,
        seldepth: limits.depth,
        hashfull: 0,
        exact: answer.is_ok() && (estimates == 0 || choice.value.abs() == WIN),
        lines: if outcome.is_some() { Vec::new() } else { vec![line] },
        nodes: counters.nodes,
        leaves: counters.leaves,
        comparisons: counters.comparisons,
        cutoffs: counters.cutoffs,
        outcome,
        script_error,
    }
}

/// Follows the algorithm's own choices from move to move.
fn complete_line<T: GameTree<Edge = Move>>(
    tree: T,
    algorithm: Algorithm,
    limits: &Limits,
    moves: &mut Vec<Move>,
) {
    let limits = Limits { nodes: u64::MAX, ..limits.clone() };
    let mut study = Study::new(tree, &limits);
    for h in (1..limits.depth).rev() {
        let Some(&last) = moves.last() else { break };
        study.tree.play(last);
        study.best = None;
        match algorithm.run(&mut study, h) {
            Ok(Choice { edge: Some(edge), .. }) => moves.push(edge),
            _ => break,
        }
    }
}
