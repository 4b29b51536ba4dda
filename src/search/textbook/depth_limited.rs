//! Minimax that looks `h` moves ahead and evaluates what it finds there.

use super::{Choice, GameTree, INFINITY, Stopped, Study};
use crate::eval::Score;

/// `function MaxVal(u, h)`: eval(u) when `h` = 0 or the game is over in `u`, else the greatest
/// `MinVal(v, h - 1)` over the children `v` of `u`.
///
/// # Errors
///
/// When it was stopped.
pub fn max_val<T: GameTree>(study: &mut Study<'_, T>, h: u32) -> Result<Score, Stopped> {
    study.visit()?;
    if let Some(value) = study.leaf(h) {
        return Ok(value);
    }
    let mut greatest = -INFINITY;
    for v in study.tree.edges() {
        study.tree.play(v);
        greatest = greatest.max(min_val(study, h - 1)?);
        study.tree.undo();
        study.counters.comparisons += 1;
    }
    study.tree.valued(greatest);
    Ok(greatest)
}

/// `function MinVal(u, h)`: eval(u) when `h` = 0 or the game is over in `u`, else the least
/// `MaxVal(v, h - 1)` over the children `v` of `u`.
///
/// # Errors
///
/// When it was stopped.
pub fn min_val<T: GameTree>(study: &mut Study<'_, T>, h: u32) -> Result<Score, Stopped> {
    study.visit()?;
    if let Some(value) = study.leaf(h) {
        return Ok(value);
    }
    let mut least = INFINITY;
    for v in study.tree.edges() {
        study.tree.play(v);
        least = least.min(max_val(study, h - 1)?);
        study.tree.undo();
        study.counters.comparisons += 1;
    }
    study.tree.valued(least);
    Ok(least)
}

/// `procedure Minimax(u, v, h)`: the last of the best children, as [`minimax`](super::minimax::minimax).
///
/// # Errors
///
/// When it was stopped.
pub fn minimax<T: GameTree>(study: &mut Study<'_, T>, h: u32) -> Result<Choice<T::Edge>, Stopped> {
    study.visit()?;
    if let Some(value) = study.leaf(h) {
        return Ok(Choice { value, edge: None });
    }
    let white = study.tree.is_max();
    let mut val = if white { -INFINITY } else { INFINITY };
    for w in study.tree.edges() {
        study.tree.play(w);
        let of_w = if white { min_val(study, h - 1)? } else { max_val(study, h - 1)? };
        study.tree.undo();
        study.counters.comparisons += 1;
        if white && val <= of_w || !white && val >= of_w {
            val = of_w;
            study.choose(val, w);
        }
    }
    Ok(study.answer(val))
}
