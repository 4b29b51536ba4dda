//! `banco perft`

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::arena::Shard;
use crate::game::Move;
use crate::on_board;
use crate::position::{Counts, LastPly, Position};

use super::arena::known_game;
use super::difference;
use super::language::Locale;
use super::output::{Failure, Finish, json_line};
use super::question::Question;

/// Count the tree of moves
///
/// The number of ways to play DEPTH moves, to check rules and to measure speed. Ends by repetition and by
/// quiet moves are left out, as in published counts.
///
/// Example: banco perft dodgem 12
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// How many moves deep
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Show the count below each first move
    #[arg(long)]
    divide: bool,
    /// Play the last moves, too, instead of counting them
    #[arg(long)]
    played: bool,
    /// Threads that share the first moves
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Count below a part of the first moves alone: number/count, such as 3/16. The counts of all parts add up
    #[arg(long, value_name = "I/N", conflicts_with = "against")]
    shard: Option<Shard>,
    /// Compare with another program, such as cmd=fairy-stockfish,variant=NAME, and walk down to the first position where
    /// the two know other moves
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["divide", "played", "threads", "positions"])]
    against: Option<String>,
}

/// What was counted.
struct Count {
    counts: Counts,
    divided: Option<Vec<(Move, u64)>>,
    seconds: f64,
}

impl Count {
    fn leaves(&self) -> u64 {
        self.counts.last().copied().unwrap_or(0)
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let subject = args.question.open()?;
    let (game, batch) = (&subject.loaded.game, &args.question.about.batch);
    let answer = |position: &Position| Ok(count_json(args, position, &count(args, position)));
    if let Some(finish) = batch.answer(game, out, answer)? {
        return Ok(finish);
    }
    let position = batch.one.read(game)?;
    if let Some(engine) = &args.against {
        return difference::run(
            engine,
            &known_game(&args.question.game.game, &subject.loaded),
            &position,
            args.depth,
            batch.json,
            out,
        );
    }
    let count = count(args, &position);
    if batch.json {
        json_line(out, &count_json(args, &position, &count))?;
    } else {
        write_count(&subject.voice, &position, &count, out)?;
    }
    Ok(Finish::Good)
}

fn count(args: &Args, position: &Position) -> Count {
    let depth = args.depth as usize;
    let last = if args.played { LastPly::Played } else { LastPly::Counted };
    let started = Instant::now();
    if !args.divide && args.threads == 1 && args.shard.is_none() {
        let counts = position.perft(depth, last);
        return Count { counts, divided: None, seconds: started.elapsed().as_secs_f64() };
    }
    let below = divide(position, depth, last, args.threads as usize, args.shard);
    let mut counts = vec![0; depth];
    for (_, branch) in &below {
        counts.iter_mut().zip(branch).for_each(|(sum, count)| *sum += count);
    }
    let leaves = |(mv, branch): &(Move, Counts)| (*mv, branch.last().copied().unwrap_or(0));
    let divided = args.divide.then(|| below.iter().map(leaves).collect());
    Count { counts, divided, seconds: started.elapsed().as_secs_f64() }
}

/// The counts below each first move, the threads taking one move after the other.
fn divide(
    position: &Position,
    depth: usize,
    last: LastPly,
    threads: usize,
    shard: Option<Shard>,
) -> Vec<(Move, Counts)> {
    if threads == 1 && shard.is_none() {
        return position.perft_divided(depth, last);
    }
    let here = |number: u64| shard.is_none_or(|shard| shard.has(number));
    let moves = position.perft_divided(1, last).into_iter().map(|(mv, _)| mv);
    let root: Vec<Move> = (0..).zip(moves).filter(|(number, _)| here(*number)).map(|(_, mv)| mv).collect();
    let open = Mutex::new(root.iter().enumerate());
    let done = Mutex::new(vec![Counts::new(); root.len()]);
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let next = open.lock().ok().and_then(|mut open| open.next());
                let Some((number, &mv)) = next else { break };
                let counts = branch(position, mv, depth, last);
                if let Ok(mut done) = done.lock() {
                    done[number] = counts;
                }
            }
        };
        for _ in 1..threads.min(root.len().max(1)) {
            // A thread that cannot be had is one fewer: those there are do its work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    root.into_iter().zip(done.into_inner().unwrap_or_default()).collect()
}

/// The move itself and the counts below it.
fn branch(position: &Position, mv: Move, depth: usize, last: LastPly) -> Counts {
    let mut position = position.clone();
    let (game, engine) = position.parts();
    on_board!(engine, board => {
        board.play(game, mv);
        let mut counts = vec![1];
        counts.extend(board.perft(game, depth - 1, last));
        counts
    })
}

fn count_json(args: &Args, position: &Position, count: &Count) -> Value {
    let mut all = Map::new();
    all.insert("game".to_owned(), json!(args.question.game.game));
    all.insert("position".to_owned(), json!(position.to_string()));
    all.insert("depth".to_owned(), json!(args.depth));
    if let Some(shard) = args.shard {
        all.insert("shard".to_owned(), json!(shard.to_string()));
    }
    all.insert("nodes".to_owned(), json!(count.leaves()));
    all.insert("seconds".to_owned(), json!(count.seconds));
    all.insert("counts".to_owned(), json!(count.counts));
    if let Some(divided) = &count.divided {
        let by_move = divided.iter().map(|&(mv, leaves)| (position.move_text(mv), json!(leaves)));
        all.insert("divide".to_owned(), Value::Object(by_move.collect()));
    }
    Value::Object(all)
}

fn write_count(
    voice: &Locale,
    position: &Position,
    count: &Count,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for (mv, leaves) in count.divided.iter().flatten() {
        writeln!(out, "{:8} {leaves:>16}", position.move_text(*mv))?;
    }
    let [depth, leaves] = voice.of(["depth", "leaves"], ["độ sâu", "số lá"]);
    writeln!(out, "{depth:8} {leaves:>16}")?;
    for (depth, leaves) in count.counts.iter().enumerate() {
        writeln!(out, "{:<8} {leaves:>16}", depth + 1)?;
    }
    let language = voice.language;
    let speed = language.rounded(count.leaves() as f64 / count.seconds.max(1e-9));
    let (leaves, seconds) = (count.leaves(), language.decimal(count.seconds, 3));
    let sum = voice.of(
        format!("{leaves} leaves in {seconds} s, {speed} leaves/s"),
        format!("{leaves} lá trong {seconds} giây, {speed} lá/giây"),
    );
    writeln!(out, "{sum}")?;
    Ok(())
}
