//! Names that a script reads and that are not there. Luau answers `nil`, and says no name when that is called or
//! indexed later.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value};

use super::place::current_line;
use super::told::shown;
use crate::diagnostic::nearest;

/// So many lines are remembered.
const MOST: usize = 16;

/// What the language has elsewhere and scripts do not.
pub(super) const ABSENT: [&str; 17] = [
    "_G",
    "collectgarbage",
    "coroutine",
    "debug",
    "dofile",
    "getfenv",
    "io",
    "load",
    "loadfile",
    "loadstring",
    "newproxy",
    "os",
    "package",
    "random",
    "randomseed",
    "require",
    "setfenv",
];

/// Why they do not.
pub(super) const WHY_ABSENT: &str =
    "scripts have no files, clocks or chance, so that the same position always has the same score";

/// What a script has looked for in vain.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing {
    noted: Rc<RefCell<Vec<(u32, String)>>>,
    /// Of those, the names that a table of the game does not have.
    of_game: Rc<RefCell<Vec<(u32, String)>>>,
    /// Whether those are errors.
    refuses: Rc<Cell<bool>>,
    /// What was looked for in vain last, since [`Missing::begin`].
    last: Rc<RefCell<Option<(u32, String)>>>,
}

/// A table that a script reads.
struct Watched {
    /// What is said of a name that it does not have.
    what: String,
    /// The names that it has.
    names: Vec<String>,
    /// It is a table of the game, not of the language.
    of_game: bool,
    /// How the table is read by the names of players, where a number in their place can stand for one.
    by_player: Option<&'static str>,
}

impl Missing {
    /// From now on it is noted when the script reads a name that a table does not have; `what` says what is read there,
    /// as in "`NAME` is no piece of red".
    pub(super) fn watch(&self, lua: &Lua, table: &Table, what: String) -> mlua::Result<()> {
        self.watch_by_player(lua, table, what, None)
    }

    /// The same for a table by the names of players, which is read as `by_player`.
    pub(super) fn watch_by_player(
        &self,
        lua: &Lua,
        table: &Table,
        what: String,
        by_player: Option<&'static str>,
    ) -> mlua::Result<()> {
        let meta = lua.create_table()?;
        let watched = Watched { what, names: names_of(table), of_game: true, by_player };
        meta.raw_set("__index", self.lookup(lua, table, watched)?)?;
        meta.raw_set("__metatable", false)?;
        table.set_metatable(Some(meta))
    }

    /// The same for a table of the language, whose own names go on to be found as they are.
    pub(super) fn watch_library(&self, lua: &Lua, name: &str, table: &Table) -> mlua::Result<()> {
        let meta = lua.create_table()?;
        meta.raw_set("__index", self.index(lua, table, format!("is not in `{name}`"))?)?;
        table.set_metatable(Some(meta))
    }

    /// What looks a name up in a table, and notes it when it is not there.
    pub(super) fn index(&self, lua: &Lua, table: &Table, what: String) -> mlua::Result<Function> {
        self.lookup(lua, table, Watched { what, names: names_of(table), of_game: false, by_player: None })
    }

    fn lookup(&self, lua: &Lua, table: &Table, watched: Watched) -> mlua::Result<Function> {
        let (missing, table) = (self.clone(), table.clone());
        lua.create_function(move |lua, (_, key): (Value, Value)| {
            let found: Value = table.raw_get(key.clone())?;
            if let (Value::Nil, Some(said), Some(line)) = (&found, watched.said(&key), current_line(lua)) {
                if watched.of_game && missing.refuses.get() {
                    return Err(mlua::Error::runtime(said + &listed(&watched.names)));
                }
                missing.note(line, said, watched.of_game.then(|| listed(&watched.names)));
            }
            Ok(found)
        })
    }

    /// A call begins: what was looked for before has nothing to do with its answer.
    pub(super) fn begin(&self) {
        self.last.take();
    }

    /// What was looked for in vain last, in this call, with its line.
    pub(super) fn last(&self) -> Option<(u32, String)> {
        self.last.borrow().clone()
    }

    /// Notes what was read in vain; with the names that there are where a table of the game does not have it.
    fn note(&self, line: u32, said: String, listed: Option<String>) {
        let add = |list: &RefCell<Vec<(u32, String)>>, said: String| {
            let mut list = list.borrow_mut();
            if list.len() < MOST && list.iter().all(|(other, _)| *other != line) {
                list.push((line, said));
            }
        };
        if let Some(listed) = listed {
            add(&self.of_game, format!("{said}{listed}"));
        }
        self.last.replace(Some((line, said.clone())));
        add(&self.noted, said);
    }

    /// From now on it is an error to read a name that a table of the game does not have.
    pub(super) fn refuse(&self) {
        self.refuses.set(true);
    }

    /// The names that a table of the game does not have and that were read until now.
    pub(super) fn refused(&self) -> Vec<(u32, String)> {
        self.of_game.borrow().clone()
    }

    /// What was looked for in a line.
    pub(super) fn at(&self, line: u32) -> Option<String> {
        self.noted.borrow().iter().find(|(other, _)| *other == line).map(|(_, what)| what.clone())
    }

    /// All that was looked for, with its line.
    pub(super) fn all(&self) -> Vec<(u32, String)> {
        self.noted.borrow().clone()
    }
}

/// What is said of a name that is looked for in the list of players.
pub(super) fn not_in_players(players: &[&str; 2]) -> String {
    format!("is not in `game.players`, the list {{ \"{}\" }}", players.join("\", \""))
}

impl Watched {
    /// `hors` is no piece of red; did you mean `horse`? Nothing for what is never a name outside a table of the game.
    fn said(&self, key: &Value) -> Option<String> {
        let what = &self.what;
        let Value::String(name) = key else {
            let number = shown(key);
            let read = self.by_player.filter(|_| ["1", "2"].contains(&number.as_str()));
            let instead = read
                .map_or_else(String::new, |read| format!("; did you mean `{read}[game.players[{number}]]`?"));
            return self.of_game.then(|| format!("{number} {what}{instead}"));
        };
        let name = name.to_string_lossy();
        let instead = match nearest(&name, self.names.iter().map(String::as_str)) {
            _ if !self.of_game && ABSENT.contains(&name.as_str()) => format!("; {WHY_ABSENT}"),
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        Some(format!("`{name}` {what}{instead}"))
    }
}

/// The names and the numbers that lead to something in a table.
fn names_of(table: &Table) -> Vec<String> {
    let name = |(key, _): (Value, Value)| match key {
        Value::String(name) => Some(name.to_string_lossy()),
        Value::Integer(_) | Value::Number(_) => Some(shown(&key)),
        _ => None,
    };
    table.pairs::<Value, Value>().flatten().filter_map(name).collect()
}

/// The names that there are, where they are few.
fn listed(names: &[String]) -> String {
    if names.is_empty() || names.len() > MOST {
        return String::new();
    }
    let mut names = names.to_vec();
    names.sort();
    format!(" (there is {})", names.join(", "))
}
