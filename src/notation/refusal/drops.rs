//! Why a piece is not put on a cell.

use super::special::{is_used_up, unmeant};
use super::wish::{Wish, first_texts};
use super::{Reason, Spelling};
use crate::game::{Action, Cell, Game, Kind, Letter, Move, Piece, Player, Way};
use crate::on_board;
use crate::position::Position;

/// A legal drop written in a way that moves are not written: with a letter where one kind alone is
/// dropped, without one where there are several, or with the letter of the second player's piece.
pub(super) fn misspelt(position: &Position, wish: Wish<'_>) -> Option<Reason> {
    let Wish::Drop(letter, to) = wish else { return None };
    let game = position.game();
    let meant = |mv: &Move| match game.rules.moves[mv.rule()].action {
        Action::Drop(kind) => mv.to() == to && letter.is_none_or(|letter| has_letter(game, kind, letter)),
        _ => false,
    };
    let write = first_texts(position, position.legal_moves().into_iter().filter(meant));
    let spelling = match letter {
        None => Spelling::NamesKind,
        Some(_) if game.drops_one_kind() => Spelling::NamesNoKind,
        Some(_) => Spelling::LetterOf(Player::First),
    };
    (!write.is_empty()).then_some(Reason::DropSpelling { write, spelling })
}

fn has_letter(game: &Game, kind: Kind, letter: Letter) -> bool {
    game.names.kinds[kind.index()].letters.contains(&letter)
}

pub(super) fn refused_drop(position: &Position, letter: Option<Letter>, cell: Cell) -> Reason {
    let game = position.game();
    let dropped = |&rule: &usize| match (game.rules.moves[rule].action, letter) {
        (Action::Drop(kind), Some(letter)) => has_letter(game, kind, letter),
        (Action::Drop(_), None) => true,
        _ => false,
    };
    let Some(rule) = (0..game.rules.moves.len()).find(dropped) else {
        return letter.map_or(Reason::OnlyCell { cell }, |letter| Reason::NoDrop { letter });
    };
    if !position.at(cell).is_none() {
        return Reason::DropTaken { cell, rule };
    }
    let travel = &game.rules.moves[rule].by[position.turn().index()];
    match travel.way {
        _ if !travel.to.has(cell) => Reason::DropOutside { cell, rule },
        Way::Drop { falls: Some(_) } => Reason::NoRest { cell, rule },
        _ => undropped(position, rule, cell).unwrap_or(Reason::Unmet { rule }),
    }
}

/// Why a piece is not put on a cell that is empty and where its rule puts pieces.
fn undropped(position: &Position, number: usize, cell: Cell) -> Option<Reason> {
    let (game, turn) = (position.game(), position.turn());
    let rule = &game.rules.moves[number];
    let Action::Drop(kind) = rule.action else { return None };
    let held = rule.hand.map(|kind| Piece::new(kind, turn));
    let piece = Piece::new(kind, turn);
    match held {
        Some(piece) if position.held(piece) == 0 => return Some(Reason::HandEmpty { piece, rule: number }),
        None if is_used_up(position, piece) => return Some(Reason::NoneToDrop { piece, rule: number }),
        _ => {}
    }
    let travel = &rule.by[turn.index()];
    if let Some(when) = &travel.when
        && !on_board!(position.engine(), board => board.holds_statically(game, when, turn))
    {
        return Some(Reason::Unmet { rule: number });
    }
    let mv = Move::new(u8::try_from(number).ok()?, cell, cell);
    let near = |file: bool| travel.nearby.iter().any(|nearby| nearby.file == file);
    let (file, around) = (near(true), near(false));
    let nearby = || Reason::Nearby { cell, file, around, rule: number };
    unmeant(position, mv).or_else(|| (file || around).then(nearby))
}
