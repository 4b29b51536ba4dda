//! What is legal among the moves that rules make: which captures are the best, and what pieces that go on may be.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::{meaning, text};
use crate::game::{Origin, Preference};
use crate::spec::{Definition, Preferred};

use super::filters::contents;
use super::rules::Rules;
use super::scope::Scope;

/// Resolves what is preferred among captures, with the line of each.
pub(crate) fn preferences(definition: &Definition, scope: &Scope) -> Vec<(Preference, Origin)> {
    let said = definition.legality.as_ref().and_then(|legality| legality.prefer.as_ref());
    let said = said.into_iter().flat_map(|said| &said.list);
    said.filter_map(|one| Some((preference(one, scope)?, scope.origin(one.span())))).collect()
}

fn preference(said: &Preferred, scope: &Scope) -> Option<Preference> {
    let Preferred::By(said) = said else { return Some(Preference::MostTaken) };
    if let Some(kind) = &said.by {
        return scope.kinds.find_owned(&kind.value, kind.span, scope.log).map(Preference::By);
    }
    if let Some(filter) = &said.most {
        return Some(Preference::Most(contents(filter, scope)));
    }
    if let Some(filter) = &said.first {
        return Some(Preference::First(contents(filter, scope)));
    }
    let mut weights = vec![0; scope.kinds.len()];
    for entry in &said.weight {
        if let Some(kind) = scope.kinds.find(&entry.name.value, entry.name.span, scope.log) {
            weights[kind.index()] = entry.value.value;
        }
    }
    Some(Preference::Weight(weights))
}

/// Reports what pieces that go on cannot have beside them in this version: royal pieces that they could take where they
/// land, and pieces that come from hands to cells that others leave.
pub(crate) fn check_chains(definition: &Definition, rules: &Rules, scope: &Scope) {
    let royal = definition.pieces.iter().any(|piece| piece.value.royal.is_some());
    let gate = definition.hands.as_ref().and_then(|hands| hands.gate.as_ref());
    for (rule, &span) in rules.list.iter().zip(&rules.spans).filter(|(rule, _)| rule.again.is_some()) {
        let pieces = crate::game::Contents::all(scope.kinds.roster()).but(crate::game::Contents::EMPTY);
        let takes = rule.by.iter().any(|travel| !travel.onto.and(pieces).is_nothing());
        if royal && takes {
            let message =
                "a piece that goes on and takes where it lands is not supported beside royal pieces";
            let help =
                "`onto = \"empty\"` lets it hop, and `do = { take = \"path\" }` take what it hops over";
            scope.log.add(Diagnostic::new(text::NOT_SUPPORTED, span, message).help(help));
        }
    }
    let first = rules.list.iter().zip(&rules.spans).find(|(rule, _)| rule.again.is_some());
    if let (Some(gate), Some((_, &span))) = (gate, first) {
        let message =
            "pieces that come to cells which others leave are not supported beside pieces that go on";
        scope.log.add(Diagnostic::new(text::NOT_SUPPORTED, gate.at, message).label(span, "goes on"));
    }
    let marked =
        |span| scope.log.report(meaning::MISPLACED_CONDITION, span, "a piece that goes on finds no marks");
    for (rule, &span) in rules.list.iter().zip(&rules.spans).filter(|(rule, _)| rule.again.is_some()) {
        if rule.by.iter().any(|travel| !travel.onto.and(crate::game::Contents::MARKED).is_nothing()) {
            marked(span);
        }
    }
}
