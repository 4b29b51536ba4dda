//! What goes wrong with a foreign engine.

use std::fmt;
use std::time::Duration;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It could not be started, and why.
    NotStarted(String),
    /// It said nothing of what it was asked for, for so long.
    Silent(Duration),
    /// It said so much that nobody can read it.
    Flood,
    /// It has ended, and how.
    Gone(String),
    /// It cannot do what it was asked, and why.
    Refused(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotStarted(why) => write!(f, "it cannot be started: {why}"),
            Trouble::Silent(time) => write!(f, "it gave no answer for {:.3} s", time.as_secs_f64()),
            Trouble::Flood => f.write_str("it said too much"),
            Trouble::Gone(how) => write!(f, "it has ended: {how}"),
            Trouble::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Trouble {}
