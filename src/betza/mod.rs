//! Betza's notation: how a piece moves in a few letters, such as `fmWfceF` for a pawn.
//!
//! A capital is an atom: all moves of one length, such as `N` for those of a knight. Small letters before it say which of
//! them are meant, and how. [`read`] gives the moves of a text, [`rules`] the move rules that a definition would have in
//! its place, [`write`] the text of moves.

mod directions;
mod motion;
mod rules;
mod terms;
mod write;

pub use motion::{Motion, Way, listed, read};
pub use rules::{Spelt, rules};
pub use terms::Wrong;
pub use write::write;

#[cfg(test)]
mod tests;
