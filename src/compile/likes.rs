//! The rules of a kind: those of the kinds that it is like, then its own.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::meaning;
use crate::spec::{Definition, Entry, MoveRule, Piece, Travel};

use super::scope::Scope;

/// The most kinds that a kind can be like, counted along every way that leads from one to the next.
const MOST_LIKED: usize = 250;

/// A rule as one kind has it.
pub(crate) struct Had<'d> {
    /// Its name behind that of the kind: `slide`, `rook.slide`.
    pub name: String,
    /// What the definition says.
    pub entry: &'d Entry<MoveRule>,
}

/// The rules of a kind. What it is like and does not exist, or comes back to itself, is reported.
pub(crate) fn rules_of<'d>(
    piece: &'d Entry<Piece>,
    definition: &'d Definition,
    scope: &Scope,
) -> Vec<Had<'d>> {
    let above = vec![piece.name.value.as_str()];
    let mut liking = Liking { definition, scope, above, rules: Vec::new(), liked: 0 };
    liking.add(piece, "");
    let mut rules = liking.rules;
    rules.extend(piece.value.moves.iter().map(|entry| Had { name: entry.name.value.clone(), entry }));
    rules
}

/// Collects the rules of the kinds that one kind is like.
struct Liking<'d, 's, 'l> {
    definition: &'d Definition,
    scope: &'s Scope<'l>,
    /// The kinds on the way to the one that is looked at, the first one included.
    above: Vec<&'d str>,
    rules: Vec<Had<'d>>,
    /// How many kinds were looked at, each as often as some way leads to it.
    liked: usize,
}

impl<'d> Liking<'d, '_, '_> {
    fn add(&mut self, piece: &'d Entry<Piece>, prefix: &str) {
        let scope = self.scope;
        for name in piece.value.like.iter().flat_map(|names| &names.list) {
            if scope.kinds.find(&name.value, name.span, scope.log).is_none() {
                continue;
            }
            self.liked += 1;
            if self.liked > MOST_LIKED {
                let message = format!("`{}` is like more than {MOST_LIKED} others", self.above[0]);
                scope.log.report(meaning::TOO_MANY, name.span, message + ", counted along every way");
                return;
            }
            if self.above.contains(&name.value.as_str()) {
                // The kind that the circle comes back to reports it.
                if self.above[0] == name.value {
                    let message = format!("`{}` is like itself", name.value);
                    scope.log.add(Diagnostic::new(meaning::CIRCULAR_LIKE, name.span, message));
                }
                continue;
            }
            let mut kinds = self.definition.pieces.iter();
            let Some(liked) = kinds.find(|entry| entry.name.value == name.value) else { continue };
            let prefix = format!("{prefix}{}.", name.value);
            self.above.push(&name.value);
            self.add(liked, &prefix);
            self.above.pop();
            let travels = |entry: &&Entry<MoveRule>| {
                !matches!(entry.value.travel(), Some(Travel::Drop { .. } | Travel::Castle(_)))
            };
            let own = liked.value.moves.iter().filter(travels);
            self.rules.extend(own.map(|entry| Had { name: format!("{prefix}{}", entry.name.value), entry }));
        }
    }
}
