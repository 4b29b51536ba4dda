//! Why a move with a further stage is refused.

use super::{Onward, Reason};
use crate::game::{Move, Stage};
use crate::on_board;
use crate::position::Position;

/// Why a move whose first stage could be played is none: the further one is missing, or leads nowhere, or there is none.
/// Where it leads somewhere, something else is wrong.
pub(super) fn refused_stage(position: &Position, first: &str, onward: Option<&str>) -> Option<Reason> {
    let game = position.game();
    let goes_on = |mv: &Move| game.rules.moves[mv.rule()].then.is_some();
    let said = |mv: &Move| goes_on(mv) && position.plain_text(mv.before_stage()) == first;
    let mv = position.legal_moves().into_iter().find(said)?;
    let stage = game.rules.moves[mv.rule()].then?;
    let onward = match (onward, mv.stage()) {
        (None, None) => return None,
        (Some(_), None) => Onward::Nothing,
        (None, Some(_)) => Onward::Unsaid,
        (Some(onward), Some(_)) => wrong_cell(position, stage, mv, onward)?,
    };
    Some(Reason::Stage {
        first: first.to_owned(),
        lands: mv.to(),
        kind: game.rules.stages[stage].bring().map(|bring| bring.kind),
        onward,
        rule: mv.rule(),
        example: position.plain_text(mv),
    })
}

/// What is wrong with the cell that a further stage names, if anything is.
fn wrong_cell(position: &Position, stage: usize, mv: Move, onward: &str) -> Option<Onward> {
    let game = position.game();
    let geometry = &game.rules.geometry;
    let cell = onward.strip_prefix(&geometry.name(mv.to())).and_then(|cell| geometry.parse(cell));
    let Some(cell) = cell else { return Some(Onward::Unreadable) };
    let mover = position.turn();
    let mut after = position.clone();
    let (game, engine) = after.parts();
    on_board!(engine, board => {
        let leads = board.stage_cells(game, stage, mv).has(cell);
        board.play(game, mv.before_stage());
        match &game.rules.stages[stage] {
            _ if leads => None,
            Stage::Take(removal) if removal.takes[mover.index()].has(board.at(cell)) => {
                Some(Onward::Spared(cell))
            }
            Stage::Take(_) => Some(Onward::NotTaken(cell)),
            Stage::Bring(_) if board.vacant().has(cell) => Some(Onward::OutOfReach(cell)),
            Stage::Bring(_) => Some(Onward::Taken(cell)),
        }
    })
}
