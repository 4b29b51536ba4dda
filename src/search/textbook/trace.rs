//! A tree that remembers how an algorithm walked through it, to be drawn afterwards.

use super::{GameTree, INFINITY};
use crate::eval::Score;
use crate::eval::script::ScriptError;
use crate::search::{Bound, Counters};

/// A position that was visited, or a branch that was cut.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode<E> {
    /// What leads here; `None` at the root.
    pub edge: Option<E>,
    /// Whether the greatest value is chosen here.
    pub is_max: bool,
    /// (α, β) when it was entered, for algorithms that have them.
    pub window: Option<(Score, Score)>,
    /// The value found, from White's side; `None` when it was cut off, or never finished.
    pub value: Option<Score>,
    /// Never visited: a bound was met before.
    pub cut: bool,
    /// It lies on the best line.
    pub best: bool,
    /// Its children, indices of nodes.
    pub children: Vec<usize>,
    /// Positions visited below it that are not among the nodes.
    pub more: u64,
}

impl<E> TraceNode<E> {
    /// What the value is: where it left (α, β) it is a bound. The value of a leaf is exact.
    pub fn bound(&self) -> Bound {
        let is_leaf = self.children.is_empty() && self.more == 0;
        match (self.value, self.window) {
            (Some(value), Some((_, beta))) if !is_leaf && value >= beta => Bound::Lower,
            (Some(value), Some((alpha, _))) if !is_leaf && value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// What an algorithm looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace<E> {
    /// The nodes; the first one is the root.
    pub nodes: Vec<TraceNode<E>>,
    /// What was counted.
    pub counters: Counters,
    /// It was not stopped before it was done.
    pub complete: bool,
    /// What went wrong with the evaluation's script: values mean nothing then.
    pub script_error: Option<ScriptError>,
}

impl<E> Trace<E> {
    /// The largest part that has at most `most` nodes and in which every level is as complete as room
    /// allows: nodes are taken level by level. What is left out is counted where it hangs.
    pub fn pruned(mut self, most: usize) -> Trace<E> {
        let mut room = most.saturating_sub(self.nodes.iter().filter(|node| node.best).count());
        let mut order = vec![0];
        let mut next = 0;
        while let Some(&parent) = order.get(next) {
            for &child in &self.nodes[parent].children {
                // The best line is always kept; the other nodes as far as there is room.
                if self.nodes[child].best {
                    order.push(child);
                } else if room > 0 {
                    order.push(child);
                    room -= 1;
                }
            }
            next += 1;
        }
        let mut kept = vec![None; self.nodes.len()];
        for (place, &node) in order.iter().enumerate() {
            kept[node] = Some(place);
        }
        let below = self.visited_below();
        let mut nodes = Vec::with_capacity(order.len());
        for &node in &order {
            let children = std::mem::take(&mut self.nodes[node].children);
            let mut more = self.nodes[node].more;
            for &child in children.iter().filter(|&&child| kept[child].is_none()) {
                more += below[child];
            }
            let children = children.iter().filter_map(|&child| kept[child]).collect();
            let TraceNode { is_max, window, value, cut, best, .. } = self.nodes[node];
            let edge = self.nodes[node].edge.take();
            nodes.push(TraceNode { edge, is_max, window, value, cut, best, children, more });
        }
        Trace { nodes, ..self }
    }

    /// Positions visited in each subtree, its root included.
    fn visited_below(&self) -> Vec<u64> {
        let mut below: Vec<u64> = self.nodes.iter().map(|n| n.more + !n.cut as u64).collect();
        for node in (0..self.nodes.len()).rev() {
            // Children come after their parents.
            below[node] += self.nodes[node].children.iter().map(|&child| below[child]).sum::<u64>();
        }
        below
    }
}

/// A tree that remembers.
pub struct Tracing<T: GameTree> {
    tree: T,
    most: usize,
    nodes: Vec<TraceNode<T::Edge>>,
    /// The nodes on the way from the root; `None` for those that are only counted.
    path: Vec<Option<usize>>,
    /// What leads to the children of each of them.
    edges: Vec<Vec<T::Edge>>,
}

impl<T: GameTree> Tracing<T> {
    /// Remembers at most `most` nodes, and counts the others.
    pub fn new(tree: T, most: usize) -> Tracing<T> {
        let root = node(None, tree.is_max());
        Tracing { tree, most, nodes: vec![root], path: vec![Some(0)], edges: vec![Vec::new()] }
    }

    /// What was remembered, the best line marked: it begins with `best`. Of children that are equally good the algorithm
    /// keeps the first one or the last one.
    pub fn finish(mut self, best: Option<T::Edge>, keeps_last: bool) -> Vec<TraceNode<T::Edge>> {
        self.note_cuts();
        let mut at = 0;
        let mut wanted = best;
        self.nodes[0].best = true;
        while wanted.is_some() || at > 0 {
            let value = self.nodes[at].value;
            let on_line = |child: &TraceNode<T::Edge>| match wanted {
                Some(_) => child.edge == wanted,
                None => child.value.is_some() && child.value == value,
            };
            let mut fit =
                self.nodes[at].children.iter().copied().filter(|&child| on_line(&self.nodes[child]));
            let next = if keeps_last { fit.next_back() } else { fit.next() };
            let Some(next) = next else { break };
            self.nodes[next].best = true;
            (at, wanted) = (next, None);
        }
        self.nodes
    }

    fn here(&mut self) -> Option<&mut TraceNode<T::Edge>> {
        let at = (*self.path.last()?)?;
        self.nodes.get_mut(at)
    }

    /// Children that were never gone into were cut off, if the node has a value.
    fn note_cuts(&mut self) {
        let (Some(Some(at)), Some(edges)) = (self.path.last().copied(), self.edges.last()) else { return };
        let visited = self.nodes[at].children.len();
        let is_max = !self.nodes[at].is_max;
        if self.nodes[at].value.is_none() || self.nodes[at].more > 0 {
            return;
        }
        for &edge in edges.iter().skip(visited) {
            if self.nodes.len() >= self.most {
                break;
            }
            let cut_off = self.nodes.len();
            self.nodes[at].children.push(cut_off);
            self.nodes.push(TraceNode { cut: true, ..node(Some(edge), is_max) });
        }
    }
}

fn node<E>(edge: Option<E>, is_max: bool) -> TraceNode<E> {
    TraceNode {
        edge,
        is_max,
        window: None,
        value: None,
        cut: false,
        best: false,
        children: Vec::new(),
        more: 0,
    }
}

impl<T: GameTree> GameTree for Tracing<T> {
    type Edge = T::Edge;

    fn is_max(&self) -> bool {
        self.tree.is_max()
    }

    fn payoff(&mut self) -> Option<Score> {
        self.tree.payoff()
    }

    fn eval(&mut self) -> Score {
        self.tree.eval()
    }

    fn fault(&self) -> Option<ScriptError> {
        self.tree.fault()
    }

    fn edges(&mut self) -> Vec<T::Edge> {
        let edges = self.tree.edges();
        if let Some(last) = self.edges.last_mut() {
            last.clone_from(&edges);
        }
        edges
    }

    fn play(&mut self, edge: T::Edge) {
        self.tree.play(edge);
        let room = self.nodes.len() < self.most;
        let parent = self.path.iter().rev().find_map(|at| *at).unwrap_or(0);
        let direct = matches!(self.path.last(), Some(Some(_)));
        if room && direct && self.nodes[parent].more == 0 {
            let new = self.nodes.len();
            self.path.push(Some(new));
            self.nodes[parent].children.push(new);
            self.nodes.push(node(Some(edge), self.tree.is_max()));
        } else {
            self.nodes[parent].more += 1;
            self.path.push(None);
        }
        self.edges.push(Vec::new());
    }

    fn undo(&mut self) {
        self.note_cuts();
        self.tree.undo();
        self.path.pop();
        self.edges.pop();
    }

    fn entered(&mut self, alpha: Score, beta: Score) {
        if let Some(here) = self.here() {
            here.window = Some((alpha.max(-INFINITY), beta.min(INFINITY)));
        }
    }

    fn valued(&mut self, value: Score) {
        if let Some(here) = self.here() {
            here.value = Some(value);
        }
    }
}
