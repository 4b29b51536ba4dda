//! What is said of a position text that cannot be read.

use std::fmt;
use std::ops::Range;

/// A position text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// What is wrong.
    pub message: String,
    /// The guilty bytes of the text.
    pub span: Range<usize>,
    /// How to mend it.
    pub help: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        self.help.iter().try_for_each(|help| write!(f, " ({help})"))
    }
}

impl std::error::Error for TextError {}

pub(super) fn error<T>(message: impl Into<String>, span: Range<usize>) -> Result<T, TextError> {
    Err(TextError { message: message.into(), span, help: None })
}

/// A word of a text and where it starts.
pub(super) type Word<'a> = (usize, &'a str);
