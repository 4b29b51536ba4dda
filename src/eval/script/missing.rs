//! Names that a script reads and that are not there. Luau answers `nil`, and says no name when that is called or
//! indexed later.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value};

use super::place::current_line;
use crate::diagnostic::nearest;

/// So many lines are remembered.
const MOST: usize = 16;

/// What a script has looked for in vain.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing(Rc<RefCell<Vec<(u32, String)>>>);

impl Missing {
    /// From now on it is noted when the script reads a name that a table does not have; `what` says what is read there,
    /// as in "`NAME` is no piece of red".
    pub(super) fn watch(&self, lua: &Lua, table: &Table, what: String) -> mlua::Result<()> {
        let meta = lua.create_table()?;
        meta.raw_set("__index", self.index(lua, table, what)?)?;
        meta.raw_set("__metatable", false)?;
        table.set_metatable(Some(meta))
    }

    /// What looks a name up in a table, and notes it when it is not there.
    pub(super) fn index(&self, lua: &Lua, table: &Table, what: String) -> mlua::Result<Function> {
        let named = table.pairs::<Value, Value>().flatten();
        let text = |(name, _): (Value, Value)| name.as_string().map(|name| name.to_string_lossy());
        let names: Vec<String> = named.filter_map(text).collect();
        let (missing, table) = (self.clone(), table.clone());
        lua.create_function(move |lua, (_, key): (Value, Value)| {
            let found: Value = table.raw_get(key.clone())?;
            if let (Value::Nil, Value::String(name), Some(line)) = (&found, &key, current_line(lua)) {
                missing.note(line, &name.to_string_lossy(), &what, &names);
            }
            Ok(found)
        })
    }

    fn note(&self, line: u32, name: &str, what: &str, names: &[String]) {
        let mut noted = self.0.borrow_mut();
        if noted.len() >= MOST || noted.iter().any(|(other, _)| *other == line) {
            return;
        }
        let instead = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        noted.push((line, format!("`{name}` {what}{instead}")));
    }

    /// What was looked for in a line.
    pub(super) fn at(&self, line: u32) -> Option<String> {
        self.0.borrow().iter().find(|(other, _)| *other == line).map(|(_, what)| what.clone())
    }

    /// All that was looked for, with its line.
    pub(super) fn all(&self) -> Vec<(u32, String)> {
        self.0.borrow().clone()
    }
}
