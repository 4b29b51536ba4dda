//! `banco tree`

mod dot;
mod lines;
mod svg;

use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::answer::{figure_labels, move_labels, tree_json, visit_positions};
use crate::eval::{Score, WIN};
use crate::game::{Move, Player};
use crate::picture::DrawnBoard;
use crate::position::Position;
use crate::search::textbook::{DrawnTree, INFINITY, Payoff, Trace, TraceNode};
use crate::search::{Bound, Counters, Limits, Search};
use crate::suite::Figure;

use super::choice::{GameChoice, without_script};
use super::clock;
use super::files::must_be_there;
use super::language::{Language, Locale};
use super::output::{Failure, Finish, json_line, note};
use super::question::{About, Subject};
use super::search::Method;

/// So many nodes are remembered; the others are counted.
const MOST_RECORDED: usize = 300_000;

/// Boards with more cells are not drawn at the nodes.
const SMALL_BOARD: usize = 30;

/// Draw a game tree as the textbooks do
///
/// Max and min levels, the value of each node, (alpha, beta) where it was entered, the branches that were
/// cut, and the best line; from a position, or from a file with a tree whose leaves have values. A value that
/// left (alpha, beta) is a bound: `≥ 5` or `≤ 5`.
///
/// With `--json` the tree is one object: each node has its `move`, whether it is `max`, its `value`, what the
/// value is by `bound` (exact, lower or upper), the `window` of (alpha, beta) as it was entered (null for an
/// infinite side), whether it was `cut` and is `best`, how many nodes `more` are not shown, and its `children`.
/// `--positions` answers each line with one.
///
/// Example: banco tree dodgem-textbook --depth 3 --format svg > tree.svg
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A game by its name, its title or another name, as `banco list` shows them, or a path that ends in .toml
    #[arg(value_name = "GAME", required_unless_present = "file")]
    game: Option<String>,
    #[command(flatten)]
    about: About,
    /// How many plies are looked ahead
    #[arg(long, value_name = "N", required_unless_present = "file",
        value_parser = clap::value_parser!(u32).range(1..=Limits::MAX_DEPTH as i64))]
    depth: Option<u32>,
    /// Draw the tree in this file instead; the manual shows how one is written
    #[arg(long, value_name = "TREE.ron", conflicts_with_all = [
        "game", "depth", "position", "moves", "positions", "script", "table", "wins"
    ])]
    file: Option<PathBuf>,
    /// One of the textbooks' algorithms; the strong searches are not drawn
    #[arg(long, value_name = "A", value_enum, default_value = "alpha-beta")]
    algorithm: Method,
    /// What a win is worth: the same however far it is, or 10 less the moves after the first one
    #[arg(long, value_enum, default_value = "flat")]
    wins: Wins,
    /// What is printed: text, Graphviz' language, or a picture
    #[arg(long, value_enum, default_value = "text", conflicts_with_all = ["json", "positions"])]
    format: Format,
    /// Draw so many nodes and count the others; the best line is always drawn
    #[arg(long, value_name = "N", default_value = "120", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_nodes: u32,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Dot,
    Svg,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Wins {
    Flat,
    ByDepth,
}

/// A tree to be drawn, whatever it was made from.
struct Sketch {
    language: Language,
    title: String,
    subtitle: String,
    /// Who chooses the greatest value, who the least, when they have names.
    players: [String; 2],
    nodes: Vec<DrawnVertex>,
}

/// A vertex to be drawn.
struct DrawnVertex {
    /// The move that leads here, or the name in the figure.
    label: String,
    is_max: bool,
    value: String,
    /// The value is a bound.
    bounds: bool,
    window: Option<String>,
    cut: bool,
    best: bool,
    children: Vec<usize>,
    more: u64,
    board: Option<DrawnBoard>,
}

