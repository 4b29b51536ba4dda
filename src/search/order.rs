//! Which move to try first.

use crate::game::{Game, Move, Player};

/// What cut-offs taught about moves, whatever the position.
#[derive(Clone, Debug)]
pub struct History {
    points: Vec<i32>,
    cells: usize,
    rules: usize,
}

impl History {
    const MOST: i32 = 1 << 14;

    /// Nothing learnt yet.
    pub fn new(game: &Game) -> History {
        let (cells, rules) = (game.rules.geometry.size(), game.rules.moves.len());
        History { points: vec![0; 2 * rules * cells], cells, rules }
    }

    fn slot(&self, player: Player, mv: Move) -> usize {
        (player.index() * self.rules + mv.rule()) * self.cells + mv.to().index()
    }

    /// Points of a move, between -16,384 and 16,384.
    #[inline]
    pub fn of(&self, player: Player, mv: Move) -> i32 {
        self.points[self.slot(player, mv)]
    }

    /// A move was good or bad; the more it is so already, the less it changes.
    pub fn learn(&mut self, player: Player, mv: Move, bonus: i32) {
        let slot = self.slot(player, mv);
        let points = &mut self.points[slot];
        *points += bonus - *points * bonus.abs() / Self::MOST;
    }
}

/// Brings the highest rank to `at`, moves and ranks together: most nodes look at few moves, so a sort
/// would be wasted.
#[inline]
pub fn pick(moves: &mut [Move], ranks: &mut [i32], at: usize) -> Move {
    let mut best = at;
    for i in at + 1..moves.len() {
        if ranks[i] > ranks[best] {
            best = i;
        }
    }
    // Rotating keeps the rest in the documented order, which swapping would not.
    moves[at..=best].rotate_right(1);
    ranks[at..=best].rotate_right(1);
    moves[at]
}
