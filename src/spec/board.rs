//! `[board]`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::keys::{keys, words};
use super::read::{Read, Reader};
use super::tree::{Node, Value};
use super::{At, BoardLines, Region};
use crate::diagnostic::{Diagnostic, codes::text as codes};

/// The most cells a board can have.
pub const MAX_CELLS: u32 = 1024;

keys! {
    /// `[board]`: the cells.
    pub struct Board {
        /// How many files and how many ranks: `size = [8, 8]`.
        required "size" => size: At<Size>;
        /// `"square"` (the default) or `"hex"`: hexagons, each row half a cell further right than the one above. A cell
        /// has six neighbours, north, north-east, east, south, south-west and west, and the players see each other's
        /// side turned: `mirror = "rotate"`.
        optional "cells" => cells: At<CellShape>;
        /// Cells of the rectangle that do not exist.
        optional "holes" => holes: Region;
        /// How what is given once, as the first player sees it, looks to the second: `"reflect"` (the
        /// default: top and bottom change places) or `"rotate"` (turned half way round).
        optional "mirror" => mirror: At<Mirror>;
        /// What is drawn: `"grid"` all ranks and files, `"*3"`, `"a*"` one of them, `"a1/e5"` the straight line through
        /// every cell between, `"a1 d1 g1"` these points in order. Neighbours on a line are beside each other however far
        /// apart they lie, and a cell on no line is a hole.
        optional "lines" => lines: BoardLines;
        /// Pieces stand on the crossings of lines in pictures, not in cells, as they do wherever lines are drawn. It
        /// changes no rule.
        optional "points" => points: At<bool>;
        /// The corner where squares begin to be numbered, row by row away from it, as players of draughts call them:
        /// `numbering = "top-left"`. Moves and positions are read by these numbers, too.
        optional "numbering" => numbering: At<Corner>;
        /// The squares that have a number: `numbered = "dark"`; all by default.
        optional "numbered" => numbered: Region;
    }
    later []
    merges true
}

impl Board {
    /// Whether the cells are hexagons.
    pub fn has_hexes(&self) -> bool {
        self.cells.is_some_and(|cells| cells.value == CellShape::Hex)
    }

    /// Whether pictures show points instead of cells.
    pub fn has_points(&self) -> bool {
        self.lines.is_some() || self.points.is_some_and(|points| points.value)
    }
}

/// The extent of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// How many files, at least 1.
    pub files: u32,
    /// How many ranks, at least 1.
    pub ranks: u32,
}

impl Read for Size {
    const WHAT: &'static str = "the number of files and of ranks: `[8, 8]`";

    fn example() -> Option<String> {
        Some(r#"[8, 8]"#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let [files, ranks] = pair(node, reader, Self::WHAT, 1, MAX_CELLS)?;
        if files * ranks > MAX_CELLS {
            let message = format!("a board of {} cells; {MAX_CELLS} is the most", files * ranks);
            reader.report(Diagnostic::new(codes::OUT_OF_RANGE, node.span, message));
            return None;
        }
        Some(Size { files, ranks })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        pair_schema(1, MAX_CELLS)
    }
}

/// Two whole numbers within bounds.
pub(crate) fn pair(
    node: &Node,
    reader: &mut Reader<'_>,
    what: &str,
    least: u32,
    most: u32,
) -> Option<[u32; 2]> {
    let Value::Array(nodes) = &node.value else {
        reader.mistyped(node, what);
        return None;
    };
    let [one, other] = nodes.as_slice() else {
        let message = format!("expected {what}, found a list of {}", nodes.len());
        reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
        return None;
    };
    let mut number = |node| reader.number(node, "a whole number", least.into(), most.into());
    let (one, other) = (number(one), number(other));
    Some([one?.try_into().ok()?, other?.try_into().ok()?])
}

/// The schema of two whole numbers within bounds.
pub(crate) fn pair_schema(least: u32, most: u32) -> Schema {
    let number = json_schema!({ "type": "integer", "minimum": least, "maximum": most });
    json_schema!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
}

words! {
    /// A corner of the board, as the first of the listed players sees it in pictures.
    pub enum Corner {
        /// Upper left.
        "top-left" => TopLeft,
        /// Upper right.
        "top-right" => TopRight,
        /// Lower left.
        "bottom-left" => BottomLeft,
        /// Lower right.
        "bottom-right" => BottomRight,
    }
    later []
}

words! {
    /// How the second player sees what is given for the first.
    pub enum Mirror {
        /// Top and bottom change places.
        "reflect" => Reflect,
        /// The board turns half way round.
        "rotate" => Rotate,
    }
    later []
}

words! {
    /// What the cells of a board are.
    pub enum CellShape {
        /// Squares.
        "square" => Square,
        /// Hexagons, each row half a cell further right than the one above.
        "hex" => Hex,
    }
    later []
}
