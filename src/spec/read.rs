//! From the tree to typed values, collecting every mistake on the way.

use std::collections::BTreeSet;

use schemars::{Schema, SchemaGenerator, json_schema};

use super::names::Space;
use super::tree::{Node, Table, Text, Value};
use super::{At, Named};
use crate::diagnostic::{Diagnostic, Diagnostics, SourceId, Sources, Span, codes::text as codes, either};

/// A type that a TOML value is read into. What the schema accepts is what `read` accepts, but for what
/// the inside of a string says.
pub(crate) trait Read: Sized {
    /// What such a value looks like, for "expected …".
    const WHAT: &'static str;

    /// Reads a value; `None` when it is wrong, which is then reported.
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self>;

    /// The JSON Schema of such a value.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

/// A way to read a `T` that is narrower than the type itself.
pub(crate) trait Form<T> {
    const WHAT: &'static str;
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<T>;
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

/// The type's own way.
pub(crate) struct Plain;

impl<T: Read> Form<T> for Plain {
    const WHAT: &'static str = T::WHAT;

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<T> {
        T::read(node, reader)
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
}

/// Things that a definition names.
pub(crate) trait Defined {
    const SPACE: Space;
}

/// How a key is written down; see [`keys`](super::keys::keys).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub name: &'static str,
    pub doc: &'static str,
    pub required: bool,
    /// What its value looks like.
    pub what: &'static str,
    pub shape: Shape,
}

/// Whether a key holds one value or a table of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    One,
    /// One under each name, which is defined here.
    Named,
    /// One under each name of something defined elsewhere.
    Keyed,
    /// The same, the names of tables inside tables joined by dots.
    Dotted,
}

/// A table with fixed keys.
pub(crate) trait Keys {
    const DOC: &'static str;
    const KEYS: &'static [Key];
    /// Keys of the language that this version does not support.
    const LATER: &'static [&'static str];
    /// Where a definition extends another one, the tables of both become one, so that any key may be
    /// left out and dropped.
    const MERGES: bool;

    /// How messages call the table: what stands before the colon of its doc comment.
    fn title() -> String {
        let title = Self::DOC.split_once(':').map_or(Self::DOC, |(title, _)| title).trim();
        let mut chars = title.chars();
        chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
    }
}

/// Reads a tree and collects what is wrong with it.
pub(crate) struct Reader<'a> {
    pub(crate) sources: &'a Sources,
    /// The players' names, known once `[game]` is read.
    pub(crate) players: Vec<String>,
    diagnostics: &'a mut Diagnostics,
    skipped: BTreeSet<(SourceId, u32)>,
    incomplete: bool,
    wrong: usize,
    doc: &'static str,
}

