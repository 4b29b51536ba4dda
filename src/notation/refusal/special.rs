//! Why moves that do more than carry a piece are refused: promotions, castles, effects, what comes first.

use super::preferred::less_preferred;
use super::wish::{Wish, first_texts};
use super::{Becoming, Reason};
use crate::game::{Action, Cell, Move, Piece};
use crate::on_board;
use crate::position::{MoveList, Position};

/// A legal move between the same cells by which the piece becomes something else, or stays what it is.
pub(super) fn unlike_choice(position: &Position, text: &str, wish: Wish<'_>) -> Option<Reason> {
    let Wish::Shift(from, to, becoming) = wish else { return None };
    let game = position.game();
    let carries = |mv: &Move| {
        let action = game.tables.actions[mv.rule()];
        action.travels() && action != Action::Chain
    };
    let same = |mv: &Move| carries(mv) && (mv.from(), mv.to()) == (from, to);
    let moves: Vec<Move> = position.legal_moves().into_iter().filter(same).collect();
    let rule = moves.first()?.rule();
    let write = first_texts(position, moves.iter().copied());
    if write.iter().any(|other| other == text) {
        return None;
    }
    let becoming = match becoming {
        "" => Becoming::Unsaid,
        _ if moves.iter().all(|mv| mv.becomes().is_none()) => Becoming::Nothing,
        other => Becoming::Not(other.to_owned()),
    };
    Some(Reason::Becomes { write, piece: position.at(from), becoming, rule })
}

/// A move that others come before: those of rules with priority, or captures.
pub(super) fn set_aside(position: &Position, text: &str, wish: Wish<'_>) -> Option<Reason> {
    let mut copy = position.clone();
    let (game, engine) = copy.parts();
    if !game.facts.compels {
        return None;
    }
    let mut list = MoveList::new(game);
    on_board!(engine, board => board.moves_before_vetoes(game, &mut list));
    let mv = wish.meant(position, &list, text)?;
    let legal = position.legal_moves();
    let first = *legal.first()?;
    let (rule, example) = (first.rule(), position.move_text(first));
    let comes_first = |mv: Move| game.rules.priority.contains(&(mv.rule() as u8));
    let captures = |mv: Move| on_board!(position.engine(), board => board.is_capture(game, mv));
    match () {
        () if comes_first(first) && !comes_first(mv) => Some(Reason::ComesFirst { rule, example }),
        () if game.rules.must_capture && captures(first) && !captures(mv) => {
            Some(Reason::MustCapture { text: text.to_owned(), rule, example })
        }
        () if captures(mv) => less_preferred(position, (text, mv), &legal),
        () => None,
    }
}

/// What is missing for a castle between two cells; `None` where no castle of the player to move leads there.
pub(super) fn refused_castle(position: &Position, from: Cell, to: Cell) -> Option<Reason> {
    let (game, turn) = (position.game(), position.turn());
    on_board!(position.engine(), board => {
        let leads = |way: &&crate::position::CastleWay<_>| {
            let castle = way.castle;
            castle.from == from && (castle.to == to || castle.with_from == to)
        };
        let way = board.castles(turn).iter().find(leads)?;
        let rule = way.rule as usize;
        let king = game.rules.moves[rule].kind.map(|kind| Piece::new(kind, turn))?;
        if board.at(from) != king || !leads_only_so(position, from, to) {
            return None;
        }
        let (with, with_on) = (Piece::new(way.castle.with, turn), way.castle.with_from);
        Some(match (way.empty & !board.vacant()).first() {
            _ if !board.has_right(way) => Reason::CastleMoved { king, on: from, with, with_on, rule },
            Some(cell) => Reason::CastleBarred { cell, rule },
            None => Reason::Unmet { rule },
        })
    })
}

/// Whether no other rule of the piece leads from one cell to the other.
fn leads_only_so(position: &Position, from: Cell, to: Cell) -> bool {
    let steps = position.game().tables.movement.steps(position.at(from), from);
    steps.iter().all(|step| step.mv.to() != to)
}

/// Whether a player has as many of a piece on the board as there are.
pub(super) fn is_used_up(position: &Position, piece: Piece) -> bool {
    let most = position.game().rules.supply_of(piece.kind());
    let standing = || position.pieces().iter().filter(|&&other| other == piece).count();
    most.is_some_and(|most| standing() >= most as usize)
}

/// Why a move that leads somewhere is not what its rule means: the piece has moved, too little would change, no
/// piece is left to become.
pub(super) fn unmeant(position: &Position, mv: Move) -> Option<Reason> {
    let (game, turn) = (position.game(), position.turn());
    let (number, cell) = (mv.rule(), mv.from());
    let rule = &game.rules.moves[number];
    let (meant, unmoved, missed) = on_board!(position.engine(), board => {
        (board.is_meant(game, mv, turn), board.unmoved().has(cell), board.missed_stop(game, mv, turn))
    });
    if rule.unmoved && !unmoved {
        return Some(Reason::HasMoved { piece: position.at(cell), cell, rule: number });
    }
    if rule.checkers && !on_board!(position.engine(), board => board.checkers(game, turn).has(mv.to())) {
        return Some(Reason::GivesNoCheck { piece: position.at(mv.to()), cell: mv.to(), rule: number });
    }
    if let Some(pieces) = missed {
        return Some(Reason::StopsElsewhere { pieces, rule: number });
    }
    if !meant {
        let least = rule.effects.iter().map(|effect| effect.at_least).max().unwrap_or(0);
        return Some(Reason::ChangesTooLittle { least, rule: number });
    }
    let becomes = mv.becomes().map(|kind| Piece::new(kind, turn));
    let gone = becomes.filter(|&piece| is_used_up(position, piece));
    gone.map(|piece| Reason::NoneToBecome { piece, rule: number })
}
