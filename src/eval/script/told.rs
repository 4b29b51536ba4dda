//! Values and messages of scripts in words of ours.

use mlua::Value;

/// A value as messages show it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::String(text) => format!("the text \"{}\"", plain(&text.to_string_lossy())),
        other => format!("a {}", other.type_name()),
    }
}

/// The longest message that is passed on.
const LONGEST: usize = 300;

/// A message on one line, cut where it is long.
pub(super) fn plain(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let mut text: String = line.chars().take(LONGEST).filter(|c| !c.is_control()).collect();
    if line.chars().count() > LONGEST {
        text.push('…');
    }
    text
}
