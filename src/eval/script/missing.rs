//! Names that a script reads and that are not there. Luau answers `nil`, and says no name when that is called or
//! indexed later.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Lua, Table, Value};

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
        let names = table.pairs::<Value, Value>().flatten();
        let names: Vec<String> =
            names.filter_map(|(name, _)| name.as_string().map(|n| n.to_string_lossy())).collect();
        let missing = self.clone();
        let index = lua.create_function(move |lua, (_, key): (Value, Value)| {
            if let (Some(name), Some(line)) = (key.as_string(), current_line(lua)) {
                missing.note(line, &name.to_string_lossy(), &what, &names);
            }
            Ok(Value::Nil)
        })?;
        let meta = lua.create_table()?;
        meta.raw_set("__index", index)?;
        meta.raw_set("__metatable", false)?;
        table.set_metatable(Some(meta))
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
