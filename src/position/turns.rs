//! Turns of several moves, and the exchange of sides.

use super::Board;
use crate::game::{Cell, Game, Move, Piece, Player, SideExchange, TurnProgress, Way, is_done};

impl<const N: usize> Board<N> {
    /// How far the turn of the player to move is.
    #[inline]
    pub fn turn_progress(&self) -> TurnProgress {
        self.rest.turn
    }

    /// After a move, the turn given over: it comes back to a player who has moves left.
    pub(super) fn count_turn(&mut self, game: &Game, mv: Move) {
        let (turns, mover, before) = (&game.rules.turns, self.mover(), self.rest.turn);
        let now = match self.moves_left(game, mv, mover) {
            0 => turns.after(before),
            left => TurnProgress { left, begun: true, ..before },
        };
        self.set_progress(game, now);
        if now.begun {
            // Marks are for the other player's reply.
            self.unmark(game);
            self.give_turn_to(game, mover);
        }
    }

    /// How many moves of the turn are left after one.
    fn moves_left(&self, game: &Game, mv: Move, mover: Player) -> u8 {
        let turns = &game.rules.turns;
        let holds =
            |when: &Option<_>| when.as_ref().is_some_and(|when| self.holds_statically(game, when, mover));
        let way = game.rules.moves.get(mv.rule()).map(|rule| &rule.by[mover.index()].way);
        if way.is_some_and(|way| is_done(way) || matches!(way, Way::Swap)) || holds(&turns.until) {
            return 0;
        }
        self.rest.turn.left - 1 + holds(&turns.extra) as u8
    }

    /// After a turn that passed as no rule lets it pass: the other player's turn begins.
    pub(super) fn begin_turn(&mut self, game: &Game) {
        self.set_progress(game, game.rules.turns.after(self.rest.turn));
    }

    fn set_progress(&mut self, game: &Game, now: TurnProgress) {
        self.key ^= game.tables.keys.turn_progress(self.rest.turn) ^ game.tables.keys.turn_progress(now);
        self.rest.turn = now;
    }

    /// Every piece changes its owner.
    pub(super) fn exchange_sides(&mut self, game: &Game) {
        let geometry = &game.rules.geometry;
        let swapped = |piece: Piece| game.rules.roster.swapped(piece);
        let to = |cell: Cell| match game.rules.turns.swap {
            Some(SideExchange::Mirrored) => geometry.mirrored(cell),
            Some(SideExchange::InPlace) | None => cell,
        };
        let standing = |cell: Cell| (cell, self.at(cell));
        let pieces: Vec<(Cell, Piece)> =
            (geometry.board().iter().map(standing)).filter(|(_, piece)| !piece.is_none()).collect();
        self.leave(game, geometry.board().narrow());
        for &(cell, _) in &pieces {
            self.set(game, cell, Piece::NONE);
        }
        for &(cell, piece) in &pieces {
            self.set(game, to(cell), swapped(piece));
        }
    }
}
