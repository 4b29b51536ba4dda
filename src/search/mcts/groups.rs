//! Groups of pieces that are taken when they have no empty cell beside them, kept up to date move by move.
//!
//! For each group the empty cells beside its pieces are known as a count, a sum and a sum of squares, each cell counted
//! as often as a piece is beside it: all are one cell just where the count times the squares is the square of the sum
//! (an idea of Łukasz Lew's for playouts, 2010).

use super::chance::Chance;
use crate::game::{Cell, Game, Offset, Player};
use crate::position::Board;

/// A cell by its number.
pub type Place = u16;

const NONE: Place = Place::MAX;

/// What stands on an empty cell; a player's piece stands there by the player's number.
pub const EMPTY: u8 = 2;
/// What stands where the board has no cell.
const HOLE: u8 = 3;

/// The empty cells beside a group.
#[derive(Clone, Copy, Default, Debug)]
pub struct Room {
    /// How many, each as often as a piece is beside it.
    pub count: u32,
    /// The sum of their numbers.
    pub sum: u32,
    squares: u64,
}

impl Room {
    #[inline]
    fn add(&mut self, cell: Place) {
        self.count += 1;
        self.sum += u32::from(cell);
        self.squares += u64::from(cell) * u64::from(cell);
    }

    #[inline]
    fn take(&mut self, cell: Place) {
        self.count -= 1;
        self.sum -= u32::from(cell);
        self.squares -= u64::from(cell) * u64::from(cell);
    }

    #[inline]
    fn join(&mut self, other: Room) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The one cell, where it is the only one.
    #[inline]
    fn only(&self) -> Option<Place> {
        let sum = u64::from(self.sum);
        (self.count > 0 && u64::from(self.count) * self.squares == sum * sum)
            .then(|| (self.sum / self.count) as Place)
    }
}

/// Cells in lists, one list for each cell.
struct Lists {
    cells: Vec<Place>,
    starts: Vec<u32>,
}

impl Lists {
    fn of(size: usize, list: impl Fn(Cell) -> Vec<Cell>) -> Lists {
        let (mut cells, mut starts) = (Vec::new(), vec![0]);
        for cell in (0..size as u16).map(Cell) {
            cells.extend(list(cell).into_iter().map(|other| other.0));
            starts.push(cells.len() as u32);
        }
        Lists { cells, starts }
    }

