//! How a case went.

use super::case::{Expectation, Limit};
use crate::game::Origin;
use crate::position::Position;

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
    /// How two lists differ, where lists are compared.
    pub difference: Option<Box<ListDifference>>,
    /// The position that the failure is about, where it is not the one that the case sets up.
    pub at: Option<Box<Place>>,
    /// Which question shows the failure again, where there is one.
    pub question: Option<Reproduction>,
    /// What of the definition had a part in it, most telling first.
    pub leads: Vec<Lead>,
}

/// How the list of a game differs from that of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListDifference {
    /// What the suite lists and the game lacks, with the reason.
    pub missing: Vec<Lead>,
    /// What the game has and the suite does not list.
    pub extra: Vec<Lead>,
}

/// Where a game stood, and how it came there: rules may look back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The position.
    pub position: String,
    /// Where it began: `startpos`, or a position.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Place {
    /// The place of a position with the moves that led to it.
    pub fn of(position: &Position) -> Place {
        let origin = position.origin().to_string();
        let is_start = origin == Position::start(position.game()).to_string();
        let start = if is_start { "startpos".to_owned() } else { origin };
        Place { position: position.to_string(), start, moves: position.played_texts() }
    }
}

/// A question to a game that shows a failure again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reproduction {
    /// Which moves are legal, and whether the game is over.
    Moves,
    /// How many leaves there are below each move, so many plies deep.
    Perft(usize),
    /// What the position is worth.
    Value,
    /// What plain minimax finds, so many plies deep.
    Minimax(usize),
    /// What a search finds.
    Search(Limit),
}

impl Reproduction {
    /// The question that an expectation answers; a match has none.
    pub(super) fn of(expect: &Expectation) -> Option<Reproduction> {
        Some(match expect {
            Expectation::Perft(counts) => Reproduction::Perft(counts.len()),
            Expectation::Legal(_) | Expectation::Illegal(..) => Reproduction::Moves,
            Expectation::Outcome(..) | Expectation::Unfinished | Expectation::Playthrough(_) => {
                Reproduction::Moves
            }
            Expectation::Eval(_) | Expectation::EvalBetween(..) | Expectation::Terms(_) => {
                Reproduction::Value
            }
            Expectation::Minimax(values) => Reproduction::Minimax(values.len()),
            Expectation::BestMove(_, limit) | Expectation::AvoidMove(_, limit) => {
                Reproduction::Search(*limit)
            }
            Expectation::Value(..) | Expectation::Within(_) | Expectation::Match { .. } => return None,
        })
    }
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
    /// What is missing.
    pub fn missing(&self) -> &[Lead] {
        self.difference.as_ref().map_or(&[], |difference| &difference.missing)
    }

    /// What is extra.
    pub fn extra(&self) -> &[Lead] {
        self.difference.as_ref().map_or(&[], |difference| &difference.extra)
    }

    /// A failure without leads.
    pub fn new(expected: impl Into<String>, found: impl Into<String>) -> Failure {
        let (expected, found) = (expected.into(), found.into());
        Failure { expected, found, difference: None, at: None, question: None, leads: Vec::new() }
    }

    /// Shown again by this question.
    pub(super) fn asked(mut self, question: Reproduction) -> Failure {
        self.question = Some(question);
        self
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

    /// Said of a part of the case: a place, such as `after 3 plies`, and the position there.
    pub(super) fn at(mut self, place: &str, position: &Position) -> Failure {
        self.found = format!("{place}: {}", self.found);
        self.at = Some(Box::new(Place::of(position)));
        self
    }
}

impl From<Result<(), Failure>> for Verdict {
    fn from(result: Result<(), Failure>) -> Verdict {
        result.map_or_else(Verdict::Failed, |()| Verdict::Passed)
    }
}
