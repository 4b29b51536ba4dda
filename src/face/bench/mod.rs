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
use super::language::Language;
use super::output::{Failure, Finish, is_unreachable, json_line, note, report};
use super::score::rounded;

mod perft;

/// A game is searched again until that has passed, so that its speed can be told.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// Measure the search, or the counting of moves
///
/// Fixed searches from fixed positions of each game: the positions they visit, which are the same on every
/// machine and change only with the search or the definitions, and how many a second. Without a GAME, all
/// games are searched.
///
/// A script that a definition names is measured beside the game without it, as a share of its speed, and so is
/// each --script in its place; where there are several games, those that a --script does not fit are left out.
///
/// With --perft, trees of moves are counted instead, and with --against beside another program, by turns: its speed,
/// and how many times as fast we are. Where it counts otherwise, that is said.
///
/// Example: banco bench caro dodgem
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
    /// How often each tree is counted; the middle of the speeds is told
    #[arg(long, value_name = "N", requires = "perft", default_value = "5", value_parser = clap::value_parser!(u8).range(1..))]
    runs: u8,
    /// Print a JSON line per game and one for all
    #[arg(long)]
    json: bool,
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
        perft::run(&games, args.against.as_deref(), args.runs, args.json, out)?;
        return Ok(finish);
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let (mut total, mut speeds) = (0, Vec::new());
    for (name, loaded) in &games {
        let Measured { nodes, speed, error } = measure(&Position::start(&loaded.plain));
        if let Some(error) = error {
            return Err(error.into());
        }
        total += nodes;
        speeds.push(speed.ln());
        if args.json {
            json_line(out, &json!({ "game": name, "nodes": nodes, "nodes_per_second": speed.round() }))?;
        } else {
            writeln!(out, "{name:width$}  {nodes:>10} nodes  {:>8} nodes/s", rounded(speed))?;
        }
        out.flush()?;
        if let Err(failure) = bench_scripts(args, &library, name, loaded, speed, out) {
            if games.len() == 1 {
                return Err(failure);
            }
            finish = tell(args, name, failure, out)?;
        }
    }
    let mean = (speeds.iter().sum::<f64>() / speeds.len().max(1) as f64).exp();
    if args.json {
        json_line(out, &json!({ "total": total, "nodes_per_second": mean.round() }))?;
    } else {
        writeln!(
            out,
            "{:width$}  {total:>10} nodes  {:>8} nodes/s (geometric mean)",
            "total",
            rounded(mean)
        )?;
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
                    tell_hidden(&loaded, &args.games, Language::En);
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

/// Measures the script of a game and those that are given beside the game without one.
fn bench_scripts(
    args: &Args,
    library: &Library,
    name: &str,
    loaded: &Loaded,
    native: f64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if let Some(script) = &loaded.game.evaluation.script {
        bench_script(args, name, &script.file, loaded, native, out)?;
    }
    let mode = args.mode.map(Mode::resolved).or(args.replace.then_some(ScriptMode::Replace));
    for script in &args.scripts {
        match library.load(name)?.with_script(script, mode) {
            Ok(loaded) => bench_script(args, name, script, &loaded, native, out)?,
            Err(error) if args.games.len() != 1 => note(&format!("{name}: {}", Failure::from(error).line())),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Measures a game with a script as a share of its speed without it.
fn bench_script(
    args: &Args,
    name: &str,
    script: &str,
    loaded: &Loaded,
    native: f64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let measured = measure(&Position::start(&loaded.game));
    if let Some(error) = measured.error {
        return Err(error.into());
    }
    let hooks = loaded.game.evaluation.script.iter().flat_map(|script| &script.hooks);
    let hooks: Vec<&str> = hooks.map(|(hook, _)| *hook).collect();
    let (nodes, speed) = (measured.nodes, measured.speed);
    let share = speed / native;
    if args.json {
        let row = json!({
            "game": name, "script": script, "hooks": hooks, "nodes": nodes,
            "nodes_per_second": speed.round(), "share": share,
        });
        json_line(out, &row)?;
    } else {
        let (hooks, share) = (hooks.join(", "), 100.0 * share);
        writeln!(
            out,
            "  {script} ({hooks}): {nodes} nodes, {} nodes/s, {share:.0}% of native",
            rounded(speed)
        )?;
    }
    Ok(out.flush()?)
}

fn measure(start: &Position) -> Measured {
    let mut bench = Bench::new(start);
    let started = Instant::now();
    let nodes = bench.run();
    let mut visited = nodes;
    while started.elapsed() < LEAST_TIME {
        visited += bench.run();
    }
    let speed = visited as f64 / started.elapsed().as_secs_f64();
    Measured { nodes, speed, error: bench.error }
}
