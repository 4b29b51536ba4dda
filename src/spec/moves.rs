//! Move rules: `[pieces.KIND.moves]` and `[moves]`.

use super::keys::{keys, words};
use super::{At, Condition, Directions, Filter, Heading, Region};

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
