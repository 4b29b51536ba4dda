//! What a match is.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::clock::Clocks;
use super::engine::{Engine, Kind};
use super::openings::Opening;
use super::record::Header;
use super::rules_id;
use super::schedule::Schedule;
use super::stats::Sprt;
use super::summary::Results;
use crate::engine::KnownGame;
use crate::game::{Game, Player as Side};
use crate::position::Position;
use crate::protocol::Dialect;
use crate::protocol::client::{self, Program, Trouble};

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// What the game is called.
    pub name: String,
    /// What other programs call it.
    pub known: KnownGame,
    /// Its rules, which are the referee's.
    pub game: Arc<Game>,
    /// The engines, at least two.
    pub engines: Vec<Engine>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where the games begin: round by round, from the first again after the last. At least one.
    pub openings: Vec<Opening>,
    /// Where they come from, for the records.
    pub openings_from: String,
    /// What ends games before the rules do.
    pub adjudication: Adjudication,
    /// Ends a match of two engines as soon as enough is known, unless only a part of it is played here.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Time that an engine may take too much.
    pub margin: Duration,
    /// When an engine without a clock is given up.
    pub patience: Duration,
    /// The match ends soon after this becomes true; games that are not over are forgotten.
    pub abort: Arc<AtomicBool>,
}

impl Match {
    /// What tells this match from others.
    pub fn header(&self) -> Header {
        let engines = self.engines.iter().map(|engine| [engine.name.clone(), engine.to_string()]);
        Header {
            version: Header::VERSION,
            game: self.name.clone(),
            rules: rules_id(&self.game),
            engines: engines.collect(),
            encounters: self.schedule.encounters,
            games: self.schedule.games,
            openings: self.openings_from.clone(),
            resign: self.adjudication.resign,
            draw: self.adjudication.draw,
            table: self.adjudication.table.is_some(),
            max_plies: self.adjudication.max_plies,
            shard: self.schedule.shard,
        }
    }

    /// Starts each foreign engine once, to see that it is there, plays the game and knows its limits.
    ///
    /// # Errors
    ///
    /// The first that does not, with its name and the last lines exchanged.
    pub fn check(&self) -> Result<(), (String, Trouble)> {
        for engine in &self.engines {
            if let Kind::Foreign(program, dialect) = &engine.kind {
                let checked = self.check_one(engine, program, *dialect);
                checked.map_err(|trouble| (engine.name.clone(), trouble))?;
            }
        }
        Ok(())
    }

    fn check_one(&self, engine: &Engine, program: &Program, dialect: Dialect) -> Result<(), Trouble> {
        let mut client = client::start(program, dialect, &self.known, &self.abort)?;
        let paces = [engine.pace.clone(), engine.pace.clone()];
        client.check_limits(&Clocks::new(paces, self.margin, self.patience).go(Side::First))?;
        client.new_game(&Position::start(&self.game))
    }

    pub(super) fn is_over(&self, results: &mut Results) -> bool {
        self.schedule.shard.is_none() && results.decided_after(self.sprt.as_ref()).is_some()
    }
}
