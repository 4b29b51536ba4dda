//! Sets of cells as bits, generic over the width of the board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use serde::{Serialize, Serializer};

use super::Cell;

/// A set of cells on a board of at most `64 * N` cells; bit `i` is cell `i`.
///
/// `N` is a power of two, which lets every access mask its index instead of checking it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const N: usize>([u64; N]);

/// A set of cells on any board, for tables that serve every width. An engine of width `N` reads
/// only the words it needs, see [`Bits::narrow`].
pub type CellSet = Bits<16>;

impl<const N: usize> Serialize for Bits<N> {
    /// The list of cells: sets of one content are the same text at every width.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<const N: usize> Bits<N> {
    /// No cell.
    pub const EMPTY: Bits<N> = Bits([0; N]);

    /// The set of one cell.
    #[inline]
    pub fn of(cell: Cell) -> Bits<N> {
        let mut set = Bits::EMPTY;
        set.insert(cell);
        set
    }

    #[inline]
    fn word(cell: Cell) -> usize {
        (cell.index() >> 6) & (N - 1)
    }

    #[inline]
    fn bit(cell: Cell) -> u64 {
        1 << (cell.0 & 63)
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[Self::word(cell)] & Self::bit(cell) != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[Self::word(cell)] |= Self::bit(cell);
    }

    /// Takes a cell away.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[Self::word(cell)] &= !Self::bit(cell);
    }

    /// Adds the cell if it is absent, takes it away if it is there.
    #[inline]
    pub fn toggle(&mut self, cell: Cell) {
        self.0[Self::word(cell)] ^= Self::bit(cell);
    }

    /// How many cells are in the set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many cells of the set have a smaller number.
    #[inline]
    pub fn count_below(&self, cell: Cell) -> u32 {
        let word = Self::word(cell);
        let before: u32 = self.0[..word].iter().map(|word| word.count_ones()).sum();
        before + (self.0[word] & (Self::bit(cell) - 1)).count_ones()
    }

    /// The words of the set, folded into one, to tell sets apart roughly.
    #[inline]
    pub fn folded(&self) -> u64 {
        self.0.iter().fold(0, |all: u64, word| all.rotate_left(17) ^ word)
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// What a mask leaves of each word.
    #[inline]
    pub fn masked(&self, mask: u64) -> Bits<N> {
        Bits(self.0.map(|word| word & mask))
    }

    /// Whether the two sets share a cell.
    #[inline]
    pub fn meets(&self, other: &Bits<N>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every cell of `other` is in this set.
    #[inline]
    pub fn covers(&self, other: &Bits<N>) -> bool {
        (*other & !*self).is_empty()
    }

    /// The first cell in reading order.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.0
            .iter()
            .position(|&word| word != 0)
            .map(|i| Cell((i * 64) as u16 + self.0[i].trailing_zeros() as u16))
    }

    /// Its words.
    #[inline]
    pub fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// The set with these words.
    #[inline]
    pub fn from_words(words: [u64; N]) -> Bits<N> {
        Bits(words)
    }

    /// The set of the first cell in reading order; empty where there is none.
    #[inline]
    fn lowest(&self) -> Bits<N> {
        let mut out = [0; N];
        for (slot, &word) in out.iter_mut().zip(&self.0) {
            *slot = word & word.wrapping_neg();
            if word != 0 {
                break;
            }
        }
        Bits(out)
    }

    /// The set of the last cell in reading order; empty where there is none.
    #[inline]
    fn highest(&self) -> Bits<N> {
        let mut out = [0; N];
        for (slot, &word) in out.iter_mut().zip(&self.0).rev() {
            if word != 0 {
                *slot = 1 << (63 - word.leading_zeros());
                break;
            }
        }
        Bits(out)
    }

    /// The set of the cell nearest to one end, the low one if `ascending`; empty where there is none.
    #[inline]
    pub fn nearest(&self, ascending: bool) -> Bits<N> {
        if ascending { self.lowest() } else { self.highest() }
    }

    /// The cells up to and including the first one of `bars` from one end: the low one if `ascending`. All of
    /// them where nothing bars the way. `bars` are cells of the set.
    #[inline]
    pub fn up_to(&self, bars: &Bits<N>, ascending: bool) -> Bits<N> {
        let mut out = *self;
        let mut barred = false;
        for at in 0..N {
            let at = if ascending { at } else { N - 1 - at };
            let bar = bars.0[at];
            let open = match ascending {
                // All bits up to the lowest one of the bar; all where there is none.
                true => bar ^ bar.wrapping_sub(1),
                // All bits down to the highest one, likewise: bit 0 bars nothing behind it.
                false => u64::MAX << (63 - (bar | 1).leading_zeros()),
            };
            out.0[at] &= if barred { 0 } else { open };
            barred |= bar != 0;
        }
        out
    }

    /// The cells of two rays up to and including the first occupied one of each: of `up` the nearest cell has the
    /// smallest number, of `down` the largest, and all of `down` lies before all of `up`.
    ///
    /// Taking the bar below away from the bars above changes all bits from the one to the lowest of the others. On boards
    /// of two words it took a tenth more as numbers of 128 bits, and a third more where words before the bar below were left
    /// out.
    #[inline]
    pub fn open_both_ways(up: Bits<N>, down: Bits<N>, occupied: Bits<N>) -> Bits<N> {
        let above = up & occupied;
        // The first cell of all bars nothing behind it.
        let below = (down & occupied | Bits::of(Cell(0))).highest();
        let mut out = up | down;
        let mut borrows = false;
        for at in 0..N {
            let (less, first) = above.0[at].overflowing_sub(below.0[at]);
            let (less, second) = less.overflowing_sub(borrows as u64);
            borrows = first | second;
            out.0[at] &= above.0[at] ^ less;
        }
        out
    }

    /// The cells in reading order.
    #[inline]
    pub fn iter(&self) -> Cells<N> {
        Cells { set: *self, word: 0 }
    }

    /// Every cell moved by `delta` numbers. The caller masks what would wrap around a board's side or leave
    /// the words at either end.
    #[inline]
    pub fn shifted(&self, delta: i32) -> Bits<N> {
        let mut out = [0; N];
        if N == 1 {
            // One instruction, and nothing leaves the word.
            out[0] = self.0[0].rotate_left(delta as u32);
            return Bits(out);
        }
        let distance = delta.unsigned_abs() as usize;
        let (words, bits) = (distance >> 6, (distance & 63) as u32);
        for (i, slot) in out.iter_mut().enumerate() {
            let fetch = |back: usize| if delta >= 0 { i.checked_sub(back) } else { Some(i + back) };
            let near = fetch(words).and_then(|j| self.0.get(j)).copied().unwrap_or(0);
            let far = fetch(words + 1).and_then(|j| self.0.get(j)).copied().unwrap_or(0);
            *slot = match (delta >= 0, bits) {
                (_, 0) => near,
                (true, _) => near << bits | far >> (64 - bits),
                (false, _) => near >> bits | far << (64 - bits),
            };
        }
        Bits(out)
    }

    /// The same cells in a set of another width; cells beyond it are lost. Costs `M` copies.
    #[inline]
    pub fn narrow<const M: usize>(&self) -> Bits<M> {
        let mut out = [0; M];
        for (slot, word) in out.iter_mut().zip(self.0) {
            *slot = word;
        }
        Bits(out)
    }
}

