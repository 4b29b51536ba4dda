//! In plain English: how many moves make a turn.

use crate::spec::{Definition, SwapSides, TurnMoves};

use super::phrases::{condition, counted, item, listed, section};

/// How many moves the turns have, where it is not one each.
pub(super) fn turns(text: &mut String, definition: &Definition) {
    let Some(turn) = &definition.turn else { return };
    let mut lines: Vec<String> = turn.moves.iter().map(moves).collect();
    if turn.may.is_some_and(|may| may.value) {
        lines.push("who has moved may stop there: `done`".into());
    }
    if let Some(until) = &turn.until {
        let when = condition(&until.value);
        lines.push(format!("a turn is over when, the other player being to move after a move, {when}"));
    }
    if let Some(extra) = &turn.extra {
        let when = condition(&extra.value);
        lines.push(format!(
            "the mover moves once more when, the other player being to move after a move, {when}"
        ));
    }
    if let Some(swap) = turn.swap {
        let to = match swap.value {
            SwapSides::Sides => "every piece changes its owner",
            SwapSides::Mirror => {
                "every piece changes its owner and goes to the cell with file and rank exchanged"
            }
        };
        lines.push(format!(
            "in place of a first move, the second player may take the other's place: `swap`, {to}"
        ));
    }
    if !lines.is_empty() {
        section(text, "Turns");
        lines.iter().for_each(|line| item(text, line));
    }
}

fn moves(moves: &TurnMoves) -> String {
    let each: Vec<u32> = moves.list.iter().map(|moves| moves.value).collect();
    match each.as_slice() {
        [] => String::new(),
        [all] => format!("each turn has {}", counted(*all, "move")),
        [first, all] => format!("the first turn has {}, all others have {all}", counted(*first, "move")),
        [before @ .., all] => {
            let before: Vec<String> = before.iter().map(u32::to_string).collect();
            format!("the first turns have {} moves, all others have {all}", listed(&before, "and"))
        }
    }
}
