//! Whether a game treats its two sides alike.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Game, Player};
use crate::spec::Definition;

use super::doubts::Places;
use super::scope::Scope;
use super::symmetry::{Swap, Symmetry};

/// What to do about sides that are meant to be unlike.
pub(super) const IF_MEANT: &str = "if that is meant, say `symmetric = false` in `[evaluation]`";

/// Something that one side has and the other has not.
struct Unlike {
    code: &'static Code,
    /// How far the comparison came; a symmetry that comes farther is the better guess at what was meant.
    stage: u8,
    span: Option<Span>,
    message: String,
}

/// Reports the first thing in which the sides differ, under the symmetry of the board that makes them
/// most alike, unless the definition says that it is meant.
pub(super) fn look(game: &Game, definition: &Definition, places: &Places, scope: &Scope) {
    if game.evaluation.meant_unlike {
        return;
    }
    let mut worst: Option<Unlike> = None;
    for by in Symmetry::all(&game.geometry) {
        let swap = Swap::new(game, by);
        if !swap.keeps_board() {
            continue;
        }
        match compare(game, &swap, definition, places, scope) {
            None => return,
            Some(unlike) if worst.as_ref().is_none_or(|best| unlike.stage > best.stage) => {
                worst = Some(unlike);
            }
            Some(_) => {}
        }
    }
    if let Some(Unlike { code, span, message, .. }) = worst {
        let doubt = match span {
            Some(span) => Diagnostic::new(code, span, message),
            None => Diagnostic::anywhere(code, message),
        };
        scope.log.add(doubt.help(IF_MEANT));
    }
}

fn compare(
    game: &Game,
    swap: &Swap,
    definition: &Definition,
    places: &Places,
    scope: &Scope,
) -> Option<Unlike> {
    let unlike = |code, stage, span, message| Some(Unlike { code, stage, span, message });
    if let Some(i) = swap.unlike_rule() {
        let message = format!("`{}` is not the same move for both players", game.rules[i].name);
        return unlike(doubts::UNLIKE_SIDES, 0, places.rules.get(i).copied(), message);
    }
    if let Some(cell) = swap.unlike_setup() {
        let span = definition.setup.as_ref().and_then(|setup| setup.board.as_ref()).map(|b| b.span);
        let message = format!("the players start unlike, for example on `{}`", game.geometry.name(cell));
        return unlike(doubts::UNLIKE_SIDES, 1, span, message);
    }
    if let Some(i) = swap.unlike_end() {
        let message = format!("`{}` ends the game for one player only", game.ends[i].name);
        return unlike(doubts::UNLIKE_SIDES, 2, places.ends.get(i).copied(), message);
    }
    let evaluation = definition.evaluation.as_ref()?;
    if let Some((piece, cell)) = swap.unlike_worth(&game.marks) {
        let kind = &scope.kinds.name(piece.kind()).value;
        let table = evaluation.squares.iter().find(|entry| entry.name.value == *kind);
        let message = format!(
            "a `{kind}` of {} on `{}` is not worth what it is to {} on the cell across",
            scope.players.name(Player::First),
            game.geometry.name(cell),
            scope.players.name(Player::Second),
        );
        let span = table.map_or(evaluation.at, |entry| entry.name.span);
        return unlike(doubts::UNLIKE_EVALUATION, 3, Some(span), message);
    }
    let i = swap.unlike_block()?;
    let name = game.evaluation.blocks.get(i).map(|block| block.name.as_str()).unwrap_or_default();
    let entry = evaluation.blocks.iter().find(|entry| entry.name.value == name);
    let message = format!("`{name}` does not point the same way for both players");
    unlike(doubts::UNLIKE_EVALUATION, 4, entry.map(|entry| entry.name.span), message)
}
