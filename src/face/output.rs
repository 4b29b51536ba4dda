//! How a command ends, and how that is said.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};
use serde_json::Value;

use crate::diagnostic::{self, DefinitionError, Diagnostics, codes};
use crate::eval::script::ScriptError;
use crate::game::Origin;
use crate::suite::io_words;

/// A command that did what it was asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finish {
    /// All is well.
    Good,
    /// The thing checked is wrong, and the output says so.
    Wrong,
}

/// A command that could not do what it was asked to do.
#[derive(Debug)]
pub(super) enum Failure {
    /// What it was given is wrong: a position, a move.
    Wrong(String),
    /// It was used wrongly: a file that is not there, an option that has no sense here.
    Usage(String),
    /// The definition is wrong.
    Definition(Box<DefinitionError>),
    /// The output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<DefinitionError> for Failure {
    fn from(error: DefinitionError) -> Failure {
        Failure::Definition(Box::new(error))
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

impl Failure {
    /// One line, for an answer among others.
    pub(super) fn line(&self) -> String {
        match self {
            Failure::Wrong(message) | Failure::Usage(message) => {
                message.lines().next().unwrap_or_default().to_owned()
            }
            Failure::Definition(error) => {
                error.diagnostics.iter().next().map(|d| d.message.clone()).unwrap_or_default()
            }
            Failure::Output(error) => error.to_string(),
        }
    }
}

/// Says on the standard error what failed, and gives the exit status.
pub(super) fn exit_code(finished: Result<Finish, Failure>) -> ExitCode {
    match finished {
        Ok(Finish::Good) => ExitCode::SUCCESS,
        Ok(Finish::Wrong) => ExitCode::FAILURE,
        Err(failure) => {
            let (status, text) = told(&failure);
            // Whoever closed the standard error does not want to hear of it.
            let _ = anstream::stderr().write_all(text.as_bytes());
            ExitCode::from(status)
        }
    }
}

fn told(failure: &Failure) -> (u8, String) {
    match failure {
        Failure::Wrong(message) => (1, error(message)),
        Failure::Usage(message) => (2, error(message)),
        Failure::Definition(wrong) => {
            let text = wrong.diagnostics.render(&wrong.sources, diagnostic::Style::Coloured);
            (if is_unreachable(&wrong.diagnostics) { 2 } else { 1 }, text)
        }
        Failure::Output(why) if why.kind() == ErrorKind::BrokenPipe => (0, String::new()),
        Failure::Output(why) => (2, error(&format!("cannot write: {}", io_words(why)))),
    }
}

/// Whether there is nothing to find fault with: no such file, or it cannot be read.
pub(super) fn is_unreachable(diagnostics: &Diagnostics) -> bool {
    diagnostics.iter().any(|d| d.code == codes::shelf::UNREADABLE && d.span.is_none())
}

/// An error message as it is printed.
fn error(message: &str) -> String {
    let red = AnsiColor::Red.on_default().bold();
    format!("{red}error{red:#}: {message}\n")
}

/// Says something on the standard error that is no result.
pub(super) fn note(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Prints a JSON value on a line of its own.
pub(super) fn json_line(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    writeln!(out, "{value}")
}

/// A text with a style, for terminals.
pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// `file:line`.
pub(super) fn place(origin: &Origin) -> String {
    format!("{}:{}", origin.file, origin.line)
}
