//! Boards that are drawn: from what is said to lines of points.

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Cell, Geometry, NoSegment, Offset};
use crate::spec::{BoardLine, BoardLines, CellName, Pattern};

use super::log::Log;
use super::regions::{Rectangle, cell};

/// The board with its lines; without them where they cannot be drawn, which is reported.
pub(super) fn drawn(said: &BoardLines, board: Geometry, rectangle: &Rectangle, log: &Log) -> Geometry {
    if !rectangle.known {
        return board;
    }
    let (mut lines, mut spans) = (Vec::new(), Vec::new());
    for entry in &said.list {
        let found = Liner { board: &board, rectangle, span: entry.span, log }.lines(&entry.value);
        spans.extend(found.iter().map(|_| entry.span));
        lines.extend(found);
    }
    match board.drawn(&lines) {
        Ok(drawn) => drawn,
        Err((number, wrong)) => {
            report(wrong, spans[number], &board, log);
            board
        }
    }
}

fn report(wrong: NoSegment, span: Span, board: &Geometry, log: &Log) {
    let name = |cell| board.name(cell);
    match wrong {
        NoSegment::Crooked(from, to) if from == to => {
            log.report(meaning::CROOKED_LINE, span, format!("the line stays on `{}`", name(from)));
        }
        NoSegment::Crooked(from, to) => {
            let message =
                format!("`{}` and `{}` lie on no rank, file or diagonal together", name(from), name(to));
            let crooked = Diagnostic::new(meaning::CROOKED_LINE, span, message);
            log.add(crooked.help("name the points where the line turns"));
        }
        NoSegment::Taken(from, to, other) => {
            let message = format!(
                "from `{}` both `{}` and `{}` are next in the same direction",
                name(from),
                name(to),
                name(other)
            );
            let twice = Diagnostic::new(meaning::TWO_NEIGHBOURS, span, message);
            log.add(twice.help("name every point that lies on the line"));
        }
    }
}

/// Finds the lines that one entry says.
struct Liner<'a, 's> {
    /// The board without lines: its holes interrupt what is not said point by point.
    board: &'a Geometry,
    rectangle: &'a Rectangle,
    span: Span,
    log: &'a Log<'s>,
}

impl Liner<'_, '_> {
    fn lines(&self, said: &BoardLine) -> Vec<Vec<Cell>> {
        let geometry = &self.rectangle.geometry;
        match said {
            BoardLine::Grid => {
                let ranks = (0..geometry.ranks()).map(|row| self.rank(row));
                let files = (0..geometry.files()).map(|file| self.file(file));
                ranks.chain(files).flatten().collect()
            }
            BoardLine::Whole(pattern) => self.whole(pattern),
            BoardLine::Straight(from, to) => match (self.cell(from), self.cell(to)) {
                (Some(from), Some(to)) => self.straight(from, to),
                _ => Vec::new(),
            },
            BoardLine::Points(points) => {
                let points: Option<Vec<Cell>> = points.iter().map(|point| self.point(point)).collect();
                points.into_iter().collect()
            }
        }
    }

    fn whole(&self, pattern: &Pattern) -> Vec<Vec<Cell>> {
        let geometry = &self.rectangle.geometry;
        let found = match pattern {
            Pattern::Rank(rank) => {
                let row = u16::try_from(*rank).ok().and_then(|rank| geometry.ranks().checked_sub(rank));
                row.map(|row| self.rank(row))
            }
            Pattern::File(letters) => {
                let file = crate::game::parse_file(letters).filter(|&file| file < geometry.files());
                file.map(|file| self.file(file))
            }
            Pattern::Cell(_) | Pattern::Rectangle(..) => None,
        };
        if found.is_none() {
            self.log.report(meaning::REGION_OFF_BOARD, self.span, "the board has no such rank or file");
        }
        found.unwrap_or_default()
    }

    fn rank(&self, row: u16) -> Vec<Vec<Cell>> {
        let geometry = &self.rectangle.geometry;
        self.pieces((0..geometry.files()).filter_map(|file| geometry.at(file, row)))
    }

    fn file(&self, file: u16) -> Vec<Vec<Cell>> {
        let geometry = &self.rectangle.geometry;
        self.pieces((0..geometry.ranks()).filter_map(|row| geometry.at(file, row)))
    }

    /// Every cell from one to another. A crooked way is left to whoever joins the two.
    fn straight(&self, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        let geometry = &self.rectangle.geometry;
        let by = geometry.heading(from, to);
        if !Offset::CIRCLE.contains(&by) {
            return vec![vec![from, to]];
        }
        let before = std::iter::successors(Some(from), |&cell| geometry.beyond(cell, by));
        self.pieces(before.take_while(|&cell| cell != to).chain([to]))
    }

    /// What holes leave of a line; a single point is no line.
    fn pieces(&self, cells: impl Iterator<Item = Cell>) -> Vec<Vec<Cell>> {
        let cells: Vec<Cell> = cells.collect();
        let parts = cells.split(|&cell| !self.board.has(cell));
        parts.filter(|part| part.len() > 1).map(<[Cell]>::to_vec).collect()
    }

    fn point(&self, name: &CellName) -> Option<Cell> {
        let cell = self.cell(name)?;
        if !self.board.has(cell) {
            self.log.report(meaning::HOLE_MISMATCH, self.span, format!("`{name}` is a hole"));
            return None;
        }
        Some(cell)
    }

    fn cell(&self, name: &CellName) -> Option<Cell> {
        let found = cell(name, &self.rectangle.geometry);
        if found.is_none() {
            self.log.report(meaning::REGION_OFF_BOARD, self.span, format!("the board has no cell `{name}`"));
        }
        found
    }
}
