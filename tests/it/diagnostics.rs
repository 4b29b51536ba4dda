//! Every mistake that a definition can make, in annotated bad files and in the examples of the codes.
//!
//! # The files
//!
//! `tests/diagnostics/<code>.toml` earns its code, and so do further files of it, `<code>.<case>.toml`, each of
//! which has a twin in `right/` that is said the right way and earns nothing. The file says itself what is found in
//! it, as comments:
//!
//! ```text
//! size = [3, 3             # error[syntax]@8: words of the message
//! # 14: error[unknown-letter]@5: words of the message
//! ```
//!
//! The first form stands on the guilty line. The second is for lines that cannot carry a comment, such
//! as the rows of a picture; it stands anywhere and names the line. `@8` is the column in characters,
//! from 1. The words are a part of the message. A line may carry several annotations, each with its own
//! `#`. Suites (`.ron`) are annotated in the same way, behind `//`, scripts (`.lua`) behind `--`, both with the `#`. What `banco check --strict` prints must be exactly what is annotated, warnings included.
//!
//! # The examples
//!
//! A code's wrong and right examples are pieces of a definition. They are laid over [`BASE`], a small
//! game with a king, a pawn and a car, unless they are whole definitions themselves. Those of the codes
//! about suites are suites of that game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use banco::inside::compile::compile;
use banco::inside::diagnostic::codes::suites;
use banco::inside::diagnostic::{Code, Diagnostics, Severity, Sources, Style};
use banco::inside::library::{Library, Suites};
use banco::inside::lint::{doubts, doubts_of_play};
use banco::inside::spec::{Parents, read};
use serde_json::Value;

/// The game that examples are laid over.
const BASE: &str = r#"
[game]
language = 1
name     = "Example"
players  = ["white", "black"]

[board]
size = [3, 3]

[pieces.king]
letter = "K"
[pieces.king.moves]
walk = { step = "any" }
[pieces.pawn]
letter = "P"
[pieces.pawn.moves]
push   = { step = "forward", onto = "empty" }
take   = { step = ["forward-left", "forward-right"], onto = "enemy" }
double = { slide = "forward", range = [2, 2], onto = "empty" }

[setup]
board = """
  p k p
  . . .
  P K P
"""

[end.through]
if     = { some = "own pawn", on = "last-rank" }
winner = "mover"
[end.extinct]
if     = { none = "enemy king" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"

[evaluation]
phase       = { pawn = 1 }
values      = { pawn = 100, king = 0 }
late-values = { pawn = 150 }
"#;

/// Codes whose file would be too large to keep, stands in another file, or is not there.
const WITHOUT_FILE: [&str; 4] = ["too-large", "more", "not-found", "network"];

/// Codes whose examples are not pieces of a definition that can be checked: too long to print, about the file and not
/// its text, or about another file, too.
const WITHOUT_EXAMPLE: [&str; 10] = [
    "too-large",
    "more",
    "too-many",
    "not-found",
    "unreadable",
    "network",
    "script",
    "script-doubt",
    "inherited-region",
    "taken-name",
];

/// What is found in a text, or expected to be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Finding {
    line: u32,
    column: Option<u32>,
    severity: String,
    code: String,
    message: String,
}

/// Finds shipped games and the examples' base.
pub struct Shelf;

