//! States that no formula numbers: each is packed into bytes and kept in one table.
//!
//! From the position on, states are looked at as they are found, and the moves between them are noted ([`reach`]).
//! Turned round, the notes lead from the ends back ([`edges`]), as in the numbered tables: a loss of the player to
//! move makes states before it wins, a win takes a move away from them. Whose turn it is before and after a move is
//! noted with the move. Where the moves have no room, they are made again and again until no value changes
//! ([`again`]).

mod again;
mod bits;
mod edges;
mod layout;
mod list;
mod look;
mod placements;
mod reach;
mod store;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{SolveError, SolveOptions, SolveProgress};
use crate::game::Game;
use crate::position::{Board, Position, Rest};
use store::{Account, Full, Store};

pub use layout::{Bounds, Layout};
pub use list::Listed;

/// All that the threads share.
pub struct Work<'a> {
    pub game: &'a Arc<Game>,
    pub layout: &'a Layout,
    pub options: &'a SolveOptions,
    progress: &'a (dyn Fn(SolveProgress) + Sync),
    account: Account,
    done: AtomicU64,
    trouble: AtomicU8,
}

/// Why the work cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Trouble {
    /// There is no memory left.
    Full = 1,
    /// A word cannot say what has to be said.
    TooLong,
    /// A position has something that the layout has no place for.
    Strange,
}

impl From<Full> for Trouble {
    fn from(_: Full) -> Trouble {
        Trouble::Full
    }
}

impl Work<'_> {
    /// Gives up.
    pub fn fail(&self, why: Trouble) {
        self.trouble.store(why as u8, Relaxed);
    }

    /// Whether it is time to stop.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.options.stop.load(Relaxed) || self.trouble.load(Relaxed) != 0
    }

    /// Counts what is done and tells of it.
    pub fn report(&self, done: u64, told: impl Fn(u64) -> SolveProgress) {
        let sum = self.done.fetch_add(done, Relaxed) + done;
        (self.progress)(told(sum));
    }

    /// An error where the work was given up after so many states.
    pub fn check(&self, reached: u64) -> Result<(), SolveError> {
        match self.trouble.load(Relaxed) {
            _ if self.options.stop.load(Relaxed) => Err(SolveError::Stopped),
            0 => Ok(()),
            trouble if trouble == Trouble::Full as u8 => Err(self.full(reached)),
            trouble if trouble == Trouble::TooLong as u8 => Err(SolveError::TooLong),
            _ => Err(SolveError::Strange),
        }
    }

    /// The error of a table that has become too large.
    pub fn full(&self, reached: u64) -> SolveError {
        SolveError::Full { reached, memory: self.options.memory }
    }

    /// Does the same on as many threads as there shall be.
    pub fn on_threads(&self, work: impl Fn() + Sync) {
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.max(1) {
                // A thread that cannot be had is one fewer: those there are do its work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, &work);
            }
            work();
        });
    }
}

/// The layout of what can come of a position.
pub fn layout(position: &Position) -> Layout {
    let game = position.game();
    Layout::new(game, Bounds::of(game, &position.pieces(), &rest_of(position)))
}

fn rest_of(position: &Position) -> Rest {
    crate::eval::View::of(position).rest()
}

/// Bytes that a state takes while it is worked on, its moves left aside.
pub fn bytes_per_state(layout: &Layout) -> u64 {
    layout.bytes() as u64 + 2 + 6
}

/// Solves what play can reach from the board's position: the states, and what is known of each.
pub fn solve<const N: usize>(
    game: &Arc<Game>,
    board: &Board<N>,
    layout: Layout,
    options: &SolveOptions,
    progress: &(dyn Fn(SolveProgress) + Sync),
) -> Result<(Listed, Vec<u16>), SolveError> {
    let bytes = bytes_per_state(&layout);
    progress(SolveProgress::Listing {
        at_most: layout.states_at_most(game),
        bytes,
        room: options.memory / bytes,
    });
    let work = Work {
        game,
        layout: &layout,
        options,
        progress,
        account: Account::new(options.memory),
        done: AtomicU64::new(0),
        trouble: AtomicU8::new(0),
    };
    let store = Store::new();
    let edges = reach::reach(&work, &store, board)?;
    let mut shards = store.into_shards();
    work.done.store(0, Relaxed);
    let decided = match edges {
        Some(edges) => edges::decide(&work, &mut shards, edges)?,
        None => false,
    };
    if !decided {
        again::decide(&work, &mut shards, board)?;
    }
    Ok(Listed::new(layout.clone(), shards))
}
