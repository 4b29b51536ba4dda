//! Where to look and when to stop: iterative deepening over a principal variation search.
//!
//! The search is one for all games. What it can know of a game beforehand (ends that tables can name,
//! candidates for drops) is in its plan, so that a node asks only what the game has.
//!
//! Literature: Marsland, "A review of game-tree pruning" (ICCA Journal 9(1), 1986) for principal
//! variation search and aspiration windows; Schaeffer, "The history heuristic and alpha-beta search
//! enhancements in practice" (IEEE PAMI 11(11), 1989); Allis, van den Herik, Huntjens, "Go-Moku solved
//! by new search techniques" (1993) for threats that leave the opponent forced answers only.

mod compelled;
mod deadline;
mod driver;
mod exchange;
mod history;
mod late;
mod mcts;
mod node;
mod order;
mod plan;
mod proof;
mod quiet;
mod royal;
mod selective;
mod sorting;
mod swing;
mod table;
mod tablebase;
pub mod textbook;
mod threats;
mod window;
mod worker;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use crate::eval::script::{STACK, ScriptError};
use crate::eval::{Evaluator, Learned, Score, weighed};
use crate::game::{Game, Move, SearchMethod};
use crate::on_board;
use crate::position::{Outcome, Position};
use driver::Driver;
use history::History;
use table::Table;

pub use deadline::Deadline;
pub use exchange::loses_exchange;
pub use mcts::groups;
pub use table::Bound;
pub use tablebase::{Exact, Tablebase};

/// When a search stops, and what it looks at. By default it looks 120 plies deep, with one thread and for one line, and
/// nothing else ends it: in most games that takes longer than anybody waits.
///
/// ```
/// use banco::{Game, Limits, Position, Search};
/// use std::time::Duration;
///
/// let position = Position::start(&Game::named("dodgem")?);
/// let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::depth(6) };
/// let report = Search::default().run(&position, &limits, &mut |_| ());
/// assert!(report.best().is_some());
/// # Ok::<(), banco::DefinitionError>(())
/// ```
///
/// Limits that have ended a search by their flag or their deadline would end the next one at once, and so would their
/// clones, which share both. [`Limits::renewed`] gives the same limits to be used again:
///
/// ```
/// # use banco::{Game, Limits, Position, Search};
/// # use std::sync::atomic::Ordering::Relaxed;
/// # let position = Position::start(&Game::named("dodgem")?);
/// let limits = Limits::depth(6);
/// let enough = &mut |report: &banco::Report| limits.stop.store(report.depth == 2, Relaxed);
/// let mut search = Search::new(1);
/// assert_eq!(search.run(&position, &limits, enough).depth, 2);
/// assert_eq!(search.run(&position, &limits.renewed(), &mut |_| {}).depth, 6);
/// # Ok::<(), banco::DefinitionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The deepest iteration, in plies: 0 is the same as 1. A Monte-Carlo tree search counts a ply for twice the nodes.
    pub depth: u32,
    /// Nodes that may be visited; of a Monte-Carlo tree search, games that may be played out.
    pub nodes: u64,
    /// The time that the search may take; without end where none is given.
    pub time: Option<Duration>,
    /// The search ends soon after this becomes true, with the best move it has seen; where no iteration was finished, the
    /// depth of its report is 0. It stays true until somebody stores `false`; clones share it, see [`Limits::renewed`].
    pub stop: Arc<AtomicBool>,
    /// The search ends at this moment, if one is set, and sets `stop`. Clones share it.
    pub deadline: Deadline,
    /// Positions that a proof may look at, once a forced win is found, to know that no win is nearer; some 200,000 at
    /// least.
    pub proof: u64,
    /// How many best moves are reported with their lines (multi-PV).
    pub lines: usize,
    /// How many threads search together, at least 1. With several, what is found may differ from run to run.
    /// The nodes are shared out among them, and a search with an evaluator of its own takes one.
    pub threads: usize,
    /// Every move is looked at, and all equally deep: no reductions, extensions and quiescence, no
    /// candidates, and nothing taken from the table but which move to try first. The score is then
    /// minimax's, but that nearer wins are better.
    pub full_width: bool,
    /// The moves that the root may choose among; all of them when there are none here. Where none of them is legal, the
    /// report has no line, and nothing in it is exact.
    pub search_moves: Vec<Move>,
    /// Whether progress hears, besides of iterations that are finished, of a value that was found to be only a
    /// bound, see [`Report::bound`].
    pub tells_bounds: bool,
    /// Which search it is; the one that the definition names where none is said here. Where leaving nothing out is asked
    /// for, it is always the first.
    pub algorithm: Option<SearchMethod>,
    /// Where the chance of a Monte-Carlo tree search begins: the same seed gives the same report.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: Limits::MAX_DEPTH,
            nodes: u64::MAX,
            time: None,
            stop: Arc::default(),
            deadline: Deadline::default(),
            proof: 0,
            lines: 1,
            threads: 1,
            full_width: false,
            search_moves: Vec::new(),
            tells_bounds: false,
            algorithm: None,
            seed: 0,
        }
    }
}

