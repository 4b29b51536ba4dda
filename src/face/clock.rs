//! What stops a search from outside: the time, and Ctrl-C.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// The search that Ctrl-C stops.
static RUNNING: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Whether Ctrl-C stopped a search.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What is said before Ctrl-C ends the program.
static PARTING: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// One press may arrive more than once, sent to the process and to its group: what follows so soon is
/// the same press.
const SAME_PRESS: Duration = Duration::from_millis(300);

/// Runs a search that looks at `stop`, which becomes true when the time is up and at Ctrl-C. A second
/// Ctrl-C, and one while no search runs, ends the program.
pub(super) fn timed<T>(time: Option<Duration>, stop: &Arc<AtomicBool>, search: impl FnOnce() -> T) -> T {
    listen();
    set_running(Some(stop.clone()));
    let result = match time {
        None => search(),
        Some(time) => std::thread::scope(|scope| {
            let (finished, waiting) = mpsc::channel::<()>();
            let timer = move || {
                if waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            if std::thread::Builder::new().spawn_scoped(scope, timer).is_err() {
                // Without a timer, a search that answers at once is better than one without end.
                stop.store(true, Ordering::Relaxed);
            }
            let result = search();
            drop(finished);
            result
        }),
    };
    set_running(None);
    result
}

/// Until it is dropped, something is done before Ctrl-C ends the program.
pub(super) struct Parting;

impl Drop for Parting {
    fn drop(&mut self) {
        *PARTING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Does something before Ctrl-C ends the program, while what it returns is kept.
pub(super) fn before_exit(act: impl Fn() + Send + 'static) -> Parting {
    listen();
    *PARTING.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
    Parting
}

/// Whether Ctrl-C stopped a search since this was last asked.
pub(super) fn was_interrupted() -> bool {
    INTERRUPTED.swap(false, Ordering::Relaxed)
}

fn set_running(stop: Option<Arc<AtomicBool>>) {
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = stop;
}

fn listen() {
    static ONCE: Once = Once::new();
    // Where no handler can be set, Ctrl-C ends the program, as it would without us.
    ONCE.call_once(|| drop(ctrlc::set_handler(interrupt)));
}

fn interrupt() {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).replace(Instant::now());
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).take();
    match running {
        Some(stop) => {
            INTERRUPTED.store(true, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        }
        None if last.is_some_and(|last| last.elapsed() < SAME_PRESS) => {}
        None => {
            let _ = writeln!(std::io::stderr());
            let parting = PARTING.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(act) = parting {
                act();
            }
            std::process::exit(130);
        }
    }
}
