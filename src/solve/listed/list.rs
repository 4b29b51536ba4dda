//! The states of a finished table, in an order in which they are found at once.

use super::bits::hash;
use super::layout::Layout;
use super::store::Shard;
use crate::eval::View;
use crate::game::{Cell, Game, Piece, Player};
use crate::position::Rest;

/// States by their keys, in the order of the keys' hashes.
#[derive(Clone, Debug)]
pub struct Listed {
    layout: Layout,
    keys: Vec<u8>,
    /// Where the states begin whose hash begins with each number.
    starts: Vec<u32>,
    /// Bits of those numbers.
    bits: u32,
}

impl Listed {
    /// The states of shards, and their words in the same order.
    pub fn new(layout: Layout, shards: Vec<Shard>) -> (Listed, Vec<u16>) {
        let count: usize = shards.iter().map(Shard::len).sum();
        let length = layout.bytes();
        let (mut keys, mut words) = (Vec::with_capacity(count * length), Vec::with_capacity(count));
        for shard in shards {
            let (own_keys, own_words) = shard.into_parts();
            let key = |number: u32| &own_keys[number as usize * length..(number as usize + 1) * length];
            let mut order: Vec<u32> = (0..own_words.len() as u32).collect();
            // Hashes that are alike are rare: the keys decide then, whichever was found first.
            let hashes: Vec<u64> = order.iter().map(|&number| hash(key(number))).collect();
            let place = |number: u32| (hashes[number as usize], key(number));
            order.sort_unstable_by(|&one, &other| place(one).cmp(&place(other)));
            for number in order {
                keys.extend_from_slice(key(number));
                words.push(own_words[number as usize]);
            }
        }
        (Listed::of_keys(layout, keys), words)
    }

    fn of_keys(layout: Layout, keys: Vec<u8>) -> Listed {
        let count = keys.len() / layout.bytes();
        let bits = (count / 4).max(1).ilog2();
        let mut starts = vec![0; (1 << bits) + 1];
        for key in keys.chunks_exact(layout.bytes()) {
            starts[Listed::bucket(key, bits) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Listed { layout, keys, starts, bits }
    }

    fn bucket(key: &[u8], bits: u32) -> usize {
        hash(key).checked_shr(u64::BITS - bits).unwrap_or(0) as usize
    }

    /// The states with these keys; `None` when they are not in order.
    pub fn read(layout: Layout, keys: Vec<u8>) -> Option<Listed> {
        let all = || keys.chunks_exact(layout.bytes());
        let sorted = all().zip(all().skip(1)).all(|(one, other)| (hash(one), one) < (hash(other), other));
        (sorted && keys.len() / layout.bytes() < 1 << 31).then(|| Listed::of_keys(layout, keys))
    }

    /// How many states there are.
    pub fn total(&self) -> u64 {
        (self.keys.len() / self.layout.bytes()) as u64
    }

    /// Their layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Their keys, one after the other.
    pub fn keys(&self) -> &[u8] {
        &self.keys
    }

    /// The number of a position's state.
    pub fn number(&self, view: &View<'_>) -> Option<u64> {
        let mut key = vec![0; self.layout.bytes()];
        if !self.layout.write(|cell| view.at(cell), view.turn(), &view.rest(), &mut key) {
            return None;
        }
        let bucket = Listed::bucket(&key, self.bits);
        let [start, end] = [0, 1].map(|more| self.starts[bucket + more] as usize);
        let length = self.layout.bytes();
        let keys = self.keys[start * length..end * length].chunks_exact(length);
        keys.zip(start as u64..).find(|(other, _)| *other == key).map(|(_, number)| number)
    }

    /// Reads a state.
    pub fn state(
        &self,
        game: &Game,
        number: u64,
        pieces: &mut Vec<(Cell, Piece)>,
        rest: &mut Rest,
    ) -> Option<Player> {
        let length = self.layout.bytes();
        let start = number as usize * length;
        self.layout.read(game, self.keys.get(start..start + length)?, pieces, rest)
    }
}
