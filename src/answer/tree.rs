//! A tree as programs read it.

use serde_json::{Value, json};

use crate::eval::Score;
use crate::game::Move;
use crate::position::Position;
use crate::search::textbook::{INFINITY, Trace, TraceNode, Vertex};
use crate::search::{Bound, Counters};

/// The tree under `tree`, and what was counted; `labels` are the names of its moves.
pub(crate) fn tree_json<E>(algorithm: &str, depth: u32, recorded: &Trace<E>, labels: &[String]) -> Value {
    let Counters { nodes, leaves, comparisons, cutoffs } = recorded.counters;
    json!({
        // Who this is about stands first, whichever of them it is.
        "game": Value::Null,
        "position": Value::Null,
        "algorithm": algorithm,
        "depth": depth,
        "nodes": nodes,
        "leaves": leaves,
        "comparisons": comparisons,
        "cutoffs": cutoffs,
        "complete": recorded.complete,
        "tree": vertex(&recorded.nodes, labels, 0),
    })
}

fn vertex<E>(nodes: &[TraceNode<E>], labels: &[String], at: usize) -> Value {
    let node = &nodes[at];
    let label = &labels[at];
    json!({
        "move": (!label.is_empty()).then_some(label),
        "max": node.is_max,
        "value": node.value,
        "bound": node.value.map(|_| match node.bound() {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        }),
        "window": node.window.map(|(alpha, beta)| [finite(alpha), finite(beta)]),
        "cut": node.cut,
        "best": node.best,
        "more": node.more,
        "children": node.children.iter().map(|&child| vertex(nodes, labels, child)).collect::<Vec<_>>(),
    })
}

/// A bound, unless it is infinite.
fn finite(bound: Score) -> Option<Score> {
    (bound.abs() < INFINITY).then_some(bound)
}

/// Calls `see` with the number of each node and its position, where it was visited.
pub(crate) fn visit_positions(
    nodes: &[TraceNode<Move>],
    position: &Position,
    see: &mut dyn FnMut(usize, &Position),
) {
    let mut open = vec![(0, position.clone())];
    while let Some((at, position)) = open.pop() {
        see(at, &position);
        for &child in nodes[at].children.iter().filter(|&&child| !nodes[child].cut) {
            let Some(mv) = nodes[child].edge else { continue };
            let mut after = position.clone();
            after.play_legal(mv);
            open.push((child, after));
        }
    }
}

/// The text of the move that leads to each node.
pub(crate) fn move_labels(nodes: &[TraceNode<Move>], position: &Position) -> Vec<String> {
    let mut labels = vec![String::new(); nodes.len()];
    visit_positions(nodes, position, &mut |at, position| {
        for &child in &nodes[at].children {
            labels[child] = nodes[child].edge.map_or_else(String::new, |mv| position.move_text(mv));
        }
    });
    labels
}

/// The names that a figure gives to its nodes.
pub(crate) fn figure_labels(nodes: &[TraceNode<usize>], root: &Vertex) -> Vec<String> {
    let mut labels = vec![String::new(); nodes.len()];
    let mut open: Vec<(usize, &Vertex)> = vec![(0, root)];
    while let Some((at, vertex)) = open.pop() {
        labels[at].clone_from(&vertex.name);
        for &child in &nodes[at].children {
            let below = nodes[child].edge.and_then(|edge| vertex.children.get(edge));
            open.extend(below.map(|below| (child, below)));
        }
    }
    labels
}
