//! `banco bench --perft`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::face::arena::{known_game, lineup};
use crate::face::clock;
use crate::face::language::Language;
use crate::face::output::{Failure, Finish, json_line};
use crate::library::Loaded;
use crate::position::{LastPly, Position};
use crate::protocol::Dialect;
use crate::protocol::client::{self, Client, Program, Trouble};

use super::Args;

/// A tree is counted again until that has passed, so that its speed can be told.
const LEAST_TIME: Duration = Duration::from_millis(200);

/// No tree is counted that is expected to take longer.
const MOST_TIME: Duration = Duration::from_secs(4);

/// How long the other program may take for one tree.
const PATIENCE: Duration = Duration::from_secs(600);

/// Speeds are compared where the counts differ by less than this part of ours: a rule that is read otherwise in a few
/// positions does not make a tree another tree.
const ALIKE: f64 = 1e-3;

/// Another program to count beside.
struct Peer {
    program: Program,
    dialect: Dialect,
    called: String,
    abort: Arc<AtomicBool>,
}

/// The tree of a game that is counted.
struct Tree {
    depth: usize,
    leaves: u64,
}

/// What counting took.
struct Measured {
    tree: Tree,
    speed: f64,
    /// What the other program counted, and how fast.
    theirs: Option<Result<(u64, f64), Trouble>>,
}

impl Measured {
    /// How much faster we are, where both count the same but for a few leaves.
    fn ratio(&self) -> Option<f64> {
        let &(leaves, speed) = self.theirs.as_ref()?.as_ref().ok()?;
        let alike = leaves.abs_diff(self.tree.leaves) as f64 <= ALIKE * self.tree.leaves as f64;
        alike.then(|| self.speed / speed)
    }

    /// What the other program counts, where that is something else.
    fn other_count(&self) -> Option<u64> {
        let &(leaves, _) = self.theirs.as_ref()?.as_ref().ok()?;
        (leaves != self.tree.leaves).then_some(leaves)
    }
}

/// Counts the trees of games, beside another program where one is given and knows the game.
pub(super) fn run(games: &[(&String, Loaded)], args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let peer = args.against.as_deref().map(Peer::read).transpose()?;
    let voice = (!args.json).then(|| args.lang.language());
    let width = games.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(5);
    let (mut ratios, mut refused) = (Vec::new(), None);
    for (name, loaded) in games {
        let mut client = match &peer {
            None => None,
            Some(peer) => match peer.start(loaded, name, games.len() == 1) {
                Ok(client) => Some(client),
                Err(Trouble::Refused(why)) => {
                    refused = Some(peer.cannot(&Trouble::Refused(why)));
                    None
                }
                Err(trouble) => return Err(peer.cannot(&trouble)),
            },
        };
        let abort = peer.as_ref().map_or_else(Arc::default, |peer| peer.abort.clone());
        let start = Position::start(&loaded.plain);
        let measured = clock::timed(None, &abort, || measure(&start, args.runs, client.as_deref_mut()));
        if clock::was_interrupted() {
            return Err(Failure::Wrong("interrupted".to_owned()));
        }
        ratios.extend(measured.ratio());
        tell(name, width, &measured, voice, out)?;
    }
    match (refused, ratios.is_empty()) {
        (Some(refused), true) => Err(refused),
        (_, true) => Ok(Finish::Good),
        _ => sum_up(&ratios, voice, out),
    }
}

/// Says how fast we are in all; for programs where no language is spoken.
fn sum_up(ratios: &[f64], voice: Option<Language>, out: &mut dyn Write) -> Result<Finish, Failure> {
    let shared = ratios.len();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / shared as f64).exp();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let Some(language) = voice else {
        json_line(out, &json!({ "shared": shared, "ratio": mean, "least": least }))?;
        return Ok(Finish::Good);
    };
    let [mean, least] = [mean, least].map(|ratio| language.decimal(ratio, 2));
    let sum = language.of(
        format!("{shared} shared: {mean} times as fast (geometric mean), at least {least}"),
        format!("{shared} trò chung: nhanh gấp {mean} lần (trung bình nhân), ít nhất {least}"),
    );
    writeln!(out, "{sum}")?;
    Ok(Finish::Good)
}

impl Peer {
    fn read(spec: &str) -> Result<Peer, Failure> {
        let (program, dialect, called) = lineup::peer(spec)?;
        Ok(Peer { program, dialect, called, abort: Arc::default() })
    }

    fn cannot(&self, trouble: &Trouble) -> Failure {
        Failure::Usage(format!("the engine `{}` cannot count: {trouble}", self.called))
    }

