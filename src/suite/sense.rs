//! Whether a suite can be held against its game at all: what is found without playing or searching.

use std::sync::Arc;

use super::case::{Case, Expectation, Limit, Suite};
use crate::diagnostic::codes::suites as codes;
use crate::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use crate::game::Game;
use crate::position::{Position, split_moves};
use crate::spec::At;

impl Suite {
    /// Adds every mistake that shows when the suite is held against its game: texts that are no
    /// positions, moves that cannot be played, cases that check nothing.
    pub fn check(&self, game: &Arc<Game>, sources: &Sources, diagnostics: &mut Diagnostics) {
        for case in &self.cases {
            if let Err(wrong) = case.sense(game, sources) {
                diagnostics.push(wrong);
            }
        }
    }
}

impl Case {
    fn sense(&self, game: &Arc<Game>, sources: &Sources) -> Result<(), Diagnostic> {
        let (setup, moves) = split_moves(&self.position);
        let mut position = Position::parse(game, setup).map_err(|error| {
            let span = within(&self.position, error.span, sources);
            let wrong = Diagnostic::new(codes::SUITE_POSITION, span, &error.message);
            error.help.map_or(wrong.clone(), |help| wrong.help(help))
        })?;
        play(&mut position, moves, &self.position, sources)?;
        play(&mut position, &self.moves, &self.moves, sources)?;
        self.expect_sense(&position, sources)
    }

    fn expect_sense(&self, position: &Position, sources: &Sources) -> Result<(), Diagnostic> {
        let idle = |message: &str| Err(Diagnostic::new(codes::SUITE_IDLE, self.expect.span, message));
        let wrong = |message: &str| Err(Diagnostic::new(codes::SUITE_VALUE, self.expect.span, message));
        match &self.expect.value {
            Expectation::Perft(counts) if counts.is_empty() => idle("no depth is counted"),
            Expectation::Minimax(values) if values.is_empty() => idle("no depth is looked at"),
            Expectation::Terms(terms) if terms.is_empty() => idle("no term is named"),
            Expectation::EvalBetween(least, most) if least > most => {
                wrong("the least value is greater than the greatest")
            }
            Expectation::BestMove(moves, limit) | Expectation::AvoidMove(moves, limit) => {
                if moves.is_empty() {
                    return idle("no move is named");
                }
                if limit.is_nothing() {
                    return wrong("a search needs a depth or a number of positions above 0");
                }
                self.moves_sense(position, moves, sources)
            }
            Expectation::Match { openings, .. } if openings.is_empty() => idle("no opening is played"),
            Expectation::Match { at_least, .. } if *at_least > 100 => {
                wrong("a share is a number of percent, at most 100")
            }
            Expectation::Match { limit, .. } if limit.is_nothing() => {
                wrong("a search needs a depth or a number of positions above 0")
            }
            _ => Ok(()),
        }
    }

    fn moves_sense(
        &self,
        position: &Position,
        moves: &[String],
        sources: &Sources,
    ) -> Result<(), Diagnostic> {
        for text in moves {
            if let Err(refusal) = position.parse_move(text) {
                let span = quoted(self.expect.span, text, sources);
                return Err(Diagnostic::new(codes::SUITE_MOVE, span, refusal.to_string()));
            }
        }
        Ok(())
    }
}

impl Limit {
    fn is_nothing(self) -> bool {
        matches!(self, Limit::Depth(0) | Limit::Nodes(0))
    }
}

fn play(
    position: &mut Position,
    moves: &str,
    inside: &At<String>,
    sources: &Sources,
) -> Result<(), Diagnostic> {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).map_err(|refusal| {
            let at = (text.as_ptr() as usize).saturating_sub(inside.value.as_ptr() as usize);
            let span = within(inside, at..at + text.len(), sources);
            Diagnostic::new(codes::SUITE_POSITION, span, refusal.to_string())
        })?;
        position.play(mv);
    }
    Ok(())
}

/// A part of a text between quotes; the whole where it is not written as it reads.
fn within(text: &At<String>, part: std::ops::Range<usize>, sources: &Sources) -> Span {
    let raw = sources.slice(text.span);
    if raw.get(1..raw.len().saturating_sub(1)) != Some(text.value.as_str()) {
        return text.span;
    }
    let start = text.span.start as usize + 1;
    sources.span(text.span.source, start + part.start, start + part.end.max(part.start + 1))
}

/// Where a text stands between quotes inside a span.
fn quoted(span: Span, text: &str, sources: &Sources) -> Span {
    match sources.slice(span).find(&format!("{text:?}")) {
        Some(at) => {
            let start = span.start as usize + at + 1;
            sources.span(span.source, start, start + text.len())
        }
        None => span,
    }
}
