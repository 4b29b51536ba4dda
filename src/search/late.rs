//! Late moves: those that are left out, and by how many plies the others are looked ahead less.
//!
//! Margins are counted in swings, parts of the average change of the static value by a ply, so that they fit every game.
//! A move that gives check is not left out: near the horizon it may mate.

use std::sync::LazyLock;

use super::order::{KILLER, LOSING, TACTICAL};
use super::sorting::Ranks;
use super::window::Window;
use super::worker::Worker;
use crate::eval::Score;
use crate::game::Move;

/// One ply, as reductions are counted.
const PLY: i32 = 64;

/// So many moves, or fewer, are few.
const USUAL: usize = 40;

/// The logarithms of small numbers in such parts of a ply.
static LOGARITHMS: LazyLock<[i32; 128]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f32).ln() * PLY as f32) as i32));

fn logarithm(n: usize) -> i32 {
    LOGARITHMS[n.min(LOGARITHMS.len() - 1)]
}

/// Up to this depth captures that lose are left out, too.
const SHALLOW: i32 = 3;

/// Whether a move is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// It is looked at.
    No,
    /// It is not.
    Alone,
    /// It is not, and neither are later moves but captures and those that give check.
    WithQuietMoves,
    /// Neither it nor those that come after it.
    WithTheRest,
}

/// What a node's late moves are held against.
///
/// Moves that give their piece away are left out; the more plies are left, the more has to be lost. At 40 ms a move chess
/// won +39 [-1, 81] Elo in 186 games, crazyhouse +34 [-10, 79] in 218, shogi +11 [-42, 64] in 193. In crazyhouse drops have
/// to be among them: without those it won +4 [-35, 42] at 5,000 nodes in 200 games, with them +47 [3, 93].
///
/// Tried and left, at 8,000 nodes: leaving out as many where there are many moves as where there are few, in games with
/// royal pieces, shogi -83 [-161, -12] Elo in 60 games; leaving out moves that give check, shogi -70 [-176, +24] in 60;
/// half a ply more of reduction, chess -42 [-102, +16] in 100; twice as many moves before some are left out, shogi -4
/// [-83, +73] in 80. At 5,000 nodes: captures looked at less deeply where a cut is expected, shogi -17 [-81, +46] in 100.
/// Chess at 5,000 nodes, 200 games each: half a ply or so less where more than three of the moves after a move cut, +9
/// [-32, +50]; where the stored move is a capture, -14 [-56, +28]; reducing in check, too, -9 [-41, +23]; reducing moves
/// that give check by a ply less instead of not at all, -14 [-52, +24]; leaving out captures of too little where a position
/// is far below the window, -9 [-46, +29]; a look again a ply deeper or less deep by what the first one said, +16
/// [-28, +61]. Reductions that grow faster with depth and number, +30 [-10, +70], and slower, +26 [-14, +67]: chance.
///
/// Tried and left, at 10,000 nodes, 100 games each: leaving out moves that give check, and losing captures, once many moves
/// are tried, atomic chess 40 [31, 48] percent, chess 37 [29, 45].
#[derive(Clone, Copy, Debug)]
pub struct Late {
    depth: i32,
    /// So many are looked at where double threats are known at sight.
    ///
    /// In gomoku +104 [65, 145] Elo with it and +67 [35, 100] without, against the search that knew no double threats, 200
    /// games each at 10,000 nodes. Against what it is, in 260 games at 15,000
    /// each: 6 and 2 more for each ply -12 [-41, 16], 8 and 1 more -5 [-32, 21]. Reductions that grow faster or slower, or
    /// by what is known of the move: 0, -7 and +2, each give or take 33, in 200 at 10,000.
    most: Option<usize>,
    principal: bool,
    expects_cut: bool,
    /// So many moves are looked at for every one where there are few. Without it amazons, with 2,000 moves, lost 83
    /// [-8, 186] Elo at 3,000 nodes to a search that left out nothing.
    width: i32,
    /// The static value is better than two plies ago.
    improving: bool,
    /// The mover's static value; none where nothing is left out.
    standing: Option<Score>,
    /// What margins are counted in.
    swing: Score,
    selective: bool,
    /// Every late move is looked ahead half a ply less.
    reduces_more: bool,
}

impl Late {
    /// At a node.
    pub fn new<const N: usize>(worker: &Worker<'_, N>, aim: &Window, moves: usize, forced: bool) -> Late {
        let swing = worker.swing.value();
        let whole = worker.leaves_nothing_out() || forced || aim.ply == 0;
        Late {
            depth: aim.depth,
            most: (worker.plan.double_threats && !whole).then_some(16 + 8 * aim.depth.max(0) as usize),
            principal: aim.is_principal(),
            expects_cut: aim.expects_cut,
            width: moves.max(USUAL) as i32,
            improving: worker.improves(aim.ply),
            standing: worker.standing(aim.ply).filter(|_| aim.ply > 0 && swing.is_some()),
            swing: swing.unwrap_or(0),
            selective: worker.plan.selective,
            reduces_more: worker.plan.reduces_more,
        }
    }

