//! What is said about a definition that is wrong or doubtful, and how it is shown.
//!
//! A [`Diagnostic`] has a [`Code`], a message and a place; [`Diagnostics`] collects them while a
//! definition is read; [`DefinitionError`] is all of them with the texts they point into. Every room
//! that judges definitions speaks through this one.

mod code;
pub mod codes;
mod near;
mod render;
mod sources;

use std::fmt;

pub use code::{Code, Severity};
pub use near::{near_name, nearest, other_keys};
pub use render::{Finding, Style};
pub use sources::{Location, SourceId, Sources, Span};

/// A further place that a diagnostic is about, with what is there: "first given here".
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// One mistake, or one doubt.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// The kind.
    pub code: &'static Code,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; `None` for what has no place in a text.
    pub span: Option<Span>,
    /// Further places.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic at a place.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span), ..Diagnostic::anywhere(code, message) }
    }

    /// A diagnostic without a place.
    pub fn anywhere(code: &'static Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), span: None, labels: Vec::new(), help: None }
    }

    /// With a help line.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// With "did you mean" as its help, when one of the candidates is near to the word; otherwise with
    /// the candidates as its help, when there are few.
    pub fn suggest<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        let candidates: Vec<&str> = candidates.into_iter().collect();
        match nearest(word, candidates.iter().copied()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None if candidates.is_empty() || candidates.len() > 24 => self,
            None => self.help(format!("it can be {}", either(&candidates))),
        }
    }

    /// With a further place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }
}

/// Collects diagnostics while a definition is read.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

/// How many mistakes are kept, and how many doubts: nobody reads more.
const MOST_KEPT: usize = 250;

/// How many bytes of a message are kept: a name in it may be as long as a file.
const LONGEST_MESSAGE: usize = 2_000;

impl Diagnostics {
    /// None yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds one, unless it says what another one says already. Where there are too many, the last of them says
    /// so.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        shorten(&mut diagnostic.message);
        diagnostic.help.iter_mut().for_each(shorten);
        let severity = diagnostic.code.severity;
        let enough = self.0.iter().filter(|other| other.code.severity == severity).count() >= MOST_KEPT;
        if enough && self.is_full() || self.0.contains(&diagnostic) {
            return;
        }
        if !enough {
            self.0.push(diagnostic);
        } else {
            let message = format!("more than {MOST_KEPT} are found, and the others are not shown");
            self.0.push(Diagnostic::anywhere(codes::text::MORE, message));
        }
    }

    /// Whether further ones are not kept, so that there is no use in looking for them.
    pub fn is_full(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.code == codes::text::MORE)
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.code.severity == Severity::Error)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// In the order of the text.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.0.iter().collect();
        all.sort_by_key(|d| d.span.map(|s| (s.source, s.start, s.end)));
        all
    }

    /// In the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    /// In the order found.
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    /// In the order found.
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Cuts a text that is too long.
fn shorten(text: &mut String) {
    if text.len() > LONGEST_MESSAGE {
        text.truncate(text.floor_char_boundary(LONGEST_MESSAGE));
        text.push('…');
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|d| self.push(d));
    }
}

/// A definition that cannot be used: every diagnostic, with the texts they point into. Displays as all
/// of them, rendered without colour.
///
/// ```
/// let text = "[game]\nlanguage = 1\nname = \"Shy\"\nextends = \"dodgem\"\n[bord]\n";
/// let error = banco::Game::parse(text).expect_err("`board` is misspelt");
/// for finding in error.findings() {
///     assert_eq!((finding.code, finding.severity), ("unknown-key", "error"));
///     assert_eq!((finding.line, finding.column), (Some(5), Some(2)));
///     assert_eq!(finding.help.as_deref(), Some("did you mean `board`?"));
/// }
/// for diagnostic in &error.diagnostics {
///     println!("{}", diagnostic.code.explanation);
/// }
/// ```
#[derive(Clone)]
pub struct DefinitionError {
    /// What is wrong, warnings included.
    pub diagnostics: Diagnostics,
    /// The texts.
    pub sources: Sources,
}

impl DefinitionError {
    /// What is wrong, each with its place in lines and columns, in the order of the text.
    pub fn findings(&self) -> Vec<Finding> {
        self.diagnostics.findings(&self.sources)
    }
}

/// In one line, without its place: that takes the texts, see [`Diagnostic::render`].
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.code.severity.name(), self.code.name, self.message)?;
        self.help.iter().try_for_each(|help| write!(f, " ({help})"))
    }
}

impl std::error::Error for Diagnostic {}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostics.render(&self.sources, Style::Plain))
    }
}

/// As it is displayed: what a program prints whose `main` returns it.
impl fmt::Debug for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for DefinitionError {}

/// "`a`, `b` or `c`".
pub fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(|w| format!("`{w}`")).collect();
            format!("{} or `{last}`", most.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_name_of_its_own() {
        let mut names: Vec<&str> = Code::all().map(|c| c.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|n| n.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
    }
}
