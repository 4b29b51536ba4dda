//! The results of a match, and what they say.

use std::collections::BTreeMap;

use super::record::{Cause, Record};
use super::schedule::Schedule;
use super::stats::{Encounter, Estimate, Points, Rating, Sprt, SprtResult, Tally, ratings};

/// Results by game.
#[derive(Clone, Debug)]
pub struct Results {
    schedule: Schedule,
    /// By number: what the first-listed player's engine has.
    games: BTreeMap<u64, Points>,
    /// By number: the games in which an engine failed, and what happened.
    failed: BTreeMap<u64, (Cause, String)>,
    /// Rounds from the first one that are complete, and the pairs of the first encounter in them.
    complete: u64,
    pairs: [u64; 5],
    decided: Option<(u64, SprtResult)>,
}

/// What the results say.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The results of those who met, one engine's against another's.
    pub encounters: Vec<Encounter>,
    /// What the encounter says; with two engines only.
    pub estimate: Option<Estimate>,
    /// The log-likelihood ratio of the test, if there is one, and how it ended.
    pub sprt: Option<(Sprt, f64, Option<SprtResult>)>,
    /// The ratings of the engines, most likely together.
    pub ratings: Vec<Rating>,
    /// By engine: games lost otherwise than by the rules, by cause.
    pub failures: Vec<BTreeMap<Cause, Failures>>,
    /// Games that count.
    pub games: u64,
    /// Games that have no result yet.
    pub missing: u64,
}

/// Games that an engine lost otherwise than by the rules, for one cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failures {
    /// How many.
    pub count: u64,
    /// The number of the first, and what happened there.
    pub first: (u64, String),
}

impl Results {
    /// No results yet.
    pub fn new(schedule: &Schedule) -> Results {
        Results {
            schedule: schedule.clone(),
            games: BTreeMap::new(),
            failed: BTreeMap::new(),
            complete: 0,
            pairs: [0; 5],
            decided: None,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        self.games.insert(record.game, record.points());
        if record.cause.is_failure() {
            self.failed.insert(record.game, (record.cause, record.reason.clone()));
        }
    }

    /// Whether a game has a result.
    pub fn has(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    /// How many games have a result.
    pub fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// What the first engine of an encounter has in both games of a round.
    fn of_round(&self, round: u64, pair: usize) -> [Option<Points>; 2] {
        let [one, other] =
            [0, 1].map(|side| self.games.get(&self.schedule.number(round, pair, side)).copied());
        [one, other.map(Points::other)]
    }

    /// After how many rounds a test of two engines was decided, and how. Rounds count in their order, and only when all
    /// before them are complete: what a match finds out does not depend on which game ends first.
    pub fn decided_after(&mut self, sprt: Option<&Sprt>) -> Option<(u64, SprtResult)> {
        let sprt = sprt.filter(|_| self.schedule.engines == 2)?;
        while self.decided.is_none()
            && let [Some(one), Some(other)] = self.of_round(self.complete, 0)
        {
            self.pairs[one.halves() + other.halves()] += 1;
            self.complete += 1;
            self.decided = sprt.verdict(&self.pairs).map(|verdict| (self.complete, verdict));
        }
        self.decided
    }

    /// What the results say.
    pub fn summary(&mut self, sprt: Option<&Sprt>) -> Summary {
        let decided = self.decided_after(sprt);
        let rounds = decided.map_or(self.schedule.rounds(), |(rounds, _)| rounds);
        let pairs = self.schedule.pairs();
        let met = pairs.iter().enumerate().map(|(pair, &[one, other])| Encounter {
            one,
            other,
            tally: self.tally(pair, rounds),
        });
        let encounters: Vec<Encounter> = met.collect();
        let games = encounters.iter().map(|met| met.tally.games()).sum();
        let estimate = match &encounters[..] {
            [only] => Estimate::of(&only.tally),
            _ => None,
        };
        let test = |sprt: &Sprt| {
            let pairs = encounters.first().map_or([0; 5], |met| met.tally.pairs);
            (*sprt, sprt.ratio(&pairs), decided.map(|(_, verdict)| verdict))
        };
        let expected = self.schedule.fixtures().filter(|game| game.round < rounds).count() as u64;
        Summary {
            estimate,
            sprt: sprt.filter(|_| self.schedule.engines == 2).map(test),
            ratings: ratings(self.schedule.engines, &encounters),
            failures: self.failures(rounds),
            missing: expected.saturating_sub(games),
            games,
            encounters,
        }
    }

    /// What the first engine of the first encounter has so far, every game counted.
    pub fn running(&self) -> Tally {
        self.tally(0, self.schedule.rounds())
    }

    fn tally(&self, pair: usize, rounds: u64) -> Tally {
        let mut tally = Tally::default();
        for round in 0..rounds {
            match self.of_round(round, pair) {
                [Some(one), Some(other)] => tally.add_pair(one, other),
                found => found.into_iter().flatten().for_each(|points| tally.add(points)),
            }
        }
        tally
    }

    fn failures(&self, rounds: u64) -> Vec<BTreeMap<Cause, Failures>> {
        let mut failures: Vec<BTreeMap<Cause, Failures>> = vec![BTreeMap::new(); self.schedule.engines];
        for game in self.schedule.fixtures().filter(|game| game.round < rounds) {
            let Some((cause, reason)) = self.failed.get(&game.number) else { continue };
            let loser = match self.games.get(&game.number) {
                Some(Points::Win) => game.players[1],
                Some(Points::Loss) => game.players[0],
                Some(Points::Draw) | None => continue,
            };
            let first = || Failures { count: 0, first: (game.number, reason.clone()) };
            failures[loser].entry(*cause).or_insert_with(first).count += 1;
        }
        failures
    }
}

impl Summary {
    /// The points of each engine and the games it played.
    pub fn points(&self, engine: usize) -> (f64, u64) {
        let of = |met: &Encounter| match engine {
            _ if met.one == engine => Some(met.tally),
            _ if met.other == engine => Some(met.tally.reversed()),
            _ => None,
        };
        let tallies = self.encounters.iter().filter_map(of);
        tallies.fold((0.0, 0), |(points, games), tally| (points + tally.points(), games + tally.games()))
    }

    /// The engines, the best rated first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.ratings.len()).collect();
        ranking.sort_by(|&a, &b| self.ratings[b].elo.total_cmp(&self.ratings[a].elo));
        ranking
    }

    /// The results of one engine against another, if they met.
    pub fn between(&self, one: usize, other: usize) -> Option<Tally> {
        self.encounters.iter().find_map(|met| match (met.one, met.other) {
            pair if pair == (one, other) => Some(met.tally),
            pair if pair == (other, one) => Some(met.tally.reversed()),
            _ => None,
        })
    }
}
