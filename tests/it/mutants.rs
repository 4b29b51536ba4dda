//! Copies of the shipped games with one thing broken: their suites notice, and lead to the line.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::sync::Arc;

use banco::inside::game::Game;
use banco::inside::library::{Library, Suites};
use banco::inside::suite::{Budget, Checker, ExactValues, Games, NoGame, Suite, Verdict};

use crate::shipped::deep;
use crate::{shipped, suites};

/// A definition with one line changed.
struct Broken {
    text: String,
    /// The lines of the entry that was changed, from 1.
    lines: BTreeSet<u32>,
    what: String,
}

/// A game in one text, each value on a line of its own behind its whole path.
fn copy(name: &str) -> String {
    let loaded = Library::with_folder("no such folder").load(name).expect("a sound game");
    loaded.reading.to_toml(&loaded.sources)
}

fn path(line: &str) -> &str {
    line.split(" = ").next().unwrap_or_default()
}

/// The path of the named entry that a value belongs to.
fn entry(path: &str) -> &str {
    let table = ["end.", "evaluation.lines.", "evaluation.blocks."].into_iter().find(|t| path.starts_with(t));
    let Some(table) = table else { return path };
    let name = path[table.len()..].split('.').next().unwrap_or_default();
    &path[..table.len() + name.len()]
}

/// Breaks each line that `change` changes, one at a time.
fn broken(text: &str, change: impl Fn(&str, &str) -> Option<String>) -> Vec<Broken> {
    let lines: Vec<&str> = text.lines().collect();
    let break_one = |(number, line): (usize, &&str)| {
        let value = line.split_once(" = ")?.1.split("  # ").next()?;
        let changed = change(path(line), value)?;
        let mut all = lines.clone();
        let new = format!("{} = {changed}", path(line));
        all[number] = &new;
        let of_entry = |line: &&str| entry(path(line)) == entry(path(lines[number]));
        let lines = (1..).zip(&lines).filter(|(_, line)| of_entry(line)).map(|(number, _)| number).collect();
        Some(Broken { text: all.join("\n"), lines, what: format!("{line} -> {changed}") })
    };
    lines.iter().enumerate().filter_map(break_one).collect()
}

/// Adds to the first number of a value that is not 0.
fn weight(path: &str, value: &str) -> Option<String> {
    let points = path.starts_with("evaluation.") && !path.ends_with(".distance");
    // Numbers of a pattern's or a region's name are no points.
    let skipped = if value.contains('"') { value.find("value = ")? } else { 0 };
    let found = value[skipped..].find(|c: char| ('1'..='9').contains(&c)).filter(|_| points)?;
    let start = skipped + found;
    let digits = value[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len() - start);
    let points: i32 = value[start..start + digits].parse().ok()?;
    Some(format!("{}{}{}", &value[..start], points + 3, &value[start + digits..]))
}

/// Turns the first direction of a rule round.
fn direction(path: &str, value: &str) -> Option<String> {
    if !path.starts_with("pieces.") {
        return None;
    }
    let turned = value.replacen("\"forward", "\"backward", 1).replacen("\"south\"", "\"north\"", 1);
    (turned != value).then_some(turned)
}

/// Gives the game to somebody else.
fn end(path: &str, value: &str) -> Option<String> {
    if !path.starts_with("end.") {
        return None;
    }
    let said = format!("{} = {value}", path.rsplit('.').next()?);
    let awards = [
        ("winner = \"mover\"", "winner = \"turn\""),
        ("winner = \"turn\"", "winner = \"mover\""),
        ("loser = \"turn\"", "loser = \"mover\""),
        ("winner = \"none\"", "winner = \"mover\""),
    ];
    let (award, other) = awards.into_iter().find(|(award, _)| said.contains(award))?;
    said.replace(award, other).split_once(" = ").map(|(_, value)| value.to_owned())
}

/// Finds no game: matches are not played here.
struct None_;

impl Games for None_ {
    fn find(&self, _: &str) -> Result<Arc<Game>, NoGame> {
        Err(NoGame { why: "no other game here".to_owned(), help: None })
    }
}

