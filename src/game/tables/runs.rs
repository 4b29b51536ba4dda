//! Runs of steps: where a piece lands by one, and from where it looks at a cell.

use crate::game::{Cell, CellSet, Contents, MoveStep, Movement, Piece, RuleFlags, TargetFilter};

/// The cells of a run of steps in order, and how it lands.
pub(super) struct Run<'a> {
    pub(super) start: Cell,
    pub(super) cells: &'a [Cell],
    pub(super) steps: &'a [MoveStep],
}

/// How a run lands on one of its cells.
pub(super) struct Landing {
    /// Which cell.
    pub(super) at: usize,
    /// The filter that must be open there.
    pub(super) land: u8,
    /// How many steps have it.
    pub(super) times: u8,
}

/// From where a piece looks at a cell, while that is collected.
pub(super) struct SeenFrom {
    pub(super) near: CellSet,
    /// By the files and rows of one step. A list takes less than a map: few lines lead to a cell.
    pub(super) far: Vec<((i32, i32), FarView)>,
}

pub(super) struct FarView {
    pub(super) from: CellSet,
    pub(super) between: CellSet,
    pub(super) ascending: bool,
}

impl<'a> Run<'a> {
    /// The run of these steps. Its cells stand in a list that serves all runs.
    pub(super) fn of(start: Cell, steps: &'a [MoveStep], cells: &'a mut Vec<Cell>) -> Run<'a> {
        cells.clear();
        cells.extend(steps.iter().map(|step| step.mv.to()));
        cells.dedup();
        Run { start, cells, steps }
    }

    pub(super) fn is_ascending(&self) -> bool {
        self.cells.first().is_some_and(|first| *first > self.start)
    }

    /// Finds its landings, but for those onto marks alone, nearest first.
    pub(super) fn find_landings(&self, filters: &[TargetFilter], found: &mut Vec<Landing>) {
        found.clear();
        let mut at = 0;
        for step in self.steps {
            // Steps to one cell follow each other.
            at += (self.cells[at] != step.mv.to()) as usize;
            if !filters[step.land as usize].opens_without_marks() {
                continue;
            }
            let mut there = found.iter_mut().rev().take_while(|landing| landing.at == at);
            match there.find(|landing| landing.land == step.land) {
                Some(landing) => landing.times += 1,
                None => found.push(Landing { at, land: step.land, times: 1 }),
            }
        }
    }

    /// A jump, or cells in a row, each passed when it is empty.
    pub(super) fn is_simple(&self, filters: &[TargetFilter]) -> bool {
        let step = |from: Cell, to: Cell| to.0 as i32 - from.0 as i32;
        let (first, last) = (self.cells[0], self.cells[self.cells.len() - 1]);
        let straight =
            self.cells.array_windows().all(|&[one, next]| step(one, next) == step(self.start, first));
        let passes = |step: &MoveStep| {
            let pass = &filters[step.pass as usize];
            pass.always || pass.holds == Contents::EMPTY
        };
        straight && self.steps.iter().filter(|step| step.mv.to() != last).all(passes)
    }

    /// Whether its landings are counted rightly by cells and filters, but for those onto marks.
    pub(super) fn lands_plainly(&self, movement: &Movement, flags: &[RuleFlags; 256], piece: Piece) -> bool {
        let filters = &movement.filters[piece.owner().index()];
        self.steps.iter().all(|step| {
            let filter = &filters[step.land as usize];
            !filter.always
                && (!flags[step.mv.rule()].contains(RuleFlags::MULTI_CELL) || !filter.opens_without_marks())
        })
    }

    /// Adds this run to what is known of how its piece looks at a cell.
    pub(super) fn look(&self, target: Cell, files: u16, view: &mut SeenFrom) {
        let between = self.cells.iter().copied().take_while(|&cell| cell != target);
        if self.cells[0] == target {
            // Whatever else is on the way, nothing lies between.
            view.near.insert(self.start);
        } else {
            let apart = |axis: fn(u16, u16) -> u16| {
                axis(self.cells[0].0, files) as i32 - axis(self.start.0, files) as i32
            };
            let step = (apart(|cell, files| cell % files), apart(|cell, files| cell / files));
            let known = view.far.iter().position(|(other, _)| *other == step);
            let at = known.unwrap_or_else(|| {
                let ascending = self.cells[0] < self.start;
                let line = FarView { from: CellSet::EMPTY, between: CellSet::EMPTY, ascending };
                view.far.push((step, line));
                view.far.len() - 1
            });
            let line = &mut view.far[at].1;
            line.from.insert(self.start);
            between.for_each(|cell| line.between.insert(cell));
        }
    }
}
