//! Which way things point: direction words, and the board as each player sees it.

use crate::game::{Cell, CellSet, Geometry, Offset, Player};

use super::symmetry::Symmetry;

/// The eight directions of the compass, clockwise from north.
const COMPASS: [(&str, Offset); 8] = [
    ("north", Offset::new(0, 1)),
    ("north-east", Offset::new(1, 1)),
    ("east", Offset::new(1, 0)),
    ("south-east", Offset::new(1, -1)),
    ("south", Offset::new(0, -1)),
    ("south-west", Offset::new(-1, -1)),
    ("west", Offset::new(-1, 0)),
    ("north-west", Offset::new(-1, 1)),
];

/// The words that turn with the player, clockwise from forward.
const RELATIVE: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// Words for several directions at once.
const GROUPS: [&str; 4] = ["orthogonal", "diagonal", "sideways", "any"];

/// Every direction word there is, for "did you mean".
pub(super) fn direction_words() -> impl Iterator<Item = &'static str> {
    COMPASS.iter().map(|(word, _)| *word).chain(RELATIVE).chain(GROUPS)
}

/// The direction that a compass word names.
pub(super) fn compass(word: &str) -> Option<Offset> {
    COMPASS.iter().find(|(name, _)| *name == word).map(|&(_, by)| by)
}

/// The compass word for a displacement of one cell.
pub(super) fn compass_word(by: Offset) -> Option<&'static str> {
    COMPASS.iter().find(|&&(_, offset)| offset == by).map(|&(word, _)| word)
}

/// The compass words.
pub(super) fn compass_words() -> impl Iterator<Item = &'static str> {
    COMPASS.iter().map(|(word, _)| *word)
}

/// The displacements that a direction word names for a player who looks `forward`, in order.
pub(super) fn directions(word: &str, forward: Offset) -> Option<Vec<Offset>> {
    let every = |start: usize| COMPASS.iter().skip(start).step_by(2).map(|&(_, by)| by);
    match word {
        "orthogonal" => Some(every(0).collect()),
        "diagonal" => Some(every(1).collect()),
        "any" => Some(COMPASS.iter().map(|&(_, by)| by).collect()),
        "sideways" => Some(vec![turned(forward, 6), turned(forward, 2)]),
        _ => match RELATIVE.iter().position(|&name| name == word) {
            Some(eighths) => Some(vec![turned(forward, eighths)]),
            None => compass(word).map(|by| vec![by]),
        },
    }
}

/// Whether a direction word means something else for a player who looks another way.
pub(super) fn is_relative(word: &str) -> bool {
    word == "sideways" || RELATIVE.contains(&word)
}

fn turned(forward: Offset, eighths: usize) -> Offset {
    let start = COMPASS.iter().position(|&(_, by)| by == forward).unwrap_or(0);
    COMPASS[(start + eighths) % 8].1
}

/// The board as the two players see it.
#[derive(Clone, Debug)]
pub(super) struct Orientation {
    /// Where forward points for each player.
    pub forward: [Offset; 2],
    /// What carries the first player's side of the board to the second's; `None` where the players
    /// do not face each other or the board does not allow it.
    pub mirror: Option<Symmetry>,
}

impl Orientation {
    /// Players who look these ways across a board.
    pub(super) fn new(geometry: &Geometry, forward: [Offset; 2], rotate: bool) -> Orientation {
        let facing = forward[1] == forward[0].times(-1);
        let mirror = match (facing, rotate) {
            (false, _) => None,
            (true, true) => Some(Symmetry::HALF_TURN),
            (true, false) => Symmetry::reflecting(geometry, forward[0]),
        };
        Orientation { forward, mirror }
    }

    /// How many ranks the board has as a player counts them.
    pub(super) fn ranks(&self, geometry: &Geometry, player: Player) -> u16 {
        let (east, north) = self.steps(player);
        1 + (geometry.files() - 1) * east.unsigned_abs() + (geometry.ranks() - 1) * north.unsigned_abs()
    }

    /// The rank of a cell as a player counts, from 1 on the player's own side.
    pub(super) fn rank(&self, geometry: &Geometry, player: Player, cell: Cell) -> u16 {
        let (east, north) = self.steps(player);
        let along = |sign: i16, from_low: u16, count: u16| match sign {
            0 => 0,
            1 => from_low,
            _ => count - 1 - from_low,
        };
        1 + along(east, geometry.file(cell), geometry.files())
            + along(north, geometry.rank(cell) - 1, geometry.ranks())
    }

    /// The cells whose rank, as a player counts, passes a test.
    pub(super) fn ranked(
        &self,
        geometry: &Geometry,
        player: Player,
        passes: impl Fn(u16) -> bool,
    ) -> CellSet {
        geometry.board().iter().filter(|&cell| passes(self.rank(geometry, player, cell))).collect()
    }

    fn steps(&self, player: Player) -> (i16, i16) {
        let forward = self.forward[player.index()];
        (forward.east.into(), forward.north.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORTH: Offset = Offset::new(0, 1);
    const EAST: Offset = Offset::new(1, 0);
    const SOUTH: Offset = Offset::new(0, -1);

    #[test]
    fn left_turns_with_the_player() {
        assert_eq!(directions("left", NORTH), Some(vec![Offset::new(-1, 0)]));
        assert_eq!(directions("left", EAST), Some(vec![NORTH]));
        assert_eq!(directions("forward-right", SOUTH), Some(vec![Offset::new(-1, -1)]));
        assert_eq!(directions("north", SOUTH), Some(vec![NORTH]));
        assert_eq!(directions("up", SOUTH), None);
    }

    #[test]
    fn ranks_are_counted_from_the_players_own_side() {
        let board = Geometry::new(3, 5, CellSet::EMPTY);
        let sides = Orientation::new(&board, [EAST, SOUTH], false);
        let corner = board.parse("c5").expect("a cell of the board");
        assert_eq!(sides.ranks(&board, Player::First), 3);
        assert_eq!(sides.ranks(&board, Player::Second), 5);
        assert_eq!(sides.rank(&board, Player::First, corner), 3);
        assert_eq!(sides.rank(&board, Player::Second, corner), 1);
        assert_eq!(sides.mirror, None);
    }

    #[test]
    fn players_who_face_each_other_have_a_mirror() {
        let board = Geometry::new(3, 5, CellSet::EMPTY);
        let corner = board.parse("a1").expect("a cell of the board");
        let image = |rotate| {
            let mirror = Orientation::new(&board, [NORTH, SOUTH], rotate).mirror?;
            Some(board.name(mirror.cell(&board, corner)))
        };
        assert_eq!(image(false).as_deref(), Some("a5"));
        assert_eq!(image(true).as_deref(), Some("c5"));
    }
}
