//! An engine that takes part in a match.

use std::fmt;
use std::sync::Arc;

use super::Pace;
use crate::game::{Game, SearchMethod};
use crate::protocol::Dialect;
use crate::protocol::client::Program;
use crate::solve::SolvedTable;

/// An engine with its limits.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What it is called in the results; no two have the same name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How long it may think.
    pub pace: Pace,
}

/// Whose engine it is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Ours.
    Own(Box<Own>),
    /// Another program and its dialect.
    Foreign(Program, Dialect),
}

/// Our own search under a definition of the rules that are played.
#[derive(Clone, Debug)]
pub struct Own {
    /// The game with the evaluation that it plays by, its script included.
    pub game: Arc<Game>,
    /// What it was made from, as a number: another one when any text is another one.
    pub fingerprint: u64,
    /// Megabytes that it remembers positions in.
    pub hash: usize,
    /// Threads that search together.
    pub threads: usize,
    /// Which search it is, where that is said.
    pub algorithm: Option<SearchMethod>,
    /// Where the chance of a Monte-Carlo tree search begins.
    pub seed: u64,
    /// Positions whose value it knows.
    pub table: Option<Arc<SolvedTable>>,
}

impl Engine {
    /// Whether it plays the same game each time.
    pub fn is_repeatable(&self) -> bool {
        let alone = match &self.kind {
            Kind::Own(own) => own.threads == 1,
            Kind::Foreign(..) => true,
        };
        alone && self.pace.is_repeatable()
    }
}

impl fmt::Display for Engine {
    /// All that may change how it plays, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Own(own) => {
                let Own { game: _, fingerprint, hash, threads, algorithm, seed, table } = &**own;
                write!(f, "definition={fingerprint:016x},hash={hash},threads={threads}")?;
                if let Some(algorithm) = algorithm {
                    write!(f, ",algorithm={}", algorithm.word())?;
                }
                if *seed != 0 {
                    write!(f, ",seed={seed}")?;
                }
                if table.is_some() {
                    f.write_str(",table")?;
                }
            }
            Kind::Foreign(program, dialect) => {
                let Program { file, args, folder: _, options, variant } = program;
                write!(f, "cmd={file},protocol={}", dialect.word())?;
                args.iter().try_for_each(|arg| write!(f, ",arg={arg}"))?;
                variant.iter().try_for_each(|variant| write!(f, ",variant={variant}"))?;
                options.iter().try_for_each(|(name, value)| write!(f, ",option.{name}={value}"))?;
            }
        }
        write!(f, ",{}", self.pace)
    }
}
