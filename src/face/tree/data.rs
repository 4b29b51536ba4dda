//! A tree as programs read it.

use serde_json::{Value, json};

use super::{Args, DrawnVertex};
use crate::eval::Score;
use crate::search::Counters;
use crate::search::textbook::{INFINITY, Recorded, RecordedNode};

/// The tree under `tree`, and what was counted; the names of its moves are those of the drawn nodes.
pub(super) fn of<E>(args: &Args, depth: u32, recorded: &Recorded<E>, drawn: &[DrawnVertex]) -> Value {
    let Counters { nodes, leaves, comparisons, cutoffs } = recorded.counters;
    json!({
        // Who this is about stands first, whichever of them it is.
        "game": Value::Null,
        "position": Value::Null,
        "algorithm": args.algorithm.name(),
        "depth": depth,
        "nodes": nodes,
        "leaves": leaves,
        "comparisons": comparisons,
        "cutoffs": cutoffs,
        "complete": recorded.complete,
        "tree": vertex(&recorded.nodes, drawn, 0),
    })
}

fn vertex<E>(nodes: &[RecordedNode<E>], drawn: &[DrawnVertex], at: usize) -> Value {
    let node = &nodes[at];
    let label = &drawn[at].label;
    json!({
        "move": (!label.is_empty()).then_some(label),
        "max": node.is_max,
        "value": node.value,
        "window": node.window.map(|(alpha, beta)| [finite(alpha), finite(beta)]),
        "cut": node.cut,
        "best": node.best,
        "more": node.more,
        "children": node.children.iter().map(|&child| vertex(nodes, drawn, child)).collect::<Vec<_>>(),
    })
}

/// A bound, unless it is infinite.
fn finite(bound: Score) -> Option<Score> {
    (bound.abs() < INFINITY).then_some(bound)
}
