//! The closed room in which a script runs: no files, no clock, no chance, not too much memory.

use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mlua::chunk::ChunkMode;
use mlua::{Function, IntoLuaMulti, Lua, LuaOptions, MultiValue, StdLib, Table, Value, VmState};

use super::error::{ScriptError, ScriptFault};
use super::missing::Missing;
use super::names;
use super::offered::GLOBALS;
use super::place::{CHUNK, begin, current_line, split_place, split_prelude, traced_line};
pub(super) use super::told::{plain, shown};
use crate::eval::{LIMIT, Score};
use crate::game::{Calls, Watchdog};

/// The longest script, in bytes: translating one cannot be interrupted.
const MAX_SOURCE: usize = 64 << 10;

/// The most memory that a script may hold, in bytes.
const MAX_MEMORY: usize = 64 << 20;

/// The most numbers that a hook gives by name.
const MOST_PARTS: usize = 64;

/// How often a call that is overdue may go round a loop or call a function yet.
const MOST_ROUNDS: u32 = 1_000_000;

/// How many times its budget a call may take in all, however little it does.
const MOST_BUDGETS: u32 = 20;

/// What is left to calls that are overdue by the clock on the wall. A machine that is busy with other things may not
/// have let them run at all: only who goes on and on takes too long.
struct Grace {
    call: Slot<Option<u64>>,
    rounds: Slot<u32>,
}

impl Grace {
    fn new() -> Grace {
        Grace { call: Slot::new(None), rounds: Slot::new(0) }
    }

    /// Whether the call under way, which is overdue, may go on.
    #[cold]
    fn is_left(&self, calls: &Calls) -> bool {
        if self.call.replace(calls.under_way()) != calls.under_way() {
            self.rounds.set(0);
        }
        self.rounds.set(self.rounds.get().saturating_add(1));
        self.rounds.get() < MOST_ROUNDS && calls.budgets() < MOST_BUDGETS
    }
}

/// A call that was ended from outside, until somebody says so.
#[derive(Default)]
struct Interrupted {
    happened: Slot<bool>,
    /// The line of the script that was run then; none where it was still called, or ran a part of ours.
    line: Slot<Option<u32>>,
}

impl Interrupted {
    fn note(&self, lua: &Lua) {
        if !self.happened.replace(true) {
            self.line.set(current_line(lua));
        }
    }
}

/// A running Luau with one script in it.
pub(super) struct Sandbox {
    pub(super) lua: Lua,
    file: Arc<str>,
    calls: Arc<Calls>,
    interrupted: Rc<Interrupted>,
    /// The memory in use before the script has run, in bytes.
    empty: Slot<usize>,
    /// It has given numbers by name.
    pub(super) gives_parts: Slot<bool>,
    /// The text of the script, once it runs.
    text: RefCell<String>,
    /// Names that the script reads and that are not there.
    pub(super) missing: Missing,
    /// Becomes true when nobody waits for an answer any more.
    stop: Rc<RefCell<Arc<AtomicBool>>>,
}

