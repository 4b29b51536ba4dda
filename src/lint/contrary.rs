//! Points that were taken over from a game with the opposite aim: pieces that count as good where who has none left
//! wins.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{Award, Condition, Count, End, Player};

use super::Look;

/// Reports ends of the file itself by which who has nothing left wins, beside points for pieces that it takes over.
pub(super) fn look(look: &Look) {
    let Some(table) = &look.definition.evaluation else { return };
    let taken_over = |values: &crate::spec::Named<crate::spec::At<i32>>| {
        let mut good = values.iter().filter(|entry| entry.value.value > 0);
        good.find(|entry| !look.definition.says(entry.name.span)).map(|entry| entry.name.clone())
    };
    // A script may know better, and a file that gives some kind a value of its own has thought of them.
    let own =
        table.values.names().chain(table.late_values.names()).any(|name| look.definition.says(name.span));
    if own || look.game.evaluation.names_script.is_some() {
        return;
    }
    let Some(value) = taken_over(&table.values).or_else(|| taken_over(&table.late_values)) else { return };
    let ends = look.game.named_ends().zip(&look.definition.end).zip(&look.places.ends);
    for ((end, _), &span) in ends.filter(|((end, _), _)| gives_away(look, end)) {
        let name = end.name;
        let message = format!(
            "by `{name}` who has nothing left wins, and the `values` of what this extends count pieces as good"
        );
        let doubt = Diagnostic::new(doubts::CONTRARY_EVALUATION, span, message);
        let doubt = doubt.help(format!(
            "give values of its own, such as `values.{} = -100`, or drop them: `values = false`",
            value.value
        ));
        look.add(span, doubt.label(value.span, "meant for the other game"));
    }
}

/// Whether an end lets somebody win for having no piece, or no move where that is what it comes to.
fn gives_away(look: &Look, end: &End) -> bool {
    let none_of = |count: &Count, mover: Player| {
        let own = |player: &Player| {
            look.game.facts.owned[player.index()].but(count.holds[mover.index()]).is_nothing()
                && count.on[mover.index()] == *look.game.rules.geometry.board()
        };
        (count.at_most == 0).then(|| Player::BOTH.into_iter().find(own)).flatten()
    };
    end.when.parts().into_iter().any(|part| match part {
        Condition::Count(count) => Player::BOTH.into_iter().any(|mover| {
            let winner = match end.winner {
                Award::Mover => Some(mover),
                Award::Turn => Some(!mover),
                Award::Player(player) => Some(player),
                Award::Score | Award::Nobody => None,
            };
            winner.is_some() && none_of(count, mover) == winner
        }),
        _ => false,
    })
}
