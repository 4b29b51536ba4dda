//! Ends of the game and reasons to refuse a move.

use crate::diagnostic::Span;
use crate::game::{Award, End, Named, Veto};
use crate::spec::{self, At, Decides, Definition, Who};

use super::conditions::{AskedIn, condition, condition_after};
use super::rules::Rules;
use super::scope::Scope;

/// The ends in the order tried, each with its name and where it stands.
pub(crate) fn ends(definition: &Definition, rules: &Rules, scope: &Scope) -> (Vec<End>, Vec<(Named, Span)>) {
    let mut ends = Vec::new();
    let mut names = Vec::new();
    for entry in &definition.end {
        let when = entry
            .value
            .condition
            .as_ref()
            .and_then(|said| condition_after(said, AskedIn::End, rules.names(), scope));
        let winner = entry.value.verdict().and_then(|verdict| award(verdict, scope));
        if let (Some(when), Some(winner)) = (when, winner) {
            ends.push(End {
                when,
                winner,
                adjudicated: entry.value.adjudicated.is_some_and(|marked| marked.value),
            });
            names.push((scope.named(&entry.name), entry.name.span));
        }
    }
    (ends, names)
}

fn award(verdict: Decides, scope: &Scope) -> Option<Award> {
    let player = |who: &At<Who>, words: &[&str]| scope.players.named(who, words, scope.log);
    match verdict {
        Decides::Winner(who) => match who.value {
            Who::Mover => Some(Award::Mover),
            Who::Turn => Some(Award::Turn),
            Who::Nobody => Some(Award::Nobody),
            Who::Score => Some(Award::Score),
            Who::Player(_) => player(who, &["mover", "turn", "score", "none"]).map(Award::Player),
        },
        Decides::Loser(who) => match who.value {
            Who::Mover => Some(Award::Turn),
            Who::Turn => Some(Award::Mover),
            Who::Nobody | Who::Score => None,
            Who::Player(_) => player(who, &["mover", "turn"]).map(|loser| Award::Player(!loser)),
        },
    }
}

/// The rules that a veto looks at; `None`: all.
fn looked_at(veto: &spec::Veto, rules: &Rules, scope: &Scope) -> Option<Vec<u8>> {
    let found = |names: &Vec<At<String>>| -> Vec<u8> {
        names.iter().filter_map(|name| rules.find(name, scope)).collect()
    };
    match (&veto.moves, &veto.except) {
        (Some(names), _) => Some(found(names)),
        (None, Some(names)) => {
            let left_out = found(names);
            Some((0..rules.list.len() as u8).filter(|rule| !left_out.contains(rule)).collect())
        }
        (None, None) => None,
    }
}

/// The vetoes, each with its name and where it stands.
pub(crate) fn vetoes(
    definition: &Definition,
    rules: &Rules,
    scope: &Scope,
) -> (Vec<Veto>, Vec<(Named, Span)>) {
    let mut vetoes = Vec::new();
    let mut names = Vec::new();
    for entry in &definition.illegal {
        let looked_at = looked_at(&entry.value, rules, scope);
        let before = entry.value.before.as_ref().map(|said| condition(said, AskedIn::Move, scope));
        let when = entry
            .value
            .condition
            .as_ref()
            .and_then(|said| condition_after(said, AskedIn::Veto, rules.names(), scope));
        // One that asks less than it says would refuse more.
        if let Some(when) = when.filter(|_| before != Some(None)) {
            vetoes.push(Veto { when, before: before.flatten(), rules: looked_at });
            names.push((scope.named(&entry.name), entry.name.span));
        }
    }
    (vetoes, names)
}
