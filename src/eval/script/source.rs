//! A script as it was found.

use std::sync::Arc;

use crate::game::ScriptUse;

/// A script as it was found.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// The file as messages name it.
    pub file: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// How it is used.
    pub usage: ScriptUse,
}
