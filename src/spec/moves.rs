//! Move rules: `[pieces.KIND.moves]` and `[moves]`.

use schemars::{Schema, SchemaGenerator};

use super::board::{MAX_CELLS, pair, pair_schema};
use super::keys::{keys, words};
use super::names::Space;
use super::read::{Defined, Read, Reader};
use super::tree::{Node, Table};
use super::{At, Condition, Directions, Filter, Heading, Region};
use crate::diagnostic::{Diagnostic, codes::text as codes, either};

keys! {
    /// A move rule: exactly one way to travel, and filters.
    pub struct MoveRule {
        /// One cell in one of these directions.
        optional "step" => step: Directions;
        /// Any number of cells in one of these directions, through empty cells, then land.
        optional "slide" => slide: Directions;
        /// The shortest and the longest slide: `range = [2, 2]`; from 1 without limit by default.
        optional "range" => range: At<Range>;
        /// What the cells that a slide travels over may hold; empty cells by default.
        optional "through" => through: Filter;
        /// To every cell at that offset and its mirror images: `leap = [1, 2]`.
        optional "leap" => leap: At<Leap>;
        /// Keeps the leaps that point at most 45 degrees away from one of these directions.
        optional "along" => along: Directions;
        /// A new piece of this kind is put on an empty cell: `drop = "supply"`.
        optional "drop" => drop: At<DropFrom>;
        /// A dropped piece enters at the opposite edge and goes in this direction until blocked.
        optional "falls" => falls: At<Heading>;
        /// The piece leaves the board over the edge in one of these directions.
        optional "exit" => exit: Directions;
        /// No move at all: `"free"`, or `"stuck"`, which is legal only when nothing else is.
        optional "pass" => pass: At<Pass>;
        /// What the landing cell may hold; `["empty", "enemy"]` by default, an enemy there is captured.
        optional "onto" => onto: Filter;
        /// Where the move may start.
        optional "from" => from: Region;
        /// Where the move may land.
        optional "to" => to: Region;
        /// Where the piece may be; replaces the piece's own `within`.
        optional "within" => within: Region;
        /// What must hold before the move.
        optional "if" => condition: At<Condition>;
    }
    later ["ride", "path", "hop", "over", "before", "after", "castle", "do", "then"]
    check check
}

impl Defined for MoveRule {
    const SPACE: Space = Space::Move;
}

/// The ways to travel, each with the keys that mean nothing beside it.
const WAYS: &[(&str, &[&str])] = &[
    ("step", &["range", "through", "along", "falls"]),
    ("slide", &["along", "falls"]),
    ("leap", &["range", "through", "falls"]),
    ("drop", &["range", "through", "along", "onto", "from"]),
    ("exit", &["range", "through", "along", "falls", "onto", "to", "within"]),
    ("pass", &["range", "through", "along", "falls", "onto", "from", "to", "within"]),
];

/// Ways to travel that this version does not support; each has been reported.
const LATER_WAYS: &[&str] = &["ride", "path", "hop", "castle"];

fn check(rule: &MoveRule, table: &Table, reader: &mut Reader<'_>) {
    let ways = || WAYS.iter().map(|(way, _)| *way);
    let mut given = WAYS.iter().filter_map(|(way, vain)| Some((table.get(way)?, vain)));
    let Some(((way, _), vain)) = given.next() else {
        if !reader.is_incomplete() && LATER_WAYS.iter().all(|way| table.get(way).is_none()) {
            let message = "this rule does not say how the piece travels";
            let help = format!("give one of {}", either(&ways().collect::<Vec<_>>()));
            reader.report(Diagnostic::new(codes::MISSING_KEY, rule.at, message).help(help));
        }
        return;
    };
    if let Some(((second, _), _)) = given.next() {
        let message = format!("a rule travels one way, this one has `{}` and `{}`", way.value, second.value);
        let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, second.span, message);
        reader.report(diagnostic.label(way.span, "one way").help("make two rules of it"));
        return;
    }
    for (key, _) in table.0.iter().filter(|(key, _)| vain.contains(&key.value.as_str())) {
        let message = format!("`{}` means nothing beside `{}`", key.value, way.value);
        reader.report(Diagnostic::new(codes::MISPLACED_KEY, key.span, message).label(way.span, "the way"));
    }
}

/// How a rule travels, with what belongs to that way alone.
#[derive(Clone, Copy, Debug)]
pub enum Travel<'a> {
    /// One cell.
    Step(&'a Directions),
    /// Any number of cells.
    Slide {
        /// Which ways.
        along: &'a Directions,
        /// How far.
        range: Option<&'a At<Range>>,
        /// What may be travelled over.
        through: Option<&'a Filter>,
    },
    /// To a cell at an offset.
    Leap {
        /// The offset.
        by: &'a At<Leap>,
        /// Which of its images.
        along: Option<&'a Directions>,
    },
    /// From the supply onto the board.
    Drop {
        /// Where pieces come from.
        from: &'a At<DropFrom>,
        /// Which way they fall.
        falls: Option<&'a At<Heading>>,
    },
    /// Off the board.
    Exit(&'a Directions),
    /// Nothing moves.
    Pass(&'a At<Pass>),
}

impl MoveRule {
    /// The one way to travel. `None` where the rule names none, or several: that has been reported.
    pub fn travel(&self) -> Option<Travel<'_>> {
        let ways = [
            self.step.as_ref().map(Travel::Step),
            self.slide.as_ref().map(|along| Travel::Slide {
                along,
                range: self.range.as_ref(),
                through: self.through.as_ref(),
            }),
            self.leap.as_ref().map(|by| Travel::Leap { by, along: self.along.as_ref() }),
            self.drop.as_ref().map(|from| Travel::Drop { from, falls: self.falls.as_ref() }),
            self.exit.as_ref().map(Travel::Exit),
            self.pass.as_ref().map(Travel::Pass),
        ];
        let mut given = ways.into_iter().flatten();
        given.next().filter(|_| given.next().is_none())
    }
}

/// From and to how many cells, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// At least that many, at least 1.
    pub least: u32,
    /// At most that many, at least `least`.
    pub most: u32,
}

/// An offset: so many cells one way, so many across. Not both are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// One way.
    pub one: u32,
    /// Across.
    pub other: u32,
}

words! {
    /// Where dropped pieces come from.
    pub enum DropFrom {
        /// Without end.
        "supply" => Supply,
    }
    later ["hand"]
}

words! {
    /// When a player may pass.
    pub enum Pass {
        /// Always.
        "free" => Free,
        /// Only when nothing else is legal.
        "stuck" => Stuck,
    }
    later []
}

impl Read for Range {
    const WHAT: &'static str = "the shortest and the longest way: `[1, 2]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let [least, most] = pair(node, reader, Self::WHAT, 1, MAX_CELLS)?;
        if least > most {
            let message = format!("from {least} to {most} is no range");
            reader
                .report(Diagnostic::new(codes::BAD_VALUE, node.span, message).help("the shorter way first"));
            return None;
        }
        Some(Range { least, most })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        pair_schema(1, MAX_CELLS)
    }
}

impl Read for Leap {
    const WHAT: &'static str = "an offset: `[1, 2]`";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let [one, other] = pair(node, reader, Self::WHAT, 0, MAX_CELLS - 1)?;
        if one == 0 && other == 0 {
            let message = "a leap of `[0, 0]` stays where it is";
            reader.report(Diagnostic::new(codes::BAD_VALUE, node.span, message));
            return None;
        }
        Some(Leap { one, other })
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        pair_schema(0, MAX_CELLS - 1)
    }
}
