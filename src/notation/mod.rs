//! Positions and moves as text, and why a text is refused.
//!
//! What is written here reads back as the same game: rows of pieces, FEN and its extras, texts of moves.

mod extras;
mod fields;
mod reasons;
mod refusal;
mod rows;
mod shifts;
mod stages;
mod text;

pub use refusal::{Exposed, Refusal};
pub use text::{TextError, split_moves};
