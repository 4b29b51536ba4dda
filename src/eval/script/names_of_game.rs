//! Names in the text of a script that the game does not have.

use super::tokens::Token;
use super::{OddName, Oddity};
use crate::diagnostic::nearest;
use crate::game::{Game, Player};

/// Names that follow `game.` and that the game does not have.
pub(super) fn not_of_game(tokens: &[(Token<'_>, u32)], game: &Game) -> Vec<OddName> {
    let word = |at: usize| match tokens.get(at) {
        Some((Token::Word(word), _)) => Some(*word),
        _ => None,
    };
    let dot = |at: usize| matches!(tokens.get(at), Some((Token::Sign("."), _)));
    let follows = |at: usize| if dot(at) { word(at + 1) } else { None };
    let players = Player::BOTH.map(|player| game.player_name(player));
    let mut odd = Vec::new();
    for (at, &(_, line)) in tokens.iter().enumerate() {
        if word(at) != Some("game") || at > 0 && dot(at - 1) {
            continue;
        }
        let Some(list) = follows(at + 1).filter(|list| ["pieces", "forward"].contains(list)) else {
            continue;
        };
        let Some(owner) = follows(at + 3) else { continue };
        let mut doubt = |name: &str, what: String, names: &[&str]| {
            let near = nearest(name, names.iter().copied());
            let instead = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let message = format!("`{name}` {what}{instead}");
            odd.push(OddName { line, oddity: Oddity::Unknown, message });
        };
        let Some(player) = Player::BOTH.into_iter().find(|&player| game.player_name(player) == owner) else {
            doubt(owner, "is no player".to_owned(), &players);
            continue;
        };
        let Some(kind) = follows(at + 5).filter(|_| list == "pieces") else { continue };
        let kinds =
            game.rules.pieces_of(player).map(|piece| game.names.kinds[piece.kind().index()].name.as_str());
        let kinds: Vec<&str> = kinds.collect();
        if !kinds.contains(&kind) {
            doubt(kind, format!("is no piece of {owner}"), &kinds);
        }
    }
    odd
}
