//! `banco list`

use std::io::Write;

use serde_json::{Value, json};

use crate::library::{Library, Shelved};

use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line};

/// List the games there are
///
/// Those shipped with the program and those in the folder `games`, with their family, board and title. A WORD
/// leaves those that have it in their name, family, title or other names, without regard to case, marks and
/// blanks.
///
/// Example: banco list "co tuong" --lang vi
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Only games that have this in one of their names
    #[arg(value_name = "WORD")]
    word: Option<String>,
    #[command(flatten)]
    language: LanguageChoice,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct ListRow {
    shelved: Shelved,
    board: String,
    title: String,
    aliases: Vec<String>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    let (language, about) = (args.language.code(), library.about(args.word.as_deref()));
    let rows: Vec<ListRow> = about.into_iter().map(|shelved| row(&library, shelved, &language)).collect();
    if let (Some(word), true) = (&args.word, rows.is_empty()) {
        return Err(Failure::Usage(format!("no game has `{}` in one of its names", word.escape_debug())));
    }
    if args.json {
        let games: Vec<Value> = rows.iter().map(row_json).collect();
        json_line(out, &json!({ "games": games }))?;
        return Ok(Finish::Good);
    }
    let width = |text: fn(&ListRow) -> &str| rows.iter().map(|r| text(r).chars().count()).max().unwrap_or(0);
    let (name, family) = (width(|row| &row.shelved.name), width(|row| &row.shelved.family));
    let board = width(|row| &row.board);
    for row in &rows {
        let file = &row.shelved.file;
        let place = match (row.shelved.is_shipped(), row.shelved.hides_shipped()) {
            (true, _) => String::new(),
            (_, true) => format!("  ({file}, not the shipped game)"),
            _ => format!("  ({file})"),
        };
        writeln!(
            out,
            "{:name$}  {:family$}  {:board$}  {}{place}",
            row.shelved.name, row.shelved.family, row.board, row.title
        )?;
    }
    Ok(Finish::Good)
}

/// A definition that does not load is listed too: whoever looks for it wants to know.
fn row(library: &Library, shelved: Shelved, language: &str) -> ListRow {
    let titles = shelved.titles();
    let (board, title) = match library.open(&shelved) {
        Ok(loaded) => {
            let geometry = &loaded.game.rules.geometry;
            (
                format!("{}x{}", geometry.files(), geometry.ranks()),
                titles.of(language).map_or_else(|| loaded.game.names.game.clone(), str::to_owned),
            )
        }
        Err(_) => ("-".to_owned(), "does not load: see `banco check`".to_owned()),
    };
    ListRow { shelved, board, title, aliases: titles.aliases }
}

fn row_json(row: &ListRow) -> Value {
    json!({
        "name": row.shelved.name,
        "family": row.shelved.family,
        "board": row.board,
        "title": row.title,
        "aliases": row.aliases,
        "file": row.shelved.file,
        "shipped": row.shelved.is_shipped(),
        "hides_shipped": row.shelved.hides_shipped(),
    })
}
