//! Results, counted.

use std::ops::AddAssign;

/// Half points of one game: 0, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Points {
    /// A game lost.
    Loss,
    /// A game drawn.
    Draw,
    /// A game won.
    Win,
}

impl Points {
    /// Half points.
    pub fn halves(self) -> usize {
        self as usize
    }

    /// What the opponent has.
    pub fn other(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

/// Results of one engine against another.
///
/// ```
/// use banco::inside::arena::{Points, Tally};
///
/// let mut tally = Tally::default();
/// tally.add_pair(Points::Win, Points::Draw);
/// assert_eq!((tally.games(), tally.pairs), (2, [0, 0, 0, 1, 0]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their half points, 0 to 4.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game whose pair is not complete.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Counts the two games of a pair.
    pub fn add_pair(&mut self, one: Points, other: Points) {
        self.add(one);
        self.add(other);
        self.pairs[one.halves() + other.halves()] += 1;
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Complete pairs.
    pub fn count_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points won, a draw being half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same results as the opponent has them.
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, pairs)| *sum += pairs);
    }
}
