//! The options of an engine, as dialects of UCI's family name them.

use std::fmt;
use std::time::Duration;

use super::Flavour;
use crate::engine::{Settings, Strength};
use crate::game::SearchMethod;
use crate::protocol::desk::Desk;

/// The option by which castles are written as the king that takes its rook.
pub(in crate::protocol) const CHESS960: &str = "UCI_Chess960";

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Check(bool),
    /// A number, the least and the greatest.
    Spin(i64, i64, i64),
    /// One of some words.
    Combo(String, Vec<String>),
    /// It does something.
    Button,
    /// A text.
    Text(String),
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// What it takes, with its default.
    pub kind: OptionKind,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check(default) => write!(f, "type check default {default}"),
            OptionKind::Spin(default, least, most) => {
                write!(f, "type spin default {default} min {least} max {most}")
            }
            OptionKind::Combo(default, words) => {
                write!(f, "type combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            OptionKind::Button => write!(f, "type button"),
            OptionKind::Text(default) if default.is_empty() => write!(f, "type string default <empty>"),
            OptionKind::Text(default) => write!(f, "type string default {default}"),
        }
    }
}

/// What stands behind `setoption`: the name and the value.
pub fn read_set(rest: &str) -> Option<(String, Option<String>)> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let name = words.iter().position(|word| *word == "name")? + 1;
    let value = words.iter().position(|word| *word == "value");
    let name = words.get(name..value.unwrap_or(words.len()))?.join(" ");
    Some((name, value.map(|value| words[value + 1..].join(" "))))
}

/// How well it is to play, as three options say it together.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Handicap {
    skill: i64,
    limited: bool,
    elo: i64,
}

impl Default for Handicap {
    fn default() -> Handicap {
        Handicap { skill: Strength::FULL as i64, limited: false, elo: Strength::ELO.1 }
    }
}

impl Handicap {
    fn strength(self) -> Strength {
        if self.limited { Strength::of_elo(self.elo) } else { Strength::of_skill(self.skill) }
    }
}

/// What the options are called in a flavour.
fn shown(flavour: Flavour, name: &str) -> String {
    let other = match (flavour, name) {
        (Flavour::Ucci, "Hash") => "hashsize",
        (Flavour::Ucci, "Threads") => "threads",
        (Flavour::Ucci, "Ponder") => "ponder",
        (Flavour::Ucci, "Clear Hash") => "newgame",
        (Flavour::Ucci, "UCI_Variant") => "variant",
        (Flavour::Ucci, "OwnBook") => "usebook",
        (Flavour::Ucci, "Book") => "bookfiles",
        (Flavour::Usi, "OwnBook") => "USI_OwnBook",
        (Flavour::Usi, "Hash") => "USI_Hash",
        (Flavour::Usi, "Ponder") => "USI_Ponder",
        (Flavour::Usi, "UCI_Variant") => "USI_Variant",
        _ => name,
    };
    // A name with blanks could not be told from a value.
    if flavour == Flavour::Ucci { other.replace(' ', "_").to_lowercase() } else { other.to_owned() }
}

