//! What results say: Elo with error bars, the sequential test that ends a match, ratings of a tournament.
//!
//! Games come in pairs of one opening with sides changed. The two results of a pair depend on each other, so pairs
//! are counted and not games: a pair is worth 0, ½, 1, 1½ or 2 points (the *pentanomial*).
//!
//! Literature: Elo, "The Rating of Chessplayers" (1978); Van den Bergh, "A practical introduction to the GSPRT" and
//! "Normalized Elo" (2019 to 2021), for the test and its likelihoods; Bradley and Terry, "Rank analysis of
//! incomplete block designs" (Biometrika 39, 1952), for ratings; Hunter, "MM algorithms for generalized
//! Bradley-Terry models" (Annals of Statistics 32, 2004), for when ratings exist.

mod elo;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Estimate, Interval, elo_of, score_of};
pub use ratings::{Encounter, Rating, ratings};
pub use sprt::{Sprt, SprtResult};
pub use tally::{Points, Tally};
