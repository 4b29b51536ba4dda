//! The score that decides a game.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::meaning;
use crate::spec::{At, Definition, End, Entry, Who};

use super::scope::Scope;

/// What counts at the end.
#[derive(Default)]
pub(crate) struct Points {
    /// By kind.
    pub points: Vec<i32>,
    /// An empty cell that one player's pieces alone surround.
    pub area: i32,
    /// By player, in half points.
    pub bonus: [i32; 2],
}

/// Resolves the score. An end that asks for one where there is none is reported.
pub(crate) fn score(definition: &Definition, scope: &Scope) -> Points {
    let mut score = Points { points: vec![0; scope.kinds.len()], area: 0, bonus: [0; 2] };
    let Some(table) = &definition.score else {
        let asks = |entry: &&Entry<End>| {
            entry.value.winner.as_ref().is_some_and(|who: &At<Who>| who.value == Who::Score)
        };
        if let Some(who) = definition.end.iter().find(asks).and_then(|entry| entry.value.winner.as_ref()) {
            let message = "the definition does not say what counts";
            let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, who.span, message);
            scope.log.add(unknown.help("`[score]` does: `values = { stone = 1 }`"));
        }
        return score;
    };
    for entry in &table.values {
        if let Some(kind) = scope.kinds.find_owned(&entry.name.value, entry.name.span, scope.log) {
            score.points[kind.index()] = entry.value.value;
        }
    }
    score.area = table.area.map_or(0, |area| area.value);
    for entry in &table.bonus {
        if let Some(player) = scope.players.find(&entry.name, scope.log) {
            score.bonus[player.index()] = entry.value.value.0;
        }
    }
    score
}
