//! Trees given as data: names, and values at the leaves, as figures in books have them.

use super::GameTree;
use crate::eval::Score;

/// A vertex of a tree given as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// What it is called in the figure.
    pub name: String,
    /// The value of a leaf, 0 elsewhere.
    pub value: Score,
    /// Its children; a vertex without any is a leaf.
    pub children: Vec<Vertex>,
}

/// A tree given as data. Max and Min take turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnTree {
    /// Whether the root is a white vertex, where the greatest value is chosen.
    pub max_at_root: bool,
    /// The root.
    pub root: Vertex,
}

impl DrawnTree {
    /// The tree to be walked by an algorithm.
    pub fn walk(&self) -> DrawnWalk<'_> {
        DrawnWalk { max_at_root: self.max_at_root, path: Vec::new(), u: &self.root }
    }

    /// The greatest number of edges from the root to a leaf.
    pub fn height(&self) -> u32 {
        fn height(vertex: &Vertex) -> u32 {
            vertex.children.iter().map(|child| 1 + height(child)).max().unwrap_or(0)
        }
        height(&self.root)
    }
}

/// Where an algorithm stands in a tree given as data.
#[derive(Clone, Debug)]
pub struct DrawnWalk<'a> {
    max_at_root: bool,
    path: Vec<&'a Vertex>,
    u: &'a Vertex,
}

impl GameTree for DrawnWalk<'_> {
    type Edge = usize;

    fn is_max(&self) -> bool {
        self.max_at_root == self.path.len().is_multiple_of(2)
    }

    fn payoff(&mut self) -> Option<Score> {
        self.u.children.is_empty().then_some(self.u.value)
    }

    fn eval(&mut self) -> Score {
        self.u.value
    }

    fn edges(&mut self) -> Vec<usize> {
        (0..self.u.children.len()).collect()
    }

    fn play(&mut self, child: usize) {
        self.path.push(self.u);
        self.u = &self.u.children[child];
    }

    fn undo(&mut self) {
        if let Some(parent) = self.path.pop() {
            self.u = parent;
        }
    }
}
