//! Pictures of the board in text.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::read::{Read, Reader};
use super::tree::{Node, Text};
use super::{At, Letter};
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
    pub cells: Vec<At<Letter>>,
    /// Where the row stands.
    pub span: Span,
}

impl Drawing {
    /// The picture that a string draws; it may have no row.
    pub(crate) fn of(text: &Text, span: Span) -> Drawing {
        let row = |line: &str| Row {
            cells: cells(line).into_iter().map(|(drawn, part)| At::new(drawn, text.place(part))).collect(),
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

/// What a row draws, each with its part of the row: a character, a sign beside it where it is a letter.
fn cells(line: &str) -> Vec<(Letter, &str)> {
    let mut drawn = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let signed = first == '+' && rest[1..].starts_with(char::is_alphabetic);
        let letter = rest[signed as usize..].chars().next().unwrap_or(first);
        let plain = signed as usize + letter.len_utf8();
        let tilde = letter.is_alphabetic() && rest[plain..].starts_with('~');
        let (part, after) = rest.split_at(plain + tilde as usize);
        drawn.push((Letter { letter, plus: signed, tilde }, part));
        rest = after.trim_start();
    }
    drawn
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
        let control = drawing.rows.iter().flat_map(|row| &row.cells).find(|cell| cell.letter.is_control());
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
