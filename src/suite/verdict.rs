//! How a case went.

use crate::game::Origin;

/// How a case went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As expected.
    Passed,
    /// Not tried, or not decided, and why.
    Skipped(String),
    /// Not as expected.
    Failed(Failure),
}

/// What is not as expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What the suite says.
    pub expected: String,
    /// What the game does.
    pub found: String,
    /// What of the definition had a part in it, most telling first.
    pub leads: Vec<Lead>,
}

/// A line of a definition that had a part in what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lead {
    /// Which part.
    pub text: String,
    /// The line, where there is one.
    pub origin: Option<Origin>,
}

impl Failure {
    /// A failure without leads.
    pub fn new(expected: impl Into<String>, found: impl Into<String>) -> Failure {
        Failure { expected: expected.into(), found: found.into(), leads: Vec::new() }
    }

    /// With a lead to a line.
    pub fn lead(mut self, text: impl Into<String>, origin: &Origin) -> Failure {
        self.leads.push(Lead { text: text.into(), origin: Some(origin.clone()) });
        self
    }

    /// With leads, each once.
    pub fn leads(mut self, leads: impl IntoIterator<Item = Lead>) -> Failure {
        for lead in leads {
            if !self.leads.contains(&lead) {
                self.leads.push(lead);
            }
        }
        self
    }

    /// Said of a part of the case: `after 3 plies`.
    pub(super) fn at(mut self, place: &str) -> Failure {
        self.found = format!("{place}: {}", self.found);
        self
    }
}

impl From<Result<(), Failure>> for Verdict {
    fn from(result: Result<(), Failure>) -> Verdict {
        result.map_or_else(Verdict::Failed, |()| Verdict::Passed)
    }
}
