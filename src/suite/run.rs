//! Many cases at once.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::case::Case;
use super::check::Checker;
use super::verdict::Verdict;
use crate::eval::script::STACK;

/// A case to try, and what to hold it against.
pub struct Job<'a> {
    /// What to hold it against.
    pub checker: &'a Checker<'a>,
    /// The case.
    pub case: &'a Case,
}

/// A case that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// How it went.
    pub verdict: Verdict,
    /// How long it took.
    pub took: Duration,
}

/// Tries cases on several threads, those that take little time first. `each` hears of a case as soon as
/// it is done. When `stop` becomes true, by itself or by `each`, cases that are not done are skipped.
/// Returns them in the order given.
pub fn run(jobs: &[Job], threads: usize, stop: &AtomicBool, each: &(dyn Fn(&Tried) + Sync)) -> Vec<Tried> {
    let order = cheap_first(jobs);
    let next = AtomicUsize::new(0);
    let results = Results::new(jobs);
    in_threads(threads.min(jobs.len()), &|| {
        while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let tried = jobs[number].tried();
            if stop.load(Ordering::Relaxed) {
                break;
            }
            results.take(number, tried, each);
        }
    });
    results.all()
}

/// The numbers of the jobs, those that take little time first, and alike ones as they were given.
fn cheap_first(jobs: &[Job]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&number| jobs[number].case.expect.cost());
    order
}

/// Tries cases up to the first one that fails, those that take little time first: it is always the same one, however
/// many threads there are. Those behind it are skipped. When `stop` becomes true, those that are not done are
/// skipped, too; it becomes true once the first failure is known.
pub fn run_to_failure(
    jobs: &[Job],
    threads: usize,
    stop: &AtomicBool,
    each: &(dyn Fn(&Tried) + Sync),
) -> Vec<Tried> {
    let order = cheap_first(jobs);
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(usize::MAX);
    // Those that are being tried: none begins while it is decided whether one before the failure is left.
    let running = Mutex::new(BTreeSet::new());
    let results = Results::new(jobs);
    in_threads(threads.min(jobs.len()), &|| {
        loop {
            let place = {
                let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= jobs.len().min(failed.load(Ordering::Relaxed)) || stop.load(Ordering::Relaxed) {
                    break;
                }
                running.insert(place);
                place
            };
            let tried = jobs[order[place]].tried();
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            running.remove(&place);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if matches!(tried.verdict, Verdict::Failed(_)) {
                failed.fetch_min(place, Ordering::Relaxed);
            }
            results.take(order[place], tried, each);
            // Who still tries one behind it need not end it.
            let first = failed.load(Ordering::Relaxed);
            if first != usize::MAX && running.range(..first).next().is_none() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let mut all = results.all();
    let first = failed.load(Ordering::Relaxed);
    for &number in order.iter().skip(first.saturating_add(1)) {
        all[number] = skipped();
    }
    all
}

impl Job<'_> {
    fn tried(&self) -> Tried {
        let started = Instant::now();
        let verdict = self.checker.check(self.case);
        Tried { verdict, took: started.elapsed() }
    }
}

/// What several threads find out.
struct Results(Mutex<Vec<Tried>>);

impl Results {
    fn new(jobs: &[Job]) -> Results {
        Results(Mutex::new(jobs.iter().map(|_| skipped()).collect()))
    }

    fn take(&self, number: usize, tried: Tried, each: &(dyn Fn(&Tried) + Sync)) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        each(&tried);
        all[number] = tried;
    }

    fn all(self) -> Vec<Tried> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn skipped() -> Tried {
    Tried { verdict: Verdict::Skipped("stopped".to_owned()), took: Duration::ZERO }
}

fn in_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot be had is one fewer: those there are do its work.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
}
