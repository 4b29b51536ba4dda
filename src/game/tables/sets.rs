//! Sets of cells in as many words as the boards of a game have, one behind the other: a table of sets of every width
//! would not fit the caches.

use crate::game::{Bits, Cell, CellSet};

/// Appends a set of so many words.
pub(super) fn append(sets: &mut Vec<u64>, words: usize, cells: impl IntoIterator<Item = Cell>) {
    let start = sets.len();
    sets.resize(start + words, 0);
    cells.into_iter().for_each(|cell| sets[start + (cell.index() >> 6)] |= 1 << (cell.0 & 63));
}

/// Appends a set of cells as it is.
pub(super) fn append_set(sets: &mut Vec<u64>, words: usize, set: &CellSet) {
    sets.extend_from_slice(&set.words()[..words]);
}

/// Appends so many pairs of rays: of the first of each the nearest cell has the smallest number, of the second the
/// largest. Where there are fewer rays, empty ones stand.
pub(super) fn append_rays(sets: &mut Vec<u64>, words: usize, rays: [&[CellSet]; 2], pairs: usize) {
    for pair in 0..pairs {
        for rays in rays {
            append_set(sets, words, rays.get(pair).unwrap_or(&CellSet::EMPTY));
        }
    }
}

/// The cells of some pairs of rays, each up to its first occupied cell, that one included.
#[inline(always)]
pub(super) fn open_rays<const N: usize>(pairs: &[[[u64; N]; 2]], occupied: Bits<N>) -> Bits<N> {
    pairs.iter().fold(Bits::EMPTY, |all, [up, down]| {
        all | Bits::open_both_ways(Bits::from_words(*up), Bits::from_words(*down), occupied)
    })
}
