//! What a script returns: a table of hooks, and nothing else.

use mlua::{Function, Table, Value};

use super::HOOKS;
use super::error::ScriptError;
use super::features::FEATURES;
use super::sandbox::{Sandbox, shown};
use crate::game::Game;

/// The version of the contract that this version of the program keeps.
const API: i64 = 1;

/// The most features that a script may ask for.
const MOST_FEATURES: usize = 32;

/// The hooks of a script.
pub(super) struct Contract {
    pub(super) hooks: Vec<(&'static str, Function)>,
    pub(super) features: Vec<String>,
}

impl Contract {
    /// Reads what a script returned.
    pub(super) fn read(value: Value, sandbox: &Sandbox, game: &Game) -> Result<Contract, ScriptError> {
        let Value::Table(table) = value else {
            let message = format!("a script returns a table of hooks, this one returned {}", shown(&value));
            return Err(sandbox.breach(None, message));
        };
        check_names(&table, sandbox)?;
        let mut hooks = Vec::new();
        for name in HOOKS {
            match field(&table, name) {
                Value::Nil => {}
                Value::Function(function) => hooks.push((name, function)),
                other => {
                    let message = format!("`{name}` is {}, a function is expected", shown(&other));
                    return Err(sandbox.breach(None, message));
                }
            }
        }
        if hooks.is_empty() {
            return Err(sandbox.breach(None, format!("there is no hook; hooks are {}", HOOKS.join(", "))));
        }
        let contract = Contract { hooks, features: features(&table, sandbox, game)? };
        contract.check(sandbox)?;
        Ok(contract)
    }

    fn check(&self, sandbox: &Sandbox) -> Result<(), ScriptError> {
        let asked = self.hook("score_features").is_some();
        if asked && self.features.is_empty() {
            let message = format!("`score_features` needs `features`, a list of {}", FEATURES.join(", "));
            return Err(sandbox.breach(line_of(self.hook("score_features")), message));
        }
        if !asked && !self.features.is_empty() {
            return Err(sandbox.breach(None, "`features` are there and no `score_features` to use them"));
        }
        Ok(())
    }

    pub(super) fn hook(&self, name: &str) -> Option<&Function> {
        self.hooks.iter().find(|(hook, _)| *hook == name).map(|(_, function)| function)
    }
}

/// The line where a function begins.
pub(super) fn line_of(function: Option<&Function>) -> Option<u32> {
    function?.info().line_defined.and_then(|line| u32::try_from(line).ok())
}

/// A field without asking metatables, which are the script's.
pub(super) fn field(table: &Table, name: &str) -> Value {
    table.raw_get(name).unwrap_or(Value::Nil)
}

fn check_names(table: &Table, sandbox: &Sandbox) -> Result<(), ScriptError> {
    match field(table, "api") {
        Value::Integer(API) => {}
        Value::Number(number) if number == API as f64 => {}
        Value::Nil => return Err(sandbox.breach(None, format!("`api = {API}` is missing"))),
        other => {
            let message = format!("`api` is {}; this version reads {API}", shown(&other));
            return Err(sandbox.breach(None, message));
        }
    }
    for (key, _) in table.pairs::<Value, Value>().flatten() {
        let name = key.as_string().map(|name| name.to_string_lossy());
        let known = name.as_ref().is_some_and(|name| {
            HOOKS.contains(&name.as_str()) || ["api", "features"].contains(&name.as_str())
        });
        if !known {
            let named = name.map_or_else(|| shown(&key), |name| format!("`{name}`"));
            let message = format!("{named} is no hook; hooks are {}", HOOKS.join(", "));
            return Err(sandbox.breach(None, message));
        }
    }
    Ok(())
}

fn features(table: &Table, sandbox: &Sandbox, game: &Game) -> Result<Vec<String>, ScriptError> {
    let list = match field(table, "features") {
        Value::Nil => return Ok(Vec::new()),
        Value::Table(list) => list,
        other => return Err(sandbox.breach(None, format!("`features` is {}, no list", shown(&other)))),
    };
    let mut names = Vec::new();
    for value in list.sequence_values::<Value>().flatten().take(MOST_FEATURES + 1) {
        let name = value.as_string().map(|name| name.to_string_lossy()).unwrap_or_default();
        if !super::features::is_feature(game, &name) {
            let message = format!("{} is no feature; features are {}", shown(&value), FEATURES.join(", "));
            return Err(sandbox.breach(None, message));
        }
        names.push(name);
    }
    if names.len() > MOST_FEATURES {
        return Err(sandbox.breach(None, format!("there are more than {MOST_FEATURES} features")));
    }
    Ok(names)
}
