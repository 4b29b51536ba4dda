//! What lies beside and behind what: made once from the shape of the board, and read by everything that walks along a
//! direction. Moves, and with them attacks, further stages, lines, flanked runs and facing pieces are made from it.
//!
//! The cells of a board fall into lines in each direction, and a cell needs no more than its place among them. On a
//! board of three files and two ranks with a hole in `b1`, for the direction east:
//!
//! ```text
//! a2 b2 c2        lines   a2 b2 c2 | a1 | c1
//! a1  # c1        from b2: the step is c2, the ray is c2
//!                 from a1: no step, an empty ray
//! ```

use crate::game::{Bits, Cell, CellSet, Condition, Geometry, Offset, Rules};

/// The directions of a board and what is next to each of its cells.
#[derive(Clone, Debug)]
pub struct Topology {
    /// In ascending order.
    directions: Vec<Direction>,
    /// Which of them words name, clockwise from north, see [`Geometry::compass`]; on squares they lead to the neighbours.
    compass: Vec<usize>,
    /// Which of them lead to the neighbours; all eight, or the first six on hexagons.
    circle: [usize; 8],
    neighbours: usize,
    /// Some next cell lies farther away than beside a cell.
    is_drawn: bool,
    /// By cell, its neighbours; the next points where lines are drawn.
    around: Vec<CellSet>,
}

/// All that a board has in one direction.
#[derive(Clone, Debug)]
pub struct Direction {
    by: Offset,
    /// The cells of the board, line by line.
    cells: Vec<Cell>,
    /// By cell: where among them the next one stands, and where its line ends.
    rays: Vec<(u16, u16)>,
    shift: Shift,
}

/// One step in a direction, taken by all cells of a set at once.
#[derive(Clone, Debug)]
pub struct Shift {
    /// What it adds to a cell's number.
    delta: i32,
    /// The cells from which it stays on the board.
    onward: CellSet,
    /// The same for the cells whose next one lies farther away, where lines are drawn.
    farther: Vec<(i32, CellSet)>,
}

impl Topology {
    /// The directions that the rules name, and those that words can name.
    pub(in crate::game) fn of(rules: &Rules) -> Topology {
        Topology::new(&rules.geometry, directions(rules))
    }

    /// These directions, and those that words can name.
    pub(super) fn new(geometry: &Geometry, directions: impl Iterator<Item = Offset>) -> Topology {
        let mut named: Vec<Offset> = geometry.compass().iter().copied().chain(directions).collect();
        named.sort_unstable();
        named.dedup();
        let near =
            |cell: u16| geometry.circle().iter().filter_map(|&by| geometry.onward(Cell(cell), by)).collect();
        let mut topology = Topology {
            directions: named.into_iter().map(|by| Direction::of(geometry, by)).collect(),
            compass: Vec::new(),
            circle: [0; 8],
            neighbours: geometry.circle().len(),
            is_drawn: false,
            around: (0..geometry.size() as u16).map(near).collect(),
        };
        topology.compass = geometry.compass().iter().map(|&by| topology.number(by)).collect();
        for (at, &by) in geometry.circle().iter().enumerate() {
            topology.circle[at] = topology.number(by);
        }
        topology.is_drawn = topology.directions.iter().any(|direction| !direction.shift.farther.is_empty());
        topology
    }

    /// Whether the next cell in a direction may lie farther away than beside a cell.
    #[inline]
    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// What the board has in a direction that the rules name, or in one to a neighbour.
    #[inline]
    pub fn along(&self, by: Offset) -> &Direction {
        self.numbered(self.number(by))
    }

    /// The number of such a direction.
    #[inline]
    pub fn number(&self, by: Offset) -> usize {
        let found = self.directions.binary_search_by_key(&by, |direction| direction.by);
        found.unwrap_or_else(|_| unreachable!("the rules name {by:?}"))
    }

    /// The direction with a number.
    #[inline]
    pub fn numbered(&self, number: usize) -> &Direction {
        &self.directions[number]
    }

    /// The directions to the neighbours.
    #[inline]
    pub fn circle(&self) -> impl Iterator<Item = &Direction> {
        self.circle[..self.neighbours].iter().map(|&number| self.numbered(number))
    }

