//! Where slides stop that the cells on their way do not decide about.

use super::Board;
use crate::game::{Cell, Contents, Direction, Game, Move, Piece, Player, Stops, Travel, Way};

impl<const N: usize> Board<N> {
    /// Whether a slide of a player stops where a move lands, where more than its way decides about that.
    pub(super) fn stops_there(
        &self,
        game: &Game,
        mv: Move,
        mover: Player,
        content: impl Fn(Cell) -> Piece,
    ) -> bool {
        let travel = &game.rules.moves[mv.rule()].by[mover.index()];
        let Way::Slide { along, stops, .. } = &travel.way else { return true };
        let mut directions = along.iter().map(|&by| game.tables.topology.along(by));
        match stops {
            Stops::Anywhere => true,
            Stops::ByPieces => directions.any(|direction| {
                distance(direction, mv)
                    .is_some_and(|far| far == pieces_on(direction.line(mv.from()), &content))
            }),
            Stops::Farthest => directions.any(|direction| self.is_farthest(travel, direction, mv, &content)),
        }
    }

    /// How many pieces there are on the line of a slide that has to go that far and does not, or `None` in it where it
    /// has to go as far as it can; `None` where it stops where it has to.
    pub(crate) fn missed_stop(&self, game: &Game, mv: Move, mover: Player) -> Option<Option<usize>> {
        if self.stops_there(game, mv, mover, |cell| self.at(cell)) {
            return None;
        }
        let Way::Slide { along, stops, .. } = &game.rules.moves[mv.rule()].by[mover.index()].way else {
            return None;
        };
        let direction = along.iter().map(|&by| game.tables.topology.along(by));
        let direction = direction.into_iter().find(|direction| distance(direction, mv).is_some())?;
        let pieces = pieces_on(direction.line(mv.from()), |cell| self.at(cell));
        Some((*stops == Stops::ByPieces).then_some(pieces))
    }

    /// Whether a slide that comes to where the move lands comes to no other cell behind it where it may land.
    fn is_farthest(
        &self,
        travel: &Travel,
        direction: &Direction,
        mv: Move,
        content: impl Fn(Cell) -> Piece,
    ) -> bool {
        let Way::Slide { most, through, .. } = travel.way else { return false };
        let ray = direction.ray(mv.from());
        let Some(end) = distance(direction, mv) else { return false };
        let reached = &ray[..ray.len().min(most as usize)];
        let holds = |cell: Cell, contents: Contents| {
            contents.has(content(cell))
                || !contents.and(Contents::MARKED).is_nothing() && self.marks().has(cell)
        };
        let passed = |cell: &Cell| through.has(content(*cell));
        let lands = |cell: &Cell| travel.to.has(*cell) && holds(*cell, travel.onto);
        let behind = reached.get(end..).unwrap_or_default();
        let open = 1 + behind.iter().take_while(|cell| passed(cell)).count();
        !passed(&mv.to()) || !behind.iter().take(open).any(lands)
    }
}

/// How many cells in a direction a move goes; `None` where it goes another way.
fn distance(direction: &Direction, mv: Move) -> Option<usize> {
    Some(direction.ray(mv.from()).iter().position(|&cell| cell == mv.to())? + 1)
}

fn pieces_on(line: &[Cell], content: impl Fn(Cell) -> Piece) -> usize {
    line.iter().filter(|&&cell| !content(cell).is_none()).count()
}
