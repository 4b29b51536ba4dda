//! The end of the time that a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Limits;

/// How often a search with a time limit looks whether it is told to stop.
const PAUSE: Duration = Duration::from_millis(2);

/// Runs a search that stops when its time is up, or when it is told to. The flag of the caller stays as it is.
pub(super) fn within<T>(limits: &Limits, search: impl FnOnce(&Limits) -> T) -> T {
    let Some(time) = limits.time else { return search(limits) };
    let begun = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let own = Limits { stop: stop.clone(), ..limits.clone() };
    thread::scope(|scope| {
        let (finished, waiting) = mpsc::channel::<()>();
        let watch = move || {
            loop {
                let left = time.saturating_sub(begun.elapsed());
                if left.is_zero() || limits.stop.load(Relaxed) {
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
