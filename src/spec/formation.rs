//! `[evaluation.formations.NAME]`: what stands around pieces.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::board::MAX_CELLS;
use super::keys::{keys, words};
use super::moves::Beside;
use super::names::Space;
use super::read::{Defined, Read, Reader};
use super::tree::{Node, Table, Value};
use super::{At, Filter, Gap};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes, either};

keys! {
    /// `[evaluation.formations.NAME]`: what stands around pieces of a kind, such as a pawn without enemy pawns
    /// ahead of it. Every piece of the kind is asked; in filters `own` is the piece's owner.
    pub struct Formation {
        /// The kind of pieces that are asked.
        required "piece" => piece: At<String>;
        /// The points count if nothing there passes this filter: `none = "own pawn"`.
        optional "none" => none: Filter;
        /// The points count if something there passes this filter.
        optional "some" => some: Filter;
        /// The points count for each cell there that passes this filter.
        optional "each" => each: Filter;
        /// The points count if the number of cells there that pass this filter is within `at-least` and
        /// `at-most`.
        optional "count" => count: Filter;
        /// The smallest `count` that will do.
        optional "at-least" => at_least: At<u32>;
        /// The largest `count` that will do.
        optional "at-most" => at_most: At<u32>;
        /// Where to look, seen from the piece, whose own cell is left out: `"file"` (its file), `"ahead"` (its
        /// file before it), `"around"` (its eight neighbours), `"board"` (everywhere), or a window such as
        /// `{ ahead = [1, 2], beside = [0, 1] }`.
        required "on" => on: At<Vicinity>;
        /// Points for the piece's owner: a number, or a list with one for each rank that the piece may stand
        /// on, its owner's first rank first.
        required "value" => value: RankPoints;
        /// The points at the end of the game, see `[evaluation.phase]`; `value` by default.
        optional "late" => late: RankPoints;
    }
    later []
    check check
}

impl Defined for Formation {
    const SPACE: Space = Space::Plain;
}

/// The questions that a formation can ask.
const QUESTIONS: [&str; 4] = ["none", "some", "each", "count"];

fn check(formation: &Formation, table: &Table, reader: &mut Reader<'_>) {
    let mut given = QUESTIONS.iter().filter_map(|name| Some(&table.get(name)?.0));
    let Some(first) = given.next() else {
        if !reader.is_incomplete() {
            let missing = Diagnostic::new(codes::MISSING_KEY, formation.at, "this formation asks nothing");
            reader.report(missing.help(format!("ask one of {}", either(&QUESTIONS))));
        }
        return;
    };
    if let Some(second) = given.next() {
        let message =
            format!("a formation asks one thing, this one asks `{}` and `{}`", first.value, second.value);
        let twice = Diagnostic::new(codes::MISPLACED_KEY, second.span, message);
        reader.report(twice.label(first.span, "one thing").help("make two formations of it"));
        return;
    }
    let bounds = ["at-least", "at-most"].map(|name| table.get(name));
    if first.value == "count" {
        if bounds.iter().all(Option::is_none) {
            let message = "`count` needs `at-least` or `at-most`";
            let missing = Diagnostic::new(codes::MISSING_KEY, formation.at, message);
            reader.report(missing.help("`each` gives the points for every cell"));
        }
        return;
    }
    for (key, _) in bounds.into_iter().flatten() {
        let message = format!("`{}` means nothing beside `{}`", key.value, first.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message));
    }
}

