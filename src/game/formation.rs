//! What stands around a piece: the same question asked of every piece of a kind.

use super::{Cell, CellSet, Contents, Geometry, Kind, Offset, Origin, Player, Points};

/// Points for pieces of a kind by what stands in some cells seen from the piece.
#[derive(Clone, Debug)]
pub struct Formation {
    /// Its name.
    pub name: String,
    /// The pieces that are asked.
    pub kind: Kind,
    /// What is counted around a piece of the first or the second player.
    pub holds: [Contents; 2],
    /// Where it is counted.
    pub on: Vicinity,
    /// How the count makes points.
    pub asks: Asks,
    /// Points for the owner, by owner and the cell of the piece.
    pub points: [Vec<Points>; 2],
    /// Its line.
    pub origin: Origin,
}

/// How a count makes points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// The points as often as the count says.
    Each,
    /// The points once, if the count lies between these two, both included.
    Within(u32, u32),
}

impl Asks {
    /// Nothing is there.
    pub const NONE: Asks = Asks::Within(0, 0);
    /// Something is there.
    pub const SOME: Asks = Asks::Within(1, u32::MAX);

    /// How often the points are given.
    #[inline]
    pub fn times(self, count: u32) -> i32 {
        match self {
            Asks::Each => count as i32,
            Asks::Within(least, most) => (least..=most).contains(&count) as i32,
        }
    }
}

/// Cells as a piece sees them; never its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vicinity {
    /// The neighbours: eight of a square, six of a hexagon.
    Around,
    /// All cells between two ranks and within some files.
    Window {
        /// How many ranks ahead, from and to; behind is less than nothing.
        ahead: [i32; 2],
        /// How many files to either side, from and to.
        beside: [i32; 2],
    },
}

impl Vicinity {
    /// Whether a cell at this displacement belongs to it, for a player who looks `forward`. Where that is along
    /// a diagonal, a step is as long as a diagonal one, either way. Of hexagons every other file lies half a step behind.
    pub fn has(self, geometry: &Geometry, forward: Offset, by: Offset) -> bool {
        let [east, north] = [i32::from(by.east), i32::from(by.north)];
        if by == Offset::ZERO {
            return false;
        }
        match self {
            Vicinity::Around => geometry.circle().contains(&by),
            Vicinity::Window { ahead, beside } => {
                let [fore, side] = [i32::from(forward.east), i32::from(forward.north)];
                let across = (east * side - north * fore).abs();
                let (length, width, along) = match geometry.has_hexes() {
                    false => {
                        (fore * fore + side * side, fore * fore + side * side, east * fore + north * side)
                    }
                    true => (2, 1, 2 * (east * fore + north * side) - east * side - north * fore),
                };
                let within = |[least, most]: [i32; 2], step: i32, way: i32| {
                    (least * step..=most * step).contains(&way)
                };
                within(ahead, length, along) && within(beside, width, across)
            }
        }
    }

    /// Its cells around a piece.
    pub fn cells(self, geometry: &Geometry, forward: Offset, piece: Cell) -> CellSet {
        let by = |cell: Cell| {
            let steps = |from: u16, to: u16| to as i16 - from as i16;
            let east = steps(geometry.file(piece), geometry.file(cell));
            Offset::new(east, steps(geometry.rank(piece), geometry.rank(cell)))
        };
        geometry.board().iter().filter(|&cell| self.has(geometry, forward, by(cell))).collect()
    }

    /// Every displacement between two cells of a board.
    pub fn displacements(geometry: &Geometry) -> impl Iterator<Item = Offset> + use<> {
        let [files, ranks] = [geometry.files(), geometry.ranks()].map(|side| side as i16 - 1);
        (-files..=files).flat_map(move |east| (-ranks..=ranks).map(move |north| Offset::new(east, north)))
    }

    /// At most how many cells a piece sees.
    fn most_cells(self, cells: usize) -> i64 {
        match self {
            Vicinity::Around => 8,
            Vicinity::Window { ahead: [first, last], beside: [near, far] } => {
                let area =
                    (i64::from(last) - i64::from(first) + 1) * 2 * (i64::from(far) - i64::from(near) + 1);
                area.clamp(0, cells as i64)
            }
        }
    }
}

impl Formation {
    /// The cells where a piece of `owner` on `cell` looks.
    pub fn cells(&self, geometry: &Geometry, forward: [Offset; 2], owner: Player, cell: Cell) -> CellSet {
        self.on.cells(geometry, forward[owner.index()], cell)
    }

    /// The most points that a piece can get, on a board of so many cells.
    pub fn most_points(&self, cells: usize) -> i64 {
        let largest = self.points.iter().flatten().map(|points| points.size()).max().unwrap_or(0);
        match self.asks {
            Asks::Each => largest.saturating_mul(self.on.most_cells(cells)),
            Asks::Within(..) => largest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(on: Vicinity, forward: Offset, from: &str) -> Vec<String> {
        let board = Geometry::new(5, 5, CellSet::EMPTY);
        let cell = board.parse(from).expect("a cell of the board");
        let mut names: Vec<String> =
            on.cells(&board, forward, cell).iter().map(|cell| board.name(cell)).collect();
        names.sort();
        names
    }

    #[test]
    fn a_window_turns_with_the_player() {
        let window = Vicinity::Window { ahead: [1, 2], beside: [0, 1] };
        assert_eq!(seen(window, Offset::new(0, 1), "b3"), ["a4", "a5", "b4", "b5", "c4", "c5"]);
        assert_eq!(seen(window, Offset::new(0, -1), "a2"), ["a1", "b1"]);
        assert_eq!(seen(window, Offset::new(1, 0), "d1"), ["e1", "e2"]);
        let (board, diagonal) = (Geometry::new(5, 5, CellSet::EMPTY), Offset::new(1, 1));
        let has = |east, north| window.has(&board, diagonal, Offset::new(east, north));
        assert!(has(1, 1) && has(2, 0) && !has(1, 0) && !has(3, -1));
    }

    #[test]
    fn a_window_of_hexagons_is_the_same_either_side_of_forward() {
        let board = Geometry::new(7, 7, CellSet::EMPTY).of_hexes();
        let next = Vicinity::Window { ahead: [-1, 1], beside: [0, 1] };
        let ahead = Vicinity::Window { ahead: [1, 2], beside: [0, 1] };
        for &forward in board.circle() {
            let seen = |on: Vicinity| {
                let all = Vicinity::displacements(&board).filter(|&by| on.has(&board, forward, by));
                all.collect::<Vec<Offset>>()
            };
            assert_eq!(seen(next), seen(Vicinity::Around), "one step each way are the six neighbours");
            let right = forward.sixth_right();
            let left = Offset::new(forward.east - right.east, forward.north - right.north);
            let plus = |by: Offset| Offset::new(forward.east + by.east, forward.north + by.north);
            let mut there = vec![forward, forward.times(2), plus(right), plus(left)];
            there.sort_unstable();
            assert_eq!(seen(ahead), there);
        }
    }

    #[test]
    fn a_piece_does_not_see_itself() {
        let north = Offset::new(0, 1);
        assert_eq!(seen(Vicinity::Around, north, "a1"), ["a2", "b1", "b2"]);
        let all = Vicinity::Window { ahead: [-9, 9], beside: [0, 9] };
        assert_eq!(seen(all, north, "c3").len(), 24);
    }
}