impl<const N: usize> FromIterator<Cell> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Bits::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// The cells of a set in reading order.
pub struct Cells<const N: usize> {
    set: Bits<N>,
    word: usize,
}

impl<const N: usize> Iterator for Cells<N> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if N == 1 {
            let word = self.set.0[0];
            self.set.0[0] = word & word.wrapping_sub(1);
            return (word != 0).then(|| Cell(word.trailing_zeros() as u16));
        }
        while self.word < N {
            let word = &mut self.set.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some(Cell((self.word * 64) as u16 + bit));
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> IntoIterator for Bits<N> {
    type Item = Cell;
    type IntoIter = Cells<N>;

    #[inline]
    fn into_iter(self) -> Cells<N> {
        self.iter()
    }
}

macro_rules! bitwise {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident) => {
        impl<const N: usize> $trait for Bits<N> {
            type Output = Bits<N>;

            #[inline]
            fn $method(mut self, other: Bits<N>) -> Bits<N> {
                $assign_trait::$assign(&mut self, other);
                self
            }
        }

        impl<const N: usize> $assign_trait for Bits<N> {
            #[inline]
            fn $assign(&mut self, other: Bits<N>) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    $assign_trait::$assign(word, other);
                }
            }
        }
    };
}

bitwise!(BitAnd bitand BitAndAssign bitand_assign);
bitwise!(BitOr bitor BitOrAssign bitor_assign);
bitwise!(BitXor bitxor BitXorAssign bitxor_assign);

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn not(self) -> Bits<N> {
        Bits(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_move_every_cell_by_the_same_number() {
        for delta in [-200, -65, -64, -63, -1, 0, 1, 9, 63, 64, 65, 130] {
            let set: Bits<4> = [Cell(0), Cell(70), Cell(128), Cell(255)].into_iter().collect();
            let moved: Vec<i32> = set.shifted(delta).iter().map(|c| c.0 as i32).collect();
            let want: Vec<i32> =
                [0, 70, 128, 255].iter().map(|c| c + delta).filter(|c| (0..256).contains(c)).collect();
            assert_eq!(moved, want, "by {delta}");
        }
    }

    #[test]
    fn rays_are_open_up_to_their_first_bar() {
        let set = |cells: &[u16]| -> Bits<2> { cells.iter().copied().map(Cell).collect() };
        let (up, down) = (set(&[62, 72, 82]), set(&[42, 32, 22, 12]));
        for occupied in [&[][..], &[62], &[72], &[82], &[42], &[12], &[22, 82, 72], &[32, 62, 0, 127]] {
            let occupied = set(occupied);
            let one = |ray: &Bits<2>, ascending| ray.up_to(&(*ray & occupied), ascending);
            assert_eq!(Bits::open_both_ways(up, down, occupied), one(&up, true) | one(&down, false));
            assert_eq!(Bits::open_both_ways(up, set(&[]), occupied), one(&up, true));
            assert_eq!(Bits::open_both_ways(set(&[]), down, occupied), one(&down, false));
        }
    }

    #[test]
    fn cells_come_in_reading_order() {
        let set: Bits<2> = [Cell(100), Cell(3), Cell(64)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Cell(3), Cell(64), Cell(100)]);
        assert_eq!(set.first(), Some(Cell(3)));
        assert_eq!(set.count(), 3);
    }
}
