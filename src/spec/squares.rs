//! `[evaluation.squares]`: points for where pieces stand.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::evaluation::per_name;
use super::keys::keys;
use super::plain::MAX_POINTS;
use super::read::{Read, Reader};
use super::tree::{Node, Text, Value};
use super::{At, Named, Region};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

/// The points of a kind of piece by cell.
#[derive(Clone, Debug)]
pub enum SquareTable {
    /// As the first player sees it: plus for the first player's pieces and, reflected, minus for the
    /// second's.
    Once(CellPoints),
    /// For each player by name, added as printed.
    PerPlayer(Named<CellPoints>),
}

/// Points by cell.
#[derive(Clone, Debug)]
pub enum CellPoints {
    /// A number for every cell.
    Drawn(Numbers),
    /// Points for the cells of regions, nothing elsewhere; those of a cell in several regions add up.
    Spots(Vec<Spot>, Span),
}

impl CellPoints {
    /// Where they stand.
    pub fn span(&self) -> Span {
        match self {
            CellPoints::Drawn(numbers) => numbers.span,
            CellPoints::Spots(_, span) => *span,
        }
    }
}

keys! {
    /// Points for every cell of a region: `{ on = ["d1", "f1"], value = 20 }`.
    pub struct Spot {
        /// The cells.
        required "on" => on: Region;
        /// The points.
        required "value" => value: At<i32>;
    }
    later []
}

/// A table of numbers, drawn as the board: rows from the top. Whether it has the board's shape is not
/// known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The rows from the top.
    pub rows: Vec<NumberRow>,
    /// Where the table stands.
    pub span: Span,
}

/// A row of a table of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberRow {
    /// The numbers from the left.
    pub numbers: Vec<At<i32>>,
    /// Where the row stands.
    pub span: Span,
}

impl Read for SquareTable {
    const WHAT: &'static str =
        "rows of numbers, `[{ on = REGION, value = POINTS }]`, or one of these for each player";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Table(_) => per_name(node, reader).map(SquareTable::PerPlayer),
            _ => CellPoints::read(node, reader).map(SquareTable::Once),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let points = CellPoints::schema(generator);
        let each = json_schema!({ "type": "object", "additionalProperties": points, "minProperties": 1 });
        json_schema!({ "anyOf": [points, each] })
    }
}

impl Read for CellPoints {
    const WHAT: &'static str = "rows of numbers, or `[{ on = REGION, value = POINTS }]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Array(nodes) if nodes.iter().any(|node| matches!(node.value, Value::Table(_))) => {
                Vec::read(node, reader).map(|spots| CellPoints::Spots(spots, node.span))
            }
            _ => Numbers::read(node, reader).map(CellPoints::Drawn),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (numbers, spots) = (Numbers::schema(generator), Vec::<Spot>::schema(generator));
        json_schema!({ "anyOf": [numbers, spots] })
    }
}

impl Read for Numbers {
    const WHAT: &'static str = "rows of numbers from the top: `[[1, 2], [3, 4]]`, or a drawing of numbers";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let before = reader.wrong();
        let rows: Vec<NumberRow> = match &node.value {
            Value::Array(rows) => rows.iter().filter_map(|row| number_row(row, reader)).collect(),
            Value::Text(text) => drawn_rows(text, reader),
            _ => {
                reader.mistyped(node, Self::WHAT);
                return None;
            }
        };
        if rows.is_empty() && reader.wrong() == before {
            reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this table has no row"));
        }
        // A table with a hole would have the wrong shape, which would be a mistake of ours.
        (reader.wrong() == before).then_some(Numbers { rows, span: node.span })
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let row = json_schema!({ "type": "array", "items": i32::schema(generator) });
        json_schema!({ "anyOf": [
            { "type": "string", "minLength": 1 },
            { "type": "array", "items": row, "minItems": 1 },
        ] })
    }
}

fn number_row(node: &Node, reader: &mut Reader<'_>) -> Option<NumberRow> {
    let Value::Array(numbers) = &node.value else {
        reader.mistyped(node, "a row of numbers");
        return None;
    };
    Some(NumberRow { numbers: reader.items(numbers), span: node.span })
}

fn drawn_rows(text: &Text, reader: &mut Reader<'_>) -> Vec<NumberRow> {
    let mut rows = Vec::new();
    for line in text.value.lines().filter(|line| !line.trim().is_empty()) {
        let numbers = line.split_whitespace().filter_map(|word| drawn_number(text, word, reader)).collect();
        rows.push(NumberRow { numbers, span: text.place(line.trim()) });
    }
    rows
}

fn drawn_number(text: &Text, word: &str, reader: &mut Reader<'_>) -> Option<At<i32>> {
    let number: Option<i32> = word.parse().ok();
    let fits = number.filter(|n| i64::from(*n).abs() <= MAX_POINTS);
    if fits.is_none() {
        let message = format!("expected {}, found `{}`", i32::WHAT, word.escape_debug());
        let help = format!("numbers from -{MAX_POINTS} to {MAX_POINTS} can stand here");
        reader.report(Diagnostic::new(codes::BAD_VALUE, text.place(word), message).help(help));
    }
    fits.map(|n| At::new(n, text.place(word)))
}
