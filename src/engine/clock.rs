//! How long a search may take, and the alarm that ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::game::Move;
use crate::search::Deadline;

/// Moves that a game is taken to go on for where nobody says how many have to be made in the time left.
const MOVES_TO_GO: u32 = 32;

/// What stands on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What is added for every move.
    pub increment: Duration,
    /// The moves that have to be made before more time is given; `None`: all that the game still has.
    pub moves_to_go: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No iteration begins after it; less when the best move stays the same, more while it changes.
    pub soft: Option<Duration>,
    /// The search is stopped then.
    pub hard: Option<Duration>,
}

impl Budget {
    /// A share of what is on the clock. `overhead` is lost with every move between the programs.
    ///
    /// ```
    /// use std::time::Duration;
    /// use banco::inside::engine::{Budget, Clock};
    ///
    /// let second = Duration::from_secs(1);
    /// let clock = Clock { left: 60 * second, increment: second, moves_to_go: None };
    /// let budget = Budget::of(&clock, Duration::from_millis(10));
    /// assert!(budget.soft < budget.hard && budget.hard < Some(clock.left));
    /// ```
    pub fn of(clock: &Clock, overhead: Duration) -> Budget {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        // Every move to come costs the overhead, too; some of it is kept back for the last moves.
        // A clock that has run out is lived on by its increments: every moment counts there.
        let least = (clock.left / 16).clamp(Duration::from_micros(50), Duration::from_millis(1));
        let left = clock.left.saturating_sub(overhead).max(least);
        let later = overhead.saturating_mul(moves.min(8) - 1);
        let usable = left.saturating_sub(later.min(left / 2));
        let share = usable / moves + clock.increment.saturating_sub(overhead) * 3 / 4;
        let most = if moves == 1 { left * 9 / 10 } else { left / 2 };
        let hard = (share * 4).min(most).max(least);
        Budget { soft: Some((share * 7 / 10).min(hard)), hard: Some(hard) }
    }

    /// What both leave.
    pub fn and(self, other: Budget) -> Budget {
        let least = |a: Option<Duration>, b: Option<Duration>| a.into_iter().chain(b).min();
        Budget { soft: least(self.soft, other.soft), hard: least(self.hard, other.hard) }
    }

    /// All of a time that is for this move alone.
    pub fn exactly(time: Duration, overhead: Duration) -> Budget {
        let hard = time.saturating_sub(overhead.min(time / 2)).max(Duration::from_millis(1));
        Budget { soft: None, hard: Some(hard) }
    }
}

/// Whether another iteration is worth its time.
#[derive(Clone, Debug)]
pub struct Patience {
    soft: Option<Duration>,
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable: usize,
    score: Option<i32>,
}

impl Patience {
    /// How much of the soft limit is used after so many iterations with the same best move, in percent.
    const STABILITY: [u32; 6] = [180, 140, 110, 95, 85, 75];

    /// The patience of a search with that budget; a move that is the only one needs no thought.
    pub fn new(budget: Budget, is_forced: bool) -> Patience {
        let soft = budget.soft.map(|soft| if is_forced { Duration::ZERO } else { soft });
        Patience { soft, best: None, stable: 0, score: None }
    }

    /// Hears what an iteration found, the score from the mover's side; says whether it was the last.
    pub fn is_over(&mut self, best: Option<Move>, score: i32, elapsed: Duration) -> bool {
        let Some(soft) = self.soft else { return false };
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        let drop = self.score.map_or(0, |before| before.saturating_sub(score));
        (self.best, self.score) = (best, Some(score));
        let stability = Self::STABILITY[self.stable.min(Self::STABILITY.len() - 1)];
        let worry = if drop > 20 + score.unsigned_abs() as i32 / 8 { 140 } else { 100 };
        // The next iteration takes longer than all before it: one that cannot end is not begun.
        elapsed * 3 / 2 >= soft * stability * worry / 10_000
    }
}

/// What is true of a search while it runs.
#[derive(Debug)]
struct Spending {
    /// From when on time is counted; nobody's while the client thinks on.
    since: Option<Instant>,
    hard: Option<Duration>,
    /// What is found is kept back until the client asks for it.
    held: bool,
    finished: bool,
}

