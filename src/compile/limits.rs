//! What a definition may not have more of: the time and the memory that follow from it grow faster than its
//! text.

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Evaluation, Geometry, Offset, Vicinity, Zone};
use crate::spec::{At, Condition, Definition};

use super::log::Log;

/// The most regions, ends, vetoes, formations, attack terms, terms of the whole board, blocks and patterns that a game may have, of each.
const MOST_NAMES: usize = 250;

/// The most questions that one condition may ask.
const MOST_QUESTIONS: usize = 64;

/// The most cells that all formations, or all windows of attack terms, together look at, from every cell of the board.
const MOST_SEEN: usize = 32 << 20;

/// Reports a definition with more regions, ends, vetoes or terms than anybody writes down: what follows
/// takes time with their number.
pub(crate) fn exceeds_limits(definition: &Definition, log: &Log) -> bool {
    let evaluation = definition.evaluation.as_ref();
    let at = |names: Option<&At<String>>| names.map(|name| name.span);
    let surveyed = evaluation.and_then(|table| Some(table.surveyed().get(MOST_NAMES)?.1));
    let counts = [
        ("regions", at(definition.regions.names().nth(MOST_NAMES))),
        ("reasons to refuse a move", at(definition.illegal.names().nth(MOST_NAMES))),
        ("ends", at(definition.end.names().nth(MOST_NAMES))),
        ("formations", at(evaluation.and_then(|table| table.formations.names().nth(MOST_NAMES)))),
        ("attack terms", at(evaluation.and_then(|table| table.attacks.names().nth(MOST_NAMES)))),
        ("terms of the whole board", surveyed),
        ("blocks", at(evaluation.and_then(|table| table.blocks.names().nth(MOST_NAMES)))),
        ("line patterns", at(evaluation.and_then(|table| table.lines.names().nth(MOST_NAMES)))),
    ];
    let exceeding = counts.into_iter().filter_map(|(what, span)| Some((what, span?)));
    let mut exceeds = false;
    for (what, span) in exceeding {
        log.report(meaning::TOO_MANY, span, format!("a game has at most {MOST_NAMES} {what}"));
        exceeds = true;
    }
    for condition in conditions(definition).filter(|said| questions(said) > MOST_QUESTIONS) {
        let message = format!("a condition asks at most {MOST_QUESTIONS} questions");
        log.report(meaning::TOO_MANY, condition.span, message);
        exceeds = true;
    }
    exceeds
}

/// Reports formations or windows of attacked cells that look at so much together that a search would take long to
/// begin.
pub(crate) fn check_windows(
    geometry: &Geometry,
    evaluation: &Evaluation,
    definition: &Definition,
    log: &Log,
) {
    let table = definition.evaluation.as_ref();
    let named = |name: &str, names: Vec<&At<String>>| {
        names.into_iter().find(|given| given.value == *name).map(|given| given.span)
    };
    let formations = evaluation.formations.iter().map(|formation| {
        let names = || table.map_or(Vec::new(), |table| table.formations.names().collect());
        (formation.on, named(&formation.name, names()))
    });
    check_seen("formations", geometry, evaluation, formations, log);
    let attacks = evaluation.attacks.iter().filter_map(|term| {
        let Zone::Window(window) = &term.on else { return None };
        let names = table.map_or(Vec::new(), |table| table.attacks.names().collect());
        Some((window.seen(), named(&term.name, names)))
    });
    check_seen("windows of attack terms", geometry, evaluation, attacks, log);
}

fn check_seen(
    what: &str,
    geometry: &Geometry,
    evaluation: &Evaluation,
    all: impl Iterator<Item = (Vicinity, Option<Span>)>,
    log: &Log,
) {
    let forward = evaluation.orientation.forward;
    let mut seen = 0;
    for (on, span) in all {
        let sees = |by: &Offset| on.has(geometry, forward[0], *by);
        seen += Vicinity::displacements(geometry).filter(sees).count() * geometry.size();
        if seen > MOST_SEEN {
            let message =
                format!("the {what} up to this one look at more cells together than a game may look at");
            let too_many = Diagnostic::anywhere(meaning::TOO_MANY, message);
            return log
                .add(Diagnostic { span, ..too_many }.help("on a large board, a window of a few cells does"));
        }
    }
}

/// Every condition of a definition, `if` and `before`.
fn conditions(definition: &Definition) -> impl Iterator<Item = &At<Condition>> {
    let of_pieces = definition.pieces.iter().flat_map(|piece| &piece.value.moves);
    let rules = of_pieces.chain(&definition.moves).filter_map(|rule| rule.value.condition.as_ref());
    let vetoes = definition.illegal.iter().map(|veto| &veto.value);
    let vetoes = vetoes.flat_map(|veto| [veto.condition.as_ref(), veto.before.as_ref()]).flatten();
    let ends = definition.end.iter().filter_map(|end| end.value.condition.as_ref());
    rules.chain(vetoes).chain(ends)
}

/// How many questions a condition asks.
fn questions(condition: &Condition) -> usize {
    match condition {
        Condition::Not(inner) => questions(inner),
        Condition::Either(list) | Condition::All(list) => list.iter().map(|part| questions(part)).sum(),
        _ => 1,
    }
}
