//! Exact values of small games, by going backwards from the ends (retrograde analysis).
//!
//! Every state is a number (`Index`): the pieces that are there, whose turn it is, and
//! which of the possible placements of those pieces it is, counted in combinations. One table of words
//! holds all that is known of each. First the states that play can reach are marked and their moves
//! counted (`reach`); then, ply by ply from the ends, each decided state tells its predecessors: a loss
//! makes them wins, a win takes one of their moves away, and the last one taken makes them losses
//! (`retrograde`). What is never decided is drawn.
//!
//! Literature: Ströhlein, "Untersuchungen über kombinatorische Spiele" (1970), for going backwards;
//! Thompson, "Retrograde analysis of certain endgames" (ICCA Journal 9(3), 1986), for going backwards move by
//! move; Gasser, "Solving Nine Men's Morris" (1996), for counting successors and for numbering placements.
//!
//! States that differ by more than that, and those of games whose moves change other cells than their own two, have
//! no such numbers: they are packed into bytes and listed (`listed`). So are those of games where the placements do
//! not fit the memory, as play may reach few of them.
//!
//! A value does not depend on the past: ends by repetition are not applied. A game where somebody wins by a repetition
//! is refused, and one where a veto asks for it. Counts of moves and passes that ends ask for belong to the state.

mod backward;
mod code;
mod file;
mod fitness;
mod index;
mod listed;
mod material;
mod reach;
mod retrograde;
mod table;
mod work;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::on_board;
use crate::position::Position;
use index::Index;
use material::Material;
use work::Work;

pub use file::TableError;
pub use table::{SolvedTable, ValueCounts};

/// What is solved, and with what.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Not only what play can reach from the position, but every placement of its material and of what
    /// captures, exits and drops can make of it.
    pub all: bool,
    /// Bytes that may be used.
    pub memory: u64,
    /// Threads that share the work.
    pub threads: usize,
    /// The work ends soon after this becomes true.
    pub stop: Arc<AtomicBool>,
}

impl Default for SolveOptions {
    /// What play can reach, in 8 GiB, on as many threads as the machine runs at once.
    fn default() -> SolveOptions {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        SolveOptions { all: false, memory: 8 << 30, threads, stop: Arc::default() }
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveProgress {
    /// The work begins.
    Starting {
        /// Numbered.
        states: u64,
        /// That will be used.
        bytes: u64,
    },
    /// The work begins, and how many states there are is found out by it.
    Listing {
        /// There are so many or fewer; `u64::MAX` where they are more than can be counted.
        at_most: u64,
        /// That each one takes, the moves between them left aside.
        bytes: u64,
        /// States that the memory has room for.
        room: u64,
    },
    /// States that have been looked at.
    Reaching {
        /// Looked at.
        states: u64,
        /// Numbered, or found so far.
        of: u64,
    },
    /// States that have been decided, of that many; those that are never decided are drawn.
    Deciding {
        /// Decided.
        states: u64,
        /// Reached.
        of: u64,
        /// Plies from the end; where all moves are made again and again, how often.
        plies: u32,
    },
}

/// Why a game cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// Its rules look at more of the past than a repetition that draws the game.
    History(String),
    /// The position has something that the game never has by its setup: castles on other cells, or pieces held that
    /// nobody comes to hold.
    Strange,
    /// Its reachable states do not fit the memory.
    Full {
        /// States that were found before there was no memory left.
        reached: u64,
        /// Bytes that may be used.
        memory: u64,
    },
    /// It has too many states.
    TooLarge {
        /// States that would be numbered, or fewer when counting was given up.
        states: u64,
        /// Bytes that they would need.
        needs: u64,
        /// Bytes that may be used.
        memory: u64,
    },
    /// A position has too many moves, or a win is too far away, for the table's words.
    TooLong,
    /// It was stopped.
    Stopped,
}

/// A number of bytes in the unit that suits it.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        n if n >= 1 << 30 => format!("{:.1} GiB", n as f64 / (1u64 << 30) as f64),
        n if n >= 1 << 20 => format!("{:.1} MiB", n as f64 / (1u64 << 20) as f64),
        n => format!("{:.1} KiB", n as f64 / 1024.0),
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::History(what) => {
                write!(f, "{what} depends on the moves before: such a game has no value for a position alone")
            }
            SolveError::Strange => f.write_str(
                "the position has what the game never has by its setup: castles on other cells, or pieces in a hand \
                 to which no move brings them",
            ),
            SolveError::Full { reached, memory } => write!(
                f,
                "{reached} states were reached, and there are more than {} have room for",
                size_text(*memory)
            ),
            SolveError::TooLarge { states: u64::MAX, .. } => {
                f.write_str("it has more states than can be counted")
            }
            SolveError::TooLarge { states, needs, memory } => write!(
                f,
                "{states} states or more need {} or more, and {} may be used",
                size_text(*needs),
                size_text(*memory)
            ),
            SolveError::TooLong => {
                write!(
                    f,
                    "more than {} moves in a position, or plies to a win, are not supported by this version",
                    code::MOST
                )
            }
            SolveError::Stopped => f.write_str("stopped before it was solved"),
        }
    }
}

