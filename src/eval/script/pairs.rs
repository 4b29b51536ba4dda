//! `score_pair`, asked for every pair of pieces on every pair of cells and written into a table.

use mlua::Function;

use super::error::{ScriptError, ScriptFault};
use super::opened::Opened;
use crate::game::{Cell, Game, Pairs, Partner, Piece};

/// The most pairs that a table holds.
const MOST_PAIRS: usize = 1 << 20;

/// Asks for every ordered pair. A pair asked both ways is added up.
pub(super) fn tabulate(
    game: &Game,
    hook: &Function,
    line: Option<u32>,
    opened: &Opened,
) -> Result<Pairs, ScriptError> {
    let table = Table::ask(game, hook, line, opened)?;
    let cells = game.rules.geometry.size();
    let mut pairs = Pairs::new(cells);
    let places: Vec<Option<usize>> = (0..cells as u16).map(|cell| table.place(Cell(cell))).collect();
    for piece in game.rules.pieces() {
        for place in &places {
            let Some(place) = *place else {
                pairs.push(0, []);
                continue;
            };
            let a = table.slot(piece, place);
            let partner = |slot: usize| {
                let (piece, place) = (Piece(1 + (slot / table.cells.len()) as u8), slot % table.cells.len());
                let value = table.at(a, slot) + table.at(slot, a);
                Some(Partner { cell: table.cells[place], piece, value })
                    .filter(|partner| partner.value != 0 && slot % table.cells.len() != a % table.cells.len())
            };
            pairs.push(table.at(a, a), (0..table.slots).filter_map(partner));
        }
    }
    Ok(pairs)
}

/// Every answer, by the slots of both pieces.
struct Table {
    cells: Vec<Cell>,
    slots: usize,
    values: Vec<i32>,
}

impl Table {
    fn ask(game: &Game, hook: &Function, line: Option<u32>, opened: &Opened) -> Result<Table, ScriptError> {
        let sandbox = &opened.sandbox;
        let cells: Vec<Cell> = game.rules.geometry.board().iter().collect();
        let kinds = game.rules.pieces().count();
        let slots = kinds * cells.len();
        if slots * slots > MOST_PAIRS {
            let message = format!(
                "{kinds} pieces on {} cells make {} pairs, all asked about when the game is loaded, and a table \
                 holds {MOST_PAIRS}: use another hook",
                cells.len(),
                slots * slots
            );
            return Err(sandbox.error(Some("score_pair"), line, ScriptFault::Contract, message));
        }
        let broken = |error: mlua::Error| sandbox.explain(Some("score_pair"), &error);
        let output = sandbox.lua.create_buffer(vec![0; slots * 8]).map_err(broken)?;
        let geometry = &game.rules.geometry;
        let place = |&cell: &Cell| [geometry.file(cell) + 1, geometry.rank(cell)];
        let places = sandbox.lua.create_sequence_from(cells.iter().flat_map(place)).map_err(broken)?;
        let mut values = Vec::with_capacity(slots * slots);
        for piece in game.rules.pieces() {
            for cell in &cells {
                let [x, y] = place(cell);
                let args = (hook.clone(), output.clone(), places.clone(), kinds, piece.0, x, y);
                let mut answer = sandbox.call(Some("score_pair"), &opened.row, args)?;
                let asked = answer.pop_front().and_then(|value| value.as_usize()).unwrap_or(0);
                if asked != slots * 8 {
                    let value = answer.pop_front().unwrap_or(mlua::Value::Nil);
                    sandbox.score("score_pair", line, &value)?;
                }
                for slot in 0..slots {
                    let number = f64::from_le_bytes(output.read_bytes(slot * 8));
                    values.push(sandbox.points("score_pair", line, number)?);
                }
            }
        }
        Ok(Table { cells, slots, values })
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    fn slot(&self, piece: Piece, place: usize) -> usize {
        (piece.index() - 1) * self.cells.len() + place
    }

    fn at(&self, a: usize, b: usize) -> i32 {
        self.values[a * self.slots + b]
    }
}
