//! `banco search`

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::game::{Game, SearchMethod};
use crate::notation::MoveStyle;
use crate::position::Position;
use crate::search::textbook::Algorithm;
use crate::search::{Limits, Line, Report, Search};

use super::choice::without_script;
use super::clock;
use super::language::Locale;
use super::limits::LimitArgs;
use super::notation::NotationChoice;
use super::output::{Failure, Finish, json_line, note};
use super::question::{Question, Subject};
use super::score::{line_json, outcome_json};
use super::table::knowing;

/// How long a search takes when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Search for the best move
///
/// Scores are in points, positive for the first player listed. Without a limit the search takes two
/// seconds. Ctrl-C stops it and shows the best so far.
///
/// Without `--depth`, every algorithm looks one ply deeper each time, as long as the limits allow. What a
/// textbook's algorithm reports as counted was counted at the last depth that it finished, the one that its
/// score is from.
///
/// Example: banco search dodgem --depth 12
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    limits: LimitArgs,
    /// How the tree is searched
    ///
    /// Without it, the search that the definition names, or else pvs.
    #[arg(long, value_name = "A", value_enum)]
    algorithm: Option<Method>,
    /// Show this many best moves
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1000))]
    multipv: Option<u16>,
    #[command(flatten)]
    notation: NotationChoice,
}

/// How a tree is searched.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// The strong search
    Pvs,
    /// Monte-Carlo tree search: plays the game out many times
    Mcts,
    /// The strong search without selectivity: all moves, equally deep
    PvsFullWidth,
    /// The textbooks' alpha-beta, which cuts when alpha >= beta
    AlphaBeta,
    /// The same, cutting only when alpha > beta
    AlphaBetaStrict,
    /// Minimax as one function, by a change of sign
    Negamax,
    /// MaxVal and MinVal
    Minimax,
    /// Minimax without recursion
    MinimaxIterative,
}

/// Why a textbook's algorithm does not search a game.
pub(super) const ALTERNATES: &str =
    "the textbooks' players move by turns, one move each: in this game only `pvs` looks ahead";

impl Method {
    /// In the textbooks' order.
    pub(super) const ALL: [Method; 7] = [
        Method::Minimax,
        Method::MinimaxIterative,
        Method::Negamax,
        Method::AlphaBetaStrict,
        Method::AlphaBeta,
        Method::PvsFullWidth,
        Method::Pvs,
    ];

    /// Its name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }

    /// The strong search that a game is played by.
    fn of(game: &Game) -> Method {
        match game.search.algorithm {
            SearchMethod::Pvs => Method::Pvs,
            SearchMethod::Mcts => Method::Mcts,
        }
    }

    /// The same as limits say it; `None` for the textbooks' algorithms.
    fn strong(self) -> Option<SearchMethod> {
        match self {
            Method::Pvs | Method::PvsFullWidth => Some(SearchMethod::Pvs),
            Method::Mcts => Some(SearchMethod::Mcts),
            _ => None,
        }
    }

    /// Whether it tells its lines as it goes on, and may be told of tables and of several lines.
    fn plays(self) -> bool {
        matches!(self, Method::Pvs | Method::Mcts)
    }

    pub(super) fn textbook(self) -> Option<Algorithm> {
        match self {
            Method::Pvs | Method::PvsFullWidth | Method::Mcts => None,
            Method::AlphaBeta => Some(Algorithm::AlphaBeta),
            Method::AlphaBetaStrict => Some(Algorithm::AlphaBetaStrict),
            Method::Negamax => Some(Algorithm::Negamax),
            Method::Minimax => Some(Algorithm::Minimax),
            Method::MinimaxIterative => Some(Algorithm::MinimaxIterative),
        }
    }

    /// Refuses a textbook's algorithm for a game whose players do not alternate.
    pub(super) fn check_turns(self, game: &Game) -> Result<(), Failure> {
        match self.textbook().is_some() && !game.alternates() {
            true => Err(Failure::Usage(ALTERNATES.to_owned())),
            false => Ok(()),
        }
    }

