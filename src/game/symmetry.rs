//! The symmetries of a rectangle, and which of them swap the two sides of a game.
//!
//! A game treats its players alike when some reflection or turn of the board, done together with an
//! exchange of colours, leaves everything that was said about it as it was. Most games are
//! symmetric top to bottom; where the players look along different axes it is a diagonal, and games
//! without a forward are symmetric as they stand.

use super::{
    Award, Castle, Cell, CellSet, Condition, Contents, Count, Effect, End, Facing, Geometry, Nearby, Offset,
    Piece, Promotion, Rule, Rules, Stage, Travel, Veto, Way,
};

/// One of the eight ways to lay a rectangle onto itself: exchange the axes first, then reflect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    transpose: bool,
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
        transposes.iter().flat_map(each).collect()
    }

    /// Half a turn.
    pub(crate) const HALF_TURN: Symmetry = Symmetry { transpose: false, flip_east: true, flip_north: true };

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
    /// The symmetry.
    pub(crate) by: Symmetry,
}

impl<'a> Swap<'a> {
    /// The question for one symmetry.
    pub(crate) fn new(rules: &'a Rules, by: Symmetry) -> Self {
        Swap { rules, by }
    }

    /// Whether the holes of the board keep their places.
    pub(crate) fn keeps_board(&self) -> bool {
        let board = self.rules.geometry.board();
        self.cells(board) == *board
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
            priority: _,
            score: _,
            setup: _,
            setup_hands: _,
            bonus: [bonus, other_bonus],
            capture_effects,
            gating,
            moves: _,
            stages,
            vetoes,
            ends: _,
        } = self.rules;
        self.keeps_board()
            && self.unlike_setup().is_none()
            && self.keeps_hands()
            && self.unlike_rules().is_empty()
            && self.unlike_ends().is_empty()
            && self.keeps_vetoes(vetoes)
            && self.keeps_effects(capture_effects)
            && gating.as_ref().is_none_or(|gating| self.cells(&gating.on[0]) == gating.on[1])
            && stages.iter().all(|stage| self.keeps_stage(stage))
            && bonus == other_bonus
    }

    /// Whether the players start with the same in hand.
    pub(crate) fn keeps_hands(&self) -> bool {
        let held = |piece: Piece| self.rules.setup_hands.get(piece.index()).copied().unwrap_or(0);
        (1..=2 * self.rules.roster.kinds as u8)
            .map(Piece)
            .all(|piece| held(piece) == held(self.swapped(piece)))
    }

    fn keeps_stage(&self, stage: &Stage) -> bool {
        let same_way = match &stage.by {
            [Some(one), Some(other)] => self.same_way(one, other),
            [one, other] => one.is_none() && other.is_none(),
        };
        same_way && self.cells(&stage.to[0]) == stage.to[1]
    }

    fn keeps_vetoes(&self, vetoes: &[Veto]) -> bool {
        vetoes.iter().flat_map(Veto::conditions).all(|when| self.condition(when) == *when)
    }

    /// The move rules that the players do not share.
    pub(crate) fn unlike_rules(&self) -> Vec<usize> {
        let differs =
            |by: &[Travel; 2]| !self.same_travel(&by[0], &by[1]) || !self.same_travel(&by[1], &by[0]);
        let rules = self.rules.moves.iter().enumerate();
        let unlike = |rule: &Rule| differs(&rule.by) || !self.keeps_effects(&rule.effects);
        rules.filter(|(_, rule)| unlike(rule)).map(|(number, _)| number).collect()
    }

    /// Whether effects change for one player what they change for the other.
    fn keeps_effects(&self, effects: &[Effect]) -> bool {
        effects.iter().all(|effect| self.contents(effect.only[0]) == effect.only[1])
    }

    /// The ends that award the game to a player where no end awards it likewise to the other.
    pub(crate) fn unlike_ends(&self) -> Vec<usize> {
        let ends = &self.rules.ends;
        let swapped = |award| match award {
            Award::Player(player) => Award::Player(!player),
            other => other,
        };
        let is_matched = |end: &End| {
            let wanted = (self.condition(&end.when), swapped(end.winner));
            ends.iter().any(|other| other.winner == wanted.1 && other.when == wanted.0)
        };
        (0..ends.len()).filter(|&i| !is_matched(&ends[i])).collect()
    }

    /// The first cell of the setup whose image does not hold the same kind of the other player.
    pub(crate) fn unlike_setup(&self) -> Option<Cell> {
        let at = |cell: Cell| self.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
        self.rules.geometry.board().iter().find(|&cell| at(self.cell(cell)) != self.swapped(at(cell)))
    }

    pub(crate) fn swapped(&self, piece: Piece) -> Piece {
        self.rules.roster.swapped(piece)
    }

    pub(crate) fn cell(&self, cell: Cell) -> Cell {
        self.by.cell(&self.rules.geometry, cell)
    }

    fn cells(&self, set: &CellSet) -> CellSet {
        self.by.cells(&self.rules.geometry, set)
    }

    pub(crate) fn contents(&self, contents: Contents) -> Contents {
        let empty = contents.and(Contents::EMPTY.or(Contents::MARKED));
        contents.pieces().fold(empty, |all, piece| all.or(Contents::piece(self.swapped(piece))))
    }

    fn same_travel(&self, one: &Travel, other: &Travel) -> bool {
        self.same_way(&one.way, &other.way)
            && self.cells(&one.from) == other.from
            && self.cells(&one.to) == other.to
            && self.contents(one.onto) == other.onto
            && self.same_promotion(one.promotion.as_ref(), other.promotion.as_ref())
            && self.same_nearby(&one.nearby, &other.nearby)
            && one.when.as_ref().map(|when| self.condition(when)) == other.when
    }

    fn same_promotion(&self, one: Option<&Promotion>, other: Option<&Promotion>) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return one.is_none() && other.is_none() };
        let turned = Promotion { on: self.cells(&one.on), forced: self.cells(&one.forced), ..one.clone() };
        turned == *other
    }

    /// A file stays a file unless the axes are exchanged.
    fn same_nearby(&self, one: &[Nearby], other: &[Nearby]) -> bool {
        let turned = |nearby: &Nearby| Nearby { holds: self.contents(nearby.holds), ..nearby.clone() };
        let files = one.iter().any(|nearby| nearby.file);
        !(files && self.by.transpose) && one.iter().map(turned).eq(other.iter().cloned())
    }

    fn same_castle(&self, one: &Castle, other: &Castle) -> bool {
        let turned = Castle {
            from: self.cell(one.from),
            to: self.cell(one.to),
            with_from: self.cell(one.with_from),
            with_to: self.cell(one.with_to),
            ..*one
        };
        turned == *other
    }

    fn same_way(&self, one: &Way, other: &Way) -> bool {
        match (one, other) {
            (Way::Jump(a), Way::Jump(b)) | (Way::Exit(a), Way::Exit(b)) => self.same_offsets(a, b),
            (
                Way::Slide { along: a, least, most, through },
                Way::Slide { along: b, least: other_least, most: other_most, through: other_through },
            ) => {
                self.same_offsets(a, b)
                    && (least, most) == (other_least, other_most)
                    && self.contents(*through) == *other_through
            }
            (Way::Path { paths: a, last }, Way::Path { paths: b, last: other }) => {
                let turned = |path: &Vec<Offset>| path.iter().map(|&by| self.by.offset(by)).collect();
                last == other
                    && a.len() == b.len()
                    && a.iter().map(turned).all(|path: Vec<Offset>| b.contains(&path))
            }
            (
                Way::Hop { along: a, over, before, after },
                Way::Hop { along: b, over: other_over, before: other_before, after: other_after },
            ) => {
                self.same_offsets(a, b)
                    && self.contents(*over) == *other_over
                    && (before, after) == (other_before, other_after)
            }
            (Way::Drop { falls: a }, Way::Drop { falls: b }) => a.map(|by| self.by.offset(by)) == *b,
            (Way::Castle(a), Way::Castle(b)) => self.same_castle(a, b),
            (Way::Pass { stuck: a }, Way::Pass { stuck: b }) => a == b,
            _ => false,
        }
    }

    fn same_offsets(&self, one: &[Offset], other: &[Offset]) -> bool {
        one.len() == other.len() && one.iter().all(|&by| other.contains(&self.by.offset(by)))
    }

    fn count(&self, count: &Count) -> Box<Count> {
        Box::new(Count {
            holds: [self.contents(count.holds[1]), self.contents(count.holds[0])],
            on: [self.cells(&count.on[1]), self.cells(&count.on[0])],
            ..*count
        })
    }

    fn facing(&self, facing: &Facing) -> Facing {
        let swapped = |[first, second]: [Contents; 2]| [self.contents(second), self.contents(first)];
        let turned = |along: &[Offset]| {
            let mut along: Vec<Offset> = along.iter().map(|&by| self.by.offset(by)).collect();
            along.sort_unstable();
            along
        };
        let [first, second] = &facing.along;
        Facing {
            one: swapped(facing.one),
            other: swapped(facing.other),
            along: [turned(second), turned(first)],
        }
    }

    fn condition(&self, condition: &Condition) -> Condition {
        match condition {
            Condition::Count(count) => Condition::Count(self.count(count)),
            Condition::Attacked(count) => Condition::Attacked(self.count(count)),
            Condition::Reachable(count) => Condition::Reachable(self.count(count)),
            Condition::Facing(facing) => Condition::Facing(Box::new(self.facing(facing))),
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(inner))),
            Condition::Either(list) => Condition::Either(list.iter().map(|c| self.condition(c)).collect()),
            Condition::All(list) => Condition::All(list.iter().map(|c| self.condition(c)).collect()),
            same => same.clone(),
        }
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
