//! Games that were kept in files: as records, or as PGN.

use std::path::Path;
use std::sync::Arc;

use crate::arena::Opening;
use crate::game::Game;
use crate::notation::PgnGame;
use crate::position::Position;
use crate::suite::{Record, text_of};

/// No larger PGN is read.
const MAX_FILE: u64 = 1 << 20;

/// A game as its file says it.
pub(super) enum KeptGame {
    Record(Record),
    Pgn(PgnGame),
}

impl KeptGame {
    /// Reads a file: PGN where its name ends so, else a record.
    ///
    /// # Errors
    ///
    /// Why there is no game, in English.
    pub(super) fn read(path: &Path) -> Result<KeptGame, String> {
        if !is_pgn(path) {
            return Record::load(path).map(KeptGame::Record).map_err(|error| error.to_string());
        }
        let failed = |why: String| format!("cannot load `{}`: {why}", path.display());
        let mut games = games_in(path).map_err(failed)?;
        match games.len() {
            1 => Ok(KeptGame::Pgn(games.remove(0))),
            count => Err(failed(format!("expected one game, found {count}"))),
        }
    }

    /// What the file calls the game, if it does.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            KeptGame::Record(record) => Some(&record.game),
            KeptGame::Pgn(game) => game.tag("Variant"),
        }
    }

    /// The position at its end.
    ///
    /// # Errors
    ///
    /// The first move that is not legal, or what is wrong with the start, in English.
    pub(super) fn replay(&self, game: &Arc<Game>) -> Result<Position, String> {
        match self {
            KeptGame::Pgn(pgn) => pgn.replay(game).map_err(|error| error.to_string()),
            KeptGame::Record(Record { position, moves, .. }) => {
                Opening { start: position.clone(), moves: moves.clone() }.position(game)
            }
        }
    }
}

/// Whether a file holds PGN, by its name.
pub(super) fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
}

/// The games of a file of PGN.
pub(super) fn games_in(path: &Path) -> Result<Vec<PgnGame>, String> {
    PgnGame::parse_all(&text_of(path, MAX_FILE, "a game in PGN")?).map_err(|error| error.to_string())
}
