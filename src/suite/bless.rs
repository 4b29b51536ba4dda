//! Writing recorded values anew.
//!
//! Only what stands after `expect:` of the cases concerned is replaced; every other character of the file
//! stays, comments too. Comments inside a replaced expectation are lost with it.

use std::io;
use std::path::Path;

use ron::ser::PrettyConfig;
use serde::Serialize;

use super::case::Expectation;
use super::file::replace;
use super::read::notation;
use crate::diagnostic::Span;

impl Expectation {
    /// As it stands in a file: a recorded game with a line for each position, anything else in one line.
    ///
    /// # Errors
    ///
    /// None is known; the writer of RON may refuse nevertheless.
    pub fn to_text(&self) -> Result<String, ron::Error> {
        let Expectation::Playthrough(steps) = self else { return in_line(self) };
        let mut text = "Playthrough([\n".to_owned();
        for step in steps {
            text += &format!("            {},\n", in_line(step)?);
        }
        Ok(text + "        ])")
    }
}

fn in_line(value: &impl Serialize) -> Result<String, ron::Error> {
    let layout = PrettyConfig::new().depth_limit(0).separate_tuple_members(false);
    notation().to_string_pretty(value, layout)
}

/// A text with other expectations at some places.
///
/// # Errors
///
/// None is known; the writer of RON may refuse nevertheless.
pub fn rewritten(text: &str, changes: &[(Span, Expectation)]) -> Result<String, ron::Error> {
    let mut changes: Vec<&(Span, Expectation)> = changes.iter().collect();
    changes.sort_by_key(|(span, _)| span.start);
    let mut result = String::new();
    let mut copied = 0;
    for (span, expect) in changes {
        result += text.get(copied..span.start as usize).unwrap_or_default();
        result += &expect.to_text()?;
        copied = span.end as usize;
    }
    Ok(result + text.get(copied..).unwrap_or_default())
}

/// Writes the text of a suite, whole or not at all.
///
/// # Errors
///
/// When the file cannot be written.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    replace(path, text)
}
