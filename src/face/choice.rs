//! Which game and which position a command is about.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::DefinitionError;
use crate::eval::script::ScriptError;
use crate::game::{Game, OnError, ScriptMode};
use crate::library::{Library, Loaded};
use crate::lint::Possible;
use crate::notation::{MoveStyle, TextError, split_moves};
use crate::position::Position;

use super::language::Language;
use super::output::{Failure, note_once};

/// The game that a command is about.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct GameChoice {
    /// A game by its name, its title or another name, as `banco list` shows them, or a path that ends in .toml
    #[arg(value_name = "GAME")]
    pub game: String,
}

impl GameChoice {
    /// The name of the game's file where people write it in another way; paths, and what names nothing, stay.
    pub(super) fn name(&self) -> String {
        match Library::default().find(&self.game) {
            Ok(found) if !found.is_at(&self.game) => found.name,
            _ => self.game.clone(),
        }
    }

    /// The game. `notes`: the language, if any, to say in that files stand in for shipped games.
    pub(super) fn load(&self, notes: Option<Language>) -> Result<Loaded, Failure> {
        ScriptChoice::default().load(self, notes)
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
    pub(super) fn resolved(self) -> ScriptMode {
        match self {
            Mode::Add => ScriptMode::Add,
            Mode::Replace => ScriptMode::Replace,
        }
    }
}

impl ScriptChoice {
    /// The game with the script. `notes`: as of [`GameChoice::load`].
    pub(super) fn load(&self, game: &GameChoice, notes: Option<Language>) -> Result<Loaded, Failure> {
        let loaded = self.read(&Library::default(), &game.game)?;
        if let Some(language) = notes {
            tell_hidden(&loaded, std::slice::from_ref(&game.game), language);
        }
        Ok(loaded)
    }

    /// The game with the script, or what is wrong with either.
    pub(super) fn read(&self, library: &Library, game: &str) -> Result<Loaded, DefinitionError> {
        self.put_on(library.load(game)?)
    }

    /// The options as they are typed, a blank before each.
    pub(super) fn words(&self) -> String {
        let script = self.script.as_ref().map_or(String::new(), |file| format!(" --script {file}"));
        let mode = match self.mode {
            None => "",
            Some(Mode::Add) => " --script-mode add",
            Some(Mode::Replace) => " --script-mode replace",
        };
        script + mode
    }

    /// A game with the script in place of its own, if one is named.
    pub(super) fn put_on(&self, loaded: Loaded) -> Result<Loaded, DefinitionError> {
        match &self.script {
            None => Ok(loaded),
            Some(file) => loaded.with_script(file, self.mode.map(Mode::resolved)),
        }
    }
}

/// Says once of each file that it stands in for the shipped game of its name, except of those that the
/// user's words name themselves.
pub(super) fn tell_hidden(loaded: &Loaded, words: &[String], language: Language) {
    let is_named = |file: &Path| words.iter().any(|word| Path::new(word) == file);
    for file in loaded.hiding().filter(|file| !is_named(file)) {
        let name = file.file_stem().unwrap_or_default();
        tell_place(&name.to_string_lossy(), &file.to_string_lossy(), language);
    }
}

/// Says once that a name means a file, and not the shipped game.
pub(super) fn tell_place(name: &str, file: &str, language: Language) {
    note_once(&language.of(
        format!("note: `{name}` is {file} here, not the shipped game"),
        format!("lưu ý: ở đây `{name}` là {file}, không phải bản có sẵn trong chương trình"),
    ));
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
        self.read_in(game, MoveStyle::Coordinates)
    }

    /// The same where one way to write moves comes before all others.
    pub(super) fn read_in(&self, game: &Arc<Game>, style: MoveStyle) -> Result<Position, Failure> {
        let mut position = read_position(game, &self.position)?;
        if self.position != "startpos"
            && let Some(why) = Possible::of(game).objection(&position.origin())
        {
            note_once(&why.sentence());
        }
        play_moves(&mut position, style, &self.moves)?;
        Ok(position)
    }
}

/// Reads a position text; moves after it are played one by one, so that a refusal names the rule.
pub(super) fn read_position(game: &Arc<Game>, text: &str) -> Result<Position, Failure> {
    let (setup, moves) = split_moves(text);
    let mut position = Position::parse(game, setup).map_err(|error| wrong_text(setup, &error))?;
    play_moves(&mut position, MoveStyle::Coordinates, moves)?;
    Ok(position)
}

/// The same position with the same moves behind it, under a game that differs in its evaluation alone.
pub(super) fn carried(position: &Position, game: &Arc<Game>) -> Result<Position, Failure> {
    let mut carried = read_position(game, &position.origin().to_string())?;
    position.played().into_iter().for_each(|mv| carried.play_legal(mv));
    Ok(carried)
}

/// The same position under the definition's own terms, for when the definition says that they are used where
/// its script fails: that is said once. The error otherwise.
pub(super) fn without_script(
    position: &Position,
    plain: &Arc<Game>,
    error: ScriptError,
) -> Result<Position, Failure> {
    let script = position.game().evaluation.script.as_ref();
    if script.and_then(|script| script.usage.on_error) != Some(OnError::Native) {
        return Err(error.into());
    }
    note_once(&format!("{error}\nthe definition's own terms are used"));
    carried(position, plain)
}

fn play_moves(position: &mut Position, style: MoveStyle, moves: &str) -> Result<(), Failure> {
    for text in moves.split_whitespace() {
        let mv = position.read_move_in(style, text).map_err(|refusal| {
            Failure::Wrong(format!("illegal move `{}`: {refusal}", text.escape_debug()))
        })?;
        position.play_legal(mv);
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
