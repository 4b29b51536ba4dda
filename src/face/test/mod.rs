//! `banco test`

mod chosen;
mod failure;
mod junit;
mod mutating;
mod recording;
mod totals;
mod watching;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::library::Library;
use crate::suite::{Checker, ExactValues, Job, Tried, run as run_jobs, run_to_failure};

use super::choice::ScriptChoice;
use super::clock;
use super::kept::GameNumber;
use super::language::LanguageChoice;
use super::limits::duration;
use super::output::{Failure, Finish, note, report};
use super::table::TableArgs;
pub(super) use chosen::suites_of;
use chosen::{Choice, Chosen};
use totals::Totals;

/// Run regression suites
///
/// A suite lists what is known of positions of a game: counts of moves, legal moves, values, best moves,
/// ends, recorded games. PATH is a suite, a folder of suites, or a definition, which is tested with the
/// suite of its game. Without a PATH, everything shipped and found in the folder `suites` is run. The
/// exit status is 1 when something is not as expected.
///
/// Exact values are found by a search or by solving the game where it is small, larger games with --slow; a
/// --table of `banco solve --save` is believed for the games that it fits. With --script, the games are
/// tested as they play with that script.
///
/// --record adds a kept game to the suite of its game, as a case that holds every position, its value and
/// its legal moves. --watch tests again whenever a definition, a script or a suite changes.
///
/// Example: banco test my-dodgem.toml
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Suites that end in .ron, folders of them, or definitions by path or name
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Only cases with this in their names or their suites' names, in capitals or not
    #[arg(long, value_name = "S")]
    filter: Option<String>,
    /// Try quick cases first and stop at the first failure, always the same
    #[arg(long)]
    fail_fast: bool,
    /// Hold the definitions named against this suite in place of their own: a name, or a file that ends in .ron
    #[arg(long, value_name = "S", requires = "paths", conflicts_with_all = ["bless", "record"])]
    suite: Option<String>,
    /// Try slow cases, too
    #[arg(long)]
    slow: bool,
    /// Change one thing of the definitions at a time, and tell what no case notices, for T at most: 500ms, 2s, 1.5m; a minute if no time is given
    #[arg(
        long, value_name = "T", num_args = 0..=1, require_equals = true, default_missing_value = "1m",
        value_parser = duration, requires = "paths",
        conflicts_with_all = ["bless", "record", "watch", "fail_fast", "junit", "slow", "slowest", "script"]
    )]
    mutate: Option<Duration>,
    /// Write the results as JUnit XML to this file
    #[arg(long, value_name = "F")]
    junit: Option<PathBuf>,
    /// Record anew what is not as expected: Perft, Legal, Eval, Terms, Minimax, Playthrough; other expectations are claims and stay
    #[arg(long)]
    bless: bool,
    /// Add the game in this file, which `save` or `--record` of `banco play` kept, or PGN or SGF, to its suite
    #[arg(long, value_name = "F", conflicts_with_all = ["bless", "filter", "fail_fast", "slow", "junit", "watch", "slowest"])]
    record: Option<PathBuf>,
    #[command(flatten)]
    number: GameNumber,
    /// With --bless or --record: print how the suites would change and what would still fail, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Test again whenever a file changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
    /// Name the slowest N cases, 5 if no number is given
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "5")]
    slowest: Option<usize>,
    /// Threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    #[command(flatten)]
    script: ScriptChoice,
    #[command(flatten)]
    table: TableArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

impl Args {
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    if args.dry_run && !args.bless && args.record.is_none() {
        return Err(Failure::Usage("`--dry-run` needs `--bless` or `--record`".to_owned()));
    }
    if let Some(file) = &args.record {
        return recording::record(file, args, out);
    }
    args.number.needs("--record")?;
    if args.watch { watching::run(args, out) } else { once(args, out, &mut Vec::new()) }
}

