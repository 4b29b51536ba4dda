//! `banco serve`

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::library::Library;
use crate::suite::io_words;
use crate::web::{Options, PageServer};

use super::language::LanguageChoice;
use super::output::{Failure, Finish, json_line, note};

/// Open a page to play, see and edit on
///
/// The page is for this computer alone: the server listens on 127.0.0.1 and answers only who has opened the address
/// that it prints, which works once. The page plays every game, shows what the engine thinks, edits definitions,
/// scripts and suites as you type, and draws the textbook's trees. Saving writes into the folders `games`, `scripts`
/// and `suites`. Ctrl-C ends it.
///
/// Example: banco serve dodgem --open
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The game that the page opens with, by name or as a path that ends in .toml
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Print the address as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LanguageChoice,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let library = Library::default();
    let game = match &args.game {
        None => None,
        Some(word) => {
            let loaded = library.load(word)?;
            let found = library.find(word).ok().filter(|found| !found.is_at(word)).map(|found| found.name);
            let stem = Path::new(word).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Some((found.unwrap_or(stem), loaded))
        }
    };
    let failed = |error: std::io::Error| {
        Failure::Usage(format!("cannot listen on port {}: {}", args.port, io_words(&error)))
    };
    let server = PageServer::bind(Options { port: args.port, game }).map_err(failed)?;
    let address = server.address();
    match args.json {
        true => json_line(out, &json!({ "address": address }))?,
        false => {
            let open = "listening; open this address once";
            let open = args.lang.language().of(open, "đang chờ; hãy mở địa chỉ này, một lần thôi");
            writeln!(out, "{open}: {address}")?;
        }
    }
    out.flush()?;
    if args.open && !open(&address) {
        note("no browser could be started: open the address yourself");
    }
    server.run().map_err(failed)?;
    Ok(Finish::Good)
}

/// Shows the address in the browser; whether one could be started.
fn open(address: &str) -> bool {
    let opener = match std::env::consts::OS {
        "macos" => Command::new("open").arg(address).stdout(Stdio::null()).spawn(),
        "windows" => Command::new("explorer").arg(address).stdout(Stdio::null()).spawn(),
        _ => Command::new("xdg-open").arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn(),
    };
    opener.is_ok()
}
