//! `banco play`

mod command;
mod repl;
mod seats;
mod session;
mod spelling;
mod store;
mod watch;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use super::board::BoardView;
use super::choice::{GameChoice, PositionChoice, ScriptChoice};
use super::language::LanguageChoice;
use super::limits::LimitArgs;
use super::output::{Failure, Finish};
use super::table::TableArgs;
use crate::protocol::{InputLine, next_line};
use command::Command;
use repl::Repl;
use session::Session;

/// Play a game in the terminal
///
/// Type a move as the board names it (`help` shows one), or undo, hint, moves, eval, level N, save FILE, load FILE,
/// flip, quit. When the definition's file, or its script's, changes while you play, the game goes on under the new one if
/// every move so far is valid under it. Ctrl-C stops the engine's thinking and plays the best so far.
///
/// Example: banco play dodgem --as white --time 2s
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    script: ScriptChoice,
    /// Whose moves you make: a player's name, both or none; without it, those of who moves first
    #[arg(long = "as", value_name = "PLAYER|both|none")]
    side: Option<String>,
    /// How pieces are drawn; symbols are those of the definition, such as ♞ or 馬, or stones where there
    /// is one kind of piece
    #[arg(long, value_enum, default_value = "letters")]
    pieces: Pieces,
    #[command(flatten)]
    start: PositionChoice,
    #[command(flatten)]
    limits: LimitArgs,
    /// How well the engine plays, from 1 to 10; `level` changes it in the game
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    #[command(flatten)]
    language: LanguageChoice,
    #[command(flatten)]
    table: TableArgs,
    /// Let the engine begin with moves of this opening book, by weight
    #[arg(long, value_name = "F")]
    book: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Pieces {
    Letters,
    Symbols,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let session = Session::begin(args)?;
    let symbols = args.pieces == Pieces::Symbols;
    let kinds = &session.loaded.game.names.kinds;
    if symbols && kinds.len() > 1 && kinds.iter().all(|kind| kind.symbols.is_none()) {
        let message =
            "the definition gives its pieces no symbols, such as `symbol = \"♞\"` in `[pieces.knight]`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let view = BoardView { symbols, ..BoardView::default() };
    let mut desk = Repl::new(session, view, &args.language.code(), out);
    desk.greet()?;
    let mut input = io::stdin().lock();
    let echo = !input.is_terminal();
    loop {
        if desk.engine_is_to_move() {
            if desk.adopt_changes()? || desk.let_engine_move()? {
                continue;
            }
            return Ok(Finish::Good);
        }
        if desk.is_finished() {
            return Ok(Finish::Good);
        }
        desk.prompt(echo)?;
        let Some(line) = read_line(&mut input) else {
            desk.end_line()?;
            return Ok(Finish::Good);
        };
        let Some(line) = line else {
            if echo {
                desk.say("…")?;
            }
            desk.refuse_line()?;
            continue;
        };
        if echo {
            desk.say(&line)?;
        }
        desk.adopt_changes()?;
        let Some(command) = Command::read(&line) else { continue };
        if command == Command::Quit {
            return Ok(Finish::Good);
        }
        desk.obey(command)?;
    }
}

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// The next line, what is no text in it replaced, or nothing instead of one that is too long; `None` at the
/// end of the input.
fn read_line(input: &mut dyn BufRead) -> Option<Option<String>> {
    let InputLine { bytes, is_cut } = next_line(input, LONGEST_LINE).ok()??;
    let text = String::from_utf8_lossy(&bytes);
    let line = || text.trim().chars().filter(|c| !c.is_control()).collect();
    Some((!is_cut).then(line))
}
