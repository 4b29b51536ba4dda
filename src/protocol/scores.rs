//! Scores as a player sees them.

use crate::eval::plies_to_win;
use crate::game::Player;

/// What a forced win's distance is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateUnit {
    /// The winner's moves.
    Moves,
    /// Plies.
    Plies,
}

/// A score from the side of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Points, a hundredth of a pawn each where the game has pawns.
    Cp(i32),
    /// So far to a forced win, negative for a loss.
    Mate(i32),
}

impl Score {
    /// A score of the search, which is positive for the first player.
    pub fn of(score: i32, turn: Player, unit: MateUnit) -> Score {
        let own = score * turn.sign();
        match plies_to_win(own) {
            None => Score::Cp(own),
            Some(plies) if unit == MateUnit::Plies => Score::Mate(plies),
            Some(plies) => Score::Mate(plies.signum() * (plies.abs() + 1) / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::WIN;

    #[test]
    fn wins_are_counted_in_moves_of_the_winner() {
        let moves = |score| Score::of(score, Player::First, MateUnit::Moves);
        assert_eq!([moves(WIN - 1), moves(WIN - 3), moves(WIN - 5)], [1, 2, 3].map(Score::Mate));
        assert_eq!([moves(2 - WIN), moves(4 - WIN)], [-1, -2].map(Score::Mate));
        assert_eq!(Score::of(WIN - 5, Player::Second, MateUnit::Plies), Score::Mate(-5));
        assert_eq!(Score::of(12, Player::Second, MateUnit::Moves), Score::Cp(-12));
    }
}
