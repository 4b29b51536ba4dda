//! A game that was played, to be gone on with later.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::file::{check_place, replace, text_of};
use super::plain::{io_words, placed_words};
use crate::game::Game;
use crate::position::Position;

/// Nothing larger is read.
const MAX_FILE: u64 = 1 << 20;

/// A played game as it is kept in a file.
///
/// ```
/// use banco::{Library, Position, Record};
///
/// let loaded = Library::default().load("dodgem")?;
/// let mut position = Position::start(&loaded.game);
/// position.play(position.parse_move("a3b3")?);
/// let record = Record::of(&loaded, "dodgem", &position);
///
/// // Later: find its game again, and go through it move by move.
/// let record: Record = record.to_text()?.parse()?;
/// let loaded = Library::default().load(&record.game)?;
/// assert!(record.is_of(&loaded), "its definition is still the same");
/// let end = record.replay(&loaded.game)?;
/// let mut position = end.origin();
/// for mv in end.played() {
///     println!("{position}: {}", position.move_text(mv));
///     position.play(mv);
/// }
/// assert_eq!(position.to_string(), ".B./B../.WW w");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game: a name, or the path of its definition.
    pub game: String,
    /// The fingerprint of the definition it was played under, [`Loaded::fingerprint`](crate::library::Loaded) in
    /// sixteen hexadecimal digits.
    pub definition: String,
    /// The position it started from: `startpos`, or a position text.
    pub position: String,
    /// The moves that were played, oldest first.
    pub moves: Vec<String>,
}

/// A record that cannot be read or written, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError(String);

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads the text of a record.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, with its line and column.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        ron::from_str(text)
            .map_err(|error| RecordError(format!("not a saved game: {}", placed_words(&error))))
    }

    /// The record as text.
    ///
    /// # Errors
    ///
    /// None is known for a record; the writer of RON may refuse nevertheless.
    pub fn to_text(&self) -> Result<String, RecordError> {
        let layout = ron::ser::PrettyConfig::new().struct_names(true);
        let text = ron::ser::to_string_pretty(self, layout).map_err(|e| RecordError(e.to_string()))?;
        Ok(text + "\n")
    }

    /// The position at its end, with its moves: [`Position::origin`] is where it began, and [`Position::played`] are
    /// the moves. They are read as people write them.
    ///
    /// # Errors
    ///
    /// What is wrong with the start, or the first move that is not legal in this game.
    pub fn replay(&self, game: &Arc<Game>) -> Result<Position, RecordError> {
        let mut position =
            Position::parse(game, &self.position).map_err(|error| RecordError(error.to_string()))?;
        for text in &self.moves {
            let read = position.read_move(text);
            let mv = read.map_err(|why| RecordError(format!("illegal move `{text}`: {why}")))?;
            position.play_legal(mv);
        }
        Ok(position)
    }

    /// Reads a record from a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is no record.
    pub fn load(path: impl AsRef<Path>) -> Result<Record, RecordError> {
        let path = path.as_ref();
        let failed = |why: String| RecordError(format!("cannot load `{}`: {why}", path.display()));
        let text = text_of(path, MAX_FILE, "a saved game").map_err(failed)?;
        Record::parse(&text).map_err(|error| failed(error.0))
    }

    /// Writes the record to a file, whole or not at all: a record that was there stays as it was unless
    /// the new one is complete. Anything else that was there is left alone.
    ///
    /// # Errors
    ///
    /// When the file cannot be written, or is something else than a record.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), RecordError> {
        let path = path.as_ref();
        let failed = |why: String| RecordError(format!("cannot save `{}`: {why}", path.display()));
        check_place(path).map_err(|error| failed(io_words(&error)))?;
        if path.exists() && Record::load(path).is_err() {
            return Err(failed("something else than a saved game is there".to_owned()));
        }
        replace(path, &self.to_text()?).map_err(|error| failed(io_words(&error)))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// The same as [`Record::parse`].
    fn from_str(text: &str) -> Result<Record, RecordError> {
        Record::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            game: "games/my \"own\".toml".to_owned(),
            definition: "00000000deadbeef".to_owned(),
            position: "startpos".to_owned(),
            moves: vec!["a1a2".to_owned(), "c3off".to_owned()],
        }
    }

    #[test]
    fn what_is_saved_loads_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a game.ron");
        for _ in 0..2 {
            record().save(&file).expect("saved");
            assert_eq!(Record::load(&file), Ok(record()));
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn what_is_no_record_is_refused_with_a_reason() {
        for bad in
            ["", "Record(", "Record(game: 1)", "[1]", "Record(game:\"\",colour:2)", &"[".repeat(10_000)]
        {
            let error = Record::parse(bad).expect_err("refused").to_string();
            assert!(error.starts_with("not a saved game: "), "{error}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Record::load(folder.path()).is_err());
        assert!(record().save(folder.path()).is_err());
        let other = folder.path().join("other");
        std::fs::write(&other, "precious").expect("written");
        assert!(record().save(&other).is_err());
        assert_eq!(std::fs::read_to_string(&other).expect("there"), "precious");
        assert!(record().save(folder.path().join("no/such/folder")).is_err());
    }
}
