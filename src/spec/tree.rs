//! TOML as a tree that keeps the place of everything, whichever file it came from.

use toml::de::{DeTable, DeValue, Error};
use toml_parser::lexer::TokenKind;

use super::At;
use crate::diagnostic::{Diagnostic, Diagnostics, SourceId, Sources, Span, codes::text as codes};

/// A definition is a page of text; what is longer is something else.
const MAX_TEXT: usize = 1 << 20;
/// Dots in one key. The parser makes a table of each, and gives them back one inside the other.
const MAX_DOTS: usize = 8;
/// Tables and arrays inside each other.
const MAX_DEPTH: usize = 24;
/// A text that is not TOML at all would be a mistake per line.
const MAX_SYNTAX_ERRORS: usize = 20;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub value: Value,
    /// The literal; for a table its header, its braces, or the key that implies it.
    pub span: Span,
}

/// A TOML value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Text),
    /// `None` for a number beyond 64 bits.
    Integer(Option<i64>),
    Float,
    Boolean(bool),
    Datetime,
    Array(Vec<Node>),
    Table(Table),
}

impl Value {
    /// What it is, for "expected …, found …".
    pub(crate) fn found(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Integer(_) => "a whole number",
            Value::Float => "a number with a fraction",
            Value::Boolean(true) => "`true`",
            Value::Boolean(false) => "`false`",
            Value::Datetime => "a date or time",
            Value::Array(_) => "an array",
            Value::Table(_) => "a table",
        }
    }
}

/// A string and where its characters stand.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub value: String,
    span: Span,
    /// Where the first character stands, when the literal spells the string out as it is.
    inner: Option<u32>,
}

impl Text {
    fn new(value: String, span: Span, sources: &Sources) -> Text {
        let literal = sources.slice(span);
        let quotes =
            ["\"\"\"", "'''", "\"", "'"].iter().find(|q| literal.starts_with(**q)).map_or(0, |q| q.len());
        let mut open = quotes;
        if quotes == 3 {
            let rest = &literal[3..];
            open += if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        }
        let exact = literal.get(open..).is_some_and(|rest| rest.starts_with(&value));
        let inner = (exact && quotes > 0).then(|| span.start + open as u32);
        Text { value, span, inner }
    }

    /// The place of a part of the string, which must be a slice of it; of the whole literal where
    /// escapes make it inexact.
    pub(crate) fn place(&self, part: &str) -> Span {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.value.as_ptr() as usize);
        match self.inner {
            Some(inner) if offset + part.len() <= self.value.len() => {
                let start = inner + offset as u32;
                Span { start, end: start + part.len() as u32, ..self.span }
            }
            _ => self.span,
        }
    }

    /// The words of the string with their places.
    pub(crate) fn words(&self) -> Vec<At<&str>> {
        self.value.split_whitespace().map(|word| At::new(word, self.place(word))).collect()
    }
}

/// A table in file order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table(pub Vec<(At<String>, Node)>);

impl Table {
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        self.0.iter().position(|(k, _)| k.value == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&(At<String>, Node)> {
        self.0.iter().find(|(k, _)| k.value == key)
    }

    /// The table under a key, if it is one.
    pub(crate) fn table(&self, key: &str) -> Option<&Table> {
        match self.get(key) {
            Some((_, Node { value: Value::Table(table), .. })) => Some(table),
            _ => None,
        }
    }
}

/// What became of a text.
pub(crate) struct Parsed {
    pub table: Table,
    /// The lines that are not TOML. What stands there is not to be judged, nor what is missing.
    pub broken_lines: Vec<u32>,
}

/// Reads a text as TOML, as much of it as is TOML.
pub(crate) fn parse(sources: &Sources, source: SourceId, out: &mut Diagnostics) -> Parsed {
    let text = sources.text(source).clone();
    if let Some(refusal) = refuse(&text, sources, source) {
        out.push(refusal);
        return Parsed { table: Table::default(), broken_lines: vec![1] };
    }
    let (document, errors) = DeTable::parse_recoverable(&text);
    let mut broken_lines = Vec::new();
    for error in &errors {
        report(error, sources, source, &mut broken_lines, out);
    }
    let mut grower = Grower { sources, source, out };
    let table = grower.table(document.into_inner(), 0);
    Parsed { table, broken_lines }
}

/// Texts that the parser had better not see.
fn refuse(text: &str, sources: &Sources, source: SourceId) -> Option<Diagnostic> {
    if text.len() > MAX_TEXT {
        let span = sources.span(source, 0, 0);
        return Some(Diagnostic::new(codes::TOO_LARGE, span, "the file is larger than a mebibyte"));
    }
    let mut dots = 0;
    for token in toml_parser::Source::new(text).lex() {
        dots = match token.kind() {
            TokenKind::Dot => dots + 1,
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString | TokenKind::Whitespace => {
                dots
            }
            _ => 0,
        };
        if dots > MAX_DOTS {
            let span = sources.span(source, token.span().start(), token.span().end());
            return Some(Diagnostic::new(codes::TOO_DEEP, span, "too many tables inside each other"));
        }
    }
    None
}

fn report(error: &Error, sources: &Sources, source: SourceId, broken: &mut Vec<u32>, out: &mut Diagnostics) {
    let range = error.span().unwrap_or(0..0);
    let span = sources.span(source, range.start, range.end);
    if error.message() == "duplicate key" {
        let message = format!("`{}` is given twice", sources.slice(span));
        out.push(Diagnostic::new(codes::REPEATED_KEY, span, message).help("keep one of them"));
        return;
    }
    let line = sources.locate(span).line;
    // One mistake often breaks the rest of its line too.
    if !broken.contains(&line) && broken.len() < MAX_SYNTAX_ERRORS {
        out.push(Diagnostic::new(codes::SYNTAX, span, error.message()));
    }
    broken.push(line);
}

struct Grower<'a> {
    sources: &'a Sources,
    source: SourceId,
    out: &'a mut Diagnostics,
}

impl Grower<'_> {
    fn table(&mut self, table: DeTable<'_>, depth: usize) -> Table {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let span = self.span(key.span());
            let key = At::new(key.into_inner().into_owned(), span);
            let place = self.span(value.span());
            if let Some(node) = self.node(value.into_inner(), place, depth + 1) {
                entries.push((key, node));
            }
        }
        entries.sort_by_key(|(key, _)| key.span.start);
        Table(entries)
    }

    fn node(&mut self, value: DeValue<'_>, span: Span, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            let message = "too many tables or arrays inside each other";
            self.out.push(Diagnostic::new(codes::TOO_DEEP, span, message));
            return None;
        }
        let value = match value {
            DeValue::String(text) => Value::Text(Text::new(text.into_owned(), span, self.sources)),
            DeValue::Integer(n) => Value::Integer(i64::from_str_radix(n.as_str(), n.radix()).ok()),
            DeValue::Float(_) => Value::Float,
            DeValue::Boolean(b) => Value::Boolean(b),
            DeValue::Datetime(_) => Value::Datetime,
            DeValue::Array(array) => {
                let mut items = Vec::with_capacity(array.len());
                for item in array {
                    let place = self.span(item.span());
                    items.extend(self.node(item.into_inner(), place, depth + 1));
                }
                Value::Array(items)
            }
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
        };
        Some(Node { value, span })
    }

    fn span(&self, range: std::ops::Range<usize>) -> Span {
        self.sources.span(self.source, range.start, range.end)
    }
}
