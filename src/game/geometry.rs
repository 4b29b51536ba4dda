//! The shape of the board: rows and files, holes, the names of cells.

use serde::Serialize;

use super::drawn::DrawnLines;
use super::symmetry::Symmetry;
use super::{Bits, Cell, CellSet};

/// A displacement on the board: files to the east, ranks to the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Offset {
    /// Files towards the east (the right of the picture).
    pub east: i16,
    /// Ranks towards the north (the top of the picture).
    pub north: i16,
}

impl Offset {
    /// No displacement.
    pub const ZERO: Offset = Offset { east: 0, north: 0 };

    /// The displacements to the neighbouring cells, clockwise from north.
    pub const CIRCLE: [Offset; 8] = [
        Offset::new(0, 1),
        Offset::new(1, 1),
        Offset::new(1, 0),
        Offset::new(1, -1),
        Offset::new(0, -1),
        Offset::new(-1, -1),
        Offset::new(-1, 0),
        Offset::new(-1, 1),
    ];

    /// The displacement `(east, north)`.
    pub const fn new(east: i16, north: i16) -> Offset {
        Offset { east, north }
    }

    /// This displacement taken `n` times.
    pub fn times(self, n: i16) -> Offset {
        Offset::new(self.east.saturating_mul(n), self.north.saturating_mul(n))
    }
}

/// A rectangle of cells, some of which may be holes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Geometry {
    files: u16,
    ranks: u16,
    board: CellSet,
    /// What is beside what, where lines say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Box<DrawnLines>>,
    /// Cells are hexagons, each row half a cell further right than the one above.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hexes: bool,
}

impl Geometry {
    /// The most cells a board can have.
    pub const MAX_CELLS: usize = 1024;

    /// A board of `files` by `ranks` cells without the `holes`. Both sides must be at least 1, their product at
    /// most [`Geometry::MAX_CELLS`].
    pub fn new(files: u16, ranks: u16, holes: CellSet) -> Geometry {
        let cells = files as usize * ranks as usize;
        assert!((1..=Self::MAX_CELLS).contains(&cells));
        let all: CellSet = (0..cells as u16).map(Cell).collect();
        Geometry { files, ranks, board: all & !holes, drawn: None, hexes: false }
    }

    /// The same board with hexagons as cells. Lines are drawn on squares alone.
    pub fn of_hexes(&self) -> Geometry {
        Geometry { hexes: true, drawn: None, ..self.clone() }
    }

    /// Whether lines say what is beside what.
    pub fn has_lines(&self) -> bool {
        self.drawn.is_some()
    }

    /// Whether the cells are hexagons.
    #[inline]
    pub fn has_hexes(&self) -> bool {
        self.hexes
    }

    /// The same rectangle with these cells and lines.
    pub(super) fn with_lines(&self, board: CellSet, drawn: DrawnLines) -> Geometry {
        Geometry { board, drawn: Some(Box::new(drawn)), ..self.clone() }
    }

    /// The lines, where some are drawn.
    #[inline]
    pub(super) fn drawn_lines(&self) -> Option<&DrawnLines> {
        self.drawn.as_deref()
    }

    /// How many files (columns).
    pub fn files(&self) -> u16 {
        self.files
    }

    /// How many ranks (rows).
    pub fn ranks(&self) -> u16 {
        self.ranks
    }

    /// The longer side.
    pub fn longest_side(&self) -> u16 {
        self.files.max(self.ranks)
    }

