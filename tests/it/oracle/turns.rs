//! Turns of several moves, plainly.

use banco::inside::game::{Cell, Game, Idle, Move, SideExchange, Way};

use super::{Plain, State};

/// How many moves a turn of the game has.
pub(super) fn moves_of(game: &Game, turn: usize) -> u32 {
    let moves = &game.rules.turns.moves;
    moves[turn.min(moves.len() - 1)].into()
}

impl Plain {
    /// After a move, whose turn it is: until here it was the other player's.
    pub(super) fn end_turn(&self, game: &Game, mv: Move, next: &mut Plain) {
        let turns = &game.rules.turns;
        let way = &game.rules.moves[mv.rule()].by[self.turn.index()].way;
        let stops = matches!(way, Way::Pass { when: Idle::Done } | Way::Swap);
        let cut = turns.until.as_ref().is_some_and(|when| next.holds(game, when, self.turn, false));
        let more = turns.extra.as_ref().is_some_and(|when| next.holds(game, when, self.turn, false));
        let owed = self.owed - 1 + u32::from(more);
        if stops || cut || owed == 0 {
            next.now.turns += 1;
            next.now.made = 0;
            next.now.owed = moves_of(game, next.turns);
        } else {
            next.now.turn = self.turn;
            next.now.made += 1;
            next.now.owed = owed;
            next.now.marks.clear();
            next.now.marker = None;
        }
    }

    /// Whether a player may make a move that moves nothing, though it has others.
    pub(super) fn may_idle(&self, game: &Game, way: &Way) -> bool {
        match way {
            Way::Pass { when: Idle::Free } => true,
            Way::Pass { when: Idle::Done } => self.made > 0,
            Way::Swap => game.rules.turns.swap.is_some() && self.turns == 1 && self.made == 0,
            _ => false,
        }
    }

    /// Every piece changes its owner.
    pub(super) fn exchange(&self, game: &Game, next: &mut State) {
        let geometry = &game.rules.geometry;
        let mirrored = game.rules.turns.swap == Some(SideExchange::Mirrored);
        for cell in geometry.board().iter() {
            let (file, rank) = (geometry.file(cell), geometry.rank(cell) - 1);
            let to = match mirrored {
                true => Cell((geometry.ranks() - 1 - file) * geometry.files() + rank),
                false => cell,
            };
            next.cells[to.index()] = game.rules.roster.swapped(self.at(cell));
        }
        next.unmoved.fill(false);
    }
}
