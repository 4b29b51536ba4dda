//! Reads variant files: sections of keys and values, each with its line.

use std::collections::BTreeMap;

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1; 0 where no line is to blame.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    pub(super) fn new(line: usize, message: impl Into<String>) -> Problem {
        Problem { line, message: message.into() }
    }
}

/// A value and the line that it stands on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// What stands behind the `=`.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
}

/// `[NAME]` or `[NAME:PARENT]` with its keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What the variant is called.
    pub name: String,
    /// The variant whose keys it takes over.
    pub parent: Option<String>,
    /// The line of its head.
    pub line: usize,
    /// Its keys; of two that are the same the last one counts.
    pub keys: BTreeMap<String, Said>,
}

/// The sections of a file, and the lines that are none of it.
pub fn read(text: &str) -> (Vec<Section>, Vec<Problem>) {
    let (mut sections, mut problems) = (Vec::<Section>::new(), Vec::new());
    for (line, said) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let said = said.trim();
        if said.is_empty() || said.starts_with(['#', ';']) {
            continue;
        }
        if let Some(head) = said.strip_prefix('[') {
            match head.split_once(']') {
                Some((head, _)) if is_name(section(head, line).name.as_str()) => {
                    sections.push(section(head, line));
                }
                _ => problems.push(Problem::new(
                    line,
                    "expected `[NAME]` or `[NAME:PARENT]`, names of letters, digits, `-`, `_` and `+`",
                )),
            }
            continue;
        }
        match (said.split_once('='), sections.last_mut()) {
            (None, _) => problems.push(Problem::new(line, "expected `KEY = VALUE`")),
            (Some(_), None) => {
                problems.push(Problem::new(line, "this key stands before the first `[NAME]`"));
            }
            (Some((key, value)), Some(section)) => {
                let value = value.split(" #").next().unwrap_or_default().trim().to_owned();
                section.keys.insert(key.trim().to_owned(), Said { value, line });
            }
        }
    }
    (sections, problems)
}

/// Whether a file can be called so.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || ['-', '_', '+'].contains(&sign))
}

fn section(head: &str, line: usize) -> Section {
    let (name, parent) = match head.split_once(':') {
        Some((name, parent)) => (name, Some(parent.trim().to_owned())),
        None => (head, None),
    };
    Section { name: name.trim().to_owned(), parent, line, keys: BTreeMap::new() }
}
