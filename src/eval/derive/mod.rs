//! Weights for a game whose definition has none: worked out from its rules and from games at random.
//!
//! They are made the first time a score is asked, by the same moves on every machine. Counting moves, solving and the
//! textbooks' algorithms never ask.

mod random;
mod terms;
mod text;

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{Evaluation, Game};
use crate::position::Position;

pub use text::weights_text;

/// The position as a search scores it: of the same game with derived weights, where its definition has none or wants
/// those filled in that it leaves out.
pub fn weighed(position: &Position) -> Cow<'_, Position> {
    match weighed_game(position.game()) {
        None => Cow::Borrowed(position),
        Some(game) => Cow::Owned(position.scored_by(game)),
    }
}

/// The same game with derived weights; `None` where its own count.
fn weighed_game(game: &Arc<Game>) -> Option<&Arc<Game>> {
    if !wants_weights(&game.evaluation) {
        return None;
    }
    let derived = game.derived.get_or_init(|| {
        let fresh = derive(game);
        let mut evaluation = game.evaluation.clone();
        terms::fill(&mut evaluation, fresh);
        let scored = game.evaluated(evaluation);
        // Points that could not be kept are worse than none.
        if scored.keeps_scores() { scored } else { game.evaluated(game.evaluation.clone()) }
    });
    Some(derived)
}

/// The weights that follow from the rules of a game, whatever its definition says.
pub fn derive(game: &Arc<Game>) -> Evaluation {
    let seen = random::Seen::of(game);
    terms::terms(game, &seen)
}

/// Whether weights are derived where a score is asked.
pub fn wants_weights(evaluation: &Evaluation) -> bool {
    evaluation.script.is_none() && evaluation.derive.unwrap_or_else(|| evaluation.says_nothing())
}
