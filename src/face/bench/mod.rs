//! `banco bench`

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::engine::Bench;
use crate::eval::script::ScriptError;
use crate::game::ScriptMode;
use crate::library::{Library, Loaded};
use crate::position::Position;

use super::choice::{Mode, tell_hidden};
use super::language::{Language, LanguageChoice};
use super::output::{Failure, Finish, is_unreachable, json_line, note, report};

mod perft;

/// A game is searched again until that has passed, so that its speed can be told.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// The same for each turn of a game and the game with a script.
const LEAST_TURN: Duration = Duration::from_millis(400);

/// How many nodes each search may visit where a script is measured: the searches grow until they take this script that
/// long. The next size would take it about four times as long.
const SIZES: [u64; 9] = [4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144];

/// See [`SIZES`].
const LONG: Duration = Duration::from_millis(250);

/// Measure the search, or the counting of moves
///
/// Fixed searches from fixed positions of each game: the positions they visit, which are the same on every
/// machine and change only with the search or the definitions, and how many a second. Without a GAME, all
/// games are searched.
///
/// A script that a definition names is measured beside the game without it, as a share of its speed, and so is
/// each --script in its place; where there are several games, those that a --script does not fit are left out. Both
/// are measured by turns: the middle share is told, with the least and the most of --runs. Where a script is slow, both
/// make the same searches of fewer nodes, so that a turn takes about a second.
///
/// With --perft, trees of moves are counted instead, and with --against beside another program, by turns: its speed,
/// and how many times as fast we are. Where it counts otherwise, that is said, and where the counts differ by more than
/// a thousandth, speeds are not compared.
///
/// Example: banco bench caro dodgem
///
/// Example: banco bench --perft --against cmd=fairy-stockfish
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Games, by name or path
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Search the games with this script, too, and compare; may be given several times
    #[arg(long = "script", value_name = "F")]
    scripts: Vec<String>,
    /// Add the scripts' values to the definition's terms, or let them replace them
    #[arg(long = "script-mode", value_name = "M", value_enum, requires = "scripts")]
    mode: Option<Mode>,
    /// The old word for `--script-mode replace`
    #[arg(long, requires = "scripts", hide = true, conflicts_with = "mode")]
    replace: bool,
    /// Count the tree of moves from the start of each game instead, and say how many leaves a second
    #[arg(long, conflicts_with = "scripts")]
    perft: bool,
    /// Count beside another program, such as cmd=fairy-stockfish, in the games that it knows
    #[arg(long, value_name = "ENGINE", requires = "perft")]
    against: Option<String>,
    /// How often each tree is counted, and each script is measured; the middle is told
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(1..))]
    runs: u8,
    /// Print a JSON line per game and one for all
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

/// What a game took.
struct Measured {
    nodes: u64,
    speed: f64,
    error: Option<ScriptError>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    let names = match args.games.is_empty() {
        true => library.all().into_iter().map(|shelved| shelved.name).collect(),
        false => args.games.clone(),
    };
    let mut finish = Finish::Good;
    let games = load_all(args, &library, &names, &mut finish, out)?;
    if args.perft {
        perft::run(&games, args, out)?;
        return Ok(finish);
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let language = args.lang.language();
    let words =
        language.of(["total", "nodes", "s", "geometric mean"], ["tổng", "đỉnh", "giây", "trung bình nhân"]);
    let [all, unit, second, middle] = words;
    let (mut total, mut speeds) = (0, Vec::new());
    for (name, loaded) in &games {
        let Measured { nodes, speed, error } =
            measure(Bench::new(&Position::start(&loaded.plain)), LEAST_TIME);
        if let Some(error) = error {
            return Err(error.into());
        }
        total += nodes;
        speeds.push(speed.ln());
        if args.json {
            json_line(out, &json!({ "game": name, "nodes": nodes, "nodes_per_second": speed.round() }))?;
        } else {
            let speed = language.rounded(speed);
            writeln!(out, "{name:width$}  {nodes:>10} {unit}  {speed:>8} {unit}/{second}")?;
        }
        out.flush()?;
        let failures = bench_scripts(args, &library, name, loaded, out)?;
        let alone = games.len() == 1 && args.scripts.len() < 2;
        for failure in failures {
            if alone {
                return Err(failure);
            }
            finish = tell(args, name, failure, out)?;
        }
    }
    let mean = (speeds.iter().sum::<f64>() / speeds.len().max(1) as f64).exp();
    if args.json {
        json_line(out, &json!({ "total": total, "nodes_per_second": mean.round() }))?;
    } else {
        let mean = language.rounded(mean);
        writeln!(out, "{all:width$}  {total:>10} {unit}  {mean:>8} {unit}/{second} ({middle})")?;
    }
    Ok(finish)
}

/// Loads the games. What is wrong with a definition is said, and the others go on; a game that is not
/// there is wrong use.
fn load_all<'a>(
    args: &Args,
    library: &Library,
    names: &'a [String],
    finish: &mut Finish,
    out: &mut dyn Write,
) -> Result<Vec<(&'a String, Loaded)>, Failure> {
    let mut games = Vec::new();
    for name in names {
        match library.load(name) {
            Ok(loaded) => {
                if !args.json {
                    tell_hidden(&loaded, &args.games, args.lang.language());
                }
                games.push((name, loaded));
            }
            Err(wrong) if !args.games.is_empty() && is_unreachable(&wrong.diagnostics) => {
                return Err(wrong.into());
            }
            Err(wrong) => {
                *finish = tell(args, name, wrong.into(), out)?;
            }
        }
    }
    Ok(games)
}

