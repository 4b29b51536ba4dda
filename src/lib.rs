//! banco
pub mod diagnostic;
pub mod game;
pub mod spec;