impl<'a> Reader<'a> {
    /// A reader of sound texts.
    pub(crate) fn new(sources: &'a Sources, diagnostics: &'a mut Diagnostics) -> Reader<'a> {
        Reader {
            sources,
            players: Vec::new(),
            diagnostics,
            skipped: BTreeSet::new(),
            incomplete: false,
            wrong: 0,
            doc: "",
        }
    }

    /// Says nothing about these lines.
    pub(crate) fn skip_lines(&mut self, source: SourceId, lines: &[u32]) {
        self.skipped.extend(lines.iter().map(|&line| (source, line)));
    }

    /// Says nothing about what is missing: it may be in a text that could not be read.
    pub(crate) fn allow_missing(&mut self) {
        self.incomplete = true;
    }

    /// Whether what is missing may be in a text that could not be read.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// How many mistakes there were so far.
    pub(crate) fn wrong(&self) -> usize {
        self.wrong
    }

    /// Reports a mistake.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.wrong += 1;
        let line = |span: Span| (span.source, self.sources.locate(span).line);
        if diagnostic.span.is_none_or(|span| !self.skipped.contains(&line(span))) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a value of the wrong type.
    pub(crate) fn mistyped(&mut self, node: &Node, expected: &str) {
        let message = format!("expected {expected}, found {}", node.value.found());
        let diagnostic = Diagnostic::new(codes::WRONG_TYPE, node.span, message);
        self.report(if self.doc.is_empty() { diagnostic } else { diagnostic.help(first_sentence(self.doc)) });
    }

    /// Reports a word that stands where one of a few is expected.
    pub(crate) fn unknown_word(&mut self, word: &At<&str>, later: &[&str], known: &[&str]) {
        if later.contains(&word.value) {
            return self.not_supported(word.value, word.span);
        }
        let message = format!("expected {}, found `{}`", either(known), word.value.escape_debug());
        let diagnostic = Diagnostic::new(codes::UNKNOWN_WORD, word.span, message);
        self.report(match crate::diagnostic::nearest(word.value, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None if self.doc.is_empty() => diagnostic,
            None => diagnostic.help(first_sentence(self.doc)),
        });
    }

    /// Reports a word of the language that this version does not support.
    pub(crate) fn not_supported(&mut self, word: &str, span: Span) {
        let message = format!("`{word}` is not supported by this version");
        let help = "it is a word of the language, and a later version will read it";
        self.report(Diagnostic::new(codes::NOT_SUPPORTED, span, message).help(help));
    }

    /// The value as a table.
    pub(crate) fn table<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Table> {
        match &node.value {
            Value::Table(table) => Some(table),
            _ => {
                self.mistyped(node, what);
                None
            }
        }
    }

    /// The value as a string.
    pub(crate) fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Text> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => {
                self.mistyped(node, what);
                None
            }
        }
    }

    /// Reports keys that the table does not have, and those that it lacks.
    pub(crate) fn check_keys<T: Keys>(&mut self, span: Span, table: &Table) {
        for (key, _) in &table.0 {
            if T::KEYS.iter().any(|k| k.name == key.value) {
                continue;
            }
            if T::LATER.contains(&key.value.as_str()) {
                self.not_supported(&key.value, key.span);
                continue;
            }
            let message = format!("unknown key `{}` in {}", key.value.escape_debug(), T::title());
            let diagnostic = Diagnostic::new(codes::UNKNOWN_KEY, key.span, message);
            self.report(diagnostic.suggest(&key.value, T::KEYS.iter().map(|k| k.name)));
        }
        for key in T::KEYS.iter().filter(|key| key.required && table.get(key.name).is_none()) {
            if !self.incomplete {
                let message = format!("{} lacks `{}`", T::title(), key.name);
                let help = format!("`{}`: {}", key.name, first_sentence(key.doc));
                self.report(Diagnostic::new(codes::MISSING_KEY, span, message).help(help));
            }
        }
    }

    /// The value of a key, if the key is there and the value is right.
    pub(crate) fn key<T, F: Form<T>>(&mut self, table: &Table, key: &Key) -> Option<T> {
        let (_, node) = table.get(key.name)?;
        let outer = std::mem::replace(&mut self.doc, key.doc);
        let value = F::read(node, self);
        self.doc = outer;
        value
    }

    /// The entries of a table whose keys are names. `space` says what is named, where they are defined
    /// here; elsewhere they name what is defined elsewhere.
    pub(crate) fn named<T, F: Form<T>>(
        &mut self,
        table: &Table,
        key: &Key,
        space: Option<Space>,
    ) -> Named<T> {
        let mut named = Named::default();
        let Some((_, node)) = table.get(key.name) else { return named };
        let outer = std::mem::replace(&mut self.doc, key.doc);
        if let Some(entries) = self.table(node, "a table") {
            for (name, node) in &entries.0 {
                if let Some(space) = space {
                    self.check_name(name, space);
                }
                let value = F::read(node, self);
                named.push(name.clone(), value);
            }
        }
        self.doc = outer;
        named
    }

    /// Like [`Reader::named`], the names of tables inside tables joined by dots.
    pub(crate) fn dotted<T, F: Form<T>>(&mut self, table: &Table, key: &Key) -> Named<T> {
        let mut named = Named::default();
        if let Some((_, node)) = table.get(key.name)
            && let Some(entries) = self.table(node, "a table")
        {
            self.add_dotted::<T, F>("", entries, &mut named);
        }
        named
    }

    fn add_dotted<T, F: Form<T>>(&mut self, prefix: &str, table: &Table, named: &mut Named<T>) {
        for (name, node) in &table.0 {
            let full = format!("{prefix}{}", name.value);
            match &node.value {
                Value::Table(inner) => self.add_dotted::<T, F>(&format!("{full}."), inner, named),
                _ => named.push(At::new(full, name.span), F::read(node, self)),
            }
        }
    }

    /// The items of an array, those that are right.
    pub(crate) fn items<T: Read>(&mut self, nodes: &[Node]) -> Vec<T> {
        nodes.iter().filter_map(|node| T::read(node, self)).collect()
    }
}

