//! Diagnostics as people and programs read them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::{Diagnostic, Diagnostics, Severity, Sources, Span};

/// How rendered text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Without colour.
    Plain,
    /// With the terminal's colours.
    Coloured,
}

/// A diagnostic with its place in lines and columns, for programs, as `--json` prints it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The code's name.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// The file, where there is a place.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// As a compiler would print it: code, message, place, source line, caret, help. Ends with a line
    /// break.
    pub fn render(&self, sources: &Sources, style: Style) -> String {
        let level = match self.code.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&self.message).id(self.code.name));
        for snippet in self.snippets(sources) {
            group = group.element(snippet);
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        let text = renderer.render(&[group]);
        let bare = self.span.is_none();
        text.lines().filter(|line| !(bare && is_bar(line))).fold(String::new(), |all, line| all + line + "\n")
    }

    fn snippets<'a>(&'a self, sources: &'a Sources) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
        let Some(span) = self.span else { return Vec::new() };
        let snippet = |source| Snippet::source(&**sources.text(source)).path(&**sources.name(source));
        let range = |span: Span| first_line(sources.slice(span), span.start as usize);
        let mut main = snippet(span.source).annotation(AnnotationKind::Primary.span(range(span)));
        let mut others = Vec::new();
        for label in &self.labels {
            let note = AnnotationKind::Context.span(range(label.span)).label(&label.text);
            if label.span.source == span.source {
                main = main.annotation(note);
            } else {
                others.push(snippet(label.span.source).annotation(note));
            }
        }
        std::iter::once(main).chain(others).collect()
    }

    /// The same with its place in lines and columns, for programs.
    pub fn finding(&self, sources: &Sources) -> Finding {
        let place = self.span.map(|span| sources.locate(span));
        Finding {
            code: self.code.name,
            severity: self.code.severity.name(),
            message: self.message.clone(),
            file: place.as_ref().map(|p| p.file.to_string()),
            line: place.as_ref().map(|p| p.line),
            column: place.as_ref().map(|p| p.column),
            help: self.help.clone(),
        }
    }
}

/// Whether a rendered line is a bar alone: it leads on from a source line, and has no sense without one.
fn is_bar(line: &str) -> bool {
    let mut escape = false;
    let shown = line.chars().filter(|&c| {
        let hidden = escape || c == '\u{1b}';
        escape = hidden && c != 'm';
        !hidden
    });
    shown.collect::<String>().trim() == "|"
}

/// Where the first line of a slice lies: a caret under the start of a long value says enough.
fn first_line(slice: &str, start: usize) -> std::ops::Range<usize> {
    start..start + slice.find('\n').unwrap_or(slice.len())
}

impl Diagnostics {
    /// All of them in the order of the text, a blank line between.
    pub fn render(&self, sources: &Sources, style: Style) -> String {
        self.sorted().iter().map(|d| d.render(sources, style)).collect::<Vec<_>>().join("\n")
    }

    /// All of them with their places in lines and columns, in the order of the text. Those of a definition that cannot
    /// be used are given by [`findings`](super::DefinitionError::findings) of the error.
    pub fn findings(&self, sources: &Sources) -> Vec<Finding> {
        self.sorted().iter().map(|d| d.finding(sources)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::codes::text::UNKNOWN_KEY;
    use super::*;

    #[test]
    fn a_diagnostic_reads_as_a_compiler_prints_it() {
        let mut sources = Sources::new();
        let id = sources.add("games/a.toml", "[board]\n  sise = \"\"\"\n3\"\"\"\n");
        let span = sources.span(id, 10, 25);
        let diagnostic =
            Diagnostic::new(UNKNOWN_KEY, span, "unknown key `sise`").help("did you mean `size`?");
        let want = r#"error[unknown-key]: unknown key `sise`
 --> games/a.toml:2:3
  |
2 |   sise = """
  |   ^^^^^^^^^^
  |
  = help: did you mean `size`?
"#;
        assert_eq!(diagnostic.render(&sources, Style::Plain), want);
        let found = diagnostic.finding(&sources);
        assert_eq!((found.line, found.column, found.code), (Some(2), Some(3), "unknown-key"));
    }

    #[test]
    fn a_diagnostic_without_a_place_has_no_bar() {
        let diagnostic = Diagnostic::anywhere(UNKNOWN_KEY, "nowhere").help("look elsewhere");
        let want = "error[unknown-key]: nowhere\n = help: look elsewhere\n";
        assert_eq!(diagnostic.render(&Sources::new(), Style::Plain), want);
        assert_eq!(diagnostic.render(&Sources::new(), Style::Coloured).lines().count(), 2);
    }

    #[test]
    fn any_place_can_be_shown() {
        for text in ["", "\n", "a", "é\r\n\0\u{202e}", "\t\ta = 1", &"x".repeat(5000)] {
            let mut sources = Sources::new();
            let id = sources.add("a.toml", text);
            for start in 0..=text.len().min(20) {
                let span = sources.span(id, start, start + 2);
                Diagnostic::new(UNKNOWN_KEY, span, "m").label(span, "l").render(&sources, Style::Coloured);
            }
        }
    }
}
