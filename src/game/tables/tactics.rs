//! From where pieces may do more than to go to an empty cell, for a search that looks at nothing else.
//!
//! They are made when somebody asks for them first.

use super::Sights;
use crate::game::{Bits, Cell, CellSet, Contents, Movement, Piece, Player, Rules};

/// What is known of every piece on every cell.
#[derive(Clone, Debug)]
pub struct Tactics {
    /// Where pieces can take what stands there.
    sights: Sights,
    /// By piece: from where it may do more than to carry itself and to take what stands where it lands.
    busy: Vec<CellSet>,
    /// By piece and cell: where it can come to on some board.
    scopes: Vec<CellSet>,
    cells: usize,
}

impl Tactics {
    /// What others know of attacks on enemies serves here, too, where all pieces have owners.
    pub(in crate::game) fn build(rules: &Rules, movement: &Movement, enemies: Option<&Sights>) -> Tactics {
        let (cells, pieces) = (rules.geometry.size(), 1 + 2 * rules.roster.kinds);
        let standing = Contents::all(rules.roster).but(Contents::EMPTY);
        let prey = Player::each(|owner| standing.but(Contents::owned(owner, rules.roster)));
        let mut tactics = Tactics {
            sights: match enemies {
                Some(sights) if rules.roster.neutral == 0 => sights.clone(),
                _ => Sights::build(rules, movement, prey, false),
            },
            busy: vec![CellSet::EMPTY; pieces],
            scopes: vec![CellSet::EMPTY; pieces * cells],
            cells,
        };
        for piece in (1..pieces as u8).map(Piece) {
            let filters = &movement.filters[piece.owner().index()];
            // Sights do not tell of it; a mark may lie where a piece stands.
            let unseen = Contents::owned(piece.owner(), rules.roster).or(Contents::MARKED);
            for cell in rules.geometry.board().iter() {
                let scope = &mut tactics.scopes[piece.index() * cells + cell.index()];
                for step in movement.steps(piece, cell) {
                    let land = &filters[step.land as usize];
                    scope.insert(step.mv.to());
                    if step.does_more || land.always || !land.holds.and(unseen).is_nothing() {
                        tactics.busy[piece.index()].insert(cell);
                    }
                }
            }
        }
        tactics
    }

    /// Which of some pieces may take something of `prey`, come to a cell of the goal or do more than to go to an empty
    /// cell, and perhaps some that may not.
    #[inline]
    pub fn of<const N: usize>(
        &self,
        movement: &Movement,
        (piece, standing): (Piece, Bits<N>),
        (prey, goal): (Bits<N>, &Bits<N>),
        occupied: Bits<N>,
        at: impl Fn(Cell) -> Piece,
    ) -> Bits<N> {
        let mut found = standing & self.busy[piece.index()].narrow();
        let flocks = self.sights.flocks(piece);
        if flocks.is_empty() || (standing.count() as usize) < flocks.len() {
            for cell in standing & !found {
                let attacked = self.sights.attacked(movement, (piece, cell), occupied, &at);
                if attacked.meets(&prey) {
                    found |= Bits::of(cell);
                }
            }
        } else {
            found |= flocks.iter().fold(Bits::EMPTY, |all, flock| {
                all | standing & (self.sights.flown(flock, standing) & prey).shifted(-flock.delta)
            });
        }
        if goal.is_empty() {
            return found;
        }
        let comes = |cell: &Cell| self.scopes[piece.index() * self.cells + cell.index()].narrow().meets(goal);
        found | (standing & !found).iter().filter(comes).collect()
    }
}
