//! Work in several parts at a time.

use std::panic::resume_unwind;

/// A list is worked on in so many parts: always as many, so that sums are the same on every machine.
const PARTS: usize = 4;

/// What parts of a list give, in their order.
pub(super) fn in_parts<I: Sync, T: Send>(
    list: &[I],
    part: impl Fn(&[I]) -> T + Sync,
) -> impl Iterator<Item = T> {
    let part = &part;
    let results: Vec<T> = std::thread::scope(|scope| {
        let parts = list.chunks(list.len().div_ceil(PARTS).max(1));
        let threads: Vec<_> = parts.map(|list| scope.spawn(move || part(list))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    results.into_iter()
}
