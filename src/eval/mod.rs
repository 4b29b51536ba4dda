//! Which position is better: the definition's weighted terms, or an [`Evaluator`] in their place.
//!
//! [`explain`] lists the terms of one position with their origins; a [`Scorer`] keeps the same value
//! up to date along the moves of a search and names the threats that line contents hold.

mod attacked;
mod attacks;
mod costly;
mod derive;
mod evaluator;
mod formations;
mod kinds;
pub mod linear;
mod lines;
mod network;
mod pairs;
mod phase;
mod scorer;
pub mod script;
mod surveyed;
mod surveys;
mod weights;

pub use attacked::{AttackPair, attack_pairs};
pub use derive::{derive, wants_weights, weighed, weights_text};
pub use evaluator::{Evaluator, View};
pub use lines::{Facts, LineCache};
pub use network::{network_shares, seen_rows};
pub use scorer::{Learned, Scorer};
pub use surveyed::{SurveyCount, survey_counts};
pub use weights::{Term, evaluate, explain};

/// Points, positive when the first-listed player stands better.
pub type Score = i32;

/// The score of a game that the first player has won; a forced win in `n` plies is worth
/// `WIN - n`, so that nearer wins are better.
pub const WIN: Score = 1_000_000;

/// Scores beyond this, either way, are forced wins; an evaluation stays within it.
pub const LIMIT: Score = WIN - 10_000;

/// Plies to the end that a score says, positive when the first player wins; `None` for an estimate, which is less than
/// 990,000 points either way. A game that is over has 0 plies left, whoever has won: the sign of the score says who.
pub fn plies_to_win(score: Score) -> Option<i32> {
    match score {
        LIMIT..=WIN => Some(WIN - score),
        _ if (-WIN..=-LIMIT).contains(&score) => Some(-WIN - score),
        _ => None,
    }
}
