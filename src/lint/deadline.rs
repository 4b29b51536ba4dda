//! The last resort against what takes for ever: a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Does something that heeds a flag, which becomes true when it has taken so long. What is found by then depends
/// on the machine: whoever can count what is done does that first, and so much that no clock is needed for what
/// anybody means.
pub(crate) fn within<T>(most: Duration, act: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (finished, waiting) = mpsc::channel::<()>();
        let late = stop.clone();
        let timer = move || {
            if waiting.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                late.store(true, Ordering::Relaxed);
            }
        };
        // Without a timer there is no last resort, and most likely none is needed.
        let _ = std::thread::Builder::new().spawn_scoped(scope, timer);
        let done = act(&stop);
        drop(finished);
        done
    })
}
