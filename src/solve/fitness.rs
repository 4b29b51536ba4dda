//! Which games have a value for a position alone.

use crate::game::{Award, Condition, ConditionFacts, End, Game, WithName};

/// The end that looks at the past, in words; `None` when none does, or only for a repetition.
///
/// An end by repetition never fires in a position without a past, so that leaving it out is the same as
/// asking it, unless it is asked for its opposite. Where somebody wins by perpetual check, play that never ends
/// is no value by itself: it depends on who gave check.
pub fn history(game: &Game) -> Option<String> {
    let looks_back = |end: &WithName<End>| {
        let checks = end.when.asks(ConditionFacts::PERPETUAL);
        !end.when.repeats_at_most() || checks && end.winner != Award::Nobody
    };
    game.named_ends().find(looks_back).map(|end| format!("the end `{}`", end.name))
}

/// The veto that looks at the past, in words. What it refuses depends on how a position came about.
pub fn refused_for_the_past(game: &Game) -> Option<String> {
    let repeats = |when: &Condition| when.asks(ConditionFacts::REPEATS);
    let vetoed = game.named_vetoes().find(|veto| veto.conditions().any(repeats));
    vetoed.map(|veto| format!("what `{}` refuses", veto.name))
}
