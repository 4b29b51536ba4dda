//! Texts of moves that go on: two stages with a comma between.

use crate::game::Game;

/// A move text and what it says behind the comma, in games where moves have further stages.
pub(super) fn split_stages<'t>(game: &Game, text: &'t str) -> (&'t str, Option<&'t str>) {
    match text.split_once(',').filter(|_| !game.rules.stages.is_empty()) {
        Some((first, onward)) => (first, Some(onward)),
        None => (text, None),
    }
}
