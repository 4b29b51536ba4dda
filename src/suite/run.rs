//! Many cases at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&number| jobs[number].case.expect.cost());
    let next = AtomicUsize::new(0);
    let skipped = || Tried { verdict: Verdict::Skipped("stopped".to_owned()), took: Duration::ZERO };
    let done = Mutex::new(jobs.iter().map(|_| skipped()).collect::<Vec<Tried>>());
    let work = || {
        while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let started = Instant::now();
            let verdict = jobs[number].checker.check(jobs[number].case);
            let tried = Tried { verdict, took: started.elapsed() };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if let Ok(mut done) = done.lock() {
                each(&tried);
                done[number] = tried;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            // A thread that cannot be had is one fewer: those there are do its work.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    done.into_inner().unwrap_or_default()
}
