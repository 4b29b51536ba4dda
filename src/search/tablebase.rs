//! Values that are known beforehand.

use crate::eval::{Score, View, WIN};
use crate::game::Game;

/// The value of a position for the player to move, with best play by both. Scores are counted from the first player's
/// side; this is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// It wins in that many plies.
    Win(u32),
    /// It loses in that many plies.
    Loss(u32),
    /// Neither can win.
    Draw {
        /// No drawn end can be reached unless somebody gives the game away: play never ends.
        endless: bool,
    },
}

impl Exact {
    /// The plies to the end of a win or a loss.
    pub fn plies(self) -> Option<u32> {
        match self {
            Exact::Win(plies) | Exact::Loss(plies) => Some(plies),
            Exact::Draw { .. } => None,
        }
    }

    /// The score for the player to move, `ply` plies below the root.
    pub(super) fn score(self, ply: usize) -> Score {
        match self {
            Exact::Win(plies) => WIN - (ply as Score + plies as Score),
            Exact::Loss(plies) => ply as Score + plies as Score - WIN,
            Exact::Draw { .. } => 0,
        }
    }

    /// What a position is worth to the player to move when a move leads to one that is worth this.
    pub fn before(self) -> Exact {
        match self {
            Exact::Win(plies) => Exact::Loss(plies + 1),
            Exact::Loss(plies) => Exact::Win(plies + 1),
            draw => draw,
        }
    }
}

/// Positions whose value is known. A [`Search`](super::Search) that is given one believes it.
pub trait Tablebase: Send + Sync {
    /// The value of a position; `None` when it is not known. The past of the position does not matter.
    fn probe(&self, view: &View<'_>) -> Option<Exact>;

    /// Whether it is about a game with these rules. One that is not is not asked; without a word about it, it is about
    /// any game.
    fn fits(&self, game: &Game) -> bool {
        let _ = game;
        true
    }
}
