//! Squares that are called by numbers.

use super::scope::Scope;
use crate::diagnostic::codes::{meaning, text};
use crate::game::Cell;
use crate::spec::{Corner, Definition};

/// The cells that are numbered, in their order.
pub(crate) fn numbers(definition: &Definition, scope: &Scope) -> Vec<Cell> {
    let table = definition.board.as_ref();
    let numbered = table.and_then(|board| board.numbered.as_ref());
    let Some(corner) = table.and_then(|board| board.numbering) else {
        if let Some(region) = numbered {
            let message = "`numbered` means nothing without `numbering`, which says where numbers begin";
            scope.log.report(text::MISPLACED_KEY, region.span, message);
        }
        return Vec::new();
    };
    let geometry = &scope.board.geometry;
    let [cells, others] = numbered.map_or([*geometry.board(); 2], |region| scope.cells(region));
    if let Some(region) = numbered.filter(|_| cells != others) {
        let message = "numbered squares must be the same for both players";
        scope.log.report(meaning::RELATIVE_HOLES, region.span, message);
    }
    let top = matches!(corner.value, Corner::TopLeft | Corner::TopRight);
    let left = matches!(corner.value, Corner::TopLeft | Corner::BottomLeft);
    let mut order: Vec<Cell> = cells.iter().collect();
    order.sort_by_key(|&cell| {
        let (row, file) = (i32::from(geometry.row(cell)), i32::from(geometry.file(cell)));
        (if top { row } else { -row }, if left { file } else { -file })
    });
    order
}
