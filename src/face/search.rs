//! `banco search`

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::game::Game;
use crate::position::Position;
use crate::search::{Line, Report, Search};

use super::choice::{Batch, GameChoice};
use super::limits::LimitArgs;
use super::output::{Failure, Finish, json_line, note};
use super::score::{mate_json, move_texts, outcome_json, outcome_text, rounded, score_text};
use super::table::{TableArgs, knowing};

/// The only algorithm of this version.
const ALGORITHM: &str = "pvs";

/// How long a search takes when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Search for the best move
///
/// Scores are in points, positive for the first player listed. Without a limit the search takes two
/// seconds. Ctrl-C stops it and shows the best so far.
///
/// Example: banco search dodgem --depth 12
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    batch: Batch,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    table: TableArgs,
    /// How the tree is searched; this version knows pvs
    #[arg(long, value_name = "A", default_value = ALGORITHM, value_parser = algorithm)]
    algorithm: String,
    /// Threads to search with; this version uses one
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: usize,
    /// Show this many best moves
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1000))]
    multipv: Option<u16>,
}

fn algorithm(name: &str) -> Result<String, String> {
    match name {
        ALGORITHM => Ok(name.to_owned()),
        "alpha-beta" | "alpha-beta-strict" | "negamax" | "minimax" | "minimax-iterative" => {
            Err("not supported by this version".to_owned())
        }
        _ => Err(format!("there is no such algorithm; this version knows {ALGORITHM}")),
    }
}

fn threads(number: &str) -> Result<usize, String> {
    match number.parse::<usize>() {
        Ok(1) => Ok(1),
        Ok(2..) => Err("more than one thread is not supported by this version".to_owned()),
        _ => Err("write the number of threads: 1".to_owned()),
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let game = args.game.load()?.game;
    let table = args.table.load(&game)?;
    let mut searcher = Searcher { args, search: knowing(table.as_ref(), &game) };
    let answered = args.batch.answer(&game, out, |position| {
        let (report, seconds) = searcher.search(position, false);
        Ok(searcher.json(position, &report, seconds))
    })?;
    if let Some(finish) = answered {
        return Ok(finish);
    }
    let position = args.batch.one.read(&game)?;
    let (report, seconds) = searcher.search(&position, !args.batch.json);
    if args.batch.json {
        json_line(out, &searcher.json(&position, &report, seconds))?;
    } else {
        write_report(&position, &report, seconds, out)?;
    }
    Ok(Finish::Good)
}

struct Searcher<'a> {
    args: &'a Args,
    search: Search,
}

impl Searcher<'_> {
    /// Searches, and says on a terminal how far it has come.
    fn search(&mut self, position: &Position, tells: bool) -> (Report, f64) {
        let limits = self.args.limits.or_time(DEFAULT_TIME);
        let lines = self.args.multipv.unwrap_or(1) as usize;
        let tells = tells && std::io::stderr().is_terminal();
        let started = Instant::now();
        let report = limits.run(&mut self.search, position, lines, true, &mut |report| {
            if tells {
                let game = position.game();
                let line = report.lines.first().map_or(String::new(), |line| line_text(game, line));
                let score = score_text(game, report.score);
                note(&format!("depth {:3}  {score:>8}  {:>9} nodes  {line}", report.depth, report.nodes));
            }
        });
        (report, started.elapsed().as_secs_f64())
    }

    fn json(&self, position: &Position, report: &Report, seconds: f64) -> Value {
        let best = line_json(position, report.score, report.lines.first());
        let mut all = Map::new();
        let mut put = |key: &str, value: Value| all.insert(key.to_owned(), value);
        put("game", json!(self.args.game.game));
        put("position", json!(position.to_string()));
        put("algorithm", json!(ALGORITHM));
        put("depth", json!(report.depth));
        for key in ["score", "mate"] {
            put(key, best[key].clone());
        }
        put("exact", json!(report.exact));
        for key in ["move", "pv"] {
            put(key, best[key].clone());
        }
        put("nodes", json!(report.nodes));
        put("leaves", json!(report.leaves));
        put("comparisons", json!(report.comparisons));
        put("cutoffs", json!(report.cutoffs));
        put("seconds", json!(seconds));
        put("outcome", outcome_json(position));
        if self.args.multipv.is_some() {
            let line = |line: &Line| line_json(position, line.score, Some(line));
            put("lines", report.lines.iter().map(line).collect());
        }
        Value::Object(all)
    }
}

fn line_json(position: &Position, score: i32, line: Option<&Line>) -> Value {
    let pv = move_texts(position.game(), line.map_or(&[], |line| &line.moves));
    json!({ "score": score, "mate": mate_json(score, position.turn()), "move": pv.first(), "pv": pv })
}

/// The moves of a line as text.
pub(super) fn line_text(game: &Game, line: &Line) -> String {
    move_texts(game, &line.moves).join(" ")
}

fn write_report(
    position: &Position,
    report: &Report,
    seconds: f64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = position.game();
    if let Some(outcome) = &report.outcome {
        writeln!(out, "the game is over: {}", outcome_text(game, outcome))?;
        return Ok(());
    }
    let many = report.lines.len() > 1;
    for (number, line) in report.lines.iter().enumerate() {
        if many {
            write!(out, "{:>3}. ", number + 1)?;
        }
        let best = line.moves.first().map_or(String::new(), |&mv| position.move_text(mv));
        writeln!(out, "{best}  {}  line: {}", score_text(game, line.score), line_text(game, line))?;
    }
    let proven = if report.exact { ", proven to the end of the game" } else { "" };
    let speed = rounded(report.nodes as f64 / seconds.max(1e-9));
    writeln!(
        out,
        "depth {}{proven}; {} nodes in {seconds:.2} s, {speed} nodes/s",
        report.depth, report.nodes
    )?;
    Ok(())
}
