//! From the tree to typed values, collecting every mistake on the way.

use std::collections::BTreeSet;
use std::rc::Rc;

use schemars::{Schema, SchemaGenerator};

use super::moves::is_way;
use super::names::Space;
use super::tree::{Node, Table, Text, Value};
use super::{At, Named, Piece};
use crate::diagnostic::{
    Diagnostic, Diagnostics, SourceId, Sources, Span, codes::text as codes, either, nearest, other_keys,
};

/// What helps where an entry of a variant lacks what the inherited one says.
const REPLACES: &str = "it stands in for the whole entry of this name that is inherited: say all of it";

/// What helps where a number of points has a fraction.
const RATIOS: &str = "only ratios count: multiply this and what it is compared with by ten or a hundred";

/// A type that a TOML value is read into. What the schema accepts is what `read` accepts, but for what
/// the inside of a string says.
pub(crate) trait Read: Sized {
    /// What such a value looks like, for "expected …".
    const WHAT: &'static str;

    /// Reads a value; `None` when it is wrong, which is then reported.
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self>;

    /// The JSON Schema of such a value.
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    /// An example of such a value as a definition writes it.
    fn example() -> Option<String> {
        None
    }

    /// Whether a table in braces stands here that has such a key.
    fn has_key(_: &str) -> bool {
        false
    }
}

/// A way to read a `T` that is narrower than the type itself.
pub(crate) trait Form<T> {
    const WHAT: &'static str;
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<T>;
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    fn example() -> Option<String> {
        None
    }
    fn has_key(_: &str) -> bool {
        false
    }
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

    fn example() -> Option<String> {
        T::example()
    }

    fn has_key(key: &str) -> bool {
        T::has_key(key)
    }
}

/// Whether an entry among moves is no rule but something that is said of a piece: it is called so, and says no way to
/// travel.
fn is_of_the_piece(name: &str, node: &Node) -> bool {
    let has_way = |table: &Table| table.0.iter().any(|(key, _)| is_way(&key.value));
    Piece::KEYS.iter().any(|key| key.name == name)
        && match &node.value {
            Value::Table(table) => !table.0.is_empty() && !has_way(table),
            _ => true,
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
    /// One value as a definition writes it.
    pub example: fn() -> Option<String>,
    /// Whether a table stands there that has such a key.
    pub has_key: fn(&str) -> bool,
}

impl Key {
    /// The key with a value, or with a table of them, as a definition writes it.
    fn written(&self) -> Option<String> {
        // Any number would be an example, but one alone is right.
        let value = if self.name == "language" { "1".to_owned() } else { (self.example)()? };
        Some(match self.shape {
            Shape::One => format!("{} = {value}", self.name),
            Shape::Named | Shape::Keyed | Shape::Dotted => {
                format!("{} = {{ {} = {value} }}", self.name, self.placeholder())
            }
        })
    }

    /// What stands for a name under the key.
    fn placeholder(&self) -> &'static str {
        if self.shape == Shape::Named { "NAME" } else { placeholder(self.name) }
    }
}

