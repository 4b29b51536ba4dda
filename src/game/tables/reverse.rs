//! Who could capture on a cell: the movement tables looked at from the target.
//!
//! They are made when somebody asks for them first.

use crate::game::{Cell, CellSet, Contents, MoveStep, Movement, Piece, Rules, Way};

/// A way of a piece to a cell: the [run](Movement::runs) of steps that may lead there.
#[derive(Clone, Copy, Debug)]
pub struct AttackRun {
    /// Where the piece stands.
    pub from: Cell,
    /// What closes it.
    pub closed_by: Blockers,
    start: u32,
    /// The first step that has the target.
    target: u32,
    end: u32,
}

/// Which pieces between the piece and the cell that it looks at bar its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blockers {
    /// Any.
    AnyPiece,
    /// Any but the one hurdle that it needs.
    AllButOne,
    /// Those that it does not pass through.
    Some,
}

/// The sights of every piece on every cell.
#[derive(Clone, Debug, Default)]
pub struct ReverseAttacks {
    list: Vec<AttackRun>,
    spans: Vec<(u32, u32)>,
    from: Vec<CellSet>,
    cells: usize,
}

impl ReverseAttacks {
    pub(in crate::game) fn build(rules: &Rules, movement: &Movement) -> ReverseAttacks {
        let cells = rules.geometry.size();
        let pieces = 1 + 2 * rules.roster.kinds;
        let mut by_target: Vec<Vec<AttackRun>> = vec![Vec::new(); pieces * cells];
        for piece in (1..pieces as u8).map(Piece) {
            for cell in rules.geometry.board().iter() {
                for (start, end) in movement.run_spans(piece, cell) {
                    for to in movement.captures(piece.owner(), start, end) {
                        let sight = AttackRun::new(rules, movement, piece, (cell, to), (start, end));
                        by_target[piece.index() * cells + to.index()].push(sight);
                    }
                }
            }
        }
        let mut sights = ReverseAttacks { cells, ..ReverseAttacks::default() };
        for list in by_target {
            let start = sights.list.len() as u32;
            sights.from.push(list.iter().map(|sight| sight.from).collect());
            sights.list.extend(list);
            sights.spans.push((start, sights.list.len() as u32));
        }
        sights
    }

    /// Where a piece may capture on a cell from, whatever lies between.
    #[inline]
    pub fn from(&self, piece: Piece, target: Cell) -> &CellSet {
        &self.from[piece.index() * self.cells + target.index()]
    }

    /// The ways of a piece to a cell, by where it stands.
    #[inline]
    pub fn of(&self, piece: Piece, target: Cell) -> &[AttackRun] {
        let (start, end) = self.spans[piece.index() * self.cells + target.index()];
        &self.list[start as usize..end as usize]
    }
}

impl AttackRun {
    fn new(
        rules: &Rules,
        movement: &Movement,
        piece: Piece,
        (from, to): (Cell, Cell),
        (start, end): (u32, u32),
    ) -> AttackRun {
        let steps = &movement.steps[start as usize..end as usize];
        let hops = steps.iter().any(|step| {
            let travel = &rules.moves[step.mv.rule()].by[piece.owner().index()];
            matches!(travel.way, Way::Hop { .. })
        });
        let before = steps.iter().take_while(|step| step.mv.to() != to);
        let filters = &movement.filters[piece.owner().index()];
        let empty = before.clone().all(|step| {
            let pass = &filters[step.pass as usize];
            pass.always || pass.holds == Contents::EMPTY
        });
        let closed_by = match (hops, empty) {
            (true, _) => Blockers::AllButOne,
            (false, true) => Blockers::AnyPiece,
            (false, false) => Blockers::Some,
        };
        AttackRun { from, closed_by, start, target: start + before.count() as u32, end }
    }

    /// The steps to the cells between.
    #[inline]
    pub fn between<'a>(&self, movement: &'a Movement) -> &'a [MoveStep] {
        &movement.steps[self.start as usize..self.target as usize]
    }

    /// The steps to walk.
    #[inline]
    pub fn steps<'a>(&self, movement: &'a Movement) -> &'a [MoveStep] {
        &movement.steps[self.start as usize..self.end as usize]
    }
}