impl Sandbox {
    /// An empty one. Calls are looked after by the watchdog and end when `stop` says so.
    pub(super) fn new(
        file: &Arc<str>,
        budget: u32,
        watchdog: &dyn Watchdog,
        stop: &Arc<AtomicBool>,
    ) -> Result<Sandbox, ScriptError> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::BIT | StdLib::MATH | StdLib::BUFFER;
        let calls = Arc::new(Calls::new(budget));
        let broken = |error: mlua::Error| internal(file, &error.to_string());
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(true)).map_err(broken)?;
        let sandbox = Sandbox {
            lua,
            file: file.clone(),
            calls: calls.clone(),
            interrupted: Rc::default(),
            empty: Slot::new(0),
            gives_parts: Slot::new(false),
            text: RefCell::default(),
            missing: Missing::default(),
            stop: Rc::new(RefCell::new(stop.clone())),
        };
        if !watchdog.watch(&calls) {
            return Err(internal(file, "nobody can look after its time"));
        }
        sandbox.strip().map_err(broken)?;
        sandbox.interruptible();
        Ok(sandbox)
    }

    /// From now on calls end when this becomes true.
    pub(super) fn obey(&self, stop: &Arc<AtomicBool>) {
        *self.stop.borrow_mut() = stop.clone();
    }

    /// Removes what scripts may not use.
    fn strip(&self) -> mlua::Result<()> {
        let globals = self.lua.globals();
        let names: Vec<Value> = globals.pairs::<Value, Value>().flatten().map(|(name, _)| name).collect();
        for name in names {
            let known = name.as_string().and_then(|name| name.to_str().ok().map(|n| n.to_string()));
            if !known.is_some_and(|name| GLOBALS.contains(&name.as_str())) {
                globals.raw_set(name, Value::Nil)?;
            }
        }
        let math: Table = globals.get("math")?;
        for chance in ["random", "randomseed"] {
            math.raw_set(chance, Value::Nil)?;
        }
        for name in ["bit32", "buffer", "math", "string", "table"] {
            self.missing.watch_library(&self.lua, name, &globals.get(name)?)?;
        }
        Ok(())
    }

    fn interruptible(&self) {
        let (calls, interrupted) = (self.calls.clone(), self.interrupted.clone());
        let stop = self.stop.clone();
        let grace = Grace::new();
        self.lua.set_interrupt(move |lua| {
            let stopped = || stop.borrow().load(Ordering::Relaxed);
            if (!calls.is_overdue() || grace.is_left(&calls)) && !stopped() {
                return Ok(VmState::Continue);
            }
            interrupted.note(lua);
            Err(mlua::Error::runtime("it took too long"))
        });
    }

    /// Makes a value known to scripts under that name. Only before [`Sandbox::close`].
    pub(super) fn offer(&self, name: &str, value: impl mlua::IntoLua) -> Result<(), ScriptError> {
        self.lua.globals().raw_set(name, value).map_err(|error| self.broken(&error))
    }

    /// Shuts the room: from here on nothing shared can be changed, and `guard` is asked whenever a script makes
    /// itself a global.
    pub(super) fn close(&self, guard: Function) -> Result<(), ScriptError> {
        let closed = self.lua.sandbox(true).and_then(|()| self.guard(guard));
        self.empty.set(self.lua.used_memory());
        let limited = closed.and_then(|()| self.lua.set_memory_limit(self.empty.get() + MAX_MEMORY));
        limited.map(drop).map_err(|error| self.broken(&error))
    }

    /// The globals that a script makes lie in a table of its own, in front of those that are shared.
    fn guard(&self, guard: Function) -> mlua::Result<()> {
        let Some(meta) = self.lua.globals().metatable() else { return Ok(()) };
        meta.set_readonly(false);
        meta.raw_set("__newindex", guard)?;
        let shared: Table = meta.raw_get("__index")?;
        meta.raw_set("__index", self.missing.index(&self.lua, &shared, "is not defined".to_owned())?)?;
        meta.set_readonly(true);
        Ok(())
    }

    /// Runs a part of ours.
    pub(super) fn prelude(&self, text: &str, args: impl IntoLuaMulti) -> Result<MultiValue, ScriptError> {
        let chunk = self.lua.load(text).set_name("=prelude").set_mode(ChunkMode::Text);
        chunk.call(args).map_err(|error| self.broken(&error))
    }

    /// Something that went wrong in a part of ours: no fault of the script, unless it was ended from outside.
    pub(super) fn broken(&self, error: &mlua::Error) -> ScriptError {
        match self.interrupted.happened.get() {
            true => self.late(None),
            false => internal(&self.file, &error.to_string()),
        }
    }

    /// Runs the text of a script; what it returned.
    pub(super) fn run(&self, text: &str) -> Result<Value, ScriptError> {
        // Some editors write a byte order mark first.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > MAX_SOURCE {
            let message = format!("a script has at most {MAX_SOURCE} bytes, this one has {}", text.len());
            return Err(self.error(None, None, ScriptFault::Text, message));
        }
        if text.starts_with('\u{1b}') || text.bytes().next().is_some_and(|byte| byte < 9) {
            let message = "only text is accepted, no translated script".to_owned();
            return Err(self.error(None, None, ScriptFault::Text, message));
        }
        *self.text.borrow_mut() = text.to_owned();
        let chunk = self.lua.load(text).set_name(format!("={CHUNK}")).set_mode(ChunkMode::Text);
        let main = chunk.into_function().map_err(|error| self.explain(None, &error))?;
        self.call(None, &main, ()).map(|mut values| values.pop_front().unwrap_or(Value::Nil))
    }

    /// Calls a function of the script for a hook. Not one bit of what went wrong is lost: a script that
    /// catches the error of a call that took too long has taken too long nevertheless.
    #[inline]
    pub(super) fn call(
        &self,
        hook: Option<&'static str>,
        function: &Function,
        args: impl IntoLuaMulti,
    ) -> Result<MultiValue, ScriptError> {
        self.interrupted.happened.set(false);
        self.missing.begin();
        self.calls.turn();
        let answer = function.call::<MultiValue>(args);
        self.calls.turn();
        match answer {
            _ if self.interrupted.happened.get() => {
                let error = self.late(hook);
                Err(ScriptError { line: error.line.or_else(|| begin(hook, function)), ..error })
            }
            Ok(values) => Ok(values),
            Err(error) => {
                let error = self.explain(hook, &error);
                Err(ScriptError { line: error.line.or_else(|| begin(hook, function)), ..error })
            }
        }
    }

    /// Why a call was ended from outside.
    fn late(&self, hook: Option<&'static str>) -> ScriptError {
        self.interrupted.happened.set(false);
        let line = self.interrupted.line.take();
        if self.stop.borrow().load(Ordering::Relaxed) {
            return self.error(hook, line, ScriptFault::Stopped, "the search was stopped".to_owned());
        }
        let message = format!("it took longer than {} ms", self.calls.budget);
        self.error(hook, line, ScriptFault::Time, message)
    }

    /// The line where the script gives the table that it returns a field of this name, as far as can be seen.
    pub(super) fn line_of_key(&self, name: &str) -> Option<u32> {
        line_where(&self.text.borrow(), |line| gives_key(line, name))
    }

    /// The first line from that one on where a key has a value, as far as can be seen.
    pub(super) fn line_of_key_from(&self, name: &str, first: u32) -> Option<u32> {
        let text = self.text.borrow();
        let mut lines = text.lines().zip(1..).skip(first.saturating_sub(1) as usize);
        lines.find(|(line, _)| gives_key(line, name)).map(|(_, number)| number)
    }

    /// The line of the script's last `return`.
    pub(super) fn line_of_return(&self) -> Option<u32> {
        line_where(&self.text.borrow(), |line| line.starts_with("return"))
    }

    /// An error with the place of a hook.
    pub(super) fn error(
        &self,
        hook: Option<&'static str>,
        line: Option<u32>,
        fault: ScriptFault,
        message: String,
    ) -> ScriptError {
        ScriptError { file: self.file.clone(), line, hook, fault, message }
    }

    /// The contract is broken.
    pub(super) fn breach(&self, line: Option<u32>, message: impl Into<String>) -> ScriptError {
        self.error(None, line, ScriptFault::Contract, message.into())
    }

    /// What the language says about an error.
    pub(super) fn explain(&self, hook: Option<&'static str>, error: &mlua::Error) -> ScriptError {
        if self.interrupted.happened.get() {
            return self.late(hook);
        }
        let (fault, text) = match root(error) {
            mlua::Error::SyntaxError { message, .. } => (ScriptFault::Text, message.clone()),
            mlua::Error::MemoryError(_) => (ScriptFault::Memory, self.exhausted()),
            mlua::Error::RuntimeError(message) if message.contains("not enough memory") => {
                (ScriptFault::Memory, self.exhausted())
            }
            mlua::Error::RuntimeError(message) => (ScriptFault::Failed, message.clone()),
            other => (ScriptFault::Failed, other.to_string()),
        };
        let text = match split_prelude(&text) {
            Some((asked, message)) => format!("`{asked}` cannot be asked like this: {message}"),
            None => text,
        };
        let (line, message) = split_place(&text);
        let line = line.or_else(|| traced_line(error));
        let message = match message.split_once(": 0x") {
            _ if message.is_empty() => "it stopped with an error without words",
            // Where a value lies in memory says nothing, and differs from run to run.
            Some((kind, _)) if ["table", "function", "thread", "userdata", "buffer"].contains(&kind) => {
                "it stopped with an error that is no text"
            }
            _ => message,
        };
        // What follows the first line is the trace of calls.
        let mut message = plain(message);
        if message.contains("nil")
            && let Some(named) = line.and_then(|line| self.missing.at(line))
        {
            message = format!("{message}: {}", self.named(named));
        }
        self.error(hook, line, fault, message)
    }

    /// There is no room any more. What a call held is garbage when it has ended; without room the next one would fail,
    /// too.
    fn exhausted(&self) -> String {
        let _ = self.lua.gc_collect();
        let held = self.lua.used_memory().saturating_sub(self.empty.get());
        let message = format!("it took more than {} MB of memory", MAX_MEMORY >> 20);
        match held > MAX_MEMORY / 2 {
            true => message + ", and keeps most of it: what a script keeps from call to call must not grow",
            false => message,
        }
    }

    /// A score, rounded; refuses what is none.
    #[inline]
    pub(super) fn score(
        &self,
        hook: &'static str,
        line: Option<u32>,
        value: &Value,
    ) -> Result<Score, ScriptError> {
        match value {
            Value::Number(number) => self.points(hook, line, *number),
            Value::Integer(number) => self.points(hook, line, *number as f64),
            other => {
                let mut message = format!("it returned {} where a number is expected", shown(other));
                let mut line = line;
                if let (Value::Nil, Some((read, named))) = (other, self.missing.last()) {
                    message = format!("{message}: {}", self.named(named));
                    line = Some(read);
                }
                Err(self.error(Some(hook), line, ScriptFault::Value, message))
            }
        }
    }

    /// What was looked for in vain, with what the text of the script says of such a name: it knows the locals, too.
    fn named(&self, noted: String) -> String {
        let name = noted.split("; ").next().unwrap_or_default();
        names::not_defined(&self.text.borrow(), name).unwrap_or(noted)
    }

    /// What a hook answered in all: a number, or the sum of numbers that it gives by name. Refuses what is none.
    #[inline]
    pub(super) fn sum(
        &self,
        hook: &'static str,
        line: Option<u32>,
        values: &MultiValue,
    ) -> Result<Score, ScriptError> {
        match values.front() {
            Some(Value::Table(_)) => {
                self.gives_parts.set(true);
                let sum =
                    self.parts(hook, line, values)?.iter().map(|(_, score)| i64::from(*score)).sum::<i64>();
                self.points(hook, line, sum as f64)
            }
            Some(value) if values.len() == 1 => self.score(hook, line, value),
            None => self.score(hook, line, &Value::Nil),
            Some(_) => {
                let message = format!("it returned {} values where one number is expected", values.len());
                Err(self.error(Some(hook), line, ScriptFault::Value, message))
            }
        }
    }

    /// The numbers that a hook gives by name, sorted by name; none where it gives one number alone.
    pub(super) fn parts(
        &self,
        hook: &'static str,
        line: Option<u32>,
        values: &MultiValue,
    ) -> Result<Vec<(String, Score)>, ScriptError> {
        let Some(Value::Table(table)) = values.front() else { return Ok(Vec::new()) };
        let wrong = |message: String| self.error(Some(hook), line, ScriptFault::Value, message);
        let mut parts = Vec::new();
        for (key, value) in table.pairs::<Value, Value>().flatten().take(MOST_PARTS + 1) {
            let Some(name) = key.as_string().map(|name| plain(&name.to_string_lossy())) else {
                return Err(wrong(format!(
                    "it returned a table with {} in it; a table gives numbers by name, such as {{ king = -4 }}",
                    shown(&value)
                )));
            };
            let (Value::Number(_) | Value::Integer(_)) = value else {
                return Err(wrong(format!("`{name}` is {} where a number is expected", shown(&value))));
            };
            parts.push((name, self.score(hook, line, &value)?));
        }
        if parts.is_empty() {
            return Err(wrong(
                "it returned a table with nothing in it where a number is expected".to_owned(),
            ));
        }
        if parts.len() > MOST_PARTS {
            return Err(wrong(format!("it returned more than {MOST_PARTS} numbers by name")));
        }
        parts.sort();
        Ok(parts)
    }

    /// A finite number within bounds, rounded to whole points.
    #[inline]
    pub(super) fn points(
        &self,
        hook: &'static str,
        line: Option<u32>,
        number: f64,
    ) -> Result<Score, ScriptError> {
        if number.abs() < LIMIT as f64 {
            return Ok(number.round() as Score);
        }
        let message = match number.is_finite() {
            true => format!("it returned {number:e}; only the end of a game is worth {LIMIT} or more"),
            false => format!("it returned {number}, which is no score"),
        };
        Err(self.error(Some(hook), line, ScriptFault::Value, message))
    }
}

/// Something that is no fault of the script.
pub(super) fn internal(file: &Arc<str>, message: &str) -> ScriptError {
    let message = format!("scripts cannot run here: {}", plain(message));
    ScriptError { file: file.clone(), line: None, hook: None, fault: ScriptFault::Failed, message }
}

/// The error inside those that only say how it was passed on.
fn root(error: &mlua::Error) -> &mlua::Error {
    match error {
        mlua::Error::CallbackError { cause, .. } => root(cause),
        mlua::Error::WithContext { cause, .. } => root(cause),
        other => other,
    }
}

/// Whether a line gives a value to a key.
fn gives_key(line: &str, name: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], line[at + name.len()..].trim_start());
        !before.ends_with(is_word) && after.starts_with('=') && !after.starts_with("==")
    })
}

/// The last line, from 1, of which something holds.
fn line_where(text: &str, holds: impl Fn(&str) -> bool) -> Option<u32> {
    let line = text.lines().zip(1..).filter(|(line, _)| holds(line)).last();
    line.map(|(_, number)| number)
}
