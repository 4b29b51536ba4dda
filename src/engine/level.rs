//! Playing below one's strength: fewer nodes, and errors chosen among the better moves.

use crate::eval::{LIMIT, Score};
use crate::game::{Game, Move, split_mix};
use crate::search::Report;

/// How well an engine plays, from 0 to [`Strength::FULL`].
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Strength(f64);

impl Strength {
    /// As well as it can.
    pub const FULL: f64 = 20.0;

    /// The range of [`Strength::of_elo`].
    pub const ELO: (i64, i64) = (350, 2150);

    /// Ratings by strength: chess, a tournament of eight strengths and three known ones, ten games of each two; ±100 to ±150.
    /// Full strength had 100 ms for a move.
    const RATINGS: [(f64, i64); 8] = [
        (0.0, Strength::ELO.0),
        (3.0, 450),
        (6.0, 950),
        (9.0, 1350),
        (12.0, 1500),
        (15.0, 1850),
        (18.0, 2100),
        (Strength::FULL, Strength::ELO.1),
    ];

    /// The best of so many moves may be missed.
    const LINES: usize = 4;

    /// By a number from 0 to 20.
    pub fn of_skill(skill: i64) -> Strength {
        Strength((skill as f64).clamp(0.0, Strength::FULL))
    }

    /// By a rating, as measured in chess. Between two ratings that were measured it grows evenly.
    pub fn of_elo(elo: i64) -> Strength {
        let (least, most) = Strength::ELO;
        let elo = elo.clamp(least, most);
        let between = Strength::RATINGS.windows(2).find(|pair| elo <= pair[1].1);
        let Some([(low, from), (high, to)]) = between else { return Strength(Strength::FULL) };
        Strength(low + (high - low) * (elo - from) as f64 / (to - from) as f64)
    }

    /// By a level from 1 to 10, of which the last holds nothing back.
    pub fn of_level(level: u8) -> Strength {
        match level {
            10.. => Strength(Strength::FULL),
            _ => Strength(2.0 * f64::from(level.max(1) - 1)),
        }
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self.0 >= Strength::FULL
    }

    /// The nodes that a search may visit: 60 at the lowest, half as many again for each step.
    pub fn nodes(self) -> u64 {
        if self.is_full() { u64::MAX } else { (60.0 * 1.5f64.powf(self.0)) as u64 }
    }

    /// The lines that a search looks at.
    pub fn lines(self) -> usize {
        if self.is_full() { 1 } else { Strength::LINES }
    }

    /// The move that is played: the best one after each score got an error by chance, the larger the lower the
    /// strength. `seed` decides the chance: the same position and seed give the same move.
    pub fn choose(self, game: &Game, report: &Report, sign: Score, seed: u64) -> Option<Move> {
        let best = report.lines.first()?.score * sign;
        if self.is_full() || best >= LIMIT {
            return report.best();
        }
        let width = (1.0 - self.0 / Strength::FULL) * f64::from(scale(game));
        let mut state = seed;
        let mut valued = report.lines.iter().filter_map(|line| {
            state = next(state);
            let chance = (state >> 11) as f64 / (1u64 << 53) as f64;
            Some((f64::from(line.score * sign) + chance * width, *line.moves.first()?))
        });
        let first = valued.next()?;
        let (_, mv) = valued.fold(first, |best, other| if other.0 > best.0 { other } else { best });
        Some(mv)
    }
}

/// What is much in a game: twice what its cheapest piece is worth, or 200 points.
fn scale(game: &Game) -> Score {
    let worth = |piece| {
        let cells = game.rules.geometry.board().iter();
        cells.map(|cell| game.tables.keys.of(piece, cell).worth.early().abs()).max()
    };
    let least = game.rules.pieces().filter_map(worth).filter(|&worth| worth > 0).min();
    2 * least.unwrap_or(100).clamp(20, 400)
}

/// The next of a row of numbers.
fn next(mut state: u64) -> u64 {
    split_mix(&mut state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_to_full_strength() {
        let nodes: Vec<u64> = (1..=10).map(|level| Strength::of_level(level).nodes()).collect();
        assert!(nodes.is_sorted() && nodes[0] == 60 && nodes[9] == u64::MAX, "{nodes:?}");
        assert!(!Strength::of_level(9).is_full() && Strength::of_level(10).is_full());
        assert!(Strength::of_elo(i64::MAX).is_full() && Strength::of_skill(20).is_full());
        assert_eq!(Strength::of_elo(0), Strength::of_skill(-3));
        for (skill, elo) in Strength::RATINGS {
            assert_eq!(Strength::of_elo(elo), Strength(skill), "{elo}");
        }
        let all: Vec<Strength> = (300..2_300).step_by(7).map(Strength::of_elo).collect();
        assert!(all.is_sorted(), "{all:?}");
    }
}
