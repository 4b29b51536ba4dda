//! How a command ends, and how that is said.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::builder::styling::{AnsiColor, Style};
use serde_json::{Value, json};

pub(super) use crate::answer::place;
use crate::diagnostic::{self, DefinitionError, Diagnostic, Diagnostics, Severity, Sources, codes};
use crate::eval::script::{Printed, ScriptError, listening};
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
    /// It was used wrongly, and the results say so already.
    Told(String),
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
    /// Nothing has the name that was given.
    pub(super) fn unknown(wrong: Diagnostic) -> Failure {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(wrong);
        Failure::from(DefinitionError { diagnostics, sources: Sources::new() })
    }

    /// One line, for an answer among others.
    pub(super) fn line(&self) -> String {
        match self {
            Failure::Wrong(message) | Failure::Usage(message) | Failure::Told(message) => {
                message.lines().next().unwrap_or_default().to_owned()
            }
            Failure::Definition(wrong) => {
                let errors = || wrong.diagnostics.iter().filter(|d| d.code.severity == Severity::Error);
                let first = errors().next().or_else(|| wrong.diagnostics.iter().next());
                first.map(|diagnostic| diagnostic.message.clone()).unwrap_or_default()
            }
            Failure::Output(error) => error.to_string(),
        }
    }

    /// For programs: the line, and of a definition everything that is wrong.
    pub(super) fn json(&self) -> Value {
        match self {
            Failure::Definition(wrong) => {
                json!({ "error": self.line(), "diagnostics": wrong.findings() })
            }
            _ => json!({ "error": self.line() }),
        }
    }
}

/// Writes a failure among the results, unless it is that they cannot be written, or they tell of it.
pub(super) fn write_failure(failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
    match failure {
        Failure::Output(_) | Failure::Told(_) => Ok(()),
        _ => json_line(out, &failure.json()),
    }
}

/// Says on the standard error what failed, and gives the exit status.
pub(super) fn exit_code(finished: Result<Finish, Failure>) -> ExitCode {
    match finished {
        Ok(Finish::Good) => ExitCode::SUCCESS,
        Ok(Finish::Wrong) => ExitCode::FAILURE,
        Err(failure) => {
            let (status, text) = told(&failure);
            complain(&text);
            ExitCode::from(status)
        }
    }
}

/// Says on the standard error what failed, where other things go on; a failure to write ends them too.
pub(super) fn report(failure: Failure) -> Result<Finish, Failure> {
    if let Failure::Output(_) = failure {
        return Err(failure);
    }
    complain(&told(&failure).1);
    Ok(Finish::Wrong)
}

fn complain(text: &str) {
    // Whoever closed the standard error does not want to hear of it.
    let _ = anstream::stderr().write_all(text.as_bytes());
}

fn told(failure: &Failure) -> (u8, String) {
    match failure {
        Failure::Wrong(message) => (1, error(message)),
        Failure::Usage(message) | Failure::Told(message) => (2, error(message)),
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
    let codes = [codes::shelf::NOT_FOUND, codes::shelf::UNREADABLE];
    diagnostics.iter().any(|d| codes.contains(&d.code) && d.span.is_none())
}

/// The columns of the terminal that shows what is printed, if one does.
pub(super) fn columns() -> Option<usize> {
    terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns))
}

/// Words in lines of at most so many columns, all but the first line indented. No word is broken.
pub(super) fn wrapped(text: &str, columns: usize, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(columns).subsequent_indent(&indent).break_words(false);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

/// An error message as it is printed.
fn error(message: &str) -> String {
    let red = AnsiColor::Red.on_default().bold();
    format!("{red}error{red:#}: {message}\n")
}

/// Says something on the standard error that is no result, and not a second time.
pub(super) fn note_once(message: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(message.to_owned()) {
        note(message);
    }
}

/// Does something, then says what scripts printed meanwhile, each line with its place.
pub(super) fn with_prints<T>(act: impl FnOnce() -> T) -> T {
    let (result, printed) = listening(act);
    for Printed { file, line, text } in printed {
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        note(&format!("{file}{line}: {text}"));
    }
    result
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
