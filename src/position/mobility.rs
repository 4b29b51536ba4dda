//! How many moves a player would have, as evaluations count them.

use super::movegen::{OpenCells, count_steps, drop_repeated, shut};
use super::{Board, MoveList};
use crate::game::{Cell, Game, Kind, Move, Piece, Player};

impl<const N: usize> Board<N> {
    /// How many moves a player would have if it were to move, before vetoes; passes and castling do not count.
    pub fn mobility(&self, game: &Game, player: Player) -> u64 {
        let mut open = shut();
        self.open(game, player, &mut open);
        if game.tables.movement.repeats_moves || game.facts.checks_late {
            return self.moves_listed(game, player, &open, |_| true);
        }
        if let Some(sweeps) = &game.tables.movement.sweeps[player.index()] {
            return self.count_sweeps(sweeps, &open) + self.count_drops(game, player, &open);
        }
        let walked: u64 = self
            .owned(player)
            .iter()
            .map(|cell| count_steps(game.tables.movement.steps(self.at(cell), cell), &open))
            .sum();
        walked + self.count_drops(game, player, &open)
    }

    /// The same of the moves that pass, one by one: each once, and those alone that do what their rules mean.
    fn moves_listed(
        &self,
        game: &Game,
        player: Player,
        open: &OpenCells<N>,
        passes: impl Fn(Move) -> bool,
    ) -> u64 {
        let mut list = MoveList::new(game);
        self.offer_travels(game, self.owned(player), open, &mut list);
        self.offer_drops(game, player, open, &mut list);
        list.retain(|mv| passes(mv) && self.is_meant_if_asked(game, mv, player));
        drop_repeated(game, &mut list);
        list.len() as u64
    }

    /// Sums up `worth` for the moves that a player's pieces of these kinds would have if it were to move,
    /// before vetoes.
    pub fn mobility_of<T, S: std::iter::Sum<S>>(
        &self,
        game: &Game,
        player: Player,
        kinds: &[(Kind, T)],
        worth: impl Fn(&T, i32) -> S,
    ) -> S {
        let mut open = shut();
        self.open(game, player, &mut open);
        let listed = game.tables.movement.repeats_moves || game.facts.checks_late;
        let moves = |cell: Cell, piece: Piece| match listed {
            true => self.moves_listed(game, player, &open, |mv| {
                mv.from() == cell && game.tables.actions[mv.rule()].travels()
            }),
            false => count_steps(game.tables.movement.steps(piece, cell), &open),
        };
        let of = |(kind, each): &(Kind, T)| {
            let piece = Piece::new(*kind, player);
            let count: u64 = self.of(piece).iter().map(|cell| moves(cell, piece)).sum();
            worth(each, count as i32)
        };
        kinds.iter().map(of).sum()
    }
}
