//! What was expected or what was played, kept in files.
//!
//! A [`Suite`] lists what is known of positions of a game; a [`Checker`] holds it against the game, and
//! [`run()`] does so on several threads. [`Failure`]s say what was expected and found, and which lines of
//! the definition had a part in it. [`rewritten`] records values anew. A [`Record`] is a game that was
//! played. The files are RON; no other room reads or writes it.
//!
//! ```
//! use banco::{Expectation, Suite};
//!
//! let suite: Suite = r#"(
//!     game: "dodgem",
//!     cases: [
//!         (name: "first moves", expect: Legal(["a3b3", "a2b2", "a2a1"])),
//!     ],
//! )"#.parse()?;
//! assert!(matches!(suite.cases[0].expect.value, Expectation::Legal(_)));
//! # Ok::<(), banco::DefinitionError>(())
//! ```

mod bless;
mod case;
mod check;
mod file;
mod place;
mod plain;
mod read;
mod record;
mod run;
mod sense;
mod tree;
mod verdict;

pub use bless::{NewCase, rewritten, save, with_case};
pub use case::{Case, EXAMPLES, Expectation, Limit, Step, Suite, Value};
pub use check::{Budget, Checker, ExactValues, Games, NoGame, played};
pub use file::{check_place, text_of, write_whole};
pub use plain::io_words;
pub use record::{Record, RecordError};
pub use run::{Job, Tried, run, run_to_failure};
pub use tree::{Figure, FigureError};
pub use verdict::{Failure, Lead, ListDifference, Place, Reproduction, Verdict};
