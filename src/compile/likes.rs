//! The rules of a kind: those of the kinds that it is like, then its own.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::meaning;
use crate::spec::{Definition, Entry, MoveRule, Piece, Travel};

use super::scope::Scope;

/// A rule as one kind has it.
pub(super) struct Had<'d> {
    /// Its name behind that of the kind: `slide`, `rook.slide`.
    pub name: String,
    /// What the definition says.
    pub entry: &'d Entry<MoveRule>,
}

/// The rules of a kind. What it is like and does not exist, or comes back to itself, is reported.
pub(super) fn rules_of<'d>(
    piece: &'d Entry<Piece>,
    definition: &'d Definition,
    scope: &Scope,
) -> Vec<Had<'d>> {
    let mut rules = Vec::new();
    let mut above = vec![piece.name.value.as_str()];
    add_liked(piece, "", definition, scope, &mut above, &mut rules);
    rules.extend(piece.value.moves.iter().map(|entry| Had { name: entry.name.value.clone(), entry }));
    rules
}

fn add_liked<'d>(
    piece: &'d Entry<Piece>,
    prefix: &str,
    definition: &'d Definition,
    scope: &Scope,
    above: &mut Vec<&'d str>,
    rules: &mut Vec<Had<'d>>,
) {
    for name in piece.value.like.iter().flat_map(|names| &names.list) {
        if scope.kinds.find(&name.value, name.span, scope.log).is_none() {
            continue;
        }
        if above.contains(&name.value.as_str()) {
            // The kind that the circle comes back to reports it.
            if above[0] == name.value {
                let message = format!("`{}` is like itself", name.value);
                scope.log.add(Diagnostic::new(meaning::CIRCULAR_LIKE, name.span, message));
            }
            continue;
        }
        let Some(liked) = definition.pieces.iter().find(|entry| entry.name.value == name.value) else {
            continue;
        };
        let prefix = format!("{prefix}{}.", name.value);
        above.push(&name.value);
        add_liked(liked, &prefix, definition, scope, above, rules);
        above.pop();
        let travels = |entry: &&Entry<MoveRule>| {
            !matches!(entry.value.travel(), Some(Travel::Drop { .. } | Travel::Castle(_)))
        };
        let own = liked.value.moves.iter().filter(travels);
        rules.extend(own.map(|entry| Had { name: format!("{prefix}{}", entry.name.value), entry }));
    }
}
