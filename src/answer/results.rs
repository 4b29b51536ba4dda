//! Scores, lines, outcomes and regions in JSON.

use serde_json::{Value, json};

use crate::eval::{Score, plies_to_win};
use crate::game::{CellSet, Game, Player};
use crate::notation::MoveStyle;
use crate::position::Position;
use crate::search::Line;

/// Why a game without a fitting end is over.
pub(crate) const UNDECIDED: &str = "no legal move, and no end says what that means";

/// Plies to a forced end, positive when the player to move wins; null when none is known.
pub(crate) fn mate_json(score: Score, turn: Player) -> Value {
    plies_to_win(score).map_or(Value::Null, |plies| json!(plies * turn.sign()))
}

/// How a position's game ended: winner, reason, line; null when it goes on.
pub(crate) fn outcome_json(position: &Position) -> Value {
    let game = position.game();
    let Some(outcome) = position.outcome() else { return Value::Null };
    let end = outcome.end.map(|end| &game.names.ends[end]);
    let mut json = json!({
        "winner": outcome.winner.map(|winner| game.player_name(winner)),
        "reason": end.map_or(UNDECIDED, |end| end.name.as_str()),
        "line": end.map(|end| end.origin.line),
    });
    if let Some(scores) = outcome.scores {
        json["points"] = points_json(position, scores);
    }
    json
}

/// What the players have by the score, from half points.
pub(crate) fn points_json(position: &Position, scores: [i64; 2]) -> Value {
    let of = |player: Player| {
        let halves = scores[player.index()];
        let points = if halves % 2 == 0 { json!(halves / 2) } else { json!(halves as f64 / 2.0) };
        (position.game().player_name(player).to_owned(), points)
    };
    Player::BOTH.into_iter().map(of).collect::<serde_json::Map<_, _>>().into()
}

/// A score and the line that leads to it.
pub(crate) fn line_json(position: &Position, style: MoveStyle, score: i32, line: Option<&Line>) -> Value {
    let pv = position.line_in(style, line.map_or(&[], |line| &line.moves));
    json!({ "score": score, "mate": mate_json(score, position.turn()), "move": pv.first(), "pv": pv })
}

/// Named regions, each with its cells for either player.
pub(crate) fn regions_json(game: &Game, regions: &[(String, [CellSet; 2])]) -> Vec<Value> {
    let names = |set: &CellSet| set.iter().map(|cell| game.cell_name(cell)).collect::<Vec<_>>();
    regions.iter().map(|(name, sets)| json!({ "name": name, "cells": sets.each_ref().map(names) })).collect()
}
