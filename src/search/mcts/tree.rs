//! The tree: nodes in one piece of memory, which never holds more of them than it was given room for.

use std::ops::Range;

use crate::game::{Move, Player};

/// What is proven of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Nothing.
    Open,
    /// Nobody can force a win.
    Drawn,
    /// A player wins in at most so many plies.
    Won(Player, u16),
}

impl Proof {
    /// The same a ply further away.
    pub fn further(self) -> Proof {
        match self {
            Proof::Won(winner, plies) => Proof::Won(winner, plies.saturating_add(1)),
            other => other,
        }
    }

    /// What the first player has of it, where something is proven.
    pub fn value(self) -> Option<f32> {
        match self {
            Proof::Open => None,
            Proof::Drawn => Some(0.5),
            Proof::Won(Player::First, _) => Some(1.0),
            Proof::Won(Player::Second, _) => Some(0.0),
        }
    }
}

/// A move, and what is known of the position that it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub mv: Move,
    /// Playouts through it.
    pub visits: u32,
    /// What the player who chose the move had of them, a win being 1.
    pub won: f32,
    /// Playouts in which that player made the move later, and what is believed beforehand, counted as playouts.
    pub kin: f32,
    /// What the player had of those.
    pub kin_won: f32,
    pub proof: Proof,
    first: u32,
    count: u32,
}

/// Where the moves of a node begin that has none yet.
const NOWHERE: u32 = u32::MAX;

impl Node {
    pub fn new(mv: Move, kin: f32, kin_won: f32) -> Node {
        Node { mv, visits: 0, won: 0.0, kin, kin_won, proof: Proof::Open, first: NOWHERE, count: 0 }
    }

    /// Whether its moves are in the tree.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.first != NOWHERE
    }

    /// What the player who chose the move has of it, as far as playouts say.
    #[inline]
    pub fn share(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.won / self.visits as f32 }
    }
}