/// Says what is wrong with one game of several, among the results too where programs read them.
fn tell(args: &Args, name: &str, failure: Failure, out: &mut dyn Write) -> Result<Finish, Failure> {
    if args.json {
        let mut row = failure.json();
        row["game"] = json!(name);
        json_line(out, &row)?;
    }
    report(failure)
}

/// Measures the script of a game and those that are given beside the game without one; what is wrong with some of
/// them.
fn bench_scripts(
    args: &Args,
    library: &Library,
    name: &str,
    loaded: &Loaded,
    out: &mut dyn Write,
) -> Result<Vec<Failure>, Failure> {
    let mut failures = Vec::new();
    if let Some(script) = &loaded.game.evaluation.script {
        failures.extend(bench_script(args, name, &script.file, loaded, out)?);
    }
    let mode = args.mode.map(Mode::resolved).or(args.replace.then_some(ScriptMode::Replace));
    for script in &args.scripts {
        match library.load(name)?.with_script(script, mode) {
            Ok(loaded) => failures.extend(bench_script(args, name, script, &loaded, out)?),
            Err(error) if args.games.len() != 1 => note(&format!("{name}: {}", Failure::from(error).line())),
            Err(error) => failures.push(error.into()),
        }
    }
    Ok(failures)
}

/// Measures a game with a script as a share of its speed without it; what is wrong with the script, if anything.
fn bench_script(
    args: &Args,
    name: &str,
    script: &str,
    loaded: &Loaded,
    out: &mut dyn Write,
) -> Result<Option<Failure>, Failure> {
    let Shares { nodes, speed, shares } = match by_turns(loaded, args.runs) {
        Ok(shares) => shares,
        Err(error) => return Ok(Some(error.into())),
    };
    let hooks = loaded.game.evaluation.script.iter().flat_map(|script| &script.hooks);
    let hooks: Vec<&str> = hooks.map(|(hook, _)| *hook).collect();
    let [least, share, most] = [0, shares.len() / 2, shares.len() - 1].map(|at| shares[at]);
    if args.json {
        let row = json!({
            "game": name, "script": script, "hooks": hooks, "nodes": nodes,
            "nodes_per_second": speed.round(), "share": share, "least_share": least, "most_share": most,
        });
        json_line(out, &row)?;
    } else {
        let language = args.lang.language();
        let (hooks, speed) = (hooks.join(", "), language.rounded(speed));
        let [least, share, most] = [least, share, most].map(|share| percent(language, share));
        let row = language.of(
            format!("{nodes} nodes, {speed} nodes/s, {share}% of native ({least} to {most})"),
            format!(
                "{nodes} đỉnh, {speed} đỉnh/giây, {share}% so với khi không có script ({least} đến {most})"
            ),
        );
        writeln!(out, "  {script} ({hooks}): {row}")?;
    }
    out.flush()?;
    Ok(None)
}

/// A share in percent, to a tenth where it is small.
fn percent(language: Language, share: f64) -> String {
    let percent = 100.0 * share;
    language.decimal(percent, if percent < 9.95 { 1 } else { 0 })
}

/// What a script leaves of a game's speed.
struct Shares {
    nodes: u64,
    speed: f64,
    /// The shares of all turns, the least first.
    shares: Vec<f64>,
}

/// Measures a game without its script and with it by turns, so that a busy machine slows both.
fn by_turns(loaded: &Loaded, runs: u8) -> Result<Shares, ScriptError> {
    let (plain, scripted) = (Position::start(&loaded.plain), Position::start(&loaded.game));
    let most = affordable(&scripted)?;
    let (mut nodes, mut speeds, mut shares) = (0, Vec::new(), Vec::new());
    for _ in 0..runs {
        let native = measure(Bench::limited(&plain, most), LEAST_TURN);
        let measured = measure(Bench::limited(&scripted, most), LEAST_TURN);
        if let Some(error) = measured.error {
            return Err(error);
        }
        nodes = measured.nodes;
        speeds.push(measured.speed);
        shares.push(measured.speed / native.speed);
    }
    speeds.sort_by(f64::total_cmp);
    shares.sort_by(f64::total_cmp);
    Ok(Shares { nodes, speed: speeds[speeds.len() / 2], shares })
}

/// How many nodes each search may visit, so that a turn with the script takes about a second at most.
fn affordable(scripted: &Position) -> Result<u64, ScriptError> {
    for most in SIZES {
        let started = Instant::now();
        let mut bench = Bench::limited(scripted, most);
        bench.run();
        if let Some(error) = bench.error {
            return Err(error);
        }
        if started.elapsed() >= LONG {
            return Ok(most);
        }
    }
    Ok(u64::MAX)
}

fn measure(mut bench: Bench, least: Duration) -> Measured {
    let started = Instant::now();
    let nodes = bench.run();
    let mut visited = nodes;
    while started.elapsed() < least {
        visited += bench.run();
    }
    let speed = visited as f64 / started.elapsed().as_secs_f64();
    Measured { nodes, speed, error: bench.error }
}
