//! Trace games: every position, its value, its legal moves, the move that was played.

use super::{refused, rules, score};
use crate::eval::evaluate;
use crate::eval::script::ScriptError;
use crate::game::Move;
use crate::position::Position;
use crate::search::{Limits, Search};
use crate::suite::case::{Expectation, Step};
use crate::suite::plain::plies_text;
use crate::suite::verdict::{Failure, Reproduction};

/// How deep the engine looks when it makes up a game to record.
const DEPTH: u32 = 2;

/// How many moves of a game that the engine makes up are recorded.
const LENGTH: usize = 24;

pub(super) fn follow(start: &Position, steps: &[Step]) -> Result<(), Failure> {
    if steps.is_empty() {
        return Err(Failure::new("a recorded game", "nothing is recorded yet: run with --bless"));
    }
    let mut position = start.clone();
    for (played, step) in (0..).zip(steps) {
        let place = |failure: Failure| failure.at(&format!("after {}", plies_text(played)), &position);
        stand(&position, step).map_err(place)?;
        let Some(text) = &step.plays else { continue };
        let mv = position.parse_move(text).map_err(|refusal| {
            place(refused(&position, text, &refusal, format!("`{text}` is played"), "it is illegal"))
        })?;
        position.play_legal(mv);
    }
    Ok(())
}

/// Whether the position is as it was recorded.
fn stand(position: &Position, step: &Step) -> Result<(), Failure> {
    let found = position.to_string();
    if found != step.at {
        let expected = if step.at.is_empty() { "a position (run with --bless)" } else { &step.at };
        let by = rules::played_by(position);
        return Err(Failure::new(expected, found).leads(by));
    }
    rules::legal(position, &step.legal.split_whitespace().collect::<Vec<_>>())?;
    let end = position.outcome().map(|_| rules::outcome_text(position));
    if end != step.end {
        let goes_on = "the game goes on".to_owned();
        let expected = step.end.clone().unwrap_or(goes_on.clone());
        let leads = position.outcome().map(|outcome| rules::ended_by(position.game(), &outcome));
        let name = step.end.as_deref().and_then(|end| end.rsplit(": ").next()).unwrap_or_default();
        let named = rules::end_named(position.game(), name);
        return Err(Failure::new(expected, end.unwrap_or(goes_on)).leads(named.into_iter().chain(leads)));
    }
    let Some(value) = step.value else { return Ok(()) };
    score::between(position, value, value).map_err(|failure| {
        let Failure { expected, found, .. } = &failure;
        let (expected, found) = (format!("a value of {expected}"), format!("a value of {found}"));
        Failure { expected, found, ..failure }.asked(Reproduction::Value)
    })
}

/// The same game as it is now. It stops where a move has become illegal; where there is no game yet, the
/// engine plays one against itself.
pub(super) fn record(start: &Position, steps: &[Step]) -> Option<Vec<Step>> {
    let mut position = start.clone();
    let mut recorded = Vec::new();
    for number in 0.. {
        let next = match steps.get(number) {
            _ if steps.is_empty() => (number < LENGTH).then(|| found(&position)).flatten(),
            Some(step) => step.plays.clone(),
            None => None,
        };
        let mv = next.as_ref().and_then(|text| position.parse_move(text).ok());
        let mut step = step_at(&position, next.filter(|_| mv.is_some())).ok()?;
        // Who keeps a game for its rules alone has left the values out.
        if steps.get(number).is_some_and(|old| !old.at.is_empty() && old.value.is_none()) {
            step.value = None;
        }
        recorded.push(step);
        match mv {
            Some(mv) => position.play_legal(mv),
            None => break,
        }
    }
    Some(recorded)
}

/// What is expected of a game that was played from a position: each position, its value and its legal moves.
///
/// # Errors
///
/// When a script that has a part in the value fails.
pub fn played(start: &Position, moves: &[Move]) -> Result<Expectation, ScriptError> {
    let mut position = start.clone();
    let mut steps = Vec::new();
    for &mv in moves {
        steps.push(step_at(&position, Some(position.move_text(mv)))?);
        position.play_legal(mv);
    }
    steps.push(step_at(&position, None)?);
    Ok(Expectation::Playthrough(steps))
}

fn step_at(position: &Position, plays: Option<String>) -> Result<Step, ScriptError> {
    Ok(Step {
        at: position.to_string(),
        value: Some(evaluate(position)?),
        legal: rules::legal_texts(position).join(" "),
        plays,
        end: position.outcome().map(|_| rules::outcome_text(position)),
    })
}

/// The move that a short search finds.
fn found(position: &Position) -> Option<String> {
    let report = Search::new(1).run(position, &Limits::depth(DEPTH), &mut |_| {});
    report.best().filter(|_| report.script_error.is_none()).map(|mv| position.move_text(mv))
}
