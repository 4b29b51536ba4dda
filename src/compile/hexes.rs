//! Boards of hexagons: what cannot be said of them.

use crate::diagnostic::codes::{meaning, text};
use crate::diagnostic::{Diagnostic, either};
use crate::game::Geometry;
use crate::spec::{At, Board, Compass, DirectionWord, Group, Heading, Mirror, Relative};

use super::log::Log;

/// The board with hexagons as cells, where it says so. What does not go with them is reported.
pub(super) fn of_hexes(table: Option<&Board>, board: &Geometry, log: &Log) -> Geometry {
    let Some((table, cells)) = table.and_then(|table| Some((table, table.cells?))) else {
        return board.clone();
    };
    if !table.has_hexes() {
        return board.clone();
    }
    let help = "`mirror = \"rotate\"` turns what is given once half way round for the second player";
    if table.mirror.is_none_or(|mirror| mirror.value != Mirror::Rotate) {
        let at = table.mirror.map_or(cells.span, |mirror| mirror.span);
        let message = "a board of hexagons is not the same when top and bottom change places";
        log.add(Diagnostic::new(meaning::NO_MIRROR, at, message).help(help));
    }
    if let Some(lines) = &table.lines {
        let message = "lines are drawn on squares, not on hexagons";
        let drawn = Diagnostic::new(text::NOT_SUPPORTED, lines.span, message);
        log.add(drawn.help("`points = true` shows what is beside what as lines"));
    }
    board.of_hexes()
}

/// Why a word names no direction among hexagons, and the words that are nearest to what it says; `None` for one that
/// does.
fn nameless(word: DirectionWord) -> Option<(&'static str, &'static [&'static str])> {
    const BESIDE: &str = "no hexagon lies straight to a player's side";
    const BETWEEN: &str =
        "each row lies half a cell further right than the one above, so that no neighbour lies there";
    Some(match word {
        DirectionWord::Group(Group::Sideways) => {
            (BESIDE, &["forward-left", "forward-right", "backward-left", "backward-right"])
        }
        DirectionWord::One(Heading::Relative(Relative::Left)) => (BESIDE, &["forward-left", "backward-left"]),
        DirectionWord::One(Heading::Relative(Relative::Right)) => {
            (BESIDE, &["forward-right", "backward-right"])
        }
        DirectionWord::One(Heading::Compass(Compass::NorthWest)) => (BETWEEN, &["north", "west"]),
        DirectionWord::One(Heading::Compass(Compass::SouthEast)) => (BETWEEN, &["south", "east"]),
        DirectionWord::One(_) | DirectionWord::Group(Group::Orthogonal | Group::Diagonal | Group::Any) => {
            return None;
        }
    })
}

/// Reports a word that names no direction of the board; once, however often it is asked.
pub(super) fn check_direction(word: At<DirectionWord>, geometry: &Geometry, log: &Log) {
    if !geometry.has_hexes() {
        return;
    }
    if let Some((why, nearest)) = nameless(word.value) {
        let message = format!("`{}` is no direction among hexagons: {why}", word.value.word());
        let unknown = Diagnostic::new(text::UNKNOWN_DIRECTION, word.span, message);
        log.add_once(unknown.help(format!("it can be {}", either(nearest))));
    }
}

/// The same of a single direction.
pub(super) fn check_heading(heading: At<Heading>, geometry: &Geometry, log: &Log) {
    check_direction(At::new(DirectionWord::One(heading.value), heading.span), geometry, log);
}
