//! Evaluation by scripts: hooks written in Luau, asked for as little as possible.
//!
//! [`load()`] runs a script once: it checks the contract, asks `on_load` for tables and `score_pair` for every
//! pair, and gives a game that carries the script. A search then starts a [`State`] of its own in its own
//! thread, which answers the hooks that are left: `score_line` for each content of a line that is new,
//! `score_features` for numbers that are new, `score_position` for positions that are new.
//!
//! The language is Luau (<https://luau.org>), sandboxed: Roberts, Friesen, "Luau: a fast, small, safe,
//! gradually typed embeddable scripting language". Its native code generator stays off, see `Cargo.toml`.

mod contract;
mod error;
mod features;
mod load;
mod overlay;
mod pairs;
mod sandbox;
mod state;
mod trial;

pub use error::{ScriptError, ScriptFault};
pub use features::{FEATURES, Kept};
pub use load::{ScriptSource, load};
pub use sandbox::{MAX_MEMORY, MAX_SOURCE};
pub use state::State;
pub use trial::{Finding, FindingKind, Trial, Tried};

/// The stack, in bytes, of a thread that runs scripts: the language goes deeper than what a thread has that
/// nothing is said about.
pub const STACK: usize = 8 << 20;

/// The hooks that are asked during a search.
pub const HOOKS: [&str; 5] = ["on_load", "score_line", "score_pair", "score_features", "score_position"];
