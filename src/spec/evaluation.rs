//! `[evaluation]`.

use super::keys::keys;
use super::{At, Heading, Named};
use crate::diagnostic::Span;

keys! {
    /// `[evaluation]`: which position is better, in points. Terms add up.
    pub struct Evaluation {
        /// Material: points for each piece of a kind, plus for its owner.
        named "values" => values: At<i32>;
        /// Points for standing on a cell, a table for each kind.
        named "squares" => squares: SquareTable;
        /// Points for an enemy in a piece's way, counted for the blocker.
        named "blocks" => blocks: Block;
        /// Points for patterns along lines.
        named "lines" => lines: LinePattern;
        /// Points for each move that a player could make.
        optional "mobility" => mobility: At<i32>;
        /// Points for each piece that started and is no longer on the board.
        optional "exited" => exited: At<i32>;
        /// `false` says that the evaluation is meant to treat the players unlike.
        optional "symmetric" => symmetric: At<bool>;
    }
    later ["script"]
}

/// The points of a kind of piece by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SquareTable {
    /// As the first player sees it: plus for the first player's pieces and, reflected, minus for the
    /// second's.
    Once(Numbers),
    /// For each player by name, added as printed.
    PerPlayer(Named<Numbers>),
}

/// A table of numbers, drawn as the board: rows from the top. Whether it has the board's shape is not
/// known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The rows from the top.
    pub rows: Vec<NumberRow>,
    /// Where the table stands.
    pub span: Span,
}

/// A row of a table of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberRow {
    /// The numbers from the left.
    pub numbers: Vec<At<i32>>,
    /// Where the row stands.
    pub span: Span,
}

keys! {
    /// `[evaluation.blocks.NAME]`: an enemy in a piece's way.
    pub struct Block {
        /// Which way the blocked piece looks.
        required "direction" => direction: At<Heading>;
        /// How many cells away the blocker stands, whatever stands between.
        required "distance" => distance: At<u32>;
        /// Points for the blocker.
        required "value" => value: At<i32>;
    }
    later []
}

keys! {
    /// `[evaluation.lines.NAME]`: a pattern along a file, rank or diagonal. Each placement counts, its
    /// mirror image too, a palindrome once.
    pub struct LinePattern {
        /// `X` own, `O` enemy, `.` empty, `#` edge, `-` anything but own, `?` any cell of the board.
        required "pattern" => pattern: At<Vec<Symbol>>;
        /// Points for the owner.
        required "value" => value: At<i32>;
    }
    later []
}

/// One cell of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// `X`.
    Own,
    /// `O`.
    Enemy,
    /// `.`.
    Empty,
    /// `#`.
    Edge,
    /// `-`.
    NotOwn,
    /// `?`.
    Any,
}
