//! Files that the user names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::output::Failure;
use crate::arena::{Record, join, rules_id};
use crate::game::Game;
use crate::suite::io_words;

/// The largest file of openings that is read.
const LARGEST: u64 = 1 << 28;

/// The text of a file, or why it cannot be read.
pub(super) fn read_text(path: &Path) -> Result<String, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| io_words(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err("it is too large".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned())
}

/// Refuses a file that is not there.
pub(super) fn must_be_there(path: &Path) -> Result<(), Failure> {
    std::fs::metadata(path).map(drop).map_err(|error| unreadable(path, &error))
}

/// A file that was named in vain.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot read `{}`: {}", path.display(), io_words(error)))
}

/// The games of a match of this game, by their numbers.
pub(super) fn records_of(path: &Path, game: &Game) -> Result<BTreeMap<u64, Record>, Failure> {
    must_be_there(path)?;
    let (header, records) = join(&[path.to_owned()]).map_err(|error| Failure::Wrong(error.to_string()))?;
    if header.rules != rules_id(game) {
        let (path, other) = (path.display(), &header.game);
        return Err(Failure::Wrong(format!("`{path}` has games of `{other}`, whose rules are others")));
    }
    Ok(records)
}

/// Games to learn from.
#[derive(clap::Args, Debug)]
pub(super) struct KeptGames {
    /// Games that `banco match --records` kept
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    records: Vec<PathBuf>,
}

impl KeptGames {
    /// All of them, which have to be of this game.
    pub(super) fn read(&self, game: &Game) -> Result<Vec<Record>, Failure> {
        let mut all = Vec::new();
        for path in &self.records {
            all.extend(records_of(path, game)?.into_values());
        }
        Ok(all)
    }
}
