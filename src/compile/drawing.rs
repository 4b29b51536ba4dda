//! Drawings on the board, and what carries one half of it to the other.

use super::log::Log;
use super::orientation::Orientation;
use super::players::Players;
use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Cell, Geometry, Player};
use crate::spec::{At, Drawing, Letter};

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
            let mut help = format!("the board has {ranks} ranks of {files} cells; the top rank comes first");
            if self.code == meaning::TABLE_SHAPE && !self.span.source.is_main() {
                help += "; this table is inherited: `NAME = false` in `[evaluation.squares]` drops that of the piece NAME";
            }
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

/// What carries the first player's half to the second's; reports where there is no such thing.
pub(crate) fn mirror(
    orientation: &Orientation,
    span: Span,
    players: &Players,
    log: &Log,
) -> Option<crate::game::symmetry::Symmetry> {
    if orientation.mirror.is_none() {
        let [first, second] = Player::each(|player| players.name(player));
        let message = "the players do not face each other, so one's view says nothing of the other's";
        log.add(
            Diagnostic::new(meaning::NO_MIRROR, span, message)
                .help(format!("give each player's own: `{{ {first} = …, {second} = … }}`")),
        );
    }
    orientation.mirror
}