impl Limits {
    /// No iteration is deeper.
    pub const MAX_DEPTH: u32 = 120;

    /// Only a depth, from 1 to [`MAX_DEPTH`](Limits::MAX_DEPTH); what lies outside is moved to the nearer of the two
    /// by a search.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: depth.min(Limits::MAX_DEPTH), ..Limits::default() }
    }

    /// The same limits with a flag and a deadline of their own that are not set: to be used again, or beside these.
    pub fn renewed(&self) -> Limits {
        Limits { stop: Arc::default(), deadline: Deadline::default(), ..self.clone() }
    }
}

/// A move with its score and the play that is expected to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Points, positive for the first player; a forced win in `n` plies is `WIN - n`.
    pub score: Score,
    /// The moves, the first one to be played now.
    pub moves: Vec<Move>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The last iteration that was finished, in plies: 0 where there was not enough time for one, or the game is over. Of a
    /// Monte-Carlo tree search, the logarithm of the nodes to base 2.
    pub depth: u32,
    /// Points, positive for the first player; a forced win in `n` plies is `WIN - n`. A point is what the definition's
    /// weights count in: the points of two games say nothing of each other. A Monte-Carlo tree search says the share of
    /// won games in points.
    pub score: Score,
    /// Whether the score is what was found for `depth`, or only a bound of it: that is what is known where the search was
    /// stopped within an iteration, and what progress may hear of, see [`Limits::tells_bounds`]. It does not say that the
    /// score is proven.
    pub bound: Bound,
    /// The score is proven to the end of the game, distance included.
    pub exact: bool,
    /// How many plies from the root the search has been.
    pub seldepth: u32,
    /// How full the transposition table is with what this search found, in thousandths.
    pub hashfull: u32,
    /// The best lines, best first; none when the game is over.
    pub lines: Vec<Line>,
    /// Positions visited; of a Monte-Carlo tree search, games played out.
    pub nodes: u64,
    /// Static evaluations.
    pub leaves: u64,
    /// Scores compared with a bound.
    pub comparisons: u64,
    /// Positions left early because a bound was met.
    pub cutoffs: u64,
    /// How the game ended, if the position is over.
    pub outcome: Option<Outcome>,
    /// What went wrong with the evaluation's script. The search ended there, and what it reports is what it
    /// knew before.
    pub script_error: Option<ScriptError>,
}

impl Report {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

impl Report {
    /// Before anything is known.
    pub(crate) fn nothing() -> Report {
        Report {
            depth: 0,
            score: 0,
            bound: Bound::Exact,
            exact: false,
            seldepth: 0,
            hashfull: 0,
            lines: Vec::new(),
            nodes: 0,
            leaves: 0,
            comparisons: 0,
            cutoffs: 0,
            outcome: None,
            script_error: None,
        }
    }

    /// Adds what another thread has counted.
    fn add(&mut self, other: &Counters) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.comparisons += other.comparisons;
        self.cutoffs += other.cutoffs;
    }
}

/// What a search counts.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Positions visited, the root of every iteration included.
    pub nodes: u64,
    /// Static evaluations.
    pub leaves: u64,
    /// Scores compared with a bound.
    pub comparisons: u64,
    /// Positions left early because a bound was met.
    pub cutoffs: u64,
}

