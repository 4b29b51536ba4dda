//! What ships inside the program and what lies beside it: finding games by name, reading them with all
//! that they extend.
//!
//! A [`Library`] is the shipped definitions and a folder, `games` unless told otherwise, whose files win
//! over them. [`Library::load`] gives a [`Loaded`] game; [`Game::load`](crate::game::Game::load) is the
//! short way for who only wants to play. [`Suites`] does the same for regression suites.

mod kept;
mod load;
mod naming;
mod network_text;
mod networks;
mod scripts;
mod shelf;
mod starter;
mod suites;
mod tables;
mod trials;
mod watchdog;

pub use load::{Draft, Loaded};
pub use naming::folded;
pub use networks::network_text;
pub use scripts::{all_scripts, find_script, script_files, scripts_in, shipped_scripts};
pub use shelf::{Library, Shelved};
pub use starter::{
    NameError, check_name, script_table, script_typings, starter, starter_script, starter_suite, variant,
};
pub use suites::{LoadedSuite, Suites};
pub use tables::read_table;
