//! SFEN, as shogi programs write positions: the hands stand behind the player to move, who is `b` when the first
//! player is.

use std::sync::Arc;

use super::error::{TextError, Word};
use crate::game::{Game, Player};
use crate::position::Position;

/// The words of a text as a position in SFEN, if they are one: `sfen` says so, and in games with hands and without
/// rights or marks the form itself does, since no FEN of such a game looks like that.
pub(super) fn read(game: &Arc<Game>, words: &[Word]) -> Option<Result<Position, TextError>> {
    let fields = match words {
        [(_, "sfen"), fields @ ..] => fields,
        fields if game.rules.captured.is_some() && !has_more_fields(game) && is_form(fields) => fields,
        _ => return None,
    };
    let text: Vec<&str> = fields.iter().map(|(_, word)| *word).collect();
    let (first, last) = (fields.first()?, fields.last()?);
    let span = first.0..last.0 + last.1.len();
    Some(Position::parse(game, &sfen_to_fen(&text.join(" "))).map_err(|error| TextError { span, ..error }))
}

/// Whether positions of a game say rights or marks behind the player to move.
fn has_more_fields(game: &Game) -> bool {
    let castles = Player::BOTH.into_iter().any(|player| game.rules.castles(player).next().is_some());
    castles || game.tables.state.asks_unmoved() || game.rules.makes_marks()
}

/// Whether these are rows without brackets, a player, hands and a number.
fn is_form(fields: &[Word]) -> bool {
    let [(_, rows), (_, turn), (_, hands), (_, number)] = fields else { return false };
    let is_hand = |hands: &str| {
        hands == "-"
            || hands.ends_with(|sign: char| sign.is_ascii_alphabetic())
                && hands.bytes().all(|sign| sign.is_ascii_alphanumeric())
    };
    !rows.contains('[')
        && matches!(*turn, "b" | "w")
        && is_hand(hands)
        && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// A position of SFEN as banco reads it: hands in brackets behind the rows, `w` for who moves first.
///
/// ```
/// use banco::inside::notation::sfen_to_fen;
///
/// let text = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 2Pb 3";
/// assert!(sfen_to_fen(text).ends_with("LNSGKGSNL[PPb] b - - 0 2"));
/// ```
pub fn sfen_to_fen(text: &str) -> String {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let turn = match words.next() {
        Some("w") => "b",
        Some("b") => "w",
        Some(other) => other,
        None => "",
    };
    let hands = words.next().filter(|hands| *hands != "-").map(spelt_out).unwrap_or_default();
    let plies: u32 = words.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    format!("{rows}[{hands}] {turn} - - 0 {}", plies.div_ceil(2).max(1))
}

/// What [`sfen_to_fen`] reads as that position.
///
/// ```
/// use banco::inside::notation::{fen_to_sfen, sfen_to_fen};
///
/// let fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[PPb] b - - 0 2";
/// let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 2Pb 4";
/// assert_eq!(fen_to_sfen(fen), sfen);
/// assert_eq!(sfen_to_fen(sfen), fen);
/// ```
pub fn fen_to_sfen(text: &str) -> String {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let (rows, hands) = rows.split_once('[').unwrap_or((rows, ""));
    let is_second = |word: &&str| *word == "b";
    let turn = words.next().unwrap_or_default();
    let other = match turn {
        "w" => "b",
        "b" => "w",
        other => other,
    };
    let moves: u32 = words.next_back().and_then(|number| number.parse().ok()).unwrap_or(1);
    let plies = 2 * moves.clamp(1, 1 << 20) - u32::from(!is_second(&turn));
    format!("{rows} {other} {} {plies}", counted(hands.trim_end_matches(']')))
}

/// `PPb` as `2Pb`.
fn counted(hands: &str) -> String {
    let signs: Vec<char> = hands.chars().filter(|sign| *sign != '-').collect();
    let count = |same: &[char]| match same {
        [one] => one.to_string(),
        [first, ..] => format!("{}{first}", same.len()),
        [] => String::new(),
    };
    let all: String = signs.chunk_by(|one, other| one == other).map(count).collect();
    if all.is_empty() { "-".to_owned() } else { all }
}

/// `2Pb` as `PPb`.
fn spelt_out(hands: &str) -> String {
    let mut spelt = String::new();
    let mut count = 0usize;
    for sign in hands.chars().take(200) {
        match sign.to_digit(10) {
            Some(digit) => count = (10 * count + digit as usize).min(99),
            None => {
                spelt.extend(std::iter::repeat_n(sign, count.max(1)));
                count = 0;
            }
        }
    }
    spelt
}