impl Parents for Shelf {
    fn find(&mut self, name: &str, _: &str) -> Option<(String, String)> {
        if ["my-game", "another-file"].contains(&name) {
            return Some((format!("{name}.toml"), BASE.to_owned()));
        }
        if name == "this-file" {
            return Some(("this-file.toml".to_owned(), String::new()));
        }
        let path = games().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name))?;
        let text = fs::read_to_string(&path).expect("a readable game");
        Some((format!("{name}.toml"), text))
    }

    fn names(&mut self, _: &str) -> Vec<String> {
        let stem = |path: &PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
        games().iter().filter_map(stem).chain(["my-game".to_owned()]).collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn games() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("games")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of games").flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|extension| extension == "toml") {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

fn finding(record: banco::inside::diagnostic::Finding) -> Finding {
    Finding {
        line: record.line.unwrap_or(0),
        column: record.column,
        severity: record.severity.to_owned(),
        code: record.code.to_owned(),
        message: record.message,
    }
}

/// Everything that is found in a text, and the same as a person would read it.
fn check(name: &str, text: &str) -> (Vec<Finding>, String) {
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(name, text);
    let reading = read(&mut sources, main, &mut Shelf, &mut diagnostics);
    if let Some(reading) = reading {
        let game = compile(&reading.definition, &sources, &mut diagnostics);
        assert_eq!(game.is_none(), diagnostics.has_errors(), "{name}: a game if and only if no errors");
        if game.is_some() {
            diagnostics.extend(doubts(&reading.definition, &sources).iter().cloned());
        }
        let played = game.and_then(|game| doubts_of_play(&game, &reading, &diagnostics));
        diagnostics.extend(played);
    } else {
        assert!(diagnostics.has_errors(), "{name}: nothing was read and nothing was said");
    }
    let found = diagnostics.findings(&sources).into_iter().map(finding).collect();
    (found, diagnostics.render(&sources, Style::Plain))
}

fn about_suites(code: &Code) -> bool {
    suites::CODES.iter().any(|other| other.name == code.name)
}

/// Everything that is found in a suite of the examples' base.
fn check_suite(text: &str) -> (Vec<Finding>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    fs::create_dir(&games).expect("a folder of games");
    fs::write(games.join("my-game.toml"), BASE).expect("written");
    let file = folder.path().join("suite.ron");
    fs::write(&file, text).expect("written");
    let (diagnostics, sources) = match Suites::default().open(&Suites::at(&file)) {
        Ok(loaded) => (loaded.check(&Library::with_folder(games)), loaded.sources),
        Err(error) => (error.diagnostics, error.sources),
    };
    let found = diagnostics.findings(&sources).into_iter().map(finding).collect();
    (found, diagnostics.render(&sources, Style::Plain))
}

/// What `banco check --strict` prints about a file, and its exit status.
fn checked(path: &str) -> (Vec<Finding>, Option<i32>) {
    let mut banco = Command::new(env!("CARGO_BIN_EXE_banco"));
    let output = banco.current_dir(root()).args(["check", path, "--strict", "--json"]).output();
    let output = output.expect("banco runs");
    let printed: Value = serde_json::from_slice(&output.stdout).expect("an object");
    let records = printed["diagnostics"].as_array().expect("a list").iter();
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let finding = |record: &Value| {
        assert_eq!(record["file"], path, "what is wrong is wrong in the file itself");
        Finding {
            line: number(&record["line"]).unwrap_or(0),
            column: number(&record["column"]),
            severity: words(&record["severity"]),
            code: words(&record["code"]),
            message: words(&record["message"]),
        }
    };
    (records.map(finding).collect(), output.status.code())
}

/// The annotations of a text.
fn annotated(text: &str) -> Vec<Finding> {
    let mut expected = Vec::new();
    for (line, number) in text.lines().zip(1u32..) {
        for comment in line.split('#').skip(1) {
            expected.extend(annotation(comment.trim(), number));
        }
    }
    expected
}

/// `[LINE:] SEVERITY[CODE][@COLUMN]: WORDS`.
fn annotation(comment: &str, here: u32) -> Option<Finding> {
    let (line, rest) = match comment.split_once(": ") {
        Some((number, rest)) if number.parse::<u32>().is_ok() => (number.parse().ok()?, rest),
        _ => (here, comment),
    };
    let (severity, rest) = rest.split_once('[')?;
    let (code, rest) = rest.split_once(']')?;
    let (column, message) = rest.split_once(':')?;
    let column = column.strip_prefix('@').and_then(|column| column.parse().ok());
    ["error", "warning"].contains(&severity).then(|| Finding {
        line,
        column,
        severity: severity.to_owned(),
        code: code.to_owned(),
        message: message.trim().to_owned(),
    })
}

fn matches(found: &Finding, expected: &Finding) -> bool {
    found.line == expected.line
        && found.code == expected.code
        && found.severity == expected.severity
        && expected.column.is_none_or(|column| found.column == Some(column))
        && found.message.contains(&expected.message)
}

#[test]
fn each_bad_file_earns_what_its_comments_say_and_nothing_else() {
    let mut wrong = Vec::new();
    let folder = root().join("tests/diagnostics");
    for path in files_in(&folder) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("a readable file");
        let (found, status) = checked(&format!("tests/diagnostics/{name}"));
        let expected = annotated(&String::from_utf8_lossy(&bytes));
        let code = name.split('.').next().expect("a code");
        // A suite is small enough for every place to be known.
        let is_suite = name.ends_with(".ron");
        let placed = |findings: &[Finding]| findings.iter().all(|f| !is_suite || f.column.is_some());
        let same = status == Some(1)
            && placed(&expected)
            && placed(&found)
            && found.len() == expected.len()
            && found.iter().all(|found| expected.iter().any(|expected| matches(found, expected)))
            && expected.iter().all(|expected| found.iter().any(|found| matches(found, expected)))
            && found.iter().any(|found| found.code == code);
        if !same {
            wrong.push(format!("== {name}: expected {expected:#?}\nfound {found:#?}, exit {status:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of a folder, in the order of their names.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

#[test]
fn every_further_bad_file_has_a_right_twin_that_is_not_doubted() {
    let folder = root().join("tests/diagnostics");
    let names = |folder: &Path| -> Vec<String> {
        files_in(folder)
            .iter()
            .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
            .collect()
    };
    let (bad, right) = (names(&folder), names(&folder.join("right")));
    let case = |name: &&String| name.matches('.').count() > 1;
    let alone: Vec<&String> = bad.iter().filter(case).filter(|name| !right.contains(name)).collect();
    assert!(alone.is_empty(), "without a twin: {alone:?}");
    let of_nothing: Vec<&String> = right.iter().filter(|name| !bad.contains(name)).collect();
    assert!(of_nothing.is_empty(), "twins of nothing: {of_nothing:?}");
    for name in right {
        let (found, status) = checked(&format!("tests/diagnostics/right/{name}"));
        assert!(found.is_empty() && status == Some(0), "{name}: {found:#?}");
    }
}

#[test]
fn every_code_has_a_bad_file() {
    let file = |code: &Code, kind| root().join("tests/diagnostics").join(format!("{}.{kind}", code.name));
    let missing: Vec<&str> = Code::all()
        .filter(|code| !WITHOUT_FILE.contains(&code.name))
        .filter(|code| ["toml", "ron", "lua"].iter().all(|kind| !file(code, kind).exists()))
        .map(|code| code.name)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// An example as a whole definition.
fn laid_over(example: &str) -> String {
    if example.contains("language = 1\nname") {
        return example.to_owned();
    }
    let has = |key: &str| example.lines().any(|line| line.starts_with(key));
    let mut game = String::new();
    for (key, value) in [("language", "1"), ("name", "\"Laid over\""), ("extends", "\"my-game\"")] {
        if !has(key) {
            game.push_str(&format!("{key} = {value}\n"));
        }
    }
    match example.split_once("[game]\n") {
        Some((before, after)) => format!("{before}[game]\n{game}{after}"),
        None => format!("[game]\n{game}{example}"),
    }
}

#[test]
fn the_wrong_example_earns_its_code_and_the_right_one_does_not() {
    let mut wrong = Vec::new();
    for code in Code::all().filter(|code| !WITHOUT_EXAMPLE.contains(&code.name)) {
        let earns = |example: &str| {
            let (found, shown) = match about_suites(code) {
                true => check_suite(example),
                false => check("this-file.toml", &laid_over(example)),
            };
            (found.iter().any(|found| found.code == code.name), shown)
        };
        if let (false, shown) = earns(code.wrong) {
            wrong.push(format!("== {}: the wrong example does not earn it\n{shown}", code.name));
        }
        if let (true, shown) = earns(code.right) {
            wrong.push(format!("== {}: the right example earns it\n{shown}", code.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_of_more_than_a_mebibyte_is_too_large() {
    let (found, _) = check("large.toml", &format!("# {}", "…".repeat(1 << 20)));
    assert_eq!(found.iter().map(|found| found.code.as_str()).collect::<Vec<_>>(), ["too-large"]);
}

#[test]
fn warnings_and_errors_are_told_apart() {
    let of = |severity| Code::all().filter(|code| code.severity == severity).count();
    assert!(of(Severity::Error) > 20 && of(Severity::Warning) > 10);
}

#[test]
fn shipped_games_have_nothing_to_report() {
    let games = games();
    assert!(games.len() >= 20, "{} games", games.len());
    for path in games {
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
        let (found, shown) = check(&name, &fs::read_to_string(&path).expect("a readable game"));
        assert!(found.is_empty(), "{name}\n{shown}");
    }
}

#[test]
fn shipped_games_have_names_of_their_own() {
    let mut stems: Vec<_> =
        games().iter().filter_map(|path| path.file_stem()?.to_str().map(str::to_owned)).collect();
    let count = stems.len();
    stems.sort();
    stems.dedup();
    assert_eq!(stems.len(), count);
}

#[test]
fn what_is_said_of_limits_is_what_they_are() {
    let said = Code::find("too-many").expect("a code").explanation;
    let sets = format!(" {} sets", banco::inside::game::Movement::MAX_FILTERS);
    assert!(said.contains(&sets), "{said}");
}
