//! Values without noted moves: all moves are made again and again, until no value changes.
//!
//! States are taken in reverse order of discovery, so that where play goes one way twice is enough. A distance that
//! was found is one that can be kept to, and becomes smaller as better moves are found. Only one choice of distances
//! follows from itself everywhere: when nothing changes any more it is found.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering::Relaxed};

use super::look::Looker;
use super::store::{SHARDS, Shard, find_in, joined, parted};
use super::{Trouble, Work};
use crate::position::Board;
use crate::solve::code::{DRAW, LOSS, MOST, OPEN, WIN, kind, number};
use crate::solve::{SolveError, SolveProgress};

/// Numbers of states that a thread takes at once.
const CHUNK: u32 = 1 << 12;

/// Decides what can be decided.
pub fn decide<const N: usize>(
    work: &Work<'_>,
    shards: &mut [Shard],
    board: &Board<N>,
) -> Result<(), SolveError> {
    let reached = shards.iter().map(|shard| shard.len() as u64).sum();
    let states = shards.iter().map(Shard::len).max().unwrap_or(0) * SHARDS;
    if work.account.take(2 * states as u64).is_err() {
        return Err(work.full(reached));
    }
    let words: Vec<AtomicU16> = (0..states as u32)
        .map(|state| {
            let (shard, place) = parted(state);
            AtomicU16::new(shards[shard].words.get(place).copied().unwrap_or(0))
        })
        .collect();
    for draws in [false, true] {
        let mut round = 0;
        let mut changes = true;
        while changes {
            round += 1;
            changes = sweep(work, shards, &words, board, (draws, round, reached));
            work.check(reached)?;
        }
    }
    for (number, shard) in shards.iter_mut().enumerate() {
        for (place, word) in shard.words.iter_mut().enumerate() {
            *word = words[joined(number, place) as usize].load(Relaxed);
        }
    }
    Ok(())
}

/// Looks at all states once, the last one first; whether anything has changed.
fn sweep<const N: usize>(
    work: &Work<'_>,
    shards: &[Shard],
    words: &[AtomicU16],
    board: &Board<N>,
    (draws, round, of): (bool, u32, u64),
) -> bool {
    let changed = AtomicBool::new(false);
    let left = AtomicU32::new((words.len() as u32).div_ceil(CHUNK));
    work.done.store(0, Relaxed);
    work.on_threads(|| {
        let mut looker = Looker::new(work, board);
        while let Ok(chunk) = left.fetch_update(Relaxed, Relaxed, |chunk| chunk.checked_sub(1)) {
            let start = (chunk - 1) * CHUNK;
            let mut done = 0;
            for state in (start..(start + CHUNK).min(words.len() as u32)).rev() {
                if work.is_over() {
                    return;
                }
                match value(work, shards, words, &mut looker, (state, draws)) {
                    Ok(true) => changed.store(true, Relaxed),
                    Ok(false) => {}
                    Err(trouble) => work.fail(trouble),
                }
                done += u64::from(words[state as usize].load(Relaxed) != 0);
            }
            work.report(done, |states| SolveProgress::Deciding { states, of, plies: round });
        }
    });
    changed.into_inner()
}

/// Works out the value of a state anew; whether it has changed.
fn value<const N: usize>(
    work: &Work<'_>,
    shards: &[Shard],
    words: &[AtomicU16],
    looker: &mut Looker<'_, N>,
    (state, draws): (u32, bool),
) -> Result<bool, Trouble> {
    let before = words[state as usize].load(Relaxed);
    let is_settled = match kind(before) {
        OPEN => false,
        WIN | LOSS => draws || number(before) <= 1,
        _ => true,
    };
    if is_settled {
        return Ok(false);
    }
    let (shard, place) = parted(state);
    let length = work.layout.bytes();
    looker.look(&shards[shard].keys()[place * length..(place + 1) * length])?;
    let (mut best, mut worst, mut all, mut drawn) = (u16::MAX, 0, true, false);
    looker.visit(|next, stays| {
        let word = find_in(shards, next).map_or(0, |next| words[next as usize].load(Relaxed));
        let good = if stays { WIN } else { LOSS };
        match kind(word) {
            told if told == good => best = best.min(number(word) + 1),
            WIN | LOSS => worst = worst.max(number(word) + 1),
            told => {
                all = false;
                drawn |= told == DRAW;
            }
        }
        Ok(())
    })?;
    let after = match (best, all, draws && drawn) {
        (u16::MAX, true, _) => LOSS | worst,
        (u16::MAX, false, true) => DRAW | 1,
        (u16::MAX, false, false) => before,
        (plies, ..) => WIN | plies,
    };
    if u32::from(number(after)) >= MOST && kind(after) != OPEN {
        return Err(Trouble::TooLong);
    }
    words[state as usize].store(after, Relaxed);
    Ok(after != before)
}
