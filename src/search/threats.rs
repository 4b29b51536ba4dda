//! Threats to complete a line, where that ends the game.
//!
//! Threats that no single move answers are a double threat. Who can make one wins, unless the opponent completes a line
//! first. Where the opponent could make one next, a move loses that neither takes it away nor makes a threat of its own. In
//! gomoku knowing this won +67 [35, 100] Elo in 200 games at 10,000 nodes, but +16 [-24, 56] where the moves against a
//! double threat are not looked at a ply deeper.

use super::window::Forced;
use super::worker::{Entered, Worker};
use crate::eval::{Score, WIN};
use crate::game::{Bits, Move};

impl<const N: usize> Worker<'_, N> {
    /// Completing a line wins at once; failing that, the opponent's completions have to be met.
    #[inline]
    pub fn threat(&mut self, ply: usize) -> Entered<N> {
        let mover = self.board.turn();
        if let Some(won) = self.won_by(self.scorer.completions(mover), 1, ply) {
            return won;
        }
        let completions = self.scorer.completions(!mover);
        if completions.is_empty() {
            return self.double_threat(ply);
        }
        let playable = completions & self.board.drop_cells(self.game, !mover);
        if playable.is_empty() || !self.plan.answers {
            return Entered::Open;
        }
        let answers = match playable.count() {
            1 => self.scorer.answers(&self.board, !mover) | playable,
            _ => self.scorer.answers(&self.board, !mover),
        };
        met_by(answers & self.board.drop_cells(self.game, mover), 2, ply)
    }

    /// The same where nobody can complete a line now: a double threat wins in three plies. Where the opponent could make one
    /// next, a move that does nothing about it loses in four.
    fn double_threat(&mut self, ply: usize) -> Entered<N> {
        if !self.plan.double_threats {
            return Entered::Open;
        }
        let mover = self.board.turn();
        if let Some(won) = self.won_by(self.scorer.double_threats(mover), 3, ply) {
            return won;
        }
        let against = self.scorer.double_threats(!mover);
        if against.is_empty() {
            return Entered::Open;
        }
        let cells = self.scorer.defences(&self.board, !mover, &against) | self.scorer.builders(mover);
        met_by(cells, 4, ply)
    }

    /// The mover wins in so many plies by a drop on one of these cells.
    #[inline]
    fn won_by(&mut self, cells: Bits<N>, plies: Score, ply: usize) -> Option<Entered<N>> {
        let mv = self.drop_on(cells)?;
        self.plies[ply].pv.push(mv);
        Some(Entered::Known(WIN - ply as Score - plies))
    }

    /// The mover's first drop on one of these cells.
    fn drop_on(&self, cells: Bits<N>) -> Option<Move> {
        (!cells.is_empty()).then(|| self.board.first_drop(self.game, self.board.turn(), &cells)).flatten()
    }

    /// Goes on with a line of play to the end that its value promises, where threats decide that.
    pub fn finish(&mut self, played: &mut Vec<Move>, plies: usize) {
        self.go_on(played, |worker, so_far| {
            let is_on = so_far < plies && worker.board.outcome(worker.game).is_none();
            is_on.then(|| worker.next_threat()).flatten()
        });
    }

    /// A move that completes a line, or else prevents that, makes a double threat or prevents one.
    fn next_threat(&self) -> Option<Move> {
        let mover = self.board.turn();
        let [own, other] = [mover, !mover].map(|player| self.scorer.completions(player));
        self.drop_on(own)
            .or_else(|| self.drop_on(other))
            .or_else(|| self.drop_on(self.scorer.double_threats(mover)))
            .or_else(|| self.drop_on(self.scorer.double_threats(!mover)))
    }
}

/// Drops on these cells meet a threat; every other move loses in so many plies.
fn met_by<const N: usize>(cells: Bits<N>, plies: Score, ply: usize) -> Entered<N> {
    let forced = Forced { cells, plies };
    if cells.is_empty() { Entered::Known(forced.otherwise(ply)) } else { Entered::Forced(forced) }
}
