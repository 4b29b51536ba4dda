//! The page on which games are played, seen and edited, and the server that gives it to this computer alone.
//!
//! A tab keeps its own game: each request says which definition, which start and which moves it is about, so that
//! nothing is lost when the connection drops. What was compiled and played lately is kept ([`games`]).
//!
//! Every request passes the [`gate`]. What is asked is read and answered by [`ask`]; the answers are JSON, and the
//! engine's are a stream of events ([`think`]).

mod ask;
mod assets;
mod describe;
mod files;
mod games;
mod gate;
mod place;
mod record;
mod refused;
mod server;
mod suite;
mod think;
mod tree;
mod weights;

pub(crate) use server::{Options, PageServer};

use std::time::Duration;

/// The largest request, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// The longest a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// The longest work for a request. Searches have limits of their own.
const WORK: Duration = Duration::from_secs(30);

/// The longest a search goes on.
const LONGEST_SEARCH: Duration = Duration::from_secs(3600);

/// Connections at once; more wait.
const MOST_CONNECTIONS: usize = 600;

/// Searches at once, of all tabs.
const MOST_SEARCHES: usize = 12;

/// Games that are kept ready.
const MOST_GAMES: usize = 24;

/// The most moves of a game.
const MOST_MOVES: usize = 5_000;