/// What a formation asks.
#[derive(Clone, Copy, Debug)]
pub enum FormationAsk<'a> {
    /// Whether nothing passes.
    None(&'a Filter),
    /// Whether something passes.
    Some(&'a Filter),
    /// How much passes.
    Each(&'a Filter),
    /// Whether the number of what passes lies between these two.
    Count(&'a Filter, Option<At<u32>>, Option<At<u32>>),
}

impl Formation {
    /// The one thing that is asked. `None` where that could not be read, or where it is several: that has been
    /// reported.
    pub fn asked(&self) -> Option<FormationAsk<'_>> {
        let all = [
            self.none.as_ref().map(FormationAsk::None),
            self.some.as_ref().map(FormationAsk::Some),
            self.each.as_ref().map(FormationAsk::Each),
            self.count.as_ref().map(|filter| FormationAsk::Count(filter, self.at_least, self.at_most)),
        ];
        let mut given = all.into_iter().flatten();
        given.next().filter(|_| given.next().is_none())
    }
}

/// Cells as a piece sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vicinity {
    /// By a word.
    Word(VicinityWord),
    /// By ranks and files.
    Window {
        /// How many ranks ahead, from and to; less than nothing is behind. Left out: any.
        ahead: Option<Reach>,
        /// How many files to either side, from and to. Left out: any.
        beside: Option<Gap>,
    },
}

words! {
    /// Cells as a piece sees them, in a word.
    pub enum VicinityWord {
        /// Its file.
        "file" => File,
        /// Its file before it.
        "ahead" => Ahead,
        /// The eight neighbours.
        "around" => Around,
        /// The whole board.
        "board" => Board,
    }
    later []
}

keys! {
    /// A window of a formation: cells by how many ranks they lie ahead of a piece and how many files beside it.
    pub struct Window {
        /// From and to how many ranks ahead, as the piece's owner sees it: `ahead = [1, 2]`; numbers below 0 are
        /// behind; any by default.
        optional "ahead" => ahead: At<Reach>;
        /// From and to how many files to either side: `beside = [1, 1]` is the files next to the piece's; any
        /// by default.
        optional "beside" => beside: At<Gap> = Beside;
    }
    later []
    check check_window
}

fn check_window(window: &Window, table: &Table, reader: &mut Reader<'_>) {
    if table.0.is_empty() {
        let empty = Diagnostic::new(codes::EMPTY_LIST, window.at, "this table must not be empty");
        reader.report(empty.help("`\"board\"` is all cells"));
    }
}

/// From and to how many ranks ahead, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// At least that many.
    pub least: i32,
    /// At most that many, at least `least`.
    pub most: i32,
}

/// The farthest that a window reaches.
const FARTHEST: i64 = MAX_CELLS as i64;

impl Read for Reach {
    const WHAT: &'static str = "from and to how many ranks ahead: `[1, 2]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            reader.mistyped(node, Self::WHAT);
            return None;
        };
        let [one, other] = nodes.as_slice() else {
            let message = format!("expected {}, found a list of {}", Self::WHAT, nodes.len());
            reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
            return None;
        };
        let mut number = |node| reader.number(node, "a whole number", -FARTHEST, FARTHEST);
        let (least, most) = (number(one), number(other));
        let (least, most) = (i32::try_from(least?).ok()?, i32::try_from(most?).ok()?);
        if least > most {
            let message = format!("from {least} to {most} is no range");
            let wrong = Diagnostic::new(codes::BAD_VALUE, node.span, message);
            reader.report(wrong.help("the smaller number first"));
            return None;
        }
        Some(Reach { least, most })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let number = json_schema!({ "type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST });
        json_schema!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
    }
}

impl Read for Vicinity {
    const WHAT: &'static str =
        "`\"file\"`, `\"ahead\"`, `\"around\"`, `\"board\"`, or `{ ahead = [1, 2], beside = [0, 1] }`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Table(_) => {
                let before = reader.wrong();
                let window = Window::read(node, reader)?;
                let ahead = window.ahead.map(|at| at.value);
                let beside = window.beside.map(|at| at.value);
                (reader.wrong() == before).then_some(Vicinity::Window { ahead, beside })
            }
            Value::Text(_) => VicinityWord::read(node, reader).map(Vicinity::Word),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (word, window) = (VicinityWord::schema(generator), Window::schema(generator));
        json_schema!({ "anyOf": [word, { "allOf": [window], "minProperties": 1 }] })
    }
}

/// Points, the same on every rank or one number for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RankPoints {
    /// The same on every rank.
    Same(At<i32>),
    /// For each rank, the owner's first rank first.
    ByRank(Vec<At<i32>>, Span),
}

impl RankPoints {
    /// Where they stand.
    pub fn span(&self) -> Span {
        match self {
            RankPoints::Same(points) => points.span,
            RankPoints::ByRank(_, span) => *span,
        }
    }
}

impl Read for RankPoints {
    const WHAT: &'static str = "a whole number of points, or a list with one for each rank";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Array(_) => {
                let before = reader.wrong();
                let points = Vec::read(node, reader)?;
                (reader.wrong() == before).then_some(RankPoints::ByRank(points, node.span))
            }
            Value::Integer(_) => At::read(node, reader).map(RankPoints::Same),
            _ => {
                reader.mistyped(node, Self::WHAT);
                None
            }
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let (one, many) = (i32::schema(generator), Vec::<At<i32>>::schema(generator));
        json_schema!({ "anyOf": [one, many] })
    }
}
