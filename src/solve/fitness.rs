//! Which games have a value for a position alone.

use crate::game::{Award, Condition, End, Game, WithName};

/// The end or veto that looks at the past, in words; `None` when none does, or only an end for a repetition.
/// Moves cannot.
///
/// An end by repetition never fires in a position without a past, so that leaving it out is the same as
/// asking it, unless it is asked for its opposite. Where somebody wins by perpetual check, play that never ends
/// is no value by itself: it depends on who gave check.
pub fn history(game: &Game) -> Option<String> {
    let looks_back = |end: &WithName<End>| {
        let checks = end.when.mentions(&|part| matches!(part, Condition::Repeats { checking: Some(_), .. }));
        !repeats_at_most(&end.when) || checks && end.winner != Award::Nobody
    };
    let repeats = |when: &Condition| when.mentions(&|part| matches!(part, Condition::Repeats { .. }));
    let vetoed = game.named_vetoes().find(|veto| repeats(&veto.when));
    let vetoed = vetoed.map(|veto| format!("what `{}` refuses", veto.name));
    vetoed.or_else(|| game.named_ends().find(looks_back).map(|end| format!("the end `{}`", end.name)))
}

/// Whether the condition asks nothing of the past, or only whether something has been repeated.
fn repeats_at_most(condition: &Condition) -> bool {
    let remembers = |part: &Condition| {
        matches!(
            part,
            Condition::Repeats { .. }
                | Condition::QuietPlies { .. }
                | Condition::Plies(_)
                | Condition::Passes(_)
        )
    };
    match condition {
        Condition::Repeats { .. } => true,
        Condition::Either(list) | Condition::All(list) => list.iter().all(repeats_at_most),
        other => !other.mentions(&remembers),
    }
}
