//! How much static values change from ply to ply: what margins are counted in.

use crate::eval::Score;

/// How much static values change from ply to ply.
#[derive(Clone, Copy, Default, Debug)]
pub struct Swing {
    sum: i64,
    plies: i64,
}

impl Swing {
    /// Fewer plies say too little.
    const FEWEST: i64 = 64;

    /// A change is not counted for more than so many of the average: an exchange begun says nothing of quiet play.
    const MOST: i64 = 8;

    /// A swing is so much of the average, in percent.
    const PART: i64 = 40;

    /// Counts a ply.
    pub fn add(&mut self, change: Score) {
        let most =
            if self.plies < Swing::FEWEST { i64::MAX } else { Swing::MOST * self.sum / self.plies + 1 };
        self.sum += i64::from(change).min(most);
        self.plies += 1;
    }

    /// The swing, if it is known and the average is a point at least.
    pub fn value(&self) -> Option<Score> {
        let known = self.plies >= Swing::FEWEST && self.sum >= self.plies;
        known.then(|| (Swing::PART * self.sum / (100 * self.plies)).max(1) as Score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swing_is_known_after_some_plies_and_is_never_nothing() {
        let mut swing = Swing::default();
        (1..Swing::FEWEST).for_each(|_| swing.add(25));
        assert_eq!(swing.value(), None);
        swing.add(25);
        assert_eq!(swing.value(), Some(10));
        // A queen that is taken counts for no more than a few plies.
        swing.add(1_000_000);
        assert_eq!(swing.value(), Some(11));
        let mut flat = Swing::default();
        (0..100).for_each(|_| flat.add(0));
        assert_eq!(flat.value(), None);
        // A part of a point is a point: where points are few, there are margins all the same.
        let mut coarse = Swing::default();
        (0..100).for_each(|_| coarse.add(1));
        assert_eq!(coarse.value(), Some(1));
    }
}
