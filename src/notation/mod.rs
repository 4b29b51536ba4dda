//! Positions and moves as text, and why a text is refused.
//!
//! What is written here reads back as the same game: rows of pieces, FEN and its extras, texts of moves.

mod chains;
mod error;
mod extras;
mod fields;
mod gestures;
mod pdn;
mod pgn;
pub mod refusal;
mod rows;
mod san;
mod sgf;
mod stages;
mod text;
mod turns;

pub use error::TextError;
pub use gestures::Gesture;
pub use pgn::{PgnError, PgnGame};
pub use refusal::{Exposed, Reason, Refusal};
pub use sgf::{SgfError, SgfGame, SgfMove};
pub use text::split_moves;