    #[inline]
    fn at(&self, cell: Place) -> &[Place] {
        let cell = usize::from(cell);
        &self.cells[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// What stands where, and in which group.
pub struct Groups {
    beside: Lists,
    /// The neighbours that are not beside, and how many of them may be the other player's around an own eye.
    corners: Lists,
    most_corners: Vec<u8>,
    ground: Vec<u8>,
    stand: Vec<u8>,
    /// By cell, the cell that stands for its group; the next piece of the group, in a ring.
    head: Vec<Place>,
    next: Vec<Place>,
    /// By head.
    room: Vec<Room>,
    size: Vec<u16>,
    empty: Vec<Place>,
    /// By cell, where it stands among the empty ones.
    place: Vec<Place>,
    /// The cell on which the piece just taken stood, where putting it back would bring back what was there.
    barred: Place,
}

impl Groups {
    /// No pieces on the board of a game, whose groups hold together along these directions.
    pub fn new(game: &Game, along: &[Offset]) -> Groups {
        let geometry = &game.rules.geometry;
        let size = geometry.size();
        let has = |cell: Cell| geometry.has(cell);
        let adjacency = game.tables.adjacencies.along(along);
        let beside = Lists::of(size, |cell| adjacency.beside(cell).to_vec());
        let around = |cell: Cell| game.tables.topology.around(cell).iter().filter(|&other| has(other));
        let corners = Lists::of(size, |cell| match has(cell) {
            true => around(cell).filter(|other| !adjacency.beside(cell).contains(other)).collect(),
            false => Vec::new(),
        });
        let all_corners = (0..size as Place).map(|cell| corners.at(cell).len()).max().unwrap_or(0);
        let inner = |cell: Place| all_corners > 0 && corners.at(cell).len() == all_corners;
        Groups {
            most_corners: (0..size as Place).map(|cell| u8::from(inner(cell))).collect(),
            ground: (0..size as u16).map(|cell| if has(Cell(cell)) { EMPTY } else { HOLE }).collect(),
            beside,
            corners,
            stand: vec![HOLE; size],
            head: vec![NONE; size],
            next: vec![NONE; size],
            room: vec![Room::default(); size],
            size: vec![0; size],
            empty: Vec::with_capacity(size),
            place: vec![NONE; size],
            barred: NONE,
        }
    }

    /// Takes over what stands on a board.
    pub fn set_up<const N: usize>(&mut self, board: &Board<N>) {
        self.stand.copy_from_slice(&self.ground);
        self.empty.clear();
        self.barred = NONE;
        for cell in 0..self.stand.len() as Place {
            if self.stand[usize::from(cell)] == EMPTY {
                self.place[usize::from(cell)] = self.empty.len() as Place;
                self.empty.push(cell);
            }
        }
        for player in Player::BOTH {
            for cell in board.owned(player) {
                self.shrink_beside(cell.0);
                self.put(cell.0, player);
            }
        }
    }

    /// The cell of the last move, where a piece came to the board.
    pub fn last<const N: usize>(&self, board: &Board<N>) -> Option<Place> {
        let cell = board.frames().last().map(|frame| frame.mv.to())?;
        (!board.at(cell).is_none()).then_some(cell.0)
    }

    /// The empty cells.
    pub fn empty(&self) -> &[Place] {
        &self.empty
    }

    /// Nobody puts a piece: what was barred is no longer.
    pub fn pass(&mut self) {
        self.barred = NONE;
    }

    /// What stands on a cell.
    #[inline]
    pub fn at(&self, cell: Place) -> u8 {
        self.stand[usize::from(cell)]
    }

    /// The empty cells beside the group of a piece.
    #[inline]
    pub fn room_of(&self, cell: Place) -> &Room {
        &self.room[usize::from(self.head[usize::from(cell)])]
    }

    /// Whether an empty cell is an eye of a player: all beside it is its own, and enough of the corners.
    #[inline]
    pub fn is_eye(&self, cell: Place, player: Player) -> bool {
        let own = player.index() as u8;
        if self.beside.at(cell).iter().any(|&other| self.at(other) != own) {
            return false;
        }
        let other = (!player).index() as u8;
        let taken = self.corners.at(cell).iter().filter(|&&corner| self.at(corner) == other).count();
        taken <= usize::from(self.most_corners[usize::from(cell)])
    }

    /// Puts a player's piece on an empty cell and takes what it encloses; whether that is allowed. If it is not, nothing
    /// has changed.
    #[inline]
    pub fn play(&mut self, cell: Place, player: Player) -> bool {
        if cell == self.barred {
            return false;
        }
        let own = player.index() as u8;
        self.shrink_beside(cell);
        let lives = |&other: &Place| match self.at(other) {
            EMPTY => true,
            stands if stands == own => self.room_of(other).count > 0,
            _ => self.room_of(other).count == 0,
        };
        if !self.beside.at(cell).iter().any(lives) {
            self.grow_beside(cell);
            return false;
        }
        self.put(cell, player);
        self.barred = NONE;
        let before = self.empty.len();
        for i in 0..self.beside.at(cell).len() {
            let other = self.beside.at(cell)[i];
            if self.at(other) == 1 - own && self.room_of(other).count == 0 {
                self.lift_group(other);
            }
        }
        let head = usize::from(self.head[usize::from(cell)]);
        if self.empty.len() == before + 1 && self.size[head] == 1 && self.room[head].count == 1 {
            self.barred = self.empty[before];
        }
        true
    }

    /// The groups beside an empty cell lose it.
    #[inline]
    fn shrink_beside(&mut self, cell: Place) {
        for &other in self.beside.at(cell) {
            if self.stand[usize::from(other)] < EMPTY {
                self.room[usize::from(self.head[usize::from(other)])].take(cell);
            }
        }
    }

    /// The groups beside an empty cell gain it.
    #[inline]
    fn grow_beside(&mut self, cell: Place) {
        for &other in self.beside.at(cell) {
            if self.stand[usize::from(other)] < EMPTY {
                self.room[usize::from(self.head[usize::from(other)])].add(cell);
            }
        }
    }

    /// Puts a piece where the groups around have lost the cell already.
    #[inline]
    fn put(&mut self, cell: Place, player: Player) {
        let (own, at) = (player.index() as u8, usize::from(cell));
        let place = usize::from(self.place[at]);
        self.empty.swap_remove(place);
        if let Some(&moved) = self.empty.get(place) {
            self.place[usize::from(moved)] = place as Place;
        }
        self.stand[at] = own;
        (self.head[at], self.next[at], self.size[at]) = (cell, cell, 1);
        let mut room = Room::default();
        for &other in self.beside.at(cell) {
            if self.stand[usize::from(other)] == EMPTY {
                room.add(other);
            }
        }
        self.room[at] = room;
        for i in 0..self.beside.at(cell).len() {
            let other = self.beside.at(cell)[i];
            if self.at(other) == own {
                self.join(cell, other);
            }
        }
    }

    fn join(&mut self, one: Place, other: Place) {
        let [mut large, mut small] = [one, other].map(|cell| self.head[usize::from(cell)]);
        if large == small {
            return;
        }
        if self.size[usize::from(large)] < self.size[usize::from(small)] {
            (large, small) = (small, large);
        }
        let mut cell = small;
        loop {
            self.head[usize::from(cell)] = large;
            cell = self.next[usize::from(cell)];
            if cell == small {
                break;
            }
        }
        self.next.swap(usize::from(large), usize::from(small));
        let room = self.room[usize::from(small)];
        self.room[usize::from(large)].join(room);
        self.size[usize::from(large)] += self.size[usize::from(small)];
    }

    fn lift_group(&mut self, cell: Place) {
        let first = cell;
        let mut cell = cell;
        loop {
            let at = usize::from(cell);
            self.stand[at] = EMPTY;
            self.place[at] = self.empty.len() as Place;
            self.empty.push(cell);
            self.grow_beside(cell);
            cell = self.next[at];
            if cell == first {
                break;
            }
        }
    }

    /// What the last move calls for: taking what has one empty cell left, or saving it.
    #[inline]
    pub fn urgent(&self, last: Place, player: Player, chance: &mut Chance) -> Option<Place> {
        if let Some(cell) = self.room_of(last).only() {
            return Some(cell);
        }
        let own = player.index() as u8;
        let mut found = None;
        let mut times = 0;
        for &other in self.beside.at(last) {
            if self.at(other) != own {
                continue;
            }
            let saved = self.room_of(other).only().and_then(|cell| self.saves(other, cell, player));
            if let Some(cell) = saved {
                times += 1;
                if chance.below(times) == 0 {
                    found = Some(cell);
                }
            }
        }
        found
    }

    /// The cell that saves a group with one empty cell left: an enemy that can be taken, or that cell, where it gives
    /// more room.
    fn saves(&self, group: Place, only: Place, player: Player) -> Option<Place> {
        let other = 1 - player.index() as u8;
        let mut cell = group;
        loop {
            for &enemy in self.beside.at(cell) {
                if self.at(enemy) == other
                    && let Some(taken) = self.room_of(enemy).only()
                {
                    return Some(taken);
                }
            }
            cell = self.next[usize::from(cell)];
            if cell == group {
                break;
            }
        }
        (!self.is_trap(only, player)).then_some(only)
    }

    /// Whether a piece put on an empty cell could be taken at once, as far as the cells beside it say.
    pub fn is_trap(&self, cell: Place, player: Player) -> bool {
        let own = player.index() as u8;
        let mut room = 0;
        for &other in self.beside.at(cell) {
            match self.at(other) {
                EMPTY => room += 1,
                stands if stands == own && self.room_of(other).only().is_none() => room += 2,
                stands if stands == 1 - own && self.room_of(other).only().is_some() => room += 2,
                _ => {}
            }
        }
        room < 2
    }

    /// Whether a piece put on an empty cell takes some, and whether it saves some.
    pub fn takes_or_saves(&self, cell: Place, player: Player) -> [bool; 2] {
        let has = |player: Player| {
            let of = player.index() as u8;
            self.beside
                .at(cell)
                .iter()
                .any(|&other| self.at(other) == of && self.room_of(other).only().is_some())
        };
        [has(!player), has(player) && !self.is_trap(cell, player)]
    }

    /// How many pieces each player has, and how many empty cells are beside its pieces alone.
    pub fn count(&self) -> ([i64; 2], [i64; 2]) {
        let mut pieces = [0; 2];
        for &stands in &self.stand {
            if stands < EMPTY {
                pieces[usize::from(stands)] += 1;
            }
        }
        let mut areas = [0; 2];
        for &cell in &self.empty {
            let mut beside = [false; 3];
            for &other in self.beside.at(cell) {
                beside[usize::from(self.at(other)).min(2)] = true;
            }
            match beside {
                [true, false, _] => areas[0] += 1,
                [false, true, _] => areas[1] += 1,
                _ => {}
            }
        }
        (pieces, areas)
    }
}
