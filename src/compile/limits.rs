//! What a definition may not have more of: the time and the memory that follow from it grow faster than its
//! text.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::meaning;
use crate::game::{Evaluation, Geometry, Offset, Vicinity};
use crate::spec::{At, Condition, Definition};

use super::log::Log;

/// The most regions, ends, vetoes, formations, blocks and patterns that a game may have, of each.
const MOST_NAMES: usize = 250;

/// The most questions that one condition may ask.
const MOST_QUESTIONS: usize = 64;

/// The most cells that all formations together look at, from every cell of the board.
const MOST_SEEN: usize = 32 << 20;

/// Reports a definition with more regions, ends, vetoes or terms than anybody writes down: what follows
/// takes time with their number.
pub(crate) fn exceeds_limits(definition: &Definition, log: &Log) -> bool {
    let evaluation = definition.evaluation.as_ref();
    let at = |names: Option<&At<String>>| names.map(|name| name.span);
    let counts = [
        ("regions", at(definition.regions.names().nth(MOST_NAMES))),
        ("reasons to refuse a move", at(definition.illegal.names().nth(MOST_NAMES))),
        ("ends", at(definition.end.names().nth(MOST_NAMES))),
        ("formations", at(evaluation.and_then(|table| table.formations.names().nth(MOST_NAMES)))),
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

/// Reports formations that look at so much together that a search would take long to begin.
pub(crate) fn check_windows(
    geometry: &Geometry,
    evaluation: &Evaluation,
    definition: &Definition,
    log: &Log,
) {
    let forward = evaluation.orientation.forward;
    let mut seen = 0;
    for formation in &evaluation.formations {
        let on = |by: &Offset| formation.on.has(forward[0], *by);
        seen += Vicinity::displacements(geometry).filter(on).count() * geometry.size();
        if seen > MOST_SEEN {
            let names = definition.evaluation.iter().flat_map(|table| table.formations.names());
            let message = "the formations up to this one look at more cells together than a game may look at";
            let too_many = Diagnostic::anywhere(meaning::TOO_MANY, message);
            let span = names.filter(|name| name.value == formation.name).map(|name| name.span).next();
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
