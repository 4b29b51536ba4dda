//! Scores as a player sees them.

use crate::eval::{LIMIT, WIN, plies_to_win};
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

    /// The search's score for the player to move.
    pub fn points(self, unit: MateUnit) -> i32 {
        /// No game that is searched is so long.
        const FARTHEST: i32 = 5_000;
        match (self, unit) {
            (Score::Cp(points), _) => points.clamp(1 - LIMIT, LIMIT - 1),
            (Score::Mate(far @ 1..), MateUnit::Moves) => WIN - (2 * far.min(FARTHEST) - 1),
            (Score::Mate(far @ 1..), MateUnit::Plies) => WIN - far.min(FARTHEST),
            (Score::Mate(far), MateUnit::Moves) => 2 * far.max(-FARTHEST).abs() - WIN,
            (Score::Mate(far), MateUnit::Plies) => far.max(-FARTHEST).abs() - WIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_moves_of_the_winner() {
        let moves = |score| Score::of(score, Player::First, MateUnit::Moves);
        assert_eq!([moves(WIN - 1), moves(WIN - 3), moves(WIN - 5)], [1, 2, 3].map(Score::Mate));
        assert_eq!([moves(2 - WIN), moves(4 - WIN)], [-1, -2].map(Score::Mate));
        assert_eq!(Score::of(WIN - 5, Player::Second, MateUnit::Plies), Score::Mate(-5));
        assert_eq!(Score::of(12, Player::Second, MateUnit::Moves), Score::Cp(-12));
    }

    #[test]
    fn what_is_said_is_read_back() {
        for unit in [MateUnit::Moves, MateUnit::Plies] {
            for score in [0, -17, WIN - 1, WIN - 5, 2 - WIN, 6 - WIN, -WIN] {
                assert_eq!(Score::of(score, Player::First, unit).points(unit), score, "{unit:?}");
            }
        }
        assert_eq!(Score::Cp(i32::MAX).points(MateUnit::Moves), LIMIT - 1);
        assert_eq!(Score::Mate(i32::MIN).points(MateUnit::Plies), 5_000 - WIN);
    }
}
