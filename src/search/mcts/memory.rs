//! The tree that is kept from move to move.

use std::sync::Arc;

use super::tree::Tree;
use crate::game::{Game, Move};
use crate::position::Board;

/// A tree, and which position its root is.
#[derive(Debug)]
pub struct Memory {
    pub tree: Tree,
    root: Option<Root>,
}

/// A position, as far as what is proven of it depends on that.
#[derive(Debug)]
struct Root {
    game: Arc<Game>,
    identity: [u64; 3],
}

/// So many moves later a position is still looked for in the tree.
const MOVES: usize = 8;

fn identity<const N: usize>(game: &Game, board: &Board<N>) -> [u64; 3] {
    [board.path_key(game), board.clock_key(game, u32::MAX / 2), u64::from(board.plies())]
}

impl Memory {
    /// A tree of about so many megabytes.
    pub fn new(megabytes: usize) -> Memory {
        Memory { tree: Tree::new(megabytes), root: None }
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.root = None;
    }

    /// Makes a position the root: with what is known of it, where it lies in the tree.
    pub fn go_to<const N: usize>(&mut self, game: &Arc<Game>, board: &Board<N>) {
        match self.found(game, board) {
            Some(node) => self.tree.go_to(node),
            None => self.tree.plant(),
        }
        self.root = Some(Root { game: game.clone(), identity: identity(game, board) });
    }

    /// Where a position lies in the tree.
    fn found<const N: usize>(&self, game: &Arc<Game>, board: &Board<N>) -> Option<usize> {
        let root = self.root.as_ref().filter(|root| Arc::ptr_eq(&root.game, game))?;
        let mut before = board.clone();
        let mut moves: Vec<Move> = Vec::new();
        while identity(game, &before) != root.identity {
            let mv = before.frames().last()?.mv;
            if moves.len() == MOVES {
                return None;
            }
            moves.push(mv);
            before.undo(game);
        }
        let mut node = Tree::ROOT;
        for mv in moves.into_iter().rev() {
            node = self.tree.moves(node).find(|&below| self.tree.at(below).mv == mv)?;
        }
        Some(node)
    }
}
