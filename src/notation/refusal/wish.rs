//! What a move text asks for, whether that can be or not.

use super::super::stages::split_stages;
use super::Reason;
use crate::game::{Cell, Game, Letter, Move, Piece};
use crate::position::{MoveList, Position};

/// What a move text asks for.
#[derive(Clone, Copy)]
pub(super) enum Wish<'t> {
    /// From one cell to another, and what stands behind the cells: what the piece becomes.
    Shift(Cell, Cell, &'t str),
    Exit(Cell),
    Drop(Option<Letter>, Cell),
    Pass,
    Done,
    Swap,
}

impl<'t> Wish<'t> {
    pub(super) fn read(game: &Game, text: &'t str) -> Option<Wish<'t>> {
        let cell = |text: &str| game.rules.geometry.parse(text);
        match text {
            "pass" => return Some(Wish::Pass),
            "done" => return Some(Wish::Done),
            "swap" => return Some(Wish::Swap),
            _ => {}
        }
        if let Some(from) = text.strip_suffix("off") {
            return cell(from).map(Wish::Exit);
        }
        if let Some((letter, to)) = text.split_once('@') {
            return Some(Wish::Drop(Some(said_letter(letter)?), cell(to)?));
        }
        if let Some(to) = cell(text) {
            return Some(Wish::Drop(None, to));
        }
        let (cells, becoming) = game.cells_of_text(text)?;
        let fits = cells.len() == 2 || game.facts.has_chains;
        Some(Wish::Shift(*cells.first()?, *cells.last()?, becoming)).filter(|_| fits)
    }

    /// The cells that the text names.
    pub(super) fn cells(&self) -> [Option<Cell>; 2] {
        match *self {
            Wish::Shift(from, to, _) => [Some(from), Some(to)],
            Wish::Exit(cell) | Wish::Drop(_, cell) => [Some(cell), None],
            Wish::Pass | Wish::Done | Wish::Swap => [None, None],
        }
    }

    /// The move that is asked for among those in a list: written so, else one between the same cells, whatever the piece
    /// becomes.
    pub(super) fn meant(&self, position: &Position, list: &MoveList, text: &str) -> Option<Move> {
        let game = position.game();
        let moves = || list.as_slice().iter().copied();
        let same = |mv: &Move| match *self {
            Wish::Shift(from, to, _) => {
                game.tables.actions[mv.rule()].travels() && (mv.from(), mv.to()) == (from, to)
            }
            _ => false,
        };
        let named = moves().find(|&mv| position.plain_text(mv) == text || game.takes_own(mv, text));
        named.or_else(|| moves().find(same))
    }
}

/// A letter with its signs, as drops name it.
fn said_letter(text: &str) -> Option<Letter> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let bare = bare.strip_suffix('~').unwrap_or(bare);
    let mut letters = bare.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    Some(Letter { letter, plus: text.starts_with('+'), tilde: text.ends_with('~') })
}

/// Whether a text asks for something that could be a move on the board of a game.
pub(in crate::notation) fn is_readable(game: &Game, text: &str) -> bool {
    let text = text.split_once(':').map_or(text, |(plain, _)| plain);
    let has_all =
        |wish: Wish<'_>| wish.cells().into_iter().flatten().all(|cell| game.rules.geometry.has(cell));
    let (first, onward) = split_stages(game, text);
    let goes_on = onward.is_none_or(|onward| Wish::read(game, onward).is_some_and(has_all));
    Wish::read(game, first).is_some_and(has_all) && goes_on
}

/// How moves are written up to their further stages, each once.
pub(super) fn first_texts(position: &Position, moves: impl Iterator<Item = Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.map(|mv| position.plain_text(mv.before_stage())).collect();
    texts.dedup();
    texts
}

/// The mover's piece on a cell, or why there is none.
pub(super) fn own_piece(position: &Position, cell: Cell) -> Result<Piece, Reason> {
    let piece = position.at(cell);
    if piece.is_none() {
        return Err(Reason::Empty { cell });
    }
    match position.game().rules.roster.owner(piece) {
        None => Err(Reason::Nobodys { piece, cell }),
        Some(owner) if owner != position.turn() => Err(Reason::Opponents { piece, cell }),
        Some(_) => Ok(piece),
    }
}