/// All options of an engine.
pub(in crate::protocol) fn specs(flavour: Flavour, desk: &mut Desk<'_>) -> Vec<OptionSpec> {
    let settings = Settings::default();
    let own = desk.engine.hosted().known.uci()[0].to_owned();
    let mut names: Vec<String> = desk
        .known()
        .iter()
        .flat_map(|known| known.uci().into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    names.push(own.clone());
    names.sort();
    names.dedup();
    let (least, most) = Strength::ELO;
    let full = Strength::FULL as i64;
    let mut all = vec![
        ("Hash", OptionKind::Spin(settings.hash as i64, 1, Settings::MOST_HASH as i64)),
        ("Threads", OptionKind::Spin(1, 1, Settings::MOST_THREADS as i64)),
        ("MultiPV", OptionKind::Spin(1, 1, Settings::MOST_LINES as i64)),
        ("Ponder", OptionKind::Check(false)),
        ("Move Overhead", OptionKind::Spin(settings.overhead.as_millis() as i64, 0, 5_000)),
        ("Skill Level", OptionKind::Spin(full, 0, full)),
        ("UCI_LimitStrength", OptionKind::Check(false)),
        ("UCI_Elo", OptionKind::Spin(most, least, most)),
        ("UCI_Variant", OptionKind::Combo(own, names)),
        ("OwnBook", OptionKind::Check(settings.own_book)),
        ("Book", OptionKind::Text(String::new())),
        ("Script", OptionKind::Text(String::new())),
        ("Table", OptionKind::Text(String::new())),
        ("Algorithm", OptionKind::Combo(AUTO.to_owned(), algorithms())),
        ("Clear Hash", OptionKind::Button),
    ];
    if flavour == Flavour::Uci {
        all.push((CHESS960, OptionKind::Check(false)));
    }
    if flavour == Flavour::Ucci {
        // Its clients play one game, and some of them cut lines that are long.
        all.retain(|(name, _)| *name != "UCI_Variant");
        all.push(("usemillisec", OptionKind::Check(true)));
    }
    all.into_iter().map(|(name, kind)| OptionSpec { name: shown(flavour, name), kind }).collect()
}

/// Sets an option; what is to be said about it.
pub(in crate::protocol) fn set(
    flavour: Flavour,
    desk: &mut Desk<'_>,
    handicap: &mut Handicap,
    (name, value): (&str, Option<&str>),
) -> Result<Vec<String>, String> {
    let given = value.map(str::trim).filter(|value| !value.is_empty() && *value != "<empty>");
    let known = specs_named(flavour, name);
    let mut said = Vec::new();
    let mut whole = |least, most| whole(name, value, (least, most), &mut said);
    match known {
        Some("Hash") => desk.engine.set_hash(whole(1, Settings::MOST_HASH as i64)? as usize),
        Some("Threads") => {
            desk.engine.settings.threads = whole(1, Settings::MOST_THREADS as i64)? as usize;
        }
        Some("MultiPV") => {
            desk.engine.settings.lines = whole(1, Settings::MOST_LINES as i64)? as usize;
        }
        Some("Ponder") => drop(flag(name, value)?),
        Some("Move Overhead") => {
            desk.engine.settings.overhead = Duration::from_millis(whole(0, 5_000)? as u64);
        }
        Some("Skill Level") => handicap.skill = whole(0, Strength::FULL as i64)?,
        Some("UCI_LimitStrength") => handicap.limited = flag(name, value)?,
        Some("UCI_Elo") => handicap.elo = whole(Strength::ELO.0, Strength::ELO.1)?,
        Some("UCI_Variant") => return set_variant(desk, given.ok_or("a variant needs a name")?),
        Some("OwnBook") => desk.engine.settings.own_book = flag(name, value)?,
        Some("Book") => desk.engine.set_book(given)?,
        Some("Script") => desk.engine.set_script(given)?,
        Some("Table") => desk.engine.set_table(given)?,
        Some("Algorithm") => desk.engine.settings.algorithm = algorithm(given.unwrap_or(AUTO))?,
        Some("Clear Hash") => desk.engine.forget(),
        _ => return Err(format!("no such option: {}", crate::engine::shortened(name))),
    }
    desk.engine.settings.strength = handicap.strength();
    Ok(said)
}

/// The option that a flavour calls so, by its name in UCI.
fn specs_named(flavour: Flavour, name: &str) -> Option<&'static str> {
    const ALL: [&str; 15] = [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "Skill Level",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_Variant",
        "OwnBook",
        "Book",
        "Script",
        "Table",
        "Algorithm",
        "Clear Hash",
    ];
    let called = |option: &&&str| shown(flavour, option).eq_ignore_ascii_case(name);
    let plainly = |option: &&&str| option.eq_ignore_ascii_case(name);
    ALL.iter().find(called).or_else(|| ALL.iter().find(plainly)).copied()
}

/// The search that the definition names.
const AUTO: &str = "auto";

/// What the option takes that says which search it is.
fn algorithms() -> Vec<String> {
    [AUTO].iter().chain(SearchMethod::WORDS).map(|word| (*word).to_owned()).collect()
}

fn algorithm(word: &str) -> Result<Option<SearchMethod>, String> {
    match SearchMethod::parse(&word.to_lowercase()) {
        None if !word.eq_ignore_ascii_case(AUTO) => {
            Err(format!("Algorithm takes {}", algorithms().join(", ")))
        }
        method => Ok(method),
    }
}

/// A number within bounds; one that lies outside is brought there, and that is said.
fn whole(
    name: &str,
    value: Option<&str>,
    (least, most): (i64, i64),
    said: &mut Vec<String>,
) -> Result<i64, String> {
    let number = value.and_then(|value| value.trim().parse::<i64>().ok());
    let expected = format!("{name} takes a whole number from {least} to {most}");
    let number = number.ok_or_else(|| expected.clone())?;
    let within = number.clamp(least, most);
    if within != number {
        said.push(format!("{expected}: {within} is used"));
    }
    Ok(within)
}

pub(super) fn flag(name: &str, value: Option<&str>) -> Result<bool, String> {
    match value.map(str::trim) {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(format!("{name} takes true or false")),
    }
}

fn set_variant(desk: &mut Desk<'_>, name: &str) -> Result<Vec<String>, String> {
    if !desk.plays(name) {
        let hosted = desk.find(name)?;
        desk.engine.host(hosted);
    }
    let game = desk.engine.game();
    let hands: u32 = if game.rules.has_hands() { game.rules.roster.kinds as u32 } else { 0 };
    let (files, ranks) = (game.rules.geometry.files(), game.rules.geometry.ranks());
    let start = desk.engine.position();
    Ok(vec![format!(
        "variant {name} files {files} ranks {ranks} pocket {hands} template {name} startpos {start}"
    )])
}