/// The first sentence of a doc comment, on one line.
pub(crate) fn first_sentence(doc: &str) -> String {
    let doc = one_line(doc);
    let end = doc.find(". ").map_or(doc.len(), |i| i + 1);
    doc[..end].trim_end_matches('.').to_owned()
}

/// A doc comment on one line.
pub(crate) fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<T: Read> Read for At<T> {
    const WHAT: &'static str = T::WHAT;

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, reader).map(|value| At::new(value, node.span))
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
}

impl Read for bool {
    const WHAT: &'static str = "`true` or `false`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Boolean(value) => Some(value),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean" })
    }
}

impl Reader<'_> {
    /// A whole number within bounds.
    pub(crate) fn number(&mut self, node: &Node, what: &str, least: i64, most: i64) -> Option<i64> {
        let Value::Integer(number) = node.value else {
            self.mistyped(node, what);
            return None;
        };
        let fits = number.filter(|n| (least..=most).contains(n));
        if fits.is_none() {
            let shown = number.map_or_else(|| self.sources.slice(node.span).to_owned(), |n| n.to_string());
            let message = format!("expected {what}, found {shown}");
            let help = format!("numbers from {least} to {most} can stand here");
            self.report(Diagnostic::new(codes::OUT_OF_RANGE, node.span, message).help(help));
        }
        fits
    }
}

/// The largest count that a definition can name.
pub(crate) const MAX_COUNT: i64 = 1_000_000;
/// The most points a definition can give for one thing.
pub(crate) const MAX_POINTS: i64 = 100_000;

impl Read for u32 {
    const WHAT: &'static str = "a whole number, 0 or more";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        reader.number(node, Self::WHAT, 0, MAX_COUNT).and_then(|n| n.try_into().ok())
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": MAX_COUNT })
    }
}

/// A count that is at least 1.
pub(crate) struct Positive;

impl Form<At<u32>> for Positive {
    const WHAT: &'static str = "a whole number, 1 or more";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<At<u32>> {
        let number = reader.number(node, <Positive as Form<At<u32>>>::WHAT, 1, MAX_COUNT)?;
        Some(At::new(number.try_into().ok()?, node.span))
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_COUNT })
    }
}

/// Points.
impl Read for i32 {
    const WHAT: &'static str = "a whole number of points";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        reader.number(node, Self::WHAT, -MAX_POINTS, MAX_POINTS).and_then(|n| n.try_into().ok())
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": -MAX_POINTS, "maximum": MAX_POINTS })
    }
}

impl Read for String {
    const WHAT: &'static str = "a text";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        if text.value.trim().is_empty() {
            reader.report(Diagnostic::new(codes::EMPTY_NAME, node.span, "this text must not be empty"));
            return None;
        }
        if text.value.chars().any(char::is_control) {
            let message = "this text must be one line without control characters";
            reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
            return None;
        }
        Some(text.value.clone())
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

impl Read for char {
    const WHAT: &'static str = "a single letter";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let mut chars = text.value.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if letter.is_alphabetic() => Some(letter),
            _ => {
                let message = format!("expected a single letter, found `{}`", text.value.escape_debug());
                reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
                None
            }
        }
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": 1 })
    }
}

impl<T: Read> Read for Vec<T> {
    const WHAT: &'static str = "a list";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Array(nodes) if !nodes.is_empty() => Some(reader.items(nodes)),
            Value::Array(_) => {
                reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this list must not be empty"));
                None
            }
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let items = T::schema(generator);
        json_schema!({ "type": "array", "items": items, "minItems": 1 })
    }
}