/// Whether some failure of the suite names one of the lines.
fn noticed(suite: &Suite, broken: &Broken) -> bool {
    let game = shipped::load_text(&broken.text).unwrap_or_else(|error| panic!("{}\n{error}", broken.what));
    let known = ExactValues::default();
    let usual = Budget::USUAL;
    let checker = Checker {
        game: &game,
        games: &None_,
        reading: None,
        known: &known,
        usual,
        slow: None,
        stop: Arc::default(),
    };
    let cases = suite.cases.iter().filter(|case| case.expect.cost() <= 1);
    let failures = cases.filter_map(|case| match checker.check(case) {
        Verdict::Failed(failure) => Some(failure),
        _ => None,
    });
    let mut leads =
        failures.flat_map(|failure| [failure.missing(), failure.extra(), &failure.leads].concat());
    leads.any(|lead| lead.origin.is_some_and(|origin| broken.lines.contains(&origin.line)))
}

fn suite_of(name: &str) -> Suite {
    let suites = Suites::with_folder("no such folder");
    let shelved = suites.all().into_iter().find(|shelved| shelved.name == name);
    suites.open(&shelved.unwrap_or_else(|| panic!("a suite for {name}"))).expect("a sound suite").suite
}

#[test]
fn every_broken_weight_and_end_is_noticed_by_what_needs_no_search() {
    let mut unnoticed = Vec::new();
    let mut tried = 0;
    for name in recorded() {
        let (text, suite) = (copy(name), suite_of(name));
        for broken in
            broken(&text, weight).into_iter().chain(broken(&text, direction)).chain(broken(&text, end))
        {
            tried += 1;
            if !noticed(&suite, &broken) {
                unnoticed.push(format!("{name}: {}", broken.what));
            }
        }
    }
    assert!(tried > 200, "{tried} tried");
    assert!(unnoticed.is_empty(), "{} of {tried}:\n{}", unnoticed.len(), unnoticed.join("\n"));
}

/// The games whose suites record a whole game: they are to notice everything.
fn recorded() -> impl Iterator<Item = &'static str> {
    let records = |name: &&str| {
        let is_record = |case: &suites::Case| matches!(case.expect.value, suites::Expect::Playthrough(_));
        suites::ALL.iter().any(|suite| suite.game.value == **name && suite.cases.iter().any(is_record))
    };
    shipped::names().filter(records)
}

/// What `banco test` prints of a broken copy that takes the shipped game's place, where that does not lead there.
fn tested(name: &str, broken: &Broken) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("games")).expect("a folder of games");
    fs::write(folder.path().join(format!("games/{name}.toml")), &broken.text).expect("written");
    let mut banco = Command::new(env!("CARGO_BIN_EXE_banco"));
    let output =
        banco.current_dir(folder.path()).args(["test", name, "--fail-fast"]).output().expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{name}: {}\n{printed}", broken.what);
    let leads = |line: &u32| {
        let place = format!("games/{name}.toml:{line}");
        printed.lines().any(|said| said.trim() == place || said.trim().starts_with(&format!("{place}  ")))
    };
    (!broken.lines.iter().any(leads)).then(|| format!("{name}: {}\n{printed}", broken.what))
}

#[test]
fn banco_test_leads_to_the_line_that_was_broken() {
    let mut astray = Vec::new();
    for (number, name) in recorded().enumerate() {
        let text = copy(name);
        let broken = [broken(&text, weight), broken(&text, direction), broken(&text, end)];
        let kinds: Vec<&Broken> = broken.iter().filter_map(|kind| kind.first()).collect();
        assert!(kinds.len() >= 2, "{name}");
        // A run of the program takes longer than all else here: of each game one of its kinds is broken.
        let tried = if deep() { &kinds[..] } else { &kinds[number % kinds.len()..][..1] };
        astray.extend(tried.iter().filter_map(|broken| tested(name, broken)));
    }
    assert!(astray.is_empty(), "{}", astray.join("\n"));
}
