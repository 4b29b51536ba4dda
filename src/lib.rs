//! banco
pub mod compile;
pub mod diagnostic;
pub mod game;
pub mod spec;
