//! Our own search as a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::Own;
use super::player::Player;
use crate::position::Position;
use crate::protocol::client::{Clock, Go, Reply, Says, Trouble};
use crate::search::{Limits, Search};

/// What is kept back of the time for everything but the search.
const OVERHEAD: Duration = Duration::from_millis(5);

/// Moves that the time left should be enough for.
const MOVES_AHEAD: u32 = 25;

/// How often a search with a time limit looks whether the match goes on.
const LOOKING: Duration = Duration::from_millis(50);

/// A search under its own definition of the rules.
pub(super) struct OwnPlayer {
    own: Own,
    search: Search,
    position: Option<Position>,
    abort: Arc<AtomicBool>,
}

impl OwnPlayer {
    pub(super) fn new(own: &Own, abort: &Arc<AtomicBool>) -> OwnPlayer {
        let search = Search::new(own.hash);
        let search = match &own.table {
            Some(table) => search.knowing(table.clone()),
            None => search,
        };
        OwnPlayer { own: own.clone(), search, position: None, abort: abort.clone() }
    }

    /// The same position under its own definition, whose moves are the same numbers.
    fn follow(&mut self, position: &Position) -> Result<&Position, Trouble> {
        let mut own = match self.position.take() {
            Some(own) => own,
            None => return Err(Trouble::Refused("no game has begun".to_owned())),
        };
        for mv in position.played().into_iter().skip(own.played().len()) {
            own.play_legal(mv);
        }
        Ok(self.position.insert(own))
    }
}

impl Player for OwnPlayer {
    fn new_game(&mut self, start: &Position) -> Result<(), Trouble> {
        let text = start.to_string();
        let refused = |error| Trouble::Refused(format!("its definition cannot set up `{text}`: {error}"));
        self.position = Some(Position::parse(&self.own.game, &text).map_err(refused)?);
        Ok(())
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        let started = Instant::now();
        let own = self.follow(position)?.clone();
        let limits = Limits {
            depth: go.depth.unwrap_or(Limits::MAX_DEPTH),
            nodes: go.nodes.unwrap_or(u64::MAX),
            threads: self.own.threads,
            ..Limits::default()
        };
        let (search, abort) = (&mut self.search, &self.abort);
        let report = match think_time(go, own.turn().index()) {
            None => search.run(&own, &Limits { stop: abort.clone(), ..limits }, &mut |_| {}),
            Some(time) => {
                let stop = limits.stop.clone();
                within(time, &stop, abort, || search.run(&own, &limits, &mut |_| {}))
            }
        };
        if let Some(error) = report.script_error {
            return Err(Trouble::Refused(error.to_string()));
        }
        let says = match report.best() {
            Some(mv) => Says::Move(mv),
            None => Says::NoMove(String::new()),
        };
        let score = Some(own.turn().sign() * report.score);
        Ok(Reply { says, score, took: started.elapsed() })
    }
}

/// How long to think; `None` without a clock.
fn think_time(go: &Go, player: usize) -> Option<Duration> {
    let share = |clock: &Clock| {
        let left = clock.left[player].saturating_sub(OVERHEAD);
        let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        let fair = left / moves + clock.increment[player] * 3 / 4;
        // The last move before the clock is wound up may take nearly all; no other one half of it.
        fair.min(if moves == 1 { left } else { left / 2 })
    };
    let times = go.clock.iter().map(share).chain(go.move_time.map(|time| time.saturating_sub(OVERHEAD)));
    times.min().map(|time| time.max(Duration::from_millis(1)))
}

/// Runs a search that ends when the time is up, or the match.
fn within<T>(time: Duration, stop: &Arc<AtomicBool>, abort: &AtomicBool, search: impl FnOnce() -> T) -> T {
    let until = Instant::now() + time;
    thread::scope(|scope| {
        let (finished, waiting) = mpsc::channel::<()>();
        let timer = move || {
            loop {
                let left = until.saturating_duration_since(Instant::now());
                let over = waiting.recv_timeout(left.min(LOOKING)) != Err(RecvTimeoutError::Timeout);
                if over || left <= LOOKING || abort.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
        };
        if thread::Builder::new().spawn_scoped(scope, timer).is_err() {
            // Without a timer, a search that answers at once is better than one without end.
            stop.store(true, Ordering::Relaxed);
        }
        let result = search();
        drop(finished);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_never_takes_more_than_there_is() {
        let ms = Duration::from_millis;
        for (left, increment, moves_to_go) in [
            (10_000, 100, None),
            (100, 1, None),
            (20, 1_000, None),
            (1, 0, None),
            (500, 0, Some(1)),
            (0, 0, None),
        ] {
            let clock = Clock { left: [ms(left); 2], increment: [ms(increment); 2], moves_to_go };
            let patience = Duration::from_secs(1);
            let go = Go { clock: Some(clock), move_time: None, nodes: None, depth: None, patience };
            let time = think_time(&go, 0).expect("a time");
            assert!(time >= ms(1) && time <= ms(left).max(ms(1)), "{left} {time:?}");
        }
    }
}
