//! A match: its games, several at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use super::engine::{Engine, Kind};
use super::game;
use super::own::OwnPlayer;
use super::player::{Foreign, Player};
use super::record::Record;
use super::schedule::Fixture;
use super::setup::Match;
use super::summary::Results;
use crate::engine::KnownGame;
use crate::eval::script::STACK;

/// Plays the games that have no result yet. Each is handed to `ended` as it ends, and then counted. The match goes on
/// until all are played, the test is decided, it is aborted, or `ended` fails; games that end while it stops are counted
/// too.
///
/// # Errors
///
/// That of `ended`.
pub fn run<E>(
    contest: &Match,
    results: &mut Results,
    mut ended: impl FnMut(&Record, &Results) -> Result<(), E>,
) -> Result<(), E> {
    if contest.is_over(results) {
        return Ok(());
    }
    let open: Vec<Fixture> = contest.schedule.fixtures().filter(|game| !results.has(game.number)).collect();
    let workers = contest.concurrency.clamp(1, open.len().max(1));
    let open = Mutex::new(open.into_iter());
    thread::scope(|scope| {
        let (done, games) = mpsc::channel();
        for _ in 0..workers {
            let (open, done) = (&open, done.clone());
            let work = move || work(contest, open, &done);
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            // A thread that cannot be had is one fewer; without any, nothing is played and all stays to be done.
            drop(started);
        }
        drop(done);
        let mut outcome = Ok(());
        for record in games {
            if outcome.is_err() {
                continue;
            }
            results.add(&record);
            outcome = ended(&record, results);
            if outcome.is_err() || contest.is_over(results) {
                contest.abort.store(true, Ordering::Relaxed);
            }
        }
        outcome
    })
}

/// Plays one game after the other.
fn work(contest: &Match, open: &Mutex<std::vec::IntoIter<Fixture>>, done: &mpsc::Sender<Record>) {
    let seat = |engine: &Engine| player(engine, &contest.known, &contest.abort);
    let mut players: Vec<Box<dyn Player>> = contest.engines.iter().map(seat).collect();
    while !contest.abort.load(Ordering::Relaxed) {
        let next = open.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(fixture) = next else { return };
        let Ok([one, other]) = players.get_disjoint_mut(fixture.players) else { return };
        let Some(record) = game::play(contest, &fixture, [one.as_mut(), other.as_mut()]) else { return };
        if done.send(record).is_err() {
            return;
        }
    }
}

/// A player for an engine, not started yet; `abort` ends its searches.
fn player(engine: &Engine, game: &KnownGame, abort: &Arc<AtomicBool>) -> Box<dyn Player> {
    match &engine.kind {
        Kind::Own(own) => Box::new(OwnPlayer::new(own, abort)),
        Kind::Foreign(program, dialect) => Box::new(Foreign::new(program, *dialect, game, abort)),
    }
}
