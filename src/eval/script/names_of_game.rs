//! Names in the text of a script that the game does not have.

use super::missing::not_in_players;
use super::tokens::Token;
use super::{OddName, Oddity};
use crate::diagnostic::nearest;
use crate::game::{Game, Player};

/// The tokens of a script, and the game that it is for.
struct Reading<'a, 't> {
    tokens: &'t [(Token<'a>, u32)],
    game: &'t Game,
    odd: Vec<OddName>,
}

/// Names that follow `game.` and that the game does not have, and comparisons of a piece or a player with a text.
pub(super) fn not_of_game(tokens: &[(Token<'_>, u32)], game: &Game) -> Vec<OddName> {
    let mut reading = Reading { tokens, game, odd: Vec::new() };
    reading.names();
    reading.texts();
    reading.odd
}

impl<'a> Reading<'a, '_> {
    fn word(&self, at: usize) -> Option<&'a str> {
        match self.tokens.get(at) {
            Some(&(Token::Word(word), _)) => Some(word),
            _ => None,
        }
    }

    fn is(&self, at: usize, sign: &str) -> bool {
        matches!(self.tokens.get(at), Some((Token::Sign(found), _)) if *found == sign)
    }

    /// The name behind the dot behind a token.
    fn follows(&self, at: usize) -> Option<&'a str> {
        if self.is(at, ".") { self.word(at + 1) } else { None }
    }

    fn doubt(&mut self, at: usize, oddity: Oddity, message: String) {
        let line = self.tokens[at].1;
        self.odd.push(OddName { line, oddity, message });
    }

    fn unknown(&mut self, at: usize, name: &str, what: &str, names: &[&str]) {
        let near = nearest(name, names.iter().copied());
        let instead = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        self.doubt(at, Oddity::Unknown, format!("`{name}` {what}{instead}"));
    }

    fn names(&mut self) {
        let players = Player::each(|player| self.game.player_name(player));
        let mut locals = Vec::new();
        for at in 0..self.tokens.len() {
            if self.word(at) != Some("game") || at > 0 && self.is(at - 1, ".") {
                continue;
            }
            if self.follows(at + 1) == Some("players")
                && let Some(name) = self.follows(at + 3)
            {
                self.doubt(at, Oddity::Unknown, format!("`{name}` {}", not_in_players(&players)));
            }
            let Some(list) = self.follows(at + 1).filter(|list| ["pieces", "forward"].contains(list)) else {
                continue;
            };
            let Some(owner) = self.follows(at + 3) else { continue };
            let Some(player) = Player::BOTH.into_iter().find(|&player| players[player.index()] == owner)
            else {
                self.unknown(at, owner, "is no player", &players);
                continue;
            };
            if list == "pieces" {
                self.kind(at, player, at + 5);
                locals.extend(self.local_for(at, at + 5).map(|name| (name, player)));
            }
        }
        self.kinds_of_locals(&locals);
    }

    /// The local that stands for the pieces of a player: `local WHITE = game.pieces.white`.
    fn local_for(&self, at: usize, end: usize) -> Option<&'a str> {
        let is_all = !self.is(end, ".") && !self.is(end, "[");
        let name = self.word(at.checked_sub(2)?)?;
        let is_local =
            self.is(at - 1, "=") && at.checked_sub(3).and_then(|at| self.word(at)) == Some("local");
        (is_all && is_local).then_some(name)
    }

    /// A local that stands for several things is left alone.
    fn kinds_of_locals(&mut self, locals: &[(&'a str, Player)]) {
        let is_declared = |at: usize| at > 0 && self.word(at - 1) == Some("local");
        let times = |name: &str| {
            let places = (0..self.tokens.len()).filter(|&at| self.word(at) == Some(name));
            places.filter(|&at| is_declared(at) || self.is(at + 1, "=")).count()
        };
        let once: Vec<_> = locals.iter().filter(|(name, _)| times(name) == 1).copied().collect();
        for at in 0..self.tokens.len() {
            let known = once.iter().find(|(name, _)| self.word(at) == Some(name));
            if let Some(&(_, player)) = known.filter(|_| at == 0 || !self.is(at - 1, ".")) {
                self.kind(at, player, at + 1);
            }
        }
    }

    /// Doubts the kind whose dot is there.
    fn kind(&mut self, at: usize, player: Player, dot: usize) {
        let Some(kind) = self.follows(dot) else { return };
        let of = self.game.rules.pieces_of(player);
        let kinds: Vec<&str> =
            of.map(|piece| self.game.names.kinds[piece.kind().index()].name.as_str()).collect();
        if !kinds.contains(&kind) {
            let what = format!("is no piece of {}", self.game.player_name(player));
            self.unknown(at, kind, &what, &kinds);
        }
    }

    /// Pieces and players are numbers, which equal no text.
    fn texts(&mut self) {
        let kind = |text: &str| self.game.names.kinds.iter().any(|kind| kind.name == text);
        let player =
            |text: &str| Player::BOTH.into_iter().any(|player| self.game.player_name(player) == text);
        let mut doubts = Vec::new();
        for at in 1..self.tokens.len().saturating_sub(1) {
            if !self.is(at, "==") && !self.is(at, "~=") {
                continue;
            }
            let text = |at: usize| match self.tokens.get(at) {
                Some((Token::Value(text), _)) => text.strip_prefix(['"', '\''])?.strip_suffix(['"', '\'']),
                _ => None,
            };
            for (text, other) in [(text(at + 1), at - 1), (text(at - 1), at + 1)] {
                let Some(text) = text else { continue };
                if kind(text) && self.is_piece(other) {
                    doubts.push((
                        at,
                        format!("a piece is a number, not \"{text}\": `game.pieces.PLAYER.{text}`"),
                    ));
                } else if player(text) && self.word(other) == Some("turn") {
                    doubts.push((at, format!("`turn` is 1 or 2, not \"{text}\"")));
                }
            }
        }
        doubts.into_iter().for_each(|(at, message)| self.doubt(at, Oddity::Unequal, message));
    }

    /// Whether what ends or begins there is a piece, as far as can be seen: `at(…)`, what a loop over pieces gives, or a
    /// local for either.
    fn is_piece(&self, at: usize) -> bool {
        if self.word(at) == Some("at") && self.is(at + 1, "(") {
            return true;
        }
        if self.is(at, ")") {
            let open = (0..at).rev().find(|&open| self.is(open, "("));
            return open.and_then(|open| open.checked_sub(1)).and_then(|name| self.word(name)) == Some("at");
        }
        let Some(name) = self.word(at) else { return false };
        (1..self.tokens.len()).any(|place| {
            let declared = self.word(place) == Some(name);
            let local = self.word(place - 1) == Some("local") && self.word(place + 2) == Some("at");
            let list = self.tokens[place..].iter().position(|(token, _)| *token == Token::Word("in"));
            let looped = self.word(place - 1) == Some("for")
                && list
                    .and_then(|list| self.word(place + list + 1))
                    .is_some_and(|of| ["pieces", "attackers"].contains(&of));
            declared && (local || looped)
        })
    }
}
