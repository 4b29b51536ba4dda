//! Positions and moves as text, and why a text is refused.
//!
//! What is written here reads back as the same game: rows of pieces, FEN and its extras, texts of moves.

mod chains;
mod error;
mod extras;
mod fields;
pub mod refusal;
mod rows;
mod stages;
mod text;

pub use error::TextError;
pub use refusal::{Exposed, Reason, Refusal};
pub use text::split_moves;
