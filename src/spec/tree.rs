//! TOML as a tree that keeps the place of everything, whichever file it came from.

use toml::de::{DeTable, DeValue, Error};
use toml_parser::lexer::TokenKind;

use super::At;
use super::slip::Slip;
use crate::diagnostic::codes::{meaning::TOO_MANY, text as codes};
use crate::diagnostic::{Diagnostic, Diagnostics, SourceId, Sources, Span};

/// A definition is a page of text; what is longer is something else.
const MAX_TEXT: usize = 1 << 20;
/// Dots in one key. The parser makes a table of each, and gives them back one inside the other.
const MAX_DOTS: usize = 8;
/// Tables and arrays inside each other.
const MAX_DEPTH: usize = 24;
/// Entries of one table, items of one array: a board has 1,024 cells.
const MAX_ENTRIES: usize = 1_500;
/// A text that is not TOML at all would be a mistake per line.
const MAX_SYNTAX_ERRORS: usize = 20;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub value: Value,
    /// The literal; for a table its header, its braces, or the key that implies it.
    pub span: Span,
}

impl Node {
    /// Whether a string in it, however deep, is this word.
    pub(crate) fn says(&self, word: &str) -> bool {
        match &self.value {
            Value::Text(text) => text.value == word,
            Value::Array(nodes) => nodes.iter().any(|node| node.says(word)),
            Value::Table(table) => table.0.iter().any(|(_, node)| node.says(word)),
            _ => false,
        }
    }

    /// Whether it is a rule that letters of a notation stand for: all of it stands where they stand.
    pub(crate) fn is_spelt(&self) -> bool {
        matches!(&self.value, Value::Table(table) if !table.0.is_empty() && table.0.iter().all(|(_, node)| node.span == self.span))
    }

