//! The game that an engine plays, and what others call it.

use std::sync::Arc;

use super::on_one_line;
use crate::eval::weighed;
use crate::game::Game;
use crate::library::{Library, Loaded};
use crate::position::Position;
use crate::spec::{Coordinates, DialectWord, KnownAs, known_as};

/// A game of the library, with the names that other programs have for it.
#[derive(Clone, Debug)]
pub struct KnownGame {
    /// Its own name.
    pub name: String,
    /// What others call it.
    pub known_as: Option<KnownAs>,
    /// It starts otherwise than the game that others call so: a program has to be told where.
    pub starts_elsewhere: bool,
}

impl KnownGame {
    /// The names in UCI: the one that is said, then all others that are understood.
    pub fn uci(&self) -> Vec<&str> {
        let others = self.known_as.iter().flat_map(|known| &known.uci).flat_map(|names| &names.0);
        let mut all: Vec<&str> = others.map(|name| name.value.as_str()).collect();
        if !all.contains(&self.name.as_str()) {
            all.push(&self.name);
        }
        all
    }

    /// All its names, its own first.
    pub fn all_names(&self) -> Vec<&str> {
        let mut all = vec![self.name.as_str()];
        for name in self.uci().into_iter().chain([self.cecp(), self.gtp()]) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }

    /// The letter that others write before a drop where banco writes the cell alone.
    pub fn drop_letter(&self) -> Option<char> {
        Some(self.known_as.as_ref()?.drop.as_ref()?.value)
    }

    /// Whether others count ranks from the top.
    pub fn counts_from_top(&self) -> bool {
        let said = self.known_as.as_ref().and_then(|known| known.coordinates.as_ref());
        said.is_some_and(|said| said.value == Coordinates::FromTop)
    }

    /// The name that XBoard has for it.
    pub fn cecp(&self) -> &str {
        let said = self.known_as.as_ref().and_then(|known| known.cecp.as_ref());
        said.map_or_else(|| self.uci()[0], |name| &name.value)
    }

    /// Whether XBoard plays it by itself.
    pub fn has_board_elsewhere(&self) -> bool {
        self.known_as.as_ref().is_some_and(|known| known.cecp.is_some())
    }

    /// The name in GTP.
    pub fn gtp(&self) -> &str {
        let said = self.known_as.as_ref().and_then(|known| known.gtp.as_ref());
        said.map_or(&self.name, |name| &name.value)
    }

    /// The tag `Variant` of its games in PGN.
    pub fn pgn(&self) -> Option<&str> {
        Some(&self.known_as.as_ref()?.pgn.as_ref()?.value)
    }

    /// The number of the game in PDN.
    pub fn pdn(&self) -> Option<u32> {
        Some(self.known_as.as_ref()?.pdn.as_ref()?.value)
    }

    /// The rule bits of Gomocup's protocol.
    pub fn gomocup(&self) -> Option<u32> {
        Some(self.known_as.as_ref()?.gomocup.as_ref()?.value)
    }

    /// Whether a client of a dialect means this one that names none.
    pub fn is_default(&self, dialect: DialectWord) -> bool {
        let defaults = self.known_as.iter().flat_map(|known| &known.default).flatten();
        defaults.into_iter().any(|default| default.value == dialect)
    }

    /// Whether somebody calls it so.
    pub fn is_called(&self, name: &str) -> bool {
        self.all_names().into_iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The games of a library, with all their names.
pub fn known_games(library: &Library) -> Vec<KnownGame> {
    let known = |shelved: crate::library::Shelved| {
        let text = shelved.text();
        let known_as = text.as_deref().and_then(known_as);
        KnownGame { name: shelved.name, known_as, starts_elsewhere: false }
    };
    library.all().into_iter().map(known).collect()
}

/// A game that an engine plays.
#[derive(Clone, Debug)]
pub struct Hosted {
    /// What it is called here.
    pub known: KnownGame,
    loaded: Loaded,
    /// Something about it is not as the library has it.
    changed: bool,
    /// As loaded, without a script that a client set.
    own: Loaded,
}

impl Hosted {
    /// A loaded game under its name. Weights that follow from its rules are made now: no move has to wait for them.
    pub fn new(name: &str, loaded: Loaded) -> Hosted {
        drop(weighed(&Position::start(&loaded.game)));
        let known_as = loaded.definition().known_as.clone();
        Hosted {
            known: KnownGame { name: name.to_owned(), known_as, starts_elsewhere: false },
            own: loaded.clone(),
            loaded,
            changed: false,
        }
    }

    /// Loads what a word names: a game of the library, or a path.
    ///
    /// # Errors
    ///
    /// The first mistake of the definition, on one line.
    pub fn load(library: &Library, word: &str) -> Result<Hosted, String> {
        library.load(word).map(|loaded| Hosted::new(word, loaded)).map_err(|error| on_one_line(&error))
    }

    /// The same game made larger or smaller, or with other points, by what a definition that extends it says.
    ///
    /// # Errors
    ///
    /// The first mistake of such a definition, on one line.
    pub fn changed(&self, tables: &str) -> Result<Hosted, String> {
        let name = &self.loaded.game.names.game;
        let head = format!("[game]\nlanguage = 1\nname = {name:?}\nextends = {:?}\n", self.known.name);
        let loaded: Loaded = (head + tables).parse().map_err(|error| on_one_line(&error))?;
        Ok(Hosted { known: self.known.clone(), own: loaded.clone(), loaded, changed: true })
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.loaded.game
    }

    /// What it was loaded from.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Whether it was made another size, or has other points, than the library's.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The game without its script, where it has one.
    pub fn plain(&self) -> Option<&Arc<Game>> {
        self.loaded.game.evaluation.script.as_ref().map(|_| &self.loaded.plain)
    }

    pub(super) fn with_script(&self, file: Option<&str>) -> Result<Hosted, String> {
        let own = self.own.clone();
        let loaded = match file {
            None => own,
            Some(file) => own.with_script(file, None).map_err(|error| on_one_line(&error))?,
        };
        Ok(Hosted { loaded, ..self.clone() })
    }
}