    /// All directions that words name, clockwise from north; the second half are opposites of the first.
    #[inline]
    pub fn compass(&self) -> impl Iterator<Item = (Offset, &Direction)> + Clone {
        self.compass.iter().map(|&number| (self.directions[number].by, &self.directions[number]))
    }

    /// The neighbours of a cell.
    #[inline]
    pub fn around(&self, cell: Cell) -> &CellSet {
        &self.around[cell.index()]
    }
}

impl Direction {
    fn of(geometry: &Geometry, by: Offset) -> Direction {
        let mut direction = Direction {
            by,
            cells: Vec::with_capacity(geometry.size()),
            rays: vec![(0, 0); geometry.size()],
            shift: Shift::along(geometry, by),
        };
        let back = by.times(-1);
        for start in geometry.board().iter().filter(|&cell| geometry.onward(cell, back).is_none()) {
            let from = direction.cells.len();
            direction.cells.extend(std::iter::successors(Some(start), |&cell| geometry.onward(cell, by)));
            let end = direction.cells.len();
            for next in from + 1..=end {
                direction.rays[direction.cells[next - 1].index()] = (next as u16, end as u16);
            }
        }
        direction
    }

    /// The cells behind one another from a cell, the nearest first, to the edge or a hole.
    #[inline]
    pub fn ray(&self, from: Cell) -> &[Cell] {
        let (next, end) = self.rays[from.index()];
        &self.cells[next as usize..end as usize]
    }

    /// All cells of the line that a cell stands on, from one edge or hole to the other.
    pub fn line(&self, cell: Cell) -> &[Cell] {
        let (next, end) = self.rays[cell.index()];
        let before = self.cells[..next as usize].iter().rev();
        let length = before.take_while(|cell| self.rays[cell.index()].1 == end).count();
        &self.cells[next as usize - length..end as usize]
    }

    /// The next cell, if there is one.
    #[inline]
    pub fn step(&self, from: Cell) -> Option<Cell> {
        self.ray(from).first().copied()
    }

    /// The longest runs of cells, each in the order of the direction; every cell lies on one.
    pub fn lines(&self) -> impl Iterator<Item = &[Cell]> {
        let mut rest = &self.cells[..];
        std::iter::from_fn(move || {
            let (_, end) = self.rays[rest.first()?.index()];
            let start = self.cells.len() - rest.len();
            let (line, others) = rest.split_at(end as usize - start);
            rest = others;
            Some(line)
        })
    }

    /// The step of whole sets.
    #[inline]
    pub fn shift(&self) -> &Shift {
        &self.shift
    }
}

impl Shift {
    /// The step from each cell to the one at a displacement.
    pub fn of(geometry: &Geometry, by: Offset) -> Shift {
        let onward = geometry.board().iter().filter(|&cell| geometry.neighbour(cell, by).is_some());
        Shift { delta: geometry.delta(by), onward: onward.collect(), farther: Vec::new() }
    }

    /// The step from each cell to the next one in a direction, along the lines where some are drawn.
    pub fn along(geometry: &Geometry, by: Offset) -> Shift {
        let mut shift = Shift { delta: geometry.delta(by), onward: CellSet::EMPTY, farther: Vec::new() };
        for cell in geometry.board().iter() {
            let Some(next) = geometry.onward(cell, by) else { continue };
            let delta = next.0 as i32 - cell.0 as i32;
            let known = shift.farther.iter_mut().find(|(known, _)| *known == delta);
            match known {
                _ if delta == shift.delta => shift.onward |= CellSet::of(cell),
                Some((_, cells)) => *cells |= CellSet::of(cell),
                None => shift.farther.push((delta, CellSet::of(cell))),
            }
        }
        shift
    }

    /// Where these cells lead; those that leave the board are gone.
    #[inline(always)]
    pub fn take<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        let near = self.take_near(cells);
        if self.farther.is_empty() { near } else { near | self.take_farther(cells) }
    }

    /// The same on a board where no next cell lies farther away: see [`Topology::is_drawn`].
    #[inline(always)]
    pub fn take_near<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        (cells & self.onward.narrow()).shifted(self.delta)
    }

    /// Where cells come from that the step leads to.
    #[inline(always)]
    pub fn take_back<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        let near = cells.shifted(-self.delta) & self.onward.narrow();
        if self.farther.is_empty() { near } else { near | self.take_back_farther(cells) }
    }

    // Out of line: floods on full boards took a tenth more instructions with these loops in line.

    #[cold]
    #[inline(never)]
    fn take_farther<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        let far = self.farther.iter();
        far.fold(Bits::EMPTY, |all, (delta, onward)| all | (cells & onward.narrow()).shifted(*delta))
    }

    #[cold]
    #[inline(never)]
    fn take_back_farther<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        let far = self.farther.iter();
        far.fold(Bits::EMPTY, |all, (delta, onward)| all | cells.shifted(-delta) & onward.narrow())
    }
}