    /// Searches within limits. Without a depth, the textbooks' algorithms look one ply deeper each time, as
    /// long as the other limits allow; the last one that was finished is reported.
    pub(super) fn run(self, search: &mut Search, position: &Position, args: &LimitArgs) -> Report {
        let Some(algorithm) = self.textbook() else {
            let limits = Limits {
                full_width: self == Method::PvsFullWidth,
                algorithm: self.strong(),
                ..args.limits()
            };
            return clock::timed(args.time, &limits.stop, || search.run(position, &limits, &mut |_| {}));
        };
        let limits = args.limits();
        clock::timed(args.time, &limits.stop, || match args.depth {
            Some(_) => search.study(position, algorithm, &limits),
            None => deepen(search, position, algorithm, &limits),
        })
    }
}

/// One depth after the other; what is reported was counted at the last one that was finished, as the books
/// count, and the limit on positions is for all of them together.
fn deepen(search: &mut Search, position: &Position, algorithm: Algorithm, limits: &Limits) -> Report {
    let mut visited = 0;
    let mut done: Option<Report> = None;
    for depth in 1..=Limits::MAX_DEPTH {
        let left = Limits { depth, nodes: limits.nodes.saturating_sub(visited), ..limits.clone() };
        let report = search.study(position, algorithm, &left);
        visited += report.nodes;
        match done {
            Some(before) if report.depth == 0 => {
                return Report { script_error: report.script_error, ..before };
            }
            _ if report.depth == 0 || report.exact => return report,
            _ => done = Some(report),
        }
    }
    done.unwrap_or_else(|| search.study(position, algorithm, &Limits { depth: 0, ..limits.clone() }))
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let plays = args.algorithm.is_none_or(Method::plays);
    if args.multipv.is_some() && !plays {
        return Err(Failure::Usage("only the algorithms pvs and mcts know `--multipv`".to_owned()));
    }
    let Question { game: named, about } = &args.question;
    if args.limits.threads > 1 && args.algorithm.is_some_and(|method| method.textbook().is_some()) {
        return Err(Failure::Usage("the textbooks' algorithms take one of `--threads`".to_owned()));
    }
    if about.table.table.is_some() && !plays {
        // The others show what they have to look at to find out what a table knows.
        return Err(Failure::Usage("only the algorithms pvs and mcts use a `--table`".to_owned()));
    }
    let Subject { loaded, voice, table } = about.open(named)?;
    let game = loaded.game.clone();
    let method = args.algorithm.unwrap_or_else(|| Method::of(&game));
    method.check_turns(&game)?;
    let style = args.notation.style(&game)?;
    let search = knowing(table.as_ref(), &game);
    let mut searcher = Searcher { args, method, voice, style, search, plain: loaded.plain };
    let answered = about.batch.answer(&game, out, |position| {
        let (report, seconds) = searcher.search(position, false)?;
        Ok(searcher.json(position, &report, seconds))
    })?;
    if let Some(finish) = answered {
        return Ok(finish);
    }
    let position = about.batch.one.read_in(&game, style)?;
    let (report, seconds) = searcher.search(&position, !about.batch.json)?;
    if about.batch.json {
        json_line(out, &searcher.json(&position, &report, seconds))?;
    } else {
        searcher.write(&position, &report, seconds, out)?;
    }
    Ok(Finish::Good)
}

struct Searcher<'a> {
    args: &'a Args,
    method: Method,
    voice: Locale,
    /// How moves are written.
    style: MoveStyle,
    search: Search,
    /// The game without its script.
    plain: Arc<Game>,
}

