//! Armies: what each player starts with, row by row from its own side.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::read::{Read, Reader};
use super::tree::{Node, Text, Value};
use super::{Drawing, Named, Row};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

/// `army`: what each player starts with.
#[derive(Clone, Debug)]
pub enum Army {
    /// As the first player has it; the second's is this one, reflected.
    Same(Ranks),
    /// `{ white = …, black = … }`: for each player, by the player's name.
    PerPlayer(Named<Ranks>),
}

/// Rows of a picture, from a player's own first rank on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// The rows, as many as have pieces: at least one.
    pub rows: Vec<Row>,
    /// Where they stand.
    pub span: Span,
}

impl Army {
    /// Where it stands.
    pub fn span(&self) -> Option<Span> {
        match self {
            Army::Same(ranks) => Some(ranks.span),
            Army::PerPlayer(each) => each.iter().next().map(|entry| entry.value.span),
        }
    }
}

impl Read for Ranks {
    const WHAT: &'static str = "a list of rows, a string each: `[\"R N B Q\", \"P P P P\"]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            reader.mistyped(node, Self::WHAT);
            return None;
        };
        if nodes.is_empty() {
            reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this army has no row"));
            return None;
        }
        let rows: Vec<Row> = nodes.iter().filter_map(|node| row(node, reader)).collect();
        (rows.len() == nodes.len()).then_some(Ranks { rows, span: node.span })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "string", "minLength": 1 }, "minItems": 1 })
    }
}

fn row(node: &Node, reader: &mut Reader<'_>) -> Option<Row> {
    let text: &Text = reader.text(node, Ranks::WHAT)?;
    let mut drawing = Drawing::of(text, node.span);
    let drawn = drawing.rows.iter().flat_map(|row| &row.cells);
    if drawing.rows.len() != 1 || drawn.clone().any(|cell| cell.value.letter.is_control()) {
        let message = "each string of an army draws one row";
        reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
        return None;
    }
    drawing.rows.pop()
}

impl Read for Army {
    const WHAT: &'static str = "a list of rows, or such for each player";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Table(table) = &node.value else { return Ranks::read(node, reader).map(Army::Same) };
        let mut each = Named::default();
        for (name, node) in &table.0 {
            each.push(name.clone(), Ranks::read(node, reader));
        }
        Some(Army::PerPlayer(each))
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let ranks = Ranks::schema(generator);
        let each = json_schema!({ "type": "object", "additionalProperties": ranks, "minProperties": 1 });
        json_schema!({ "anyOf": [ranks, each] })
    }
}