/// The directions that pieces go, that further stages lie in, and that conditions look along.
fn directions(rules: &Rules) -> impl Iterator<Item = Offset> + use<'_> {
    let travels = rules.moves.iter().flat_map(|rule| &rule.by).map(|travel| &travel.way);
    let stages =
        rules.stages.iter().filter_map(crate::game::Stage::bring).flat_map(|bring| bring.by.iter().flatten());
    let moved = travels.chain(stages).flat_map(|way| way.directions());
    let joined = rules.effects().flat_map(|effect| effect.along.iter().copied());
    moved.chain(joined).chain(rules.conditions().flat_map(Condition::directions))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EAST: Offset = Offset::new(1, 0);

    fn cells(numbers: &[u16]) -> Vec<Cell> {
        numbers.iter().copied().map(Cell).collect()
    }

    #[test]
    fn rays_and_lines_end_at_the_edge_and_at_holes() {
        let east = Direction::of(&Geometry::new(4, 2, CellSet::of(Cell(6))), EAST);
        assert_eq!(east.ray(Cell(0)), cells(&[1, 2, 3]));
        assert_eq!((east.ray(Cell(4)), east.step(Cell(4))), (&cells(&[5])[..], Some(Cell(5))));
        assert_eq!((east.ray(Cell(5)), east.step(Cell(7))), (&[][..], None));
        assert_eq!(east.ray(Cell(6)), &[], "a hole leads nowhere");
        let lines: Vec<&[Cell]> = east.lines().collect();
        assert_eq!(lines, [&cells(&[0, 1, 2, 3])[..], &cells(&[4, 5])[..], &cells(&[7])[..]]);
    }

    #[test]
    fn a_long_step_has_lines_of_its_own() {
        let leaps = Direction::of(&Geometry::new(5, 1, CellSet::EMPTY), EAST.times(2));
        assert_eq!(leaps.ray(Cell(0)), cells(&[2, 4]));
        assert_eq!(leaps.lines().map(<[Cell]>::len).collect::<Vec<usize>>(), [3, 2]);
    }

    #[test]
    fn hexagons_have_six_neighbours_and_six_directions_between() {
        let board = Geometry::new(5, 5, CellSet::EMPTY).of_hexes();
        let topology = Topology::new(&board, std::iter::empty());
        assert_eq!((topology.circle().count(), topology.compass().count()), (6, 12));
        let names = |cells: &CellSet| cells.iter().map(|cell| board.name(cell)).collect::<Vec<String>>();
        let middle = board.parse("c3").expect("a cell");
        assert_eq!(names(topology.around(middle)), ["c4", "d4", "b3", "d3", "b2", "c2"]);
        let once =
            topology.circle().fold(Bits::<1>::EMPTY, |all, way| all | way.shift().take(Bits::of(middle)));
        assert_eq!(once, topology.around(middle).narrow());
        let far = topology.along(Offset::new(1, 2));
        let ray: Vec<String> = far.ray(Cell(20)).iter().map(|&cell| board.name(cell)).collect();
        assert_eq!(ray, ["b3", "c5"]);
    }

    #[test]
    fn sets_step_as_their_cells_do() {
        let board = Geometry::new(7, 5, [3, 17, 34].map(Cell).into_iter().collect());
        for by in Offset::HEXAGON.into_iter().chain(Offset::CIRCLE).chain([Offset::new(-3, 0)]) {
            let direction = Direction::of(&board, by);
            for cell in board.board().iter() {
                let there = direction.step(cell);
                assert_eq!(there, board.neighbour(cell, by));
                let taken: Bits<1> = direction.shift().take(Bits::of(cell));
                assert_eq!(taken.first(), there);
                assert!(
                    there.is_none_or(|to| direction.shift().take_back(Bits::<1>::of(to)) == Bits::of(cell))
                );
            }
        }
    }
}
