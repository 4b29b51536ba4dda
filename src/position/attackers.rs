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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, split_mix};
    use crate::library::Library;
    use crate::lint::play_at_random;
    use crate::on_board;
    use crate::position::{Engine, MoveList, Position};

    /// The cells from which moves that the rules make, legal or not, land on a cell.
    fn captors(position: &Position, cell: Cell) -> Vec<Cell> {
        let game = position.game();
        let mut list = MoveList::new(game);
        let mut engine = position.engine().clone();
        on_board!(&mut engine, board => board.moves_of_rules(game, &mut list));
        let captures =
            |mv: &&Move| mv.to() == cell && mv.from() != cell && game.tables.actions[mv.rule()].travels();
        let mut cells: Vec<Cell> = list.as_slice().iter().filter(captures).map(|mv| mv.from()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn attackers(engine: &Engine, game: &Game, held: (Cell, Piece), by: Player, left: &[Piece]) -> Vec<Cell> {
        let there = (0..).map(Cell).zip(left).filter(|(_, piece)| !piece.is_none()).map(|(cell, _)| cell);
        on_board!(engine, board => board.attackers_to(game, held, by, there.collect()).iter().collect())
    }

    #[test]
    fn attackers_are_those_that_the_rules_let_capture_also_when_others_have_left() {
        let mut dice = 7;
        let mut asked = 0;
        let library = Library::with_folder("no such folder");
        for shelved in library.all() {
            let game = library.open(&shelved).unwrap_or_else(|error| panic!("{error}")).game;
            let conditional = game.tables.movement.conditional.contains(&true);
            if conditional || game.facts.has_chains || game.facts.checks_late {
                continue;
            }
            for seed in 0..3 {
                let mut played = Position::start(&game);
                play_at_random(&mut played, 10 + 9 * seed, seed as u64);
                let pieces = played.pieces();
                let left: Vec<Piece> = pieces
                    .iter()
                    .map(|&piece| if split_mix(&mut dice).is_multiple_of(3) { Piece::NONE } else { piece })
                    .collect();
                for by in Player::BOTH {
                    let [full, some] = [&pieces, &left].map(|there| Position::set_up(&game, there, by));
                    for (cell, &piece) in (0..).map(Cell).zip(&left) {
                        if !game.rules.is_not_of(piece, by) {
                            continue;
                        }
                        asked += 1;
                        let found = attackers(full.engine(), &game, (cell, piece), by, &left);
                        assert_eq!(
                            found,
                            captors(&some, cell),
                            "{}: {some} {}",
                            game.name(),
                            game.cell_name(cell)
                        );
                    }
                }
            }
        }
        assert!(asked > 1_000, "{asked}");
    }
}
