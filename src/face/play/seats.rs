//! Who makes whose moves.

use crate::face::language::Locale;
use crate::game::{Game, Player};
use crate::library::folded;

/// Whether a person makes the moves of each player, by [`Player::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats([bool; 2]);

impl Seats {
    /// Reads `--as`; without it the person makes the moves of `first`.
    pub(super) fn read(
        game: &Game,
        voice: &Locale,
        word: Option<&str>,
        first: Player,
    ) -> Result<Seats, String> {
        let only = |player: Player| Seats(Player::each(|p| p == player));
        let Some(word) = word else { return Ok(only(first)) };
        match word {
            "both" => return Ok(Seats([true; 2])),
            "none" => return Ok(Seats([false; 2])),
            _ => {}
        }
        let called = |player: &Player| {
            let names = &game.names.players[player.index()];
            let is_called = |name: &str| !folded(word).is_empty() && folded(name) == folded(word);
            names.turn == word || is_called(&names.name) || is_called(voice.player(*player))
        };
        Player::BOTH.into_iter().find(called).map(only).ok_or_else(|| {
            let [first, second] = Player::each(|player| voice.player(player));
            let word = word.escape_debug();
            voice.of(
                format!(
                    "`--as {word}`: the players are {first} and {second}; `both` and `none` are possible, too"
                ),
                format!("`--as {word}`: hai bên là {first} và {second}; cũng có thể là `both` hoặc `none`"),
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
