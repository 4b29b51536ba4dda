//! Ends by agreement: games that both engines have judged already.

use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::EngineWords;
use crate::eval::Score;
use crate::game::Player;
use crate::position::Position;
use crate::search::Exact;
use crate::solve::SolvedTable;

/// Who has been losing for so long has lost.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct ResignRule {
    /// It says that it is so many points behind.
    pub score: Score,
    /// For so many of its moves in a row.
    pub moves: usize,
}

/// Where nobody has been winning for so long, nobody wins.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct DrawRule {
    /// Both say that it is at most so many points from even.
    pub score: Score,
    /// For so many moves of each in a row.
    pub moves: usize,
    /// Not before each has made so many.
    pub from: usize,
}

/// What ends games before the rules do. Nothing does unless asked for, but for the number of plies.
#[derive(Clone, Debug)]
pub struct Adjudication {
    /// Lost games.
    pub resign: Option<ResignRule>,
    /// Even games.
    pub draw: Option<DrawRule>,
    /// After so many plies, those of the opening included, nobody has won.
    pub max_plies: usize,
    /// Positions whose value is known.
    pub table: Option<Arc<SolvedTable>>,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { resign: None, draw: None, max_plies: 1_000, table: None }
    }
}

impl FromStr for ResignRule {
    type Err = String;

    /// Reads `score=600,moves=3`.
    fn from_str(text: &str) -> Result<ResignRule, String> {
        let words = EngineWords::read(text).map_err(|error| error.to_string())?;
        words.only(&["score", "moves"]).map_err(|error| error.to_string())?;
        Ok(ResignRule { score: number(&words, "score", None)?, moves: number(&words, "moves", Some(3))? })
    }
}

impl FromStr for DrawRule {
    type Err = String;

    /// Reads `score=10,moves=8,from=40`.
    fn from_str(text: &str) -> Result<DrawRule, String> {
        let words = EngineWords::read(text).map_err(|error| error.to_string())?;
        words.only(&["score", "moves", "from"]).map_err(|error| error.to_string())?;
        Ok(DrawRule {
            score: number(&words, "score", None)?,
            moves: number(&words, "moves", Some(8))?,
            from: number(&words, "from", Some(0))?,
        })
    }
}

fn number<T: TryFrom<u32>>(words: &EngineWords, key: &str, otherwise: Option<u32>) -> Result<T, String> {
    let said = match words.get(key) {
        None => otherwise.ok_or_else(|| format!("`{key}=` is missing"))?,
        Some(text) => text.parse().map_err(|_| format!("`{key}={text}` is no number"))?,
    };
    let least = u32::from(key == "moves");
    match T::try_from(said) {
        Ok(number) if (least..=1_000_000).contains(&said) => Ok(number),
        _ => Err(format!("`{key}` is from {least} to 1000000")),
    }
}

/// How a game is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    pub(super) winner: Option<Player>,
    pub(super) reason: &'static str,
}

impl Adjudication {
    /// Whether the game ends here, `scores` being what was said of the positions, for the player who moved, first move
    /// first; `mover` made the last one.
    pub(super) fn judge(
        &self,
        position: &Position,
        mover: Player,
        scores: &[(Player, Option<Score>)],
    ) -> Option<Ended> {
        if let Some(exact) = self.table.as_ref().and_then(|table| table.value(position)) {
            let winner = match exact {
                Exact::Win(_) => Some(position.turn()),
                Exact::Loss(_) => Some(!position.turn()),
                Exact::Draw { .. } => None,
            };
            return Some(Ended { winner, reason: "known by the table" });
        }
        if self.resign.is_some_and(|rule| gives_up(rule, mover, scores)) {
            return Some(Ended { winner: Some(!mover), reason: "gave up" });
        }
        if self.draw.is_some_and(|rule| is_even(rule, scores)) {
            return Some(Ended { winner: None, reason: "both agreed on a draw" });
        }
        let plies = position.played().len();
        (plies >= self.max_plies).then_some(Ended { winner: None, reason: "the game was too long" })
    }
}

fn gives_up(rule: ResignRule, mover: Player, scores: &[(Player, Option<Score>)]) -> bool {
    let own = scores.iter().rev().filter(|(player, _)| *player == mover).take(rule.moves);
    let own: Vec<Option<Score>> = own.map(|(_, score)| *score).collect();
    own.len() == rule.moves && own.iter().all(|score| score.is_some_and(|score| score <= -rule.score))
}

fn is_even(rule: DrawRule, scores: &[(Player, Option<Score>)]) -> bool {
    let last = &scores[scores.len().saturating_sub(2 * rule.moves)..];
    scores.len() >= 2 * rule.moves.max(rule.from)
        && last.iter().all(|(_, score)| score.is_some_and(|score| score.abs() <= rule.score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_refused() {
        assert_eq!("score=600".parse(), Ok(ResignRule { score: 600, moves: 3 }));
        assert_eq!("score=5,from=40".parse(), Ok(DrawRule { score: 5, moves: 8, from: 40 }));
        for bad in ["", "moves=3", "score=x", "score=600,moves=0", "score=1,plies=3", "score=-1"] {
            assert!(bad.parse::<ResignRule>().is_err(), "{bad}");
        }
    }

    #[test]
    fn who_is_behind_for_long_enough_gives_up() {
        let rule = ResignRule { score: 500, moves: 2 };
        let said = |own: [Score; 3]| -> Vec<_> {
            own.iter().flat_map(|&s| [(Player::First, Some(s)), (Player::Second, Some(-s))]).collect()
        };
        assert!(gives_up(rule, Player::First, &said([0, -500, -900])));
        assert!(!gives_up(rule, Player::First, &said([-900, -400, -900])));
        assert!(!gives_up(rule, Player::Second, &said([0, -500, -900])));
        assert!(!gives_up(rule, Player::First, &[(Player::First, Some(-900)), (Player::First, None)]));
    }

    #[test]
    fn what_both_call_even_is_even_but_not_too_early() {
        let rule = DrawRule { score: 10, moves: 2, from: 3 };
        let said =
            |scores: &[Score]| -> Vec<_> { scores.iter().map(|&s| (Player::First, Some(s))).collect() };
        assert!(is_even(rule, &said(&[99, 99, 1, 2, -10, 0])));
        assert!(!is_even(rule, &said(&[1, 2, -10, 0])));
        assert!(!is_even(rule, &said(&[99, 99, 99, 2, 11, 0])));
    }
}
