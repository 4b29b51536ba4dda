//! Early and late points, weighed by the pieces that are left.

use super::Score;
use crate::game::{Phase, Piece, Player, Points};
use crate::position::Board;

/// The points that count on a board.
#[inline]
pub(super) fn weighed<const N: usize>(phase: &Option<Phase>, points: Points, board: &Board<N>) -> Score {
    match phase {
        None => points.early(),
        Some(phase) => phase.mean(points, left(phase, board)),
    }
}

/// What the pieces on a board and in hands count. Looked up when it is asked for: kept move by move it would cost every game.
#[inline]
fn left<const N: usize>(phase: &Phase, board: &Board<N>) -> i32 {
    let each = |&(kind, weight)| {
        weight * Player::each(|owner| board.count_of(Piece::new(kind, owner))).iter().sum::<i32>()
    };
    phase.weights.iter().map(each).sum()
}

/// How much of the setup's count is left, in percent.
pub(super) fn percent_left<const N: usize>(phase: &Phase, board: &Board<N>) -> i32 {
    (100 * i64::from(left(phase, board).clamp(0, phase.full)) / i64::from(phase.full)) as i32
}
