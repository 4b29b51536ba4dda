//! Positions and moves as text, and why a text is refused.
//!
//! What is written here reads back as the same game: rows of pieces, FEN and its extras, texts of moves.

mod beginnings;
mod betza;
mod chains;
mod error;
mod extras;
mod fields;
mod gestures;
mod patterns;
mod pdn;
mod pgn;
mod reading;
pub mod refusal;
mod rows;
mod san;
mod sfen;
mod sgf;
mod stages;
mod text;
mod turns;

pub use beginnings::MoveBeginning;
pub use betza::{InBetza, in_betza};
pub use error::TextError;
pub use gestures::Gesture;
pub use pgn::{PgnError, PgnGame};
pub use reading::MoveStyle;
pub use refusal::{Becoming, Exposed, Onward, Over, Reason, Refusal, Shortfall, Spelling};
pub use sfen::{fen_to_sfen, sfen_to_fen};
pub use sgf::{SgfError, SgfGame, SgfMove};
pub use text::split_moves;
