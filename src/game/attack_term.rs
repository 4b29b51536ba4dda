//! Points for cells that pieces attack: mobility, danger, threats and defence in one.

use super::{Cell, CellSet, Contents, Geometry, Kind, Offset, Origin, Piece, Points, Vicinity};

/// Points for pairs of a piece and a cell that it attacks.
#[derive(Clone, Debug)]
pub struct AttackTerm {
    /// Its name.
    pub name: String,
    /// The kinds that attack, by owner, and what each pair counts.
    pub by: [Vec<(Kind, u32)>; 2],
    /// The kinds whose pieces in hand could attack what stands in the middle of its window, and what each cell that they
    /// could be dropped on counts.
    pub hands: Vec<(Kind, u32)>,
    /// What the attacked cell holds, by the attacker's owner.
    pub onto: [Contents; 2],
    /// Where it lies.
    pub on: Zone,
    /// No enemy attacks the cell.
    pub undefended: bool,
    /// What stands there is worth more than the attacker.
    pub lesser: bool,
    /// No enemy of less worth than the attacker attacks the cell.
    pub safe: bool,
    /// Cells that the piece can move to, not those that it attacks.
    pub moves: bool,
    /// What points are given for.
    pub each: Tally,
    /// Its line.
    pub origin: Origin,
}

/// Where attacked cells lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Zone {
    /// Everywhere.
    Board,
    /// In a region, by the attacker's owner.
    Region(Box<[CellSet; 2]>),
    /// Around pieces.
    Window(PieceWindow),
}

/// Cells around pieces, as the owner of the piece in the middle sees them; its own cell is 0 ahead and 0 beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceWindow {
    /// The pieces in the middle, by the attacker's owner.
    pub around: [Contents; 2],
    /// How many ranks ahead, from and to.
    pub ahead: [i32; 2],
    /// How many files to either side, from and to.
    pub beside: [i32; 2],
}

/// What points are given for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tally {
    /// Each pair.
    Pair(Points),
    /// Each piece, by its pairs, none first; the last points go on.
    Piece(Vec<Points>),
    /// All pairs together, by what they count.
    Total(Vec<Points>),
}

impl Tally {
    /// All points.
    pub fn points(&self) -> &[Points] {
        match self {
            Tally::Pair(points) => std::slice::from_ref(points),
            Tally::Piece(list) | Tally::Total(list) => list,
        }
    }

    /// The number of the points that stand for a count.
    #[inline]
    pub fn number(list: &[Points], count: u64) -> usize {
        usize::try_from(count).unwrap_or(usize::MAX).min(list.len().saturating_sub(1))
    }
}

impl PieceWindow {
    /// The cells around a piece of `owner` on a cell.
    pub fn cells(&self, geometry: &Geometry, forward: Offset, cell: Cell) -> CellSet {
        let mut cells = self.seen().cells(geometry, forward, cell);
        let holds_none = |[least, most]: [i32; 2]| least <= 0 && 0 <= most;
        if holds_none(self.ahead) && holds_none(self.beside) {
            cells.insert(cell);
        }
        cells
    }

    /// All but the piece's own cell.
    pub fn seen(&self) -> Vicinity {
        Vicinity::Window { ahead: self.ahead, beside: self.beside }
    }
}

impl AttackTerm {
    /// What a pair of a player's piece counts; `None` where the piece is none of those that attack.
    pub fn weight(&self, piece: Piece) -> Option<u32> {
        let of = &self.by[piece.owner().index()];
        of.iter().find(|(kind, _)| *kind == piece.kind()).map(|&(_, weight)| weight)
    }

    /// The most points that a position can give either way, on a board of so many cells where nobody has more moves
    /// than that.
    pub fn bound(&self, cells: usize, moves: usize) -> i64 {
        let largest = self.each.points().iter().map(|points| points.size()).max().unwrap_or(0);
        largest.saturating_mul(match self.each {
            Tally::Pair(_) => moves as i64,
            Tally::Piece(_) => cells as i64,
            Tally::Total(_) => 2,
        })
    }
}
