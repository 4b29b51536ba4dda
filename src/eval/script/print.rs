//! `print`: what a script says while somebody listens.

use std::cell::RefCell;
use std::sync::Arc;

#[cfg(feature = "script")]
use mlua::{Function, Lua, MultiValue};

#[cfg(feature = "script")]
use super::place::current_line;
#[cfg(feature = "script")]
use super::sandbox::plain;

/// So many lines are kept.
const MOST: usize = 100;

/// A line that a script printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The script, as messages name it.
    pub file: Arc<str>,
    /// Its line that printed it.
    pub line: Option<u32>,
    /// The text.
    pub text: String,
}

thread_local! {
    /// What was printed in this thread since somebody listens.
    static HEARD: RefCell<Option<Vec<Printed>>> = const { RefCell::new(None) };
}

/// Does something, and returns with it what scripts printed meanwhile in this thread: the first hundred lines, each
/// once, and whether there was more. A hook is asked more often than its answer is used, and what it says again says nothing.
pub fn listening<T>(act: impl FnOnce() -> T) -> (T, Vec<Printed>) {
    let before = HEARD.replace(Some(Vec::new()));
    let result = act();
    let mut printed = HEARD.replace(before).unwrap_or_default();
    if printed.len() > MOST
        && let Some(last) = printed.last_mut()
    {
        *last = Printed { text: "… (more was printed)".to_owned(), line: None, ..last.clone() };
    }
    (result, printed)
}

/// The function `print`.
#[cfg(feature = "script")]
pub(super) fn printer(lua: &Lua, file: &Arc<str>) -> mlua::Result<Function> {
    let file = file.clone();
    lua.create_function(move |lua, values: MultiValue| {
        if !HEARD.with_borrow(Option::is_some) {
            return Ok(());
        }
        let texts: Vec<String> = values.iter().map(mlua::Value::to_string).collect::<mlua::Result<_>>()?;
        let printed = Printed { file: file.clone(), line: current_line(lua), text: plain(&texts.join(" ")) };
        HEARD.with_borrow_mut(|heard| {
            if let Some(heard) = heard
                && heard.len() <= MOST
                && !heard.contains(&printed)
            {
                heard.push(printed);
            }
        });
        Ok(())
    })
}
