//! Who attacks a cell: in every game, and on boards that some pieces have left.

use super::Board;
use super::check::xrays;
use crate::game::{AttackTables, Bits, Cell, Game, Piece, Player};

impl<const N: usize> Board<N> {
    /// The pieces of a player that could capture a piece which stands on a cell, if of all pieces only those on `occupied`
    /// stood on the board, and nothing forbade it: neither vetoes nor pins nor whose turn it is. A piece that captures
    /// without landing there, as by hopping over, attacks nothing.
    pub fn attackers_to(
        &self,
        game: &Game,
        (cell, piece): (Cell, Piece),
        by: Player,
        occupied: Bits<N>,
    ) -> Bits<N> {
        match game.tables.legality.attacks().filter(|attacks| attacks.takes_all) {
            Some(attacks) => self.attackers_by_sets(attacks, cell, by, occupied),
            None => self.attackers_by_runs(game, (cell, piece), by, occupied),
        }
    }

    /// The pieces, no royal ones, that give check to a player.
    pub(crate) fn checkers(&self, game: &Game, player: Player) -> Bits<N> {
        let occupied = self.occupied();
        let of = |cell| self.attackers_to(game, (cell, self.at(cell)), !player, occupied);
        let all = self.royals_at_stake(game, player).iter().fold(Bits::EMPTY, |all, cell| all | of(cell));
        all & !self.royals(game, !player)
    }

    fn attackers_by_sets(
        &self,
        attacks: &AttackTables,
        cell: Cell,
        by: Player,
        occupied: Bits<N>,
    ) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for (piece, standing) in self.by_kind(by) {
            let standing = standing & occupied & !Bits::of(cell);
            let (near, far) = attacks.sources(piece, cell);
            all |= standing & near;
            if standing.meets(&far) {
                let first = |xray: super::check::XRay<N>| {
                    (xray.cells & occupied).nearest(xray.ascending) & xray.attackers
                };
                all |=
                    xrays(attacks, piece, cell, standing).map(first).fold(Bits::EMPTY, |all, one| all | one);
            }
        }
        all
    }

    fn attackers_by_runs(&self, game: &Game, held: (Cell, Piece), by: Player, occupied: Bits<N>) -> Bits<N> {
        let content = |cell: Cell| if occupied.has(cell) { self.at(cell) } else { Piece::NONE };
        let (cell, runs) = (held.0, game.reverse_attacks());
        let mut all = Bits::EMPTY;
        for piece in game.rules.pieces_of(by) {
            let from = self.of(piece) & occupied & runs.from(piece, cell).narrow();
            if from.is_empty() {
                continue;
            }
            let there = runs.of(piece, cell).iter().filter(|run| from.has(run.from));
            let arrives =
                |run: &&crate::game::AttackRun| self.arrival_among(game, run, held, by, content).is_some();
            there.filter(arrives).for_each(|run| all.insert(run.from));
        }
        all
    }
}
