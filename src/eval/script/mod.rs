//! Evaluation by scripts: hooks written in Luau, asked for as little as possible.
//!
//! `load` runs a script once: it checks the contract, asks `on_load` for tables and `score_pair` for every
//! pair, and gives a game that carries the script. A search then starts a [`State`] of its own in its own
//! thread, which answers the hooks that are left: `score_line` for each content of a line that is new,
//! `score_features` for numbers that are new, `score_position` for positions that are new.
//!
//! The language is Luau (<https://luau.org>), sandboxed: Roberts, Friesen, "Luau: a fast, small, safe,
//! gradually typed embeddable scripting language". Its native code generator stays off, see `Cargo.toml`.
//!
//! Without the feature `script` nothing here runs: see `absent`.

#[cfg(not(feature = "script"))]
mod absent;
#[cfg(feature = "script")]
mod annotations;
#[cfg(feature = "script")]
mod contract;
mod error;
#[cfg_attr(not(feature = "script"), allow(dead_code, reason = "scripts alone ask for features"))]
mod features;
#[cfg(feature = "script")]
mod formed;
#[cfg(feature = "script")]
mod header;
#[cfg(feature = "script")]
mod load;
#[cfg(feature = "script")]
mod looks;
#[cfg(feature = "script")]
mod missing;
#[cfg(feature = "script")]
mod names;
#[cfg(feature = "script")]
mod names_of_game;
#[cfg(feature = "script")]
mod offered;
#[cfg(feature = "script")]
mod opened;
#[cfg(feature = "script")]
mod overlay;
#[cfg(feature = "script")]
mod overlay_late;
#[cfg(feature = "script")]
mod pairs;
#[cfg(feature = "script")]
mod place;
mod print;
#[cfg(feature = "script")]
mod sandbox;
mod source;
#[cfg(feature = "script")]
mod state;
#[cfg(feature = "script")]
mod tokens;
#[cfg(feature = "script")]
mod told;
mod trial;

#[cfg(not(feature = "script"))]
use absent::{answer_again, odd_names};
#[cfg(feature = "script")]
use load::answer_again;
#[cfg(feature = "script")]
use names::odd_names;

use crate::eval::Score;
use crate::game::{Evaluation, Pairs};
#[cfg(not(feature = "script"))]
pub use absent::{State, load};
pub use error::{ScriptError, ScriptFault};
pub use features::{FEATURES, Kept};
#[cfg(feature = "script")]
pub use load::load;
#[cfg(feature = "script")]
pub use offered::{GLOBALS, OFFERED};
#[cfg(feature = "script")]
pub use overlay::TABLES;
pub use print::{Printed, listening};
pub use source::ScriptSource;
#[cfg(feature = "script")]
pub use state::State;

pub use trial::{Finding, FindingKind, Trial, Tried};

/// What a hook says of a position in all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptShare {
    /// The hook.
    pub hook: &'static str,
    /// What it says in all.
    pub score: Score,
    /// The numbers that it gives by name.
    pub parts: Vec<ScriptPart>,
}

impl ScriptShare {
    /// Of one number.
    pub(super) fn whole(hook: &'static str, score: Score) -> ScriptShare {
        ScriptShare { hook, score, parts: Vec::new() }
    }
}

/// A number that a script gives by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptPart {
    /// Its name.
    pub name: String,
    /// What it adds.
    pub score: Score,
    /// Where it is given, as far as that can be seen.
    pub line: Option<u32>,
}

/// What is odd about a name in the text of a script.
#[cfg_attr(not(feature = "script"), allow(dead_code, reason = "scripts alone have names"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Oddity {
    /// Nobody uses it.
    Unused,
    /// Nothing is called so.
    Unknown,
    /// A number is compared with a text.
    Unequal,
    /// It is made in the middle of something and lives on after it.
    Global,
}

/// A name that is odd, with its line and words that say why.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OddName {
    line: u32,
    oddity: Oddity,
    message: String,
}

/// What a script answers when it is asked again what is asked once.
#[cfg_attr(not(feature = "script"), allow(dead_code, reason = "scripts alone answer"))]
struct Again {
    tables: Evaluation,
    pairs: Option<Pairs>,
    /// What is odd about the parameters of `score_features`.
    unfit: Option<String>,
}

/// The stack, in bytes, of a thread that runs scripts: the language goes deeper than what a thread has that
/// nothing is said about.
pub const STACK: usize = 8 << 20;

/// The hooks that are asked during a search.
pub const HOOKS: [&str; 5] = ["on_load", "score_line", "score_pair", "score_features", "score_position"];
