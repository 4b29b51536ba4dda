//! Where a word stands in the text of a suite: what was read of it no longer says.

use crate::diagnostic::{Sources, Span};

/// What stands between the quotes of a text inside a span, after the name of a field if one is given; the
/// span where it is not written as it reads.
pub(super) fn content(sources: &Sources, span: Span, field: &str, text: &str) -> Span {
    let slice = sources.slice(span);
    let quoted = format!("{text:?}");
    let behind = |from: usize| slice[from..].find(&quoted).map(|at| from + at);
    let first = slice.match_indices(field).filter_map(|(at, _)| {
        let from = at + field.len();
        let at = behind(from)?;
        // The text of this field, and not that of a later one.
        slice[from..at].trim_matches([':', ' ', '\n', '\r', '\t', '[']).is_empty().then_some(at)
    });
    let at = if field.is_empty() { behind(0) } else { first.min().or_else(|| behind(0)) };
    match at {
        Some(at) => {
            let start = span.start as usize + at;
            sources.span(span.source, start, start + quoted.len())
        }
        None => span,
    }
}

/// A part of a text that stands between the quotes of a span; the whole span where it is not written as
/// it reads.
pub(super) fn part(sources: &Sources, span: Span, text: &str, part: &str) -> Span {
    let raw = sources.slice(span);
    let at = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    match at.filter(|at| at + part.len() <= text.len()) {
        Some(at) if raw.get(1..raw.len().saturating_sub(1)) == Some(text) => {
            let start = span.start as usize + 1 + at;
            sources.span(span.source, start, start + part.len().max(1))
        }
        _ => span,
    }
}

/// A part of a text that stands in quotes inside a span.
pub(super) fn word(sources: &Sources, span: Span, field: &str, text: &str, part: &str) -> Span {
    self::part(sources, content(sources, span, field, text), text, part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_where_it_stands() {
        let mut sources = Sources::new();
        let text = "(x: \"a\", at: \"b a\", more: [\"c\", \"b a\"], \"q\\\"\")";
        let source = sources.add("a", text);
        let span = sources.span(source, 0, text.len());
        let found = |field: &str, inside: &str, from: usize, to: usize| {
            let at = word(&sources, span, field, inside, &inside[from..to]);
            (sources.slice(at).to_owned(), at.start)
        };
        assert_eq!(found("", "a", 0, 1), ("a".to_owned(), 5));
        assert_eq!(found("at", "b a", 2, 3), ("a".to_owned(), 16));
        assert_eq!(found("more", "c", 0, 1), ("c".to_owned(), 28));
        assert_eq!(found("", "nowhere", 0, 2), (text.to_owned(), 0));
        // With an escape, the whole text is the place.
        assert_eq!(found("", "q\"", 0, 1).0, "\"q\\\"\"");
    }
}
