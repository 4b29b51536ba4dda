//! Tables of solved positions in files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::game::Game;
use crate::solve::SolvedTable;
use crate::suite::io_words;

/// What is no file may have no end: no more bytes of it are read.
const MOST_PIPED: u64 = 1 << 30;

/// Reads a table of solved positions for a game. What does not begin like one is not read any further.
///
/// # Errors
///
/// Says why it cannot be used.
pub fn read_table(game: &Game, path: &Path) -> Result<SolvedTable, String> {
    let name = path.display();
    let unreadable = |error: std::io::Error| format!("cannot read `{name}`: {}", io_words(&error));
    if path.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(unreadable)?;
    (&mut file).take(SolvedTable::MAGIC_BYTES as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    let most = if path.is_file() { u64::MAX } else { MOST_PIPED };
    if SolvedTable::may_be(&bytes) {
        file.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    SolvedTable::from_bytes(game, bytes).map_err(|why| format!("cannot use the table in `{name}`: {why}"))
}
