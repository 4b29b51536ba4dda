//! `banco list`

use std::io::Write;

use serde_json::{Value, json};

use crate::library::{Library, Shelved};

use super::output::{Failure, Finish, json_line};

/// List the games there are
///
/// Those shipped with the program and those in the folder `games`, with their family, board and title.
///
/// Example: banco list
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct Row {
    shelved: Shelved,
    board: String,
    title: String,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    let rows: Vec<Row> = library.all().into_iter().map(|shelved| row(&library, shelved)).collect();
    if args.json {
        let games: Vec<Value> = rows.iter().map(row_json).collect();
        json_line(out, &json!({ "games": games }))?;
        return Ok(Finish::Good);
    }
    let width = |text: fn(&Row) -> &str| rows.iter().map(|r| text(r).chars().count()).max().unwrap_or(0);
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
fn row(library: &Library, shelved: Shelved) -> Row {
    let (board, title) = match library.open(&shelved) {
        Ok(loaded) => {
            let geometry = &loaded.game.rules.geometry;
            (format!("{}x{}", geometry.files(), geometry.ranks()), loaded.game.names.game.clone())
        }
        Err(_) => ("-".to_owned(), "does not load: see `banco check`".to_owned()),
    };
    Row { shelved, board, title }
}

fn row_json(row: &Row) -> Value {
    json!({
        "name": row.shelved.name,
        "family": row.shelved.family,
        "board": row.board,
        "title": row.title,
        "file": row.shelved.file,
        "shipped": row.shelved.is_shipped(),
        "hides_shipped": row.shelved.hides_shipped(),
    })
}
