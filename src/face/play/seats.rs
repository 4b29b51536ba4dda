//! Who makes whose moves.

use crate::game::{Game, Player};

/// Whether a person makes the moves of each player, by [`Player::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats([bool; 2]);

impl Seats {
    /// Reads `--as`; without it the person makes the moves of `first`.
    pub(super) fn read(game: &Game, word: Option<&str>, first: Player) -> Result<Seats, String> {
        let only = |player: Player| Seats(Player::BOTH.map(|p| p == player));
        let Some(word) = word else { return Ok(only(first)) };
        match word {
            "both" => return Ok(Seats([true; 2])),
            "none" => return Ok(Seats([false; 2])),
            _ => {}
        }
        let called = |player: &Player| {
            let names = &game.players[player.index()];
            names.name.eq_ignore_ascii_case(word) || names.turn == word
        };
        Player::BOTH.into_iter().find(called).map(only).ok_or_else(|| {
            let [first, second] = &game.players;
            format!(
                "`--as {}`: the players are {} and {}; `both` and `none` are possible, too",
                word.escape_debug(),
                first.name,
                second.name
            )
        })
    }

    /// Whether a person makes this player's moves.
    pub(super) fn is_human(self, player: Player) -> bool {
        self.0[player.index()]
    }

    /// Whether a person makes any moves.
    pub(super) fn any_human(self) -> bool {
        self.0.contains(&true)
    }
}
