//! Why moves that do more than carry a piece are refused: promotions, castles, drops, what comes first.

use super::refusal::{Refusal, Wish, first_texts, kind_name, meant, unmet};
use crate::game::{Action, Cell, Game, Move, Piece, Rule, WithName};
use crate::on_board;
use crate::position::{MoveList, Position};

/// A legal move between the same cells by which the piece becomes something else, or stays what it is.
pub(super) fn unlike_choice(position: &Position, text: &str, wish: Wish<'_>) -> Option<Refusal> {
    let Wish::Shift(from, to, becoming) = wish else { return None };
    let game = position.game();
    let same = |mv: &Move| game.tables.actions[mv.rule()].travels() && (mv.from(), mv.to()) == (from, to);
    let moves: Vec<Move> = position.legal_moves().into_iter().filter(same).collect();
    let first = *moves.first()?;
    let texts = first_texts(game, moves.iter().copied());
    if texts.contains(&format!("`{text}`")) {
        return None;
    }
    let piece = kind_name(game, position.at(from));
    let why = match becoming {
        "" => format!("the move says what the {piece} becomes"),
        _ if moves.iter().all(|mv| mv.becomes().is_none()) => {
            format!("the {piece} becomes nothing else there")
        }
        _ => format!("the {piece} does not become `{becoming}` there"),
    };
    let rule = game.named_move(first.rule());
    Some(Refusal::by(format!("write {}: {why}", texts.join(" or ")), rule.origin))
}

/// A move that others come before: those of rules with priority, or captures.
pub(super) fn set_aside(position: &Position, text: &str, wish: Wish<'_>) -> Option<Refusal> {
    let mut copy = position.clone();
    let (game, engine) = copy.parts();
    if !game.facts.compels {
        return None;
    }
    let mut list = MoveList::new(game);
    on_board!(engine, board => board.moves_before_vetoes(game, &mut list));
    let mv = meant(game, &list, text, wish)?;
    let first = *position.legal_moves().first()?;
    let rule = game.named_move(first.rule());
    let example = game.plain_text(first);
    let comes_first = |mv: Move| game.rules.priority.contains(&(mv.rule() as u8));
    let captures = |mv: Move| on_board!(position.engine(), board => board.is_capture(game, mv));
    let message = match () {
        () if comes_first(first) && !comes_first(mv) => {
            format!("`{}` comes first where it can be played: `{example}`", rule.name)
        }
        () if game.rules.must_capture && captures(first) && !captures(mv) => {
            format!("`{text}` captures nothing, and a capture has to be played: `{example}`")
        }
        () => return None,
    };
    Some(Refusal::by(message, rule.origin))
}

/// What is missing for a castle between two cells; `None` where no castle of the player to move leads there.
pub(super) fn refused_castle(position: &Position, from: Cell, to: Cell) -> Option<Refusal> {
    let game = position.game();
    let turn = position.turn();
    let (rule, message) = on_board!(position.engine(), board => {
        let leads = |way: &&crate::position::CastleWay<_>| {
            let castle = way.castle;
            castle.from == from && (castle.to == to || castle.with_from == to)
        };
        let way = board.castles(turn).iter().find(leads)?;
        let rule = game.named_move(way.rule as usize);
        let king = rule.kind.map(|kind| Piece::new(kind, turn))?;
        if board.at(from) != king || !leads_only_so(position, from, to) {
            return None;
        }
        let with = kind_name(game, Piece::new(way.castle.with, turn));
        let [first, second] = [from, way.castle.with_from].map(|cell| game.rules.geometry.name(cell));
        let barred = (way.empty & !board.vacant()).first();
        let message = match barred {
            _ if !board.has_right(way) => format!(
                "`{}` asks for the {} on {first} and the {with} on {second} not to have moved",
                rule.name,
                kind_name(game, king)
            ),
            Some(cell) => format!("`{}` needs {} to be empty", rule.name, game.rules.geometry.name(cell)),
            None => unmet(rule),
        };
        (rule, message)
    });
    Some(Refusal::by(message, rule.origin))
}

/// Whether no other rule of the piece leads from one cell to the other.
fn leads_only_so(position: &Position, from: Cell, to: Cell) -> bool {
    let legs = position.game().tables.movement.steps(position.at(from), from);
    legs.iter().all(|leg| leg.mv.to() != to)
}

/// Why a piece is not put on a cell that is empty and where its rule puts pieces.
pub(super) fn undropped(position: &Position, rule: WithName<Rule>, to: Cell) -> Option<String> {
    let game = position.game();
    let turn = position.turn();
    let Action::Drop(kind) = rule.action else { return None };
    let player = game.player_name(turn);
    let name = |piece: Piece| kind_name(game, piece);
    if let Some(hand) = rule.hand.map(|kind| Piece::new(kind, turn))
        && position.held(hand) == 0
    {
        return Some(format!("{player} holds no {}", name(hand)));
    }
    let piece = Piece::new(kind, turn);
    if rule.hand.is_none() && is_used_up(position, piece) {
        return Some(format!("no {} is left for {player}: see `supply`", name(piece)));
    }
    let travel = &rule.by[turn.index()];
    let when = travel.when.as_ref();
    if when
        .is_some_and(|when| !on_board!(position.engine(), board => board.holds_statically(game, when, turn)))
    {
        return Some(unmet(rule));
    }
    let cell = game.rules.geometry.name(to);
    let near = |file: bool| travel.nearby.iter().any(|nearby| nearby.file == file);
    unmeant(position, Move::new(number_of(game, rule)?, to, to)).or_else(|| {
        let what = match (near(true), near(false)) {
            (true, true) => format!("in the file of {cell} and around it"),
            (true, false) => format!("in the file of {cell}"),
            (false, true) => format!("around {cell}"),
            (false, false) => return None,
        };
        Some(format!("what `{}` asks for {what} does not hold", rule.name))
    })
}

fn number_of(game: &Game, rule: WithName<Rule>) -> Option<u8> {
    let found = game.names.moves.iter().position(|other| other.name == rule.name)?;
    u8::try_from(found).ok()
}

/// Whether a player has as many of a piece on the board as there are.
fn is_used_up(position: &Position, piece: Piece) -> bool {
    let most = position.game().rules.supply_of(piece.kind());
    let standing = || position.pieces().iter().filter(|&&other| other == piece).count();
    most.is_some_and(|most| standing() >= most as usize)
}

/// Why a move that leads somewhere is not what its rule means: the piece has moved, too little would change, no
/// piece is left to become.
pub(super) fn unmeant(position: &Position, mv: Move) -> Option<String> {
    let game = position.game();
    let rule = game.named_move(mv.rule());
    let turn = position.turn();
    let (meant, unmoved) = on_board!(position.engine(), board => {
        (board.is_meant(game, mv, turn), board.unmoved().has(mv.from()))
    });
    if rule.unmoved && !unmoved {
        let on = game.rules.geometry.name(mv.from());
        let piece = kind_name(game, position.at(mv.from()));
        return Some(format!("`{}` is for a {piece} that has not moved, and the one on {on} has", rule.name));
    }
    if !meant {
        let least = rule.effects.iter().map(|effect| effect.at_least).max().unwrap_or(0);
        let cells = if least == 1 { "one cell".to_owned() } else { format!("{least} cells") };
        return Some(format!("`{}` has to change {cells} or more", rule.name));
    }
    let becomes = mv.becomes().map(|kind| Piece::new(kind, turn));
    let gone = becomes.filter(|&piece| is_used_up(position, piece))?;
    Some(format!("no {} is left to become: see `supply`", kind_name(game, gone)))
}
