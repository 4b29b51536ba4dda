//! The board: cells or points, what stands on them, and marks.

use super::figure::Figure;
use super::grid::Grid;
use super::text::put;
use crate::game::{Action, Cell, CellSet, Geometry, Move};
use crate::position::Position;

/// A board that can be drawn anywhere, at any size.
#[derive(Clone, Debug)]
pub(crate) struct DrawnBoard {
    grid: Grid,
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "drawn by the command line"))]
    files: usize,
    /// By cell number, rows from the top; `None` for a hole.
    cells: Vec<Option<Option<Figure>>>,
    /// The letters of the pieces by cell number: a blank for a hole, a dot for an empty cell.
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "drawn by the command line"))]
    letters: Vec<char>,
    /// What each figure is, for who cannot see it; empty where nothing shall be said.
    names: Vec<String>,
    points: bool,
    /// From where to where lines are drawn, by cell numbers; `None` where they are those of ranks and files.
    segments: Option<Vec<(usize, usize)>>,
    /// Cells are light and dark in turn; where all pieces are of one kind, colours would only distract.
    chequered: bool,
    last: Vec<Cell>,
    marked: Option<CellSet>,
}

impl DrawnBoard {
    /// The board of a position, with pieces by their letters or by their symbols.
    pub(crate) fn of(position: &Position, by_letters: bool) -> DrawnBoard {
        let game = position.game();
        let geometry = &game.rules.geometry;
        let cell = |cell: Cell| {
            let piece = position.at(cell);
            geometry.has(cell).then(|| (!piece.is_none()).then(|| Figure::of(game, piece, by_letters)))
        };
        let cells: Vec<_> = (0..geometry.size() as u16).map(|at| cell(Cell(at))).collect();
        let letter = |at| match position.at(Cell(at)) {
            _ if !geometry.has(Cell(at)) => ' ',
            piece if piece.is_none() => '·',
            piece => game.letter(piece).letter,
        };
        DrawnBoard {
            letters: (0..geometry.size() as u16).map(letter).collect(),
            grid: Grid::of(geometry),
            files: usize::from(geometry.files()),
            names: vec![String::new(); cells.len()],
            cells,
            points: game.names.points,
            segments: geometry.is_drawn().then(|| segments(geometry)),
            chequered: game.rules.roster.kinds > 1,
            last: Vec::new(),
            marked: None,
        }
    }

    pub(super) fn flipped(self, flipped: bool) -> DrawnBoard {
        DrawnBoard { grid: self.grid.clone().flipped(flipped), ..self }
    }

    pub(super) fn named(self, name: impl Fn(Cell) -> String) -> DrawnBoard {
        DrawnBoard { names: (0..self.cells.len() as u16).map(|at| name(Cell(at))).collect(), ..self }
    }

    pub(super) fn with_last(self, last: Vec<Cell>) -> DrawnBoard {
        DrawnBoard { last, ..self }
    }

    pub(super) fn marked(self, marked: Option<CellSet>) -> DrawnBoard {
        DrawnBoard { marked, ..self }
    }

