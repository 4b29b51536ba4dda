//! Cells beside the landing cell of a move that the mover's pieces close in, or that lie between them.

use super::Board;
use crate::game::{Action, Aside, Bits, Cell, Direction, Effect, Game, Move, Offset, Player, Touched};

/// Who stands where when a piece has landed.
struct Landed<const N: usize> {
    own: Bits<N>,
    enemies: Bits<N>,
    vacant: Bits<N>,
}

impl<const N: usize> Board<N> {
    /// The cells that an effect touches, as far as pieces beside the landing cell say it.
    #[inline(never)]
    pub(super) fn touched_aside(&self, game: &Game, effect: &Effect, mv: Move, mover: Player) -> Bits<N> {
        let Some(aside) = effect.aside.as_deref() else { return Bits::EMPTY };
        let landed = self.landed(game, mv, mover);
        let ways = Ways { game, along: &aside.along[mover.index()] };
        let hostile = aside.hostile[mover.index()].narrow() & landed.vacant;
        match effect.cells {
            Touched::Around => ways.beside(mv.to()).collect(),
            Touched::InLine => ways.directions().flat_map(|way| way.ray(mv.to())).copied().collect(),
            Touched::Flanked => flanked(&ways, aside, mv.to(), (&landed, hostile)),
            Touched::Flanking => flanking(&ways, mv.to(), &landed),
            Touched::Beset => {
                let closes = |cell: Option<Cell>| {
                    cell.map_or(aside.edge, |cell| landed.own.has(cell) || hostile.has(cell))
                };
                let beset = |cell: &Cell| ways.all(*cell).all(closes);
                ways.beside(mv.to()).filter(|&cell| landed.enemies.has(cell)).filter(beset).collect()
            }
            Touched::Between if aside.fresh => {
                let [own, vacant] = match self.is_playing() {
                    true => self.stood_before,
                    false => [self.owned(mover), self.vacant()],
                };
                between(&ways, landed.own, landed.vacant) & !between(&ways, own, vacant)
            }
            Touched::Between => between(&ways, landed.own, landed.vacant),
            Touched::To | Touched::From | Touched::Path | Touched::Marker | Touched::Enclosed => Bits::EMPTY,
        }
    }

    /// Who stands where after a move, before its effects, or as they have left it where it is being played.
    fn landed(&self, game: &Game, mv: Move, mover: Player) -> Landed<N> {
        let (own, enemies, vacant) = (self.owned(mover), self.owned(!mover), self.vacant());
        if self.is_playing() {
            return Landed { own, enemies, vacant };
        }
        let (mut left, mut reached) = (Bits::of(mv.from()), Bits::of(mv.to()));
        match game.tables.actions[mv.rule()] {
            Action::Castle => {
                let way = self.castle_of(mv, mover);
                left = way.both_cells();
                reached.insert(way.castle.with_to);
            }
            action if !action.lands() => reached = Bits::EMPTY,
            _ => {}
        }
        if let Some((_, cell)) = mv.gates() {
            reached.insert(cell);
        }
        Landed { own: own & !left | reached, enemies: enemies & !reached, vacant: (vacant | left) & !reached }
    }
}

/// The directions that count.
struct Ways<'a> {
    game: &'a Game,
    along: &'a [Offset],
}

impl<'a> Ways<'a> {
    fn directions(&self) -> impl Iterator<Item = &'a Direction> {
        let compass = self.game.tables.topology.compass();
        compass.filter(|(by, _)| self.along.contains(by)).map(|(_, direction)| direction)
    }

    /// The next cell in each direction; `None` over the edge.
    fn all(&self, cell: Cell) -> impl Iterator<Item = Option<Cell>> {
        self.directions().map(move |direction| direction.step(cell))
    }

    /// The neighbours that there are.
    fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.all(cell).flatten()
    }

    /// The neighbours on both sides of a cell, for each line through it.
    fn sides(&self, cell: Cell) -> impl Iterator<Item = [Cell; 2]> {
        let topology = &self.game.tables.topology;
        let half = self.game.rules.geometry.compass().len() / 2;
        let lines = topology.compass().zip(topology.compass().skip(half)).take(half);
        let counts = |by: Offset| self.along.contains(&by) || self.along.contains(&by.times(-1));
        lines
            .filter(move |((by, _), _)| counts(*by))
            .filter_map(move |((_, one), (_, other))| Some([one.step(cell)?, other.step(cell)?]))
    }
}

/// The runs of enemies from a cell that an own piece or a hostile cell closes.
fn flanked<const N: usize>(
    ways: &Ways,
    aside: &Aside,
    to: Cell,
    (landed, hostile): (&Landed<N>, Bits<N>),
) -> Bits<N> {
    let mut all = Bits::EMPTY;
    let (least, most) = aside.range;
    for direction in ways.directions() {
        let ray = direction.ray(to);
        let length = ray.iter().take_while(|&&cell| landed.enemies.has(cell)).count();
        let closed = ray.get(length).is_some_and(|&end| landed.own.has(end) || hostile.has(end));
        if closed && (least as usize..=most as usize).contains(&length) {
            ray[..length].iter().for_each(|&cell| all.insert(cell));
        }
    }
    all
}

/// The neighbours of a cell that stand opposite each other and are both enemies.
fn flanking<const N: usize>(ways: &Ways, to: Cell, landed: &Landed<N>) -> Bits<N> {
    let pairs = ways.sides(to).filter(|sides| sides.iter().all(|&side| landed.enemies.has(side)));
    pairs.flatten().collect()
}

/// The empty cells with own pieces on both sides.
fn between<const N: usize>(ways: &Ways, own: Bits<N>, vacant: Bits<N>) -> Bits<N> {
    let lies = |cell: &Cell| ways.sides(*cell).any(|sides| sides.iter().all(|&side| own.has(side)));
    vacant.iter().filter(lies).collect()
}
