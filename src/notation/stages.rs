//! Texts of moves that go on: two stages with a comma between.

use super::Refusal;
use crate::game::{Game, Move};
use crate::position::Position;

/// A move text and what it says behind the comma, in games where moves have further stages.
pub(super) fn split_stages<'t>(game: &Game, text: &'t str) -> (&'t str, Option<&'t str>) {
    match text.split_once(',').filter(|_| !game.rules.stages.is_empty()) {
        Some((first, onward)) => (first, Some(onward)),
        None => (text, None),
    }
}

/// Why a move whose first stage could be played is none: the further one is missing, or leads nowhere. Where it
/// leads somewhere, something else is wrong.
pub(super) fn refused_stage(position: &Position, first: &str, onward: Option<&str>) -> Option<Refusal> {
    let game = position.game();
    let said = |mv: &Move| mv.stage().is_some() && game.plain_text(mv.before_stage()) == first;
    let mv = position.legal_moves().into_iter().find(said)?;
    let rule = game.named_move(mv.rule());
    let stage = rule.then?;
    let kind = &game.names.kinds[game.rules.stages[stage].kind.index()].name;
    let name = |cell| game.rules.geometry.name(cell);
    let example = format!("such as `{}`", game.plain_text(mv));
    let Some(onward) = onward else {
        let message = format!(
            "`{first}` is a part of a move by `{}`: say where the {kind} comes to, {example}",
            rule.name
        );
        return Some(Refusal::by(message, rule.origin));
    };
    let lands = name(mv.to());
    let cell = onward.strip_prefix(&lands).and_then(|cell| game.rules.geometry.parse(cell));
    let message = match cell {
        None => format!("`{first}` is followed by {lands}, where the piece lands, and a cell, {example}"),
        Some(cell) => {
            let mut after = position.clone();
            let (game, engine) = after.parts();
            let (leads, free) = crate::on_board!(engine, board => {
                let leads = board.stage_cells(game, stage, mv).has(cell);
                board.play(game, mv.before_stage());
                (leads, board.vacant().has(cell))
            });
            if leads {
                return None;
            }
            match free {
                false => format!(
                    "by `{}` the {kind} comes to an empty cell, and {} is none",
                    rule.name,
                    name(cell)
                ),
                true => format!("by `{}` the {kind} does not come to {} from {lands}", rule.name, name(cell)),
            }
        }
    };
    Some(Refusal::by(message, rule.origin))
}
