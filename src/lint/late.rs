//! Points for the end of the game that are inherited beside new ones for its beginning.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::spec::{Definition, Named};

use crate::compile::scope::Scope;

/// Reports kinds whose early points the file gives anew, and whose late ones it takes over.
pub(super) fn look(definition: &Definition, scope: &Scope) {
    let Some(table) = &definition.evaluation else { return };
    let values = (names(&table.values), names(&table.late_values));
    let squares = (names(&table.squares), names(&table.late_squares));
    let hands = (names(&table.hands), names(&table.late_hands));
    for (word, (early, late)) in [("late-values", values), ("late-hands", hands), ("late-squares", squares)] {
        for (kind, here) in early.into_iter().filter(|(_, span)| definition.says(*span)) {
            let inherited = |(other, span): &&(&str, Span)| *other == kind && !definition.says(*span);
            if let Some((_, there)) = late.iter().find(inherited) {
                let message = format!("the `{kind}` still has the `{word}` of what this extends");
                let help =
                    format!("give its own, or drop it: `{word}.{kind} = false` keeps the early points");
                let found = Diagnostic::new(doubts::INHERITED_LATE, here, message).help(help);
                scope.log.add(found.label(*there, "these are meant for the other game"));
            }
        }
    }
}

fn names<T>(table: &Named<T>) -> Vec<(&str, Span)> {
    table.names().map(|name| (name.value.as_str(), name.span)).collect()
}
