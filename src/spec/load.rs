//! Reading a definition: its text, the texts that it extends, and what they say together.

use super::betza::{refuse_hexagons, spell_out};
use super::forget::{forget, forget_terms};
use super::merge::{Changes, Dropped, merge};
use super::read::{Read, Reader};
use super::tree::{Node, Parsed, Table, Value, parse};
use super::{Definition, LANGUAGE};
use crate::diagnostic::{
    Diagnostic, Diagnostics, SourceId, Sources, Span, codes::text as codes, near_name, nearest,
};

/// How many definitions may extend each other.
const MAX_CHAIN: usize = 16;

/// Finds the definitions that others extend.
pub trait Parents {
    /// The definition of that name, for the file `from`: the name of its own file, and its text.
    fn find(&mut self, name: &str, from: &str) -> Option<(String, String)>;

    /// The names that could be found for the file `from`, for "did you mean".
    fn names(&mut self, from: &str) -> Vec<String>;
}

/// Finds none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoParents;

impl Parents for NoParents {
    fn find(&mut self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }

    fn names(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// A definition as read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What it says.
    pub definition: Definition,
    pub(crate) merged: Table,
    dropped: Vec<Dropped>,
}

impl Reading {
    /// Where something is dropped that the keys lead to or through, such as `evaluation.squares.pawn`; the
    /// last such place.
    pub fn drops(&self, path: &str) -> Option<Span> {
        let fits = |dropped: &&Dropped| {
            let gone = dropped.path.join(".");
            let leads_on =
                |to: &str, from: &str| to.strip_prefix(from).is_some_and(|rest| rest.starts_with('.'));
            gone == path || leads_on(path, &gone) || leads_on(&gone, path)
        };
        self.dropped.iter().rev().find(fits).map(|dropped| dropped.span)
    }

    /// Where an end is dropped that the word stands in, such as `no-moves`; the last such place.
    pub fn drops_end_with(&self, word: &str) -> Option<Span> {
        let fits = |dropped: &&Dropped| {
            dropped.path.first().is_some_and(|key| key == "end") && dropped.was.says(word)
        };
        self.dropped.iter().rev().find(fits).map(|dropped| dropped.span)
    }
}

/// Reads the text `main` with all that it extends. Every mistake is pushed; where something could be
/// read nevertheless, the rest of it is returned, so that what it means can be judged too. `None` when a
/// text is not TOML, is of a later version of the language, or extends what cannot be found: then too
/// much is missing to judge the rest.
pub fn read(
    sources: &mut Sources,
    main: SourceId,
    parents: &mut dyn Parents,
    diagnostics: &mut Diagnostics,
) -> Option<Reading> {
    let chain = Chain { sources, parents, diagnostics }.follow(main);
    if chain.newer {
        return None;
    }
    let mut merged = Table::default();
    let (mut broken, mut changes) = (Vec::new(), Changes::default());
    // The youngest definition with a name of its own is not called as those that it extends.
    let named = chain.links.iter().position(|link| has_name(&link.parsed.table)).unwrap_or(chain.links.len());
    for (age, Link { source, mut parsed }) in chain.links.into_iter().enumerate().rev() {
        if source != main {
            leave_behind(&mut parsed.table, age > named);
        }
        spell_out(&mut parsed.table, &merged, diagnostics);
        let before = changes.dropped.len();
        merged = merge(merged, parsed.table, &mut changes, diagnostics);
        changes.dropped[before..].iter().for_each(|dropped| forget(&mut merged, dropped, source));
        forget_terms(&mut merged, source);
        broken.push((source, parsed.broken_lines, parsed.repeated_lines));
    }
    refuse_hexagons(&merged, diagnostics);
    let Changes { dropped, replaced } = changes;
    let mut reader = Reader::new(sources, diagnostics);
    reader.know_replaced(replaced);
    for (source, broken, repeated) in &broken {
        reader.skip_lines(*source, broken);
        reader.skip_lines(*source, repeated);
    }
    if chain.lost || broken.iter().any(|(_, lines, _)| !lines.is_empty()) {
        reader.allow_missing();
    }
    let root = Node { value: Value::Table(merged), span: sources.span(main, 0, 0) };
    let definition = Definition::read(&root, &mut reader)?;
    if reader.is_incomplete() {
        return None;
    }
    let Value::Table(merged) = root.value else { return None };
    Some(Reading { definition, merged, dropped })
}

/// Whether a text says what its game is called.
fn has_name(table: &Table) -> bool {
    table.table("game").is_some_and(|game| game.get("name").is_some())
}

/// Takes from a parent what says something of itself alone: what others call it, where its rules come from, and the
/// network that was trained for it; its names in other languages, too, where the child is called otherwise.
fn leave_behind(parent: &mut Table, renamed: bool) {
    parent.0.retain(|(key, _)| key.value != "known-as");
    for (key, node) in &mut parent.0 {
        let Value::Table(inner) = &mut node.value else { continue };
        match key.value.as_str() {
            "game" => inner.0.retain(|(key, _)| !matches!(key.value.as_str(), "aliases" | "source")),
            "evaluation" => inner.0.retain(|(key, _)| key.value != "network"),
            "text" if renamed => inner.0.iter_mut().for_each(|(_, texts)| {
                if let Value::Table(texts) = &mut texts.value {
                    texts.0.retain(|(key, _)| key.value != "name");
                }
            }),
            _ => {}
        }
    }
}

/// Old words for keys of tables at the top, which go on being read: table, old word, word.
pub(crate) const OLD_KEYS: [(&str, &str, &str); 1] = [("evaluation", "exited", "gone")];

/// Reads old words as what they are called today. Where both stand in one table the old one is left, and refused.
fn rename_old(table: &mut Table) {
    for (name, old, new) in OLD_KEYS {
        let inner = table.0.iter_mut().find(|(key, _)| key.value == name);
        let Some((_, Node { value: Value::Table(inner), .. })) = inner else { continue };
        if inner.get(new).is_none()
            && let Some((key, _)) = inner.0.iter_mut().find(|(key, _)| key.value == old)
        {
            key.value = new.to_owned();
        }
    }
}

/// A definition and what it extends, the child first.
#[derive(Default)]
struct Links {
    links: Vec<Link>,
    /// A text is of a later version of the language.
    newer: bool,
    /// A parent could not be found.
    lost: bool,
}

struct Link {
    source: SourceId,
    parsed: Parsed,
}

struct Chain<'a> {
    sources: &'a mut Sources,
    parents: &'a mut dyn Parents,
    diagnostics: &'a mut Diagnostics,
}

