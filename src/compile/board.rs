//! The cells: size, holes, which way the players look, and pictures of the board.

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Cell, CellSet, Geometry, Offset, Player};
use crate::spec::{At, Compass, Definition, Drawing, Letter, Mirror, Region};

use super::log::Log;
use super::orientation::{Orientation, compass};
use super::players::Players;
use super::regions::{Rectangle, Regions};

/// The board as far as it is known.
pub(crate) struct Board {
    /// The cells. A board of some size where the definition's could not be read.
    pub geometry: Geometry,
    /// Whether the size is the definition's.
    pub known: bool,
    /// Which way the players look.
    pub orientation: Orientation,
}

/// Reads the board and the named regions; the holes of the one may be said in terms of the other.
pub(crate) fn resolve(definition: &Definition, players: &Players, log: &Log) -> (Board, Regions) {
    let table = definition.board.as_ref();
    let size = table.and_then(|board| board.size.as_ref());
    let (files, ranks) = size.map_or((8, 8), |size| (size.value.files as u16, size.value.ranks as u16));
    let whole = Geometry::new(files, ranks, CellSet::EMPTY);
    let rotate = table.and_then(|board| board.mirror).is_some_and(|m| m.value == Mirror::Rotate);
    let orientation = Orientation::new(&whole, forward(definition, players, log), rotate);
    let rectangle = Rectangle { geometry: whole, known: size.is_some(), orientation };
    let mut regions = Regions::resolve(definition, &rectangle, players, log);
    let holes = table.and_then(|board| board.holes.as_ref());
    let holes = holes.map_or(CellSet::EMPTY, |region| resolve_holes(region, &regions, &rectangle, log));
    let geometry = Geometry::new(files, ranks, holes);
    if geometry.board().is_empty() {
        let span = table.and_then(|board| board.holes.as_ref()).map(|region| region.span);
        span.into_iter().for_each(|span| log.report(meaning::BOARD_SIZE, span, "every cell is a hole"));
    }
    regions.leave_out(&holes);
    (Board { geometry, known: size.is_some(), orientation: rectangle.orientation }, regions)
}

fn forward(definition: &Definition, players: &Players, log: &Log) -> [Offset; 2] {
    let mut forward = [compass(Compass::North), compass(Compass::South)];
    for entry in &definition.directions {
        if let Some(player) = players.find(&entry.name, log) {
            forward[player.index()] = compass(entry.value.value);
        }
    }
    forward
}

fn resolve_holes(region: &Region, regions: &Regions, rectangle: &Rectangle, log: &Log) -> CellSet {
    let [first, second] = regions.cells_of(region, rectangle, log);
    if first != second {
        let message = "holes must be the same for both players";
        log.report(meaning::RELATIVE_HOLES, region.span, message);
    }
    first
}

/// The shape of something that is drawn as the board.
pub(crate) struct Shape {
    /// What it is called.
    pub what: &'static str,
    /// What its rows consist of.
    pub unit: &'static str,
    /// The code of a wrong shape.
    pub code: &'static Code,
    /// Where it stands.
    pub span: Span,
    /// Where each row stands, and how long it is.
    pub rows: Vec<(Span, usize)>,
}

impl Shape {
    /// Whether it has the board's shape; reports where it has not, once where all rows are wrong alike.
    pub(crate) fn fits(&self, geometry: &Geometry, log: &Log) -> bool {
        let (files, ranks) = (geometry.files() as usize, geometry.ranks() as usize);
        let Shape { what, unit, .. } = self;
        let rows = self.rows.len();
        let wrong = |span: Span, message: String| {
            let help = format!("the board has {ranks} ranks of {files} cells; the top rank comes first");
            log.add(Diagnostic::new(self.code, span, message).help(help));
        };
        let first = self.rows.first().map_or(0, |&(_, length)| length);
        if first != files && rows > 1 && self.rows.iter().all(|&(_, length)| length == first) {
            wrong(
                self.span,
                format!("this {what} has {rows} rows of {first} {unit}, which is not the board's shape"),
            );
            return false;
        }
        if rows != ranks {
            wrong(self.span, format!("this {what} has {rows} rows, the board {ranks} ranks"));
        }
        let uneven = self.rows.iter().filter(|&&(_, length)| length != files);
        for (span, length) in uneven.clone().take(ranks) {
            wrong(*span, format!("this row has {length} {unit}, the board {files} files"));
        }
        rows == ranks && uneven.count() == 0
    }
}

/// The cells of a picture with what is drawn there. Reports a picture that has not the board's shape
/// and gives nothing then.
pub(crate) fn drawn(
    drawing: &Drawing,
    geometry: &Geometry,
    known: bool,
    log: &Log,
) -> Vec<(Cell, At<Letter>)> {
    if !known {
        return Vec::new();
    }
    let shape = Shape {
        what: "picture",
        unit: "cells",
        code: meaning::DRAWING_SHAPE,
        span: drawing.span,
        rows: drawing.rows.iter().map(|row| (row.span, row.cells.len())).collect(),
    };
    if !shape.fits(geometry, log) {
        return Vec::new();
    }
    let cells = drawing.rows.iter().flat_map(|row| &row.cells);
    cells.zip(0u16..).map(|(&drawn, number)| (Cell(number), drawn)).collect()
}

impl Board {
    /// What carries the first player's half to the second's; reports where there is no such thing.
    pub(crate) fn mirror(
        &self,
        span: Span,
        players: &Players,
        log: &Log,
    ) -> Option<crate::game::symmetry::Symmetry> {
        mirror(&self.orientation, span, players, log)
    }
}

/// What carries the first player's half to the second's; reports where there is no such thing.
pub(crate) fn mirror(
    orientation: &Orientation,
    span: Span,
    players: &Players,
    log: &Log,
) -> Option<crate::game::symmetry::Symmetry> {
    if orientation.mirror.is_none() {
        let [first, second] = Player::BOTH.map(|player| players.name(player));
        let message = "the players do not face each other, so one's view says nothing of the other's";
        log.add(
            Diagnostic::new(meaning::NO_MIRROR, span, message)
                .help(format!("give each player's own: `{{ {first} = …, {second} = … }}`")),
        );
    }
    orientation.mirror
}
