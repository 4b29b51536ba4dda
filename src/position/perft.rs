//! Counting the tree of moves, to check rules and to measure speed.

use super::{Board, MoveList};
use crate::game::{Game, Move};

/// Leaves per depth: `counts[0]` is depth 1.
pub type Counts = Vec<u64>;

/// How the last ply is treated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LastPly {
    /// Its moves are counted without being played.
    #[default]
    Counted,
    /// Each of its moves is played and undone.
    Played,
}

impl<const N: usize> Board<N> {
    /// Leaves at each depth up to `depth`. Ends by repetition, quiet plies and adjudication are left
    /// out, as in published counts; a position that is over has no moves.
    pub fn perft(&mut self, game: &Game, depth: usize, last: LastPly) -> Counts {
        let mut counts = vec![0; depth];
        let mut lists = vec![MoveList::new(game); depth];
        self.count_tree(game, &mut lists, &mut counts, last);
        counts
    }

    /// The leaves at `depth` below each legal move.
    pub fn perft_divided(&mut self, game: &Game, depth: usize, last: LastPly) -> Vec<(Move, Counts)> {
        let mut root = MoveList::new(game);
        if !self.is_over(game, &game.facts.counted_ends) {
            self.legal_moves(game, &mut root);
        }
        let divide = |&mv: &Move| {
            self.play(game, mv);
            let mut counts = vec![1];
            counts.extend(self.perft(game, depth.saturating_sub(1), last));
            self.undo(game);
            (mv, counts)
        };
        root.as_slice().iter().map(divide).collect()
    }

    fn count_tree(&mut self, game: &Game, lists: &mut [MoveList], counts: &mut [u64], last: LastPly) {
        let Some((list, deeper)) = lists.split_first_mut() else { return };
        if !self.patience.spend(1) || self.is_over(game, &game.facts.counted_ends) {
            return;
        }
        if deeper.is_empty() && last == LastPly::Counted {
            counts[0] += self.count_moves(game, list);
            return;
        }
        self.legal_moves(game, list);
        counts[0] += list.len() as u64;
        for &mv in list.as_slice() {
            self.play(game, mv);
            if !deeper.is_empty() {
                self.count_tree(game, deeper, &mut counts[1..], last);
            }
            self.undo(game);
        }
    }
}
