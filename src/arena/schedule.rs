//! Who plays whom, and in which order.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Encounters {
    /// Every two.
    #[default]
    RoundRobin,
    /// The first one and each other.
    Gauntlet,
}

/// A part of a match: of every so many rounds one.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `3/16`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let shape = "write a shard as number/count, such as 3/16; the first is 1";
        let (number, of) = text.split_once('/').ok_or(shape)?;
        let number: u64 = number.trim().parse().map_err(|_| shape)?;
        let of: u64 = of.trim().parse().map_err(|_| shape)?;
        let fits = (1..=of).contains(&number) && of <= 1_000_000;
        fits.then_some(Shard { number, of }).ok_or(shape.to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl Shard {
    /// Whether something with that number, from 0, belongs to this part.
    pub fn has(&self, number: u64) -> bool {
        number % self.of == self.number - 1
    }
}

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: u64,
    /// In every round each encounter plays one opening twice.
    pub round: u64,
    /// Which engines play, by [`Player::index`](crate::game::Player::index).
    pub players: [usize; 2],
}

/// All games of a match, in an order that does not depend on how many there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Engines that take part.
    pub engines: usize,
    /// Which of them meet.
    pub encounters: Encounters,
    /// Games of each encounter.
    pub games: u64,
    /// The part that is played here.
    pub shard: Option<Shard>,
}

impl Schedule {
    /// The engines that meet, the first of which has the first player in the first game.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let first = match self.encounters {
            Encounters::RoundRobin => self.engines,
            Encounters::Gauntlet => self.engines.min(1),
        };
        (0..first).flat_map(|one| (one + 1..self.engines).map(move |other| [one, other])).collect()
    }

    /// How many openings are needed.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// The number of a game: of a round, an encounter and a side.
    pub fn number(&self, round: u64, pair: usize, side: u64) -> u64 {
        (round * self.pairs().len() as u64 + pair as u64) * 2 + side
    }

    /// The games of this part.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + use<> {
        let (pairs, games, shard) = (self.pairs(), self.games, self.shard);
        let here = move |round: &u64| shard.is_none_or(|shard| shard.has(*round));
        (0..self.rounds()).filter(here).flat_map(move |round| {
            let count = pairs.len() as u64;
            let game = move |(pair, [one, other]): (usize, [usize; 2])| {
                [[one, other], [other, one]].into_iter().zip(0..).map(move |(players, side)| Fixture {
                    number: (round * count + pair as u64) * 2 + side,
                    round,
                    players,
                })
            };
            let all: Vec<Fixture> = pairs.iter().copied().enumerate().flat_map(game).collect();
            all.into_iter().filter(move |fixture| 2 * round + fixture.number % 2 < games)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn schedule(engines: usize, games: u64) -> Schedule {
        Schedule { engines, encounters: Encounters::RoundRobin, games, shard: None }
    }

    #[test]
    fn each_opening_is_played_twice_with_sides_changed() {
        let games: Vec<Fixture> = schedule(2, 3).fixtures().collect();
        let found: Vec<_> = games.iter().map(|game| (game.number, game.round, game.players)).collect();
        assert_eq!(found, [(0, 0, [0, 1]), (1, 0, [1, 0]), (2, 1, [0, 1])]);
    }

    #[test]
    fn all_meet_all_equally_often_and_a_gauntlet_meets_one() {
        let all: Vec<Fixture> = schedule(4, 2).fixtures().collect();
        assert_eq!(all.len(), 12);
        let gauntlet = Schedule { encounters: Encounters::Gauntlet, ..schedule(4, 2) };
        assert!(gauntlet.fixtures().all(|game| game.players.contains(&0)));
        assert_eq!(gauntlet.fixtures().count(), 6);
    }

    #[test]
    fn shards_are_the_whole_and_more_games_begin_with_the_fewer() {
        let whole = schedule(3, 10);
        let numbers = |schedule: &Schedule| schedule.fixtures().map(|game| game.number).collect::<Vec<_>>();
        let mut parts = BTreeSet::new();
        for number in 1..=3 {
            let part = Schedule { shard: Some(Shard { number, of: 3 }), ..whole.clone() };
            assert!(numbers(&part).into_iter().all(|game| parts.insert(game)));
        }
        assert!(parts.into_iter().eq(numbers(&whole)));
        assert!(numbers(&schedule(3, 20)).starts_with(&numbers(&whole)));
    }

    #[test]
    fn shards_are_read_from_one() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, of: 16 }));
        for bad in ["", "0/2", "3/2", "1/0", "a/b", "1", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
