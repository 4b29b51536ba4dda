//! Scores, lines and outcomes, as commands say them.

pub(super) use crate::answer::{line_json, outcome_json};

/// A large number as people say it: `1.25 M`.
pub(super) fn rounded(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.2} G", n / 1e9),
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
