//! The texts that diagnostics point into.

use std::sync::Arc;

/// One of the texts of [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(u32);

/// A stretch of a text, in bytes; both ends lie on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// Where it starts.
    pub start: u32,
    /// Where it ends, exclusive.
    pub end: u32,
}

/// A place in a file, as people count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The file, as it was given to [`Sources::add`].
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

#[derive(Clone, Debug)]
struct Source {
    name: Arc<str>,
    text: Arc<str>,
    /// Where each line starts.
    lines: Vec<u32>,
}

impl SourceId {
    /// Whether it is the first text, which was asked for: the others are there because it names them.
    pub fn is_main(self) -> bool {
        self.0 == 0
    }
}

/// All texts that took part in reading a definition: the file itself and what it extends.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// No text yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text under the name that diagnostics print. A byte order mark is dropped; spans count
    /// from behind it. Texts of 4 GiB or more are cut.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = &text[..floor_boundary(text, u32::MAX as usize - 1)];
        let breaks = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        self.0.push(Source { name: name.into(), text: text.into(), lines });
        SourceId(self.0.len() as u32 - 1)
    }

    /// The name of the first text, to which others were added because it names them.
    pub fn main(&self) -> Option<&Arc<str>> {
        self.0.first().map(|source| &source.name)
    }

    /// The name of a text.
    pub fn name(&self, source: SourceId) -> &Arc<str> {
        &self.0[source.0 as usize].name
    }

    /// A text, without its byte order mark.
    pub fn text(&self, source: SourceId) -> &Arc<str> {
        &self.0[source.0 as usize].text
    }

    /// What stands at a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.source).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a span starts.
    pub fn locate(&self, span: Span) -> Location {
        let source = &self.0[span.source.0 as usize];
        let line = source.lines.partition_point(|&start| start <= span.start).max(1);
        let start = source.lines[line - 1] as usize;
        let at = floor_boundary(&source.text, span.start as usize);
        let column = source.text[start.min(at)..at].chars().count() as u32 + 1;
        Location { file: source.name.clone(), line: line as u32, column }
    }

    /// A line, from 1, of the text of that name, without its line break.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        let source = self.0.iter().find(|source| &*source.name == file)?;
        source.text.lines().nth((line as usize).checked_sub(1)?)
    }

    /// A span of that text, moved inwards to its bounds and to character boundaries.
    pub fn span(&self, source: SourceId, start: usize, end: usize) -> Span {
        let text = self.text(source);
        let start = floor_boundary(text, start);
        let mut end = end.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Span { source, start: start as u32, end: end as u32 }
    }

    /// What stands on a line of that text, counted from 1, without the blanks around it.
    pub fn line_span(&self, source: SourceId, line: usize) -> Span {
        let text = self.text(source);
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let whole = text[start..].lines().next().unwrap_or_default();
        let start = start + whole.len() - whole.trim_start().len();
        self.span(source, start, start + whole.trim().len())
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut sources = Sources::new();
        let id = sources.add("a.toml", "\u{feff}x = 'é'\r\ný = 2");
        let place = |start| sources.locate(sources.span(id, start, start));
        assert_eq!((place(0).line, place(0).column), (1, 1));
        assert_eq!((place(7).line, place(7).column), (1, 7));
        assert_eq!((place(12).line, place(12).column), (2, 2));
        assert_eq!((place(99).line, place(99).column), (2, 6));
    }
}
