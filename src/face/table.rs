//! Tables of solved positions in files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game::Game;
use crate::search::Search;
use crate::solve::{SolvedTable, TableError};
use crate::suite::{io_words, write_whole};

use super::output::Failure;

/// What is no file may have no end: no more bytes of it are read.
const MOST_PIPED: u64 = 1 << 30;

/// A table that a search may use.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct TableArgs {
    /// Believe the exact values in this file, which `banco solve --save` wrote
    #[arg(long, value_name = "F")]
    pub table: Option<PathBuf>,
}

impl TableArgs {
    /// The table of the file, if one is named.
    pub(super) fn load(&self, game: &Game) -> Result<Option<Arc<SolvedTable>>, Failure> {
        self.load_for([game])
    }

    /// The same for whichever of some games it is about; an error when it is about none of them.
    pub(super) fn load_for<'a>(
        &self,
        games: impl IntoIterator<Item = &'a Game>,
    ) -> Result<Option<Arc<SolvedTable>>, Failure> {
        self.table.as_deref().map(|path| load_for(games, path).map(Arc::new)).transpose()
    }
}

/// A search that believes a table, if there is one for the game.
pub(super) fn knowing(table: Option<&Arc<SolvedTable>>, game: &Game) -> Search {
    let search = Search::default();
    match table.filter(|table| table.fits(game)) {
        Some(table) => search.knowing(table.clone()),
        None => search,
    }
}

/// Reads a table for a game.
pub(super) fn load(game: &Game, path: &Path) -> Result<SolvedTable, Failure> {
    load_for([game], path)
}

/// Reads a table for one of some games. What does not begin like one is not read any further.
fn load_for<'a>(games: impl IntoIterator<Item = &'a Game>, path: &Path) -> Result<SolvedTable, Failure> {
    let unreadable =
        |error: io::Error| Failure::Usage(format!("cannot read `{}`: {}", path.display(), io_words(&error)));
    let unusable =
        |why: TableError| Failure::Wrong(format!("cannot use the table in `{}`: {why}", path.display()));
    let (mut file, mut bytes) = begin(path).map_err(unreadable)?;
    if !SolvedTable::may_be(&bytes) {
        return Err(unusable(TableError::NoTable));
    }
    let most = if path.is_file() { u64::MAX } else { MOST_PIPED };
    (&mut file).take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    let games: Vec<&Game> = games.into_iter().collect();
    let fitting = games.iter().find(|game| SolvedTable::is_for(game, &bytes));
    // Another game than all of them is asked nevertheless, to find out what is wrong with the bytes.
    let game = fitting.or(games.first()).ok_or_else(|| unusable(TableError::OtherGame))?;
    SolvedTable::from_bytes(game, bytes).map_err(unusable)
}

/// The beginning of a file.
fn begin(path: &Path) -> io::Result<(File, Vec<u8>)> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    let mut file = File::open(path)?;
    (&mut file).take(SolvedTable::MAGIC_BYTES as u64).read_to_end(&mut bytes)?;
    Ok((file, bytes))
}

/// Whether a table can be written there: whatever else is there is left alone.
pub(super) fn check_place(path: &Path) -> Result<(), Failure> {
    let fails = |why: String| Err(Failure::Usage(format!("cannot save `{}`: {why}", path.display())));
    if let Err(error) = crate::suite::check_place(path) {
        return fails(io_words(&error));
    }
    match begin(path) {
        Ok((_, bytes)) if SolvedTable::may_be(&bytes) => Ok(()),
        Ok(_) => fails("something else than a table is there".to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => fails(io_words(&error)),
    }
}

/// Writes a table, whole or not at all.
pub(super) fn save(table: &SolvedTable, path: &Path) -> Result<(), Failure> {
    let parts = table.to_bytes();
    write_whole(path, &[&parts[0], &parts[1], &parts[2], &parts[3]])
        .map_err(|error| Failure::Usage(format!("cannot save `{}`: {}", path.display(), io_words(&error))))
}
