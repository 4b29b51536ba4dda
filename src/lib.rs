//! banco
pub mod game;
