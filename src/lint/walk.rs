//! Playing at random, from a seed: to see what a definition leads to, and to reach positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::game::{Game, Move, split_mix};
use crate::on_board;
use crate::position::{Engine, MoveList, Outcome, Position};

/// What may be done to see what a game leads to on a small board: moves that are made or tried out, and cells that ends look at.
/// A quarter more than the dearest shipped game takes.
const EFFORT: u64 = 30_000_000;

/// However slow a machine is.
pub(super) const LONGEST_LOOK: Duration = Duration::from_secs(20);

/// What may be done to see what a game leads to: less on a large board, where each step takes longer.
pub fn effort(game: &Game) -> u64 {
    EFFORT / (game.rules.geometry.size() as u64 / 64).isqrt().max(1)
}

/// Plays up to `plies` moves at random, fewer when the game ends. The same seed plays the same moves on
/// every machine.
pub fn play_at_random(position: &mut Position, plies: usize, seed: u64) {
    let game = position.game().clone();
    RandomWalk::new(&game, u64::MAX, &Arc::default()).play(position, plies, seed);
}

/// Plays at random, as long as that takes no more than a bounded effort. `None` where it gave up.
pub struct RandomWalk<'a> {
    list: MoveList,
    effort: u64,
    stop: &'a Arc<AtomicBool>,
    /// The first position with more ways for pieces to go on than are followed.
    pub(super) tangle: Option<Position>,
}

impl<'a> RandomWalk<'a> {
    /// A walk that may take so much effort, until it is told to stop.
    pub fn new(game: &Game, effort: u64, stop: &'a Arc<AtomicBool>) -> RandomWalk<'a> {
        RandomWalk { list: MoveList::new(game), effort, stop, tangle: None }
    }

    /// Plays up to `plies` moves, fewer when the game ends; how many. A position that was given up is not as
    /// far as it should be.
    pub fn play(&mut self, position: &mut Position, plies: usize, seed: u64) -> Option<usize> {
        let mut state = seed;
        for played in 0..plies {
            // Whether nobody can move is seen below.
            let ended = |game: &Game, engine: &mut Engine| on_board!(engine, board => board.first_reached(game, &game.rules.ends));
            if bounded(position, &mut self.effort, self.stop, ended)?.is_some() {
                return Some(played);
            }
            let list = &mut self.list;
            let moves = bounded(position, &mut self.effort, self.stop, |game, engine| {
                on_board!(engine, board => board.legal_moves(game, list));
            });
            moves?;
            if self.tangle.is_none()
                && on_board!(position.engine(), board => board.gave_up_chains().is_some())
            {
                self.tangle = Some(position.clone());
            }
            let moves = self.list.as_slice();
            if moves.is_empty() {
                return Some(played);
            }
            let mv = moves[(split_mix(&mut state) % moves.len() as u64) as usize];
            let (game, engine) = position.parts();
            on_board!(engine, board => board.play(game, mv));
        }
        Some(plies)
    }

    /// The legal moves, none where the game is over.
    pub(super) fn moves(&mut self, position: &mut Position) -> Option<Vec<Move>> {
        if self.outcome(position)?.is_some() {
            return Some(Vec::new());
        }
        let list = &mut self.list;
        bounded(position, &mut self.effort, self.stop, |game, engine| {
            on_board!(engine, board => board.legal_moves(game, list));
        })?;
        Some(self.list.as_slice().to_vec())
    }

    /// How the game ended, if it is over.
    pub(super) fn outcome(&mut self, position: &mut Position) -> Option<Option<Outcome>> {
        bounded(
            position,
            &mut self.effort,
            self.stop,
            |game, engine| on_board!(engine, board => board.outcome(game)),
        )
    }
}

/// Asks something of a position, within what is left of an effort; `None` where it gave up.
fn bounded<T>(
    position: &mut Position,
    effort: &mut u64,
    stop: &Arc<AtomicBool>,
    ask: impl FnOnce(&Game, &mut Engine) -> T,
) -> Option<T> {
    let (game, engine) = position.parts();
    on_board!(engine, board => {
        board.heed(stop);
        board.limit_effort(*effort);
    });
    let answer = ask(game, engine);
    let asked = game.rules.geometry.size() * (1 + game.rules.ends.len());
    let left = on_board!(engine, board => {
        let left = board.effort_left();
        board.heed_nothing();
        left
    });
    *effort = left.saturating_sub(asked as u64);
    (*effort > 0 && !stop.load(Ordering::Relaxed)).then_some(answer)
}
