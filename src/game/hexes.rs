//! Boards of hexagons: the same rows and files of cells, each row half a cell further right than the one above.
//!
//! ```text
//! a3 b3 c3          north and north-east of b2 lie b3 and c3,
//!   a2 b2 c2        south and south-west of it b1 and a1;
//!     a1 b1 c1      a3 touches it as little as c1 does.
//! ```
//!
//! Displacements are written as everywhere, files to the east and ranks to the north. Between two of them the angle is
//! that of the picture: north and east lie 120 degrees apart.

use super::{Geometry, Offset};

impl Offset {
    /// The directions of hexagons, clockwise from north, each 30 degrees after the one before: by turns one to a
    /// neighbour and one between two of them, to the next cell that lies straight ahead there.
    pub const HEXAGON: [Offset; 12] = [
        Offset::new(0, 1),
        Offset::new(1, 2),
        Offset::new(1, 1),
        Offset::new(2, 1),
        Offset::new(1, 0),
        Offset::new(1, -1),
        Offset::new(0, -1),
        Offset::new(-1, -2),
        Offset::new(-1, -1),
        Offset::new(-2, -1),
        Offset::new(-1, 0),
        Offset::new(-1, 1),
    ];

    /// The displacements to the neighbours of a hexagon, clockwise from north.
    const SIX: [Offset; 6] = [
        Offset::HEXAGON[0],
        Offset::HEXAGON[2],
        Offset::HEXAGON[4],
        Offset::HEXAGON[6],
        Offset::HEXAGON[8],
        Offset::HEXAGON[10],
    ];

    /// The displacement a sixth of a turn further right among hexagons.
    pub fn sixth_right(self) -> Offset {
        Offset::new(self.north, self.north.saturating_sub(self.east))
    }

    /// Whether two displacements among hexagons are at most 30 degrees apart.
    pub fn is_near_on_hexes(self, other: Offset) -> bool {
        let [a, b, c, d] = [self.east, self.north, other.east, other.north].map(i64::from);
        // Twice the inner product in the picture, where north and east have one of -1/2.
        let product = |a: i64, b: i64, c: i64, d: i64| 2 * (a * c + b * d) - a * d - b * c;
        let dot = product(a, b, c, d);
        dot > 0 && 4 * dot * dot >= 3 * product(a, b, a, b) * product(c, d, c, d)
    }
}

/// The axes of hexagons, in the direction in which cells are numbered.
const HEX_AXES: [Offset; 3] = [Offset::new(1, 0), Offset::new(0, -1), Offset::new(-1, -1)];

impl Geometry {
    /// The displacements to the neighbours of a cell, clockwise from north; the second half are opposites of the first.
    #[inline]
    pub fn circle(&self) -> &'static [Offset] {
        if self.has_hexes() { &Offset::SIX } else { &Offset::CIRCLE }
    }

    /// All directions that words name, clockwise from north, by turns an orthogonal and a diagonal one.
    pub fn compass(&self) -> &'static [Offset] {
        if self.has_hexes() { &Offset::HEXAGON } else { &Offset::CIRCLE }
    }

    /// The axes that lines of pieces run along, in the direction in which cells are numbered.
    pub fn axes(&self) -> &'static [Offset] {
        if self.has_hexes() { &HEX_AXES } else { &super::AXES }
    }

    /// The images of a leap by a longer and a shorter side, clockwise from the one nearest to north.
    pub fn images(&self, [one, other]: [i16; 2]) -> Vec<Offset> {
        let (short, long) = (one.min(other), one.max(other));
        let all =
            if self.has_hexes() { hex_images(short, long) } else { square_images(short, long).to_vec() };
        let mut images = Vec::with_capacity(all.len());
        for image in all {
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}

fn square_images(short: i16, long: i16) -> [Offset; 8] {
    let image = |(east, north)| Offset::new(east, north);
    [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ]
    .map(image)
}

/// The two images between north and north-east, and what becomes of them by sixths of a turn.
fn hex_images(short: i16, long: i16) -> Vec<Offset> {
    let near = short.min(long - short);
    let first = [Offset::new(near, long), Offset::new(long - near, long)];
    let turned = |by: Offset| std::iter::successors(Some(by), |by| Some(by.sixth_right())).take(6);
    turned(first[0]).zip(turned(first[1])).flat_map(|(one, other)| [one, other]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Cell, CellSet};

    #[test]
    fn each_direction_is_a_sixth_right_of_the_one_two_before() {
        for (at, by) in Offset::HEXAGON.iter().enumerate() {
            assert_eq!(by.sixth_right(), Offset::HEXAGON[(at + 2) % 12]);
            assert_eq!(by.times(-1), Offset::HEXAGON[(at + 6) % 12]);
            assert!(by.is_near_on_hexes(Offset::HEXAGON[(at + 1) % 12]));
            assert!(!by.is_near_on_hexes(Offset::HEXAGON[(at + 2) % 12]));
        }
    }

    #[test]
    fn a_hexagon_has_six_neighbours_that_touch_each_other_in_turn() {
        let board = Geometry::new(3, 3, CellSet::EMPTY).of_hexes();
        let middle = board.parse("b2").expect("a cell");
        let around: Vec<Cell> = board.circle().iter().filter_map(|&by| board.neighbour(middle, by)).collect();
        let names: Vec<String> = around.iter().map(|&cell| board.name(cell)).collect();
        assert_eq!(names, ["b3", "c3", "c2", "b1", "a1", "a2"]);
        for (one, other) in around.iter().zip(around.iter().cycle().skip(1)) {
            assert!(board.circle().iter().any(|&by| board.neighbour(*one, by) == Some(*other)));
        }
    }

    #[test]
    fn a_leap_has_up_to_twelve_images_clockwise_from_north() {
        let board = Geometry::new(3, 3, CellSet::EMPTY).of_hexes();
        let knight = board.images([1, 3]);
        assert_eq!(knight.len(), 12);
        assert_eq!(knight[..4], [(1, 3), (2, 3), (3, 2), (3, 1)].map(|(e, n)| Offset::new(e, n)));
        assert_eq!(knight, board.images([3, 2]), "the same twelve by their other name");
        assert_eq!(board.images([1, 0]), board.circle());
        assert_eq!(board.images([1, 1]), board.circle());
        let far: Vec<Offset> = Offset::HEXAGON.into_iter().skip(1).step_by(2).collect();
        assert_eq!(board.images([1, 2]), far);
        for &by in &knight {
            let near = board.circle().iter().filter(|other| by.is_near_on_hexes(**other)).count();
            assert_eq!(near, 1, "{by:?} lies beside one direction to a neighbour");
        }
    }
}
