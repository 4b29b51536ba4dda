//! `banco book`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::{Value, json};

use crate::arena::{Book, BookMove, BookSearch, EngineWords};
use crate::game::Game;
use crate::library::Loaded;
use crate::position::Position;
use crate::search::Limits;
use crate::suite::{io_words, write_whole};

use super::choice::GameChoice;
use super::clock;
use super::files::{read_text, records_of};
use super::language::{Language, LanguageChoice};
use super::output::{Failure, Finish, json_line};

/// Build an opening book, or read one
///
/// A book is made from games that `banco match --records` kept, or by searching from the start. It holds moves by
/// position with their weights and results, and plays in `play --book`, `engine --book` and `match --book`. A book of
/// PolyGlot (.bin) is read for chess wherever one of ours is.
///
/// Example: banco book dodgem --search depth=6,plies=3 --dump
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    /// Count the first moves of the games in these files
    #[arg(long, value_name = "RECORDS", num_args = 1.., conflicts_with_all = ["search", "load"])]
    from: Vec<PathBuf>,
    /// Search the positions from the start on: depth=8,plies=4,moves=3,margin=30
    #[arg(long, value_name = "PLAN", conflicts_with = "load")]
    search: Option<String>,
    /// Read this book
    #[arg(long, value_name = "FILE", required_unless_present_any = ["from", "search"])]
    load: Option<PathBuf>,
    /// How many moves of each game are counted
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value = "1")]
    least: u64,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print the positions from the start on with their moves
    #[arg(long)]
    dump: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let loaded = args.game.load((!args.json).then(|| args.lang.language()))?;
    let game = &loaded.plain;
    let book = match (&args.load, &args.search) {
        (Some(path), _) => load(&loaded, path)?,
        (None, Some(plan)) => searched(&args.game.game, &loaded.game, plan)?,
        (None, None) => counted(args, game)?,
    };
    if let Some(path) = &args.save {
        save(game, &book, path)?;
    }
    if args.dump {
        dump(&book, game, args, out)?;
    } else if args.json {
        json_line(out, &json!({ "game": args.game.game, "positions": book.len() }))?;
    } else {
        writeln!(out, "{} {}", book.len(), args.lang.language().of("positions", "thế cờ"))?;
    }
    Ok(Finish::Good)
}

/// Reads a book for a game.
pub(super) fn load(loaded: &Loaded, path: &Path) -> Result<Book, Failure> {
    let named = |why: String| format!("cannot use the book `{}`: {why}", path.display());
    if !path.is_file() {
        // What is no file is said as elsewhere.
        read_text(path).map_err(|why| Failure::Usage(named(why)))?;
    }
    Book::load(loaded, path).map_err(|error| Failure::Wrong(named(error.to_string())))
}

/// Writes a book; anything else that is there is left alone.
fn save(game: &Arc<Game>, book: &Book, path: &Path) -> Result<(), Failure> {
    let failed = |why: String| Failure::Usage(format!("cannot save `{}`: {why}", path.display()));
    if path.exists() && read_text(path).ok().is_none_or(|text| Book::parse(game, &text).is_err()) {
        return Err(failed("something else than a book of this game is there".to_owned()));
    }
    write_whole(path, &[book.to_text(game).as_bytes()]).map_err(|error| failed(io_words(&error)))
}

fn counted(args: &Args, game: &Arc<Game>) -> Result<Book, Failure> {
    let mut book = Book::new(&args.game.game, game);
    for path in &args.from {
        for record in records_of(path, game)?.values() {
            let named = |why| Failure::Wrong(format!("`{}`: game {}: {why}", path.display(), record.game));
            book.add(game, record, args.plies as usize).map_err(named)?;
        }
    }
    book.tidy(args.least);
    Ok(book)
}

fn searched(name: &str, game: &Arc<Game>, plan: &str) -> Result<Book, Failure> {
    let plan = read_plan(plan).map_err(|why| Failure::Usage(format!("--search: {why}")))?;
    let mut book = Book::new(name, game);
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
    clock::timed(None, &plan.stop, || {
        book.search(game, &plan, &mut |done, known| {
            bar.set_length(known as u64);
            bar.set_position(done as u64);
        });
    });
    bar.finish_and_clear();
    match clock::was_interrupted() {
        true => Err(Failure::Wrong("interrupted".to_owned())),
        false => Ok(book),
    }
}

fn read_plan(text: &str) -> Result<BookSearch, String> {
    let words = EngineWords::read(text).map_err(|error| error.to_string())?;
    words.only(&["depth", "plies", "moves", "margin"]).map_err(|error| error.to_string())?;
    let number = |key: &str, otherwise: u32, most: u32| {
        let Some(text) = words.get(key) else { return Ok(otherwise) };
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| format!("`{key}={text}` is not a whole number from 1 to {most}"))
    };
    Ok(BookSearch {
        plies: number("plies", 4, 100)?,
        depth: number("depth", 6, Limits::MAX_DEPTH)?,
        moves: number("moves", 3, 100)? as usize,
        margin: number("margin", 30, 100_000)? as i32,
        stop: Arc::new(AtomicBool::new(false)),
    })
}

/// Prints the positions that the book leads to from the start, each once.
fn dump(book: &Book, game: &Arc<Game>, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let language = args.lang.language();
    book.walk(game, |position, moves| match args.json {
        true => json_line(out, &position_json(position, moves)).map_err(Failure::from),
        false => write_position(language, position, moves, out).map_err(Failure::from),
    })
}

fn position_json(position: &Position, moves: &[BookMove]) -> Value {
    json!({ "position": position.to_string(), "line": position.played_texts(), "moves": moves })
}

fn write_position(
    language: Language,
    position: &Position,
    moves: &[BookMove],
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let line = position.played_texts().join(" ");
    let after = if line.is_empty() { "" } else { language.of("   after ", "   sau ") };
    writeln!(out, "{position}{after}{line}")?;
    for known in moves {
        write!(out, "  {:8} {} {:>4}", known.text, language.of("weight", "trọng số"), known.weight)?;
        if known.games() > 0 {
            let [wins, draws, losses] = known.results;
            let results = language.of(
                format!("{wins} won, {draws} drawn, {losses} lost"),
                format!("thắng {wins}, hòa {draws}, thua {losses}"),
            );
            write!(out, "  {results}")?;
        }
        if let Some(score) = known.score {
            write!(out, "  {} {score:+}", language.of("score", "điểm"))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
