//! Names that a script reads and that are not there. Luau answers `nil`, and says no name when that is called or
//! indexed later.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value};

use super::place::current_line;
use crate::diagnostic::nearest;

/// So many lines are remembered.
const MOST: usize = 16;

/// What a script has looked for in vain.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing {
    noted: Rc<RefCell<Vec<(u32, String)>>>,
    /// Of those, the names that a table of the game does not have.
    of_game: Rc<RefCell<Vec<(u32, String)>>>,
    /// Whether those are errors.
    refuses: Rc<Cell<bool>>,
}

impl Missing {
    /// From now on it is noted when the script reads a name that a table does not have; `what` says what is read there,
    /// as in "`NAME` is no piece of red".
    pub(super) fn watch(&self, lua: &Lua, table: &Table, what: String) -> mlua::Result<()> {
        let meta = lua.create_table()?;
        meta.raw_set("__index", self.lookup(lua, table, what, true)?)?;
        meta.raw_set("__metatable", false)?;
        table.set_metatable(Some(meta))
    }

    /// The same for a table of the language, whose own names go on to be found as they are.
    pub(super) fn watch_library(&self, lua: &Lua, name: &str, table: &Table) -> mlua::Result<()> {
        let meta = lua.create_table()?;
        meta.raw_set("__index", self.lookup(lua, table, format!("is not in `{name}`"), false)?)?;
        table.set_metatable(Some(meta))
    }

    /// What looks a name up in a table, and notes it when it is not there.
    pub(super) fn index(&self, lua: &Lua, table: &Table, what: String) -> mlua::Result<Function> {
        self.lookup(lua, table, what, false)
    }

    fn lookup(&self, lua: &Lua, table: &Table, what: String, of_game: bool) -> mlua::Result<Function> {
        let named = table.pairs::<Value, Value>().flatten();
        let text = |(name, _): (Value, Value)| name.as_string().map(|name| name.to_string_lossy());
        let names: Vec<String> = named.filter_map(text).collect();
        let (missing, table) = (self.clone(), table.clone());
        lua.create_function(move |lua, (_, key): (Value, Value)| {
            let found: Value = table.raw_get(key.clone())?;
            if let (Value::Nil, Value::String(name), Some(line)) = (&found, &key, current_line(lua)) {
                let said = said(&name.to_string_lossy(), &what, &names);
                if of_game && missing.refuses.get() {
                    return Err(mlua::Error::runtime(said + &listed(&names)));
                }
                missing.note(line, said, of_game.then(|| listed(&names)));
            }
            Ok(found)
        })
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

/// `hors` is no piece of red; did you mean `horse`?
fn said(name: &str, what: &str, names: &[String]) -> String {
    let instead = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    format!("`{name}` {what}{instead}")
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
