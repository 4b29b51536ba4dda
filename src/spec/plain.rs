//! The plain values: truths, numbers, texts, lists.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::read::{Form, Read, Reader};
use super::tree::{Node, Value};
use crate::diagnostic::{Diagnostic, codes::text as codes};

impl<T: Read> Read for At<T> {
    const WHAT: &'static str = T::WHAT;

    fn example() -> Option<String> {
        T::example()
    }

    fn has_key(key: &str) -> bool {
        T::has_key(key)
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, reader).map(|value| At::new(value, node.span))
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
}

impl Read for bool {
    const WHAT: &'static str = "`true` or `false`";

    fn example() -> Option<String> {
        Some("true".to_owned())
    }

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

    fn example() -> Option<String> {
        Some("3".to_owned())
    }

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

    fn example() -> Option<String> {
        Some("3".to_owned())
    }

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

    fn example() -> Option<String> {
        Some("100".to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        reader.number(node, Self::WHAT, -MAX_POINTS, MAX_POINTS).and_then(|n| n.try_into().ok())
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": -MAX_POINTS, "maximum": MAX_POINTS })
    }
}

impl Read for String {
    const WHAT: &'static str = "a text";

    fn example() -> Option<String> {
        Some(r#""…""#.to_owned())
    }

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

    fn example() -> Option<String> {
        Some(r#""K""#.to_owned())
    }

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

    fn example() -> Option<String> {
        T::example().map(|one| format!("[{one}]"))
    }

    fn has_key(key: &str) -> bool {
        T::has_key(key)
    }

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
