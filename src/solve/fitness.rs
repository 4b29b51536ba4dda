//! Which games have a value for a position alone.

use crate::game::{Condition, Game};

/// The rule that looks at the past, in words; `None` when none does but ends by repetition.
///
/// An end by repetition never fires in a position without a past, so that leaving it out is the same as
/// asking it, unless it is asked for its opposite.
pub fn history(game: &Game) -> Option<String> {
    let ends = game
        .ends
        .iter()
        .filter(|end| !repeats_at_most(&end.when))
        .map(|end| format!("the end `{}`", end.name));
    let vetoes = game
        .vetoes
        .iter()
        .filter(|veto| remembers(&veto.when))
        .map(|veto| format!("the veto `{}`", veto.name));
    let conditional =
        |rule: &&crate::game::Rule| rule.by.iter().any(|travel| travel.when.as_ref().is_some_and(remembers));
    let rules = game.rules.iter().filter(conditional).map(|rule| format!("the move `{}`", rule.name));
    ends.chain(vetoes).chain(rules).next()
}

fn remembers(condition: &Condition) -> bool {
    condition.mentions(&|part| {
        matches!(
            part,
            Condition::Repeats(_) | Condition::QuietPlies { .. } | Condition::Plies(_) | Condition::Passes(_)
        )
    })
}

/// Whether the condition asks nothing of the past, or only whether something has been repeated.
fn repeats_at_most(condition: &Condition) -> bool {
    match condition {
        Condition::Repeats(_) => true,
        Condition::Either(list) | Condition::All(list) => list.iter().all(repeats_at_most),
        other => !remembers(other),
    }
}