    /// Starts it for a game, by the first name of the game that it knows. A program that plays but one game is taken at
    /// its word where that `is_alone`.
    fn start(&self, loaded: &Loaded, name: &str, is_alone: bool) -> Result<Box<dyn Client>, Trouble> {
        let known = known_game(name, loaded);
        let mut names: Vec<Option<String>> = match &self.program.variant {
            Some(said) => vec![Some(said.clone())],
            None => known.uci().into_iter().map(|name| Some(name.to_owned())).collect(),
        };
        if is_alone && self.program.variant.is_none() {
            names.push(None);
        }
        let mut refused = Trouble::Refused("it is not asked".to_owned());
        for variant in names {
            let program = Program { variant, ..self.program.clone() };
            match client::start(&program, self.dialect, &known, &self.abort) {
                Err(trouble @ Trouble::Refused(_)) => refused = trouble,
                other => return other,
            }
        }
        Err(refused)
    }
}

/// Counts by turns, and takes the middle of the speeds.
fn measure(start: &Position, runs: u8, client: Option<&mut (dyn Client + 'static)>) -> Measured {
    let tree = tree_of(start);
    let mut beside = client.map(|client| (client, Vec::new()));
    let mut ours = Vec::new();
    let mut failed = None;
    for _ in 0..runs {
        ours.push(speed(start, tree.depth));
        let Some((client, theirs)) = &mut beside else { continue };
        match timed_count(*client, start, tree.depth) {
            Ok(count) => theirs.push(count),
            Err(trouble) => {
                failed = Some(trouble);
                beside = None;
            }
        }
    }
    let theirs = match (failed, beside) {
        (Some(trouble), _) => Some(Err(trouble)),
        (None, Some((_, counts))) => {
            let leaves = counts.last().map_or(0, |&(leaves, _)| leaves);
            Some(Ok((leaves, middle(counts.into_iter().map(|(_, speed)| speed).collect()))))
        }
        (None, None) => None,
    };
    Measured { tree, speed: middle(ours), theirs }
}

/// What another program counts, and how many leaves a second.
fn timed_count(client: &mut dyn Client, start: &Position, depth: usize) -> Result<(u64, f64), Trouble> {
    client.new_game(start)?;
    let began = Instant::now();
    let divided = client.divide(start, depth as u32, PATIENCE)?;
    let took = began.elapsed();
    let leaves = divided.iter().map(|(.., count)| count).sum::<u64>();
    Ok((leaves, leaves as f64 / took.as_secs_f64().max(1e-9)))
}

/// The deepest tree that is counted within the time.
fn tree_of(start: &Position) -> Tree {
    let mut tree = Tree { depth: 1, leaves: leaves(start, 1) };
    loop {
        let began = Instant::now();
        let next = Tree { depth: tree.depth + 1, leaves: leaves(start, tree.depth + 1) };
        let took = began.elapsed();
        if next.leaves == 0 {
            return tree;
        }
        let growth = (next.leaves as f64 / tree.leaves.max(1) as f64).max(1.0);
        tree = next;
        if took >= LEAST_TIME || took.mul_f64(growth) > MOST_TIME || tree.depth == 64 {
            return tree;
        }
    }
}

fn leaves(start: &Position, depth: usize) -> u64 {
    start.perft(depth, LastPly::Counted).last().copied().unwrap_or(0)
}

/// Leaves a second, over as many counts as fill the time.
fn speed(start: &Position, depth: usize) -> f64 {
    let began = Instant::now();
    let mut counted = 0;
    loop {
        counted += leaves(start, depth);
        let took = began.elapsed();
        if took >= LEAST_TIME {
            return counted as f64 / took.as_secs_f64();
        }
    }
}

fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

fn tell(
    name: &str,
    width: usize,
    measured: &Measured,
    voice: Option<Language>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Measured { tree: Tree { depth, leaves }, speed, theirs } = measured;
    let Some(language) = voice else {
        let mut row =
            json!({ "game": name, "depth": depth, "nodes": leaves, "leaves_per_second": speed.round() });
        match theirs {
            Some(Ok((count, speed))) => {
                row["their_nodes"] = json!(count);
                row["their_leaves_per_second"] = json!(speed.round());
                row["ratio"] = json!(measured.ratio());
            }
            Some(Err(trouble)) => row["trouble"] = json!(trouble.to_string()),
            None => {}
        }
        json_line(out, &row)?;
        return Ok(out.flush()?);
    };
    let [deep, unit, second] = language.of(["depth", "leaves", "s"], ["độ sâu", "lá", "giây"]);
    let speed = language.rounded(*speed);
    write!(out, "{name:width$}  {deep} {depth:>2}  {leaves:>11} {unit}  {speed:>8} {unit}/{second}")?;
    if let (Some(Ok((_, theirs))), Some(ratio)) = (theirs, measured.ratio()) {
        let theirs = language.rounded(*theirs);
        write!(out, "  {theirs:>8} {unit}/{second}  {:>6}", language.decimal(ratio, 2))?;
    }
    if let Some(count) = measured.other_count() {
        write!(out, "  {} {count}", language.of("it counts", "máy kia đếm được"))?;
    }
    if let Some(Err(trouble)) = theirs {
        write!(out, "  {trouble}")?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}
