//! Runs of pieces that do not count wherever they lie: along some axes alone, or through a cell.

use super::Board;
use crate::game::{Cell, Game, LineContents, Player, Run, Touch};

impl<const N: usize> Board<N> {
    /// Whether a player has such a run anywhere.
    pub(super) fn run_stands(&self, game: &Game, run: &Run, player: Player) -> bool {
        let lines = game.tables.lines.list.iter().enumerate();
        let mut lines = lines.filter(|(_, line)| lies_along(game, run, line.axis as usize, player));
        lines.any(|(number, line)| run.rule.counts(self.line(number, line.cells.len() as u8, player)))
    }

    /// Whether a player has such a run through a cell.
    pub(super) fn run_goes_through(&self, game: &Game, run: &Run, cell: Cell, player: Player) -> bool {
        self.counts_through(game, run, (cell, player), |touch| self.touched(touch, player))
    }

    /// Whether a player will have such a run through a cell when a piece has come there, from another cell or from
    /// nowhere.
    pub(super) fn run_comes(
        &self,
        game: &Game,
        run: &Run,
        player: Player,
        (from, to): (Option<Cell>, Cell),
    ) -> bool {
        let lines = &game.tables.lines;
        let after = |touch: Touch| {
            let LineContents { mut own, mut enemy, length } = self.touched(touch, player);
            let left = from.into_iter().flat_map(|from| lines.through(from));
            left.filter(|left| left.line == touch.line).for_each(|left| own &= !(1 << left.bit));
            own |= 1 << touch.bit;
            enemy &= !(1 << touch.bit);
            LineContents { own, enemy, length }
        };
        self.counts_through(game, run, (to, player), after)
    }

    fn counts_through(
        &self,
        game: &Game,
        run: &Run,
        (cell, player): (Cell, Player),
        contents: impl Fn(Touch) -> LineContents,
    ) -> bool {
        let touches = game.tables.lines.through(cell).enumerate();
        touches.filter(|&(axis, _)| lies_along(game, run, axis, player)).any(|(_, touch)| {
            let line = contents(touch);
            line.own >> touch.bit & 1 == 1 && run.rule.counts_at(line, touch.bit)
        })
    }
}

fn lies_along(game: &Game, run: &Run, axis: usize, player: Player) -> bool {
    run.along[player.index()].contains(&game.rules.geometry.axes()[axis])
}
