//! Groups and areas, plainly: from cell to cell.

use banco::inside::game::{Cell, Connects, Contents, Effect, Game, Grouped, Offset, Player, Verb};

use super::drawn::{neighbours, onward};
use super::{Plain, State};

impl State {
    /// The cells joined to one along directions, through cells that are alike in what they hold.
    fn joined(&self, game: &Game, start: Cell, along: &[Offset], alike: &dyn Fn(Cell) -> bool) -> Vec<Cell> {
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for beside in along.iter().filter_map(|&by| onward(&game.rules.geometry, cell, by)) {
                if alike(beside) && !found.contains(&beside) {
                    found.push(beside);
                }
            }
        }
        found
    }

    /// The groups of both players, each with its owner.
    fn groups(&self, game: &Game, along: &[Offset]) -> Vec<(Player, Vec<Cell>)> {
        let mut groups: Vec<(Player, Vec<Cell>)> = Vec::new();
        for cell in game.rules.geometry.board().iter() {
            let Some(owner) = self.roster.owner(self.at(cell)) else { continue };
            if !groups.iter().any(|(_, group)| group.contains(&cell)) {
                groups.push((owner, self.joined(game, cell, along, &|other| self.owned(other, owner))));
            }
        }
        groups
    }

    fn is_free(&self, game: &Game, group: &[Cell], along: &[Offset]) -> bool {
        let beside =
            |cell: &Cell| along.iter().filter_map(|&by| onward(&game.rules.geometry, *cell, by)).collect();
        group.iter().any(|cell| {
            let beside: Vec<Cell> = beside(cell);
            beside.into_iter().any(|cell| self.at(cell).is_none())
        })
    }

    /// The pieces of groups that have no empty cell beside them.
    fn enclosed(&self, game: &Game, along: &[Offset]) -> Vec<Cell> {
        let groups = self.groups(game, along).into_iter();
        groups.map(|(_, group)| group).filter(|group| !self.is_free(game, group, along)).flatten().collect()
    }
}

impl Plain {
    pub(super) fn has_enclosed(&self, game: &Game, asked: &Grouped, mover: Player) -> bool {
        let enclosed = self.enclosed(game, &asked.along);
        enclosed.into_iter().any(|cell| self.counts(asked.holds[mover.index()], cell))
    }

    pub(super) fn counts_groups(&self, game: &Game, asked: &Grouped, mover: Player) -> bool {
        let groups = self.groups(game, &asked.along).into_iter();
        let counted =
            |group: &[Cell]| group.iter().any(|&cell| self.counts(asked.holds[mover.index()], cell));
        let count = groups.filter(|(_, group)| counted(group)).count() as u32;
        count >= asked.at_least && count <= asked.at_most
    }

    fn counts(&self, holds: Contents, cell: Cell) -> bool {
        !self.at(cell).is_none() && holds.has(self.at(cell))
    }

    pub(super) fn connects(&self, game: &Game, asked: &Connects, mover: Player) -> bool {
        let groups = self.groups(game, &asked.along).into_iter();
        groups.filter(|(owner, _)| *owner == mover).any(|(_, group)| {
            let touched = |region: &&banco::inside::game::CellSet| group.iter().any(|&cell| region.has(cell));
            asked.regions[mover.index()].iter().filter(touched).count() as u32 >= asked.at_least
        })
    }

    /// The empty cells whose region has pieces of one player alone beside it.
    pub(super) fn area(&self, game: &Game, player: Player) -> i64 {
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(e, n)| Offset::new(e, n));
        let slant = [(1, 1), (1, -1), (-1, -1), (-1, 1)].map(|(e, n)| Offset::new(e, n));
        let drawn = !game.rules.geometry.lines().is_empty();
        let mut along: Vec<Offset> =
            straight.into_iter().chain(slant.into_iter().filter(|_| drawn)).collect();
        if game.rules.geometry.has_hexes() {
            along = neighbours(&game.rules.geometry);
        }
        let belongs = |cell: &Cell| {
            let region = self.joined(game, *cell, &along, &|other| self.at(other).is_none());
            let touches = |owner: Player| {
                let beside = region.iter().flat_map(|&cell| {
                    along.iter().filter_map(move |&by| onward(&game.rules.geometry, cell, by))
                });
                beside.into_iter().any(|cell| self.owned(cell, owner))
            };
            touches(player) && !touches(!player)
        };
        let empty = |cell: &Cell| self.at(*cell).is_none();
        game.rules.geometry.board().iter().filter(empty).filter(belongs).count() as i64
    }

    /// What an effect changes of the enclosed groups of a state.
    pub(super) fn touched_groups(&self, game: &Game, effect: &Effect, next: &State) -> Vec<Cell> {
        let changes = |cell: &Cell| match effect.verb {
            Verb::Take | Verb::Settle | Verb::Unsettle => true,
            Verb::Flip => next.owned(*cell, !self.turn),
            Verb::Become => Some(next.at(*cell).kind()) != effect.kind,
            Verb::Mark | Verb::Put => false,
        };
        let enclosed = next.enclosed(game, &effect.along).into_iter().filter(changes);
        enclosed.filter(|&cell| effect.only[self.turn.index()].has(next.at(cell))).collect()
    }
}
