//! What was expected or what was played, kept in files.
//!
//! The files are RON; no other room reads or writes it.

mod record;

pub use record::{Record, RecordError, write_whole};
