//! Move rules, resolved: what compile hands over and movement tables are made from.

use std::sync::Arc;

use super::{CellSet, Condition, Contents, Kind, Offset};

/// Where in a definition something was said.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The file as the user named it, or the name of a shipped definition's file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
}

/// What playing a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The piece goes from one cell to another; an enemy there is captured.
    Shift,
    /// A piece of this kind is put on the landing cell.
    Drop(Kind),
    /// The piece leaves the board.
    Exit,
    /// Nothing happens; the turn passes.
    Pass,
}

/// A named move rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its full name: `car.leave`, or `pass` for a rule of no piece.
    pub name: String,
    /// The kind of piece that moves by it; `None` for a rule of no piece.
    pub kind: Option<Kind>,
    /// What playing it does.
    pub action: Action,
    /// The line that defines it.
    pub origin: Origin,
    /// How it travels, for the first and the second player: directions turn with the player.
    pub by: [Travel; 2],
}

/// How a rule travels for one player, with its filters.
#[derive(Clone, Debug)]
pub struct Travel {
    /// The way it goes.
    pub way: Way,
    /// Cells it may start from.
    pub from: CellSet,
    /// Cells it may land on.
    pub to: CellSet,
    /// What the landing cell may hold.
    pub onto: Contents,
    /// What must hold before the move.
    pub when: Option<Condition>,
}

/// The way of a move, directions resolved for one player, in the order that the definition lists.
#[derive(Clone, Debug)]
pub enum Way {
    /// To each cell at one of these displacements, whatever lies between: steps and leaps.
    Jump(Vec<Offset>),
    /// Along each direction from `least` to `most` cells, through cells that hold `through`.
    Slide {
        /// Directions.
        along: Vec<Offset>,
        /// The shortest slide, at least 1.
        least: u16,
        /// The longest slide.
        most: u16,
        /// What the cells on the way may hold.
        through: Contents,
    },
    /// Steps one after the other, each path a list of them: all cells before the last are empty.
    Path(Vec<Vec<Offset>>),
    /// Along each direction past one cell that holds `over`, through empty cells before and behind it.
    Hop {
        /// Directions.
        along: Vec<Offset>,
        /// What the hurdle may be; never an empty cell.
        over: Contents,
        /// The fewest and the most empty cells between the start and the hurdle.
        before: (u16, u16),
        /// The fewest and the most empty cells between the hurdle and the landing cell.
        after: (u16, u16),
    },
    /// Over the outer edge of the board in one of these directions.
    Exit(Vec<Offset>),
    /// From the supply onto a cell; with `falls`, from the opposite edge as far as empty cells reach.
    Drop {
        /// The direction that the piece falls in.
        falls: Option<Offset>,
    },
    /// No move at all.
    Pass {
        /// Only when nothing else is legal.
        stuck: bool,
    },
}
