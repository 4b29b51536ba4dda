//! What was expected or what was played, kept in files.
//!
//! The files are RON; no other room reads or writes it.

mod record;
mod tree;

pub use record::{Record, RecordError};
pub use tree::{Figure, FigureError};