    /// The value as a definition writes it, whatever stands at its place.
    pub(crate) fn written(&self) -> String {
        match &self.value {
            Value::Text(text) => format!("{:?}", text.value),
            Value::Integer(number) => number.unwrap_or_default().to_string(),
            Value::Boolean(yes) => yes.to_string(),
            Value::Array(nodes) => {
                let items: Vec<String> = nodes.iter().map(Node::written).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Table(table) => {
                let entry = |(key, node): &(At<String>, Node)| format!("{} = {}", key.value, node.written());
                let entries: Vec<String> = table.0.iter().map(entry).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Value::Float | Value::Datetime => String::new(),
        }
    }
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

/// A value that stands nowhere as it is, with the place that stands for it.
pub(crate) fn spelt(text: &str, span: Span) -> Option<Node> {
    let text = format!("value = {text}");
    let document = DeTable::parse(&text).ok()?.into_inner();
    let (_, value) = document.into_iter().next()?;
    node_at(value.into_inner(), span)
}

fn node_at(value: DeValue<'_>, span: Span) -> Option<Node> {
    let value = match value {
        DeValue::String(text) => Value::Text(Text { value: text.into_owned(), span, inner: None }),
        DeValue::Integer(n) => Value::Integer(i64::from_str_radix(n.as_str(), n.radix()).ok()),
        DeValue::Boolean(b) => Value::Boolean(b),
        DeValue::Array(array) => {
            Value::Array(array.into_iter().filter_map(|item| node_at(item.into_inner(), span)).collect())
        }
        DeValue::Table(table) => {
            let mut entries: Vec<_> = table.into_iter().collect();
            entries.sort_by_key(|(key, _)| key.span().start);
            let entry = |(key, value): (toml::Spanned<_>, toml::Spanned<_>)| {
                let key: std::borrow::Cow<'_, str> = key.into_inner();
                Some((At::new(key.into_owned(), span), node_at(value.into_inner(), span)?))
            };
            Value::Table(Table(entries.into_iter().filter_map(entry).collect()))
        }
        DeValue::Float(_) | DeValue::Datetime(_) => return None,
    };
    Some(Node { value, span })
}

/// What became of a text.
pub(crate) struct Parsed {
    pub table: Table,
    /// The lines that are not TOML. What stands there is not to be judged, nor what is missing.
    pub broken_lines: Vec<u32>,
    /// The lines of tables that stand elsewhere too. What stands there is not to be judged.
    pub repeated_lines: Vec<u32>,
}

impl Parsed {
    /// Of a text of which nothing is to be judged.
    fn nothing() -> Parsed {
        Parsed { table: Table::default(), broken_lines: vec![1], repeated_lines: Vec::new() }
    }
}

/// Reads a text as TOML, as much of it as is TOML.
pub(crate) fn parse(sources: &Sources, source: SourceId, out: &mut Diagnostics) -> Parsed {
    let text = sources.text(source).clone();
    if let Some(refusal) = refuse(&text, sources, source) {
        out.push(refusal);
        return Parsed::nothing();
    }
    let mut syntax = Syntax {
        sources,
        source,
        out,
        headers: headers(&text),
        broken_lines: Vec::new(),
        repeated_lines: Vec::new(),
        reported: 0,
        repeats_until: 0,
    };
    let (mut document, mut errors) = DeTable::parse_recoverable(&text);
    let sound;
    if errors.iter().any(|error| !is_repetition(error)) {
        sound = syntax.without_broken_sections(&text);
        (document, errors) = DeTable::parse_recoverable(&sound);
    }
    for error in &errors {
        syntax.report(error, 0);
    }
    let Syntax { broken_lines, repeated_lines, .. } = syntax;
    let mut grower = Grower { sources, source, out, is_overfull: false };
    let table = grower.table(document.into_inner(), 0);
    if grower.is_overfull {
        return Parsed::nothing();
    }
    Parsed { table, broken_lines, repeated_lines }
}

/// Reports what is not TOML.
struct Syntax<'a> {
    sources: &'a Sources,
    source: SourceId,
    out: &'a mut Diagnostics,
    /// Where the lines start that look like the header of a table.
    headers: Vec<usize>,
    broken_lines: Vec<u32>,
    repeated_lines: Vec<u32>,
    reported: usize,
    /// Where a section with a header that stands elsewhere too ends. Its keys are given twice as well.
    repeats_until: usize,
}

impl Syntax<'_> {
    /// The text with blanks for every section that is not TOML, whose first mistake is reported. A bracket
    /// or a quote that is never closed would otherwise take the rest of the file with it.
    fn without_broken_sections(&mut self, text: &str) -> String {
        let mut sound = String::with_capacity(text.len());
        for start in std::iter::once(0).chain(self.headers.clone()) {
            let section = self.section(text, start);
            let (_, errors) = DeTable::parse_recoverable(section);
            match errors.iter().find(|error| !is_repetition(error)) {
                None => sound.push_str(section),
                Some(error) => {
                    self.report(error, start);
                    let first = self.line(self.sources.span(self.source, start, start));
                    self.broken_lines.extend((first..).take(section.lines().count()));
                    sound.extend(section.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
                }
            }
        }
        sound
    }

    /// Reports a mistake, the place of which is counted from `offset`.
    fn report(&mut self, error: &Error, offset: usize) {
        let range = error.span().unwrap_or(0..0);
        if is_repetition(error) {
            let span = self.sources.span(self.source, offset + range.start, offset + range.end);
            return self.report_repetition(span);
        }
        if self.reported >= MAX_SYNTAX_ERRORS {
            let start = self.sources.span(self.source, offset + range.start, offset + range.end);
            self.broken_lines.push(self.line(start));
            return;
        }
        let text = self.sources.text(self.source).clone();
        let slip = Slip::of(self.section(&text, offset), range, error.message());
        let mut span = self.sources.span(self.source, offset + slip.range.start, offset + slip.range.end);
        if self.sources.slice(span).trim().is_empty() {
            // Something is missing: point behind the last thing that is there.
            let end = text[..span.start as usize].trim_end().len().max(offset);
            span = self.sources.span(self.source, end, end);
        }
        let line = self.line(span);
        // One mistake often breaks the rest of its line too.
        if !self.broken_lines.contains(&line) {
            let mistake = Diagnostic::new(codes::SYNTAX, span, slip.message);
            self.out.push(Diagnostic { help: slip.help, ..mistake });
            self.reported += 1;
        }
        self.broken_lines.push(line);
    }

    fn report_repetition(&mut self, span: Span) {
        let text = self.sources.text(self.source).clone();
        let (start, end) = (span.start as usize, span.end as usize);
        if start < self.repeats_until {
            return;
        }
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        if text[line..].starts_with('[') {
            let section = self.section(&text, line);
            self.repeats_until = line + section.len();
            let first = self.line(span);
            self.repeated_lines.extend((first..).take(section.lines().count()));
        }
        let message = format!("`{}` is given twice", &text[start..end]);
        self.out.push(Diagnostic::new(codes::REPEATED_KEY, span, message).help("keep one of them"));
    }

    fn line(&self, span: Span) -> u32 {
        self.sources.locate(span).line
    }

    /// The text from a place to the next header of a table.
    fn section<'t>(&self, text: &'t str, start: usize) -> &'t str {
        let next = self.headers.partition_point(|&header| header <= start);
        let end = self.headers.get(next).copied().unwrap_or(text.len());
        text.get(start..end).unwrap_or_default()
    }
}

/// Where the lines start, but for the first one, that look like the header of a table.
fn headers(text: &str) -> Vec<usize> {
    let starts = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    starts.filter(|&(start, line)| start > 0 && is_header(line)).map(|(start, _)| start).collect()
}

fn is_header(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default().trim();
    let inner = code.trim_start_matches('[').trim_end_matches(']');
    inner.len() < code.len()
        && code.starts_with('[')
        && inner.starts_with(|c: char| c.is_ascii_alphabetic())
        && inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '"' | '\'' | ' '))
}

fn is_repetition(error: &Error) -> bool {
    error.message() == "duplicate key"
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

struct Grower<'a> {
    sources: &'a Sources,
    source: SourceId,
    out: &'a mut Diagnostics,
    /// There was more in a table or an array than a definition needs.
    is_overfull: bool,
}

impl Grower<'_> {
    fn report_overfull(&mut self, what: &str, first: Span) {
        self.is_overfull = true;
        let message = format!("more than {MAX_ENTRIES} {what}");
        self.out.push(Diagnostic::new(TOO_MANY, first, message));
    }

    fn table(&mut self, table: DeTable<'_>, depth: usize) -> Table {
        if let Some((key, _)) = table.iter().nth(MAX_ENTRIES) {
            self.report_overfull("keys in one table", self.span(key.span()));
            return Table::default();
        }
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
            DeValue::Array(array) if array.len() > MAX_ENTRIES => {
                self.report_overfull("items in one list", span);
                return None;
            }
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
