//! `banco compare`

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::game::Game;
use crate::notation::MoveStyle;
use crate::position::Position;
use crate::search::{Limits, Report, Search};

use super::choice::without_script;
use super::clock;
use super::language::Locale;
use super::limits::{LimitArgs, duration};
use super::output::{Failure, Finish, json_line};
use super::question::Question;
use super::search::{Method, report_json};
use super::table::knowing;

/// Compare the algorithms on one position
///
/// The textbooks' algorithms and the strong search, one after the other, equally deep: value, move, and
/// what each had to look at. Ctrl-C goes on to the next one. With `--positions`, each answer has the rows of
/// its position under `algorithms`. A `--table` is used by pvs alone.
///
/// Example: banco compare dodgem-textbook --depth 6
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// How many plies are looked ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=Limits::MAX_DEPTH as i64))]
    depth: u32,
    /// The most time for each algorithm: 500ms, 2s, 1.5m
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// The most positions visited by each algorithm
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// A search that knows nothing beforehand, the one that believes the table, and what to go on with when the
/// script fails.
struct Searches {
    plain: Search,
    knowing: Search,
    without_script: Arc<Game>,
}

/// What an algorithm found, and how long it took.
struct AlgorithmRun {
    method: Method,
    report: Report,
    seconds: f64,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let subject = args.question.open()?;
    let (game, batch) = (&subject.loaded.game, &args.question.about.batch);
    Method::Minimax.check_turns(game)?;
    let mut searches = Searches {
        plain: Search::default(),
        knowing: knowing(subject.table.as_ref(), game),
        without_script: subject.loaded.plain.clone(),
    };
    let answered = batch.answer(game, out, |position| {
        let all = Method::ALL.map(|method| row_json(args, position, method, &mut searches));
        Ok(json!({ "algorithms": all.into_iter().collect::<Result<Vec<Value>, Failure>>()? }))
    })?;
    if let Some(finish) = answered {
        return Ok(finish);
    }
    let position = batch.one.read(game)?;
    let voice = &subject.voice;
    if !batch.json {
        write_head(voice, &position, args.depth, out)?;
    }
    for method in Method::ALL {
        if batch.json {
            json_line(out, &row_json(args, &position, method, &mut searches)?)?;
        } else {
            writeln!(
                out,
                "{}",
                row(voice, &position, args.depth, &found(args, &position, method, &mut searches)?)
            )?;
        }
        out.flush()?;
    }
    if !batch.json {
        write_notes(voice, out)?;
        if let Some(known) = subject.known_text(&position) {
            writeln!(out, "{known}")?;
        }
    }
    Ok(Finish::Good)
}

fn found(
    args: &Args,
    position: &Position,
    method: Method,
    searches: &mut Searches,
) -> Result<AlgorithmRun, Failure> {
    let limits = LimitArgs {
        depth: Some(args.depth),
        time: args.time,
        nodes: args.nodes,
        threads: 1,
        seed: 0,
        algorithm: None,
    };
    let search = if method == Method::Pvs { &mut searches.knowing } else { &mut searches.plain };
    let started = Instant::now();
    let mut report = method.run(search, position, &limits);
    if let Some(error) = report.script_error.take() {
        let own = without_script(position, &searches.without_script, error)?;
        report = method.run(search, &own, &limits);
    }
    let seconds = started.elapsed().as_secs_f64();
    clock::was_interrupted();
    Ok(AlgorithmRun { method, report, seconds })
}

fn row_json(
    args: &Args,
    position: &Position,
    method: Method,
    searches: &mut Searches,
) -> Result<Value, Failure> {
    let AlgorithmRun { report, seconds, .. } = found(args, position, method, searches)?;
    Ok(Value::Object(report_json(
        &args.question.game.game,
        method,
        position,
        MoveStyle::Coordinates,
        &report,
        seconds,
    )))
}

/// A line of the table: names to the left, numbers to the right.
fn line(cells: [&str; 8]) -> String {
    const WIDTHS: [usize; 8] = [17, 20, 8, 12, 12, 12, 10, 10];
    let mut text = String::new();
    for (at, (cell, width)) in cells.into_iter().zip(WIDTHS).enumerate() {
        let room = " ".repeat(width.saturating_sub(cell.chars().count()));
        let (before, after) = if at < 3 { ("", room.as_str()) } else { (room.as_str(), "") };
        text += &format!("{before}{cell}{after}  ");
    }
    text.trim_end().to_owned()
}

fn write_head(voice: &Locale, position: &Position, depth: u32, out: &mut dyn Write) -> Result<(), Failure> {
    let turn = voice.player(position.turn());
    let title = voice.of(
        format!("{}: {position} ({turn} to move), depth {depth}", voice.game),
        format!("{}: {position} ({turn} đi), độ sâu {depth}", voice.game),
    );
    let columns = voice.of(
        ["algorithm", "value", "move", "nodes", "leaves", "comparisons", "cut-offs", "seconds"],
        ["thuật toán", "giá trị", "nước đi", "số đỉnh", "số lá", "so sánh", "lần cắt", "giây"],
    );
    writeln!(out, "{title}\n\n{}", line(columns))?;
    Ok(())
}

fn row(voice: &Locale, position: &Position, depth: u32, found: &AlgorithmRun) -> String {
    let AlgorithmRun { method, report, seconds } = found;
    let value = voice.sided_score(report.score);
    let is_over = report.outcome.is_some();
    let stopped = report.depth == 0 && !is_over;
    // The strong search tells what it found before it was stopped.
    let is_short =
        !stopped && !is_over && !report.exact && method.textbook().is_none() && report.depth < depth;
    let value = match (stopped, is_short) {
        (true, _) => format!("{value} ({})", voice.of("stopped", "bị dừng")),
        (_, true) => format!("{value} ({} {})", voice.of("depth", "độ sâu"), report.depth),
        _ => value,
    };
    let best = report.best().map_or("-".to_owned(), |mv| position.move_text(mv));
    let [nodes, leaves, comparisons, cutoffs] =
        [report.nodes, report.leaves, report.comparisons, report.cutoffs]
            .map(|number| voice.language.grouped(number));
    let seconds = voice.language.decimal(*seconds, 4);
    line([&method.name(), &value, &best, &nodes, &leaves, &comparisons, &cutoffs, &seconds])
}

fn write_notes(voice: &Locale, out: &mut dyn Write) -> Result<(), Failure> {
    let notes = voice.of(
        "\npvs-full-width is the strong search without selectivity: its value is minimax's. pvs looks further\n\
         where it matters, so its value may differ.",
        "\npvs-full-width là thuật toán mạnh nhưng xét mọi nước đi sâu như nhau, nên giá trị bằng giá trị minimax;\n\
         pvs nhìn xa hơn ở chỗ quan trọng, nên có thể khác.",
    );
    writeln!(out, "{notes}")?;
    Ok(())
}
