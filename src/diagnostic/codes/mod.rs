//! Every code, by subject. A new code is an entry in one of the tables; nothing else lists them.

use super::Code;

pub mod doubts;
pub mod meaning;
pub mod shelf;
pub mod suites;
pub mod text;

/// The tables.
pub const ALL: &[&[&Code]] = &[text::CODES, meaning::CODES, doubts::CODES, shelf::CODES, suites::CODES];

impl Code {
    /// Every code, sorted by subject.
    pub fn all() -> impl Iterator<Item = &'static Code> {
        ALL.iter().flat_map(|list| list.iter().copied())
    }

    /// The code of that name.
    pub fn find(name: &str) -> Option<&'static Code> {
        Code::all().find(|code| code.name == name)
    }
}
