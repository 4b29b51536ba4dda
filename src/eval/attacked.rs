//! Attack terms worked out anew, pair by pair, for whoever wants to see where their points come from.

use std::collections::BTreeMap;

use crate::game::{
    AttackTerm, Bits, Cell, CellSet, Contents, Game, Kind, MoveStep, Piece, Player, Points, Tally,
    TargetFilter, Zone, walk,
};
use crate::on_board;
use crate::position::Position;

/// A piece and a cell that it attacks, both counted by an attack term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackPair {
    /// Where the piece stands; `None` where it is in its owner's hand and could be dropped on the cell.
    pub from: Option<Cell>,
    /// The piece.
    pub piece: Piece,
    /// The cell.
    pub to: Cell,
    /// What the pair counts.
    pub weight: u32,
}

/// Who attacks which cells, and what pieces are worth.
struct Attackers {
    by: [BTreeMap<Cell, Vec<Piece>>; 2],
    worths: Vec<i32>,
}

impl Attackers {
    fn of(position: &Position) -> Attackers {
        let game = position.game();
        Attackers { by: attackers(position), worths: game.evaluation.worths(&game.rules) }
    }

    fn worth(&self, piece: Piece) -> i32 {
        self.worths.get(piece.kind().index()).copied().unwrap_or(0)
    }

    /// Whether enemies let a term count a cell that a piece attacks, or could be dropped on.
    fn leave(&self, term: &AttackTerm, piece: Piece, cell: Cell) -> bool {
        let mut enemies = self.by[(!piece.owner()).index()].get(&cell).into_iter().flatten();
        (!term.undefended || enemies.clone().next().is_none())
            && (!term.safe || enemies.all(|&other| self.worth(other) >= self.worth(piece)))
    }

    /// Whether what is attacked is worth enough for a term.
    fn suits(&self, term: &AttackTerm, piece: Piece, there: Piece) -> bool {
        !term.lesser || !there.is_none() && self.worth(there) > self.worth(piece)
    }
}

/// The pairs that an attack term counts, in the order of the cells that the pieces stand on; then those of pieces in hand.
pub fn attack_pairs(position: &Position, term: &AttackTerm) -> Vec<AttackPair> {
    let attackers = Attackers::of(position);
    let cells_of =
        |player: Player| zone(position, term, player) & holding(position, term.onto[player.index()]);
    let cells_of = Player::each(cells_of);
    let open = Player::each(|player| if term.moves { landings(position, player) } else { Vec::new() });
    let mut pairs = Vec::new();
    for (cell, piece) in standing(position) {
        let Some(weight) = term.weight(piece) else { continue };
        let player = piece.owner();
        let counts = |to: &Cell| {
            cells_of[player.index()].has(*to)
                && attackers.leave(term, piece, *to)
                && attackers.suits(term, piece, position.at(*to))
        };
        let cells = match term.moves {
            true => movable(position, piece, cell, &open[player.index()]),
            false => attacked(position, piece, cell),
        };
        let from = Some(cell);
        pairs.extend(cells.iter().filter(counts).map(|to| AttackPair { from, piece, to, weight }));
    }
    for player in Player::BOTH {
        add_drop_pairs(position, term, player, &attackers, &mut pairs);
    }
    pairs
}

/// Adds the cells from where pieces in a player's hand could attack the middle of a term's window.
fn add_drop_pairs(
    position: &Position,
    term: &AttackTerm,
    player: Player,
    attackers: &Attackers,
    pairs: &mut Vec<AttackPair>,
) {
    let Zone::Window(window) = &term.on else { return };
    let held = |&&(kind, _): &&(Kind, u32)| position.held(Piece::new(kind, player)) > 0;
    for &(kind, weight) in term.hands.iter().filter(held) {
        let piece = Piece::new(kind, player);
        let is_aim = |at: Piece| window.around[player.index()].has(at) && attackers.suits(term, piece, at);
        let counts = |cell: &Cell| {
            position.at(*cell).is_none()
                && attackers.leave(term, piece, *cell)
                && attacked(position, piece, *cell).iter().any(|to| is_aim(position.at(to)))
        };
        let cells = position.game().rules.dropped_on(kind, player);
        pairs.extend(cells.iter().filter(counts).map(|to| AttackPair { from: None, piece, to, weight }));
    }
}

