//! The symmetries of a rectangle, and which of them swap the two sides of a game.
//!
//! A game treats its players alike when some reflection or turn of the board, done together with an
//! exchange of colours, leaves everything that was said about it as it was. Most games are
//! symmetric top to bottom; where the players look along different axes it is a diagonal, and games
//! without a forward are symmetric as they stand.
//!
//! Of boards of hexagons half of these are symmetries: those that lay neighbours onto neighbours. They are half a turn,
//! and the exchange of the axes alone or with it.

use rustc_hash::FxHashSet;

use super::{
    Award, Cell, CellSet, Contents, Effect, End, Geometry, Offset, Piece, Roster, Rule, Rules, SideExchange,
    Travel, Veto,
};

/// One of the eight ways to lay a rectangle onto itself: exchange the axes first, then reflect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// Files become ranks.
    pub(crate) transpose: bool,
    flip_east: bool,
    flip_north: bool,
}

impl Symmetry {
    /// All that a board of this shape has, the plainest first; holes are not looked at.
    pub(crate) fn all(geometry: &Geometry) -> Vec<Symmetry> {
        let square = geometry.files() == geometry.ranks();
        let transposes: &[bool] = if square { &[false, true] } else { &[false] };
        let each = |&transpose: &bool| {
            [(false, true), (false, false), (true, true), (true, false)]
                .map(|(flip_east, flip_north)| Symmetry { transpose, flip_east, flip_north })
        };
        let all = transposes.iter().flat_map(each);
        all.filter(|by| !geometry.has_hexes() || by.flip_east == by.flip_north).collect()
    }

    /// Half a turn.
    pub(crate) const HALF_TURN: Symmetry = Symmetry { transpose: false, flip_east: true, flip_north: true };

    /// Everything stays where it is.
    pub(crate) const IDENTITY: Symmetry = Symmetry { transpose: false, flip_east: false, flip_north: false };

    /// File and rank are exchanged.
    pub(crate) const TRANSPOSE: Symmetry = Symmetry { transpose: true, flip_east: false, flip_north: false };

    /// The reflection that turns a direction round and leaves those across it as they are; `None`
    /// along a diagonal of a board that is not square.
    pub(crate) fn reflecting(geometry: &Geometry, direction: Offset) -> Option<Symmetry> {
        let sideways = Offset::new(-direction.north, direction.east);
        Symmetry::all(geometry)
            .into_iter()
            .find(|by| by.offset(direction) == direction.times(-1) && by.offset(sideways) == sideways)
    }

    /// Where a displacement points afterwards.
    pub(crate) fn offset(self, by: Offset) -> Offset {
        let (east, north) = if self.transpose { (by.north, by.east) } else { (by.east, by.north) };
        let turned = |flip: bool, n: i16| if flip { n.saturating_neg() } else { n };
        Offset::new(turned(self.flip_east, east), turned(self.flip_north, north))
    }

    /// Where a cell lies afterwards.
    pub(crate) fn cell(self, geometry: &Geometry, cell: Cell) -> Cell {
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let (x, y) = (geometry.file(cell), geometry.rank(cell) - 1);
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        let x = if self.flip_east { files - 1 - x } else { x };
        let y = if self.flip_north { ranks - 1 - y } else { y };
        Cell((ranks - 1 - y) * files + x)
    }

    /// Where the cells of a set lie afterwards.
    pub(crate) fn cells(self, geometry: &Geometry, set: &CellSet) -> CellSet {
        set.iter().map(|cell| self.cell(geometry, cell)).collect()
    }
}

/// A way to lay a board onto itself with the players exchanged: what cells, pieces and directions are then. The words
/// of the rules say beside their types how they look under one.
#[derive(Clone, Copy)]
pub(crate) struct SideSwap<'a> {
    geometry: &'a Geometry,
    roster: Roster,
    /// The symmetry of the board.
    pub(crate) by: Symmetry,
}