/// The strong search. It owns the memory that a search needs, to be used again by the next one.
///
/// It stays on the thread that made it, for so does a script; it is not `Send`, whatever the features.
/// [`Limits::stop`] ends it from another one:
///
/// ```
/// use banco::{Game, Limits, Position, Search};
/// use std::sync::atomic::Ordering::Relaxed;
///
/// let position = Position::start(&Game::named("chess")?);
/// let limits = Limits::default();
/// let stop = limits.stop.clone();
/// let thinker = std::thread::spawn(move || Search::new(1).run(&position, &limits, &mut |_| {}));
/// stop.store(true, Relaxed);
/// assert!(thinker.join().expect("no panic").best().is_some());
/// # Ok::<(), banco::DefinitionError>(())
/// ```
pub struct Search {
    megabytes: usize,
    /// What alpha-beta remembers, made when it is first needed after the other search.
    table: Option<Table>,
    /// The tree of the other search. Both are never there together.
    tree: Option<mcts::Memory>,
    evaluator: Option<Box<dyn Evaluator>>,
    tablebase: Option<Arc<dyn Tablebase>>,
    /// What holds in any position of the game searched last: its line contents, the answers of its script.
    learned: Option<Learned>,
    /// What is kept from run to run, where anything is.
    kept: Option<Kept>,
    /// With scripts it cannot leave its thread; a feature that others turn on must not change that.
    stays: PhantomData<*const ()>,
}

/// What a search keeps from run to run.
#[derive(Default)]
struct Kept {
    /// The game searched last.
    game: Option<Arc<Game>>,
    history: Option<History>,
}

/// The largest transposition table.
const MOST_MEGABYTES: usize = 1_000_000;

impl Default for Search {
    /// A search with a transposition table of 64 megabytes.
    fn default() -> Search {
        Search::new(64)
    }
}

impl Search {
    /// A search with a transposition table of about `megabytes`, a million at most. It is smaller where there is no memory
    /// for it.
    pub fn new(megabytes: usize) -> Search {
        let megabytes = megabytes.min(MOST_MEGABYTES);
        Search {
            megabytes,
            table: Some(Table::new(megabytes)),
            tree: None,
            evaluator: None,
            tablebase: None,
            learned: None,
            kept: None,
            stays: PhantomData,
        }
    }

    /// The same search with another evaluation in place of the definition's. Where to look first it
    /// still learns from the definition's patterns. Alpha-beta asks it; a game whose definition names the other search
    /// is then searched by alpha-beta, too, unless [`Limits::algorithm`] says otherwise.
    pub fn evaluated_by(self, evaluator: Box<dyn Evaluator>) -> Search {
        Search { evaluator: Some(evaluator), ..self }
    }

    /// The same search with values that are known beforehand. They are believed wherever the search comes
    /// to such a position, so a root whose moves all lead to known positions is exact at depth 1. In a game that they do
    /// not [fit](Tablebase::fits) they are not asked.
    pub fn knowing(self, tablebase: Arc<dyn Tablebase>) -> Search {
        Search { tablebase: Some(tablebase), ..self }
    }

    /// The same search, keeping from run to run what it found: its transposition table and what it knows of
    /// good moves, as long as the game stays the same. What a run finds then depends on the runs before it.
    pub fn keeping(self) -> Search {
        Search { kept: Some(Kept::default()), ..self }
    }

    /// Forgets what was kept.
    pub fn forget(&mut self) {
        self.kept = self.kept.take().map(|_| Kept::default());
        self.learned = None;
        self.tree.iter_mut().for_each(mcts::Memory::forget);
    }

    /// Makes the table ready for a search of a game; what was kept of good moves.
    fn begin(&mut self, game: &Arc<Game>) -> Option<History> {
        self.tree = None;
        let table = self.table.get_or_insert_with(|| Table::new(self.megabytes));
        let kept =
            self.kept.as_mut().filter(|kept| kept.game.as_ref().is_some_and(|of| Arc::ptr_eq(of, game)));
        match kept {
            Some(kept) => {
                table.grow_older();
                kept.history.take()
            }
            None => {
                table.forget();
                None
            }
        }
    }