    /// Cells of the rectangle, holes included: cell numbers are below this.
    pub fn size(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Every cell that is not a hole.
    pub fn board(&self) -> &CellSet {
        &self.board
    }

    /// Whether the cell is on the board and no hole.
    pub fn has(&self, cell: Cell) -> bool {
        self.board.has(cell)
    }

    /// The cell at a file and a row, both from 0 at the top left, holes included.
    pub fn at(&self, file: u16, row: u16) -> Option<Cell> {
        (file < self.files && row < self.ranks).then(|| Cell(row * self.files + file))
    }

    /// File of a cell, from 0 at the left.
    pub fn file(&self, cell: Cell) -> u16 {
        cell.0 % self.files
    }

    /// Row of a cell, from 0 at the top of the picture.
    pub fn row(&self, cell: Cell) -> u16 {
        cell.0 / self.files
    }

    /// How many ranks the board has as somebody counts who looks `forward`.
    pub fn ranks_along(&self, forward: Offset) -> u16 {
        1 + (self.files() - 1) * forward.east.unsigned_abs()
            + (self.ranks() - 1) * forward.north.unsigned_abs()
    }

    /// The rank of a cell as somebody counts who looks `forward`, from 1 on the own side.
    pub fn rank_along(&self, forward: Offset, cell: Cell) -> u16 {
        let along = |sign: i16, from_low: u16, count: u16| match sign {
            0 => 0,
            1 => from_low,
            _ => count - 1 - from_low,
        };
        1 + along(forward.east, self.file(cell), self.files())
            + along(forward.north, self.rank(cell) - 1, self.ranks())
    }

    /// Rank of a cell as people say it, from 1 at the bottom of the picture.
    pub fn rank(&self, cell: Cell) -> u16 {
        self.ranks - self.row(cell)
    }

    /// The cell at a displacement, holes included; `None` beyond the rectangle.
    pub fn beyond(&self, cell: Cell, by: Offset) -> Option<Cell> {
        let file = self.file(cell) as i32 + by.east as i32;
        let row = self.row(cell) as i32 - by.north as i32;
        self.at(u16::try_from(file).ok()?, u16::try_from(row).ok()?)
    }

    /// The cell at a displacement; `None` beyond the rectangle or in a hole.
    pub fn neighbour(&self, cell: Cell, by: Offset) -> Option<Cell> {
        self.beyond(cell, by).filter(|&to| self.has(to))
    }

    /// The cells strictly between two, holes left out: those of the straight line in the smallest steps that
    /// lead from one to the other. Where a drawn line leads there, its points alone.
    pub fn between(&self, from: Cell, to: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        let line = self.drawn_lines().and_then(|_| self.line_between(from, to));
        let open = move |cell: &Cell| line.map_or_else(|| self.board.has(*cell), |line| line.has(*cell));
        self.steps_between(from, to).filter(open)
    }

    /// The same as a set of one width, in half the instructions.
    #[inline]
    pub fn set_between<const N: usize>(&self, from: Cell, to: Cell) -> Bits<N> {
        match self.drawn_lines() {
            Some(_) => self.between(from, to).collect(),
            None => self.steps_between(from, to).collect::<Bits<N>>() & self.board.narrow(),
        }
    }

    /// The same, holes and drawn lines left aside.
    #[inline]
    fn steps_between(&self, from: Cell, to: Cell) -> impl Iterator<Item = Cell> + use<> {
        let east = self.file(to) as i16 - self.file(from) as i16;
        let north = self.row(from) as i16 - self.row(to) as i16;
        let steps = common_divisor(east.unsigned_abs(), north.unsigned_abs()) as i16;
        let step = self.delta(Offset::new(east / steps.max(1), north / steps.max(1)));
        (1..steps).map(move |n| Cell((from.0 as i32 + n as i32 * step) as u16))
    }

    /// The points of the drawn line that leads from one cell straight to another.
    fn line_between(&self, from: Cell, to: Cell) -> Option<CellSet> {
        let by = self.heading(from, to);
        let next = |&cell: &Cell| self.onward(cell, by);
        let mut points = CellSet::EMPTY;
        for cell in std::iter::successors(next(&from), next).take(self.longest_side() as usize) {
            if cell == to {
                return Some(points);
            }
            points |= CellSet::of(cell);
        }
        None
    }

    /// The direction from one cell to another, as short as it can be.
    pub fn heading(&self, from: Cell, to: Cell) -> Offset {
        let by = |there: u16, here: u16| there as i16 - here as i16;
        let east = by(self.file(to), self.file(from));
        let north = by(self.rank(to), self.rank(from));
        let shared = common_divisor(east.unsigned_abs(), north.unsigned_abs()).max(1) as i16;
        Offset::new(east / shared, north / shared)
    }

    /// The number that a displacement adds to a cell's number.
    pub fn delta(&self, by: Offset) -> i32 {
        by.east as i32 - by.north as i32 * self.files as i32
    }

    /// The cell with file and rank exchanged, on a square board.
    pub fn mirrored(&self, cell: Cell) -> Cell {
        Symmetry::TRANSPOSE.cell(self, cell)
    }

    /// `a1` is the bottom left cell; after file `z` come `aa`, `ab` …
    pub fn name(&self, cell: Cell) -> String {
        format!("{}{}", file_name(self.file(cell)), self.rank(cell))
    }

    /// The cell of that name, holes included; `None` when it is not on the rectangle.
    pub fn parse(&self, text: &str) -> Option<Cell> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, rank) = text.split_at(digits);
        if rank.starts_with('0') || !rank.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank: u16 = rank.parse().ok()?;
        let file = parse_file(letters)?;
        self.at(file, self.ranks.checked_sub(rank)?)
    }

    /// Cells on the outer border of the rectangle, holes left out.
    pub fn edge(&self) -> CellSet {
        self.board
            .iter()
            .filter(|&c| {
                let (file, row) = (self.file(c), self.row(c));
                file == 0 || row == 0 || file + 1 == self.files || row + 1 == self.ranks
            })
            .collect()
    }
}

fn common_divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The name of a file from 0: `a` … `z`, then `aa`, `ab` …
pub fn file_name(file: u16) -> String {
    let last = (b'a' + (file % 26) as u8) as char;
    match file / 26 {
        0 => last.to_string(),
        above => format!("{}{last}", file_name(above - 1)),
    }
}

/// The file that a name says, from 0; `None` unless it is one to three small letters.
pub fn parse_file(letters: &str) -> Option<u16> {
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    letters
        .bytes()
        .try_fold(0u16, |sum, b| b.is_ascii_lowercase().then(|| sum * 26 + (b - b'a') as u16 + 1))?
        .checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_names_read_back() {
        let wide = Geometry::new(30, 3, CellSet::EMPTY);
        for cell in wide.board().iter() {
            assert_eq!(wide.parse(&wide.name(cell)), Some(cell));
        }
        assert_eq!(wide.name(Cell(26)), "aa3");
        assert_eq!(wide.parse("a4"), None);
        assert_eq!(wide.parse("a01"), None);
        assert_eq!(wide.parse("a"), None);
        assert_eq!(wide.parse("é1"), None);
    }
}
