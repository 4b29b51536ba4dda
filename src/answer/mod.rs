//! What is told to whoever asks: sentences in the language of a person, JSON for programs.
//!
//! The command line prints it, the page serves it.

mod eval;
mod language;
mod numbers;
mod refusals;
mod results;
mod rule_words;
mod terms;
mod tree;

pub(crate) use eval::{Counted, attacked, by_network, eval_json, surveyed};
pub(crate) use language::{Language, Locale};
pub(crate) use results::{line_json, mate_json, outcome_json, regions_json};
pub(crate) use tree::{figure_labels, move_labels, tree_json, visit_positions};

use crate::game::Origin;

/// `file:line`.
pub(crate) fn place(origin: &Origin) -> String {
    format!("{}:{}", origin.file, origin.line)
}
