//! Which way things point: direction words, and the board as each player sees it.

use crate::game::{Cell, CellSet, Geometry, Offset, Player};
use crate::spec::{Compass, DirectionWord, Group, Heading, Relative};

use crate::game::symmetry::Symmetry;

/// The displacement of one cell that a compass word names.
pub(crate) fn compass(word: Compass) -> Offset {
    Offset::CIRCLE[match word {
        Compass::North => 0,
        Compass::NorthEast => 1,
        Compass::East => 2,
        Compass::SouthEast => 3,
        Compass::South => 4,
        Compass::SouthWest => 5,
        Compass::West => 6,
        Compass::NorthWest => 7,
    }]
}

/// How many directions to the right of forward a word lies: eighths of a turn, or twelfths among hexagons, where
/// nothing lies straight to either side (see [`nameless`](super::hexes::nameless)).
fn turns(word: Relative, geometry: &Geometry) -> usize {
    let eighths = match word {
        Relative::Forward => 0,
        Relative::ForwardRight => 1,
        Relative::Right => 2,
        Relative::BackwardRight => 3,
        Relative::Backward => 4,
        Relative::BackwardLeft => 5,
        Relative::Left => 6,
        Relative::ForwardLeft => 7,
    };
    match (geometry.has_hexes(), eighths) {
        (false, eighths) => eighths,
        (true, 0..=1) => 2 * eighths,
        (true, 2..=6) => 2 * eighths - 2,
        (true, _) => 2 * eighths - 4,
    }
}

/// The displacement of one cell that a heading names for a player who looks `forward`.
pub(crate) fn heading(heading: Heading, forward: Offset, geometry: &Geometry) -> Offset {
    match heading {
        Heading::Compass(word) => compass(word),
        Heading::Relative(word) => turned(forward, turns(word, geometry), geometry),
    }
}

/// The displacements that a direction word names for a player who looks `forward`, in order.
pub(crate) fn directions(word: DirectionWord, forward: Offset, geometry: &Geometry) -> Vec<Offset> {
    let all = geometry.compass();
    match word {
        DirectionWord::One(one) => vec![heading(one, forward, geometry)],
        DirectionWord::Group(Group::Orthogonal) => all.iter().copied().step_by(2).collect(),
        DirectionWord::Group(Group::Diagonal) => all.iter().copied().skip(1).step_by(2).collect(),
        DirectionWord::Group(Group::Sideways) => [Relative::Left, Relative::Right]
            .map(|side| turned(forward, turns(side, geometry), geometry))
            .into(),
        DirectionWord::Group(Group::Any) => all.to_vec(),
    }
}

/// The turn from one direction to another, in directions to the right: -1, 0 or 1; `None` for a sharper one.
pub(crate) fn bend(from: Offset, to: Offset, geometry: &Geometry) -> Option<i8> {
    let all = geometry.compass();
    let [from, to] = [from, to].map(|by| all.iter().position(|&other| other == by).unwrap_or(0));
    match (all.len() + to - from) % all.len() {
        0 => Some(0),
        1 => Some(1),
        right if right + 1 == all.len() => Some(-1),
        _ => None,
    }
}

fn turned(forward: Offset, turns: usize, geometry: &Geometry) -> Offset {
    let all = geometry.compass();
    let start = all.iter().position(|&by| by == forward).unwrap_or(0);
    all[(start + turns) % all.len()]
}

/// The board as the two players see it.
#[derive(Clone, Debug)]
pub(crate) struct Orientation {
    /// Where forward points for each player.
    pub forward: [Offset; 2],
    /// What carries the first player's side of the board to the second's; `None` where the players
    /// do not face each other or the board does not allow it.
    pub mirror: Option<Symmetry>,
}

impl Orientation {
    /// Players who look these ways across a board.
    pub(crate) fn new(geometry: &Geometry, forward: [Offset; 2], rotate: bool) -> Orientation {
        let facing = forward[1] == forward[0].times(-1);
        let mirror = match (facing, rotate) {
            (false, _) => None,
            (true, true) => Some(Symmetry::HALF_TURN),
            (true, false) => Symmetry::reflecting(geometry, forward[0]),
        };
        Orientation { forward, mirror }
    }

    /// How many ranks the board has as a player counts them.
    pub(crate) fn ranks(&self, geometry: &Geometry, player: Player) -> u16 {
        geometry.ranks_along(self.forward[player.index()])
    }

    /// The rank of a cell as a player counts, from 1 on the player's own side.
    pub(crate) fn rank(&self, geometry: &Geometry, player: Player, cell: Cell) -> u16 {
        geometry.rank_along(self.forward[player.index()], cell)
    }

    /// The cells whose rank, as a player counts, passes a test.
    pub(crate) fn ranked(
        &self,
        geometry: &Geometry,
        player: Player,
        passes: impl Fn(u16) -> bool,
    ) -> CellSet {
        geometry.board().iter().filter(|&cell| passes(self.rank(geometry, player, cell))).collect()
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
        let board = Geometry::new(3, 3, CellSet::EMPTY);
        let heading = |word, forward| heading(word, forward, &board);
        let left = Heading::Relative(Relative::Left);
        assert_eq!(heading(left, NORTH), Offset::new(-1, 0));
        assert_eq!(heading(left, EAST), NORTH);
        assert_eq!(heading(Heading::Relative(Relative::ForwardRight), SOUTH), Offset::new(-1, -1));
        assert_eq!(heading(Heading::Compass(Compass::North), SOUTH), NORTH);
        let sideways = DirectionWord::Group(Group::Sideways);
        assert_eq!(directions(sideways, EAST, &board), [NORTH, SOUTH]);
    }

    #[test]
    fn words_turn_by_sixths_among_hexagons() {
        let board = Geometry::new(3, 3, CellSet::EMPTY).of_hexes();
        let words = [
            Relative::Forward,
            Relative::ForwardRight,
            Relative::BackwardRight,
            Relative::Backward,
            Relative::BackwardLeft,
            Relative::ForwardLeft,
        ];
        let seen = |forward| words.map(|word| heading(Heading::Relative(word), forward, &board));
        assert_eq!(seen(NORTH).to_vec(), board.circle());
        let south: Vec<Offset> = seen(SOUTH).map(|by| by.times(-1)).to_vec();
        assert_eq!(south, board.circle());
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
