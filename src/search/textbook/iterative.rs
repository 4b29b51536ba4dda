//! Minimax without recursion: an exercise of the book. What the recursion keeps on the machine's stack
//! stands here on a stack of our own.

use super::{Choice, GameTree, INFINITY, Stopped, Study};
use crate::eval::Score;

/// A vertex on the way from the root to `u` whose children are not all done.
struct OpenVertex<E> {
    /// It is White's turn: the greatest value is wanted.
    white: bool,
    /// The best value of a child so far.
    val: Score,
    /// What leads to the children.
    edges: Vec<E>,
    /// How many of them were gone into.
    tried: usize,
}

/// Goes into `u`: its value when it is a leaf, else it is opened.
fn open<T: GameTree>(
    study: &mut Study<'_, T>,
    stack: &mut Vec<OpenVertex<T::Edge>>,
    h: u32,
) -> Result<Option<Score>, Stopped> {
    study.visit()?;
    let height = h - stack.len() as u32;
    if let Some(value) = study.leaf(height) {
        return Ok(Some(value));
    }
    let white = study.tree.is_max();
    let val = if white { -INFINITY } else { INFINITY };
    stack.push(OpenVertex { white, val, edges: study.tree.edges(), tried: 0 });
    Ok(None)
}

/// `Minimax(u, v, h)` without recursion; visits, values and choice are those of
/// [`depth_limited::minimax`](super::depth_limited::minimax).
///
/// # Errors
///
/// When it was stopped.
pub fn minimax<T: GameTree>(study: &mut Study<'_, T>, h: u32) -> Result<Choice<T::Edge>, Stopped> {
    let mut stack = Vec::new();
    if let Some(value) = open(study, &mut stack, h)? {
        return Ok(Choice { value, edge: None });
    }
    loop {
        let Some(u) = stack.last_mut() else { return Err(Stopped) };
        // The next child is gone into; a leaf below has its value at once.
        if let Some(&edge) = u.edges.get(u.tried) {
            u.tried += 1;
            study.tree.play(edge);
            if let Some(value) = open(study, &mut stack, h)? {
                back_up(study, &mut stack, value);
            }
            continue;
        }
        // All children are done: the value goes up to the parent, or is the answer.
        let val = u.val;
        stack.pop();
        if stack.is_empty() {
            return Ok(study.answer(val));
        }
        study.tree.valued(val);
        back_up(study, &mut stack, val);
    }
}

/// Leaves a child whose value is known, and compares it with the best of its parent.
fn back_up<T: GameTree>(study: &mut Study<'_, T>, stack: &mut [OpenVertex<T::Edge>], value: Score) {
    study.tree.undo();
    study.counters.comparisons += 1;
    let at_root = stack.len() == 1;
    let Some(parent) = stack.last_mut() else { return };
    if parent.white && parent.val <= value || !parent.white && parent.val >= value {
        parent.val = value;
        if at_root {
            study.choose(value, parent.edges[parent.tried - 1]);
        }
    }
}
