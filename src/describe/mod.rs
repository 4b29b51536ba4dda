//! A definition in plain language: what a person would say that it means.

mod attacks;
mod english;
mod hexes;
mod merits;
mod phrases;
mod readings;
mod surveys;
mod turns;

pub use english::{endings, english};
pub use phrases::does;
