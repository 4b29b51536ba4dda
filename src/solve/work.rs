//! The words of all states, and threads that work through them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::index::Index;
use super::{SolveError, SolveOptions, SolveProgress, code};
use crate::game::{Bits, Cell, Game, Piece};

/// What a state needs while it is worked on: its word, and a byte of the finished table.
pub const BYTES_PER_STATE: u64 = 3;

/// States that a thread takes at once.
const CHUNK: u64 = 1 << 14;

/// All that is known so far, shared by the threads.
pub struct Work<'a> {
    pub game: &'a Arc<Game>,
    pub index: &'a Index,
    pub options: &'a SolveOptions,
    progress: &'a (dyn Fn(SolveProgress) + Sync),
    words: Vec<AtomicU16>,
    done: AtomicU64,
    failed: AtomicBool,
}

impl<'a> Work<'a> {
    /// Nothing is known yet.
    pub fn new(
        game: &'a Arc<Game>,
        index: &'a Index,
        options: &'a SolveOptions,
        progress: &'a (dyn Fn(SolveProgress) + Sync),
    ) -> Self {
        let first = if options.all { code::FRESH } else { code::UNREACHED };
        Work {
            words: (0..index.total()).map(|_| AtomicU16::new(first)).collect(),
            game,
            index,
            options,
            progress,
            done: AtomicU64::new(0),
            failed: AtomicBool::new(false),
        }
    }

    /// The word of a state.
    #[inline]
    pub fn word(&self, state: u64) -> &AtomicU16 {
        &self.words[state as usize]
    }

    /// Marks that no chunk has.
    pub fn no_marks(&self) -> Marks {
        Marks((0..self.index.total().div_ceil(CHUNK)).map(|_| AtomicBool::new(false)).collect())
    }

    /// Gives up: a word cannot say what has to be said.
    pub fn fail(&self) {
        self.failed.store(true, Relaxed);
    }

    /// Whether it is time to stop, or a word could not say what has to be said.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.options.stop.load(Relaxed) || self.failed.load(Relaxed)
    }

    /// States that have been done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// Starts counting what is done again, and says what was.
    pub fn take_done(&self) -> u64 {
        self.done.swap(0, Relaxed)
    }

    /// Counts what is done and tells of it.
    pub fn report(&self, done: u64, told: impl Fn(u64) -> SolveProgress) {
        let sum = self.done.fetch_add(done, Relaxed) + done;
        (self.progress)(told(sum));
    }

    /// Visits the chunks that are marked, and takes their marks away. Each thread makes itself tools.
    pub fn visit<T>(
        &self,
        marks: &Marks,
        tools: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, Range<u64>) + Sync,
    ) -> Result<(), SolveError> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut tools = tools();
            loop {
                let chunk = next.fetch_add(1, Relaxed);
                let Some(mark) = marks.0.get(chunk).filter(|_| !self.is_over()) else { break };
                if mark.swap(false, Relaxed) {
                    let start = chunk as u64 * CHUNK;
                    visit(&mut tools, start..(start + CHUNK).min(self.index.total()));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.min(marks.0.len()) {
                // A thread that cannot be had is one fewer: those there are do its work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        match (self.failed.load(Relaxed), self.options.stop.load(Relaxed)) {
            (true, _) => Err(SolveError::TooLong),
            (_, true) => Err(SolveError::Stopped),
            _ => Ok(()),
        }
    }

    /// What was found out.
    pub fn finish(self) -> Vec<u16> {
        self.words.into_iter().map(AtomicU16::into_inner).collect()
    }
}

/// A mark for every chunk of states.
pub struct Marks(Vec<AtomicBool>);

impl Marks {
    /// Marks the chunk of a state.
    #[inline]
    pub fn set(&self, state: u64) {
        let mark = &self.0[(state / CHUNK) as usize];
        if !mark.load(Relaxed) {
            mark.store(true, Relaxed);
        }
    }

    /// Marks every chunk.
    pub fn set_all(&self) {
        self.0.iter().for_each(|mark| mark.store(true, Relaxed));
    }

    /// Whether any chunk is marked.
    pub fn any(&self) -> bool {
        self.0.iter().any(|mark| mark.load(Relaxed))
    }
}

/// The pieces of some sets, by cell.
pub fn pieces<const N: usize>(sets: &[Bits<N>]) -> impl Iterator<Item = (Cell, Piece)> {
    (1u8..).zip(sets).flat_map(|(code, set)| set.iter().map(move |cell| (cell, Piece(code))))
}
