//! Reading a suite from its text, with every mistake and its place.
//!
//! The text is read from the outside in: first only where the cases stand, then where the parts of each
//! case stand, then each part. So a mistake in one case does not hide those in the others, and every part
//! has its place.

use std::collections::BTreeMap;
use std::str::FromStr;

use ron::error::{Position as Place, SpannedError};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::case::{Case, Expectation, Suite};
use super::plain::ron_words;
use crate::diagnostic::codes::suites as codes;
use crate::diagnostic::{Code, DefinitionError, Diagnostic, Diagnostics, SourceId, Sources, Span};
use crate::search::Limits;
use crate::spec::At;

/// Where the parts of a suite stand.
#[derive(Deserialize)]
#[serde(rename = "Suite", deny_unknown_fields)]
struct SuiteParts<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    #[serde(borrow)]
    cases: Vec<&'a RawValue>,
}

/// Where the parts of a case stand.
#[derive(Deserialize)]
#[serde(rename = "Case", deny_unknown_fields)]
struct CaseParts<'a> {
    #[serde(borrow)]
    name: &'a RawValue,
    #[serde(borrow, default)]
    position: Option<&'a RawValue>,
    #[serde(borrow, default)]
    moves: Option<&'a RawValue>,
    #[serde(borrow, default)]
    slow: Option<&'a RawValue>,
    #[serde(borrow)]
    expect: &'a RawValue,
}

/// How suites are written: what may be left out needs no `Some` around it.
pub(super) fn notation() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl Suite {
    /// Reads one of the sources. Adds every mistake to `diagnostics`; gives nothing when the whole cannot
    /// be read, and otherwise the cases that can.
    pub fn read(sources: &Sources, source: SourceId, diagnostics: &mut Diagnostics) -> Option<Suite> {
        SuiteReader { sources, source, diagnostics }.suite()
    }
}

impl FromStr for Suite {
    type Err = DefinitionError;

    /// Reads the text of a suite; any mistake is an error.
    fn from_str(text: &str) -> Result<Suite, DefinitionError> {
        let mut sources = Sources::new();
        let source = sources.add("<text>", text);
        let mut diagnostics = Diagnostics::new();
        match Suite::read(&sources, source, &mut diagnostics) {
            Some(suite) if !diagnostics.has_errors() => Ok(suite),
            _ => Err(DefinitionError { diagnostics, sources }),
        }
    }
}

struct SuiteReader<'a, 'd> {
    sources: &'a Sources,
    source: SourceId,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> SuiteReader<'a, '_> {
    fn suite(&mut self) -> Option<Suite> {
        let text: &'a str = self.sources.text(self.source);
        let parts: SuiteParts<'a> = self.parts(text, codes::SUITE_SYNTAX)?;
        let game = self.value(parts.game)?;
        if parts.cases.is_empty() {
            let message = "a suite without cases";
            self.diagnostics.push(Diagnostic::new(codes::SUITE_IDLE, game.span, message));
        }
        let cases: Vec<Case> = parts.cases.into_iter().filter_map(|raw| self.case(raw)).collect();
        self.check_names(&cases);
        Some(Suite { game, cases })
    }

    fn case(&mut self, raw: &'a RawValue) -> Option<Case> {
        let text = trimmed(raw.get_ron());
        let parts: CaseParts<'a> = self.parts(text, codes::SUITE_VALUE)?;
        let span = self.span(text);
        let empty = |word: &str| At::new(word.to_owned(), span);
        let name = self.value(parts.name);
        let position = parts.position.map_or_else(|| Some(empty("startpos")), |raw| self.value(raw));
        let moves = parts.moves.map_or_else(|| Some(empty("")), |raw| self.value(raw));
        let slow = parts.slow.map_or_else(|| Some(At::new(false, span)), |raw| self.value(raw));
        let expect = self.expectation(parts.expect).filter(|expect| self.is_bounded(expect));
        Some(Case {
            name: name?,
            position: position?,
            moves: moves?,
            slow: slow?.value,
            expect: expect?,
            span,
        })
    }

    /// What is wrong with an expectation is answered with how it is written.
    fn expectation(&mut self, raw: &'a RawValue) -> Option<At<Expectation>> {
        let text = trimmed(raw.get_ron());
        match notation().from_str(text) {
            Ok(expect) => Some(At::new(expect, self.span(text))),
            Err(error) => {
                let wrong = self.diagnostic(text, &error, codes::SUITE_VALUE);
                let examples = Expectation::examples_of(text).map(|examples| format!("write {examples}"));
                self.diagnostics.push(examples.into_iter().fold(wrong, Diagnostic::help));
                None
            }
        }
    }

    /// Whether a list of depths is no longer than anything is looked ahead.
    fn is_bounded(&mut self, expect: &At<Expectation>) -> bool {
        let depths = match &expect.value {
            Expectation::Perft(counts) => counts.len(),
            Expectation::Minimax(values) => values.len(),
            _ => 0,
        };
        let fits = depths <= Limits::MAX_DEPTH as usize;
        if !fits {
            let message = format!("at most {} depths can be looked at", Limits::MAX_DEPTH);
            self.diagnostics.push(Diagnostic::new(codes::SUITE_VALUE, expect.span, message));
        }
        fits
    }

    fn check_names(&mut self, cases: &[Case]) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for case in cases {
            if let Some(first) = seen.insert(&case.name, case.name.span) {
                let message = format!("another case is called `{}`", case.name.escape_debug());
                let repeated = Diagnostic::new(codes::SUITE_REPEATED, case.name.span, message);
                self.diagnostics.push(repeated.label(first, "the first one"));
            }
        }
    }

