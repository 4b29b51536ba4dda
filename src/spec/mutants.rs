//! Definitions with one thing changed: what a suite has to notice.

use std::fmt::Write;

use toml_edit::Value;

use super::load::Reading;
use super::origins::Resolved;
use crate::diagnostic::{Location, Sources};

/// More of a list is not changed: what follows in it is mostly more of the same.
const MOST_OF_A_LIST: usize = 2;

/// Tables that say no rule and no weight.
const SILENT: [&str; 8] = ["game", "board", "setup", "names", "known-as", "notation", "search", "titles"];

/// Words that are exchanged for each other, alone or as the beginning of another word.
const OPPOSITES: [(&str, &str); 9] = [
    ("forward", "backward"),
    ("north", "south"),
    ("west", "east"),
    ("left", "right"),
    ("mover", "turn"),
    ("most", "fewest"),
    ("first-rank", "last-rank"),
    ("own", "enemy"),
    ("none", "mover"),
];

/// A definition with one thing changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// Its whole text.
    pub text: String,
    /// The keys that lead to what was changed, joined by dots.
    pub path: String,
    /// What was done: `left out`, `= 3 instead of 4`.
    pub change: String,
    /// Where it stands in the definition that was changed.
    pub location: Location,
}

/// A change of a value, and what is there instead: nothing where it is left out.
struct Change {
    /// The keys inside the value.
    inside: String,
    said: String,
    value: Option<Value>,
}

impl Reading {
    /// The definition with all that it extends, one thing changed at a time: a rule, an end, a term or a condition left
    /// out, a word turned into its opposite, a number moved. Some of them say nothing else, and some are not sound.
    pub fn mutants(&self, sources: &Sources) -> Vec<Mutant> {
        let all = self.resolved(sources);
        let mut found = Vec::new();
        let mut last = None;
        for (number, value) in all.iter().enumerate() {
            let first = value.path.split('.').next().unwrap_or_default();
            if SILENT.contains(&first) {
                continue;
            }
            let mutant = |text: String, path: String, change: String| Mutant {
                text,
                path,
                change,
                location: value.location.clone(),
            };
            let entry = entry(&value.path);
            if last != Some(entry) {
                let kept = |other: &Resolved| self::entry(&other.path) != entry;
                let text = written(all.iter().filter(|other| kept(other)).map(|other| (other, None)));
                found.push(mutant(text, entry.to_owned(), "left out".to_owned()));
            }
            last = Some(entry);
            let Ok(old) = value.text.parse::<Value>() else { continue };
            let mut changes = changes(&old, first == "evaluation");
            if value.path != entry {
                let said = "left out".to_owned();
                changes.insert(0, Change { inside: String::new(), said, value: None });
            }
            for change in changes {
                let instead = change.value.as_ref().map(|value| value.to_string().trim().to_owned());
                let lines = all.iter().enumerate().filter_map(|(at, other)| match at == number {
                    false => Some((other, None)),
                    true => Some((other, Some(instead.clone()?))),
                });
                let text = written(lines);
                found.push(mutant(text, format!("{}{}", value.path, change.inside), change.said));
            }
        }
        found
    }
}

/// The path of the entry that a value belongs to: a rule of a piece, else an end, a veto, a term.
fn entry(path: &str) -> &str {
    let keys = match path.starts_with("pieces.") {
        true => 4,
        false => 2 + usize::from(path.starts_with("evaluation.")),
    };
    path.match_indices('.').nth(keys - 1).map_or(path, |(at, _)| &path[..at])
}

fn written<'r>(values: impl Iterator<Item = (&'r Resolved, Option<String>)>) -> String {
    let mut text = String::new();
    for (value, instead) in values {
        let _ = writeln!(text, "{} = {}", value.path, instead.as_ref().unwrap_or(&value.text));
    }
    text
}

/// All that a value is changed to.
fn changes(value: &Value, is_weight: bool) -> Vec<Change> {
    let one = |new: Value| {
        let said = format!("{} instead of {}", shown(&new), shown(value));
        vec![Change { inside: String::new(), said, value: Some(new) }]
    };
    match value {
        Value::Boolean(yes) => one(Value::from(!yes.value())),
        Value::Integer(number) if *number.value() == 0 => Vec::new(),
        Value::Integer(number) => {
            one(Value::from(number.value().saturating_add(if is_weight { 3 } else { 1 })))
        }
        Value::String(text) => opposite(text.value()).map_or(Vec::new(), |other| one(Value::from(other))),
        Value::Array(list) => {
            let mut found = Vec::new();
            for (at, item) in list.iter().enumerate() {
                for change in changes(item, is_weight) {
                    let mut new = list.clone();
                    if let Some(instead) = change.value {
                        new.replace(at, instead);
                    }
                    found.push(Change { value: Some(Value::Array(new)), ..change });
                }
                if found.len() >= MOST_OF_A_LIST {
                    break;
                }
            }
            found.truncate(MOST_OF_A_LIST);
            found
        }
        Value::InlineTable(table) => {
            let mut found = Vec::new();
            for (key, item) in table.iter() {
                let mut without = table.clone();
                without.remove(key);
                let said = "left out".to_owned();
                found.push(Change {
                    inside: format!(".{key}"),
                    said,
                    value: Some(Value::InlineTable(without)),
                });
                for change in changes(item, is_weight) {
                    let mut new = table.clone();
                    if let (Some(slot), Some(instead)) = (new.get_mut(key), change.value) {
                        *slot = instead;
                    }
                    let inside = format!(".{key}{}", change.inside);
                    found.push(Change { inside, said: change.said, value: Some(Value::InlineTable(new)) });
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

/// A value as a line shows it.
fn shown(value: &Value) -> String {
    value.to_string().trim().to_owned()
}

/// The text with its first word that has an opposite turned into that.
fn opposite(text: &str) -> Option<String> {
    let both = OPPOSITES.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
    let found = both.filter_map(|(one, other)| {
        let at = text.match_indices(one).map(|(at, _)| at).find(|&at| begins(at))?;
        Some((at, one, other))
    });
    let (at, one, other) = found.min_by_key(|&(at, ..)| at)?;
    Some(format!("{}{other}{}", &text[..at], &text[at + one.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_changed_one_thing_at_a_time() {
        let said = |text: &str| -> Vec<String> {
            let value: Value = text.parse().expect("a value");
            changes(&value, false).into_iter().map(|change| change.inside + " " + &change.said).collect()
        };
        assert_eq!(said("true"), [" false instead of true"]);
        assert_eq!(said("\"forward-left\""), [" \"backward-left\" instead of \"forward-left\""]);
        assert_eq!(said("\"some word\""), [""; 0]);
        assert_eq!(said("0"), [""; 0]);
        assert_eq!(
            said("{ step = [\"forward\", \"left\", \"right\"], from = 2 }"),
            [
                ".step left out",
                ".step \"backward\" instead of \"forward\"",
                ".step \"right\" instead of \"left\"",
                ".from left out",
                ".from 3 instead of 2"
            ]
        );
        assert_eq!(opposite("in enemy-half").as_deref(), Some("in own-half"));
        assert_eq!(opposite("unknown"), None);
    }

    #[test]
    fn entries_are_rules_ends_and_terms() {
        assert_eq!(entry("pieces.man.moves.push.step"), "pieces.man.moves.push");
        assert_eq!(entry("end.stuck.winner"), "end.stuck");
        assert_eq!(entry("evaluation.values.man"), "evaluation.values.man");
        assert_eq!(entry("evaluation.lines.two.value"), "evaluation.lines.two");
    }
}
