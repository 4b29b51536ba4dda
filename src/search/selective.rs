//! What a search leaves out at a node: positions whose static value is far above the window or below it, moves
//! after which a pass would do.
//!
//! A forced end is never claimed on such grounds: they only ever say that a position is not as bad as that.
//!
//! Literature: Beal, "A generalised quiescence search algorithm" (Artificial Intelligence 43(1), 1990) and
//! Tabibi, Netanyahu, "Verified null-move pruning" (ICGA Journal 25(3), 2002) for null moves; Heinz, "Extended
//! futility pruning" (ICCA Journal 21(2), 1998).

use super::table::{Bound, TableEntry};
use super::window::{Candidates, Window};
use super::worker::Worker;
use crate::eval::{LIMIT, Score};
use crate::game::Move;

/// At this depth what a pass says is looked at again.
const DEEP: i32 = 4;

/// A node of that depth for which nothing is stored is looked at a ply less deeply: the next iteration will know
/// what to try first.
const BLIND: i32 = 4;

/// From this depth on it is asked whether the stored move is better than all others by far.
const SINGULAR: i32 = 7;

impl<const N: usize> Worker<'_, N> {
    /// Notes the static value of a position, where it matters: not in check, and not where nothing is left out. What is
    /// stored of the position stands in for it where moves are left out, if that says more: chess +41 [8, 74] Elo at
    /// 4,000 nodes, 300 games.
    ///
    /// Tried and left: correcting it by how far it was off in positions with the same pawns and after the same move. At
    /// 4,000 nodes, 828 games: chess -6 [-24, +13] Elo; the test of 0 against 20 rejected it.
    pub(super) fn stand(&mut self, aim: &Window, stored: Option<TableEntry>) {
        let unsure = aim.checked || self.leaves_nothing_out() || !self.plan.selective;
        let sign = self.board.turn().sign();
        let own = (!unsure).then(|| self.estimate());
        let standing = own.map(|own| sign * own);
        let above = aim.ply.checked_sub(1).and_then(|above| self.plies[above].standing);
        if let (Some(now), Some(before)) = (standing, above) {
            self.swing.add((now - before).abs());
        }
        let says_more = |own: Score, entry: &TableEntry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value > own,
            Bound::Upper => entry.value < own,
        };
        let judged = own.map(|own| {
            let better = stored.filter(|entry| entry.value.abs() < LIMIT && says_more(own, entry));
            sign * better.map_or(own, |entry| entry.value)
        });
        (self.plies[aim.ply].standing, self.plies[aim.ply].judged) = (standing, judged);
    }

    /// How the mover stands in a position, as far as it is known without looking at its moves.
    pub(super) fn standing(&self, ply: usize) -> Option<Score> {
        Some(self.board.turn().sign() * self.plies[ply].judged?)
    }

    /// Whether the mover stands better than two plies ago.
    pub(super) fn improves(&self, ply: usize) -> bool {
        let then = ply.checked_sub(2).and_then(|earlier| self.plies[earlier].standing);
        match (self.plies[ply].standing, then) {
            (Some(now), Some(then)) => self.board.turn().sign() * (now - then) > 0,
            _ => false,
        }
    }

    /// Whether a deep node has no stored move to begin with.
    pub(super) fn has_nothing_to_try_first(&self, aim: &Window, stored: Option<TableEntry>) -> bool {
        let known = stored.is_some_and(|entry| entry.mv != Move::NONE);
        aim.depth >= BLIND && !known && self.plies[aim.ply].standing.is_some()
    }

    /// A bound that a node meets, or does not, without looking at its moves: not where captures have to be played, for
    /// then its static value says little.
    ///
    /// Tried and left: captures whose shallow look exceeds the bound by four swings (ProbCut). Chess -14 [-45, +17] Elo at
    /// 4,000 nodes, 300 games.
    pub(super) fn cut_early(&mut self, aim: &Window) -> Option<Score> {
        if aim.checked || aim.is_principal() || aim.asks_for_end() || self.leaves_nothing_out() {
            return None;
        }
        if self.has_to_capture() {
            return None;
        }
        if let (Some(standing), Some(swing)) = (self.standing(aim.ply), self.swing.value()) {
            let margin = swing * 3 * (aim.depth - self.improves(aim.ply) as i32) / 2;
            if aim.depth <= 7 && standing - margin >= aim.beta {
                self.guesses += 1;
                return Some((standing + aim.beta) / 2);
            }
            if aim.depth <= 3 && standing + swing * (4 + 2 * aim.depth * aim.depth) <= aim.alpha {
                let value = self.quiet(Window { depth: 0, ..*aim }, self.plan.fuel);
                if value <= aim.alpha || self.stopped {
                    return Some(value);
                }
            }
        }
        self.refuted_by_pass(aim)
    }

    /// How many plies deeper the stored move is looked at because all others are worse by far; or a bound that the
    /// node meets, because another move meets it too.
    pub(super) fn singular(
        &mut self,
        aim: &Window,
        choice: Candidates<N>,
        stored: Option<TableEntry>,
    ) -> Result<i32, Score> {
        let Some(swing) = self.swing.value().filter(|_| self.standing(aim.ply).is_some()) else {
            return Ok(0);
        };
        let Some(entry) = stored.filter(|entry| {
            let deep = aim.depth >= SINGULAR && i32::from(entry.depth) >= aim.depth - 3;
            deep && entry.bound != Bound::Upper && entry.mv != Move::NONE && entry.value.abs() < LIMIT
        }) else {
            return Ok(0);
        };
        if aim.ply == 0 || self.is_far(aim.ply) || self.plies[aim.ply].left_out != Move::NONE {
            return Ok(0);
        }
        let beta = entry.value - swing * aim.depth / 8;
        let below = Window { alpha: beta - 1, beta, depth: (aim.depth - 1) / 2, ..*aim };
        self.plies[aim.ply].left_out = entry.mv;
        let value = self.expand(below, choice, None);
        self.plies[aim.ply].left_out = Move::NONE;
        match value {
            value if value < beta => Ok(1 + (!aim.is_principal() && value < beta - swing) as i32),
            _ if beta >= aim.beta && !aim.is_principal() && !aim.asks_for_end() => {
                self.guesses += 1;
                Err(beta)
            }
            _ => Ok(0),
        }
    }

    /// A bound that a node meets without looking at its moves, because it would meet it even if the turn
    /// passed: then some move meets it too, where nobody is short of useful moves. Never twice in a row, and
    /// not where a forced end is asked for, one way or the other.
    ///
    /// Tried and left: the same where nothing is royal. At 3,000 nodes, 80 games: breakthrough -26 [-111, +56] Elo,
    /// amazons -53 [-128, +18].
    fn refuted_by_pass(&mut self, aim: &Window) -> Option<Score> {
        if aim.depth < 2 {
            return None;
        }
        let royal = self.plan.royal.as_ref()?;
        let passed = self.board.frames().last().is_some_and(|frame| frame.mv == Move::NONE);
        if passed || self.no_null_move[self.board.turn().index()] || !royal.may_pass(&self.board) {
            return None;
        }
        let standing = match self.standing(aim.ply) {
            Some(standing) => standing,
            None => self.estimate(),
        };
        if standing < aim.beta {
            return None;
        }
        let sure = self.swing.value().map_or(0, |swing| ((standing - aim.beta) / (3 * swing)).min(3));
        self.pass(aim, aim.depth - 3 - aim.depth / 4 - sure)
    }

    /// What is left when the opponent moves twice in a row, if that is enough. What an end would be worth is
    /// not believed: the turn does not pass in the game. And so that nobody escapes by passing who is lost by
    /// having to move, a look at the moves themselves must agree where there is depth for it.
    fn pass(&mut self, aim: &Window, depth: i32) -> Option<Score> {
        self.plies[aim.ply].arrival = None;
        self.board.pass_turn(self.game);
        let below = aim.below((aim.beta - 1, aim.beta), depth, true);
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
}
