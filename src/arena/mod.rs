//! Matches between engines: who plays whom from where, and what the results say.
//!
//! A [`Match`] is played by [`run`], several games at a time, banco's rules being the referee: an illegal move, a crash or
//! a lost clock ends the game for who did it. Every game is handed over as it ends, as a [`Record`]; [`Store`] keeps
//! records in a file so that a match goes on where it stopped, and that parts of a match become the whole. A [`Summary`]
//! says what the records mean.

mod adjudication;
mod book;
mod clock;
mod contest;
mod difference;
mod engine;
mod game;
mod openings;
mod own;
mod pgn;
mod player;
mod record;
mod schedule;
mod setup;
mod spec;
mod stats;
mod store;
mod summary;
pub mod train;
pub mod tune;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use book::BookSearch;
pub use clock::{Pace, TimeControl};
pub use contest::run;
pub use difference::{Compared, Difference, compare_perft};
pub use engine::{Engine, Kind, Own};
pub use openings::{Opening, OpeningError, RandomOpenings, read_openings};
pub use pgn::{Pgn, game_text};
pub use record::{Cause, Header, Record};
pub use schedule::{Encounters, Fixture, Schedule, Shard};
pub use setup::Match;
pub use spec::{EngineWords, SpecError};
pub use stats::{
    Encounter, Estimate, Interval, Points, Rating, Sprt, SprtResult, Tally, elo_of, ratings, score_of,
};
pub use store::{Store, StoreError, join};
pub use summary::{Failures, Results, Summary};

pub use crate::engine::{Book, BookError, BookMove, rules_id};
