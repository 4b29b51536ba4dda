//! Positions and moves as the UCI family of dialects writes them.

use crate::game::{Action, Move, Player};
use crate::position::Position;

/// A move that does nothing.
const NULL_MOVE: &str = "0000";

/// Where a game started, and the texts of its moves.
pub(super) fn line(position: &Position) -> (Position, Vec<String>) {
    let mut walk = position.clone();
    let mut moves = Vec::new();
    while let Some(mv) = walk.undo() {
        moves.push(move_text(&walk, mv));
    }
    moves.reverse();
    (walk, moves)
}

/// A move as other engines read it: a drop says what is dropped, a pass is a royal piece that stays where it is or
/// else a null move.
pub(super) fn move_text(position: &Position, mv: Move) -> String {
    let game = position.game();
    let text = position.move_text(mv);
    match game.tables.actions[mv.rule()] {
        Action::Drop(kind) if !text.contains('@') => {
            let letter = game.names.kinds[kind.index()].letters[Player::First.index()].to_string();
            format!("{}@{text}", letter.to_uppercase())
        }
        Action::Pass => royal_cell(position).map_or(NULL_MOVE.to_owned(), |cell| format!("{cell}{cell}")),
        _ => text,
    }
}

/// The move that another engine's text says. Where one kind of piece is dropped, any letter stands for it.
pub(super) fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let means = |ours: &str| match (ours.split_once('@'), text.split_once('@')) {
        (Some((_, to)), Some((_, said))) => drops_one_kind(position) && to == said,
        _ => ours == text,
    };
    let written = || {
        let passes = |mv: Move| position.game().tables.actions[mv.rule()] == Action::Pass;
        let legal = position.legal_moves();
        legal.into_iter().find(|&mv| means(&move_text(position, mv)) || text == NULL_MOVE && passes(mv))
    };
    let lower = || {
        let lower = text.to_lowercase();
        (lower != text).then(|| position.parse_move(&lower).ok()).flatten()
    };
    position.parse_move(text).ok().or_else(written).or_else(lower)
}

/// Whether a drop need not say what is dropped.
fn drops_one_kind(position: &Position) -> bool {
    let rules = &position.game().rules.moves;
    let mut kinds = rules.iter().filter_map(|rule| match rule.action {
        Action::Drop(kind) => Some(kind),
        _ => None,
    });
    kinds.next().is_some_and(|first| kinds.all(|kind| kind == first))
}

fn royal_cell(position: &Position) -> Option<String> {
    let game = position.game();
    let own = |&cell: &crate::game::Cell| {
        let piece = position.at(cell);
        game.rules.roster.owner(piece) == Some(position.turn()) && game.rules.is_royal(piece.kind())
    };
    game.rules.geometry.board().iter().find(own).map(|cell| game.rules.geometry.name(cell))
}