/// A tree as it is drawn, and as programs read it.
struct Drawn {
    sketch: Sketch,
    json: Value,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let drawn = match (&args.file, &args.game) {
        (Some(file), _) => {
            must_be_there(file)?;
            of_figure(args, &Figure::load(file).map_err(|error| Failure::Wrong(error.to_string()))?)?
        }
        (None, game) => {
            let subject = args.about.open(&GameChoice { game: game.clone().unwrap_or_default() })?;
            let batch = &args.about.batch;
            args.algorithm.check_turns(&subject.loaded.game)?;
            let answer = |position: &Position| Ok(of_position(args, &subject, position)?.json);
            if let Some(finish) = batch.answer(&subject.loaded.game, out, answer)? {
                return Ok(finish);
            }
            of_position(args, &subject, &batch.one.read(&subject.loaded.game)?)?
        }
    };
    if args.about.batch.json {
        json_line(out, &drawn.json)?;
        return Ok(Finish::Good);
    }
    let text = match args.format {
        Format::Text => lines::draw(&drawn.sketch),
        Format::Dot => dot::draw(&drawn.sketch),
        Format::Svg => svg::draw(&drawn.sketch),
    };
    write!(out, "{text}")?;
    Ok(Finish::Good)
}

fn algorithm(method: Method) -> Result<crate::search::textbook::Algorithm, Failure> {
    let none = || Failure::Usage("the strong search is not drawn: choose a textbook's algorithm".to_owned());
    method.textbook().ok_or_else(none)
}

fn of_position(args: &Args, subject: &Subject, position: &Position) -> Result<Drawn, Failure> {
    let voice = &subject.voice;
    let payoff = match args.wins {
        Wins::Flat => Payoff::Flat,
        Wins::ByDepth => Payoff::ByDepth,
    };
    let limits = Limits { depth: args.depth.unwrap_or(1), ..Limits::default() };
    let algorithm = algorithm(args.algorithm)?;
    let record = |position: &Position| {
        clock::timed(None, &limits.stop, || {
            Search::default().trace(position, algorithm, payoff, &limits, MOST_RECORDED)
        })
    };
    let mut recorded = record(position);
    if let Some(error) = recorded.script_error.take() {
        recorded = record(&without_script(position, &subject.loaded.plain, error)?);
    }
    clock::was_interrupted();
    let title = titled(voice, position);
    let mut subtitle = subtitle(voice, args, limits.depth, &recorded);
    if let Some(known) = subject.known_text(position) {
        subtitle += &format!("; {known}");
    }
    let recorded = recorded.pruned(args.max_nodes as usize);
    let labels = move_labels(&recorded.nodes, position);
    let mut nodes = drawn(&recorded.nodes, &labels, voice);
    draw_boards(&mut nodes, &recorded.nodes, position);
    let mut json = tree_json(&args.algorithm.name(), limits.depth, &recorded, &labels);
    json["game"] = json!(args.game);
    json["position"] = json!(position.to_string());
    let players = Player::each(|player| voice.player(player).to_owned());
    let sketch = Sketch { language: voice.language, title, subtitle, players, nodes };
    Ok(Drawn { sketch, json: subject.with_known(position, json) })
}

fn of_figure(args: &Args, figure: &Figure) -> Result<Drawn, Failure> {
    let DrawnTree { root, .. } = &figure.tree;
    let voice = Locale::unnamed(args.about.language.language());
    let limits = Limits { depth: figure.tree.height(), ..Limits::default() };
    let recorded = figure.tree.trace(algorithm(args.algorithm)?, &limits, MOST_RECORDED);
    let subtitle = subtitle(&voice, args, limits.depth, &recorded);
    let recorded = recorded.pruned(args.max_nodes as usize);
    let labels = figure_labels(&recorded.nodes, root);
    let nodes = drawn(&recorded.nodes, &labels, &voice);
    let mut json = tree_json(&args.algorithm.name(), limits.depth, &recorded, &labels);
    json["name"] = json!(figure.name);
    let players = figure.players.clone().unwrap_or_default();
    let title = figure.name.clone();
    Ok(Drawn { sketch: Sketch { language: voice.language, title, subtitle, players, nodes }, json })
}

