//! Scores, lines and outcomes, as commands say them.

pub(super) use crate::answer::{line_json, outcome_json};

/// A large number as people say it: `1.25 M`.
pub(super) fn rounded(number: f64) -> String {
    crate::answer::Language::En.rounded(number)
}
