//! Where the cells of a board lie in a picture, in the widths of a cell from the corner at the top left.

use super::text::put;
use crate::game::{Cell, Geometry};

/// From the middle of a row of hexagons to that of the next one.
const HEX_ROW: f64 = 0.866_025_403_784_438_6;

/// From the middle of a hexagon to the corners above and below it.
const HEX_HALF: f64 = 0.577_350_269_189_625_8;

/// The cells of a board as they lie beside each other.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    files: usize,
    ranks: usize,
    hexes: bool,
    flipped: bool,
    /// Where the corner lies, seen from that of the whole rectangle, and how wide and high all cells are together.
    corner: (f64, f64),
    extent: (f64, f64),
}

impl Grid {
    /// The cells of a board; of hexagons as much as has cells.
    pub(crate) fn of(geometry: &Geometry) -> Grid {
        let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
        let mut grid = Grid {
            files,
            ranks,
            hexes: geometry.has_hexes(),
            flipped: false,
            corner: (0.0, 0.0),
            extent: (files as f64, ranks as f64),
        };
        if grid.hexes {
            let middles: Vec<(f64, f64)> =
                geometry.board().iter().map(|cell: Cell| grid.middle(cell.index())).collect();
            let span = |of: fn(&(f64, f64)) -> f64| {
                let all = || middles.iter().map(of);
                (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
            };
            let ((left, right), (top, bottom)) = (span(|at| at.0), span(|at| at.1));
            grid.corner = (left - 0.5, top - HEX_HALF);
            grid.extent = (right - left + 1.0, bottom - top + 2.0 * HEX_HALF);
        }
        grid
    }

    /// The same, turned half way round.
    pub(crate) fn flipped(self, flipped: bool) -> Grid {
        Grid { flipped, ..self }
    }

    /// How wide and high the board is.
    pub(crate) fn extent(&self) -> (f64, f64) {
        self.extent
    }

    /// The middle of a cell.
    pub(crate) fn middle(&self, cell: usize) -> (f64, f64) {
        let (file, row) = ((cell % self.files) as f64, (cell / self.files) as f64);
        let (x, y) = match self.hexes {
            false => (file + 0.5, row + 0.5),
            true => (file + row / 2.0 + 0.5 - self.corner.0, row * HEX_ROW + HEX_HALF - self.corner.1),
        };
        if self.flipped { (self.extent.0 - x, self.extent.1 - y) } else { (x, y) }
    }

    /// Below which point what names a file stands: the edge of the board, or among hexagons the middle of the place below
    /// the last of its cells that are there.
    pub(crate) fn below(&self, file: usize, is_there: impl Fn(usize) -> bool) -> (f64, f64) {
        if !self.hexes {
            return (self.middle(file).0, self.extent.1);
        }
        let cells = (0..self.ranks).map(|row| row * self.files + file).filter(|&cell| is_there(cell));
        let lowest = cells.map(|cell| self.middle(cell)).max_by(|one, other| one.1.total_cmp(&other.1));
        let (x, y) = lowest.unwrap_or_else(|| self.middle(file));
        (x + 0.5, y + HEX_ROW)
    }

    /// Left of which point what names a row stands: the edge of the board, or of the first of its cells that are there.
    pub(crate) fn beside(&self, row: usize, is_there: impl Fn(usize) -> bool) -> (f64, f64) {
        if !self.hexes {
            return (0.0, self.middle(row * self.files).1);
        }
        let cells = (0..self.files).map(|file| row * self.files + file).filter(|&cell| is_there(cell));
        let first = cells.map(|cell| self.middle(cell)).min_by(|one, other| one.0.total_cmp(&other.0));
        let (x, y) = first.unwrap_or_else(|| self.middle(row * self.files));
        (x - 0.5, y)
    }

    /// Which of as many colours as there are a cell has: two of squares, three of hexagons.
    pub(crate) fn shade(&self, cell: usize) -> usize {
        let steps = cell % self.files + (self.ranks - 1 - cell / self.files);
        if self.hexes { steps % 3 } else { steps % 2 }
    }

    /// The neighbours of a cell to the right and below, where a board of points shows lines.
    pub(crate) fn onward(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (files, below) = (self.files, cell / self.files + 1 < self.ranks);
        let right = (cell % files + 1 < files).then_some(cell + 1);
        let left = (self.hexes && below && !cell.is_multiple_of(files)).then(|| cell + files - 1);
        right.into_iter().chain(below.then_some(cell + files)).chain(left)
    }

    /// Draws a cell around a point, its sides as long as those of a square of this width, in some look.
    pub(crate) fn draw_cell(&self, (x, y): (f64, f64), side: f64, look: &str, out: &mut String) {
        if self.hexes {
            let corners = hexagon((x, y), side);
            return put(out, format_args!("<polygon class=\"{look}\" points=\"{corners}\"/>"));
        }
        let (left, top) = (x - side / 2.0, y - side / 2.0);
        put(
            out,
            format_args!(
                "<rect class=\"{look}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\"/>"
            ),
        );
    }
}

/// The corners of a hexagon of some width around a point.
fn hexagon((x, y): (f64, f64), wide: f64) -> String {
    let (half, quarter) = (HEX_HALF, HEX_HALF / 2.0);
    let corners =
        [(0.0, -half), (0.5, -quarter), (0.5, quarter), (0.0, half), (-0.5, quarter), (-0.5, -quarter)];
    corners.map(|(across, down)| format!("{:.1},{:.1}", x + across * wide, y + down * wide)).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CellSet;

    #[test]
    fn neighbours_among_hexagons_lie_one_width_apart() {
        let board = Geometry::new(5, 4, CellSet::EMPTY).of_hexes();
        for grid in [Grid::of(&board), Grid::of(&board).flipped(true)] {
            for cell in board.board().iter() {
                let (x, y) = grid.middle(cell.index());
                assert!(x > 0.49 && y > 0.57 && x < grid.extent().0 && y < grid.extent().1);
                for other in board.circle().iter().filter_map(|&by| board.neighbour(cell, by)) {
                    let (u, v) = grid.middle(other.index());
                    assert!(((x - u).hypot(y - v) - 1.0).abs() < 1e-9);
                    assert_ne!(grid.shade(cell.index()), grid.shade(other.index()));
                }
            }
        }
    }

    #[test]
    fn holes_at_the_sides_take_no_room() {
        let holes = ["a1", "a2", "c3"];
        let whole = Geometry::new(3, 3, CellSet::EMPTY);
        let holes = holes.iter().filter_map(|name| whole.parse(name)).collect();
        let grid = Grid::of(&Geometry::new(3, 3, holes).of_hexes());
        assert_eq!(grid.extent().0, 4.0);
        assert_eq!(grid.middle(0), (0.5, HEX_HALF));
    }
}
