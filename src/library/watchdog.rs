//! The clock that ends calls of scripts which take too long.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::{Calls, Watchdog};

/// How often calls are looked at.
const PAUSE: Duration = Duration::from_millis(4);

/// Looks after every call of the program from one thread, which sleeps while no script runs.
#[derive(Debug)]
pub(super) struct WatchClock;

/// The calls of one thread, and since when the one under way is known.
struct Watched {
    calls: Weak<Calls>,
    call: Option<u64>,
    since: Instant,
}

struct Ward {
    watched: Mutex<Vec<Watched>>,
    watcher: thread::Thread,
}

static WARD: OnceLock<Option<Ward>> = OnceLock::new();

impl Watchdog for WatchClock {
    fn watch(&self, calls: &Arc<Calls>) -> bool {
        let Some(ward) = WARD.get_or_init(start) else { return false };
        let watched = Watched { calls: Arc::downgrade(calls), call: None, since: Instant::now() };
        ward.watched.lock().unwrap_or_else(PoisonError::into_inner).push(watched);
        ward.watcher.unpark();
        true
    }
}

fn start() -> Option<Ward> {
    let thread = thread::Builder::new().name("watchdog".to_owned()).spawn(watch).ok()?;
    Some(Ward { watched: Mutex::default(), watcher: thread.thread().clone() })
}

fn watch() {
    loop {
        let idle = WARD.get().and_then(Option::as_ref).is_none_or(look);
        if idle { thread::park() } else { thread::sleep(PAUSE) }
    }
}

/// Looks once; whether there is nobody to look after.
fn look(ward: &Ward) -> bool {
    let now = Instant::now();
    let mut all = ward.watched.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain_mut(|watched| {
        let Some(calls) = watched.calls.upgrade() else { return false };
        let call = calls.under_way();
        if call != watched.call {
            (watched.call, watched.since) = (call, now);
        } else if let Some(call) = call {
            let budget = Duration::from_millis(calls.budget.into()).max(PAUSE);
            let budgets = now.duration_since(watched.since).as_nanos() / budget.as_nanos();
            if budgets > 0 {
                calls.end(call, u32::try_from(budgets).unwrap_or(u32::MAX));
            }
        }
        true
    });
    all.is_empty()
}
