//! Pictures of the board in text.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::At;
use super::read::{Read, Reader};
use super::tree::{Node, Text};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

/// A picture of the board: rows from the top, a character a cell; spaces between them mean nothing,
/// blank lines are left out. Whether it has the board's shape is not known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The rows from the top, none of them empty.
    pub rows: Vec<Row>,
    /// Where the picture stands.
    pub span: Span,
}

/// A row of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The cells from the left.
    pub cells: Vec<At<char>>,
    /// Where the row stands.
    pub span: Span,
}

impl Drawing {
    /// The picture that a string draws; it may have no row.
    pub(crate) fn of(text: &Text, span: Span) -> Drawing {
        let cell = |line: &str, at: usize, c: char| At::new(c, text.place(&line[at..at + c.len_utf8()]));
        let row = |line: &str| Row {
            cells: line
                .char_indices()
                .filter(|(_, c)| !c.is_whitespace())
                .map(|(at, c)| cell(line, at, c))
                .collect(),
            span: text.place(line.trim()),
        };
        let rows = text.value.lines().filter(|line| !line.trim().is_empty()).map(row).collect();
        Drawing { rows, span }
    }

    /// Whether a string is meant as a picture of cells in and out.
    pub(crate) fn is_mask(text: &str) -> bool {
        text.contains('\n') || (text.contains('.') && text.chars().all(|c| matches!(c, 'x' | '.' | ' ')))
    }
}

impl Read for Drawing {
    const WHAT: &'static str = "a picture of the board: a string with a line for each rank";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let drawing = Drawing::of(text, node.span);
        if drawing.rows.is_empty() {
            reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this picture has no row"));
            return None;
        }
        let control = drawing.rows.iter().flat_map(|row| &row.cells).find(|cell| cell.is_control());
        if let Some(cell) = control {
            let message = "a control character in a picture of the board";
            reader.report(Diagnostic::new(codes::BAD_VALUE, cell.span, message));
            return None;
        }
        Some(drawing)
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}
