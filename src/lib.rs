//! Board games described in TOML, played by one fast engine.
pub mod compile;
pub mod diagnostic;
pub mod eval;
pub mod face;
pub mod game;
pub mod library;
pub mod position;
pub mod search;
pub mod spec;
pub mod suite;
