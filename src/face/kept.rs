//! Games that were kept in files: as records, as PGN, or as SGF.

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use crate::engine::{KnownGame, known_games};
use crate::game::Game;
use crate::library::{Library, Shelved};
use crate::notation::{PgnGame, SgfGame};
use crate::position::Position;
use crate::spec::DialectWord;
use crate::suite::{Record, text_of};

use super::output::{Failure, note};

/// No larger PGN or SGF is read.
const MAX_FILE: u64 = 1 << 20;

/// Which game of a file is meant.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct GameNumber {
    /// The game's number in its file, counted from 1, where the file holds several
    #[arg(long, value_name = "N")]
    pub(super) number: Option<NonZero<usize>>,
}

impl GameNumber {
    /// Refuses a number where no file is named; `option` names one.
    pub(super) fn needs(self, option: &str) -> Result<(), Failure> {
        match self.number {
            Some(_) => Err(Failure::Usage(format!("`--number` needs `{option}`"))),
            None => Ok(()),
        }
    }
}

/// A game as its file says it.
pub(super) enum KeptGame {
    Record(Record),
    Pgn(PgnGame),
    Sgf(SgfGame),
}

impl KeptGame {
    /// Reads one game of a file, the only one where no number is given: PGN, PDN or SGF where its name ends so, else a
    /// record.
    ///
    /// # Errors
    ///
    /// Why there is no game, in English.
    pub(super) fn read(path: &Path, number: Option<NonZero<usize>>) -> Result<KeptGame, String> {
        one_of(KeptGame::read_all(path)?, number).map_err(|why| cannot_load(path, &why))
    }

    /// Reads all games of a file, one at least.
    ///
    /// # Errors
    ///
    /// Why there is no game, in English.
    pub(super) fn read_all(path: &Path) -> Result<Vec<KeptGame>, String> {
        let games: Vec<KeptGame> = match Format::of(path) {
            Format::Record => {
                let record = Record::load(path).map_err(|error| error.to_string())?;
                return Ok(vec![KeptGame::Record(record)]);
            }
            Format::Pgn => games_in(path).map(|games| games.into_iter().map(KeptGame::Pgn).collect()),
            Format::Sgf => stones_in(path).map(|games| games.into_iter().map(KeptGame::Sgf).collect()),
        }
        .map_err(|why| cannot_load(path, &why))?;
        let says_nothing = |game: &KeptGame| matches!(game, KeptGame::Pgn(pgn) if pgn.tags.is_empty() && pgn.moves.is_empty());
        match games.iter().all(says_nothing) {
            true if Format::of(path) == Format::Pgn => {
                Err(cannot_load(path, "no game in PGN is in it: neither tags nor moves"))
            }
            true => Err(cannot_load(path, "there is no game in it")),
            false => Ok(games),
        }
    }

    /// Whether the file says more of it than is read: comments, variations.
    pub(super) fn has_more(&self) -> bool {
        match self {
            KeptGame::Record(_) => false,
            KeptGame::Pgn(game) => game.left_out,
            KeptGame::Sgf(game) => game.left_out,
        }
    }

    /// Who played, as the file says it: `White - Black`.
    pub(super) fn sides(&self) -> Option<String> {
        let (one, other) = match self {
            KeptGame::Record(_) => (None, None),
            KeptGame::Pgn(game) => (game.tag("White"), game.tag("Black")),
            KeptGame::Sgf(game) => (game.property("PB"), game.property("PW")),
        };
        let name = |name: Option<&str>| name.unwrap_or("?").to_owned();
        (one.is_some() || other.is_some()).then(|| format!("{} - {}", name(one), name(other)))
    }

    /// What the file calls the game, if it does.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            KeptGame::Record(record) => Some(&record.game),
            KeptGame::Pgn(game) => game.tag("Variant"),
            KeptGame::Sgf(_) => None,
        }
    }

    /// The definition that is named, or else the one that the file names; PGN that names none is of the game that PGN
    /// was made for. `advice` says how to name one.
    ///
    /// # Errors
    ///
    /// When nothing says which game it is, or nothing has the name.
    pub(super) fn definition(&self, named: Option<&str>, advice: &str) -> Result<Shelved, Failure> {
        let library = Library::default();
        if let (None, KeptGame::Sgf(game)) = (named, self) {
            return definition_of(game, &library, advice);
        }
        let numbered = match (named.or(self.game()), self) {
            (None, KeptGame::Pgn(game)) => game.pdn_number(),
            _ => None,
        };
        if let Some(number) = numbered {
            let known = known_games(&library).into_iter().find(|known| known.pdn() == Some(number));
            return match known {
                Some(known) => library.find(&known.name).map_err(Failure::unknown),
                None => Err(Failure::Usage(format!("no game has the number {number} in PDN: {advice}"))),
            };
        }
        let Some(name) = named.or(self.game()) else {
            let known = known_games(&library).into_iter().find(|known| known.is_default(DialectWord::Uci));
            let name = known
                .map(|known| known.name)
                .ok_or_else(|| Failure::Usage(format!("the file does not name its game: {advice}")))?;
            note(&format!("the file names no game: it is read as `{name}`"));
            return library.find(&name).map_err(Failure::unknown);
        };
        let in_pgn = |known: &&KnownGame| known.pgn().is_some_and(|pgn| pgn.eq_ignore_ascii_case(name));
        let known = known_games(&library);
        let known = known.iter().find(in_pgn).filter(|_| named.is_none());
        library.find(known.map_or(name, |known| &known.name)).map_err(Failure::unknown)
    }

    /// The position that it begins with.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in English.
    pub(super) fn start(&self, game: &Arc<Game>) -> Result<Position, String> {
        let unplayed = match self {
            KeptGame::Record(record) => KeptGame::Record(Record { moves: Vec::new(), ..record.clone() }),
            KeptGame::Pgn(pgn) => KeptGame::Pgn(PgnGame { moves: Vec::new(), ..pgn.clone() }),
            KeptGame::Sgf(sgf) => KeptGame::Sgf(SgfGame { moves: Vec::new(), ..sgf.clone() }),
        };
        unplayed.replay(game)
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

fn cannot_load(path: &Path, why: &str) -> String {
    format!("cannot load `{}`: {why}", path.display())
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

/// The game of a number, or the only one of a file.
fn one_of<G>(games: Vec<G>, number: Option<NonZero<usize>>) -> Result<G, String> {
    let count = games.len();
    let index = match number {
        None if count > 1 => return Err(format!("{count} games are in it: give the number of one")),
        number => number.map_or(0, |number| number.get() - 1),
    };
    let held = if count == 1 { "one game is in it".to_owned() } else { format!("{count} games are in it") };
    games.into_iter().nth(index).ok_or_else(|| format!("it holds no game {}: {held}", index + 1))
}

/// The one definition that SGF has the number for, on a board of this size.
fn definition_of(sgf: &SgfGame, library: &Library, advice: &str) -> Result<Shelved, Failure> {
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
        true => format!("no game of this size has the number {number} in SGF: {advice}"),
        false => format!("it may be a game of {}: {advice}", names.join(", ")),
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
