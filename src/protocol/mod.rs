//! The dialects in which programs that play talk to each other, as lines in and lines out.
//!
//! Each dialect has its words in a module of its own, for both sides of the wire: what a client writes an engine
//! reads, and the other way round. [`serve`] is the engine's side: it answers a client until it quits. [`client`] is ours
//! where another program plays.

pub mod cecp;
pub mod client;
mod desk;
pub mod gomocup;
pub mod gtp;
mod lines;
mod moves;
mod scores;
mod serve;
pub mod uci;

pub use lines::{InputLine, next_line};
pub use moves::{Cells, Spelling};
pub use scores::{MateUnit, Score};
pub use serve::{Setup, serve};

use crate::spec::DialectWord;

/// A dialect.
pub type Dialect = DialectWord;

/// Words by which a client begins a talk, beside those that name the dialect.
const UCI_WORDS: [&str; 10] =
    ["uci", "position", "go", "isready", "setoption", "ucinewgame", "d", "eval", "bench", "debug"];

/// The dialect that a first line is written in; none when it may be anything.
pub fn dialect_of(line: &str) -> Option<Dialect> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    match first {
        "ucci" => Some(Dialect::Ucci),
        "usi" => Some(Dialect::Usi),
        "ugi" => Some(Dialect::Ugi),
        "xboard" | "protover" => Some(Dialect::Cecp),
        word if UCI_WORDS.contains(&word) => Some(Dialect::Uci),
        word if gomocup::COMMANDS.contains(&word) => Some(Dialect::Gomocup),
        word if gtp::is_command(word) => Some(Dialect::Gtp),
        number if number.parse::<u32>().is_ok() && words.next().is_some_and(gtp::is_command) => {
            Some(Dialect::Gtp)
        }
        _ => None,
    }
}
