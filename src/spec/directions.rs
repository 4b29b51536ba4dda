//! `[directions]`, and directions wherever a rule names them.

use super::At;
use super::keys::words;
use crate::diagnostic::Span;

words! {
    /// A direction of the board, clockwise from the top.
    pub enum Compass {
        /// Towards the top rank.
        "north" => North,
        /// Towards the top right corner.
        "north-east" => NorthEast,
        /// Towards the last file.
        "east" => East,
        /// Towards the bottom right corner.
        "south-east" => SouthEast,
        /// Towards rank 1.
        "south" => South,
        /// Towards the bottom left corner.
        "south-west" => SouthWest,
        /// Towards file `a`.
        "west" => West,
        /// Towards the top left corner.
        "north-west" => NorthWest,
    }
    later []
}

words! {
    /// A direction as a player sees it, clockwise from straight ahead.
    pub enum Relative {
        /// Straight ahead.
        "forward" => Forward,
        /// Ahead and to the right.
        "forward-right" => ForwardRight,
        /// To the right.
        "right" => Right,
        /// Back and to the right.
        "backward-right" => BackwardRight,
        /// Straight back.
        "backward" => Backward,
        /// Back and to the left.
        "backward-left" => BackwardLeft,
        /// To the left.
        "left" => Left,
        /// Ahead and to the left.
        "forward-left" => ForwardLeft,
    }
    later []
}

words! {
    /// Several directions at once.
    pub enum Group {
        /// The four along files and ranks.
        "orthogonal" => Orthogonal,
        /// The four between them.
        "diagonal" => Diagonal,
        /// Left and right.
        "sideways" => Sideways,
        /// All eight.
        "any" => Any,
    }
    later []
}

/// One direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    /// The same for both players.
    Compass(Compass),
    /// Turned with the player.
    Relative(Relative),
}

/// A word where directions are expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirectionWord {
    /// One direction.
    One(Heading),
    /// Several.
    Group(Group),
}

/// Directions in the order listed, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directions {
    /// The words.
    pub words: Vec<At<DirectionWord>>,
    /// Where they stand.
    pub span: Span,
}
