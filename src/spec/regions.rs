//! `[regions]`, and cell sets wherever they appear.

use super::{At, Drawing, Named};
use crate::diagnostic::Span;

/// A set of cells: everything in any of its parts. At least one part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The parts.
    pub parts: Vec<At<RegionPart>>,
    /// Where it stands.
    pub span: Span,
}

/// One part of a cell set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegionPart {
    /// A region of `[regions]`.
    Name(String),
    /// A region that every game has.
    BuiltIn(BuiltIn),
    /// Cells by their names.
    Cells(Pattern),
    /// A picture of the board: `x` in, `.` out.
    Drawing(Drawing),
}

/// A region that every game has, relative to a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BuiltIn {
    /// `rank-1` and so on: that rank, counted from the player's side, from 1.
    Rank(u32),
    /// `last-rank`: the rank farthest from the player.
    LastRank,
    /// `own-half`: the player's half, without the middle rank of an odd board.
    OwnHalf,
    /// `enemy-half`: the other half, without the middle rank of an odd board.
    EnemyHalf,
    /// `edge`: the outermost cells.
    Edge,
    /// `board`: every cell.
    Board,
    /// `file`: the file of the landing cell, in drop rules.
    File,
}

/// Cells by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `"e4"`.
    Cell(CellName),
    /// `"d1:f3"`: two opposite corners.
    Rectangle(CellName, CellName),
    /// `"*8"`: a rank, by its number.
    Rank(u32),
    /// `"c*"`: a file, by its letters.
    File(String),
}

/// The name of a cell. Whether the board has it is not known here.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// The letters of the file, small.
    pub file: String,
    /// The number of the rank, at least 1.
    pub rank: u32,
}

/// An entry of `[regions]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegionEntry {
    /// The same for both players.
    Same(Region),
    /// `{ own = … }`: as the first player has it, reflected for the second.
    Own(Region),
    /// `{ white = …, black = … }`: for each player, by the player's name.
    PerPlayer(Named<Region>),
}

/// The `[regions]` table.
pub type Regions = Named<RegionEntry>;