impl SideSwap<'_> {
    /// Where a cell lies afterwards.
    pub(crate) fn cell(&self, cell: Cell) -> Cell {
        self.by.cell(self.geometry, cell)
    }

    /// Where the cells of a set lie afterwards.
    pub(crate) fn cells(&self, set: &CellSet) -> CellSet {
        self.by.cells(self.geometry, set)
    }

    /// Whose a piece is afterwards.
    pub(crate) fn piece(&self, piece: Piece) -> Piece {
        self.roster.swapped(piece)
    }

    /// What cells may hold afterwards.
    pub(crate) fn contents(&self, contents: Contents) -> Contents {
        let empty = contents.and(Contents::EMPTY.or(Contents::MARKED));
        contents.pieces().fold(empty, |all, piece| all.or(Contents::piece(self.piece(piece))))
    }

    /// Where a displacement points afterwards.
    pub(crate) fn offset(&self, by: Offset) -> Offset {
        self.by.offset(by)
    }

    /// Where displacements point afterwards, in order.
    pub(crate) fn offsets(&self, list: &[Offset]) -> Vec<Offset> {
        let mut turned: Vec<Offset> = list.iter().map(|&by| self.offset(by)).collect();
        turned.sort_unstable();
        turned
    }
}

/// Whether an exchange of sides leaves the rules, the setup and the ends as they were.
pub(crate) fn swaps_sides(rules: &Rules, exchange: SideExchange) -> bool {
    let by = match exchange {
        SideExchange::InPlace => Symmetry::IDENTITY,
        SideExchange::Mirrored => Symmetry::TRANSPOSE,
    };
    Symmetry::all(&rules.geometry).contains(&by) && Swap::new(rules, by).keeps_rules()
}

/// By cell number, where each symmetry puts a cell that swaps the sides: the rules, the setup, what is
/// refused and the ends are the same for either player. What is better for whom is not looked at.
pub(crate) fn swaps(rules: &Rules) -> Vec<Vec<Cell>> {
    let geometry = &rules.geometry;
    let all = Symmetry::all(geometry).into_iter();
    let swapping = all.filter(|&by| Swap::new(rules, by).keeps_rules());
    swapping
        .map(|by| (0..geometry.size() as u16).map(|cell| by.cell(geometry, Cell(cell))).collect())
        .collect()
}

/// Asks of one symmetry whether it swaps the sides of a game.
pub(crate) struct Swap<'a> {
    rules: &'a Rules,
    /// What it makes of cells, pieces and directions.
    pub(crate) map: SideSwap<'a>,
}

impl<'a> Swap<'a> {
    /// The question for one symmetry.
    pub(crate) fn new(rules: &'a Rules, by: Symmetry) -> Self {
        Swap { rules, map: SideSwap { geometry: &rules.geometry, roster: rules.roster, by } }
    }

    /// Whether the holes and lines of the board keep their places.
    pub(crate) fn keeps_board(&self) -> bool {
        self.keeps_cells() && self.keeps_lines()
    }

    /// Whether the holes of the board keep their places.
    pub(crate) fn keeps_cells(&self) -> bool {
        let board = self.rules.geometry.board();
        self.map.cells(board) == *board
    }

    /// Neighbours on a line that are none where they lie afterwards.
    pub(crate) fn unlike_segment(&self) -> Option<[Cell; 2]> {
        let lines = self.rules.geometry.lines();
        let segments = || lines.iter().flat_map(|line| line.windows(2)).map(|ends| [ends[0], ends[1]]);
        let all: FxHashSet<[Cell; 2]> =
            segments().flat_map(|[one, other]| [[one, other], [other, one]]).collect();
        segments().find(|ends| !all.contains(&ends.map(|cell| self.map.cell(cell))))
    }

    fn keeps_lines(&self) -> bool {
        let geometry = &self.rules.geometry;
        let line = |line: &Vec<Cell>| line.iter().map(|&cell| self.map.cell(cell)).collect();
        let lines: Vec<Vec<Cell>> = geometry.lines().iter().map(line).collect();
        let turned = if geometry.is_drawn() { geometry.undrawn().drawn(&lines).ok() } else { None };
        !geometry.is_drawn() || turned.as_ref() == Some(geometry)
    }

    /// Whether everything that decides how the game goes is the same for both sides. A new part of the rules does not
    /// compile until it is answered here.
    fn keeps_rules(&self) -> bool {
        let Rules {
            geometry: _,
            // Either player may begin: what is asked is how the game goes from there.
            first: _,
            // Of kinds and numbers there is one for both players.
            roster: _,
            royals: _,
            bases: _,
            supplies: _,
            captured: _,
            must_capture: _,
            prefer,
            priority: _,
            score: _,
            area: _,
            setup: _,
            setup_hands: _,
            bonus: [bonus, other_bonus],
            capture_effects,
            gating,
            moves: _,
            stages,
            vetoes,
            ends: _,
            turns,
        } = self.rules;
        self.keeps_board()
            && self.unlike_setup().is_none()
            && self.keeps_hands()
            && self.unlike_rules().is_empty()
            && self.unlike_ends().is_empty()
            && self.keeps_vetoes(vetoes)
            && self.keeps_effects(capture_effects)
            && gating.as_ref().is_none_or(|gating| self.map.cells(&gating.on[0]) == gating.on[1])
            && stages.iter().all(|stage| stage.is_kept(&self.map))
            && prefer.iter().all(|entry| entry.map(&self.map) == *entry)
            && bonus == other_bonus
            && turns.map(&self.map) == *turns
    }

