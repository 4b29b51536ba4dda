//! What a definition says in the end, each value with the file and line it comes from.

use std::fmt::Write;

use super::load::Reading;
use super::names::is_name;
use super::tree::{Node, Table, Value};
use crate::diagnostic::{Location, Sources, Span};

/// A value of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The keys that lead to it, joined by dots: `pieces.car.moves.drive`.
    pub path: String,
    /// The value as it was written.
    pub text: String,
    /// Where.
    pub location: Location,
}

impl Reading {
    /// Every value in the order in which it counts.
    pub fn resolved(&self, sources: &Sources) -> Vec<Resolved> {
        let mut all = Vec::new();
        collect("", &self.merged, sources, &mut all);
        // What it extends is in it.
        all.retain(|value| value.path != "game.extends");
        all
    }

    /// The definition with all that it extends in one text, which is TOML again, the origin of each value
    /// in a comment.
    pub fn to_toml(&self, sources: &Sources) -> String {
        let mut out = String::new();
        let mut group = String::new();
        for value in self.resolved(sources) {
            let first = value.path.split('.').next().unwrap_or_default();
            if !group.is_empty() && group != first {
                out.push('\n');
            }
            group = first.to_owned();
            let Location { file, line, .. } = value.location;
            let _ = writeln!(out, "{} = {}  # {file}:{line}", value.path, value.text);
        }
        out
    }
}

fn collect(prefix: &str, table: &Table, sources: &Sources, all: &mut Vec<Resolved>) {
    for (key, node) in &table.0 {
        let path = format!("{prefix}{}", quoted(&key.value));
        match &node.value {
            _ if node.is_spelt() => {
                let location = sources.locate(key.span);
                all.push(Resolved { path, text: node.written(), location });
            }
            Value::Table(inner) if !is_literal(node, sources) => {
                collect(&format!("{path}."), inner, sources, all);
            }
            value => {
                // The key of a table in which a child overrides everything is its parent's still.
                let from = if matches!(value, Value::Table(_)) { node.span } else { key.span };
                let text = sources.slice(node.span).to_owned();
                all.push(Resolved { path, text, location: sources.locate(from) });
            }
        }
    }
}

/// Whether the table stands in braces as it is, nothing merged in, and short enough to show so.
fn is_literal(node: &Node, sources: &Sources) -> bool {
    let text = sources.slice(node.span);
    text.starts_with('{') && !text.contains('\n') && lies_within(node, node.span)
}

fn lies_within(node: &Node, span: Span) -> bool {
    let inside = |s: Span| s.source == span.source && span.start <= s.start && s.end <= span.end;
    inside(node.span)
        && match &node.value {
            Value::Table(table) => {
                table.0.iter().all(|(key, value)| inside(key.span) && lies_within(value, span))
            }
            _ => true,
        }
}

fn quoted(key: &str) -> String {
    if is_name(key) { key.to_owned() } else { format!("{key:?}") }
}
