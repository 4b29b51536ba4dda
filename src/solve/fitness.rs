//! Which games have a value for a position alone.

use crate::game::{Award, Condition, ConditionFacts, End, Game, WithName};

/// The end that looks at the past, in words; `None` when none does, or only for a repetition that nobody wins by.
///
/// An end that asks which rule was played last holds in a position or not by the move that led there.
///
/// An end by repetition never fires in a position without a past, so that leaving it out is the same as
/// asking it, unless it is asked for its opposite. Where somebody wins by a repetition, play that never ends
/// is no value by itself: it depends on who came back to a position. Counts of moves are no past: a state says how far
/// they are.
pub fn history(game: &Game) -> Option<String> {
    let looks_back = |end: &WithName<End>| {
        let repeats = end.when.asks(ConditionFacts::REPEATS);
        let wins_by_past = repeats && (end.winner != Award::Nobody || !repeats_plainly(&end.when));
        wins_by_past || end.when.asks(ConditionFacts::LAST_MOVE)
    };
    game.named_ends().find(looks_back).map(|end| format!("the end `{}`", end.name))
}

/// Whether it never asks for the opposite of a repetition.
fn repeats_plainly(when: &Condition) -> bool {
    match when {
        Condition::Repeats { .. } => true,
        Condition::Either(list) | Condition::All(list) => list.iter().all(repeats_plainly),
        other => !other.asks(ConditionFacts::REPEATS),
    }
}

/// Whether some rule counts moves.
pub fn counts_moves(game: &Game) -> bool {
    game.rules.conditions().any(|when| when.asks(ConditionFacts::TIME | ConditionFacts::SAME_PIECE))
}

/// The veto that looks at the past, in words. What it refuses depends on how a position came about.
pub fn refused_for_the_past(game: &Game) -> Option<String> {
    let repeats = |when: &Condition| when.asks(ConditionFacts::REPEATS);
    let vetoed = game.named_vetoes().find(|veto| veto.conditions().any(repeats));
    vetoed.map(|veto| format!("what `{}` refuses", veto.name))
}