impl Spending {
    /// Sets the moment at which the time is up, where that is known.
    fn set(&self, deadline: &Deadline) {
        if let Some(moment) = self.since.zip(self.hard).and_then(|(since, hard)| since.checked_add(hard)) {
            deadline.set(moment);
        }
    }
}

/// The reins of one search, held by who reads lines, by the search and by its alarm.
#[derive(Debug)]
pub struct Control {
    /// Ends the search.
    pub stop: Arc<AtomicBool>,
    /// When its time is up.
    pub deadline: Deadline,
    state: Mutex<Spending>,
    changed: Condvar,
}

impl Control {
    /// The control of a search that begins now. `ponders`: the clock does not run yet; `held`: it answers only
    /// when it is told to.
    pub fn new(budget: Budget, ponders: bool, held: bool) -> Control {
        let state = Spending {
            since: (!ponders).then(Instant::now),
            hard: budget.hard,
            held: held || ponders,
            finished: false,
        };
        let deadline = Deadline::default();
        state.set(&deadline);
        Control { stop: Arc::default(), deadline, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, Spending> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search: it answers with the best it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.state().held = false;
        self.changed.notify_all();
    }

    /// The move that was pondered on was played: the clock runs from now on. `infinite`: it still answers only
    /// when it is told to.
    pub fn ponder_hit(&self, infinite: bool) {
        let mut state = self.state();
        state.since.get_or_insert_with(Instant::now);
        state.set(&self.deadline);
        state.held &= infinite;
        drop(state);
        self.changed.notify_all();
    }

    /// Whether the clock runs.
    pub fn is_timed(&self) -> bool {
        self.state().since.is_some()
    }

    /// Waits until the answer may be given.
    pub fn wait_until_asked(&self) {
        let mut state = self.state();
        while state.held {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The search is over: the alarm may go.
    pub fn finish(&self) {
        self.state().finished = true;
        self.changed.notify_all();
    }

    /// Stops the search when its time is up; returns when it is over.
    pub fn keep_time(&self) {
        let mut state = self.state();
        while !state.finished {
            let left = match (state.since, state.hard) {
                (_, None) => return,
                (None, _) => None,
                (Some(since), Some(hard)) => Some(hard.saturating_sub(since.elapsed())),
            };
            state = match left {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    self.stop.store(true, Ordering::Relaxed);
                    return;
                }
                Some(left) => {
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn no_budget_goes_beyond_the_clock() {
        for left in [0u32, 1, 5, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0u32, 1, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock { left: MS * left, increment: MS * increment, moves_to_go };
                    let budget = Budget::of(&clock, 10 * MS);
                    let hard = budget.hard.expect("a hard limit");
                    assert!(hard <= (MS * left).saturating_sub(10 * MS).max(MS), "{clock:?} {budget:?}");
                    assert!(budget.soft <= budget.hard, "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn the_only_move_is_played_after_the_first_iteration() {
        let budget = Budget { soft: Some(1_000 * MS), hard: None };
        assert!(Patience::new(budget, true).is_over(None, 0, Duration::ZERO));
        assert!(!Patience::new(budget, false).is_over(None, 0, Duration::ZERO));
    }

    #[test]
    fn a_best_move_that_stays_saves_time() {
        let budget = Budget { soft: Some(1_000 * MS), hard: None };
        let mut patience = Patience::new(budget, false);
        assert!(!patience.is_over(Some(Move::NONE), 0, 600 * MS));
        let over = (0..10).map(|_| patience.is_over(Some(Move::NONE), 0, 600 * MS)).collect::<Vec<_>>();
        assert!(over.contains(&false) && over[9]);
    }

    #[test]
    fn an_alarm_waits_for_the_clock_to_run() {
        let control = Control::new(Budget::exactly(2 * MS, MS), true, false);
        std::thread::scope(|scope| {
            let alarm = scope.spawn(|| control.keep_time());
            assert!(!control.stop.load(Ordering::Relaxed));
            control.ponder_hit(false);
            alarm.join().expect("it ends");
        });
        assert!(control.stop.load(Ordering::Relaxed));
        control.wait_until_asked();
    }
}
