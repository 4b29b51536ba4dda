//! Which states play can reach, and by which moves.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::look::Looker;
use super::placements::{Material, placements};
use super::store::{SHARDS, Store};
use super::{Trouble, Work};
use crate::position::Board;
use crate::solve::code::{FRESH, OPEN, kind};
use crate::solve::{SolveError, SolveProgress};

/// States that a thread takes at once.
const CHUNK: usize = 1 << 10;

/// In a note of a move: the same player goes on after it.
pub const STAYS: u32 = 1 << 31;

/// The moves of some states in a row.
pub struct Block {
    /// The shard of the states.
    pub shard: usize,
    /// The number of the first one there.
    pub start: usize,
    /// How many moves each has.
    pub counts: Vec<u16>,
    /// The states that they lead to.
    pub to: Vec<u32>,
}

impl Block {
    fn bytes(&self) -> u64 {
        (2 * self.counts.len() + 4 * self.to.len() + size_of::<Block>()) as u64
    }
}

/// Notes of moves, as long as there is room for them.
struct Notes {
    kept: AtomicBool,
    blocks: Mutex<Vec<Block>>,
}

impl Notes {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Block>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, work: &Work<'_>, block: Block) {
        if work.account.take(block.bytes()).is_err() {
            self.give_up(work);
            return;
        }
        let mut blocks = self.lock();
        blocks.push(block);
        if !self.kept.load(Relaxed) {
            forget(work, &mut blocks);
        }
    }

    /// Keeps nothing any more; whether there was something to give up.
    fn give_up(&self, work: &Work<'_>) -> bool {
        let kept = self.kept.swap(false, Relaxed);
        forget(work, &mut self.lock());
        kept
    }
}

fn forget(work: &Work<'_>, blocks: &mut Vec<Block>) {
    work.account.give_back(blocks.iter().map(Block::bytes).sum());
    *blocks = Vec::new();
}

/// Looks at every state that play can reach from the board's, or from every placement of its pieces when that is
/// asked for. Gives the moves, where there was room for them.
pub fn reach<const N: usize>(
    work: &Work<'_>,
    store: &Store,
    board: &Board<N>,
) -> Result<Option<Vec<Block>>, SolveError> {
    let notes = Notes { kept: AtomicBool::new(true), blocks: Mutex::default() };
    let found = Mutex::new(FxHashSet::default());
    let reacher = Reacher { work, store, notes: &notes, found: &found };
    reacher.begin(board);
    let mut done = [0; SHARDS];
    let mut seeded = FxHashSet::default();
    loop {
        work.check(store.count())?;
        let tasks = fresh(store, &mut done);
        if tasks.is_empty() {
            let materials = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
            let new: Vec<Material> =
                materials.into_iter().filter(|one: &Material| seeded.insert(one.clone())).collect();
            if new.is_empty() {
                break;
            }
            new.iter().for_each(|material| reacher.place(board, material));
            continue;
        }
        let next = AtomicUsize::new(0);
        work.on_threads(|| {
            let mut looker = Looker::new(work, board);
            while let Some((shard, states)) = tasks.get(next.fetch_add(1, Relaxed)) {
                if work.is_over() {
                    break;
                }
                if let Err(trouble) = reacher.expand(&mut looker, *shard, states.clone()) {
                    work.fail(trouble);
                }
            }
        });
    }
    work.check(store.count())?;
    let blocks = std::mem::take(&mut *notes.lock());
    Ok(notes.kept.load(Relaxed).then_some(blocks))
}

/// The states that nobody has looked at, in parts.
fn fresh(store: &Store, done: &mut [usize; SHARDS]) -> Vec<(usize, Range<usize>)> {
    let mut tasks = Vec::new();
    for (number, done) in done.iter_mut().enumerate() {
        let end = store.shard(number).len();
        while *done < end {
            let next = end.min(*done + CHUNK);
            tasks.push((number, *done..next));
            *done = next;
        }
    }
    tasks
}

struct Reacher<'a, 'b> {
    work: &'a Work<'b>,
    store: &'a Store,
    notes: &'a Notes,
    found: &'a Mutex<FxHashSet<Material>>,
}

impl Reacher<'_, '_> {
    fn begin<const N: usize>(&self, board: &Board<N>) {
        let mut looker = Looker::new(self.work, board);
        let entered = looker.here().and_then(|key| self.enter(key));
        if let Err(trouble) = entered {
            self.work.fail(trouble);
        }
    }

    /// The number of a state. Notes of moves make room for states.
    fn enter(&self, key: &[u8]) -> Result<u32, Trouble> {
        loop {
            match self.store.enter(key, FRESH, &self.work.account) {
                Ok((state, _)) => return Ok(state),
                Err(_) if self.notes.give_up(self.work) => {}
                Err(full) => return Err(full.into()),
            }
        }
    }

    fn place<const N: usize>(&self, board: &Board<N>, material: &Material) {
        let placed = placements(self.work, board, material, |key| self.enter(key).map(|_| ()));
        if let Err(trouble) = placed {
            self.work.fail(trouble);
        }
    }

    fn expand<const N: usize>(
        &self,
        looker: &mut Looker<'_, N>,
        number: usize,
        states: Range<usize>,
    ) -> Result<(), Trouble> {
        let length = self.work.layout.bytes();
        let keys = self.store.shard(number).keys()[states.start * length..states.end * length].to_vec();
        let mut block = Block { shard: number, start: states.start, counts: Vec::new(), to: Vec::new() };
        let mut words = Vec::with_capacity(states.len());
        for key in keys.chunks_exact(length) {
            if self.work.is_over() {
                return Ok(());
            }
            let word = looker.look(key)?;
            words.push(word);
            if self.work.options.all {
                let material = looker.material();
                self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(material);
            }
            let before = block.to.len();
            if kind(word) == OPEN {
                looker.visit(|next, stays| {
                    let state = self.enter(next)?;
                    if self.notes.kept.load(Relaxed) {
                        block.to.push(if stays { state | STAYS } else { state });
                    }
                    Ok(())
                })?;
            }
            block.counts.push((block.to.len() - before) as u16);
        }
        self.store.shard(number).words[states.clone()].copy_from_slice(&words);
        if self.notes.kept.load(Relaxed) {
            block.to.shrink_to_fit();
            self.notes.keep(self.work, block);
        }
        let known = self.store.count();
        self.work.report(states.len() as u64, |states| SolveProgress::Reaching { states, of: known });
        Ok(())
    }
}
