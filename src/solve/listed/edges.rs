//! From the ends back, along moves that were noted.

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::reach::{Block, STAYS};
use super::store::{SHARDS, Shard, joined, parted};
use super::{Trouble, Work};
use crate::solve::code::{DRAW, LOSS, MOST, OPEN, WIN, kind, number};
use crate::solve::{SolveError, SolveProgress};

/// States that a thread takes at once.
const CHUNK: usize = 1 << 12;

/// For each state, those that have a move to it.
struct Backward {
    /// Where the states of each begin.
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Backward {
    /// Turns the noted moves round.
    fn new(states: usize, blocks: Vec<Block>) -> Option<Backward> {
        let edges: usize = blocks.iter().map(|block| block.to.len()).sum();
        u32::try_from(edges).ok()?;
        let (mut starts, mut from) = (Vec::new(), Vec::new());
        starts.try_reserve_exact(states + 1).ok()?;
        from.try_reserve_exact(edges).ok()?;
        starts.resize(states + 1, 0u32);
        from.resize(edges, 0u32);
        for &to in blocks.iter().flat_map(|block| &block.to) {
            starts[(to & !STAYS) as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        for block in blocks {
            let mut to = block.to.iter();
            for (place, &count) in block.counts.iter().enumerate() {
                let state = joined(block.shard, block.start + place);
                for &to in to.by_ref().take(count as usize) {
                    // Each place is filled from its end.
                    let start = &mut starts[(to & !STAYS) as usize];
                    *start -= 1;
                    from[*start as usize] = state | to & STAYS;
                }
            }
        }
        Some(Backward { starts, from })
    }

    #[inline]
    fn of(&self, state: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|more| self.starts[state as usize + more] as usize);
        &self.from[start..end]
    }
}

/// Decides what can be decided, if there is room to turn the moves round: first the wins and losses, then which draws
/// can come to an end. Whether there was room.
pub fn decide(work: &Work<'_>, shards: &mut [Shard], blocks: Vec<Block>) -> Result<bool, SolveError> {
    let longest = shards.iter().map(Shard::len).max().unwrap_or(0);
    let states = longest * SHARDS;
    let edges: usize = blocks.iter().map(|block| block.to.len()).sum();
    let noted: u64 = (4 * edges) as u64;
    let needed = (6 * states + 4 * edges) as u64;
    if work.account.take(needed).is_err() {
        work.account.give_back(noted);
        return Ok(false);
    }
    let Some(backward) = Backward::new(states, blocks) else {
        work.account.give_back(needed + noted);
        return Ok(false);
    };
    let reached = shards.iter().map(|shard| shard.len() as u64).sum();
    let words: Vec<AtomicU16> =
        (0..states as u32).map(|state| AtomicU16::new(word_of(shards, state))).collect();
    for kinds in [&[WIN, LOSS][..], &[DRAW]] {
        let ended = |state: &u32| {
            let word = words[*state as usize].load(Relaxed);
            kinds.contains(&kind(word)) && number(word) == 0
        };
        let mut now: Vec<u32> = (0..states as u32).filter(ended).collect();
        for plies in 0.. {
            if now.is_empty() {
                break;
            }
            if plies + 1 >= MOST {
                work.fail(Trouble::TooLong);
            }
            now = layer(work, &words, &backward, &now, (reached, plies));
            work.check(reached)?;
        }
    }
    for (number, shard) in shards.iter_mut().enumerate() {
        for (place, word) in shard.words.iter_mut().enumerate() {
            *word = words[joined(number, place) as usize].load(Relaxed);
        }
    }
    Ok(true)
}

fn word_of(shards: &[Shard], state: u32) -> u16 {
    let (shard, place) = parted(state);
    shards[shard].words.get(place).copied().unwrap_or(0)
}

/// Each state tells those that have a move to it; those that are decided by that tell next.
fn layer(
    work: &Work<'_>,
    words: &[AtomicU16],
    backward: &Backward,
    now: &[u32],
    (of, plies): (u64, u32),
) -> Vec<u32> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    work.on_threads(|| {
        let mut decided = Vec::new();
        while let Some(states) = now.chunks(CHUNK).nth(next.fetch_add(1, Relaxed)) {
            if work.is_over() {
                break;
            }
            for &state in states {
                let told = words[state as usize].load(Relaxed);
                for &from in backward.of(state) {
                    if hear(&words[(from & !STAYS) as usize], told, from & STAYS != 0) {
                        decided.push(from & !STAYS);
                    }
                }
            }
            work.report(states.len() as u64, |states| SolveProgress::Deciding { states, of, plies });
        }
        found.lock().unwrap_or_else(PoisonError::into_inner).append(&mut decided);
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What a state learns from one that a move of it leads to; whether it is decided now. After a move of which the same
/// player goes on, that one's win is a win.
#[inline]
fn hear(word: &AtomicU16, told: u16, stays: bool) -> bool {
    let plies = number(told) + 1;
    let good = if stays { WIN } else { LOSS };
    let learnt = |word: u16| match (kind(word), kind(told)) {
        (OPEN, DRAW) => Some(DRAW | plies),
        (OPEN, told) if told == good => Some(WIN | plies),
        (OPEN, WIN | LOSS) if number(word) == 1 => Some(LOSS | plies),
        (OPEN, WIN | LOSS) => Some(word - 1),
        _ => None,
    };
    let before = word.fetch_update(Relaxed, Relaxed, learnt);
    before.is_ok_and(|before| learnt(before).is_some_and(|after| kind(after) != OPEN))
}
