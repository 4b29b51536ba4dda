//! Ends of the game and reasons to refuse a move.

use crate::diagnostic::Span;
use crate::game::{Award, End, Veto};
use crate::spec::{At, Definition, Verdict, Who};

use super::conditions::{Place, condition};
use super::rules::Rules;
use super::scope::Scope;

/// The ends in the order tried, and where each stands.
pub(super) fn ends(definition: &Definition, scope: &Scope) -> (Vec<End>, Vec<Span>) {
    let mut ends = Vec::new();
    let mut spans = Vec::new();
    for entry in &definition.end {
        let when = entry.value.condition.as_ref().and_then(|said| condition(said, Place::End, scope));
        let winner = entry.value.verdict().and_then(|verdict| award(verdict, scope));
        if let (Some(when), Some(winner)) = (when, winner) {
            ends.push(End {
                name: entry.name.value.clone(),
                when,
                winner,
                adjudicated: entry.value.adjudicated.is_some_and(|marked| marked.value),
                origin: scope.origin(entry.name.span),
            });
            spans.push(entry.name.span);
        }
    }
    (ends, spans)
}

fn award(verdict: Verdict, scope: &Scope) -> Option<Award> {
    let player = |who: &At<Who>, words: &[&str]| scope.players.named(who, words, scope.log);
    match verdict {
        Verdict::Winner(who) => match who.value {
            Who::Mover => Some(Award::Mover),
            Who::Turn => Some(Award::Turn),
            Who::Nobody => Some(Award::Nobody),
            Who::Score => Some(Award::Score),
            Who::Player(_) => player(who, &["mover", "turn", "score", "none"]).map(Award::Player),
        },
        Verdict::Loser(who) => match who.value {
            Who::Mover => Some(Award::Turn),
            Who::Turn => Some(Award::Mover),
            Who::Nobody | Who::Score => None,
            Who::Player(_) => player(who, &["mover", "turn"]).map(|loser| Award::Player(!loser)),
        },
    }
}

/// The vetoes, and where each stands.
pub(super) fn vetoes(definition: &Definition, rules: &Rules, scope: &Scope) -> (Vec<Veto>, Vec<Span>) {
    let mut vetoes = Vec::new();
    let mut spans = Vec::new();
    for entry in &definition.illegal {
        let named = entry.value.moves.as_ref();
        let looked_at: Option<Vec<u8>> =
            named.map(|names| names.iter().filter_map(|name| rules.find(name, scope)).collect());
        let when = entry.value.condition.as_ref().and_then(|said| condition(said, Place::Veto, scope));
        if let Some(when) = when {
            let origin = scope.origin(entry.name.span);
            vetoes.push(Veto { name: entry.name.value.clone(), when, rules: looked_at, origin });
            spans.push(entry.name.span);
        }
    }
    (vetoes, spans)
}
