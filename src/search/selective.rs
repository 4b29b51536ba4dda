//! What a search of a game with royal pieces leaves out: moves after which a pass would do, captures that
//! lose the exchange.
//!
//! A forced end is never claimed on such grounds: they only ever say that a position is not as bad as that.
//!
//! Literature: Beal, "A generalised quiescence search algorithm" (Artificial Intelligence 43(1), 1990) and
//! Tabibi, Netanyahu, "Verified null-move pruning" (ICGA Journal 25(3), 2002) for null moves.

use super::node::{Candidates, Window};
use super::worker::Worker;
use crate::eval::{LIMIT, Score};
use crate::game::{Cell, Move};

/// At this depth what a pass says is looked at again.
const DEEP: i32 = 4;

/// Captures on one cell that are followed: effects may put back what captures take, so that they never run out.
const LONGEST_EXCHANGE: u32 = 64;

impl<const N: usize> Worker<'_, N> {
    /// A bound that a node meets without looking at its moves, because it would meet it even if the turn
    /// passed: then some move meets it too, where nobody is short of useful moves. Never twice in a row, and
    /// not where a forced end is asked for, one way or the other.
    ///
    /// Tried and of no use: leaving out near the horizon quiet moves that seem not to matter, and whole nodes
    /// whose static value is far above the window. At equal time 5 games were won so, 14 drawn, 5 lost;
    /// telling checks apart cost what was saved.
    pub(super) fn refuted_by_pass(&mut self, aim: &Window) -> Option<Score> {
        let asks_for_end = aim.alpha <= -LIMIT || aim.beta >= LIMIT;
        let sound = !aim.checked && !aim.is_principal() && !asks_for_end && !self.strict;
        if aim.depth < 2 || !sound || self.limits.full_width {
            return None;
        }
        let royal = self.plan.royal.as_ref()?;
        let passed = self.board.frames().last().is_some_and(|frame| frame.mv == Move::NONE);
        if passed
            || self.no_null_move[self.board.turn().index()]
            || !royal.may_pass(&self.board)
            || self.estimate() < aim.beta
        {
            return None;
        }
        self.pass(aim)
    }

    /// What is left when the opponent moves twice in a row, if that is enough. What an end would be worth is
    /// not believed: the turn does not pass in the game. And so that nobody escapes by passing who is lost by
    /// having to move, a look at the moves themselves must agree where there is depth for it.
    fn pass(&mut self, aim: &Window) -> Option<Score> {
        let depth = aim.depth - 3 - aim.depth / 4;
        self.board.pass_turn(self.game);
        let below = Window { alpha: -aim.beta, beta: 1 - aim.beta, depth, ply: aim.ply + 1, checked: false };
        let value = -self.node(below);
        self.board.take_turn_back(self.game);
        if self.stopped || value < aim.beta {
            return None;
        }
        if depth >= DEEP && !self.stands_without_passing(Window { alpha: aim.beta - 1, depth, ..*aim }) {
            return None;
        }
        self.guesses += 1;
        Some(if value >= LIMIT { aim.beta } else { value })
    }

    /// Whether a position meets its bound though the player to move never lets the turn pass below.
    fn stands_without_passing(&mut self, aim: Window) -> bool {
        let player = self.board.turn().index();
        self.no_null_move[player] = true;
        let value = self.expand(aim, Candidates::All, None);
        self.no_null_move[player] = false;
        value >= aim.beta && !self.stopped
    }

    /// The static value as a hint: what follows from it counts as a guess where it is believed.
    fn estimate(&mut self) -> Score {
        let guesses = self.guesses;
        let value = self.static_value();
        self.guesses = guesses;
        value
    }

    /// Whether a capture loses points once all captures on its cell are made, each by the cheapest piece
    /// that can. Pieces behind others and hurdles are right at each step, for the captures are played.
    pub(super) fn loses(&mut self, mv: Move) -> bool {
        let sign = self.board.turn().sign();
        let worth =
            |worker: &Self, cell: Cell| worker.game.tables.keys.of(worker.board.at(cell), cell).worth.early();
        let (taken, risked) = (-sign * worth(self, mv.to()), sign * worth(self, mv.from()));
        if taken >= risked {
            return false;
        }
        let before = self.board.worth();
        self.board.play(self.game, mv);
        let gain = sign * (self.board.worth() - before).early();
        let loses = gain < self.exchange(mv.to(), LONGEST_EXCHANGE);
        self.board.undo(self.game);
        loses
    }

    /// What the player to move gains by captures on a cell, if it makes as many as are good for it, and both
    /// together at most so many.
    fn exchange(&mut self, cell: Cell, most: u32) -> Score {
        let (Some(royal), Some(most)) = (&self.plan.royal, most.checked_sub(1)) else { return 0 };
        let turn = self.board.turn();
        let Some(mv) = self.board.capture_by(self.game, cell, &royal.capturers[turn.index()]) else {
            return 0;
        };
        let exposed = self.game.rules.is_royal(self.board.at(mv.from()).kind());
        let before = self.board.worth();
        self.board.play(self.game, mv);
        let gain = turn.sign() * (self.board.worth() - before).early();
        let enemies = &royal.capturers[(!turn).index()];
        let value = if exposed && self.board.capture_by(self.game, cell, enemies).is_some() {
            0
        } else {
            gain - self.exchange(cell, most)
        };
        self.board.undo(self.game);
        value.max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::position::{Engine, Position};
    use crate::search::Limits;
    use crate::search::table::Table;

    const GAME: &str = r#"
        [game]
        language = 1
        name = "Exchanges"
        players = ["white", "black"]
        turn = { white = "w", black = "b" }
        position = "fen"
        [board]
        size = [5, 5]
        [pieces.king]
        letter = "K"
        royal = "each"
        moves.walk = { step = "any" }
        [pieces.tower]
        letter = "T"
        moves.slide = { slide = "orthogonal" }
        [pieces.gun]
        letter = "G"
        moves.shoot = { hop = "orthogonal", onto = "enemy" }
        [pieces.guard]
        letter = "F"
        moves.walk = { step = "diagonal" }
        [setup]
        board = "\n..k..\nft.g.\n.....\n.G.TF\n..K..\n"
        [end.mate]
        if = "no-moves"
        loser = "turn"
        [evaluation]
        symmetric = false
        values = { tower = 500, gun = 300, guard = 100 }
    "#;

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let game = Game::parse(GAME).unwrap_or_else(|error| panic!("{error}"));
        for (what, text, mv, loses) in [
            ("an undefended piece", "4k/5/f4/5/T3K w", "a1a3", false),
            ("defended by a cheaper one", "4k/1f3/f4/5/T3K w", "a1a3", true),
            ("dearer than what takes it", "4k/2f2/1t3/F4/4K w", "a2b3", false),
            ("defended once, attacked once", "t3k/g4/5/T4/4K w", "a2a4", true),
            ("attacked by a piece behind the first", "t3k/g4/5/T4/T3K w", "a2a4", false),
            ("defended over a hurdle that leaves", "4k/5/g1T1f/5/4K w", "c3e3", false),
            ("defended over the hurdle that stays", "4k/5/gfT1f/5/4K w", "c3e3", true),
            ("defended by a royal", "4k/4f/5/4T/1K3 w", "e2e4", true),
            ("defended by a royal that must not take", "4k/4f/5/4T/1K2T w", "e2e4", false),
        ] {
            let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            let mv = position.parse_move(mv).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            let (table, limits) = (Table::new(1), Limits::default());
            let Engine::W64(board) = position.engine().clone() else { panic!("a small board") };
            let mut worker = Worker::new(&game, board, &table, &limits, None, None);
            assert_eq!(worker.loses(mv), loses, "{what}: {text}");
        }
    }
}
