//! What else goes with a piece, rule or end that a child drops: all that the parent says about it elsewhere.

use super::merge::Dropped;
use super::tree::{Node, Table, Value};
use crate::diagnostic::SourceId;

/// Tables whose keys are kinds of pieces; `*` is any name.
const BY_KIND: &[&[&str]] = &[
    &["evaluation", "values"],
    &["evaluation", "late-values"],
    &["evaluation", "hands"],
    &["evaluation", "late-hands"],
    &["evaluation", "squares"],
    &["evaluation", "late-squares"],
    &["evaluation", "mobility"],
    &["evaluation", "late-mobility"],
    &["evaluation", "phase"],
    &["score", "values"],
    &["notation", "*", "pieces"],
    &["text", "*", "pieces"],
    &["text", "*", "moves"],
];

/// Takes what is said about something dropped out of a merged definition, unless the child says it itself.
pub(crate) fn forget(merged: &mut Table, dropped: &Dropped, child: SourceId) {
    let path: Vec<&str> = dropped.path.iter().map(String::as_str).collect();
    match path.as_slice() {
        ["pieces", kind] if !stands(merged, &path) => {
            for table in BY_KIND {
                remove(merged, table, kind, child);
            }
            if let Some(formations) = inner(merged, "evaluation").and_then(|table| inner(table, "formations"))
            {
                let about = |node: &Node| names_piece(node, kind);
                formations.0.retain(|(key, node)| key.span.source == child || !about(node));
            }
        }
        ["pieces", kind, "moves", rule] if !stands(merged, &path) => {
            remove(merged, &["text", "*", "moves", kind], rule, child);
        }
        ["moves", rule] if !stands(merged, &path) => {
            remove(merged, &["text", "*", "moves"], rule, child);
        }
        ["end", end] if !stands(merged, &path) => {
            remove(merged, &["text", "*", "ends"], end, child);
        }
        _ => {}
    }
}

/// Takes the names of terms that the merged evaluation has not, unless the child says them itself: a term goes with
/// its table, with its line, and with the piece that it is about.
pub(crate) fn forget_terms(merged: &mut Table, child: SourceId) {
    let Some(at) = merged.position("text") else { return };
    let mut texts = std::mem::replace(&mut merged.0[at].1.value, Value::Table(Table::default()));
    let nothing = Table::default();
    let terms = Terms(merged.table("evaluation").unwrap_or(&nothing));
    if let Value::Table(languages) = &mut texts {
        let languages = languages.0.iter_mut().map(|(_, language)| language);
        languages.for_each(|language| terms.forget_in(language, child));
    }
    merged.0[at].1.value = texts;
}

/// What an evaluation gives points for.
struct Terms<'t>(&'t Table);

impl Terms<'_> {
    /// Takes the names of all other terms out of the texts of a language.
    fn forget_in(&self, language: &mut Node, child: SourceId) {
        let Value::Table(language) = &mut language.value else { return };
        let Some((_, named)) = language.0.iter_mut().find(|(key, _)| key.value == "terms") else { return };
        let Value::Table(sections) = &mut named.value else { return };
        if self.drop_others(sections, child) {
            // Its text says more than it holds by now.
            named.span.end = named.span.start;
        }
    }

    /// Takes out the names of all other terms. Returns whether there were any.
    fn drop_others(&self, sections: &mut Table, child: SourceId) -> bool {
        let mut dropped = false;
        sections.0.retain_mut(|(section, node)| {
            let Value::Table(names) = &mut node.value else {
                let kept = section.span.source == child || self.has(&section.value, None);
                dropped |= !kept;
                return kept;
            };
            let all = names.0.len();
            names
                .0
                .retain(|(name, _)| name.span.source == child || self.has(&section.value, Some(&name.value)));
            if names.0.len() == all {
                return true;
            }
            dropped = true;
            node.span.end = node.span.start;
            !names.0.is_empty()
        });
        dropped
    }

    /// Whether there is such a term, early or late: with a name in a table, or one that is alone.
    fn has(&self, section: &str, name: Option<&str>) -> bool {
        let late = format!("late-{section}");
        let keys: &[&str] = match section {
            "gone" => &["gone", "exited"],
            "rounding" => &["phase"],
            _ => &[section, &late],
        };
        let path = |key| [Some(key), name].into_iter().flatten().collect::<Vec<&str>>();
        keys.iter().any(|key| stands(self.0, &path(*key)))
    }
}

/// Whether something is there again, under the same name.
fn stands(table: &Table, path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else { return true };
    table.get(first).is_some_and(|(_, node)| match &node.value {
        Value::Table(table) => stands(table, rest),
        _ => rest.is_empty(),
    })
}

fn inner<'t>(table: &'t mut Table, name: &str) -> Option<&'t mut Table> {
    let (_, node) = table.0.iter_mut().find(|(key, _)| key.value == name)?;
    match &mut node.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}

/// Returns whether there was something to remove.
fn remove(table: &mut Table, path: &[&str], name: &str, child: SourceId) -> bool {
    let Some((first, rest)) = path.split_first() else {
        let before = table.0.len();
        table.0.retain(|(key, _)| key.value != name || key.span.source == child);
        return table.0.len() < before;
    };
    let mut removed = false;
    for (_, node) in table.0.iter_mut().filter(|(key, _)| *first == "*" || key.value == *first) {
        let Value::Table(table) = &mut node.value else { continue };
        if remove(table, rest, name, child) {
            removed = true;
            // Its text says more than it holds by now.
            node.span.end = node.span.start;
        }
    }
    removed
}

fn names_piece(formation: &Node, kind: &str) -> bool {
    let Value::Table(table) = &formation.value else { return false };
    table.get("piece").is_some_and(|(_, node)| matches!(&node.value, Value::Text(text) if text.value == kind))
}