impl std::error::Error for SolveError {}

/// The exact value of every state that play can reach from a position.
///
/// # Errors
///
/// When the rules look at the past, when the states do not fit the memory, and when it is stopped.
///
/// ```
/// use banco::Library;
/// use banco::Position;
/// use banco::Exact;
/// use banco::{SolveOptions, solve};
///
/// let game = Library::default().load("hexapawn")?.game;
/// let start = Position::start(&game);
/// let table = solve(&start, &SolveOptions::default(), &|_| {})?;
/// assert_eq!(table.value(&start), Some(Exact::Loss(6)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    position: &Position,
    options: &SolveOptions,
    progress: &(dyn Fn(SolveProgress) + Sync),
) -> Result<SolvedTable, SolveError> {
    let game = position.game();
    let index = match plan(position, options)? {
        Plan::Numbered(index) => index,
        Plan::Listed(layout) => {
            let listed = on_board!(position.engine(), board => {
                listed::solve(game, board, layout, options, progress)?
            });
            return Ok(SolvedTable::listed(game, listed));
        }
    };
    let states = index.total();
    progress(SolveProgress::Starting { states, bytes: states * work::BYTES_PER_STATE });
    on_board!(position.engine(), board => {
        let work = Work::new(game, &index, options, progress);
        reach::reach(&work, board)?;
        retrograde::retrograde(&work, board)?;
        let words = work.finish();
        Ok(SolvedTable::numbered(game, index, &words))
    })
}

/// The bytes that solving takes, or, where states are listed, that it takes at most: for all states that there could
/// be, with eight moves each.
///
/// # Errors
///
/// When the rules look at the past, and when the states do not fit the memory.
pub fn bytes_needed(position: &Position, options: &SolveOptions) -> Result<u64, SolveError> {
    match plan(position, options)? {
        Plan::Numbered(index) => Ok(index.total() * work::BYTES_PER_STATE),
        Plan::Listed(layout) => {
            let states = layout.states_at_most(position.game());
            let needs = states.saturating_mul(listed::bytes_per_state(&layout) + 8 * 8);
            let memory = options.memory;
            if needs > memory { Err(SolveError::TooLarge { states, needs, memory }) } else { Ok(needs) }
        }
    }
}

/// Whether the states of a position are numbered by where its pieces stand, so that solving all of them costs no more
/// than it takes to look at them.
pub fn is_numbered(position: &Position, options: &SolveOptions) -> bool {
    matches!(plan(position, options), Ok(Plan::Numbered(_)))
}

/// How states are told apart.
enum Plan {
    Numbered(Index),
    Listed(listed::Layout),
}

fn plan(position: &Position, options: &SolveOptions) -> Result<Plan, SolveError> {
    let game = position.game();
    if let Some(what) = fitness::refused_for_the_past(game).or_else(|| fitness::history(game)) {
        return Err(SolveError::History(what));
    }
    let list = || Ok(Plan::Listed(listed::layout(position)));
    let state = &game.tables.state;
    if state.has_state || state.changes_apart || fitness::counts_moves(game) {
        return list();
    }
    let most = options.memory / work::BYTES_PER_STATE;
    match Index::new(game, Material::of(position), most) {
        Ok(index) => Ok(Plan::Numbered(index)),
        // What play can reach may be much less.
        Err(_) if !options.all => list(),
        Err(states) => Err(SolveError::TooLarge {
            states,
            needs: states.saturating_mul(work::BYTES_PER_STATE),
            memory: options.memory,
        }),
    }
}
