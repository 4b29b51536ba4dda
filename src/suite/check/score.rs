//! Static values, and the values of plain minimax.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::rules;
use crate::diagnostic::nearest;
use crate::eval::script::ScriptError;
use crate::eval::{Score, Term, WIN, evaluate, explain};
use crate::game::Game;
use crate::position::Position;
use crate::suite::verdict::{Failure, Lead};

/// Terms that a failure lists at most where none is known to be guilty.
const MOST_LEADS: usize = 8;

/// The terms of a value, unless the script that has a part in it fails.
fn explained(position: &Position) -> Result<Vec<Term>, Failure> {
    explain(position).map_err(failed)
}

/// The script that has a part in the value fails.
pub(super) fn failed(error: ScriptError) -> Failure {
    Failure::new("a value", error.to_string())
}

pub(super) fn between(position: &Position, least: Score, most: Score) -> Result<(), Failure> {
    let terms = explained(position)?;
    let found: Score = terms.iter().map(|term| term.score).sum();
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let expected = if least == most { format!("{least:+}") } else { format!("{least:+} to {most:+}") };
    Err(Failure::new(expected, format!("{found:+}")).leads(shares(&terms)))
}

/// The terms that say something here.
fn shares(terms: &[Term]) -> Vec<Lead> {
    let share = |term: &Term| Lead {
        text: format!("`{}` is worth {:+} here", term.name, term.score),
        origin: term.origin.clone(),
    };
    terms.iter().filter(|term| term.score != 0).map(share).collect()
}

/// The name of a term today, also where a suite has the word of earlier versions.
fn today(name: &str) -> &str {
    if name == "exited" { "gone" } else { name }
}

/// `is_dropped` says of a name whether the definition drops it, which is all there is to say of it.
pub(super) fn terms(
    position: &Position,
    expected: &BTreeMap<String, Score>,
    is_dropped: &dyn Fn(&str) -> bool,
) -> Result<(), Failure> {
    if expected.is_empty() {
        return Err(Failure::new("terms", "nothing is recorded yet: run with --bless"));
    }
    let terms = explained(position)?;
    let mut failure = Failure::new("", "");
    let mut wrong = Vec::new();
    for (name, &score) in expected {
        match terms.iter().find(|term| term.name == today(name)) {
            Some(term) if term.score == score => {}
            Some(term) => {
                wrong.push((format!("{name} {score:+}"), format!("{name} {:+}", term.score)));
                failure = failure.leads(shares(std::slice::from_ref(term)));
                if term.score == 0 {
                    failure = failure.leads([Lead {
                        text: format!("`{name}` says nothing here"),
                        origin: term.origin.clone(),
                    }]);
                }
            }
            None if is_dropped(name) => {
                wrong.push((format!("{name} {score:+}"), format!("no term `{name}`")));
            }
            None => {
                let near = nearest(name, terms.iter().map(|term| term.name.as_str()));
                let near = near.map_or(String::new(), |near| format!(" (there is `{near}`)"));
                wrong.push((format!("{name} {score:+}"), format!("no term `{name}`{near}")));
                failure = failure.leads(kin(position.game(), name, &terms));
            }
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let (expected, found): (Vec<String>, Vec<String>) = wrong.into_iter().unzip();
    Err(Failure { expected: expected.join(", "), found: found.join(", "), ..failure })
}

/// What a definition has in place of a term that it lacks: the same for each player or for both together,
/// else what stands in the same table, else its other terms, else the pieces that could have points.
fn kin(game: &Game, name: &str, terms: &[Term]) -> Vec<Lead> {
    let table = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let leads_on = |to: &str, from: &str| to.strip_prefix(from).is_some_and(|rest| rest.starts_with('.'));
    let lead = |term: &Term, what: &str| Lead {
        text: format!("`{}` is {what}", term.name),
        origin: term.origin.clone(),
    };
    let those = |fits: &dyn Fn(&Term) -> bool, what: &str| -> Vec<Lead> {
        terms.iter().filter(|term| fits(term)).map(|term| lead(term, what)).take(MOST_LEADS).collect()
    };
    let parts = |term: &Term| leads_on(&term.name, name) || leads_on(name, &term.name);
    if name.starts_with("script.") && game.evaluation.script.is_none() {
        let text = "the definition names no script; `--script F` tests with one from outside".to_owned();
        return vec![Lead { text, origin: None }];
    }
    let mut found = those(&parts, &format!("given instead of `{name}`"));
    if found.is_empty() {
        let beside = |term: &Term| table(&term.name) == table(name);
        found = those(&beside, "in the same table");
    }
    if found.is_empty() {
        found = those(&|_| true, "a term that there is");
    }
    if found.is_empty() {
        let pieces = game.names.kinds.iter().map(|kind| Lead {
            text: format!("`{}` has no points, as nothing has: there is no evaluation", kind.name),
            origin: Some(kind.origin.clone()),
        });
        found = pieces.take(MOST_LEADS).collect();
    }
    found
}

/// The terms that were asked for, or all where none was, as they are now.
pub(super) fn record_terms(
    position: &Position,
    asked: &BTreeMap<String, Score>,
) -> Option<BTreeMap<String, Score>> {
    let terms = explain(position).ok()?;
    // Where none of the names is left, as after a piece got another one, all terms are recorded.
    let is_left = terms.iter().any(|term| asked.contains_key(&term.name));
    let asked_for = |term: &Term| !is_left || asked.contains_key(&term.name);
    Some(terms.into_iter().filter(asked_for).map(|term| (term.name, term.score)).collect())
}

pub(super) fn minimax(position: &Position, expected: &[Score], stop: &AtomicBool) -> Result<(), Failure> {
    let mut copy = position.clone();
    for (depth, expected) in (1..).zip(expected) {
        let found = value(&mut copy, depth, stop).map_err(failed)?;
        if found != *expected {
            let at = |score| format!("{score:+} at depth {depth}");
            let failure = Failure::new(at(*expected), at(found)).leads(shares(&explained(position)?));
            // What is looked ahead at follows from the rules, too.
            let moves = rules::moves_by_rule(position, &|_| false);
            return Err(failure.leads(moves).leads(rules::ends_with_a_winner(position.game())));
        }
    }
    Ok(())
}

pub(super) fn values(position: &Position, depth: usize, stop: &AtomicBool) -> Option<Vec<Score>> {
    let mut copy = position.clone();
    (1..=depth).map(|depth| value(&mut copy, depth, stop).ok()).collect()
}

/// The textbooks' minimax: as deep as it is told, a flat win, nothing kept and nothing cut. It means nothing
/// once it is time to stop.
fn value(position: &mut Position, depth: usize, stop: &AtomicBool) -> Result<Score, ScriptError> {
    if stop.load(Ordering::Relaxed) {
        return Ok(0);
    }
    if let Some(outcome) = position.outcome() {
        return Ok(outcome.winner.map_or(0, |winner| winner.sign() * WIN));
    }
    if depth == 0 {
        return evaluate(position);
    }
    let sign = position.turn().sign();
    let mut best = None;
    for mv in position.legal_moves() {
        position.play_legal(mv);
        let value = value(position, depth - 1, stop);
        position.undo();
        best = best.max(Some(sign * value?));
    }
    Ok(sign * best.unwrap_or(0))
}
