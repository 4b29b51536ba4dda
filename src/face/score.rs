//! Scores, lines and outcomes in words and in JSON.

use serde_json::{Value, json};

use crate::eval::{Score, plies_to_win};
use crate::game::Player;
use crate::position::Position;

/// Why a game without a fitting end is over.
pub(super) const UNDECIDED: &str = "no legal move, and no end says what that means";

/// Plies to a forced end, positive when the player to move wins; null when none is known.
pub(super) fn mate_json(score: Score, turn: Player) -> Value {
    plies_to_win(score).map_or(Value::Null, |plies| json!(plies * turn.sign()))
}

/// How a position's game ended: winner, reason, line; null when it goes on.
pub(super) fn outcome_json(position: &Position) -> Value {
    let game = position.game();
    let Some(outcome) = position.outcome() else { return Value::Null };
    let end = outcome.end.map(|end| &game.names.ends[end]);
    json!({
        "winner": outcome.winner.map(|winner| game.player_name(winner)),
        "reason": end.map_or(UNDECIDED, |end| end.name.as_str()),
        "line": end.map(|end| end.origin.line),
    })
}

/// A large number as people say it: `1.25 M`.
pub(super) fn rounded(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.2} G", n / 1e9),
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