impl Chain<'_> {
    fn follow(&mut self, main: SourceId) -> Links {
        let mut found = Links::default();
        let mut next = Some(main);
        while let Some(source) = next.take() {
            let mut parsed = parse(self.sources, source, self.diagnostics);
            rename_old(&mut parsed.table);
            found.newer |= self.is_newer(&parsed.table);
            let extends = extends(&parsed.table);
            found.links.push(Link { source, parsed });
            match extends {
                Some((name, span)) => {
                    next = self.parent(&name, span, &found.links);
                    found.lost |= next.is_none();
                }
                None => {
                    found.lost |= found.links.last().is_some_and(|link| means_to_extend(&link.parsed.table))
                }
            }
        }
        found
    }

    fn is_newer(&mut self, table: &Table) -> bool {
        let Some((_, node)) = table.table("game").and_then(|game| game.get("language")) else { return false };
        let Value::Integer(Some(language)) = node.value else { return false };
        if language <= i64::from(LANGUAGE) {
            return false;
        }
        let message = format!("this file is written in version {language} of the language");
        let help = format!("this version reads version {LANGUAGE}: a newer one is needed");
        self.diagnostics.push(Diagnostic::new(codes::NEWER_LANGUAGE, node.span, message).help(help));
        true
    }

    fn parent(&mut self, name: &str, span: Span, links: &[Link]) -> Option<SourceId> {
        let from = self.sources.name(span.source).to_string();
        let Some((file, text)) = self.parents.find(name, &from) else {
            let message = format!("there is no definition `{}` to extend", name.escape_debug());
            let names = self.parents.names(&from);
            let near = nearest(name, names.iter().map(String::as_str));
            let help = near.map_or_else(
                || "it is the name of a shipped game, or of a file beside this one".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            self.diagnostics.push(Diagnostic::new(codes::UNKNOWN_PARENT, span, message).help(help));
            return None;
        };
        if links.iter().any(|link| **self.sources.name(link.source) == *file) {
            let message = format!("`{}` extends itself", name.escape_debug());
            self.diagnostics.push(Diagnostic::new(codes::ENDLESS_EXTENDS, span, message));
            return None;
        }
        if links.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} definitions extend each other");
            self.diagnostics.push(Diagnostic::new(codes::ENDLESS_EXTENDS, span, message));
            return None;
        }
        Some(self.sources.add(&file, &text))
    }
}

/// Whether a table has a slip of the pen in place of `[game] extends`, or has it at the top: the reader refuses the key,
/// and what the parent would have said is not missing.
fn means_to_extend(table: &Table) -> bool {
    let slip = |table: &Table| table.0.iter().any(|(key, _)| near_name(&key.value, "extends"));
    let at_top = table.get("extends").is_some() || slip(table);
    let in_game = table.table("game").is_some_and(|game| game.get("extends").is_none() && slip(game));
    at_top || in_game
}

/// What `[game] extends` names. Whatever else stands there is for the reader to refuse.
fn extends(table: &Table) -> Option<(String, Span)> {
    let (_, node) = table.table("game")?.get("extends")?;
    match &node.value {
        Value::Text(text) if !text.value.trim().is_empty() => Some((text.value.clone(), node.span)),
        _ => None,
    }
}
