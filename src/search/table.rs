//! The transposition table: what was found about positions met before.

use crate::eval::{LIMIT, Score};
use crate::game::Move;

/// How a stored value relates to the true one.
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
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
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
}

const NOTHING: Entry =
    Entry { key: 0, mv: Move::NONE, value: 0, depth: -1, bound: Bound::Upper, proven: false, run: 0 };

/// A table of fixed size, two entries to a bucket: one kept for its depth, one for its newness.
#[derive(Clone, Debug)]
pub struct Table {
    buckets: Vec<[Entry; 2]>,
    run: u8,
}

impl Table {
    /// A table of about that many megabytes, at least one bucket.
    pub fn new(megabytes: usize) -> Table {
        let wanted = (megabytes << 20) / size_of::<[Entry; 2]>();
        let buckets = 1usize << wanted.max(1).ilog2();
        Table { buckets: vec![[NOTHING; 2]; buckets], run: 0 }
    }

    /// Forgets everything, by no longer believing what earlier runs wrote.
    pub fn forget(&mut self) {
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.buckets.fill([NOTHING; 2]);
            self.run = 1;
        }
    }

    fn bucket(&self, key: u64) -> usize {
        (key ^ key >> 32) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position, its value counted from `ply`.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)];
        let found = bucket.iter().find(|entry| entry.key == key && entry.run == self.run)?;
        Some(Entry { value: from_node(found.value, ply), ..*found })
    }

    /// Stores what was found.
    pub fn store(&mut self, key: u64, ply: usize, found: Found) {
        let entry = Entry {
            key,
            mv: found.mv,
            value: to_node(found.value, ply),
            depth: found.depth.clamp(0, i8::MAX as i32) as i8,
            bound: found.bound,
            proven: found.proven,
            run: self.run,
        };
        let run = self.run;
        let index = self.bucket(key);
        let [deep, new] = &mut self.buckets[index];
        if deep.key == key || deep.run != run || entry.depth >= deep.depth {
            if deep.key != key {
                *new = *deep;
            }
            *deep = entry;
        } else {
            *new = entry;
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
    fn wins_are_counted_from_the_position_that_is_asked() {
        let mut table = Table::new(1);
        table.forget();
        let found = Found { mv: Move::NONE, value: WIN - 7, depth: 3, bound: Bound::Exact, proven: true };
        table.store(99, 4, found);
        assert_eq!(table.probe(99, 4).map(|e| e.value), Some(WIN - 7));
        assert_eq!(table.probe(99, 0).map(|e| e.value), Some(WIN - 3));
        table.forget();
        assert!(table.probe(99, 4).is_none());
    }
}
