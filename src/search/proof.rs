//! Proving that no win is nearer than the one found: a plain look at every move, without windows,
//! reductions, candidates or evaluation.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::deadline::CLOCK_NODES;
use super::{Limits, Line};
use crate::game::{End, Game, Move, Player};
use crate::position::{Board, MoveList};

/// Forced results within a number of plies, each position remembered by what is known of it.
///
/// For games where nobody wins by a repetition. A shortest win repeats nothing that it passes through
/// itself; what was played before it can be repeated, and positions that would be drawn so are known from
/// the start.
pub struct Prover<'a, const N: usize> {
    game: &'a Arc<Game>,
    board: Board<N>,
    ends: Vec<End>,
    /// Keys of the positions that have occurred so often that once more is a draw.
    worn: Vec<u64>,
    /// How many plies apart wins of one player can be.
    step: u32,
    lists: Vec<MoveList>,
    known: FxHashMap<(u64, Player), PartialProof>,
    nodes: u64,
    limits: &'a Limits,
}

/// Positions that writing down a line may look at beyond what its proof left over.
const LINE_NODES: u64 = 100_000;

/// Positions remembered at most.
const MOST_KNOWN: usize = 1 << 22;

/// What is known of one player's forced win from a position.
#[derive(Clone, Copy, Debug)]
struct PartialProof {
    /// There is one within this many plies.
    within: u32,
    /// There is none within this many plies, one more than which is stored.
    beyond: u32,
}

impl<'a, const N: usize> Prover<'a, N> {
    /// A prover that gives up when told to stop.
    pub fn new(game: &'a Arc<Game>, board: Board<N>, step: u32, limits: &'a Limits) -> Self {
        let unrepeated = |end: &End| End { when: end.when.unrepeated(), ..end.clone() };
        Prover {
            ends: game.rules.ends.iter().map(unrepeated).collect(),
            worn: worn(game, &board),
            lists: Vec::new(),
            known: FxHashMap::default(),
            nodes: 0,
            game,
            board,
            step,
            limits,
        }
    }

    /// From here on not even a single position is looked at for long once it is time to stop.
    pub fn heed_stop(&mut self) {
        self.board.heed(&self.limits.stop);
    }

    fn is_stopped(&self) -> bool {
        if self.nodes.is_multiple_of(CLOCK_NODES) {
            self.limits.read_clock();
        }
        self.limits.stop.load(Ordering::Relaxed)
    }

    /// The fewest plies in which `winner` can force a win, given that `plies` are enough; `None` when
    /// more than `nodes` positions would have to be looked at.
    pub fn nearest(&mut self, winner: Player, plies: u32, nodes: u64) -> Option<u32> {
        self.nodes = nodes;
        let mut nearest = plies;
        while nearest >= self.step && self.wins_from(winner, nearest - self.step)? {
            nearest -= self.step;
        }
        Some(nearest)
    }

    /// The play to the end when `winner` wins in exactly `plies`: nearest wins against longest
    /// resistance, and among equals what a search found. Shorter where the budget of [`Prover::nearest`] ran out.
    pub fn line(&mut self, winner: Player, plies: u32, searched: Option<&Line>) -> Vec<Move> {
        let searched = searched.map_or(&[][..], |line| &line.moves);
        self.nodes = self.nodes.saturating_add(LINE_NODES);
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let wanted = searched.strip_prefix(line.as_slice()).and_then(<[Move]>::first).copied();
            let Some(mv) = self.keeps(winner, left, wanted) else { break };
            self.board.play(self.game, mv);
            line.push(mv);
        }
        for _ in &line {
            self.board.undo(self.game);
        }
        line
    }

    /// The wanted move or else the first one after which the win is exactly `left` plies away.
    fn keeps(&mut self, winner: Player, left: u32, wanted: Option<Move>) -> Option<Move> {
        let mut list = MoveList::new(self.game);
        self.board.legal_moves(self.game, &mut list);
        if let Some(at) = list.as_slice().iter().position(|&mv| Some(mv) == wanted) {
            list.as_mut_slice()[..=at].rotate_right(1);
        }
        list.as_slice().iter().copied().find(|&mv| {
            self.board.play(self.game, mv);
            let within = self.wins(winner, left) == Some(true);
            let nearer = left >= self.step && self.wins(winner, left - self.step) != Some(false);
            self.board.undo(self.game);
            within && !nearer
        })
    }

    /// Whether a move has led to a position from which `winner` can force a win within that many plies; `None`
    /// when it would take too long to know.
    fn wins(&mut self, winner: Player, plies: u32) -> Option<bool> {
        let key = self.board.key();
        if self.worn.contains(&key) && self.board.first_reached(self.game, &self.ends).is_none() {
            return Some(false);
        }
        self.wins_from(winner, plies)
    }

    /// The same of a position in which the game goes on, however often it has occurred.
    fn wins_from(&mut self, winner: Player, plies: u32) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        let outcome = self.board.first_reached(self.game, &self.ends);
        if self.is_stopped() {
            return None;
        }
        if let Some(outcome) = outcome {
            return Some(outcome.winner == Some(winner));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (self.board.path_key(self.game), winner);
        let known = self.known.get(&key).copied().unwrap_or(PartialProof { within: u32::MAX, beyond: 0 });
        if plies >= known.within {
            return Some(true);
        }
        if plies < known.beyond {
            return Some(false);
        }
        let won = self.wins_by_moves(winner, plies)?;
        if self.is_stopped() {
            // What the board said last is not to be believed.
            return None;
        }
        if self.known.len() >= MOST_KNOWN && !self.known.contains_key(&key) {
            return Some(won);
        }
        let slot = self.known.entry(key).or_insert(known);
        if won {
            slot.within = slot.within.min(plies);
        } else {
            slot.beyond = slot.beyond.max(plies + 1);
        }
        Some(won)
    }

    /// The winner needs one move, the other player must have none that escapes.
    fn wins_by_moves(&mut self, winner: Player, plies: u32) -> Option<bool> {
        let mut list = self.lists.pop().unwrap_or_else(|| MoveList::new(self.game));
        self.board.legal_moves(self.game, &mut list);
        let attacking = self.board.turn() == winner;
        let mut result = Some(!attacking && !list.is_empty());
        for &mv in list.as_slice() {
            self.board.play(self.game, mv);
            let won = self.wins(winner, plies - 1);
            self.board.undo(self.game);
            if won != Some(!attacking) {
                result = won;
                break;
            }
        }
        self.lists.push(list);
        result
    }
}

/// Where the game forbids nothing but draws what repeats: the positions played through that are drawn when
/// they occur once more.
fn worn<const N: usize>(game: &Game, board: &Board<N>) -> Vec<u64> {
    // A repetition that draws only under further conditions is taken for a draw, so that no win is claimed.
    let asked = |end: &End| {
        let times = end.when.repetitions()?;
        Some(if end.when.parts().len() == 1 { times as usize } else { 2 })
    };
    let Some(times) = game.rules.ends.iter().filter_map(asked).min() else { return Vec::new() };
    let played = board.reversible_keys(game);
    let count = |key: u64| played.iter().filter(|&&other| other == key).count();
    played.iter().copied().filter(|&key| count(key) + 1 >= times).collect()
}
