//! Minimax to the end of the game: `MaxVal`, `MinVal` with the payoff function f, and `Minimax(u, v)`.
//!
//! For games that are over soon: the whole tree below the root is visited.

use super::{Choice, GameTree, INFINITY, Stopped, Study};
use crate::eval::Score;

/// `function MaxVal(u)`: f(u) when the game is over in `u`, else the greatest `MinVal(v)` over the
/// children `v` of `u`.
///
/// # Errors
///
/// When it was stopped.
pub fn max_val<T: GameTree>(study: &mut Study<'_, T>) -> Result<Score, Stopped> {
    study.visit()?;
    if let Some(payoff) = study.payoff() {
        return Ok(payoff);
    }
    let mut greatest = -INFINITY;
    for v in study.tree.edges() {
        study.play(v)?;
        greatest = greatest.max(min_val(study)?);
        study.undo();
        study.counters.comparisons += 1;
    }
    study.tree.valued(greatest);
    Ok(greatest)
}

/// `function MinVal(u)`: f(u) when the game is over in `u`, else the least `MaxVal(v)` over the children
/// `v` of `u`.
///
/// # Errors
///
/// When it was stopped.
pub fn min_val<T: GameTree>(study: &mut Study<'_, T>) -> Result<Score, Stopped> {
    study.visit()?;
    if let Some(payoff) = study.payoff() {
        return Ok(payoff);
    }
    let mut least = INFINITY;
    for v in study.tree.edges() {
        study.play(v)?;
        least = least.min(max_val(study)?);
        study.undo();
        study.counters.comparisons += 1;
    }
    study.tree.valued(least);
    Ok(least)
}

/// `procedure Minimax(u, v)`: for each child `w` of `u`, `if val <= MinVal(w) then v := w` with
/// `val := MinVal(w)`. Of children that are equally good the last one is chosen, because of `<=`. For
/// Black it is the mirror image.
///
/// # Errors
///
/// When it was stopped.
pub fn minimax<T: GameTree>(study: &mut Study<'_, T>) -> Result<Choice<T::Edge>, Stopped> {
    study.visit()?;
    if let Some(payoff) = study.payoff() {
        return Ok(Choice { value: payoff, edge: None });
    }
    let white = study.tree.is_max();
    let mut val = if white { -INFINITY } else { INFINITY };
    for w in study.tree.edges() {
        study.play(w)?;
        let of_w = if white { min_val(study)? } else { max_val(study)? };
        study.undo();
        study.counters.comparisons += 1;
        if white && val <= of_w || !white && val >= of_w {
            val = of_w;
            study.choose(val, w);
        }
    }
    Ok(study.answer(val))
}