/// How often each of the points of an attack term counts, the second player's minus.
pub(super) fn attack_counts(position: &Position, term: &AttackTerm) -> Vec<i32> {
    let pairs = attack_pairs(position, term);
    let list = term.each.points();
    let mut counts = vec![0; list.len()];
    match &term.each {
        Tally::Pair(_) => counts[0] = pairs.iter().map(|pair| pair.piece.owner().sign()).sum(),
        Tally::Piece(_) => {
            for (cell, piece) in standing(position).filter(|(_, piece)| term.weight(*piece).is_some()) {
                let count = pairs.iter().filter(|pair| pair.from == Some(cell)).count() as u64;
                counts[Tally::number(list, count)] += piece.owner().sign();
            }
        }
        Tally::Total(_) => {
            for player in Player::BOTH {
                let own = pairs.iter().filter(|pair| pair.piece.owner() == player);
                let count = own.map(|pair| u64::from(pair.weight)).sum();
                counts[Tally::number(list, count)] += player.sign();
            }
        }
    }
    counts
}

/// The points of an attack term.
pub(super) fn attack_points(position: &Position, term: &AttackTerm) -> Points {
    attack_counts(position, term).iter().zip(term.each.points()).map(|(&count, &points)| points * count).sum()
}

/// The pieces of the players, by cell.
fn standing(position: &Position) -> impl Iterator<Item = (Cell, Piece)> {
    let game: &Game = position.game();
    let cells = game.rules.geometry.board().iter().map(|cell| (cell, position.at(cell)));
    cells.filter(|(_, piece)| game.rules.roster.owner(*piece).is_some())
}

/// By player and cell the pieces that attack it.
fn attackers(position: &Position) -> [BTreeMap<Cell, Vec<Piece>>; 2] {
    let mut all = [BTreeMap::new(), BTreeMap::new()];
    for (cell, piece) in standing(position) {
        for to in attacked(position, piece, cell) {
            all[piece.owner().index()].entry(to).or_insert_with(Vec::new).push(piece);
        }
    }
    all
}

/// The cells that a piece attacks.
fn attacked(position: &Position, piece: Piece, cell: Cell) -> CellSet {
    attacked_by(position.game(), piece, cell, |cell| position.at(cell))
}

/// The cells that a piece attacks, by what stands where.
pub(super) fn attacked_by(game: &Game, piece: Piece, cell: Cell, at: impl Fn(Cell) -> Piece) -> CellSet {
    let enemies = Contents::owned(!piece.owner(), game.rules.roster);
    let movement = &game.tables.movement;
    let filters = &movement.filters[piece.owner().index()];
    let captures = |step: &MoveStep| {
        let filter = &filters[step.land as usize];
        !filter.always && !filter.holds.and(enemies).is_nothing()
    };
    walk(movement.steps(piece, cell), movement, piece.owner(), at, captures)
}

/// The cells that a piece can move to, by where its owner's filters are open.
fn movable(position: &Position, piece: Piece, cell: Cell, open: &[CellSet]) -> CellSet {
    let game: &Game = position.game();
    walked(position, piece, cell, |step| {
        game.tables.actions[step.mv.rule()].travels() && open[step.land as usize].has(step.mv.to())
    })
}

/// Where the filters of a player let pieces land, conditions and marks left aside.
fn landings(position: &Position, player: Player) -> Vec<CellSet> {
    let filters = &position.game().tables.movement.filters[player.index()];
    let open = |filter: &TargetFilter| match filter.always {
        true => CellSet::EMPTY,
        false => holding(position, filter.holds.but(Contents::MARKED)),
    };
    filters.iter().map(open).collect()
}

fn walked(position: &Position, piece: Piece, cell: Cell, lands: impl Fn(&MoveStep) -> bool) -> CellSet {
    let movement = &position.game().tables.movement;
    walk(movement.steps(piece, cell), movement, piece.owner(), |cell| position.at(cell), lands)
}

/// The cells that hold one of these contents.
fn holding(position: &Position, contents: Contents) -> CellSet {
    on_board!(position.engine(), board => board.select(position.game(), contents).narrow())
}

/// The cells that count for a player, whatever they hold.
fn zone(position: &Position, term: &AttackTerm, player: Player) -> CellSet {
    let game: &Game = position.game();
    let geometry = &game.rules.geometry;
    match &term.on {
        Zone::Board => *geometry.board(),
        Zone::Region(cells) => cells[player.index()],
        Zone::Window(window) => {
            let middle = standing(position).filter(|(_, piece)| window.around[player.index()].has(*piece));
            let forward = game.evaluation.orientation.forward;
            let cells =
                middle.map(|(cell, piece)| window.cells(geometry, forward[piece.owner().index()], cell));
            cells.fold(Bits::EMPTY, |all, cells| all | cells)
        }
    }
}
