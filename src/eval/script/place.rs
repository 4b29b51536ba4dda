//! Lines of a script: where it is just now, and where messages of the language say that it was.

use mlua::{Function, Lua};

/// How messages of the language call the script.
pub(super) const CHUNK: &str = "script";

/// What scripts find beside the language.
pub(super) const PRELUDE: &str = include_str!("prelude.luau");

/// `script:12: message` taken apart.
pub(super) fn split_place(text: &str) -> (Option<u32>, &str) {
    let rest = text.strip_prefix(CHUNK).and_then(|rest| rest.strip_prefix(':'));
    let parts = rest.and_then(|rest| rest.split_once(':'));
    match parts.and_then(|(line, message)| Some((line.parse().ok()?, message))) {
        Some((line, message)) => (Some(line), message.trim_start()),
        None => (None, text),
    }
}

/// `prelude:12: message` taken apart: the function of the prelude that stopped there, as it is asked, and the message.
pub(super) fn split_prelude(text: &str) -> Option<(&'static str, &str)> {
    let (line, message) = text.strip_prefix("prelude:")?.split_once(':')?;
    let before = PRELUDE.lines().take(line.parse().ok()?);
    let asked = before.filter_map(|line| line.strip_prefix("local function ")).last()?;
    Some((asked, message.trim_start()))
}

/// The first line of the script that a trace of calls names.
pub(super) fn traced_line(error: &mlua::Error) -> Option<u32> {
    let text = error.to_string();
    text.lines().find_map(|line| {
        let at = line.find(&format!("{CHUNK}:"))?;
        let digits = &line[at + CHUNK.len() + 1..];
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    })
}

/// The line where a hook of the script begins: where no other line is known, as little is said of memory.
pub(super) fn begin(hook: Option<&'static str>, function: &Function) -> Option<u32> {
    let info = function.info();
    let ours = hook.is_some() && info.short_src.as_deref() == Some(CHUNK);
    info.line_defined.filter(|_| ours).and_then(|line| u32::try_from(line).ok())
}

/// The line of the script that is run just now.
pub(super) fn current_line(lua: &Lua) -> Option<u32> {
    (0..16).find_map(|level| {
        lua.inspect_stack(level, |frame| {
            let ours = frame.source().short_src.as_deref() == Some(CHUNK);
            frame.current_line().filter(|_| ours).and_then(|line| u32::try_from(line).ok())
        })?
    })
}
