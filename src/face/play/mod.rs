//! `banco play`

mod clock;
mod command;
mod headers;
mod input;
mod parts;
mod repl;
mod result;
mod screen;
mod seats;
mod session;
mod spelling;
mod store;
mod thinking;

use std::io::Write;
use std::path::PathBuf;

use super::board::BoardView;
use super::choice::{GameChoice, PositionChoice, ScriptChoice};
use super::kept::GameNumber;
use super::language::LanguageChoice;
use super::limits::{LimitArgs, algorithm};
use super::notation::NotationChoice;
use super::output::{Failure, Finish};
use super::table::TableArgs;
use crate::game::SearchMethod;
use clock::GameTime;
use command::Command;
use input::{Input, Typed};
use repl::Repl;
use session::Session;

/// Play a game in the terminal
///
/// Type a move as the board names it (`help` shows one), in algebraic notation or in one of the definition's, whole or
/// part by part; or undo, hint, moves, history, eval,
/// level N, resign, draw, save FILE, load FILE, flip, quit. The Tab key completes, the arrow keys bring lines back. When the definition's file, or its script's, changes while you play, the game goes on under the new one if
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
    /// is one kind of piece; a letter stands where a symbol is missing
    #[arg(long, value_enum, default_value = "letters")]
    pieces: Pieces,
    #[command(flatten)]
    start: PositionChoice,
    #[command(flatten)]
    limits: LimitArgs,
    /// How the engine searches: pvs or mcts; without it, as the definition says
    #[arg(long, value_name = "A", value_parser = algorithm)]
    algorithm: Option<SearchMethod>,
    /// How well the engine plays, from 1 to 10; `level` changes it in the game
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Clocks: minutes for each player, and seconds that are added after each move, such as 5+3; with units, 30s+1s.
    /// Your clock is looked at when you press Enter
    #[arg(long, value_name = "T")]
    tc: Option<GameTime>,
    #[command(flatten)]
    language: LanguageChoice,
    #[command(flatten)]
    table: TableArgs,
    /// Let the engine begin with moves of this opening book, by weight
    #[arg(long, value_name = "F")]
    book: Option<PathBuf>,
    /// Go on with a game that was kept: by `save`, by --record, or by another program as PGN or SGF
    #[arg(long, value_name = "F")]
    load: Option<PathBuf>,
    #[command(flatten)]
    number: GameNumber,
    /// Keep the game in this file after every move, as PGN or SGF if its name ends in .pgn or .sgf
    #[arg(long, value_name = "F")]
    record: Option<PathBuf>,
    #[command(flatten)]
    notation: NotationChoice,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Pieces {
    Letters,
    Symbols,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let session = Session::begin(args)?;
    let symbols = args.pieces == Pieces::Symbols;
    let coloured = screen::is_coloured();
    let view = BoardView { symbols, coloured, ..BoardView::default() };
    let mut desk = Repl::new(session, view, &args.language.code(), out);
    desk.record.clone_from(&args.record);
    match &args.load {
        Some(file) => desk.begin_with(file, args.number.number)?,
        None => args.number.needs("--load")?,
    }
    desk.greet()?;
    let mut input = Input::open();
    let echo = input.wants_echo();
    loop {
        desk.keep_record()?;
        if desk.engine_is_to_move() {
            if desk.adopt_changes()? || desk.let_engine_move()? {
                continue;
            }
            return Ok(Finish::Good);
        }
        if desk.is_finished() {
            return Ok(Finish::Good);
        }
        desk.start_clock();
        let typed = desk.ask(&mut input)?;
        desk.stop_clock()?;
        let line = match typed {
            Typed::Line(line) => line,
            Typed::TooLong => {
                if echo {
                    desk.say("…")?;
                }
                desk.refuse_line()?;
                continue;
            }
            Typed::Interrupted if !desk.leaves(&mut input)? => continue,
            Typed::Interrupted => return Ok(Finish::Good),
            Typed::End => {
                desk.end_line()?;
                return Ok(Finish::Good);
            }
        };
        if echo {
            desk.say(&line)?;
        }
        desk.adopt_changes()?;
        let Some(command) = desk.command(&line) else { continue };
        if command == Command::Quit {
            return Ok(Finish::Good);
        }
        desk.obey(command)?;
    }
}