/// The nodes, the root first.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    pub const ROOT: usize = 0;

    /// Fewer nodes make no tree.
    const FEWEST: usize = 1 << 10;

    /// A tree of about so many megabytes: half of them are kept free for making it smaller.
    pub fn new(megabytes: usize) -> Tree {
        let room = (megabytes << 20) / size_of::<Node>() / 2;
        Tree { nodes: Vec::new(), most: room.clamp(Tree::FEWEST, NOWHERE as usize) }
    }

    /// Begins again with nothing but a root.
    pub fn plant(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Move::NONE, 0.0, 0.0));
    }

    #[inline]
    pub fn at(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    #[inline]
    pub fn at_mut(&mut self, node: usize) -> &mut Node {
        &mut self.nodes[node]
    }

    /// The moves from a node.
    #[inline]
    pub fn moves(&self, node: usize) -> Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        if first == NOWHERE { 0..0 } else { first as usize..(first + count) as usize }
    }

    /// The same, as nodes.
    #[inline]
    pub fn below(&self, node: usize) -> &[Node] {
        &self.nodes[self.moves(node)]
    }

    /// The same, to be changed.
    #[inline]
    pub fn below_mut(&mut self, node: usize) -> &mut [Node] {
        let range = self.moves(node);
        &mut self.nodes[range]
    }

    /// How full the tree is, in thousandths.
    pub fn fullness(&self) -> u32 {
        (self.nodes.len() * 1_000 / self.most).min(1_000) as u32
    }

    /// Whether so many moves more can be kept. The root's always are.
    pub fn has_room(&self, node: usize, count: usize) -> bool {
        node == Tree::ROOT || self.nodes.len() + count <= self.most
    }

    /// Gives a node its moves.
    pub fn open(&mut self, node: usize, moves: impl Iterator<Item = Node>) {
        let first = self.nodes.len();
        if self.nodes.capacity() - first < Tree::FEWEST {
            // Memory that grew twofold could be more than what was given.
            self.nodes.reserve_exact((first / 2).min(self.most.saturating_sub(first)).max(Tree::FEWEST));
        }
        self.nodes.extend(moves);
        let count = self.nodes.len() - first;
        let opened = &mut self.nodes[node];
        (opened.first, opened.count) = (first as u32, count as u32);
    }

    /// Forgets the moves of nodes that were seldom visited, until half of the room is free.
    pub fn thin_out(&mut self) {
        let mut least = 2;
        loop {
            let kept = |node: &&Node| node.is_open() && node.visits >= least;
            let count: usize = self.nodes.iter().filter(kept).map(|node| node.count as usize).sum();
            if count < self.most / 2 || least > u32::MAX / 2 {
                break;
            }
            least *= 2;
        }
        self.nodes = self.rebuilt(Tree::ROOT, least);
    }

    /// A node becomes the root; what does not lie below it is forgotten.
    pub fn go_to(&mut self, node: usize) {
        self.nodes = self.rebuilt(node, 0);
    }

    /// What lies below a node, but for the moves of nodes with fewer visits.
    fn rebuilt(&self, root: usize, least: u32) -> Vec<Node> {
        let mut nodes = vec![Node { mv: Move::NONE, ..self.nodes[root] }];
        let mut next = 0;
        while let Some(&Node { first, count, visits, .. }) = nodes.get(next) {
            if first != NOWHERE {
                let is_kept = next == 0 || visits >= least;
                nodes[next].first = if is_kept { nodes.len() as u32 } else { NOWHERE };
                if is_kept {
                    nodes.extend_from_slice(&self.nodes[first as usize..(first + count) as usize]);
                } else {
                    nodes[next].count = 0;
                }
            }
            next += 1;
        }
        nodes
    }

    /// What follows for a node from what is proven of its moves, `turn` choosing among them.
    pub fn follows(&self, node: usize, turn: Player) -> Proof {
        let (mut best, mut longest, mut open, mut drawn) = (None::<u16>, 0, false, false);
        for below in self.below(node) {
            match below.proof {
                Proof::Open => open = true,
                Proof::Drawn => drawn = true,
                Proof::Won(winner, plies) if winner == turn => {
                    best = Some(best.map_or(plies, |best| best.min(plies)));
                }
                Proof::Won(_, plies) => longest = longest.max(plies),
            }
        }
        match best {
            Some(plies) => Proof::Won(turn, plies).further(),
            None if open => Proof::Open,
            None if drawn => Proof::Drawn,
            None => Proof::Won(!turn, longest).further(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cell;

    fn tree(proofs: &[Proof]) -> Tree {
        let mut tree = Tree::new(1);
        tree.plant();
        let node = |(number, &proof): (usize, &Proof)| Node {
            proof,
            ..Node::new(Move::new(0, Cell(0), Cell(number as u16)), 0.0, 0.0)
        };
        tree.open(Tree::ROOT, proofs.iter().enumerate().map(node));
        tree
    }

    #[test]
    fn one_win_is_enough_and_a_loss_needs_all() {
        let [own, other] = [3, 5].map(|plies| move |player| Proof::Won(player, plies));
        for turn in Player::BOTH {
            let follows = |proofs: &[Proof]| tree(proofs).follows(Tree::ROOT, turn);
            assert_eq!(follows(&[Proof::Open, own(turn), other(turn)]), Proof::Won(turn, 4));
            assert_eq!(follows(&[Proof::Open, own(!turn)]), Proof::Open);
            assert_eq!(follows(&[other(!turn), own(!turn)]), Proof::Won(!turn, 6));
            assert_eq!(follows(&[other(!turn), Proof::Drawn]), Proof::Drawn);
        }
    }

    #[test]
    fn a_tree_that_is_thinned_out_keeps_what_was_visited_often() {
        let mut tree = tree(&[Proof::Open; 40]);
        for number in 1..=40 {
            tree.at_mut(number).visits = number as u32;
            tree.open(number, (0..10).map(|cell| Node::new(Move::new(0, Cell(cell), Cell(1)), 0.0, 0.0)));
        }
        tree.most = 200;
        assert!(!tree.has_room(1, 10) && tree.has_room(Tree::ROOT, 10));
        tree.thin_out();
        assert!(tree.nodes.len() <= 150 && tree.has_room(1, 10), "{}", tree.nodes.len());
        let open: Vec<u32> =
            tree.below(Tree::ROOT).iter().filter(|n| n.is_open()).map(|n| n.visits).collect();
        assert!(open.len() < 10 && open.contains(&40) && open.is_sorted(), "{open:?}");
        let last = tree.moves(Tree::ROOT).last().expect("a move");
        tree.go_to(last);
        assert_eq!((tree.nodes.len(), tree.at(Tree::ROOT).visits), (11, 40));
    }
}
