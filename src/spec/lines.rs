//! `[board] lines`: what is drawn on the board.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::read::{Read, Reader};
use super::regions::word;
use super::tree::{Node, Value};
use super::{At, CellName, Pattern, RegionPart};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

/// The most entries that say lines.
const MOST_LINES: usize = 1024;

/// The lines of a board. At least one.
#[derive(Clone, Debug)]
pub struct BoardLines {
    /// In the order of the file.
    pub list: Vec<At<BoardLine>>,
    /// Where they stand.
    pub span: Span,
}

/// One entry of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardLine {
    /// `"grid"`: every rank and every file.
    Grid,
    /// `"*3"`, `"a*"`: a rank, a file.
    Whole(Pattern),
    /// `"a1/e5"`: straight from one cell to another, through every cell between.
    Straight(CellName, CellName),
    /// `"a1 d1 g1"`: these points in order.
    Points(Vec<CellName>),
}

impl BoardLine {
    fn parse(text: &str) -> Option<BoardLine> {
        if text == "grid" {
            return Some(BoardLine::Grid);
        }
        if let Some((from, to)) = text.split_once('/') {
            return Some(BoardLine::Straight(CellName::parse(from)?, CellName::parse(to)?));
        }
        if let Some(RegionPart::Cells(whole @ (Pattern::Rank(_) | Pattern::File(_)))) = word(text) {
            return Some(BoardLine::Whole(whole));
        }
        let points: Vec<CellName> = text.split_whitespace().map(CellName::parse).collect::<Option<_>>()?;
        (points.len() > 1).then_some(BoardLine::Points(points))
    }
}

impl Read for BoardLines {
    const WHAT: &'static str = "a list of lines such as `\"grid\"`, `\"a1/e5\"` or `\"a1 d1 g1\"`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let list: Vec<At<BoardLine>> = match &node.value {
            Value::Array(nodes) if nodes.is_empty() => {
                reader.report(Diagnostic::new(codes::EMPTY_LIST, node.span, "this list must not be empty"));
                return None;
            }
            Value::Array(nodes) if nodes.len() > MOST_LINES => {
                let message = format!("{} lines; {MOST_LINES} is the most", nodes.len());
                reader.report(Diagnostic::new(codes::OUT_OF_RANGE, node.span, message));
                return None;
            }
            Value::Array(nodes) => nodes.iter().filter_map(|node| line(node, reader)).collect(),
            _ => line(node, reader).into_iter().collect(),
        };
        (!list.is_empty()).then_some(BoardLines { list, span: node.span })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let line = json_schema!({ "type": "string", "minLength": 2 });
        json_schema!({
            "anyOf": [line, { "type": "array", "items": line, "minItems": 1, "maxItems": MOST_LINES }],
        })
    }
}

fn line(node: &Node, reader: &mut Reader<'_>) -> Option<At<BoardLine>> {
    let text = reader.text(node, BoardLines::WHAT)?;
    let line = BoardLine::parse(&text.value);
    if line.is_none() {
        let message = format!("`{}` is no line", text.value.escape_debug());
        let help = "a line is `grid` for all ranks and files, `*3` a rank, `a*` a file, `a1/e5` straight through \
                    every cell between, or its points in order: `a1 d1 g1`";
        reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message).help(help));
    }
    Some(At::new(line?, node.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_words_ends_or_points() {
        let cell = |file: &str, rank| CellName { file: file.to_owned(), rank };
        assert_eq!(BoardLine::parse("grid"), Some(BoardLine::Grid));
        assert_eq!(BoardLine::parse("*3"), Some(BoardLine::Whole(Pattern::Rank(3))));
        assert_eq!(BoardLine::parse("a1/e5"), Some(BoardLine::Straight(cell("a", 1), cell("e", 5))));
        assert_eq!(BoardLine::parse("a1  d1"), Some(BoardLine::Points(vec![cell("a", 1), cell("d", 1)])));
        for bad in ["", "a1", "a1/", "a1-e5", "a1:e5", "edge", "a1 D1", "a1/e5/a1", "* 3"] {
            assert_eq!(BoardLine::parse(bad), None, "{bad}");
        }
    }
}
