//! What stands around pieces, found by masks.

use crate::game::{
    Asks, Bits, Cell, Contents, Formation, Game, Offset, Piece, Player, Points, Selection, Vicinity,
};
use crate::position::Board;

/// The formations of a game, laid out for one width of board.
///
/// Those that look at few kinds change seldom in a search, for most moves are made by others: their sum is remembered for
/// each placement of these kinds.
#[derive(Clone, Debug)]
pub(super) struct Formations<const N: usize> {
    remembered: Vec<Remembered<N>>,
    others: Group<N>,
}

impl<const N: usize> Formations<N> {
    /// The formations of a game.
    pub(super) fn of(game: &Game) -> Formations<N> {
        let mut all = Formations { remembered: Vec::<Remembered<N>>::new(), others: Group::default() };
        for formation in &game.evaluation.formations {
            let pieces = looks_at(formation);
            let group = match all.remembered.iter().position(|group| Some(&group.pieces) == pieces.as_ref()) {
                Some(at) => &mut all.remembered[at].group,
                None => match pieces {
                    Some(pieces) => &mut all.remembered.push_mut(Remembered::new(pieces)).group,
                    None => &mut all.others,
                },
            };
            group.add(game, formation);
        }
        all
    }

    /// Whether there is none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.others.formed.is_empty() && self.remembered.is_empty()
    }

    /// Points of the first player's pieces less those of the second's.
    pub(super) fn points(&mut self, board: &Board<N>) -> Points {
        let remembered: Points = self.remembered.iter_mut().map(|group| group.points(board)).sum();
        self.others.points(board) + remembered
    }
}

/// Two kinds of both players: where more are looked at, most moves change what would be remembered.
const FEW: usize = 4;

/// The pieces that a formation looks at, those that it asks among them, if nothing else matters and they are few.
fn looks_at(formation: &Formation) -> Option<Vec<Piece>> {
    let asked = Player::each(|owner| Contents::piece(Piece::new(formation.kind, owner)));
    let all = asked.iter().chain(&formation.holds).fold(Contents::NOTHING, |all, &holds| all.or(holds));
    let pieces: Vec<Piece> = all.pieces().take(FEW + 1).collect();
    let alone = !all.has(Piece::NONE) && all.and(Contents::MARKED).is_nothing();
    (alone && pieces.len() <= FEW).then_some(pieces)
}

/// Formations that look at the same pieces, and their sums where these were looked at before.
#[derive(Clone, Debug)]
struct Remembered<const N: usize> {
    pieces: Vec<Piece>,
    group: Group<N>,
    /// Where the pieces stand, in the position looked at.
    placed: Vec<Bits<N>>,
    /// By a hash of that: where they stood, a row for each sum.
    stood: Vec<Bits<N>>,
    sums: Vec<Points>,
}

impl<const N: usize> Remembered<N> {
    /// How many sums are remembered: a power of two.
    const SUMS: usize = 2_048;

    /// An empty board is worth nothing, which is what is remembered at first.
    fn new(pieces: Vec<Piece>) -> Self {
        let placed = vec![Bits::EMPTY; pieces.len()];
        let stood = vec![Bits::EMPTY; pieces.len() * Self::SUMS];
        Remembered { pieces, group: Group::default(), placed, stood, sums: vec![Points::NONE; Self::SUMS] }
    }

    #[inline]
    fn points(&mut self, board: &Board<N>) -> Points {
        let mut hash = 0u64;
        for (placed, &piece) in self.placed.iter_mut().zip(&self.pieces) {
            *placed = board.of(piece);
            hash = (hash.rotate_left(32) ^ placed.folded()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let at = (hash >> 40) as usize % Self::SUMS;
        let stood = &mut self.stood[at * self.placed.len()..][..self.placed.len()];
        if *stood != *self.placed {
            stood.copy_from_slice(&self.placed);
            self.sums[at] = self.group.points(board);
        }
        self.sums[at]
    }
}

/// Formations that are looked at together. What several of them count is found once.
#[derive(Clone, Default, Debug)]
struct Group<const N: usize> {
    formed: Vec<Formed<N>>,
    counted: Vec<Selection>,
    /// The cells that hold it, in the position looked at.
    held: Vec<Bits<N>>,
}

impl<const N: usize> Group<N> {
    fn add(&mut self, game: &Game, formation: &Formation) {
        let sides = Player::each(|owner| {
            let counted = Selection::of(formation.holds[owner.index()], game.rules.roster);
            let known = self.counted.iter().position(|known| *known == counted);
            let at = known.unwrap_or_else(|| {
                self.counted.push(counted);
                self.held.push(Bits::EMPTY);
                self.held.len() - 1
            });
            Side::new(game, formation, owner, at)
        });
        self.formed.push(Formed { asks: formation.asks, sides });
    }

    /// Points of the first player's pieces less those of the second's.
    fn points(&mut self, board: &Board<N>) -> Points {
        let held = self.held.iter_mut().zip(&self.counted);
        held.for_each(|(held, counted)| *held = board.selected(counted));
        let mut points = Points::NONE;
        for formed in &self.formed {
            let [first, second] = &formed.sides;
            let of = |side: &Side<N>| side.points(board, formed.asks, &self.held);
            points += of(first) - of(second);
        }
        points
    }
}

/// A formation, its cells laid out.
#[derive(Clone, Debug)]
struct Formed<const N: usize> {
    asks: Asks,
    /// By owner.
    sides: [Side<N>; 2],
}

/// A formation for one player's pieces.
#[derive(Clone, Debug)]
struct Side<const N: usize> {
    piece: Piece,
    /// The number of what is counted in its group.
    counted: usize,
    /// By the piece's cell: where is counted, and the points.
    seen: Vec<(Bits<N>, Points)>,
}

impl<const N: usize> Side<N> {
    fn new(game: &Game, formation: &Formation, owner: Player, counted: usize) -> Side<N> {
        let (geometry, points) = (&game.rules.geometry, &formation.points[owner.index()]);
        let forward = game.evaluation.orientation.forward[owner.index()];
        let ways = Vicinity::displacements(geometry).filter(|&by| formation.on.has(geometry, forward, by));
        let ways: Vec<Offset> = ways.collect();
        let at = |(number, &points): (u16, &Points)| {
            let cells = ways.iter().filter_map(|&by| geometry.neighbour(Cell(number), by));
            (cells.collect(), points)
        };
        Side { piece: Piece::new(formation.kind, owner), counted, seen: (0..).zip(points).map(at).collect() }
    }

    /// Whether something is there is seen without counting it.
    #[inline]
    fn points(&self, board: &Board<N>, asks: Asks, held: &[Bits<N>]) -> Points {
        let pieces = board.of(self.piece);
        if pieces.is_empty() {
            return Points::NONE;
        }
        let counted = held[self.counted];
        match asks {
            Asks::NONE => self.sum(pieces, |cells| i32::from(!cells.meets(&counted))),
            Asks::SOME => self.sum(pieces, |cells| i32::from(cells.meets(&counted))),
            _ => self.sum(pieces, |cells| asks.times((*cells & counted).count())),
        }
    }

    #[inline]
    fn sum(&self, pieces: Bits<N>, times: impl Fn(&Bits<N>) -> i32) -> Points {
        let of = |cell: Cell| {
            let (cells, points) = &self.seen[cell.index()];
            *points * times(cells)
        };
        pieces.iter().map(of).sum()
    }
}
