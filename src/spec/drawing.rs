//! Pictures of the board in text.

use super::At;
use crate::diagnostic::Span;

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
