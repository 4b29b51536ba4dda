//! Square tables: laid over the board, reflected where they are given once.

use crate::diagnostic::Span;
use crate::diagnostic::codes::meaning;
use crate::game::{Cell, Origin, Player, Squares};
use crate::spec::{CellPoints, Entry, Evaluation as Table, Named, Numbers, Spot, SquareTable};

use super::drawing::Shape;
use super::scope::Scope;

/// The tables of all kinds that have one, early or late.
pub(crate) fn squares(table: &Table, scope: &Scope) -> Vec<Squares> {
    let resolve = |entry: &Entry<SquareTable>| {
        let name = &entry.name.value;
        let kind = scope.kinds.find_owned(name, entry.name.span, scope.log);
        let laid = |tables: &Named<SquareTable>| {
            let entry = tables.iter().find(|entry| entry.name.value == *name)?;
            Some(laid_over(entry, scope))
        };
        let (early, late) = (laid(&table.squares), laid(&table.late_squares));
        let nothing = || [(); 2].map(|()| vec![0; scope.board.geometry.size()]);
        let (points, late, origin) = match (early, late) {
            (Some(early), None) => {
                let (points, origin) = early?;
                (points.clone(), points, origin)
            }
            (None, late) => {
                let (late, origin) = late??;
                (nothing(), late, origin)
            }
            (Some(early), Some(late)) => {
                let ((points, origin), (late, _)) = (early?, late?);
                (points, late, origin)
            }
        };
        Some(Squares { kind: kind?, points, late, origin })
    };
    both(&table.squares, &table.late_squares).filter_map(resolve).collect()
}

/// A table laid over the board for either player, and where each stands.
type Laid = ([Vec<i32>; 2], [Origin; 2]);

fn laid_over(entry: &Entry<SquareTable>, scope: &Scope) -> Option<Laid> {
    match &entry.value {
        SquareTable::Once(points) => once(points, scope),
        SquareTable::PerPlayer(each) => Some(per_player(each, entry.name.span, scope)),
    }
}

/// A table as the first player sees it: reflected, and minus, for the second.
fn once(points: &CellPoints, scope: &Scope) -> Option<Laid> {
    let first = by_cell(points, Player::First, scope);
    let mirror = scope.board.mirror(points.span(), &scope.players, scope.log)?;
    let first = first?;
    let geometry = &scope.board.geometry;
    let mut second = vec![0; first.len()];
    for (cell, &points) in (0u16..).map(Cell).zip(&first) {
        if let Some(slot) = second.get_mut(mirror.cell(geometry, cell).index()) {
            *slot = points.saturating_neg();
        }
    }
    let origin = scope.origin(points.span());
    Some(([first, second], [origin.clone(), origin]))
}

fn per_player(each: &Named<CellPoints>, span: Span, scope: &Scope) -> Laid {
    let cells = scope.board.geometry.size();
    let mut points = [vec![0; cells], vec![0; cells]];
    let mut origin = [scope.origin(span), scope.origin(span)];
    for entry in each {
        let Some(player) = scope.players.find(&entry.name, scope.log) else { continue };
        if let Some(numbers) = by_cell(&entry.value, player, scope) {
            points[player.index()] = numbers;
            origin[player.index()] = scope.origin(entry.name.span);
        }
    }
    (points, origin)
}

fn by_cell(points: &CellPoints, player: Player, scope: &Scope) -> Option<Vec<i32>> {
    match points {
        CellPoints::Drawn(numbers) => printed(numbers, scope),
        CellPoints::Spots(spots, _) => Some(summed(spots, player, scope)),
    }
}

/// What the regions that hold a cell are worth.
fn summed(spots: &[Spot], player: Player, scope: &Scope) -> Vec<i32> {
    let mut points = vec![0i32; scope.board.geometry.size()];
    for spot in spots {
        let (Some(on), Some(value)) = (&spot.on, spot.value) else { continue };
        for cell in scope.cells(on)[player.index()].iter() {
            if let Some(slot) = points.get_mut(cell.index()) {
                *slot = slot.saturating_add(value.value);
            }
        }
    }
    points
}

/// The numbers of a table by cell; reports a table that has not the board's shape.
fn printed(numbers: &Numbers, scope: &Scope) -> Option<Vec<i32>> {
    if !scope.board.known {
        return None;
    }
    let shape = Shape {
        what: "table",
        unit: "numbers",
        code: meaning::TABLE_SHAPE,
        span: numbers.span,
        rows: numbers.rows.iter().map(|row| (row.span, row.numbers.len())).collect(),
    };
    let fits = shape.fits(&scope.board.geometry, scope.log);
    fits.then(|| numbers.rows.iter().flat_map(|row| &row.numbers).map(|number| number.value).collect())
}

/// The entries of the first table, and those of the second that the first has not.
pub(crate) fn both<'a, T>(early: &'a Named<T>, late: &'a Named<T>) -> impl Iterator<Item = &'a Entry<T>> {
    early.iter().chain(late.iter().filter(|entry| !early.has(&entry.name.value)))
}
