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
        ["evaluation", section, term] if !stands(merged, &path) => {
            remove(merged, &["text", "*", "terms", section], term, child);
        }
        _ => {}
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
