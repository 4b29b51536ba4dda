//! `banco solve`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::game::{ConditionFacts, End, Game, WithName};
use crate::position::Position;
use crate::search::Exact;
use crate::solve::{SolveError, SolveOptions, SolveProgress, SolvedTable, ValueCounts, size_text, solve};

use super::clock;
use super::language::{Language, Locale};
use super::output::{Failure, Finish, json_line, note, place};
use super::question::{Question, exact_keys};
use super::table;

/// Solve a small game
///
/// Finds the exact value of every position that play can reach from the start (or from `--position`), by
/// going backwards from the ends. Ends by repetition are not applied: play that never ends is a value of its
/// own. Games where a repetition is forbidden or won by are refused. What does not fit the memory is given up, and it
/// says how many positions were reached.
///
/// `--save` keeps the table. `--table` uses a saved one instead of solving again; `search`, `play` and `test`
/// take it, too.
///
/// Example: banco solve dodgem --position "B../.B./.WW w"
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// Solve every placement of the start's material and of what moves can make of it, not only what play
    /// can reach
    #[arg(long, conflicts_with = "table")]
    all: bool,
    /// Keep the table in this file
    #[arg(long, value_name = "F", conflicts_with_all = ["load", "table"])]
    save: Option<PathBuf>,
    /// The old word for `--table`
    #[arg(long, value_name = "F", hide = true, conflicts_with_all = ["all", "memory", "threads", "table"])]
    load: Option<PathBuf>,
    /// Memory that may be used: 8GiB, 500MiB
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = bytes, conflicts_with = "table")]
    memory: u64,
    /// Threads that share the work; without it, as many as the machine runs at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), conflicts_with = "table")]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let subject = args.question.open()?;
    let (game, batch) = (&subject.loaded.game, &args.question.about.batch);
    let position = batch.one.read(game)?;
    if let Some(path) = &args.save {
        table::check_place(path)?;
    }
    let table = match (&subject.table, &args.load) {
        (Some(table), _) => table.clone(),
        (None, Some(path)) => Arc::new(table::load(game, path)?),
        (None, None) => Arc::new(solved(args, &subject.voice, &position)?),
    };
    if let Some(path) = &args.save {
        table::save(&table, path)?;
    }
    let is_given = subject.table.is_some() || args.load.is_some();
    let mut tables = vec![table];
    let answer = |position: &Position| {
        // What play from the start does not reach is solved for itself, as it is when it is asked alone.
        if !is_given && tables.iter().all(|table| table.value(position).is_none()) {
            tables.push(Arc::new(solved(args, &subject.voice, position)?));
        }
        let table = tables.iter().find(|table| table.value(position).is_some()).unwrap_or(&tables[0]);
        Ok(answer_json(position, known(table, position)?, &table.counts()))
    };
    if let Some(finish) = batch.answer(game, out, answer)? {
        return Ok(finish);
    }
    let table = &tables[0];
    let (counts, exact) = (table.counts(), known(table, &position)?);
    if batch.json {
        json_line(out, &answer_json(&position, exact, &counts))?;
    } else {
        write_answer(&subject.voice, &position, exact, &counts, out)?;
    }
    Ok(Finish::Good)
}

fn known(table: &SolvedTable, position: &Position) -> Result<Exact, Failure> {
    let unknown = || Failure::Wrong(format!("the table does not know `{position}`: play does not reach it"));
    table.value(position).ok_or_else(unknown)
}

/// Solves, with a bar on a terminal; Ctrl-C stops it.
fn solved(args: &Args, voice: &Locale, position: &Position) -> Result<SolvedTable, Failure> {
    let default = SolveOptions::default();
    let threads = args.threads.map_or(default.threads, usize::from);
    let options = SolveOptions { all: args.all, memory: args.memory, threads, ..default };
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg:20} {bar:40} {human_pos}/{human_len} {elapsed}") {
        bar.set_style(style);
    }
    let voice = Some(voice).filter(|_| !args.question.about.batch.speaks_json());
    let table = clock::timed(None, &options.stop, || {
        solve(position, &options, &|progress| show(&bar, progress, voice))
    });
    bar.finish_and_clear();
    table.map_err(|why| {
        let message = format!("`{}` cannot be solved: {why}", args.question.game.game);
        match why {
            SolveError::Stopped => Failure::Wrong(why.to_string()),
            SolveError::TooLarge { .. } | SolveError::Full { .. } => {
                Failure::Usage(message + "; see --memory")
            }
            SolveError::History(_) | SolveError::Strange | SolveError::TooLong => Failure::Usage(message),
        }
    })
}