    /// Whether the players start with the same in hand.
    pub(crate) fn keeps_hands(&self) -> bool {
        let held = |piece: Piece| self.rules.setup_hands.get(piece.index()).copied().unwrap_or(0);
        (1..=2 * self.rules.roster.kinds as u8)
            .map(Piece)
            .all(|piece| held(piece) == held(self.map.piece(piece)))
    }

    fn keeps_vetoes(&self, vetoes: &[Veto]) -> bool {
        vetoes.iter().flat_map(Veto::conditions).all(|when| when.map(&self.map) == *when)
    }

    /// The move rules that the players do not share.
    pub(crate) fn unlike_rules(&self) -> Vec<usize> {
        let turns = |one: &Travel, other: &Travel| one.map(&self.map) == Some(other.in_order());
        let differs = |[one, other]: &[Travel; 2]| !turns(one, other) || !turns(other, one);
        let rules = self.rules.moves.iter().enumerate();
        let unlike = |rule: &Rule| differs(&rule.by) || !self.keeps_effects(&rule.effects);
        rules.filter(|(_, rule)| unlike(rule)).map(|(number, _)| number).collect()
    }

    /// Whether effects change for one player what they change for the other.
    fn keeps_effects(&self, effects: &[Effect]) -> bool {
        effects.iter().all(|effect| effect.map(&self.map) == *effect)
    }

    /// The ends that award the game to a player where no end awards it likewise to the other.
    pub(crate) fn unlike_ends(&self) -> Vec<usize> {
        let ends = &self.rules.ends;
        let swapped = |award| match award {
            Award::Player(player) => Award::Player(!player),
            other => other,
        };
        let is_matched = |end: &End| {
            let wanted = (end.when.map(&self.map), swapped(end.winner));
            ends.iter().any(|other| other.winner == wanted.1 && other.when == wanted.0)
        };
        (0..ends.len()).filter(|&i| !is_matched(&ends[i])).collect()
    }

    /// The first cell of the setup whose image does not hold the same kind of the other player.
    pub(crate) fn unlike_setup(&self) -> Option<Cell> {
        let at = |cell: Cell| self.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
        self.rules.geometry.board().iter().find(|&cell| at(self.map.cell(cell)) != self.map.piece(at(cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_symmetries_and_other_rectangles_four() {
        assert_eq!(Symmetry::all(&Geometry::new(5, 5, CellSet::EMPTY)).len(), 8);
        assert_eq!(Symmetry::all(&Geometry::new(5, 4, CellSet::EMPTY)).len(), 4);
    }

    #[test]
    fn hexagons_keep_half_of_the_symmetries_and_their_neighbours() {
        for (side, count) in [(5, 4), (4, 2)] {
            let board = Geometry::new(5, side, CellSet::EMPTY).of_hexes();
            let all = Symmetry::all(&board);
            assert_eq!(all.len(), count);
            for by in all {
                let image = |list: &[Offset]| list.iter().map(|&step| by.offset(step)).collect::<Vec<_>>();
                assert!(image(board.circle()).iter().all(|step| board.circle().contains(step)));
                assert!(image(board.compass()).iter().all(|step| board.compass().contains(step)));
            }
        }
    }

    #[test]
    fn cells_and_displacements_turn_together() {
        let geometry = Geometry::new(4, 4, CellSet::EMPTY);
        for by in Symmetry::all(&geometry) {
            for cell in geometry.board().iter() {
                for step in [Offset::new(1, 0), Offset::new(0, 1), Offset::new(2, -1)] {
                    let image = geometry.neighbour(cell, step).map(|to| by.cell(&geometry, to));
                    assert_eq!(image, geometry.neighbour(by.cell(&geometry, cell), by.offset(step)));
                }
            }
        }
    }
}
