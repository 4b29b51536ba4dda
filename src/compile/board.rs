//! The cells: size, holes, which way the players look, and pictures of the board.

use crate::diagnostic::Span;
use crate::diagnostic::codes::meaning;
use crate::game::{CellSet, Geometry, Offset};
use crate::spec::{At, Compass, Definition, Heading, Mirror, Region};

use super::drawing::mirror;
use super::hexes::{check_heading, of_hexes};
use super::lines;
use super::log::Log;
use super::orientation::{Orientation, compass};
use super::players::Players;
use super::regions::{Rectangle, Regions};

/// The board as far as it is known.
pub(crate) struct Grid {
    /// The cells. A board of some size where the definition's could not be read.
    pub geometry: Geometry,
    /// Whether the size is the definition's.
    pub known: bool,
    /// Which way the players look.
    pub orientation: Orientation,
}

/// Reads the board and the named regions; the holes of the one may be said in terms of the other.
pub(crate) fn resolve(definition: &Definition, players: &Players, log: &Log) -> (Grid, Regions) {
    let table = definition.board.as_ref();
    let size = table.and_then(|board| board.size.as_ref());
    let (files, ranks) = size.map_or((8, 8), |size| (size.value.files as u16, size.value.ranks as u16));
    let whole = of_hexes(table, &Geometry::new(files, ranks, CellSet::EMPTY), log);
    let rotate = table.and_then(|board| board.mirror).is_some_and(|m| m.value == Mirror::Rotate);
    let orientation = Orientation::new(&whole, forward(definition, players, &whole, log), rotate);
    let rectangle = Rectangle { geometry: whole.clone(), known: size.is_some(), orientation };
    let mut regions = Regions::resolve(definition, &rectangle, players, log);
    let holes = table.and_then(|board| board.holes.as_ref());
    let holes = holes.map_or(CellSet::EMPTY, |region| resolve_holes(region, &regions, &rectangle, log));
    let cells = Geometry::new(files, ranks, holes);
    let cells = if whole.has_hexes() { cells.of_hexes() } else { cells };
    let said = table.and_then(|board| board.lines.as_ref());
    let said = said.filter(|_| !whole.has_hexes());
    let geometry =
        said.map_or_else(|| cells.clone(), |said| lines::drawn(said, cells.clone(), &rectangle, log));
    if geometry.board().is_empty() {
        let holes = table.and_then(|board| board.holes.as_ref()).map(|region| region.span);
        let span = holes.or(said.map(|lines| lines.span));
        span.into_iter().for_each(|span| log.report(meaning::BOARD_SIZE, span, "every cell is a hole"));
    }
    regions.leave_out(&!*geometry.board());
    (Grid { geometry, known: size.is_some(), orientation: rectangle.orientation }, regions)
}

fn forward(definition: &Definition, players: &Players, geometry: &Geometry, log: &Log) -> [Offset; 2] {
    let mut forward = [compass(Compass::North), compass(Compass::South)];
    for entry in &definition.directions {
        check_heading(At::new(Heading::Compass(entry.value.value), entry.value.span), geometry, log);
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

impl Grid {
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
