//! Cells beside a landing cell, closed in or between, plainly.

use banco::inside::game::{Aside, Cell, Effect, Game, Move, Offset, Touched};

use super::drawn::onward;
use super::{Plain, State};

impl Plain {
    /// The cells of an effect that says how they lie, before it is asked what they hold.
    pub(super) fn touched_aside(
        &self,
        game: &Game,
        (effect, aside): (&Effect, &Aside),
        mv: Move,
        next: &State,
    ) -> Vec<Cell> {
        let (to, mover) = (mv.to(), self.turn);
        let step = |cell: Cell, by: Offset| onward(&game.rules.geometry, cell, by);
        let along = &aside.along[mover.index()];
        let own = |cell: Cell| next.owned(cell, mover);
        let enemy = |cell: Cell| next.owned(cell, !mover);
        let hostile = |cell: Cell| aside.hostile[mover.index()].has(cell) && next.at(cell).is_none();
        let found: Vec<Cell> = match effect.cells {
            Touched::Around => along.iter().filter_map(|&by| step(to, by)).collect(),
            Touched::InLine => {
                let ray = |&by: &Offset| std::iter::successors(step(to, by), move |&cell| step(cell, by));
                along.iter().flat_map(ray).collect()
            }
            Touched::Flanked => {
                let mut all = Vec::new();
                for &by in along {
                    let mut run = Vec::new();
                    let mut at = step(to, by);
                    while let Some(cell) = at.filter(|&cell| enemy(cell)) {
                        run.push(cell);
                        at = step(cell, by);
                    }
                    let closed = at.is_some_and(|cell| own(cell) || hostile(cell));
                    let (least, most) = aside.range;
                    if closed && run.len() >= least as usize && run.len() <= most as usize {
                        all.extend(run);
                    }
                }
                all
            }
            Touched::Flanking => {
                let mut all = Vec::new();
                for &by in along {
                    if let (Some(one), Some(other)) = (step(to, by), step(to, by.times(-1)))
                        && enemy(one)
                        && enemy(other)
                    {
                        all.extend([one, other]);
                    }
                }
                all
            }
            Touched::Beset => {
                let beside = along.iter().filter_map(|&by| step(to, by)).filter(|&cell| enemy(cell));
                let shut = |cell: &Cell| {
                    along.iter().all(|&by| match step(*cell, by) {
                        None => aside.edge,
                        Some(next) => own(next) || hostile(next),
                    })
                };
                beside.filter(shut).collect()
            }
            Touched::Between => {
                let before = |cell: Cell| aside.fresh && lies_between(&self.now, game, aside, cell, self);
                let board = game.rules.geometry.board().iter();
                board.filter(|&cell| lies_between(next, game, aside, cell, self) && !before(cell)).collect()
            }
            other => panic!("no cells that lie aside: {other:?}"),
        };
        let mut found: Vec<Cell> = found;
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Whether a cell is empty and the mover's pieces stand on both sides of it.
fn lies_between(state: &State, game: &Game, aside: &Aside, cell: Cell, plain: &Plain) -> bool {
    let own = |by: Offset| {
        onward(&game.rules.geometry, cell, by).is_some_and(|beside| state.owned(beside, plain.turn))
    };
    let mut along = aside.along[plain.turn.index()].iter();
    state.at(cell).is_none() && along.any(|&by| own(by) && own(by.times(-1)))
}
