//! The end of the time that a search may take.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use super::Limits;

/// What moments are counted from.
static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A moment at which a search ends. It may be set while the search runs; copies share it.
///
/// The search reads the clock itself, so that it ends in time although threads that wait for a moment are woken late
/// where all processors are busy.
///
/// ```
/// use banco::Deadline;
/// use std::time::Instant;
///
/// let deadline = Deadline::default();
/// assert!(!deadline.is_over());
/// deadline.set(Instant::now());
/// assert!(deadline.is_over());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Deadline {
    /// Nanoseconds since the epoch, at least 1; 0 while no moment is set.
    at: Arc<AtomicU64>,
}

impl Deadline {
    /// Sets the moment.
    pub fn set(&self, moment: Instant) {
        let since = moment.saturating_duration_since(*EPOCH).as_nanos();
        self.at.store(u64::try_from(since).unwrap_or(u64::MAX).max(1), Relaxed);
    }

    /// Whether the moment has come.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.has_passed_by(Duration::ZERO)
    }

    /// Whether the moment came so long ago.
    #[inline]
    pub fn has_passed_by(&self, time: Duration) -> bool {
        let at = self.at.load(Relaxed);
        at != 0 && EPOCH.elapsed().saturating_sub(time).as_nanos() >= u128::from(at)
    }
}

/// A search reads the clock at one node of so many.
pub(super) const CLOCK_NODES: u64 = 16;

impl Limits {
    /// Tells the search to stop when its deadline is over.
    #[inline(never)]
    pub(super) fn read_clock(&self) {
        if self.deadline.is_over() {
            self.stop.store(true, Relaxed);
        }
    }
}

/// How often a search with a time limit looks whether it is told to stop.
const PAUSE: Duration = Duration::from_millis(2);

/// Longer times are without end.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 3_600);

/// Runs a search that stops when its time is up, or when it is told to. The flag of the caller stays as it is.
pub(super) fn within<T>(limits: &Limits, search: impl FnOnce(&Limits) -> T) -> T {
    let Some(time) = limits.time else { return search(limits) };
    let begun = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let deadline = Deadline::default();
    deadline.set(begun + time.min(LONGEST));
    let own = Limits { stop: stop.clone(), deadline, ..limits.clone() };
    thread::scope(|scope| {
        let (finished, waiting) = mpsc::channel::<()>();
        let watch = move || {
            loop {
                let left = time.saturating_sub(begun.elapsed());
                if left.is_zero() || limits.stop.load(Relaxed) || limits.deadline.is_over() {
                    return stop.store(true, Relaxed);
                }
                if waiting.recv_timeout(left.min(PAUSE)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        if thread::Builder::new().spawn_scoped(scope, watch).is_err() {
            // Without a timer, a search that answers at once is better than one without end.
            own.stop.store(true, Relaxed);
        }
        let found = search(&own);
        drop(finished);
        found
    })
}
