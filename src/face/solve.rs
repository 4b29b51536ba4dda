//! `banco solve`

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::game::{Condition, End, Game};
use crate::position::Position;
use crate::search::Exact;
use crate::solve::{Counts, Options, Progress, SolveError, Table, solve};

use super::batch::Batch;
use super::choice::GameChoice;
use super::clock;
use super::output::{Failure, Finish, json_line, note, place};
use super::score::outcome_text;
use super::table;

/// Solve a small game
///
/// Finds the exact value of every position that play can reach from the start (or from `--position`), by
/// going backwards from the ends. Ends by repetition are not applied: play that never ends is a value of its
/// own. Games whose other ends look at the moves before are refused, and games that do not fit the memory.
///
/// With `--save`, the table can be used by `banco search` and `banco play` with `--table`.
///
/// Example: banco solve dodgem --position "B../.B./.WW w"
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    batch: Batch,
    /// Solve every placement of the start's material and of what moves can make of it, not only what play
    /// can reach
    #[arg(long)]
    all: bool,
    /// Keep the table in this file
    #[arg(long, value_name = "F", conflicts_with = "load")]
    save: Option<PathBuf>,
    /// Use the table in this file instead of solving again
    #[arg(long, value_name = "F", conflicts_with_all = ["all", "memory", "threads"])]
    load: Option<PathBuf>,
    /// Memory that may be used: 8GiB, 500MiB
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = bytes)]
    memory: u64,
    /// Threads that share the work; without it, as many as the machine runs at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let game = args.game.load(args.batch.notes())?.game;
    let position = args.batch.one.read(&game)?;
    if let Some(path) = &args.save {
        table::check_place(path)?;
    }
    let table = match &args.load {
        Some(path) => table::load(&game, path)?,
        None => solved(args, &position)?,
    };
    if let Some(path) = &args.save {
        table::save(&table, path)?;
    }
    let counts = table.counts();
    let answer = |position: &Position| Ok(answer_json(position, known(&table, position)?, &counts));
    if let Some(finish) = args.batch.answer(&game, out, answer)? {
        return Ok(finish);
    }
    let exact = known(&table, &position)?;
    if args.batch.json {
        json_line(out, &answer_json(&position, exact, &counts))?;
    } else {
        write_answer(&position, exact, &counts, out)?;
    }
    Ok(Finish::Good)
}

fn known(table: &Table, position: &Position) -> Result<Exact, Failure> {
    let unknown = || Failure::Wrong(format!("the table does not know `{position}`: play does not reach it"));
    table.value(position).ok_or_else(unknown)
}

/// Solves, with a bar on a terminal; Ctrl-C stops it.
fn solved(args: &Args, position: &Position) -> Result<Table, Failure> {
    let default = Options::default();
    let threads = args.threads.map_or(default.threads, usize::from);
    let options = Options { all: args.all, memory: args.memory, threads, ..default };
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg:20} {bar:40} {human_pos}/{human_len} {elapsed}") {
        bar.set_style(style);
    }
    let tells = !args.batch.speaks_json();
    let table = clock::timed(None, &options.stop, || {
        solve(position, &options, &|progress| show(&bar, progress, tells))
    });
    bar.finish_and_clear();
    table.map_err(|why| {
        let message = format!("`{}` cannot be solved: {why}", args.game.game);
        match why {
            SolveError::Stopped => Failure::Wrong(why.to_string()),
            SolveError::TooLarge { .. } => Failure::Usage(message + "; see --memory"),
            SolveError::History(_) | SolveError::TooLong => Failure::Usage(message),
        }
    })
}

fn show(bar: &ProgressBar, progress: Progress, tells: bool) {
    match progress {
        Progress::Starting { states, bytes } => {
            if tells {
                note(&format!("{} numbered, {} of memory", counted(states, "state"), size(bytes)));
            }
            bar.set_message("reached");
            bar.set_length(states);
        }
        Progress::Reaching { states, .. } => bar.set_position(states),
        Progress::Deciding { states, of, plies } => {
            bar.set_message(format!("decided in {plies} plies"));
            bar.set_length(of);
            bar.set_position(states);
        }
    }
}

/// Ends that a table leaves out.
fn left_out(game: &Game) -> impl Iterator<Item = &End> {
    game.ends.iter().filter(|end| end.when.mentions(&|part| matches!(part, Condition::Repeats { .. })))
}

fn answer_json(position: &Position, exact: Exact, counts: &Counts) -> Value {
    let value = match exact {
        Exact::Win(_) => "win",
        Exact::Loss(_) => "loss",
        Exact::Draw { .. } => "draw",
    };
    let ignored: Vec<&str> = left_out(position.game()).map(|end| end.name.as_str()).collect();
    json!({
        "value": value,
        "plies": exact.plies(),
        "endless": exact == Exact::Draw { endless: true },
        "states": counts.states,
        "wins": counts.wins,
        "losses": counts.losses,
        "draws": counts.draws,
        "longest": counts.longest,
        "ignored": ignored,
    })
}

fn write_answer(
    position: &Position,
    exact: Exact,
    counts: &Counts,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = position.game();
    writeln!(out, "{}", value_text(position, exact))?;
    writeln!(
        out,
        "{}; the player to move wins {}, loses {}, draws {}; the longest win takes {}",
        counted(counts.states, "state"),
        grouped(counts.wins),
        grouped(counts.losses),
        grouped(counts.draws),
        plies_text(counts.longest),
    )?;
    for end in left_out(game) {
        writeln!(
            out,
            "not applied, as it depends on the moves before: `{}` ({})",
            end.name,
            place(&end.origin)
        )?;
    }
    Ok(())
}

fn value_text(position: &Position, exact: Exact) -> String {
    let game = position.game();
    let winner = match exact {
        Exact::Win(_) => position.turn(),
        Exact::Loss(_) => !position.turn(),
        Exact::Draw { endless: true } => return "drawn: play never ends".to_owned(),
        Exact::Draw { endless: false } => return "drawn".to_owned(),
    };
    match (exact.plies(), position.outcome()) {
        (Some(0), Some(outcome)) => format!("the game is over: {}", outcome_text(game, &outcome)),
        (plies, _) => {
            format!("{} wins in {}", game.player_name(winner), plies_text(plies.unwrap_or(0)))
        }
    }
}

/// `1,963 states`.
fn counted(number: u64, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", grouped(number))
}

fn plies_text(plies: u32) -> String {
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("{plies} {unit}")
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `0.7 GiB`.
fn size(bytes: u64) -> String {
    match bytes {
        n if n >= 1 << 30 => format!("{:.1} GiB", n as f64 / (1u64 << 30) as f64),
        n if n >= 1 << 20 => format!("{:.1} MiB", n as f64 / (1u64 << 20) as f64),
        n => format!("{:.1} KiB", n as f64 / 1024.0),
    }
}

/// Reads `8GiB`, `500MiB`, `2.5GB`; a bare number is bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let wrong = || "write a size as 8GiB or 500MiB".to_owned();
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" | "kib" => 1024.0,
        "m" | "mb" | "mib" => 1024.0 * 1024.0,
        "g" | "gb" | "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Ok((number * unit) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_unit() {
        for (text, size) in [("8GiB", 8 << 30), ("1.5G", 3 << 29), ("500 MiB", 500 << 20), ("12", 12)] {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for bad in ["", "GiB", "8 parsecs", "1.2.3G", "-1"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (164_308_067, "164,308,067")] {
            assert_eq!(grouped(number), text);
        }
    }
}
