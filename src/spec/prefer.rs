//! `[legality] prefer`: which captures are the best.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::keys::keys;
use super::read::{Read, Reader};
use super::tree::{Node, Table, Value};
use super::{At, Filter};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes, either, nearest};

keys! {
    /// `[legality] prefer`: one way in which a capture is better than another.
    pub struct Preference {
        /// The weights of what is taken add up to more. Each piece has that of its kind, others have none:
        /// `{ weight = { man = 100, king = 199 } }`.
        keyed "weight" => weight: At<i32>;
        /// A piece of this kind takes; what it was when the move began.
        optional "by" => by: At<String>;
        /// More is taken of what passes.
        optional "most" => most: Filter;
        /// What passes is taken earlier; where that is even, the second of it, and so on.
        optional "first" => first: Filter;
    }
    later []
    check check
}

/// The keys, of which there is one.
const WAYS: &[&str] = &["weight", "by", "most", "first"];

fn check(preference: &Preference, table: &Table, reader: &mut Reader<'_>) {
    let mut given = table.0.iter().map(|(key, _)| key).filter(|key| WAYS.contains(&key.value.as_str()));
    match (given.next(), given.next()) {
        (None, _) if table.is_misspelt::<Preference>() => {}
        (None, _) => {
            let nothing = Diagnostic::new(codes::MISSING_KEY, preference.at, "this prefers nothing");
            reader.report(nothing.help(format!("give one of {}", either(WAYS))));
        }
        (Some(first), Some(second)) => {
            let message =
                format!("one thing is preferred, this has `{}` and `{}`", first.value, second.value);
            let twice = Diagnostic::new(codes::MISPLACED_KEY, second.span, message);
            reader
                .report(twice.label(first.span, "one thing").help("write a list, the most important first"));
        }
        (Some(_), None) => {}
    }
}

/// What is preferred first, then what decides where that is even.
#[derive(Clone, Debug)]
pub struct Preferences {
    /// At least one.
    pub list: Vec<Preferred>,
}

/// One entry of a list of preferences.
#[derive(Clone, Debug)]
pub enum Preferred {
    /// `"most-taken"`, there: more pieces are taken.
    MostTaken(Span),
    /// A table.
    By(Box<Preference>),
}

impl Preferred {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Preferred::MostTaken(span) => *span,
            Preferred::By(said) => said.at,
        }
    }
}

/// The word that stands for itself.
const MOST_TAKEN: &str = "most-taken";

impl Read for Preferred {
    const WHAT: &'static str = "`\"most-taken\"` or a table such as `{ by = \"king\" }`";

    fn example() -> Option<String> {
        Some(r#"{ by = "king" }"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if matches!(node.value, Value::Table(_)) {
            return Preference::read(node, reader).map(|said| Preferred::By(Box::new(said)));
        }
        let text = reader.text(node, Self::WHAT)?;
        if text.value == MOST_TAKEN {
            return Some(Preferred::MostTaken(node.span));
        }
        let message = format!("expected {}, found `{}`", Self::WHAT, text.value.escape_debug());
        let unknown = Diagnostic::new(codes::UNKNOWN_WORD, node.span, message);
        reader.report(match nearest(&text.value, [MOST_TAKEN]) {
            Some(near) => unknown.help(format!("did you mean `{near}`?")),
            None => unknown.help(
                "the tables are `{ weight = { KIND = 100 } }`, `{ by = \"KIND\" }`, `{ most = \"enemy KIND\" }` and \
                 `{ first = \"enemy KIND\" }`",
            ),
        });
        None
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let table = Preference::schema(generator);
        json_schema!({ "anyOf": [{ "enum": [MOST_TAKEN] }, table] })
    }
}

impl Read for Preferences {
    const WHAT: &'static str = "`\"most-taken\"`, a table such as `{ by = \"king\" }`, or a list of such";

    fn example() -> Option<String> {
        Some(r#""most-taken""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let list = match &node.value {
            Value::Array(nodes) if nodes.is_empty() => {
                let empty = Diagnostic::new(codes::EMPTY_LIST, node.span, "this list must not be empty");
                reader.report(empty.help("`prefer = false` drops what the extended game prefers"));
                return None;
            }
            Value::Array(nodes) => reader.items::<Preferred>(nodes),
            _ => vec![Preferred::read(node, reader)?],
        };
        (!list.is_empty()).then_some(Preferences { list })
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let one = Preferred::schema(generator);
        json_schema!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
    }
}
