//! Which game, which position, or which positions a command is about.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::diagnostic::DefinitionError;
use crate::game::{Game, ScriptMode};
use crate::library::{Library, Loaded};
use crate::position::{Position, TextError};
use crate::suite::io_words;

use super::clock;
use super::output::{Failure, Finish, json_line};

/// The game that a command is about.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct GameChoice {
    /// A path to a definition that ends in .toml, or the name of a game that `banco list` shows
    #[arg(value_name = "GAME")]
    pub game: String,
}

impl GameChoice {
    pub(super) fn load(&self) -> Result<Loaded, Failure> {
        Ok(Library::default().load(&self.game)?)
    }
}

/// A script to score with.
#[derive(clap::Args, Clone, Default, Debug)]
pub(super) struct ScriptChoice {
    /// Score with this script, in the definition's mode or else added: a path, or a name in `scripts`
    #[arg(long = "script", value_name = "F")]
    pub script: Option<String>,
    /// Add the script's value to the definition's terms, or let it replace them
    #[arg(long = "script-mode", value_name = "M", value_enum, requires = "script")]
    pub mode: Option<Mode>,
}

/// How a script's value and the definition's terms come together.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Add,
    Replace,
}

impl Mode {
    fn resolved(self) -> ScriptMode {
        match self {
            Mode::Add => ScriptMode::Add,
            Mode::Replace => ScriptMode::Replace,
        }
    }
}

impl ScriptChoice {
    pub(super) fn load(&self, game: &GameChoice) -> Result<Loaded, Failure> {
        Ok(self.read(&Library::default(), &game.game)?)
    }

    /// The game with the script, or what is wrong with either.
    pub(super) fn read(&self, library: &Library, game: &str) -> Result<Loaded, DefinitionError> {
        let loaded = library.load(game)?;
        match &self.script {
            None => Ok(loaded),
            Some(file) => loaded.with_script(file, self.mode.map(Mode::resolved)),
        }
    }
}

/// The position that a command is about.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(super) struct PositionChoice {
    /// Where to start, `startpos` or a position text; `moves m1 m2 ...` may follow inside
    #[arg(long, value_name = "P", default_value = "startpos")]
    pub position: String,
    /// Moves to play from there: "m1 m2 ..."
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
}

impl PositionChoice {
    pub(super) fn read(&self, game: &Arc<Game>) -> Result<Position, Failure> {
        let mut position = read_position(game, &self.position)?;
        play_moves(&mut position, &self.moves)?;
        Ok(position)
    }
}

/// One position, or many.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Batch {
    #[command(flatten)]
    pub one: PositionChoice,
    /// Answer many positions, one a line of this file (- is the standard input), with a JSON line each
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Position",
        conflicts_with_all = ["position", "moves"]
    )]
    pub positions: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Batch {
    /// Answers each line of `--positions` in JSON: a wrong one with its error, and the rest goes on.
    /// Without `--positions` nothing happens, and `None` is returned.
    pub(super) fn answer(
        &self,
        game: &Arc<Game>,
        out: &mut dyn Write,
        mut answer: impl FnMut(&Position) -> Result<Value, Failure>,
    ) -> Result<Option<Finish>, Failure> {
        let Some(path) = &self.positions else { return Ok(None) };
        let mut lines = open(path)?;
        let mut finish = Finish::Good;
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            if lines.read_until(b'\n', &mut bytes).map_err(|error| unreadable(path, &error))? == 0 {
                break;
            }
            let text =
                std::str::from_utf8(&bytes).map_err(|_| Failure::Wrong("not text in UTF-8".to_owned()));
            if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            let answered = text.and_then(|text| read_position(game, text)).and_then(|p| answer(&p));
            let value = answered.unwrap_or_else(|failure| {
                finish = Finish::Wrong;
                json!({ "line": number, "error": failure.line() })
            });
            json_line(out, &value)?;
            out.flush()?;
            if clock::was_interrupted() {
                break;
            }
        }
        Ok(Some(finish))
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(BufReader::new(file)))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot read `{}`: {}", path.display(), io_words(error)))
}

/// Reads a position text; moves after it are played one by one, so that a refusal names the rule.
pub(super) fn read_position(game: &Arc<Game>, text: &str) -> Result<Position, Failure> {
    let (setup, moves) = split_moves(text);
    let mut position = Position::parse(game, setup).map_err(|error| wrong_text(setup, &error))?;
    play_moves(&mut position, moves)?;
    Ok(position)
}

/// The same position with the same moves behind it, under a game that differs in its evaluation alone.
pub(super) fn carried(position: &Position, game: &Arc<Game>) -> Result<Position, Failure> {
    let mut origin = position.clone();
    while origin.undo().is_some() {}
    let mut carried = read_position(game, &origin.to_string())?;
    position.played().into_iter().for_each(|mv| carried.play(mv));
    Ok(carried)
}

/// What stands before and after the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    let mut words = text.split_whitespace();
    match words.find(|&word| word == "moves") {
        Some(word) => {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            (&text[..at], &text[at + word.len()..])
        }
        None => (text, ""),
    }
}

fn play_moves(position: &mut Position, moves: &str) -> Result<(), Failure> {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).map_err(|refusal| {
            Failure::Wrong(format!("illegal move `{}`: {refusal}", text.escape_debug()))
        })?;
        position.play(mv);
    }
    Ok(())
}

/// The message, the text with the guilty part underlined, and the help.
fn wrong_text(text: &str, error: &TextError) -> Failure {
    let shown = |part: Option<&str>| -> String {
        part.unwrap_or_default().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    let before = shown(text.get(..error.span.start)).chars().count();
    let guilty = shown(text.get(error.span.clone())).chars().count().max(1);
    let mut message = format!("{}\n", error.message);
    if text.len() <= 4096 {
        message += &format!("  | {}\n  | {}{}", shown(Some(text)), " ".repeat(before), "^".repeat(guilty));
    }
    if let Some(help) = &error.help {
        message += &format!("\n  = help: {help}");
    }
    Failure::Wrong(message.trim_end().to_owned())
}
