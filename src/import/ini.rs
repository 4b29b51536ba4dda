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
    /// A line of it that is no key.
    pub broken: Option<Problem>,
}

/// The sections of a file, and what is wrong with its lines. What stands below a head that is none is passed over.
pub fn read(text: &str) -> (Vec<Section>, Vec<Problem>) {
    let (mut sections, mut problems) = (Vec::<Section>::new(), Vec::new());
    let mut passed_over = false;
    for (line, said) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let said = said.trim();
        if said.is_empty() || said.starts_with(['#', ';']) {
            continue;
        }
        if let Some(head) = said.strip_prefix('[') {
            passed_over = false;
            match head.split_once(']') {
                Some((head, _)) if is_name(section(head, line).name.as_str()) => {
                    sections.push(section(head, line));
                }
                _ => {
                    passed_over = true;
                    problems.push(Problem::new(
                        line,
                        "expected `[NAME]` or `[NAME:PARENT]`, names of letters, digits, `-`, `_` and `+`; \
                         what stands below is passed over",
                    ));
                }
            }
            continue;
        }
        match sections.last_mut() {
            _ if passed_over => {}
            Some(section) => problems.extend(key(section, said, line)),
            None if said.contains('=') => {
                problems.push(Problem::new(line, "this key stands before the first `[NAME]`"));
            }
            None => problems.push(Problem::new(line, NO_KEY)),
        }
    }
    (sections, problems)
}

const NO_KEY: &str = "expected `KEY = VALUE`";

/// Reads a line of a section, and says what is wrong with it.
fn key(section: &mut Section, said: &str, line: usize) -> Option<Problem> {
    let Some((key, value)) = said.split_once('=') else {
        let problem = Problem::new(line, NO_KEY);
        section.broken.get_or_insert_with(|| problem.clone());
        return Some(problem);
    };
    let (key, value) = (key.trim(), value.split(" #").next().unwrap_or_default().trim());
    let before = section.keys.insert(key.to_owned(), Said { value: value.to_owned(), line })?;
    (before.value != value).then(|| {
        let first = before.line;
        let message = format!("`{key}` is said in line {first} and otherwise here; what stands here counts");
        Problem::new(line, message)
    })
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
    Section { name: name.trim().to_owned(), parent, line, keys: BTreeMap::new(), broken: None }
}
