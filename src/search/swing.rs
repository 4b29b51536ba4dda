//! How much static values change from ply to ply: what margins are counted in.

use crate::eval::Score;

/// How much static values change from ply to ply.
#[derive(Clone, Copy, Debug)]
pub struct Swing {
    sum: i64,
    plies: i64,
    percent: i64,
}

impl Swing {
    /// Fewer plies say too little.
    const FEWEST: i64 = 64;

    /// A change is not counted for more than so many of the average: an exchange begun says nothing of quiet play.
    const MOST: i64 = 8;

    /// So much of the average is a swing, in percent.
    pub fn new(percent: i64) -> Swing {
        Swing { sum: 0, plies: 0, percent }
    }

    /// Counts a ply.
    pub fn add(&mut self, change: Score) {
        let most =
            if self.plies < Swing::FEWEST { i64::MAX } else { Swing::MOST * self.sum / self.plies + 1 };
        self.sum += i64::from(change).min(most);
        self.plies += 1;
    }

    /// The average, or the part of it that is asked for, if it is known and not nothing.
    pub fn mean(&self) -> Option<Score> {
        (self.plies >= Swing::FEWEST)
            .then(|| (self.sum * self.percent / 100 / self.plies) as Score)
            .filter(|&mean| mean > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swing_is_known_after_some_plies_and_is_never_nothing() {
        let mut swing = Swing::new(100);
        (1..Swing::FEWEST).for_each(|_| swing.add(10));
        assert_eq!(swing.mean(), None);
        swing.add(10);
        assert_eq!(swing.mean(), Some(10));
        // A queen that is taken counts for no more than a few plies.
        swing.add(1_000_000);
        assert_eq!(swing.mean(), Some(11));
        let mut flat = Swing::new(100);
        (0..100).for_each(|_| flat.add(0));
        assert_eq!(flat.mean(), None);
        let mut part = Swing::new(40);
        (0..100).for_each(|_| part.add(10));
        assert_eq!(part.mean(), Some(4));
    }
}