/// Who has no voice is told nothing but by the bar.
fn show(bar: &ProgressBar, progress: SolveProgress, voice: Option<&Locale>) {
    match progress {
        SolveProgress::Starting { states, bytes } => {
            if let Some(voice) = voice {
                let (numbered, memory) =
                    (voice.language.grouped(states), voice.language.marked(&size_text(bytes)));
                let plural = if states == 1 { "" } else { "s" };
                note(&voice.of(
                    format!("{numbered} state{plural} numbered, {memory} of memory"),
                    format!("đánh số {numbered} trạng thái, cần {memory} bộ nhớ"),
                ));
            }
            bar.set_message("reached");
            bar.set_length(states);
        }
        SolveProgress::Listing { at_most, bytes, room } => {
            if let Some(voice) = voice {
                let (limit, room) = (counted_at_most(at_most, voice.language), voice.language.grouped(room));
                note(&voice.of(
                    format!("{limit} states at most, {bytes} bytes each and 8 for each move; there is room for {room}"),
                    format!("tối đa {limit} trạng thái, mỗi trạng thái {bytes} byte chưa kể nước đi; bộ nhớ chứa được {room}"),
                ));
            }
            bar.set_message("reached");
        }
        SolveProgress::Reaching { states, of } => {
            bar.set_length(of);
            bar.set_position(states);
        }
        SolveProgress::Deciding { states, of, plies } => {
            bar.set_message(format!("decided in {plies} plies"));
            bar.set_length(of);
            bar.set_position(states);
        }
    }
}

/// Ends that a table leaves out.
fn left_out(game: &Game) -> impl Iterator<Item = WithName<'_, End>> {
    let repeats = |end: &End| end.when.asks(ConditionFacts::REPEATS);
    game.named_ends().filter(move |end| repeats(end))
}

fn answer_json(position: &Position, exact: Exact, counts: &ValueCounts) -> Value {
    let ignored: Vec<&str> = left_out(position.game()).map(|end| end.name).collect();
    let mut all = exact_keys(exact);
    for (key, count) in [
        ("states", counts.states),
        ("wins", counts.wins),
        ("losses", counts.losses),
        ("draws", counts.draws),
        ("longest", u64::from(counts.longest)),
    ] {
        all.insert(key.to_owned(), json!(count));
    }
    all.insert("ignored".to_owned(), json!(ignored));
    Value::Object(all)
}

fn write_answer(
    voice: &Locale,
    position: &Position,
    exact: Exact,
    counts: &ValueCounts,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", voice.exact(position, exact))?;
    let [states, wins, losses, draws] = [counts.states, counts.wins, counts.losses, counts.draws]
        .map(|number| voice.language.grouped(number));
    let plural = if counts.states == 1 { "" } else { "s" };
    let longest = plies_text(counts.longest);
    let sums = voice.of(
        format!(
            "{states} state{plural}; the player to move wins {wins}, loses {losses}, draws {draws}; the longest win takes {longest}"
        ),
        format!(
            "{states} trạng thái; bên đến lượt thắng {wins}, thua {losses}, hòa {draws}; ván thắng dài nhất {} nước",
            counts.longest
        ),
    );
    writeln!(out, "{sums}")?;
    for end in left_out(position.game()) {
        let why = voice.of(
            "not applied, as it depends on the moves before",
            "không áp dụng, vì phụ thuộc vào các nước đi trước",
        );
        let number = position.game().names.ends.iter().position(|named| named.name == end.name);
        let name = number.map_or(end.name, |number| voice.end(number));
        writeln!(out, "{why}: `{name}` ({})", place(end.origin))?;
    }
    Ok(())
}

/// `1,963` or fewer, or a power of ten.
fn counted_at_most(number: u64, language: Language) -> String {
    match number {
        u64::MAX => language.of("10^20 and more", "10^20 hoặc hơn").to_owned(),
        number if number >= 1_000_000_000_000 => format!("10^{}", number.ilog10() + 1),
        number => language.grouped(number),
    }
}

fn plies_text(plies: u32) -> String {
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("{plies} {unit}")
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
}
