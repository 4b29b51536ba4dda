//! Whose turn it is in the text of a position, and how far the turn is.
//!
//! Where turns differ, the word of the player to move goes on: `w2` is a turn with two moves left, `w1+` one with a move
//! left and others made. `turn=3` behind the other fields is the third turn of the game, where that matters and is not
//! what holds where nothing is said: the first turn on the board of the setup, else one from which on all are alike.

use std::fmt;

use super::error::{TextError, Word, error};
use super::fields::Fields;
use crate::game::{Game, Player, TurnProgress};
use crate::on_board;
use crate::position::{Extras, Position};

/// What a word says of the turn.
#[derive(Clone, Copy)]
pub(super) struct SaidTurn {
    pub player: Player,
    left: Option<u8>,
    begun: bool,
}

pub(super) fn read_turn(game: &Game, (at, word): Word) -> Result<SaidTurn, TextError> {
    let names = |player: Player| {
        let names = &game.names.players[player.index()];
        [names.turn.as_str(), names.name.as_str()]
    };
    let plain = Player::BOTH.into_iter().find(|&player| names(player).contains(&word));
    if let Some(player) = plain {
        return Ok(SaidTurn { player, left: None, begun: false });
    }
    let longer = Player::BOTH.into_iter().filter(|_| game.tables.state.has_turns);
    let said = longer.flat_map(|player| names(player).map(|name| (player, word.strip_prefix(name))));
    let mut said = said.filter_map(|(player, rest)| {
        let (left, begun) = rest?.strip_suffix('+').map_or((rest?, false), |left| (left, true));
        let is_number = left.bytes().all(|byte| byte.is_ascii_digit());
        let left = match left {
            "" => None,
            left => Some(left.parse().ok().filter(|&left| left > 0 && is_number)?),
        };
        Some(SaidTurn { player, left, begun })
    });
    said.next().ok_or_else(|| TextError {
        message: format!("`{word}` is not a player to move"),
        span: at..at + word.len(),
        help: Some(turn_help(game)),
    })
}

impl SaidTurn {
    /// How far the turn is, the number of the turn being known.
    pub fn progress(self, game: &Game, number: u8, (at, word): Word) -> Result<TurnProgress, TextError> {
        let turns = &game.rules.turns;
        let whole = turns.begin(number);
        let most = if turns.extra.is_some() { u8::MAX } else { whole.left - u8::from(self.begun) };
        let left = self.left.unwrap_or(if self.begun { 1 } else { whole.left });
        let fits = if self.begun { (1..=most).contains(&left) } else { left == whole.left };
        if fits && (!self.begun || turns.go_on()) {
            return Ok(TurnProgress { left, begun: self.begun, ..whole });
        }
        let moves = if whole.left == 1 { "1 move".to_owned() } else { format!("{} moves", whole.left) };
        let message = match (self.begun, most) {
            (true, 0) => format!("`{word}`: a turn of {moves} is over when one is made"),
            (true, _) => format!("`{word}`: a turn of {moves} that has begun has 1 to {most} left"),
            (false, _) => {
                format!("`{word}`: a turn that begins has {moves}; write `+` behind one that has begun")
            }
        };
        error(message, at..at + word.len())
    }
}

pub(super) fn missing_turn(game: &Game, text: &str) -> TextError {
    TextError {
        message: "the player to move is missing after the rows".to_string(),
        span: text.len()..text.len(),
        help: Some(turn_help(game)),
    }
}

fn turn_help(game: &Game) -> String {
    let [first, second] = &game.names.players;
    format!("write `{}` for {} or `{}` for {}", first.turn, first.name, second.turn, second.name)
}

impl Fields<'_> {
    /// The number of the turn, from 0.
    pub(super) fn read_turn_number(&self, (at, value): Word) -> Result<u8, TextError> {
        let last = self.game.rules.turns.last() + 1;
        match value.parse::<u8>() {
            Ok(number) if (1..=last).contains(&number) && number.to_string() == value => Ok(number - 1),
            _ => error(format!("`{value}` is no turn from 1 to {last}"), at..at + value.len()),
        }
    }
}

/// The player to move, and how far the turn is where turns differ.
pub(super) fn write_turn(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    f.write_str(&game.names.players[position.turn().index()].turn)?;
    let turn = progress(position);
    if game.rules.turns.moves != [1] || turn.left != 1 {
        write!(f, "{}", turn.left)?;
    }
    f.write_str(if turn.begun { "+" } else { "" })
}

/// The number of the turn, where it is not what holds where nothing is said.
pub(super) fn write_turn_number(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let turn = progress(position);
    match turn.number == Extras::turn_unsaid(position.game(), &position.pieces()).number {
        true => Ok(()),
        false => write!(f, " turn={}", turn.number + 1),
    }
}

fn progress(position: &Position) -> TurnProgress {
    match position.game().tables.state.has_turns {
        true => on_board!(position.engine(), board => board.turn_progress()),
        false => TurnProgress::ONE,
    }
}
