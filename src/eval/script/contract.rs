//! What a script returns: a table of hooks, and nothing else.

use mlua::{Function, Table, Value};

use super::HOOKS;
use super::error::{ScriptError, ScriptFault};
use super::features::FEATURES;
use super::sandbox::{Sandbox, shown};
use crate::diagnostic::nearest;
use crate::game::Game;

/// The versions of the contract that this version of the program keeps. Under the second, a name that a table of the
/// game does not have is an error.
const APIS: [i64; 2] = [1, 2];

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
            let message = format!(
                "a script returns a table of hooks, this one returned {}; end it by \
                 `return script {{ api = {}, score_position = … }}`",
                shown(&value),
                APIS[APIS.len() - 1]
            );
            return Err(sandbox.breach(sandbox.line_of_return(), message));
        };
        if check_names(&table, sandbox)? > 1 {
            sandbox.missing.refuse();
            if let Some((line, what)) = sandbox.missing.refused().first() {
                return Err(sandbox.error(None, Some(*line), ScriptFault::Failed, what.clone()));
            }
        }
        let mut hooks = Vec::new();
        for name in HOOKS {
            match field(&table, name) {
                Value::Nil => {}
                Value::Function(function) => hooks.push((name, function)),
                other => {
                    let message = format!("`{name}` is {}, a function is expected", shown(&other));
                    return Err(sandbox.breach(sandbox.line_of_key(name), message));
                }
            }
        }
        if hooks.is_empty() {
            return Err(sandbox.breach(
                sandbox.line_of_return(),
                format!("there is no hook; hooks are {}", HOOKS.join(", ")),
            ));
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
            return Err(sandbox.breach(
                sandbox.line_of_key("features"),
                "`features` are there and no `score_features` to use them",
            ));
        }
        Ok(())
    }

    /// What is odd about the number of parameters of `score_features`.
    pub(super) fn unfit(&self) -> Option<String> {
        let info = self.hook("score_features")?.info();
        let (given, taken) = (self.features.len() + 1, usize::from(info.num_params));
        let plural = if self.features.len() == 1 { "" } else { "s" };
        (!info.is_vararg && taken != given).then(|| {
            format!("{} feature{plural} and `turn` make {given}, the hook takes {taken}", self.features.len())
        })
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

/// The version of the contract that a script keeps; an error if it does not.
fn check_names(table: &Table, sandbox: &Sandbox) -> Result<i64, ScriptError> {
    let given = field(table, "api");
    let number = match &given {
        Value::Integer(number) => Some(*number),
        Value::Number(number) => APIS.into_iter().find(|&api| api as f64 == *number),
        Value::Nil => {
            let message = format!("`api = {}` is missing", APIS[APIS.len() - 1]);
            return Err(sandbox.breach(sandbox.line_of_return(), message));
        }
        _ => None,
    };
    let Some(api) = number.filter(|number| APIS.contains(number)) else {
        let message = format!(
            "`api` is {}; this version reads {}",
            shown(&given),
            APIS.map(|api| api.to_string()).join(" and ")
        );
        return Err(sandbox.breach(sandbox.line_of_key("api"), message));
    };
    for (key, _) in table.pairs::<Value, Value>().flatten() {
        let name = key.as_string().map(|name| name.to_string_lossy());
        let known = name.as_ref().is_some_and(|name| {
            HOOKS.contains(&name.as_str()) || ["api", "features"].contains(&name.as_str())
        });
        if !known {
            let line = name.as_ref().and_then(|name| sandbox.line_of_key(name)).or(sandbox.line_of_return());
            let near = name.as_ref().and_then(|name| nearest(name, HOOKS));
            let named = name.map_or_else(|| shown(&key), |name| format!("`{name}`"));
            let help = near.map_or_else(
                || format!("hooks are {}", HOOKS.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(sandbox.breach(line, format!("{named} is no hook; {help}")));
        }
    }
    Ok(api)
}

/// What may have been meant by a name that is no feature.
fn instead(game: &Game, name: &str) -> String {
    let lacks = || format!("it needs `[evaluation.{name}]`, which {} has not", game.name());
    let Some((first, named)) = name.split_once('.') else {
        return match nearest(name, FEATURES) {
            _ if FEATURES.contains(&name) => lacks(),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("features are {}", FEATURES.join(", ")),
        };
    };
    let tables = &game.evaluation;
    let known: Vec<&str> = match first {
        "pieces" | "hand" | "attacked" => game.names.kinds.iter().map(|kind| kind.name.as_str()).collect(),
        "formations" => tables.formations.iter().map(|formation| formation.name.as_str()).collect(),
        "lines" => tables.patterns.iter().map(|pattern| pattern.name.as_str()).collect(),
        "influence" | "distance" | "link" => {
            let named = |name| Some(str::split_once(name, '.')?).filter(|(table, _)| *table == first);
            tables.surveys.iter().filter_map(|term| Some(named(&term.name)?.1)).collect()
        }
        _ => {
            let firsts = FEATURES.iter().filter_map(|feature| Some(feature.split_once('.')?.0));
            return match nearest(first, firsts) {
                Some(near) => format!("did you mean `{near}.{named}`?"),
                None => format!("features are {}", FEATURES.join(", ")),
            };
        }
    };
    match (nearest(named, known.iter().copied()), first) {
        (Some(near), _) => format!("did you mean `{first}.{near}`?"),
        (None, "pieces" | "hand" | "attacked") => {
            format!("no piece of {} is called `{named}`: {}", game.name(), known.join(", "))
        }
        (None, "formations") => format!("{}; features do not see those of `on_load`", lacks()),
        (None, _) => lacks(),
    }
}

fn features(table: &Table, sandbox: &Sandbox, game: &Game) -> Result<Vec<String>, ScriptError> {
    let line = sandbox.line_of_key("features");
    let list = match field(table, "features") {
        Value::Nil => return Ok(Vec::new()),
        Value::Table(list) => list,
        other => return Err(sandbox.breach(line, format!("`features` is {}, no list", shown(&other)))),
    };
    let mut names = Vec::new();
    for value in list.sequence_values::<Value>().flatten().take(MOST_FEATURES + 1) {
        let name = value.as_string().map(|name| name.to_string_lossy()).unwrap_or_default();
        if !super::features::is_feature(game, &name) {
            let message = format!("{} is no feature; {}", shown(&value), instead(game, &name));
            return Err(sandbox.breach(line, message));
        }
        names.push(name);
    }
    if names.len() > MOST_FEATURES {
        return Err(sandbox.breach(line, format!("there are more than {MOST_FEATURES} features")));
    }
    Ok(names)
}
