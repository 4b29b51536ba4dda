//! Where compile writes down what it finds.

use std::cell::RefCell;

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, Span};
use crate::game::Origin;
use crate::spec::Definition;

/// What is wrong with a picture or a table that does not fit the board.
const MISFITS: [&Code; 3] = [meaning::DRAWING_SHAPE, meaning::TABLE_SHAPE, meaning::HOLE_MISMATCH];

/// Collects diagnostics and turns spans into lines. Shared by everything that resolves a part of a
/// definition, so that one part's mistake does not keep the others from being looked at.
pub(crate) struct Log<'a> {
    definition: &'a Definition,
    sources: &'a Sources,
    found: RefCell<&'a mut Diagnostics>,
}

impl<'a> Log<'a> {
    /// A log that adds to `diagnostics`.
    pub(crate) fn new(
        definition: &'a Definition,
        sources: &'a Sources,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Log { definition, sources, found: RefCell::new(diagnostics) }
    }

    /// Adds a diagnostic.
    pub(crate) fn add(&self, diagnostic: Diagnostic) {
        let misfit = MISFITS.contains(&diagnostic.code);
        let diagnostic = if misfit { self.definition.blame_board(diagnostic) } else { diagnostic };
        self.found.borrow_mut().push(diagnostic);
    }

    /// Adds a diagnostic unless there is one of its code at its place.
    pub(crate) fn add_once(&self, diagnostic: Diagnostic) {
        let is_same = |other: &Diagnostic| (other.code, other.span) == (diagnostic.code, diagnostic.span);
        let is_known = self.found.borrow().iter().any(is_same);
        if !is_known {
            self.add(diagnostic);
        }
    }

    /// Adds a diagnostic that needs no more than a message.
    pub(crate) fn report(&self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.add(Diagnostic::new(code, span, message));
    }

    /// Whether the file itself says what stands there, not one that it extends.
    pub(crate) fn is_own(&self, span: Span) -> bool {
        self.definition.says(span)
    }

    /// Whether an error has been found, here or before.
    pub(crate) fn has_errors(&self) -> bool {
        self.found.borrow().has_errors()
    }

    /// The line that a span starts on.
    pub(crate) fn origin(&self, span: Span) -> Origin {
        let place = self.sources.locate(span);
        Origin { file: place.file, line: place.line }
    }
}