    fn value<T: DeserializeOwned>(&mut self, raw: &'a RawValue) -> Option<At<T>> {
        let text = trimmed(raw.get_ron());
        Some(At::new(self.parts(text, codes::SUITE_VALUE)?, self.span(text)))
    }

    /// Reads a stretch of the text. What is wrong gets a code of its own where there is one, otherwise
    /// `other`.
    fn parts<T: Deserialize<'a>>(&mut self, text: &'a str, other: &'static Code) -> Option<T> {
        match notation().from_str(text) {
            Ok(value) => Some(value),
            Err(error) => {
                let diagnostic = self.diagnostic(text, &error, other);
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    fn diagnostic(&self, text: &str, error: &SpannedError, other: &'static Code) -> Diagnostic {
        use ron::Error::*;
        let start = offset(text, error.span.start);
        let end = offset(text, error.span.end).max(start + 1);
        let base = self.span(text).start as usize;
        let span = self.sources.span(self.source, base + start, base + end);
        let message = ron_words(&error.code);
        match &error.code {
            NoSuchStructField { expected, found, .. } | NoSuchEnumVariant { expected, found, .. } => {
                Diagnostic::new(codes::SUITE_WORD, span, message).suggest(found, expected.iter().copied())
            }
            MissingStructField { .. } => Diagnostic::new(codes::SUITE_MISSING, span, message),
            DuplicateStructField { .. } => Diagnostic::new(codes::SUITE_REPEATED, span, message),
            _ => Diagnostic::new(other, span, message),
        }
    }

    /// The place of a stretch of the text.
    fn span(&self, part: &str) -> Span {
        let text: &str = self.sources.text(self.source);
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        self.sources.span(self.source, start, start + part.len())
    }
}

/// A value without the space and the comments before it, and without the space behind it.
fn trimmed(text: &str) -> &str {
    let text = text.trim_end();
    let mut rest = text.trim_start();
    loop {
        let comment = match rest.get(..2) {
            Some("//") => rest.split_once('\n'),
            Some("/*") => rest.split_once("*/"),
            _ => None,
        };
        match comment {
            Some((_, after)) => rest = after.trim_start(),
            None => return rest,
        }
    }
}

/// Where a line and a column, both from 1, lie in a text.
fn offset(text: &str, place: Place) -> usize {
    let before = text.split_inclusive('\n').take(place.line.saturating_sub(1)).map(str::len).sum::<usize>();
    let line = text.get(before..).unwrap_or("");
    let column = line.char_indices().nth(place.col.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    before + column
}
