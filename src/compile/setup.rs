//! The setup: letters of a picture become pieces on cells.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::meaning;
use crate::game::{Cell, Piece};
use crate::spec::{At, Definition, Drawing, Letter};

use super::board::drawn;
use super::scope::Scope;

/// What stands where when the game starts, by cell number.
pub(super) fn setup(definition: &Definition, scope: &Scope) -> Vec<Piece> {
    let mut pieces = vec![Piece::NONE; scope.board.geometry.size()];
    let Some(drawing) = definition.setup.as_ref().and_then(|setup| setup.board.as_ref()) else {
        return pieces;
    };
    check_letters(drawing, scope);
    let cells = drawn(drawing, &scope.board.geometry, scope.board.known, scope.log);
    check_holes(&cells, scope);
    for (cell, drawn) in cells {
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
        let known = letter == '.' || letter == '#' || scope.kinds.drawn_as(letter).is_some();
        if known || !reported.insert(letter) {
            continue;
        }
        let letters: Vec<String> = scope.kinds.letters().map(|letter| letter.to_string()).collect();
        let message = format!("no piece has the letter `{letter}`");
        let unknown = Diagnostic::new(meaning::UNKNOWN_LETTER, drawn.span, message);
        let candidates = letters.iter().map(String::as_str).chain(["."]);
        scope.log.add(unknown.suggest(&letter.to_string(), candidates));
    }
}

/// How many further cells of a picture are pointed at.
const MOST_LABELS: usize = 5;

/// Reports where the picture has a hole and the board none, or the other way round: once, as holes that
/// are forgotten in one of them are all wrong alike.
fn check_holes(cells: &[(Cell, At<Letter>)], scope: &Scope) {
    let is_hole = |cell: Cell| !scope.board.geometry.has(cell);
    let mut wrong = cells.iter().filter(|(cell, drawn)| is_hole(*cell) != (drawn.value == '#'));
    let Some(&(first, drawn)) = wrong.next() else { return };
    let said = |cell: Cell| {
        let name = scope.board.geometry.name(cell);
        if is_hole(cell) { format!("`{name}` is a hole") } else { format!("`{name}` is no hole") }
    };
    let others: Vec<_> = wrong.collect();
    let more = match others.len() {
        0 => String::new(),
        1 => ", and another cell does not fit either".to_owned(),
        n => format!(", and {n} more cells do not fit either"),
    };
    let message = format!("{}{more}", said(first));
    let mut mismatch =
        Diagnostic::new(meaning::HOLE_MISMATCH, drawn.span, message).help(hole_help(cells, scope));
    for &&(cell, drawn) in others.iter().take(MOST_LABELS) {
        mismatch = mismatch.label(drawn.span, said(cell));
    }
    scope.log.add(mismatch);
}

/// What to write: the holes that the picture has, when they are few.
fn hole_help(cells: &[(Cell, At<Letter>)], scope: &Scope) -> String {
    let drawn = cells.iter().filter(|(_, drawn)| drawn.value == '#');
    let names: Vec<String> =
        drawn.map(|&(cell, _)| format!("\"{}\"", scope.board.geometry.name(cell))).collect();
    match names.len() {
        1..=12 => format!(
            "a hole is drawn `#`, an empty cell `.`; for holes as drawn here, `[board]` has `holes = [{}]`",
            names.join(", ")
        ),
        _ => "a hole is drawn `#`, an empty cell `.`; the holes stand in `[board]`".to_owned(),
    }
}
