//! Boards that are drawn: lines from point to point.
//!
//! ```text
//! a3 --- c3       lines: a3 c3 | a1 a3 | a1 b2 c3
//! |    /          from a3 the next point east is c3, for b3 is no point;
//! |  b2           from a1 it is a3 to the north, b2 to the north-east.
//! | /
//! a1
//! ```

use serde::Serialize;

use super::{Cell, CellSet, Geometry, Offset};

/// The lines of a board, and what follows from them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(super) struct DrawnLines {
    /// Each as its points in order, from the lower number; the lines themselves in order. None is a piece of another.
    lines: Vec<Vec<Cell>>,
    /// By cell, the next point in each direction of [`Offset::CIRCLE`].
    #[serde(skip)]
    next: Vec<[Option<Cell>; 8]>,
}

/// Two points that cannot be the next one in the same direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSegment {
    /// One does not lie straight ahead of the other.
    Crooked(Cell, Cell),
    /// From the first the second would be next, where already the third is.
    Taken(Cell, Cell, Cell),
}

impl DrawnLines {
    fn new(size: usize) -> DrawnLines {
        DrawnLines { lines: Vec::new(), next: vec![[None; 8]; size] }
    }

    fn add(&mut self, geometry: &Geometry, line: &[Cell]) -> Result<(), NoSegment> {
        for pair in line.windows(2) {
            self.join(geometry, pair[0], pair[1])?;
            self.join(geometry, pair[1], pair[0])?;
        }
        let mut line = line.to_vec();
        if line.last() < line.first() {
            line.reverse();
        }
        // A piece of a line that is drawn joins nothing anew.
        if !self.lines.iter().any(|other| is_piece(&line, other)) {
            self.lines.retain(|other| !is_piece(other, &line));
            self.lines.insert(self.lines.partition_point(|other| *other < line), line);
        }
        Ok(())
    }

    fn join(&mut self, geometry: &Geometry, from: Cell, to: Cell) -> Result<(), NoSegment> {
        let heading = geometry.heading(from, to);
        let number = circle(heading).ok_or(NoSegment::Crooked(from, to))?;
        match self.next[from.index()][number].replace(to) {
            Some(other) if other != to => Err(NoSegment::Taken(from, to, other)),
            _ => Ok(()),
        }
    }

    /// The next point in a direction of the circle.
    pub(super) fn next(&self, cell: Cell, direction: usize) -> Option<Cell> {
        self.next[cell.index()][direction]
    }
}

/// Whether a line is another one or a piece of it, from either end.
fn is_piece(line: &[Cell], of: &[Cell]) -> bool {
    line.is_empty() || of.windows(line.len()).any(|part| part == line || part.iter().rev().eq(line))
}

/// The number of a direction to a neighbour.
pub(super) fn circle(by: Offset) -> Option<usize> {
    Offset::CIRCLE.iter().position(|&other| other == by)
}

impl Geometry {
    /// The same board with these lines drawn on it: a cell on none of them is a hole. Or the number of the first line
    /// that cannot be drawn.
    pub fn drawn(&self, lines: &[Vec<Cell>]) -> Result<Geometry, (usize, NoSegment)> {
        let mut drawn = DrawnLines::new(self.size());
        for (number, line) in lines.iter().enumerate() {
            drawn.add(self, line).map_err(|wrong| (number, wrong))?;
        }
        let points: CellSet = lines.iter().flatten().copied().collect();
        Ok(self.with_lines(points, drawn))
    }

    /// The same cells without their lines.
    pub(super) fn undrawn(&self) -> Geometry {
        let holes = (0..self.size() as u16).map(Cell).filter(|&cell| !self.has(cell)).collect();
        Geometry::new(self.files(), self.ranks(), holes)
    }

    /// The lines that are drawn on the board, each as its points in order; none where cells touch their neighbours.
    pub fn lines(&self) -> &[Vec<Cell>] {
        self.drawn_lines().map_or(&[], |drawn| &drawn.lines)
    }

    /// Whether every drawn line is straight and lies along no other, so that a point is on one line of an axis at most.
    pub fn has_plain_lines(&self) -> bool {
        let mut along = vec![[false; 4]; self.size()];
        self.lines().iter().all(|line| {
            let heading = self.heading(line[0], line[1]);
            let straight = line.windows(2).all(|pair| self.heading(pair[0], pair[1]) == heading);
            let axis = circle(heading).map_or(0, |direction| direction % 4);
            straight && line.iter().all(|cell| !std::mem::replace(&mut along[cell.index()][axis], true))
        })
    }