impl Searcher<'_> {
    /// Searches, and says on a terminal how far it has come.
    fn search(&mut self, position: &Position, tells: bool) -> Result<(Report, f64), Failure> {
        let (report, seconds) = self.search_once(position, tells);
        let Some(error) = report.script_error.clone() else { return Ok((report, seconds)) };
        let own = without_script(position, &self.plain, error)?;
        Ok(self.search_once(&own, tells))
    }

    fn search_once(&mut self, position: &Position, tells: bool) -> (Report, f64) {
        let limits = LimitArgs { algorithm: self.method.strong(), ..self.args.limits.or_time(DEFAULT_TIME) };
        let lines = self.args.multipv.unwrap_or(1) as usize;
        let tells = tells && std::io::stderr().is_terminal();
        let (voice, style) = (&self.voice, self.style);
        let started = Instant::now();
        if !self.method.plays() {
            let report = self.method.run(&mut self.search, position, &limits);
            return (report, started.elapsed().as_secs_f64());
        }
        let report = limits.run(&mut self.search, position, lines, true, &mut |report| {
            if tells {
                let line =
                    report.lines.first().map_or(String::new(), |line| line_text(position, style, line));
                let (score, depth, nodes) = (
                    voice.found_score(report.score, report),
                    report.depth,
                    voice.language.grouped(report.nodes),
                );
                note(&voice.of(
                    format!("depth {depth:3}  {score:>8}  {nodes:>9} nodes  {line}"),
                    format!("độ sâu {depth:3}  {score:>8}  {nodes:>9} đỉnh  {line}"),
                ));
            }
        });
        (report, started.elapsed().as_secs_f64())
    }

    fn json(&self, position: &Position, report: &Report, seconds: f64) -> Value {
        let mut all =
            report_json(&self.args.question.game.game, self.method, position, self.style, report, seconds);
        if self.args.multipv.is_some() {
            let line = |line: &Line| line_json(position, self.style, line.score, Some(line));
            all.insert("lines".to_owned(), report.lines.iter().map(line).collect());
        }
        Value::Object(all)
    }

    fn write(
        &self,
        position: &Position,
        report: &Report,
        seconds: f64,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let (game, voice) = (position.game(), &self.voice);
        if let Some(outcome) = &report.outcome {
            writeln!(out, "{}", voice.over(game, outcome))?;
            return Ok(());
        }
        let many = report.lines.len() > 1;
        for (number, line) in report.lines.iter().enumerate() {
            if many {
                write!(out, "{:>3}. ", number + 1)?;
            }
            let texts = position.line_in(self.style, &line.moves);
            let (score, best) =
                (voice.found_score(line.score, report), texts.first().map_or("", |text| text));
            writeln!(out, "{best}  {score}  {}: {}", voice.of("line", "diễn biến"), texts.join(" "))?;
        }
        let proven = match report.exact {
            true => voice.of(", proven to the end of the game", ", đã tính đến hết ván"),
            false => "",
        };
        let speed = voice.language.rounded(report.nodes as f64 / seconds.max(1e-9));
        let (depth, nodes) = (report.depth, voice.language.grouped(report.nodes));
        let seconds = voice.language.decimal(seconds, 2);
        let sum = voice.of(
            format!("depth {depth}{proven}; {nodes} nodes in {seconds} s, {speed} nodes/s"),
            format!("độ sâu {depth}{proven}; {nodes} đỉnh trong {seconds} giây, {speed} đỉnh/giây"),
        );
        writeln!(out, "{sum}")?;
        Ok(())
    }
}

/// What a search found, key by key.
pub(super) fn report_json(
    game: &str,
    method: Method,
    position: &Position,
    style: MoveStyle,
    report: &Report,
    seconds: f64,
) -> Map<String, Value> {
    let mut best = line_json(position, style, report.score, report.lines.first());
    if method.textbook().is_some() && report.outcome.is_none() {
        // A flat win says nothing of its distance.
        best["mate"] = Value::Null;
    }
    let mut all = Map::new();
    let mut put = |key: &str, value: Value| all.insert(key.to_owned(), value);
    put("game", json!(game));
    put("position", json!(position.to_string()));
    put("algorithm", json!(method.name()));
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
    all
}

/// The moves of a line as text.
fn line_text(position: &Position, style: MoveStyle, line: &Line) -> String {
    position.line_in(style, &line.moves).join(" ")
}
