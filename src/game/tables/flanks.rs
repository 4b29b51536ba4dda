//! The directions in which runs of pieces are flanked, as steps that all pieces of a set take at once.

use crate::game::{Bits, Cell, CellSet, Offset, Rules, Touched};

/// One step in each direction; none where no effect asks for flanked pieces.
#[derive(Clone, Debug, Default)]
pub struct Flanks {
    steps: Vec<FlankStep>,
}

/// One step in one direction.
#[derive(Clone, Debug)]
struct FlankStep {
    /// What it adds to a cell's number.
    delta: i32,
    /// The cells from which it stays on the board.
    onward: CellSet,
}

impl Flanks {
    pub(in crate::game) fn build(rules: &Rules) -> Flanks {
        let geometry = &rules.geometry;
        let step = |by: Offset| FlankStep {
            delta: geometry.delta(by),
            onward: geometry.board().iter().filter(|&cell| geometry.neighbour(cell, by).is_some()).collect(),
        };
        match rules.effects().any(|effect| effect.cells == Touched::Flanked) {
            true => Flanks { steps: Offset::CIRCLE.into_iter().map(step).collect() },
            false => Flanks::default(),
        }
    }

    /// The runs of these enemies that lie between a cell and one of these own pieces.
    #[inline(never)]
    pub fn runs_from<const N: usize>(&self, cell: Cell, own: Bits<N>, enemies: Bits<N>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for step in &self.steps {
            let mut run = Bits::EMPTY;
            let mut next = step.take(Bits::of(cell)) & enemies;
            while !next.is_empty() {
                run |= next;
                next = step.take(next);
                if next.meets(&own) {
                    all |= run;
                }
                next &= enemies;
            }
        }
        all
    }

    /// The cells from which some run of these enemies leads to one of these own pieces, whatever stands there.
    pub fn ends<const N: usize>(&self, own: Bits<N>, enemies: Bits<N>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for step in &self.steps {
            let mut run = step.take(own) & enemies;
            while !run.is_empty() {
                let next = step.take(run);
                all |= next;
                run = next & enemies;
            }
        }
        all
    }
}

impl FlankStep {
    #[inline(always)]
    fn take<const N: usize>(&self, cells: Bits<N>) -> Bits<N> {
        (cells & self.onward.narrow()).shifted(self.delta)
    }
}
