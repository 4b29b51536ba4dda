//! The README keeps its word: its games load, its commands print what they print there.
//!
//! A block of TOML that starts with `# games/NAME.toml` begins that file, the blocks after it without such
//! a line go on with it. In a block of shell, a line with `$ ` is run and what follows it is expected, `…`
//! standing for anything.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use banco::library::Loaded;

const README: &str = include_str!("../../README.md");

/// The blocks of the README in a language.
fn blocks(language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if name == language {
            found.push(block.join("\n") + "\n");
        }
    }
    found
}

/// The definitions by path.
fn definitions() -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut current = String::new();
    for block in blocks("toml") {
        match block.lines().next().and_then(|line| line.strip_prefix("# games/")) {
            Some(name) => {
                current = format!("games/{name}");
                assert_eq!(files.insert(current.clone(), block), None, "{current} twice");
            }
            None => files.get_mut(&current).expect("a definition to go on with").push_str(&block),
        }
    }
    files
}

/// What is expected of a command.
struct Example {
    command: String,
    expected: String,
}

fn examples() -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for block in blocks("sh") {
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => found.push(Example { command: command.to_owned(), expected: String::new() }),
                None => {
                    let example = found.last_mut().expect("a command before its output");
                    example.expected += line;
                    example.expected += "\n";
                }
            }
        }
    }
    found
}

/// Whether a text is as expected, `…` standing for anything.
fn matches(text: &str, expected: &str) -> bool {
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

#[test]
fn its_games_load_without_a_word() {
    let definitions = definitions();
    assert!(definitions.len() >= 3);
    // What names a script needs its file, and what extends a game of this page needs that: the commands
    // below load it.
    let alone = |text: &String| !text.contains("[evaluation.script]");
    for (path, text) in definitions.into_iter().filter(|(_, text)| alone(text)) {
        let loaded: Loaded = text.parse().unwrap_or_else(|error| panic!("{path}:\n{error}"));
        assert!(loaded.doubts().is_empty(), "{path}");
    }
}

#[test]
fn its_commands_print_what_they_print_there() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("games")).expect("a folder of games");
    for (path, text) in definitions() {
        fs::write(folder.path().join(path), text).expect("written");
    }
    for block in blocks("lua") {
        let path = block.lines().next().and_then(|line| line.strip_prefix("-- ")).expect("a path");
        fs::write(folder.path().join(path), &block).expect("written");
    }
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_banco"));
    let found_first = [program.parent().expect("a folder").as_os_str().to_owned()];
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(found_first.into_iter().map(Into::into).chain(std::env::split_paths(&old)));
    let path = path.expect("a path");
    let examples = examples();
    assert!(examples.len() >= 8);
    for Example { command, expected } in examples {
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(matches(&printed, &expected), "{command}\nprinted\n{printed}\ninstead of\n{expected}");
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
