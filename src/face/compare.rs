//! `banco compare`

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::position::Position;
use crate::search::{Limits, Report, Search};

use super::choice::{GameChoice, PositionChoice, without_script};
use super::clock;
use super::language::{LanguageChoice, Voice};
use super::limits::{LimitArgs, duration};
use super::output::{Failure, Finish, json_line};
use super::search::{Method, report_json};

/// Compare the algorithms on one position
///
/// The textbooks' algorithms and the strong search, one after the other, equally deep: value, move, and
/// what each had to look at. Ctrl-C goes on to the next one.
///
/// Example: banco compare dodgem-textbook --depth 6
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    position: PositionChoice,
    /// How many plies are looked ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=Limits::MAX_DEPTH as i64))]
    depth: u32,
    /// The most time for each algorithm: 500ms, 2s, 1.5m
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// The most positions visited by each algorithm
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    language: LanguageChoice,
    /// Print JSON, a line for each algorithm
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let loaded = args.game.load((!args.json).then(|| args.language.language()))?;
    let voice = args.language.voice(&loaded);
    let mut position = args.position.read(&loaded.game)?;
    if !args.json {
        write_head(&voice, &position, args.depth, out)?;
    }
    let limits = LimitArgs { depth: Some(args.depth), time: args.time, nodes: args.nodes, threads: 1 };
    let mut search = Search::default();
    for method in Method::ALL {
        let started = Instant::now();
        let mut report = method.run(&mut search, &position, &limits);
        if let Some(error) = report.script_error.take() {
            position = without_script(&position, &loaded.plain, error)?;
            report = method.run(&mut search, &position, &limits);
        }
        let seconds = started.elapsed().as_secs_f64();
        clock::was_interrupted();
        if args.json {
            let row = report_json(&args.game.game, method, &position, &report, seconds);
            json_line(out, &Value::Object(row))?;
        } else {
            writeln!(out, "{}", row(&voice, &position, method, &report, seconds))?;
        }
        out.flush()?;
    }
    if !args.json {
        write_notes(&voice, out)?;
    }
    Ok(Finish::Good)
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

fn write_head(voice: &Voice, position: &Position, depth: u32, out: &mut dyn Write) -> Result<(), Failure> {
    let turn = voice.player(position.turn());
    let title = voice.of(
        format!("{}: {position} ({turn} to move), depth {depth}", voice.game),
        format!("{}: {position} ({turn} đi), độ sâu {depth}", voice.game),
    );
    let columns = voice.of(
        ["algorithm", "value", "move", "nodes", "leaves", "comparisons", "cut-offs", "seconds"],
        ["thuật toán", "giá trị", "nước đi", "số đỉnh", "số lá", "so sánh", "cắt bỏ", "giây"],
    );
    writeln!(out, "{title}\n\n{}", line(columns))?;
    Ok(())
}

fn row(voice: &Voice, position: &Position, method: Method, report: &Report, seconds: f64) -> String {
    let value = voice.score(report.score);
    let is_over = report.outcome.is_some();
    let stopped = report.depth == 0 && !is_over;
    let value = if stopped { format!("{value} ({})", voice.of("stopped", "bị dừng")) } else { value };
    let best = report.best().map_or("-".to_owned(), |mv| position.move_text(mv));
    let [nodes, leaves, comparisons, cutoffs] =
        [report.nodes, report.leaves, report.comparisons, report.cutoffs].map(grouped);
    let seconds = format!("{seconds:.4}");
    line([&method.name(), &value, &best, &nodes, &leaves, &comparisons, &cutoffs, &seconds])
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn write_notes(voice: &Voice, out: &mut dyn Write) -> Result<(), Failure> {
    let notes = voice.of(
        "\nValues are good for the first player when positive. pvs-full-width is the strong search without\n\
         selectivity: its value is minimax's. pvs looks further where it matters, so its value may differ.",
        "\nGiá trị dương có lợi cho người chơi thứ nhất. pvs-full-width là thuật toán mạnh nhưng xét mọi nước\n\
         đi sâu như nhau, nên giá trị bằng giá trị minimax; pvs nhìn xa hơn ở chỗ quan trọng, nên có thể khác.",
    );
    writeln!(out, "{notes}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let all = [0, 999, 1_000, 549_946, 1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "1 000", "549 946", "1 234 567"]);
    }
}
