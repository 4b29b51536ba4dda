//! The setup: letters of a picture become pieces on cells.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::Span;
use crate::diagnostic::codes::meaning;
use crate::game::{Cell, Piece, Player};
use crate::spec::{Army, At, Definition, Letter, Ranks, Setup};

use super::drawing::drawn;
use super::scope::Scope;

/// What stands where when the game starts, by cell number.
pub(crate) fn setup(definition: &Definition, scope: &Scope) -> Vec<Piece> {
    let mut pieces = vec![Piece::NONE; scope.board.geometry.size()];
    for Placed { cell, piece, .. } in placed(definition, scope) {
        if let Some(slot) = pieces.get_mut(cell.index()) {
            *slot = piece;
        }
    }
    pieces
}

/// A piece of the setup.
pub(crate) struct Placed {
    /// Where it stands.
    pub cell: Cell,
    /// The piece.
    pub piece: Piece,
    /// Where it is drawn.
    pub span: Span,
}

/// The pieces that the setup draws, as one picture or as armies.
pub(crate) fn placed(definition: &Definition, scope: &Scope) -> Vec<Placed> {
    match &definition.setup {
        Some(Setup { board: Some(drawing), .. }) => {
            check_letters(drawing.rows.iter().flat_map(|row| &row.cells), scope);
            let cells = drawn(drawing, &scope.board.geometry, scope.board.known, scope.log);
            check_holes(&cells, scope);
            pieces_on(&cells, scope).collect()
        }
        Some(Setup { army: Some(army), .. }) if scope.board.known => armies(army, scope),
        _ => Vec::new(),
    }
}

fn pieces_on(cells: &[(Cell, At<Letter>)], scope: &Scope) -> impl Iterator<Item = Placed> {
    let placed = |&(cell, drawn): &(Cell, At<Letter>)| {
        Some(Placed { cell, piece: scope.kinds.drawn_as(drawn.value)?, span: drawn.span })
    };
    cells.iter().filter_map(placed)
}

fn armies(army: &Army, scope: &Scope) -> Vec<Placed> {
    let (geometry, orientation) = (&scope.board.geometry, &scope.board.orientation);
    let said: Vec<(Player, &Ranks)> = match army {
        Army::Same(ranks) => vec![(Player::First, ranks)],
        Army::PerPlayer(each) => {
            let found = each
                .iter()
                .filter_map(|entry| Some((scope.players.find(&entry.name, scope.log)?, &entry.value)));
            found.collect()
        }
    };
    let rows: usize = said.iter().map(|(_, ranks)| ranks.rows.len()).sum();
    let times = if matches!(army, Army::Same(_)) { 2 } else { 1 };
    let ranks = orientation.ranks(geometry, Player::First) as usize;
    if let Some((_, last)) = said.last().filter(|_| times * rows > ranks) {
        let message = format!("the armies overlap: {} rows on {ranks} ranks", times * rows);
        scope.log.report(meaning::DRAWING_SHAPE, last.span, message);
        return Vec::new();
    }
    let mut placed: Vec<Placed> =
        said.iter().flat_map(|(player, ranks)| ranks_of(*player, ranks, scope)).collect();
    if let Army::Same(ranks) = army {
        let Some(mirror) = scope.mirror(ranks.span) else { return Vec::new() };
        check_own(&placed, scope);
        let reflected = |own: &Placed| {
            let (cell, piece) = (mirror.cell(geometry, own.cell), scope.kinds.roster().swapped(own.piece));
            Placed { cell, piece, span: own.span }
        };
        let others: Vec<Placed> = placed.iter().map(reflected).collect();
        placed.extend(others);
    }
    placed
}

/// The pieces of a player's rows, each on the cells of a rank in the order of a picture.
fn ranks_of(player: Player, ranks: &Ranks, scope: &Scope) -> Vec<Placed> {
    let (geometry, orientation) = (&scope.board.geometry, &scope.board.orientation);
    check_letters(ranks.rows.iter().flat_map(|row| &row.cells), scope);
    let mut cells = Vec::new();
    for (number, row) in (1..).zip(&ranks.rows) {
        let all = (0..geometry.size() as u16).map(Cell);
        let rank: Vec<Cell> =
            all.filter(|&cell| orientation.rank(geometry, player, cell) == number).collect();
        if rank.len() != row.cells.len() {
            let message = format!("this row has {} cells, the rank {}", row.cells.len(), rank.len());
            scope.log.report(meaning::DRAWING_SHAPE, row.span, message);
            return Vec::new();
        }
        cells.extend(rank.into_iter().zip(row.cells.iter().copied()));
    }
    check_holes(&cells, scope);
    pieces_on(&cells, scope).collect()
}

/// What is reflected for the second player is drawn with the first player's letters.
fn check_own(placed: &[Placed], scope: &Scope) {
    let foreign = |placed: &&Placed| scope.kinds.roster().owner(placed.piece) == Some(Player::Second);
    if let Some(foreign) = placed.iter().find(foreign) {
        let [first, second] = Player::each(|player| scope.players.name(player));
        let message =
            format!("this piece is {second}'s, and the army {first}'s: {second}'s is the same, reflected");
        let unlike = Diagnostic::new(meaning::UNKNOWN_LETTER, foreign.span, message);
        scope.log.add(
            unlike.help(format!("give each player's own: `army = {{ {first} = […], {second} = […] }}`")),
        );
    }
}

fn check_letters<'d>(cells: impl Iterator<Item = &'d At<Letter>>, scope: &Scope) {
    if !scope.kinds.letters_known {
        return;
    }
    let mut reported = BTreeSet::new();
    for drawn in cells {
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
