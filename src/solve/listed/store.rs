//! The states found so far, each once: keys in order of discovery, and tables that find them.
//!
//! They are spread over shards, each behind a lock of its own, so that threads seldom wait for each other.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::bits::hash;

/// How many shards there are, as a power of two: the upper bits of a hash say which.
const SHARD_BITS: u32 = 6;

/// How many shards there are.
pub const SHARDS: usize = 1 << SHARD_BITS;

/// States that a shard has at most: their numbers leave one bit of a word free.
const MOST: usize = (1 << 31 >> SHARD_BITS) - 1;

/// There is no memory left.
#[derive(Clone, Copy, Debug)]
pub struct Full;

/// Bytes that are used, of those that may be.
#[derive(Debug)]
pub struct Account {
    used: AtomicU64,
    most: u64,
}

impl Account {
    /// Nothing is used yet.
    pub fn new(most: u64) -> Account {
        Account { used: AtomicU64::new(0), most }
    }

    /// Takes some bytes; they are not taken where they are too many.
    pub fn take(&self, bytes: u64) -> Result<(), Full> {
        if self.used.fetch_add(bytes, Relaxed).saturating_add(bytes) > self.most {
            self.give_back(bytes);
            return Err(Full);
        }
        Ok(())
    }

    /// Gives some back.
    pub fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }
}

/// Some of the states.
#[derive(Default)]
pub struct Shard {
    keys: Vec<u8>,
    /// What is known of each.
    pub words: Vec<u16>,
    /// Numbers of states and 1, 0 for none, each as near as possible to where its hash says.
    slots: Vec<u32>,
}

impl Shard {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Their keys, one after the other.
    pub fn keys(&self) -> &[u8] {
        &self.keys
    }

    /// The keys and words alone.
    pub fn into_parts(self) -> (Vec<u8>, Vec<u16>) {
        (self.keys, self.words)
    }

    fn home(hash: u64, slots: usize) -> usize {
        // The upper bits say which shard it is.
        ((((hash << SHARD_BITS) >> 32) * slots as u64) >> 32) as usize
    }

    /// The number of a state; otherwise the slot where it belongs.
    #[inline]
    fn find(&self, key: &[u8], hash: u64) -> Result<usize, usize> {
        let length = key.len();
        let mut slot = Shard::home(hash, self.slots.len());
        loop {
            match self.slots.get(slot) {
                Some(0) => return Err(slot),
                Some(number) => {
                    let at = (*number as usize - 1) * length;
                    if self.keys.get(at..at + length) == Some(key) {
                        return Ok(*number as usize - 1);
                    }
                }
                None => return Err(0),
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
    }

    fn add(&mut self, key: &[u8], hash: u64, word: u16, account: &Account) -> Result<usize, Full> {
        if self.words.len() * 5 >= self.slots.len() * 4 {
            self.grow(key.len(), account)?;
        }
        let Err(slot) = self.find(key, hash) else { return Err(Full) };
        let number = self.words.len();
        if number >= MOST {
            return Err(Full);
        }
        self.keys.extend_from_slice(key);
        self.words.push(word);
        self.slots[slot] = number as u32 + 1;
        Ok(number)
    }

    /// Makes room for a third more.
    fn grow(&mut self, length: usize, account: &Account) -> Result<(), Full> {
        let slots = (self.slots.len() + self.slots.len() / 3).max(64);
        let room = slots * 4 / 5 + 1;
        let before = self.slots.len() * 4 / 5 + usize::from(!self.slots.is_empty());
        account.take(((slots - self.slots.len()) * 4 + (room - before) * (length + 2)) as u64)?;
        let more = room - self.words.len();
        self.keys.try_reserve_exact(more * length).map_err(|_| Full)?;
        self.words.try_reserve_exact(more).map_err(|_| Full)?;
        let mut table = Vec::new();
        table.try_reserve_exact(slots).map_err(|_| Full)?;
        table.resize(slots, 0);
        for (number, key) in (1..).zip(self.keys.chunks_exact(length)) {
            let mut slot = Shard::home(hash(key), slots);
            while table[slot] != 0 {
                slot = if slot + 1 == slots { 0 } else { slot + 1 };
            }
            table[slot] = number;
        }
        self.slots = table;
        Ok(())
    }
}

/// All states.
pub struct Store {
    shards: Vec<Mutex<Shard>>,
    count: AtomicU64,
}

/// The number of a state: its number in its shard, and which shard that is.
#[inline]
pub fn joined(shard: usize, number: usize) -> u32 {
    (number << SHARD_BITS | shard) as u32
}

/// The shard of a state, and its number there.
#[inline]
pub fn parted(state: u32) -> (usize, usize) {
    (state as usize % SHARDS, state as usize >> SHARD_BITS)
}

/// The shard of a hash.
#[inline]
pub fn shard_of(hash: u64) -> usize {
    (hash >> (u64::BITS - SHARD_BITS)) as usize
}

impl Store {
    /// There are none yet.
    pub fn new() -> Store {
        Store { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), count: AtomicU64::new(0) }
    }

    /// A shard, for as long as nobody else wants it.
    pub fn shard(&self, number: usize) -> MutexGuard<'_, Shard> {
        self.shards[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The number of a state, which is added where it is not there yet, and whether it was added.
    #[inline]
    pub fn enter(&self, key: &[u8], word: u16, account: &Account) -> Result<(u32, bool), Full> {
        let hash = hash(key);
        let number = shard_of(hash);
        let mut shard = self.shard(number);
        if let Ok(found) = shard.find(key, hash) {
            return Ok((joined(number, found), false));
        }
        let new = shard.add(key, hash, word, account)?;
        drop(shard);
        self.count.fetch_add(1, Relaxed);
        Ok((joined(number, new), true))
    }

    /// The shards, no longer shared.
    pub fn into_shards(self) -> Vec<Shard> {
        self.shards
            .into_iter()
            .map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect()
    }
}

/// The number of a state that is there.
#[inline]
pub fn find_in(shards: &[Shard], key: &[u8]) -> Option<u32> {
    let hash = hash(key);
    let number = shard_of(hash);
    shards.get(number)?.find(key, hash).ok().map(|found| joined(number, found))
}
