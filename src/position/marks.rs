//! Moves that lead onto marks alone, such as taking in passing: no set of targets has them.

use super::movegen::OpenCells;
use super::{Board, MoveList};
use crate::game::{AttackTables, Bits, Game, Move};

/// How many moves lead onto marks alone.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct OntoMarks {
    /// Those that rules make, legal or not.
    pub tried: u64,
    /// Those that are legal.
    pub all: u64,
    /// Those of them that capture.
    pub captures: u64,
}

impl<const N: usize> Board<N> {
    /// The legal moves of the player to move that lead onto marks alone.
    #[inline]
    pub(super) fn count_onto_marks(
        &mut self,
        game: &Game,
        attacks: &AttackTables,
        open: &OpenCells<N>,
        list: &mut MoveList,
        is_legal: impl Fn(&mut Self, Move) -> bool,
    ) -> OntoMarks {
        let mut found = OntoMarks::default();
        if self.marks().is_empty() {
            return found;
        }
        self.list_onto_marks(game, attacks, open, list);
        found.tried = list.len() as u64;
        for &mv in list.as_slice() {
            if is_legal(self, mv) {
                found.all += 1;
                found.captures += self.is_capture(game, mv) as u64;
            }
        }
        found
    }

    /// Fills the list with the same moves, whether they are legal or not.
    #[inline(never)]
    fn list_onto_marks(&self, game: &Game, attacks: &AttackTables, open: &OpenCells<N>, list: &mut MoveList) {
        let player = self.turn();
        let filters = &game.tables.movement.filters[player.index()];
        list.clear();
        for (piece, from) in attacks.onto_marks::<N>(player) {
            let near = self.marks().iter().fold(Bits::EMPTY, |all, mark| all | from(mark));
            for cell in self.of(piece) & near {
                let steps = game.tables.movement.steps(piece, cell);
                let mut next = 0;
                while let Some(step) = steps.get(next) {
                    let (to, land) = (step.mv.to(), step.land as usize);
                    list.offer(step.mv, open[land].has(to) && !filters[land].opens_without_marks());
                    next += if open[step.pass as usize].has(to) { 1 } else { step.skip as usize };
                }
            }
        }
    }
}
