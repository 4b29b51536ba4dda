//! What is beside what, plainly: where lines are drawn, the cells before and behind a cell on each of them.

use banco::inside::game::{Cell, Geometry, Offset};

/// The next cell in a direction.
pub(super) fn onward(geometry: &Geometry, from: Cell, by: Offset) -> Option<Cell> {
    if geometry.lines().is_empty() || by.east.abs().max(by.north.abs()) > 1 {
        return geometry.neighbour(from, by);
    }
    let there = |one: Cell, other: Cell| {
        let east = geometry.file(other) as i32 - geometry.file(one) as i32;
        let north = geometry.rank(other) as i32 - geometry.rank(one) as i32;
        (east.signum(), north.signum()) == (by.east.into(), by.north.into())
    };
    let pairs = geometry.lines().iter().flat_map(|line| line.windows(2));
    let both = pairs.flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
    both.filter(|&(one, other)| one == from && there(one, other)).map(|(_, other)| other).next()
}

/// The displacements to the neighbours of a cell, plainly: of hexagons those that keep or shorten both ways at once.
pub(super) fn neighbours(geometry: &Geometry) -> Vec<Offset> {
    let all = [-1, 0, 1].into_iter().flat_map(|east| [-1, 0, 1].map(|north| Offset::new(east, north)));
    let touches = |by: &Offset| match geometry.has_hexes() {
        true => (by.east - by.north).abs() <= 1,
        false => true,
    };
    all.filter(|by| *by != Offset::ZERO).filter(touches).collect()
}

/// The cells strictly between two: of a line that leads straight from one to the other, otherwise those of the board.
pub(super) fn between(geometry: &Geometry, from: Cell, to: Cell) -> Vec<Cell> {
    let steps = |one: u16, other: u16| (other as i16 - one as i16).signum();
    let by = Offset::new(
        steps(geometry.file(from), geometry.file(to)),
        steps(geometry.rank(from), geometry.rank(to)),
    );
    let next = |&cell: &Cell| onward(geometry, cell, by);
    let line: Vec<Cell> = std::iter::successors(next(&from), next).collect();
    match line.iter().position(|&cell| cell == to).filter(|_| !geometry.lines().is_empty()) {
        Some(end) => line[..end].to_vec(),
        None => geometry.between(from, to).collect(),
    }
}
