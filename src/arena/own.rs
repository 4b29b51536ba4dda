//! Our own search as a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::Own;
use super::player::Player;
use crate::engine::{Budget, Patience};
use crate::game::Player as Side;
use crate::position::Position;
use crate::protocol::client::{Go, Reply, Says, Trouble};
use crate::search::{Limits, Report, Search};

/// What is kept back of the time for everything but the search.
const OVERHEAD: Duration = Duration::from_millis(5);

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
        let search = Search::new(own.hash).keeping();
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
        self.search.forget();
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
            algorithm: self.own.algorithm,
            seed: self.own.seed,
            ..Limits::default()
        };
        let (search, abort) = (&mut self.search, &self.abort);
        let budget = budget(go, own.turn());
        let report = match budget.hard {
            None => search.run(&own, &Limits { stop: abort.clone(), ..limits }, &mut |_| {}),
            Some(time) => {
                let stop = limits.stop.clone();
                let sign = own.turn().sign();
                let mut patience = Patience::new(budget, own.legal_moves().len() == 1);
                let mut heed = |report: &Report| {
                    if patience.is_over(report.best(), sign * report.score, started.elapsed()) {
                        stop.store(true, Ordering::Relaxed);
                    }
                };
                within(time, &limits.stop, abort, || search.run(&own, &limits, &mut heed))
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

/// How long to think, as the engine shares its time out. Of a time for this move alone all is used where a match allows moves
/// to come late: other programs use all of it, too.
fn budget(go: &Go, player: Side) -> Budget {
    let by_clock = go.clock.map(|clock| Budget::of(&clock.of(player), OVERHEAD));
    let by_move = go.move_time.map(|time| {
        let forgiven = go.patience.saturating_sub(time);
        Budget::exactly(time, OVERHEAD.saturating_sub(forgiven / 4))
    });
    by_clock.into_iter().chain(by_move).fold(Budget::default(), Budget::and)
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
    fn what_a_match_forgives_is_not_kept_back() {
        let [time, few, many] = [100, 10, 20].map(Duration::from_millis);
        let hard = |patience| {
            let go = Go { clock: None, move_time: Some(time), nodes: None, depth: None, patience };
            budget(&go, Side::First).hard
        };
        assert_eq!(hard(time), Some(time - OVERHEAD));
        assert_eq!(hard(time + few), Some(time - OVERHEAD / 2));
        assert_eq!(hard(time + many), Some(time));
    }
}
