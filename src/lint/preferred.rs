//! What is preferred among captures and never tells two of them apart.

use crate::game::{Contents, Player, Preference};

use super::Look;
use super::unused::idle;

/// Reports preferences that decide nothing.
pub(super) fn look(look: &Look) {
    let said = look.definition.legality.as_ref().and_then(|legality| legality.prefer.as_ref());
    let said = said.iter().flat_map(|said| &said.list);
    let all = &look.game.rules.prefer;
    for (place, (preference, said)) in all.iter().zip(said).enumerate() {
        let why = match preference {
            earlier if all[..place].contains(earlier) => "the same stands before it",
            Preference::Most(which) | Preference::First(which) if !is_ever_taken(look, which) => {
                "no such piece is ever taken"
            }
            Preference::Weight(weights) if weights.iter().all(|&weight| weight == 0) => {
                "all captures count 0"
            }
            _ => continue,
        };
        idle(look, said.span(), format!("this preference decides nothing: {why}"));
    }
}

/// Whether a player ever takes one of these, each seen from the player whose turn it is.
fn is_ever_taken(look: &Look, which: &[Contents; 2]) -> bool {
    Player::BOTH.iter().any(|player| {
        let taken = look.prospects.captured[player.index()].or(look.prospects.taken[player.index()]);
        which[player.index()].and(taken).pieces().next().is_some()
    })
}
