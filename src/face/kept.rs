//! Games that were kept in files: as records, as PGN, or as SGF.

use std::path::Path;
use std::sync::Arc;

use crate::engine::{KnownGame, known_games};
use crate::game::Game;
use crate::library::{Library, Shelved};
use crate::notation::{PgnGame, SgfGame};
use crate::position::Position;
use crate::suite::{Record, text_of};

use super::output::Failure;

/// No larger PGN or SGF is read.
const MAX_FILE: u64 = 1 << 20;

/// A game as its file says it.
pub(super) enum KeptGame {
    Record(Record),
    Pgn(PgnGame),
    Sgf(SgfGame),
}

impl KeptGame {
    /// Reads a file: PGN, PDN or SGF where its name ends so, else a record.
    ///
    /// # Errors
    ///
    /// Why there is no game, in English.
    pub(super) fn read(path: &Path) -> Result<KeptGame, String> {
        let failed = |why: String| format!("cannot load `{}`: {why}", path.display());
        match Format::of(path) {
            Format::Record => Record::load(path).map(KeptGame::Record).map_err(|error| error.to_string()),
            Format::Pgn => {
                games_in(path).and_then(only).and_then(played_one).map(KeptGame::Pgn).map_err(failed)
            }
            Format::Sgf => stones_in(path).and_then(only).map(KeptGame::Sgf).map_err(failed),
        }
    }

    /// What the file calls the game, if it does.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            KeptGame::Record(record) => Some(&record.game),
            KeptGame::Pgn(game) => game.tag("Variant"),
            KeptGame::Sgf(_) => None,
        }
    }

    /// The definition that is named, or else the one that the file names.
    ///
    /// # Errors
    ///
    /// When neither is named, or nothing has the name.
    pub(super) fn definition(&self, named: Option<&str>) -> Result<Shelved, Failure> {
        let library = Library::default();
        if let (None, KeptGame::Sgf(game)) = (named, self) {
            return definition_of(game, &library);
        }
        let numbered = match (named.or(self.game()), self) {
            (None, KeptGame::Pgn(game)) => game.pdn_number(),
            _ => None,
        };
        if let Some(number) = numbered {
            let known = known_games(&library).into_iter().find(|known| known.pdn() == Some(number));
            return match known {
                Some(known) => library.find(&known.name).map_err(Failure::unknown),
                None => Err(Failure::Usage(format!("no game has the number {number} in PDN: {NAME_IT}"))),
            };
        }
        let Some(name) = named.or(self.game()) else {
            let untagged = matches!(self, KeptGame::Pgn(game) if game.tags.is_empty());
            let doubt = if untagged { " (it has no tags at all: is it a game?)" } else { "" };
            return Err(Failure::Usage(format!("the file does not name its game{doubt}: {NAME_IT}")));
        };
        let in_pgn = |known: &&KnownGame| known.pgn().is_some_and(|pgn| pgn.eq_ignore_ascii_case(name));
        let known = known_games(&library);
        let known = known.iter().find(in_pgn).filter(|_| named.is_none());
        library.find(known.map_or(name, |known| &known.name)).map_err(Failure::unknown)
    }

    /// The position at its end.
    ///
    /// # Errors
    ///
    /// The first move that is not legal, or what is wrong with the start, in English.
    pub(super) fn replay(&self, game: &Arc<Game>) -> Result<Position, String> {
        match self {
            KeptGame::Pgn(pgn) => pgn.replay(game).map_err(|error| error.to_string()),
            KeptGame::Sgf(sgf) => sgf.replay(game).map_err(|error| error.to_string()),
            KeptGame::Record(record) => record.replay(game).map_err(|error| error.to_string()),
        }
    }
}

/// What to do where a file does not say which game it is.
const NAME_IT: &str = "name a definition, as in `banco test NAME --record FILE`";

/// A game that says anything at all.
fn played_one(game: PgnGame) -> Result<PgnGame, String> {
    match game.tags.is_empty() && game.moves.is_empty() {
        true => Err("no game in PGN is in it: neither tags nor moves".to_owned()),
        false => Ok(game),
    }
}

/// How a game is written in a file, by the file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Record,
    Pgn,
    Sgf,
}

impl Format {
    pub(super) fn of(path: &Path) -> Format {
        let ends = |name: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(name));
        match () {
            () if ends("pgn") || ends("pdn") => Format::Pgn,
            () if ends("sgf") => Format::Sgf,
            () => Format::Record,
        }
    }
}

/// The only game of a file.
fn only<G>(mut games: Vec<G>) -> Result<G, String> {
    match games.len() {
        1 => Ok(games.remove(0)),
        count => Err(format!("expected one game, found {count}")),
    }
}

/// The one definition that SGF has the number for, on a board of this size.
fn definition_of(sgf: &SgfGame, library: &Library) -> Result<Shelved, Failure> {
    let fits = |shelved: &Shelved| {
        library.open(shelved).is_ok_and(|loaded| {
            let geometry = &loaded.game.rules.geometry;
            let size = (geometry.files(), geometry.ranks());
            sgf.kind().is_some_and(|kind| loaded.sgf_number() == Some(kind))
                && sgf.size().is_none_or(|said| said == size)
        })
    };
    let mut found: Vec<Shelved> = library.all().into_iter().filter(fits).collect();
    if found.len() == 1 {
        return Ok(found.remove(0));
    }
    let names: Vec<String> = found.into_iter().map(|shelved| shelved.name).collect();
    let number = sgf.property("GM").unwrap_or("1");
    Err(Failure::Usage(match names.is_empty() {
        true => format!("no game of this size has the number {number} in SGF: {NAME_IT}"),
        false => format!("it may be a game of {}: {NAME_IT}", names.join(", ")),
    }))
}

/// The games of a file of SGF.
pub(super) fn stones_in(path: &Path) -> Result<Vec<SgfGame>, String> {
    SgfGame::parse_all(&text_of(path, MAX_FILE, "a game in SGF")?).map_err(|error| error.to_string())
}

/// The games of a file of PGN.
pub(super) fn games_in(path: &Path) -> Result<Vec<PgnGame>, String> {
    PgnGame::parse_all(&text_of(path, MAX_FILE, "a game in PGN")?).map_err(|error| error.to_string())
}
