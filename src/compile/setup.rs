//! The setup: letters of a picture become pieces on cells.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::meaning;
use crate::game::{Cell, Piece};
use crate::spec::{At, Definition, Drawing};

use super::board::drawn;
use super::scope::Scope;

/// What stands where when the game starts, by cell number.
pub(super) fn setup(definition: &Definition, scope: &Scope) -> Vec<Piece> {
    let mut pieces = vec![Piece::NONE; scope.board.geometry.size()];
    let Some(drawing) = definition.setup.as_ref().and_then(|setup| setup.board.as_ref()) else {
        return pieces;
    };
    check_letters(drawing, scope);
    for (cell, drawn) in drawn(drawing, &scope.board.geometry, scope.board.known, scope.log) {
        check_hole(cell, &drawn, scope);
        if let (Some(slot), Some(piece)) = (pieces.get_mut(cell.index()), scope.kinds.drawn_as(drawn.value)) {
            *slot = piece;
        }
    }
    pieces
}

fn check_letters(drawing: &Drawing, scope: &Scope) {
    if !scope.kinds.letters_known {
        return;
    }
    let mut reported = BTreeSet::new();
    for drawn in drawing.rows.iter().flat_map(|row| &row.cells) {
        let letter = drawn.value;
        let known = matches!(letter, '.' | '#') || scope.kinds.drawn_as(letter).is_some();
        if known || !reported.insert(letter) {
            continue;
        }
        let letters: Vec<String> = scope.kinds.letters().map(String::from).collect();
        let message = format!("no piece has the letter `{letter}`");
        let unknown = Diagnostic::new(meaning::UNKNOWN_LETTER, drawn.span, message);
        let candidates = letters.iter().map(String::as_str).chain(["."]);
        scope.log.add(unknown.suggest(&letter.to_string(), candidates));
    }
}

fn check_hole(cell: Cell, drawn: &At<char>, scope: &Scope) {
    let is_hole = !scope.board.geometry.has(cell);
    if is_hole == (drawn.value == '#') {
        return;
    }
    let name = scope.board.geometry.name(cell);
    let (message, help) = if is_hole {
        (format!("`{name}` is a hole"), "a hole is drawn `#`")
    } else {
        (format!("`{name}` is no hole"), "an empty cell is drawn `.`; holes stand in `[board]`")
    };
    scope.log.add(Diagnostic::new(meaning::HOLE_MISMATCH, drawn.span, message).help(help));
}