    /// The letters of the pieces, a text for each row from the top.
    #[cfg(feature = "cli")]
    pub(crate) fn rows(&self) -> impl Iterator<Item = String> + '_ {
        self.letters.chunks(self.files.max(1)).map(|row| row.iter().collect())
    }

    /// How many cells wide and high it is.
    pub(crate) fn extent(&self) -> (f64, f64) {
        self.grid.extent()
    }

    /// The middle of a cell, in cells from the corner at the top left.
    pub(crate) fn middle(&self, cell: usize) -> (f64, f64) {
        self.grid.middle(cell)
    }

    /// Where the name of a file stands, see [`Grid::below`].
    pub(super) fn below(&self, file: u16) -> (f64, f64) {
        self.grid.below(usize::from(file), |cell| self.cells[cell].is_some())
    }

    /// Where the name of a row stands, see [`Grid::beside`].
    pub(super) fn beside(&self, row: u16) -> (f64, f64) {
        self.grid.beside(usize::from(row), |cell| self.cells[cell].is_some())
    }

    /// Draws it with its corner at a point, each cell with sides of that length.
    pub(crate) fn draw(&self, left: f64, top: f64, side: f64, out: &mut String) {
        let at = |cell: usize| {
            let (x, y) = self.middle(cell);
            (left + x * side, top + y * side)
        };
        self.ground(at, side, out);
        for cell in self.last.iter().map(|cell| cell.index()) {
            self.grid.draw_cell(at(cell), side * if self.points { 0.9 } else { 1.0 }, "last", out);
        }
        for (cell, content) in self.cells.iter().enumerate() {
            let (x, y) = at(cell);
            if let Some(Some(figure)) = content {
                figure.draw(x, y, side, &self.names[cell], out);
            }
            if self.marked.is_some_and(|marked| marked.has(Cell(cell as u16))) {
                let taken = matches!(content, Some(Some(_)));
                let (look, radius) = if taken { ("ring", 0.45) } else { ("dot", 0.15) };
                put(
                    out,
                    format_args!(
                        "<circle class=\"{look}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>",
                        side * radius
                    ),
                );
            }
        }
    }

    /// The board without pieces, its corner at the origin, each cell with sides of that length.
    #[cfg_attr(not(feature = "web"), allow(dead_code, reason = "drawn by the page"))]
    pub(crate) fn draw_ground(&self, side: f64) -> String {
        let mut out = String::new();
        let at = |cell: usize| {
            let (x, y) = self.middle(cell);
            (x * side, y * side)
        };
        self.ground(at, side, &mut out);
        out
    }

    /// The cells, or the lines between the points.
    fn ground(&self, at: impl Fn(usize) -> (f64, f64), side: f64, out: &mut String) {
        let is_there = |cell: usize| self.cells[cell].is_some();
        let is_ground = |cell: usize| is_there(cell) || self.segments.is_some();
        for cell in (0..self.cells.len()).filter(|&cell| is_ground(cell)) {
            let look = match (self.points, self.grid.shade(cell)) {
                (true, _) => "plate",
                (false, 0) if self.chequered => "cell dark",
                (false, _) => "cell",
            };
            self.grid.draw_cell(at(cell), side, look, out);
            if !self.points && self.chequered && self.grid.shade(cell) == 2 {
                put(out, format_args!("<g fill-opacity=\".5\">"));
                self.grid.draw_cell(at(cell), side, "cell dark", out);
                put(out, format_args!("</g>"));
            }
        }
        if !self.points {
            return;
        }
        let segments = self.segments.clone().unwrap_or_else(|| self.crossings());
        for (from, to) in segments {
            let ((x, y), (to_x, to_y)) = (at(from), at(to));
            put(out, format_args!("<path class=\"line\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>"));
        }
    }

    /// From each cell to its neighbours at the right and below.
    fn crossings(&self) -> Vec<(usize, usize)> {
        let is_there = |cell: usize| self.cells[cell].is_some();
        let onward = |cell: usize| {
            let others = self.grid.onward(cell).filter(move |&other| is_there(other));
            others.map(move |other| (cell, other))
        };
        (0..self.cells.len()).filter(|&cell| is_there(cell)).flat_map(onward).collect()
    }
}

/// From point to point along the lines of a board.
fn segments(geometry: &Geometry) -> Vec<(usize, usize)> {
    let pairs = geometry.lines().iter().flat_map(|line| line.windows(2));
    let mut segments: Vec<(usize, usize)> = pairs.map(|pair| (pair[0].index(), pair[1].index())).collect();
    segments.iter_mut().for_each(|(from, to)| (*from, *to) = ((*from).min(*to), (*from).max(*to)));
    segments.sort_unstable();
    segments.dedup();
    segments
}

/// The cells of a move that was played: where it began, where it landed, and what its further stage chose.
pub(super) fn cells_of(position: &Position, mv: Move) -> Vec<Cell> {
    match position.game().rules.moves[mv.rule()].action {
        Action::Pass => Vec::new(),
        _ => {
            let mut cells = position.cells_of_last(mv);
            cells.extend(mv.stage());
            cells.sort_unstable();
            cells.dedup();
            cells
        }
    }
}