    /// The lines that lie along an axis, each in its direction.
    pub(super) fn lines_along(&self, axis: Offset) -> impl Iterator<Item = Vec<Cell>> {
        self.lines().iter().filter_map(move |line| match self.heading(line[0], line[1]) {
            by if by == axis => Some(line.clone()),
            by if by == axis.times(-1) => Some(line.iter().rev().copied().collect()),
            _ => None,
        })
    }

    /// Whether lines say what is beside what.
    pub fn is_drawn(&self) -> bool {
        self.drawn_lines().is_some()
    }

    /// The next cell in a direction, along a line where lines are drawn; a displacement to no neighbour of a rectangle
    /// follows none.
    pub fn onward(&self, cell: Cell, by: Offset) -> Option<Cell> {
        match (self.drawn_lines(), circle(by)) {
            (Some(drawn), Some(direction)) => drawn.next(cell, direction),
            _ => self.neighbour(cell, by),
        }
    }

    /// The directions that join neighbours where nothing else is said: those of ranks and files, of all
    /// lines, or to the six neighbours of a hexagon.
    pub fn joining(&self) -> Vec<Offset> {
        self.compass().iter().copied().step_by(if self.is_drawn() { 1 } else { 2 }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(geometry: &Geometry, lines: &[&str]) -> Result<Geometry, (usize, NoSegment)> {
        let cell = |name: &str| geometry.parse(name).expect("a cell");
        let lines: Vec<Vec<Cell>> = lines.iter().map(|line| line.split(' ').map(cell).collect()).collect();
        geometry.drawn(&lines)
    }

    #[test]
    fn a_piece_of_a_line_adds_nothing() {
        let whole = Geometry::new(5, 5, CellSet::EMPTY);
        let long = drawn(&whole, &["a1 b2 c3 d4 e5", "a1 a2 a3"]);
        assert_eq!(drawn(&whole, &["a1 b2 c3 d4 e5", "a1 b2 c3", "a3 a2 a1", "a1 a2"]), long);
        assert_eq!(drawn(&whole, &["d4 c3 b2", "a1 a2 a3", "a1 b2 c3 d4 e5"]), long);
        let overlapping = drawn(&whole, &["a1 b2 c3", "b2 c3 d4"]).expect("lines");
        assert_eq!(overlapping.lines().len(), 2, "neither is a piece of the other");
    }

    #[test]
    fn neighbours_are_those_of_the_lines_however_far() {
        let whole = Geometry::new(3, 3, CellSet::EMPTY);
        let cell = |name: &str| whole.parse(name).expect("a cell");
        let board = drawn(&whole, &["a3 c3", "a1 a3", "c3 b2 a1"]).expect("a board");
        assert_eq!(board.board().count(), 4);
        assert_eq!(board.onward(cell("a3"), Offset::new(1, 0)), Some(cell("c3")));
        assert_eq!(board.onward(cell("c3"), Offset::new(-1, -1)), Some(cell("b2")));
        assert_eq!(board.onward(cell("a3"), Offset::new(1, -1)), None, "no line leads there");
        assert_eq!(board.onward(cell("a3"), Offset::new(2, 0)), Some(cell("c3")), "leaps ask for no line");
        let between: Vec<Cell> = board.between(cell("a1"), cell("c3")).collect();
        assert_eq!(between, [cell("b2")]);
    }

    #[test]
    fn the_order_of_lines_makes_no_other_board() {
        let whole = Geometry::new(3, 3, CellSet::EMPTY);
        let one = drawn(&whole, &["a1 a3", "a1 b2 c3"]).expect("a board");
        assert_eq!(Ok(one), drawn(&whole, &["c3 b2 a1", "a3 a1", "a1 a3"]));
    }

    #[test]
    fn a_point_has_one_neighbour_in_a_direction() {
        let whole = Geometry::new(3, 3, CellSet::EMPTY);
        let cell = |name: &str| whole.parse(name).expect("a cell");
        let twice = drawn(&whole, &["a1 b1", "a1 c1"]);
        assert_eq!(twice, Err((1, NoSegment::Taken(cell("a1"), cell("c1"), cell("b1")))));
        let crooked = drawn(&whole, &["a1 b3"]);
        assert_eq!(crooked, Err((0, NoSegment::Crooked(cell("a1"), cell("b3")))));
    }
}
