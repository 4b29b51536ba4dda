//! What is beside what where pieces are joined to groups.

use crate::game::{Bits, Cell, Condition, Evaluation, Geometry, Offset, Rules};

use super::Shift;

/// The ways in which the rules of a game join pieces.
#[derive(Clone, Debug)]
pub struct Adjacencies {
    list: Vec<Adjacency>,
    /// How empty cells are joined to regions, in ascending order.
    regions: Vec<Offset>,
}

/// One such way: the cells beside each cell.
#[derive(Clone, Debug)]
pub struct Adjacency {
    along: Vec<Offset>,
    shifts: Vec<Shift>,
    /// The cells beside each cell, cell by cell.
    beside: Vec<Cell>,
    /// By cell, where its own begin; one more at the end.
    starts: Vec<u32>,
}

impl Adjacencies {
    pub(in crate::game) fn of(rules: &Rules, evaluation: &Evaluation) -> Adjacencies {
        let regions = regions_along(&rules.geometry);
        let effects = rules.effects().map(|effect| &effect.along[..]);
        let conditions = rules.conditions().flat_map(Condition::parts).map(Condition::joined_along);
        let areas = if rules.area == 0 { &[][..] } else { &regions[..] };
        let surveyed = evaluation.asked_surveys().iter().map(|term| term.what.joined_along());
        let mut all: Vec<&[Offset]> = effects.chain(conditions).chain([areas]).chain(surveyed).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|along| !along.is_empty());
        let list = all.into_iter().map(|along| Adjacency::of(&rules.geometry, along)).collect();
        Adjacencies { list, regions }
    }

    /// What is beside what where these directions join.
    #[inline]
    pub fn along(&self, along: &[Offset]) -> &Adjacency {
        let found = self.list.iter().find(|adjacency| adjacency.along == along);
        found.unwrap_or_else(|| unreachable!("the rules join along {along:?}"))
    }

    /// What is beside what where empty cells are joined to regions.
    #[inline]
    pub fn regions(&self) -> &Adjacency {
        self.along(&self.regions)
    }
}

/// How empty cells are joined, in ascending order.
fn regions_along(geometry: &Geometry) -> Vec<Offset> {
    let mut along = geometry.joining();
    along.sort_unstable();
    along
}

impl Adjacency {
    fn of(geometry: &Geometry, along: &[Offset]) -> Adjacency {
        let (mut beside, mut starts) = (Vec::new(), vec![0]);
        for cell in (0..geometry.size() as u16).map(Cell) {
            if geometry.has(cell) {
                beside.extend(along.iter().filter_map(|&by| geometry.onward(cell, by)));
            }
            starts.push(beside.len() as u32);
        }
        let shifts = along.iter().map(|&by| Shift::along(geometry, by)).collect();
        Adjacency { along: along.to_vec(), shifts, beside, starts }
    }

    /// The cells beside a cell.
    #[inline]
    pub fn beside(&self, cell: Cell) -> &[Cell] {
        let of = |index: usize| self.starts[index] as usize;
        &self.beside[of(cell.index())..of(cell.index() + 1)]
    }

    /// The cells beside some cells; they may be among them.
    #[inline]
    pub fn beside_any<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        self.shifts.iter().fold(Bits::EMPTY, |all, shift| all | shift.take(cells))
    }

    /// The cells among some that are joined to seeds within them.
    #[inline]
    pub fn flood<const N: usize>(&self, seeds: Bits<N>, within: Bits<N>) -> Bits<N> {
        let mut all = seeds & within;
        let mut front = all;
        while !front.is_empty() {
            front = self.beside_any(front) & within & !all;
            all |= front;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CellSet;

    #[test]
    fn floods_stop_at_holes_and_at_the_edge() {
        let geometry = Geometry::new(4, 3, [5, 6].map(Cell).into_iter().collect());
        let orthogonal = Adjacency::of(&geometry, &regions_along(&geometry));
        assert_eq!(orthogonal.beside(Cell(1)), [Cell(0), Cell(2)]);
        assert_eq!(orthogonal.beside(Cell(5)), [], "a hole is beside nothing");
        let board: Bits<1> = geometry.board().narrow();
        let within = board & !Bits::of(Cell(3));
        let all = orthogonal.flood(Bits::of(Cell(2)), within);
        assert_eq!(all, within, "around the holes");
        let cut: Bits<1> = within & !Bits::of(Cell(8));
        assert_eq!(orthogonal.flood(Bits::of(Cell(2)), cut).count(), 4);
        let corners: Vec<Offset> = Offset::CIRCLE.into_iter().skip(1).step_by(2).collect();
        let diagonal = Adjacency::of(&Geometry::new(3, 3, CellSet::EMPTY), &corners);
        assert_eq!(diagonal.flood(Bits::<1>::of(Cell(0)), Bits::from_words([511])).count(), 5);
    }
}
