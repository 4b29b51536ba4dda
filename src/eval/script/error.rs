//! What goes wrong with a script, and where.

use std::fmt;
use std::sync::Arc;

/// What kind of mistake it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScriptFault {
    /// The text is no script: it is too long, no text, or has a syntax error.
    Text,
    /// The script does not keep the contract: an unknown hook, a feature that nobody knows.
    Contract,
    /// It stopped with an error.
    Failed,
    /// What it returned is no score.
    Value,
    /// A call took too long.
    Time,
    /// It took too much memory.
    Memory,
    /// The search ended while it was asked; nothing is wrong with it.
    Stopped,
}

/// A script that could not answer. Displays with its file, line and hook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// The file as messages name it.
    pub file: Arc<str>,
    /// The line, where one is known.
    pub line: Option<u32>,
    /// The hook that was asked; none while the script itself was run.
    pub hook: Option<&'static str>,
    /// What kind of mistake it is.
    pub fault: ScriptFault,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        f.write_str(": ")?;
        if let Some(hook) = self.hook {
            write!(f, "{hook}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScriptError {}

impl ScriptError {
    /// The message with the hook, without the place.
    pub fn said(&self) -> String {
        self.hook.map_or(self.message.clone(), |hook| format!("{hook}: {}", self.message))
    }
}
