//! Writing recorded values anew.
//!
//! Only what stands after `expect:` of the cases concerned is replaced; every other character of the file
//! stays, comments too. Comments inside a replaced expectation are lost with it.

use std::io;
use std::path::Path;

use ron::ser::PrettyConfig;
use serde::Serialize;

use super::case::{Case, Expectation, Suite};
use super::file::replace;
use super::read::notation;
use crate::diagnostic::Span;

impl Suite {
    /// The suite as the text of a file, which reads back as the same suite: a case in a line, recorded games
    /// a line for each position.
    ///
    /// # Errors
    ///
    /// None is known; the writer of RON may refuse nevertheless.
    ///
    /// ```
    /// use banco::Suite;
    ///
    /// let text = r#"(game: "dodgem", cases: [(name: "counts", moves: "a3b3", expect: Perft([4, 12]))])"#;
    /// let suite: Suite = text.parse()?;
    /// let written = suite.to_text()?;
    /// assert!(written.contains("(name: \"counts\", moves: \"a3b3\", expect: Perft([4, 12])),"));
    /// let again: Suite = written.parse()?;
    /// assert_eq!(again.to_text()?, written);
    /// assert_eq!(again.cases[0].expect.value, suite.cases[0].expect.value);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self) -> Result<String, ron::Error> {
        let mut text = format!("(\n    game: {},\n    cases: [\n", in_line(&self.game.value)?);
        for case in &self.cases {
            text += &format!("        {},\n", case.to_text()?);
        }
        Ok(text + "    ],\n)\n")
    }
}

impl Case {
    /// As it stands in a file; what is as it is when left out is left out.
    ///
    /// # Errors
    ///
    /// None is known; the writer of RON may refuse nevertheless.
    pub fn to_text(&self) -> Result<String, ron::Error> {
        let mut text = format!("(name: {}", in_line(&self.name.value)?);
        if self.position.value != "startpos" {
            text += &format!(", position: {}", in_line(&self.position.value)?);
        }
        if !self.moves.value.is_empty() {
            text += &format!(", moves: {}", in_line(&self.moves.value)?);
        }
        if self.slow {
            text += ", slow: true";
        }
        Ok(format!("{text}, expect: {})", self.expect.to_text()?))
    }
}

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

/// A case that is added to a suite.
#[derive(Clone, PartialEq, Debug)]
pub struct NewCase {
    /// Its name.
    pub name: String,
    /// The position as text.
    pub position: String,
    /// What is expected there.
    pub expect: Expectation,
}

/// The text of a suite with one more case at the end; of a new suite for this game where none is there.
///
/// # Errors
///
/// None is known; the writer of RON may refuse nevertheless.
pub fn with_case(there: Option<(&str, &Suite)>, game: &str, case: &NewCase) -> Result<String, ron::Error> {
    let case = format!(
        "(name: {}, position: {}, expect: {}),",
        in_line(&case.name)?,
        in_line(&case.position)?,
        case.expect.to_text()?
    );
    let last = there.and_then(|(text, suite)| Some((text, suite.cases.last()?.span.end as usize)));
    let Some((text, end)) = last else {
        return Ok(format!("(\n    game: {},\n    cases: [\n        {case}\n    ],\n)\n", in_line(&game)?));
    };
    let (before, after) = text.split_at_checked(end).unwrap_or((text, ""));
    let after = after.strip_prefix(',').unwrap_or(after);
    // What is written behind the last case in its line stays there.
    let (line, rest) = after.split_once('\n').unwrap_or(("", after));
    let is_remark = line.trim().is_empty() || line.trim_start().starts_with("//");
    let (line, rest) = if is_remark { (line, rest) } else { ("", after) };
    // A remark behind a last case without a comma belongs to the case, as it is read: a comma in it says nothing.
    let ends_in_remark = before.lines().last().is_some_and(|last| last.contains("//"));
    let comma = if ends_in_remark { "\n        ," } else { "," };
    Ok(format!("{before}{comma}{line}\n        {case}\n{rest}"))
}

/// Writes the text of a suite, whole or not at all.
///
/// # Errors
///
/// When the file cannot be written.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    replace(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_that_is_written_reads_back_the_same() {
        let cases = [
            r#"(name: "say \"a\\b\"", position: "B../.../BWW w", slow: true, expect: Value(Win, 3))"#,
            r#"(name: "2", expect: Value(Draw, None))"#,
            r#"(name: "3", expect: Terms({"a": 1, "b.c": -2}))"#,
            r#"(name: "4", expect: Outcome(None, "full"))"#,
            r#"(name: "5", expect: Outcome("white", "stuck"))"#,
            r#"(name: "6", moves: "a1a2 b1b2", expect: BestMove(["a", "b"], Nodes(5)))"#,
            r#"(name: "7", expect: Match(against: "x", openings: ["", "a"], limit: Depth(2), at_least: 50))"#,
            r#"(name: "8", expect: Playthrough([(at: "x", value: 1, legal: "a b", plays: "a"), (at: "y", end: "z")]))"#,
            r#"(name: "9", expect: Unfinished)"#,
            r#"(name: "10", expect: Illegal("a", "b"))"#,
        ];
        let text = format!("(game: \"a\", cases: [{}])", cases.join(", "));
        let suite: Suite = text.parse().expect("a suite");
        let again: Suite = suite.to_text().expect("written").parse().expect("it reads back");
        let values = |suite: &Suite| {
            let of = |case: &Case| {
                let Case { name, position, moves, slow, expect, .. } = case.clone();
                (name.value, position.value, moves.value, slow, expect.value)
            };
            (suite.game.value.clone(), suite.cases.iter().map(of).collect::<Vec<_>>())
        };
        assert_eq!(values(&again), values(&suite));
        assert_eq!(again.cases.len(), cases.len());
    }
}