    /// Searches a position; `progress` hears of every iteration that is finished. Unless it is
    /// [`keeping`](Search::keeping), each run starts afresh: with one thread the same position and limits give the
    /// same report, unless its time was up or it was stopped from outside.
    pub fn run(&mut self, position: &Position, limits: &Limits, progress: &mut dyn FnMut(&Report)) -> Report {
        deadline::within(limits, |limits| self.run_until_stopped(position, limits, progress))
    }

    fn run_until_stopped(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        if chooses_among_none(position, limits) {
            return Report::nothing();
        }
        // To see whether a table is about the game costs a walk over its rules: once is enough.
        let tablebase = self.tablebase.clone().filter(|tablebase| tablebase.fits(position.game()));
        let tablebase = tablebase.as_deref();
        let method = self.method(position.game(), limits, tablebase.is_some());
        // What looks at everything finds what the textbooks' algorithms find, which ask for no derived weights. To derive
        // them takes time, too.
        let weighs = !limits.full_width && (method == SearchMethod::Pvs || mcts::judges(position.game()));
        let position = &*match self.evaluator {
            None if weighs => weighed(position),
            _ => Cow::Borrowed(position),
        };
        if method == SearchMethod::Mcts {
            return self.grow_a_tree(position, limits, tablebase, progress);
        }
        let history = self.begin(position.game());
        let Some(table) = &self.table else { return Report::nothing() };
        on_board!(position.engine(), board => {
            let others = if self.evaluator.is_some() { 0 } else { limits.threads.saturating_sub(1) };
            let halt = Arc::new(AtomicBool::new(false));
            let share = Limits { nodes: limits.nodes.div_ceil(others as u64 + 1), ..limits.clone() };
            let helping = Limits { stop: halt.clone(), lines: 1, ..share.clone() };
            let (evaluator, learned) = (self.evaluator.as_deref_mut(), self.learned.take());
            let assist = |number: usize| {
                let mut driver = Driver::new(position.game(), board.clone(), table, &helping, None, None);
                driver.know(tablebase);
                driver.assist(number)
            };
            thread::scope(|scope| {
                let start = |number| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || assist(number));
                let helpers: Vec<_> = (0..others).map_while(|number| start(number).ok()).collect();
                let mut driver = Driver::new(position.game(), board.clone(), table, &share, evaluator, learned);
                driver.know(tablebase);
                driver.remember(history);
                let mut report = driver.run(progress);
                let (learned, history) = driver.release();
                self.learned = learned;
                if self.kept.is_some() {
                    self.kept = Some(Kept { game: Some(position.game().clone()), history: Some(history) });
                }
                halt.store(true, Relaxed);
                helpers.into_iter().filter_map(|helper| helper.join().ok()).for_each(|done| report.add(&done));
                report
            })
        })
    }

    /// Which search looks for a move; `knows`: a table does.
    fn method(&self, game: &Game, limits: &Limits, knows: bool) -> SearchMethod {
        match limits.algorithm {
            _ if limits.full_width => SearchMethod::Pvs,
            Some(method) => method,
            // Alpha-beta alone asks another evaluation, and it sees at once what a table says of the next moves.
            None if self.evaluator.is_some() || knows => SearchMethod::Pvs,
            None => game.search.algorithm,
        }
    }

    /// A Monte-Carlo tree search.
    fn grow_a_tree(
        &mut self,
        position: &Position,
        limits: &Limits,
        tablebase: Option<&dyn Tablebase>,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table = None;
        let game = position.game();
        let memory = self.tree.get_or_insert_with(|| mcts::Memory::new(self.megabytes));
        if self.kept.is_none() {
            memory.forget();
        }
        let known = (self.learned.take(), tablebase);
        let (report, learned) = on_board!(position.engine(), board => {
            mcts::run(game, board, memory, limits, known, progress)
        });
        self.learned = learned;
        report
    }
}

/// Whether moves are said to choose among, and none of them is legal in a game that goes on.
fn chooses_among_none(position: &Position, limits: &Limits) -> bool {
    let said = &limits.search_moves;
    !said.is_empty() && position.outcome().is_none() && {
        let legal = position.legal_moves();
        !said.iter().any(|mv| legal.contains(mv))
    }
}
