#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! A definition travels one way, and each room uses only those before it:
//!
//! - [`diagnostic`]: what is wrong with a definition, its place, and how it is shown.
//! - [`game`]: what never changes while a game is played: [`Cell`](game::Cell), [`Move`](game::Move), movement
//!   tables, ends, hash keys. A [`Game`](game::Game) has names, [`Rules`](game::Rules), an evaluation and the tables
//!   that are made of them.
//! - [`spec`]: what a definition file says: [`Definition`](spec::Definition), reading, extending, the schema.
//! - [`describe`]: a definition in plain language.
//! - [`compile`](mod@compile): from the one to the other, with every mistake.
//! - [`position`]: [`Position`](position::Position), legal moves, play and undo, outcomes.
//! - [`notation`]: positions and moves as text, and why a text is refused.
//! - [`picture`]: a position as SVG.
//! - [`eval`]: [`Score`](eval::Score), a definition's weighted terms.
//! - [`search`]: [`Search`](search::Search), which finds the best move within [`Limits`](search::Limits).
//! - [`solve`](mod@solve): exact values of small games, [`Table`](solve::Table).
//! - [`suite`]: regression suites: [`Suite`](suite::Suite), [`Expectation`](suite::Expectation), and how they
//!   are held against a game; recorded games.
//! - [`lint`]: doubts, what can be played but may not be meant.
//! - [`library`]: [`Library`](library::Library), which finds what is shipped and what lies beside it.
//! - [`engine`]: one running engine: a game, a position, options, a search on a thread of its own, a clock.
//! - [`protocol`]: the dialects in which programs that play talk to each other.
//! - [`arena`]: matches between engines, and what their results say.
//! - [`face`]: the command line.

/// The examples of the book that are Rust.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/library.md")]
pub mod book {}

pub mod arena;
pub mod compile;
pub mod describe;
pub mod diagnostic;
pub mod engine;
pub mod eval;
pub mod face;
pub mod game;
pub mod library;
pub mod lint;
pub mod notation;
pub mod picture;
pub mod position;
pub mod protocol;
pub mod search;
pub mod solve;
pub mod spec;
pub mod suite;
