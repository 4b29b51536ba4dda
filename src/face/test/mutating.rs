//! Which changes of a definition no case of its suite notices.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::eval::script::STACK;
use crate::game::{Evaluation, Game};
use crate::library::{Draft, Library};
use crate::spec::Mutant;
use crate::suite::{Budget, Case, Checker, ExactValues, Verdict};

use super::super::clock;
use super::super::output::{Failure, Finish, json_line, note};
use super::chosen::Chosen;

/// Cases that cost more than this search: they are left out, and so is what only they notice.
const MOST_COST: u8 = 2;

/// How a changed definition fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It is not sound, or says the same in other words.
    Void,
    Noticed,
    Unnoticed,
    Untried,
}

/// Tries the suites on definitions with one thing changed, for so long at most, and tells what nobody notices.
pub(super) fn run(
    suites: &[Chosen],
    threads: usize,
    limit: Duration,
    json: bool,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut all_noticed = true;
    clock::timed(Some(limit), &stop, || -> Result<(), Failure> {
        for suite in suites {
            all_noticed &= one(suite, threads, json, &stop, out)?;
        }
        Ok(())
    })?;
    if clock::was_interrupted() {
        note("stopped before everything was tried");
        all_noticed = false;
    }
    Ok(if all_noticed { Finish::Good } else { Finish::Wrong })
}

/// The same for one suite: whether all that was tried is noticed.
fn one(
    suite: &Chosen,
    threads: usize,
    json: bool,
    stop: &Arc<AtomicBool>,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let held = Held::of(suite, stop);
    let mut mutants = suite.mutants();
    mutants.retain(|mutant| counts(&mutant.path, &suite.loaded.game.evaluation));
    // What the definition says itself comes before what it inherits.
    let own = suite.own_file();
    mutants.sort_by_key(|mutant| *mutant.location.file != *own);
    let fates = held.try_all(&mutants, threads, stop);
    let count = |fate: Fate| fates.iter().filter(|found| **found == fate).count();
    let (noticed, unnoticed, untried) = (count(Fate::Noticed), count(Fate::Unnoticed), count(Fate::Untried));
    let rows = mutants.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::Unnoticed);
    if json {
        let rows: Vec<Value> = rows.map(|(mutant, _)| row_json(mutant)).collect();
        let counts = json!({
            "suite": suite.name, "noticed": noticed, "untried": untried, "unnoticed": rows,
        });
        json_line(out, &counts)?;
        return Ok(unnoticed == 0);
    }
    for (Mutant { path, change, location, .. }, _) in rows {
        writeln!(out, "{}:{}  {path}: {change}", location.file, location.line)?;
    }
    let late = if untried > 0 { format!(", {untried} not tried in time") } else { String::new() };
    let cases = held.cases.len();
    let plural = if cases == 1 { "" } else { "s" };
    if held.failing > 0 && !stop.load(Ordering::Relaxed) {
        note(&format!(
            "{}: cases that fail already are left aside, {} of them: `banco test` shows them",
            suite.name, held.failing
        ));
    }
    writeln!(
        out,
        "{}: {cases} case{plural} {} {noticed} of {} changes{late}",
        suite.name,
        if cases == 1 { "notices" } else { "notice" },
        noticed + unnoticed
    )?;
    Ok(unnoticed == 0)
}

/// Whether what stands there can be noticed: a script in the place of all terms leaves those that its features are
/// measured by.
fn counts(path: &str, evaluation: &Evaluation) -> bool {
    let script = evaluation.script.as_ref().filter(|_| evaluation.is_replaced());
    let (Some(script), Some(term)) = (script, path.strip_prefix("evaluation.")) else { return true };
    let table = term.split('.').next().unwrap_or_default();
    let asks = |name: &str| script.features.iter().any(|feature| feature.split('.').next() == Some(name));
    match table {
        "script" => !["script.budget", "script.on-error"].contains(&term),
        "values" | "hands" | "late-values" | "late-hands" => asks("material"),
        "late-squares" => asks("squares"),
        "phase" => ["phase", "material", "squares"].into_iter().any(asks),
        _ => asks(table),
    }
}

fn row_json(mutant: &Mutant) -> Value {
    let Mutant { path, change, location, .. } = mutant;
    json!({ "path": path, "change": change, "file": &*location.file, "line": location.line })
}

/// A suite with the cases that can notice a change: they hold as the definition is, and cost little.
struct Held<'a> {
    suite: &'a Chosen,
    library: Library,
    known: ExactValues,
    cases: Vec<&'a Case>,
    /// How many fail as the definition is.
    failing: usize,
}

impl<'a> Held<'a> {
    fn of(suite: &'a Chosen, stop: &Arc<AtomicBool>) -> Held<'a> {
        let (library, known) = (Library::default(), ExactValues::default());
        let mut held = Held { suite, library, known, cases: Vec::new(), failing: 0 };
        let mut cases: Vec<&Case> =
            suite.cases.iter().filter(|case| !case.slow && case.expect.cost() <= MOST_COST).collect();
        cases.sort_by_key(|case| case.expect.cost());
        let checker = held.checker(&suite.loaded.game, stop);
        let mut failing = 0;
        cases.retain(|case| {
            let verdict = checker.check(case);
            failing += usize::from(matches!(verdict, Verdict::Failed(_)));
            verdict == Verdict::Passed
        });
        (held.cases, held.failing) = (cases, failing);
        held
    }

    fn checker<'c>(&'c self, game: &'c Arc<Game>, stop: &Arc<AtomicBool>) -> Checker<'c> {
        Checker {
            game,
            games: &self.library,
            reading: None,
            known: &self.known,
            usual: Budget::USUAL,
            slow: None,
            stop: stop.clone(),
        }
    }

    fn try_all(&self, mutants: &[Mutant], threads: usize, stop: &Arc<AtomicBool>) -> Vec<Fate> {
        let fates = Mutex::new(vec![Fate::Untried; mutants.len()]);
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((number, mutant)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                mutants.get(number).map(|mutant| (number, mutant))
            } {
                let fate = self.fate(mutant, stop);
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                fates.lock().unwrap_or_else(PoisonError::into_inner)[number] = fate;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(mutants.len()) {
                // A thread that cannot be had is one fewer.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            work();
        });
        fates.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn fate(&self, mutant: &Mutant, stop: &Arc<AtomicBool>) -> Fate {
        let file = self.suite.own_file();
        let draft = Draft { file: &file, text: &mutant.text, script: None };
        let Ok(loaded) = self.library.read(&draft) else { return Fate::Void };
        let is_same = loaded.game.rules == self.suite.loaded.game.rules;
        if is_same && !mutant.path.starts_with("evaluation") {
            return Fate::Void;
        }
        let checker = self.checker(&loaded.game, stop);
        let fails = |case: &&Case| matches!(checker.check(case), Verdict::Failed(_));
        if self.cases.iter().any(fails) { Fate::Noticed } else { Fate::Unnoticed }
    }
}