/// The game and the position, or whose turn it is where the position is long.
fn titled(voice: &Locale, position: &Position) -> String {
    let text = position.to_string();
    let turn = voice.player(position.turn());
    match text.chars().count() {
        ..=80 => format!("{}: {text}", voice.game),
        _ => format!("{}: {}", voice.game, voice.of(format!("{turn} to move"), format!("{turn} đi"))),
    }
}

/// The algorithm, its depth and what it counted.
fn subtitle<E>(voice: &Locale, args: &Args, depth: u32, recorded: &Trace<E>) -> String {
    let Counters { nodes, leaves, comparisons, cutoffs } = recorded.counters;
    let [nodes, leaves, comparisons, cutoffs] =
        [nodes, leaves, comparisons, cutoffs].map(|number| voice.language.grouped(number));
    let name = args.algorithm.name();
    if !recorded.complete {
        note(voice.of("stopped before the tree was done", "bị dừng trước khi xong"));
    }
    voice.of(
        format!(
            "{name}, depth {depth}; nodes: {nodes}, leaves: {leaves}, comparisons: {comparisons}, cut-offs: {cutoffs}"
        ),
        format!(
            "{name}, độ sâu {depth}; số đỉnh: {nodes}, số lá: {leaves}, so sánh: {comparisons}, số lần cắt: {cutoffs}"
        ),
    )
}

fn drawn<E>(nodes: &[TraceNode<E>], labels: &[String], voice: &Locale) -> Vec<DrawnVertex> {
    let labelled = nodes.iter().zip(labels);
    labelled.map(|(node, label)| DrawnVertex { label: label.clone(), ..of_recorded(node, voice) }).collect()
}

fn of_recorded<E>(node: &TraceNode<E>, voice: &Locale) -> DrawnVertex {
    let window = |(alpha, beta)| format!("({}, {})", value_text(alpha, voice), value_text(beta, voice));
    DrawnVertex {
        label: String::new(),
        is_max: node.is_max,
        value: node.value.map_or(String::new(), |value| {
            let sign = match node.bound() {
                Bound::Exact => "",
                Bound::Lower => "≥ ",
                Bound::Upper => "≤ ",
            };
            format!("{sign}{}", value_text(value, voice))
        }),
        bounds: node.bound() != Bound::Exact,
        window: node.window.map(window),
        cut: node.cut,
        best: node.best,
        children: node.children.clone(),
        more: node.more,
        board: None,
    }
}

/// A value as it stands in a figure.
fn value_text(value: Score, voice: &Locale) -> String {
    match value {
        INFINITY.. => "+∞".to_owned(),
        WIN => format!("+{}", voice.of("win", "thắng")),
        _ if value <= -INFINITY => "-∞".to_owned(),
        _ if value == -WIN => format!("-{}", voice.of("win", "thắng")),
        _ => value.to_string(),
    }
}

/// Draws the board at each node where it is small.
fn draw_boards(nodes: &mut [DrawnVertex], recorded: &[TraceNode<Move>], position: &Position) {
    if position.game().rules.geometry.size() <= SMALL_BOARD {
        visit_positions(recorded, position, &mut |at, position| {
            nodes[at].board = Some(DrawnBoard::of(position, false));
        });
    }
}

impl Sketch {
    /// `Max`, and who that is.
    fn level(&self, is_max: bool) -> String {
        let (name, player) = if is_max { ("Max", &self.players[0]) } else { ("Min", &self.players[1]) };
        if player.is_empty() { name.to_owned() } else { format!("{name} · {player}") }
    }

    fn of<T>(&self, english: T, vietnamese: T) -> T {
        match self.language {
            Language::En => english,
            Language::Vi => vietnamese,
        }
    }

    /// How what is left out is counted.
    fn more(&self, number: u64) -> String {
        self.of(format!("… {number} more"), format!("… {number} đỉnh nữa"))
    }
}