/// What the names under a key are the names of.
fn placeholder(key: &str) -> &'static str {
    match key {
        "letters" | "turn" | "colours" | "hands" | "players" => "PLAYER",
        "values" | "late-values" | "late-hands" | "squares" | "late-squares" | "mobility"
        | "late-mobility" | "phase" | "weight" | "pieces" => "KIND",
        _ => "NAME",
    }
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
    /// The tables that stand in for whole ones that are inherited.
    replaced: Vec<Span>,
    wrong: usize,
    doc: &'static str,
    /// The key whose value is being read.
    key: Option<&'static Key>,
    /// The names of the entries of a table, and which of them is being read.
    siblings: (Rc<[String]>, usize),
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
            replaced: Vec::new(),
            wrong: 0,
            doc: "",
            key: None,
            siblings: (Rc::default(), 0),
        }
    }

    /// Says nothing about these lines.
    pub(crate) fn skip_lines(&mut self, source: SourceId, lines: &[u32]) {
        self.skipped.extend(lines.iter().map(|&line| (source, line)));
    }

    /// These tables stand in for whole ones that are inherited.
    pub(crate) fn know_replaced(&mut self, tables: Vec<Span>) {
        self.replaced = tables;
    }

    /// Says nothing about what is missing: it may be in a text that could not be read.
    pub(crate) fn allow_missing(&mut self) {
        self.incomplete = true;
    }

    /// Whether what is missing may be in a text that could not be read.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// The name beside that of the entry being read which may be meant by it.
    pub(crate) fn sibling(&self) -> Option<&str> {
        let (names, this) = &self.siblings;
        let name = names.get(*this)?;
        nearest(name, names.iter().map(String::as_str).filter(|other| other != name))
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
        let about = Some(first_sentence(self.doc)).filter(|about| !about.is_empty());
        // Which of the two truths is meant, nobody knows.
        let open = expected == <bool as Read>::WHAT;
        let shown = |written: &String| !open && about.as_ref().is_none_or(|about| !about.contains(written));
        let written =
            self.key.and_then(Key::written).filter(shown).map(|written| format!("write `{written}`"));
        let help: Vec<String> = match node.value {
            Value::Float if expected.starts_with(<i32 as Read>::WHAT) => vec![RATIOS.to_owned()],
            _ => about.into_iter().chain(written).collect(),
        };
        self.report(if help.is_empty() { diagnostic } else { diagnostic.help(help.join(": ")) });
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
            self.report(match elsewhere::<T>(&key.value) {
                Some(help) => diagnostic.help(help),
                None => diagnostic.suggest(&key.value, T::KEYS.iter().map(|k| k.name)),
            });
        }
        let meant = |key: &Key| {
            let unknown =
                table.0.iter().filter(|(given, _)| T::KEYS.iter().all(|known| known.name != given.value));
            unknown.into_iter().any(|(given, _)| {
                nearest(&given.value, [key.name]).is_some() || other_keys(&given.value).contains(&key.name)
            })
        };
        for key in T::KEYS.iter().filter(|key| key.required && table.get(key.name).is_none()) {
            if !self.incomplete && !meant(key) {
                let message = format!("{} lacks `{}`", T::title(), key.name);
                let written = key.written().unwrap_or_else(|| key.name.to_owned());
                let help = match self.replaced.contains(&span) {
                    true => REPLACES.to_owned(),
                    false => format!("`{written}`: {}", first_sentence(key.doc)),
                };
                self.report(Diagnostic::new(codes::MISSING_KEY, span, message).help(help));
            }
        }
    }

    /// The value of a key, if the key is there and the value is right.
    pub(crate) fn key<T, F: Form<T>>(&mut self, table: &Table, key: &'static Key) -> Option<T> {
        let (_, node) = table.get(key.name)?;
        let outer = self.enter(key);
        let value = F::read(node, self);
        self.leave(outer);
        value
    }

    /// Begins to read what a key holds; what was read before is returned.
    fn enter(&mut self, key: &'static Key) -> (&'static str, Option<&'static Key>) {
        (std::mem::replace(&mut self.doc, key.doc), self.key.replace(key))
    }

    fn leave(&mut self, (doc, key): (&'static str, Option<&'static Key>)) {
        self.doc = doc;
        self.key = key;
    }

    /// Reports keys of an entry where the names of entries are expected, once; whether an entry is such a key.
    fn nameless<F: Form<T>, T>(&mut self, entries: &Table, key: &Key) -> bool {
        let is_key = |(name, node): &(At<String>, Node)| {
            F::has_key(&name.value) && !matches!(node.value, Value::Table(_))
        };
        let Some((first, _)) = entries.0.iter().find(|entry| is_key(entry)) else { return false };
        let given: Vec<String> = entries
            .0
            .iter()
            .filter(|(name, _)| F::has_key(&name.value))
            .map(|(name, _)| format!("{} = …", name.value))
            .collect();
        let message = format!("`{}` stands where a name is expected", first.value.escape_debug());
        let nameless = Diagnostic::new(codes::WRONG_TYPE, first.span, message);
        self.report(nameless.help(format!(
            "each has a name of its own in `{}`: write `{}.NAME = {{ {} }}`, or a header that ends in `{}.NAME]`",
            key.name,
            key.name,
            given.join(", "),
            key.name
        )));
        true
    }

    /// The entries of a table whose keys are names. `space` says what is named, where they are defined
    /// here; elsewhere they name what is defined elsewhere.
    pub(crate) fn named<T, F: Form<T>>(
        &mut self,
        table: &Table,
        key: &'static Key,
        space: Option<Space>,
    ) -> Named<T> {
        let mut named = Named::default();
        let Some((_, node)) = table.get(key.name) else { return named };
        let outer = self.enter(key);
        if let Some(entries) = self.table(node, "a table") {
            let nameless = self.nameless::<F, T>(entries, key);
            let names: Rc<[String]> = entries.0.iter().map(|(name, _)| name.value.clone()).collect();
            let is_entry =
                |(_, (name, _)): &(usize, &(At<String>, Node))| !nameless || !F::has_key(&name.value);
            for (number, (name, node)) in entries.0.iter().enumerate().filter(is_entry) {
                if key.name == "moves" && is_of_the_piece(&name.value, node) {
                    let message = format!("`{}` is said of the piece, not among its moves", name.value);
                    self.report(Diagnostic::new(codes::MISPLACED_KEY, name.span, message).help(format!(
                        "write it under the header of the piece, above that of its moves: `[pieces.NAME]`, then `{} = …`",
                        name.value
                    )));
                    named.push(name.clone(), None);
                    continue;
                }
                if let Some(space) = space {
                    self.check_name(name, space);
                }
                let outer = std::mem::replace(&mut self.siblings, (names.clone(), number));
                let value = F::read(node, self);
                self.siblings = outer;
                named.push(name.clone(), value);
            }
        }
        self.leave(outer);
        named
    }

    /// Like [`Reader::named`], the names of tables inside tables joined by dots.
    pub(crate) fn dotted<T, F: Form<T>>(&mut self, table: &Table, key: &'static Key) -> Named<T> {
        let mut named = Named::default();
        let Some((_, node)) = table.get(key.name) else { return named };
        let outer = self.enter(key);
        if let Some(entries) = self.table(node, "a table") {
            self.add_dotted::<T, F>("", entries, &mut named);
        }
        self.leave(outer);
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

impl Table {
    /// Whether a key stands here that no such table has: what seems to be missing may be meant by it.
    pub(crate) fn is_misspelt<T: Keys>(&self) -> bool {
        self.0.iter().any(|(key, _)| T::KEYS.iter().all(|known| known.name != key.value))
    }
}

/// What to say of a key that stands for an idea for which there are no words, in a table that has some keys.
fn unsayable(word: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let (in_rule, in_effect) = (has("onto") && has("do"), has("take") && has("flip"));
    match word {
        "push" | "shove" | "pull" | "displace" | "swap" | "exchange" if in_rule || in_effect => {
            Some("no effect moves another piece; it can `take`, `flip`, `put` and `become`")
        }
        "if" | "unless" | "condition" if in_effect => Some(
            "an effect has no condition: `only` and `on` say what it changes, `at-least` how much that has to be",
        ),
        "max" | "limit" | "times" | "count" | "at-most" if has("again") => Some(
            "how often a piece goes on is not counted: it ends where it cannot, or where it becomes a kind that does not go on",
        ),
        _ => None,
    }
}

/// Where a key belongs that a table does not have: into a table in braces that stands here, under its own name or
/// under another word for it.
fn elsewhere<T: Keys>(word: &str) -> Option<String> {
    let small = word.to_lowercase();
    let inside = |word: &str, shape: Shape| {
        let holds = |key: &&Key| key.shape == shape && (key.has_key)(word);
        let key = T::KEYS.iter().find(|key| holds(key))?;
        let name = if shape == Shape::One { key.name.to_owned() } else { format!("{}.NAME", key.name) };
        Some(format!("`{word}` stands in `{}`: `{name} = {{ {word} = … }}`", key.name))
    };
    let has = |name: &str| T::KEYS.iter().any(|key| key.name == name);
    if matches!(small.as_str(), "take" | "capture" | "captures" | "eat") && has("onto") && has("do") {
        let landing = "a piece takes what it lands on by `onto = \"enemy\"`";
        return Some(format!("{landing}; other pieces are taken by `do = {{ take = … }}`"));
    }
    if let Some(nothing) = unsayable(&small, has) {
        return Some(nothing.to_owned());
    }
    let meant = other_keys(&small);
    let here = || meant.iter().find(|name| has(name)).map(|name| format!("did you mean `{name}`?"));
    let spelt_like = || {
        let near = nearest(&small, T::KEYS.iter().map(|key| key.name))?;
        Some(format!("did you mean `{near}`?"))
    };
    // A header may begin with a capital elsewhere.
    let same = T::KEYS.iter().find(|key| key.name == small && key.name != word);
    same.map(|key| format!("did you mean `{}`?", key.name))
        .or_else(here)
        .or_else(|| inside(&small, Shape::One))
        .or_else(spelt_like)
        .or_else(|| meant.iter().find_map(|name| inside(name, Shape::One)))
        .or_else(|| inside(&small, Shape::Named))
        .or_else(|| super::misplaced::home(&small, &T::title()))
}

/// A table in braces with the keys that it must have.
pub(crate) fn required_keys<T: Keys>() -> Option<String> {
    let required = T::KEYS.iter().filter(|key| key.required);
    let said: Vec<String> = required.map(Key::written).collect::<Option<_>>()?;
    (!said.is_empty()).then(|| format!("{{ {} }}", said.join(", ")))
}

/// Names as a list of texts.
pub(crate) fn as_list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", quoted.join(", "))
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