/// Tests everything that is asked for; adds the files that it read.
fn once(args: &Args, out: &mut dyn Write, files: &mut Vec<PathBuf>) -> Result<Finish, Failure> {
    let language = args.lang.language();
    if args.script.script.is_some() && args.paths.is_empty() {
        let message = "`--script` needs the name of a game: say which suites to run";
        return Err(Failure::Usage(message.to_owned()));
    }
    let Choice { suites: mut chosen, broken } =
        chosen::choose(&args.paths, args.suite.as_deref(), &Library::default(), &args.script)?;
    files.extend(chosen.iter().flat_map(|suite| suite.loaded.files.iter().cloned()));
    if args.bless {
        chosen.iter().try_for_each(Chosen::check_own)?;
    }
    let all: usize = chosen.iter().map(|suite| suite.cases.len()).sum();
    for suite in &mut chosen {
        suite.keep(args.filter.as_deref());
    }
    chosen.retain(|suite| !suite.cases.is_empty());
    if chosen.is_empty() && broken.is_empty() {
        let words = args.filter.as_deref().unwrap_or_default().escape_debug();
        return Err(Failure::Usage(match all {
            0 => "there is no case in it".to_owned(),
            _ => format!("no case has `{words}` in its name or its suite's name"),
        }));
    }
    if !args.json {
        chosen.iter().for_each(|suite| suite.tell_hidden(&args.paths, language));
        chosen.iter().for_each(|suite| suite.tell_other(&args.paths, language));
    }
    if let (Some(limit), true) = (args.mutate, broken.is_empty()) {
        return mutating::run(&chosen, args.threads(), limit, args.json, out);
    }
    let known = ExactValues::given(args.table.load_for(chosen.iter().map(|suite| &*suite.loaded.game))?);
    let started = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let tried = clock::timed(None, &stop, || try_all(args, &chosen, &known, &stop));
    let mut rest = tried.into_iter();
    let mut results: Vec<Vec<Tried>> =
        chosen.iter().map(|suite| rest.by_ref().take(suite.cases.len()).collect()).collect();
    let mut changed = false;
    if args.bless {
        for (suite, results) in chosen.iter().zip(&mut results) {
            changed |= recording::bless(suite, results, args.dry_run, out)?;
        }
    }
    let totals = Totals::of(&chosen, &results, &broken, started.elapsed());
    let failed = totals.failed;
    match args.json {
        true => totals.write_json(args.slowest.unwrap_or(0), out)?,
        false => totals.write_text(args.slowest.unwrap_or(0), language, out)?,
    }
    if let Some(path) = &args.junit {
        junit::write(path, &chosen, &results, &broken)?;
    }
    for (_, failure) in broken {
        report(failure)?;
    }
    let interrupted = clock::was_interrupted();
    if interrupted {
        note(language.of("stopped before everything was tried", "đã dừng trước khi thử hết"));
    }
    // What a dry run leaves as it was is still not as expected.
    let as_expected = failed == 0 && !(changed && args.dry_run);
    Ok(if as_expected && !interrupted { Finish::Good } else { Finish::Wrong })
}

fn try_all(args: &Args, chosen: &[Chosen], known: &ExactValues, stop: &Arc<AtomicBool>) -> Vec<Tried> {
    let games = Library::default();
    let checkers: Vec<Checker> =
        chosen.iter().map(|suite| suite.checker(&games, known, args.slow, stop.clone())).collect();
    let jobs: Vec<Job> = chosen
        .iter()
        .zip(&checkers)
        .flat_map(|(suite, checker)| suite.cases.iter().map(move |case| Job { checker, case }))
        .collect();
    let threads = args.threads();
    let bar = progress(jobs.len());
    let each = |_: &Tried| bar.inc(1);
    // What is blessed is tried to its end.
    let tried = match args.fail_fast && !args.bless {
        true => run_to_failure(&jobs, threads, stop, &each),
        false => run_jobs(&jobs, threads, stop, &each),
    };
    bar.finish_and_clear();
    tried
}

fn progress(length: usize) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} cases  {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