    /// Whether a move is not looked at, after so many others and with a value to be exceeded.
    #[inline]
    pub fn leaves_out<const N: usize>(
        &self,
        worker: &mut Worker<'_, N>,
        mv: Move,
        rank: i32,
        tried: usize,
        alpha: Score,
    ) -> LeftOut {
        if let Some(most) = self.most {
            return if rank < KILLER && tried >= most { LeftOut::WithTheRest } else { LeftOut::No };
        }
        let Some(standing) = self.standing else { return LeftOut::No };
        if rank >= KILLER || tried == 0 {
            return LeftOut::No;
        }
        if rank < LOSING / 2 {
            return if self.depth <= SHALLOW { LeftOut::WithTheRest } else { LeftOut::No };
        }
        let enough =
            (3 + self.depth * self.depth) * self.width / USUAL as i32 / if self.improving { 1 } else { 2 };
        let left = self.depth - 1 - self.reduction(rank, tried);
        let late = self.depth <= 8 && tried as i32 >= enough;
        let futile = left <= 5 && standing + self.swing * (2 + 2 * left.max(0)) <= alpha;
        let hopeless = left <= 3 && rank < -4_000 * self.depth;
        let gives_away = || left <= 7 && worker.gives_away(mv, self.swing * left * left / 8);
        // What holds of a move holds of those that rank lower, too; what it gives away is its own.
        let so_are_others = late || futile || hopeless;
        if !(so_are_others || gives_away()) {
            return LeftOut::No;
        }
        let royal = worker.plan.royal.is_some();
        match () {
            () if royal && worker.gives_check(mv) => LeftOut::No,
            // Whatever comes now is later still.
            () if !royal && self.depth <= SHALLOW => LeftOut::WithTheRest,
            () if so_are_others => LeftOut::WithQuietMoves,
            () => LeftOut::Alone,
        }
    }

    /// How many plies less a late move is looked ahead.
    #[inline]
    pub fn reduction(&self, rank: i32, tried: usize) -> i32 {
        if self.depth < 3 || tried < 3 {
            return 0;
        }
        let depth = self.depth as usize;
        let mut parts = logarithm(tried) * logarithm(depth) / PLY;
        if !self.selective {
            parts = parts * 10 / 22 + if self.principal { PLY / 5 } else { PLY * 3 / 5 };
            return (parts / PLY).clamp(0, self.depth - 2);
        }
        parts = parts / 2 + PLY / 2;
        parts += if self.reduces_more { PLY / 2 } else { 0 };
        parts -= if self.principal { PLY } else { 0 };
        parts += if self.improving { 0 } else { PLY / 2 };
        parts += if self.expects_cut { PLY } else { 0 };
        parts -= match rank {
            KILLER..TACTICAL => PLY + (rank - KILLER) / 256,
            _ if rank < LOSING / 2 => 0,
            _ => rank / 256,
        };
        (parts / PLY).clamp(0, self.depth - 2)
    }
}

impl<const N: usize> Worker<'_, N> {
    /// Of the moves from a place on, all but those that would be left out like the one before come first; says where the others
    /// begin, which need no order.
    pub(super) fn drop_quiet_moves(&mut self, moves: &mut [Move], ranks: &mut Ranks, start: usize) -> usize {
        let (royal, mut kept) = (self.plan.royal.is_some(), start);
        for at in start..moves.len() {
            if ranks.of[at] < LOSING / 2 || royal && self.gives_check(moves[at]) {
                moves.swap(at, kept);
                ranks.of.swap(at, kept);
                kept += 1;
            }
        }
        ranks.known = kept;
        kept
    }

    /// Whether a move leaves the opponent in check. Where tables say it, checks that it uncovers are not looked for.
    fn gives_check(&mut self, mv: Move) -> bool {
        self.board.gives_check_itself(self.game, mv).unwrap_or_else(|| {
            self.board.play(self.game, mv);
            let check = self.board.in_check(self.game, self.board.turn());
            self.board.undo(self.game);
            check
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ranks_lower_and_comes_later_is_reduced_by_as_much_or_more() {
        let late = |depth, principal, improving, expects_cut, reduces_more| Late {
            depth,
            most: None,
            principal,
            expects_cut,
            width: USUAL as i32,
            improving,
            standing: Some(0),
            swing: 1,
            selective: true,
            reduces_more,
        };
        for depth in 1..20 {
            for flags in 0..16 {
                let late = late(depth, flags & 1 > 0, flags & 2 > 0, flags & 4 > 0, flags & 8 > 0);
                let ranks = (-70..70).rev().map(|rank| rank * 1_000);
                let reductions: Vec<i32> =
                    (3..).zip(ranks).map(|(n, rank)| late.reduction(rank, n)).collect();
                assert!(reductions.is_sorted(), "{late:?}: {reductions:?}");
            }
        }
    }
}
