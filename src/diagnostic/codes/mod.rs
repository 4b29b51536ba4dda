//! Every code, by subject. A new code is an entry in one of the tables; nothing else lists them.

use super::Code;

pub mod doubts;
pub mod meaning;
pub mod shelf;
pub mod suites;
pub mod text;

/// The tables.
pub const ALL: &[&[&Code]] = &[text::CODES, meaning::CODES, doubts::CODES, shelf::CODES, suites::CODES];
