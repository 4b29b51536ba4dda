//! A row of numbers by chance, the same for the same seed.

use crate::game::split_mix;

#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below `most`, which is not 0.
    #[inline]
    pub fn below(&mut self, most: usize) -> usize {
        (((split_mix(&mut self.0) >> 32) * most as u64) >> 32) as usize
    }
}
