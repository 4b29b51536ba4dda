//! The transposition table: what was found about positions met before.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::eval::{LIMIT, Score};
use crate::game::Move;

/// How a value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// At least the value.
    Lower,
    /// At most the value.
    Upper,
}

/// What is known of a position. Values are the mover's; wins are counted from the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The best move known, or [`Move::NONE`].
    pub mv: Move,
    /// The mover's value.
    pub value: Score,
    /// Plies that were looked ahead.
    pub depth: i8,
    /// What the value says.
    pub bound: Bound,
    /// Nothing was guessed below: the value holds to the end of the game.
    pub proven: bool,
    run: u8,
    age: u8,
}

impl TableEntry {
    /// All but the move in one word.
    fn facts(&self) -> u64 {
        let small = [self.depth as u8, self.run, self.bound as u8 | (self.proven as u8) << 2, self.age];
        u64::from(self.value as u32) << 32 | u64::from(u32::from_le_bytes(small))
    }

    fn of(mv: Move, facts: u64) -> TableEntry {
        let [depth, run, said, age] = (facts as u32).to_le_bytes();
        let bound = match said & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        TableEntry {
            mv,
            value: (facts >> 32) as u32 as Score,
            depth: depth as i8,
            bound,
            proven: said & 4 != 0,
            run,
            age,
        }
    }
}

/// An entry that threads may read and write at the same time without waiting: the first word is the key
/// mixed with the other two, so that an entry of which another thread has written a part belongs to no key
/// (Hyatt and Mann, "A lockless transposition table implementation for parallel search", ICGA Journal
/// 25(1), 2002).
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    mv: AtomicU64,
    facts: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, TableEntry) {
        let (mv, facts) = (self.mv.load(Relaxed), self.facts.load(Relaxed));
        (self.check.load(Relaxed) ^ mv ^ facts, TableEntry::of(Move::from_bits(mv), facts))
    }

    #[inline]
    fn store(&self, key: u64, entry: &TableEntry) {
        let (mv, facts) = (entry.mv.bits(), entry.facts());
        self.check.store(key ^ mv ^ facts, Relaxed);
        self.mv.store(mv, Relaxed);
        self.facts.store(facts, Relaxed);
    }
}

/// A table of fixed size, two entries to a bucket: one kept for its depth, one for its newness. All threads
/// of a search share it.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<[Slot; 2]>,
    run: u8,
    age: u8,
}

impl Table {
    /// A table of about that many megabytes, at least one bucket; a smaller one where there is no memory for it.
    pub fn new(megabytes: usize) -> Table {
        let wanted = (megabytes << 20) / size_of::<[Slot; 2]>();
        let mut number = 1usize << wanted.max(1).ilog2();
        let mut buckets = Vec::new();
        while number > 1 && buckets.try_reserve_exact(number).is_err() {
            number /= 2;
        }
        buckets.extend(std::iter::repeat_with(<[Slot; 2]>::default).take(number));
        Table { buckets, run: 0, age: 0 }
    }

    /// Forgets everything, by no longer believing what earlier runs wrote.
    pub fn forget(&mut self) {
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.buckets.fill_with(Default::default);
            self.run = 1;
        }
    }

    /// Keeps everything for a new search, whose entries replace the older ones first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.run == 0 {
            self.forget();
        }
    }

    /// How full the table is with entries of the current search, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(500)];
        let of_now = |slot: &&Slot| {
            let (_, entry) = slot.load();
            entry.run == self.run && entry.age == self.age
        };
        (sample.iter().flatten().filter(of_now).count() * 1000 / (2 * sample.len())) as u32
    }

    fn bucket(&self, key: u64) -> &[Slot; 2] {
        &self.buckets[(key ^ key >> 32) as usize & (self.buckets.len() - 1)]
    }

    /// What is known of a position, its value counted from `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let mut known = self.bucket(key).iter().map(Slot::load);
        let (_, found) = known.find(|(of, entry)| *of == key && entry.run == self.run)?;
        Some(TableEntry { value: from_node(found.value, ply), ..found })
    }

    /// Stores what was found.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, found: Found) {
        let entry = TableEntry {
            mv: found.mv,
            value: to_node(found.value, ply),
            depth: found.depth.clamp(0, i8::MAX as i32) as i8,
            bound: found.bound,
            proven: found.proven,
            run: self.run,
            age: self.age,
        };
        let [deep, new] = self.bucket(key);
        let (of, kept) = deep.load();
        let is_old = kept.run != self.run || kept.age != self.age;
        if of == key || is_old || entry.depth >= kept.depth {
            if of != key {
                new.store(of, &kept);
            }
            deep.store(key, &entry);
        } else {
            new.store(key, &entry);
        }
    }
}

/// What a node hands over to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The best move, or [`Move::NONE`].
    pub mv: Move,
    /// The mover's value, wins counted from the root.
    pub value: Score,
    /// Plies that were looked ahead.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// Nothing was guessed below.
    pub proven: bool,
}

fn to_node(value: Score, ply: usize) -> Score {
    match value {
        LIMIT.. => value + ply as Score,
        _ if value <= -LIMIT => value - ply as Score,
        _ => value,
    }
}

fn from_node(value: Score, ply: usize) -> Score {
    match value {
        LIMIT.. => value - ply as Score,
        _ if value <= -LIMIT => value + ply as Score,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::WIN;

    #[test]
    fn entries_keep_what_they_are_given() {
        for (value, depth, bound, proven) in [
            (WIN - 7, 120, Bound::Exact, true),
            (7 - WIN, 0, Bound::Lower, false),
            (-1, 3, Bound::Upper, true),
        ] {
            let entry = TableEntry { mv: Move::NONE, value, depth, bound, proven, run: 255, age: 7 };
            assert_eq!(TableEntry::of(entry.mv, entry.facts()), entry);
        }
    }

    #[test]
    fn wins_are_counted_from_the_position_that_is_asked() {
        let mut table = Table::new(1);
        table.forget();
        let found = Found { mv: Move::NONE, value: WIN - 7, depth: 3, bound: Bound::Exact, proven: true };
        table.store(99, 4, found);
        assert_eq!(table.probe(99, 4).map(|e| e.value), Some(WIN - 7));
        assert_eq!(table.probe(99, 0).map(|e| e.value), Some(WIN - 3));
        table.grow_older();
        assert!(table.probe(99, 4).is_some());
        table.forget();
        assert!(table.probe(99, 4).is_none());
    }
}
