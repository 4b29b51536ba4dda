//! Negamax: what is good for one player is as bad for the other, so one function does for both.

use super::{Choice, GameTree, INFINITY, Stopped, Study};
use crate::eval::Score;

/// +1 where it is White's turn, -1 where it is Black's.
fn sign<T: GameTree>(tree: &T) -> Score {
    if tree.is_max() { 1 } else { -1 }
}

/// The value of `u` for the player to move: its evaluation when `h` = 0 or the game is over, else the
/// greatest `-Negamax(v, h - 1)` over the children `v`.
///
/// # Errors
///
/// When it was stopped.
pub fn negamax<T: GameTree>(study: &mut Study<'_, T>, h: u32) -> Result<Score, Stopped> {
    study.visit()?;
    let color = sign(&study.tree);
    if let Some(value) = study.leaf(h) {
        return Ok(color * value);
    }
    let mut best = -INFINITY;
    for v in study.tree.edges() {
        study.tree.play(v);
        best = best.max(-negamax(study, h - 1)?);
        study.tree.undo();
        study.counters.comparisons += 1;
    }
    study.tree.valued(color * best);
    Ok(best)
}

/// The root of [`negamax`]: the first of the best children. The value is given from White's side, as by
/// the other algorithms.
///
/// # Errors
///
/// When it was stopped.
pub fn negamax_root<T: GameTree>(study: &mut Study<'_, T>, h: u32) -> Result<Choice<T::Edge>, Stopped> {
    study.visit()?;
    let color = sign(&study.tree);
    if let Some(value) = study.leaf(h) {
        return Ok(Choice { value, edge: None });
    }
    let mut best = -INFINITY;
    for v in study.tree.edges() {
        study.tree.play(v);
        let value = -negamax(study, h - 1)?;
        study.tree.undo();
        study.counters.comparisons += 1;
        if value > best {
            best = value;
            study.choose(color * best, v);
        }
    }
    Ok(study.answer(color * best))
}
