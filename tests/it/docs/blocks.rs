//! The blocks of a page, and what is done with them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use banco::inside::library::Loaded;

use super::{Page, shell};
use crate::shipped;

/// A block with its language and the line it starts at.
struct Block {
    language: String,
    text: String,
    line: usize,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        found.push(Block { language: language.to_owned(), text: block.join("\n") + "\n", line: at + 1 });
    }
    found
}

/// The commands that draw pictures, with their files.
pub(super) fn pictures(page: &str) -> Vec<(&str, &str)> {
    let said = page.lines().filter_map(|line| line.strip_prefix("<!-- $ ")?.strip_suffix(" -->"));
    said.filter_map(|line| line.rsplit_once(" > ")).collect()
}

/// Runs the blocks of a page; what is wrong.
pub(super) fn run(page: &Page) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["games", "suites", "scripts"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let mut running = Running { folder: folder.path(), files: BTreeMap::new(), current: String::new() };
    let mut wrong = Vec::new();
    for block in blocks(&page.text) {
        let found = running.one(&block);
        wrong.extend(found.into_iter().map(|what| format!("{}:{}: {what}", page.path, block.line)));
    }
    wrong
}

struct Running<'a> {
    folder: &'a Path,
    /// The files so far.
    files: BTreeMap<String, String>,
    /// The one that a block goes on with.
    current: String,
}

impl Running<'_> {
    fn one(&mut self, block: &Block) -> Vec<String> {
        let first = block.text.lines().next().unwrap_or_default();
        match (block.language.as_str(), first) {
            ("toml", first) if first.starts_with("# from ") => {
                of_shipped(&first["# from ".len()..], &block.text)
            }
            ("toml", first) => self.file(first.strip_prefix("# "), &block.text),
            ("lua", first) => self.file(first.strip_prefix("-- "), &block.text),
            ("ron", first) => self.file(first.strip_prefix("// "), &block.text),
            ("sh", _) => self.commands(&block.text),
            ("console", _) => strange(&block.text),
            ("bash", _) => misspelt(&block.text),
            ("rust", _) => Vec::new(),
            (other, _) => vec![format!("a block of `{other}`")],
        }
    }

    /// Begins a file or goes on with one.
    fn file(&mut self, name: Option<&str>, text: &str) -> Vec<String> {
        let named =
            name.filter(|name| ["games/", "suites/", "scripts/"].iter().any(|at| name.starts_with(at)));
        match named {
            Some(name) => {
                self.current = name.to_owned();
                self.files.insert(name.to_owned(), text.to_owned());
            }
            None => match self.files.get_mut(&self.current) {
                Some(file) => file.push_str(text),
                None => return vec!["no file to go on with".to_owned()],
            },
        }
        fs::write(self.folder.join(&self.current), &self.files[&self.current]).expect("written");
        Vec::new()
    }

    fn commands(&self, block: &str) -> Vec<String> {
        let mut examples: Vec<(&str, String)> = Vec::new();
        for line in block.lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command, String::new())),
                (None, Some((_, expected))) => {
                    expected.push_str(line);
                    expected.push('\n');
                }
                (None, None) => return vec!["output before a command".to_owned()],
            }
        }
        let wrong = |(command, expected): (&str, String)| {
            let printed = shell(self.folder, command);
            let told = || format!("{command}\nprinted\n{printed}\ninstead of\n{expected}");
            (!matches(&printed, &expected)).then(told)
        };
        examples.into_iter().filter_map(wrong).collect()
    }
}

/// Whether a text is as expected, `…` standing for anything.
pub(super) fn matches(text: &str, expected: &str) -> bool {
    let mut parts = expected.trim_end().split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.trim_end().strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// A line without its comment and with single blanks.
fn bare(line: &str) -> String {
    let words = line.split(" #").next().unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

/// Every line must stand in the shipped game, in this order.
fn of_shipped(name: &str, text: &str) -> Vec<String> {
    let Some(shipped) = shipped::TEXTS.get(name) else { return vec![format!("no shipped game `{name}`")] };
    let mut rest = shipped.lines().map(bare);
    let is_missing = |line: &&str| {
        let line = bare(line);
        !line.is_empty() && !rest.any(|of| of == line)
    };
    text.lines().skip(1).filter(is_missing).map(|line| format!("not in {name}: {line}")).collect()
}

/// What is typed outside the program, as far as it is not `git` and `cargo`.
fn strange(block: &str) -> Vec<String> {
    let known = |line: &&str| ["git clone ", "cargo "].iter().any(|start| line.starts_with(start));
    block.lines().filter(|line| !known(line)).map(|line| format!("not run: {line}")).collect()
}

/// What is typed where other machines help: it is read, not run.
fn misspelt(block: &str) -> Vec<String> {
    let read = Command::new("bash").args(["-n", "-c", block]).output().expect("bash");
    if read.status.success() { Vec::new() } else { vec![String::from_utf8_lossy(&read.stderr).into_owned()] }
}

/// A definition with one more line: `table.key = value` from the top, or `[table] key = value`.
pub(super) fn with_line(base: &str, line: &str) -> String {
    match line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((table, said)) if base.contains(&format!("\n[{table}]\n")) => {
            base.replacen(&format!("\n[{table}]\n"), &format!("\n[{table}]\n{said}\n"), 1)
        }
        Some((table, said)) => format!("{base}\n[{table}]\n{said}\n"),
        None => format!("{line}\n{base}"),
    }
}

#[test]
fn dots_stand_for_anything() {
    assert!(matches("a b c\n", "a … c"));
    assert!(matches("a b c", "…"));
    assert!(matches("a b c d", "a…c…"));
    assert!(!matches("a b c", "a … d"));
    assert!(!matches("a b c", "a b"));
    assert!(!matches("a b", "b…"));
}

#[test]
fn lines_of_a_shipped_game_are_found_in_their_order() {
    let name = "hexapawn";
    let [push, take] = [
        "push = { step = \"forward\", onto = \"empty\" } # quiet",
        "take = { step = [\"forward-left\", \"forward-right\"], onto = \"enemy\" }",
    ];
    assert!(of_shipped(name, &format!("# from {name}\n{push}\n{take}\n")).is_empty());
    assert_eq!(of_shipped(name, &format!("# from {name}\n{take}\n{push}\n")).len(), 1);
    assert_eq!(of_shipped("no-such-game", "").len(), 1);
}

#[test]
fn games_of_the_pages_load_without_a_word() {
    let mut count = 0;
    for page in super::pages() {
        let mut files: Vec<String> = Vec::new();
        for block in blocks(&page.text).into_iter().filter(|block| block.language == "toml") {
            let first = block.text.lines().next().unwrap_or_default();
            match (first.starts_with("# games/"), first.starts_with("# from "), files.last_mut()) {
                (true, ..) => files.push(block.text),
                (false, false, Some(file)) => file.push_str(&block.text),
                _ => {}
            }
        }
        // A page shows what is said about a mistake; what names a script needs its file.
        let alone = |text: &&String| !text.contains("# a mistake") && !text.contains("[evaluation.script]");
        for text in files.iter().filter(alone) {
            // What extends a game of the page is loaded by the page's commands.
            let Ok(loaded) = text.parse::<Loaded>() else {
                assert!(text.contains("extends"), "{}\n{text}", page.path);
                continue;
            };
            assert!(loaded.doubts().is_empty(), "{}\n{text}", page.path);
            count += 1;
        }
    }
    assert!(count >= 8, "{count} games");
}
