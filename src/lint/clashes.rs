//! Moves of two rules that are written alike and do not do the same.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{Cell, Game, Move};
use crate::spec::Definition;

use crate::compile::Places;
use crate::compile::scope::Scope;

/// Reports each pair of such rules, at the later one; what the file did not say itself is not doubted.
pub(super) fn look(game: &Game, definition: &Definition, places: &Places, scope: &Scope) {
    for (&(one, other), &cells) in &game.tables.movement.clashes {
        let [first, later] = [one, other].map(|rule| places.rules[rule as usize]);
        if !definition.says(first) && !definition.says(later) {
            continue;
        }
        let [name, latter] = [one, other].map(|rule| &game.names.moves[rule as usize].name);
        let text = written(game, other, cells);
        let message = match one == other {
            true => format!("`{latter}` makes two moves that are both written such as `{text}`"),
            false => format!("`{latter}` and `{name}` make moves that are written alike, such as `{text}`"),
        };
        let help = match one == other {
            true => format!("where both are legal, the second one is written `{text}:{latter}:2`"),
            false => format!("where both are legal, the later one is written `{text}:{latter}`"),
        };
        let found = Diagnostic::new(doubts::SAME_TEXT, later, message).help(help);
        scope.log.add(if one == other { found } else { found.label(first, "the other rule") });
    }
}

/// What such a move is written like.
fn written(game: &Game, rule: u8, (from, to): (Cell, Cell)) -> String {
    let name = |cell| game.rules.geometry.name(cell);
    match game.tables.actions[rule as usize] {
        crate::game::Action::Castle => name(from) + &name(to),
        _ => game.plain_text(Move::new(rule, from, to)),
    }
}
