//! `[end.NAME]`.

use super::keys::keys;
use super::{At, Condition};

keys! {
    /// `[end.NAME]`: a way for the game to be over. Ends are tried in order after every move.
    pub struct End {
        /// When the game is over.
        required "if" => condition: At<Condition>;
        /// Who wins then: `"mover"` (has just moved), `"turn"` (is to move), a player's name, or `"none"`.
        optional "winner" => winner: At<Who>;
        /// Who loses then: `"mover"`, `"turn"`, or a player's name. Instead of `winner`.
        optional "loser" => loser: At<Who>;
        /// Decided by an arbiter, not by the moves: perft looks past it.
        optional "adjudicated" => adjudicated: At<bool>;
    }
    later []
}

/// Somebody in the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// The player who has just moved.
    Mover,
    /// The player who is to move.
    Turn,
    /// Nobody: a draw.
    Nobody,
    /// A player by name.
    Player(String),
}

/// What an end does with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<'a> {
    /// This one wins.
    Winner(&'a At<Who>),
    /// This one loses; never [`Who::Nobody`].
    Loser(&'a At<Who>),
}

impl End {
    /// Who wins or loses. `None` where the end says neither or both: that has been reported.
    pub fn verdict(&self) -> Option<Verdict<'_>> {
        match (&self.winner, &self.loser) {
            (Some(who), None) => Some(Verdict::Winner(who)),
            (None, Some(who)) => Some(Verdict::Loser(who)),
            _ => None,
        }
    }
}
