//! Inputs without end: lines that are too long are answered and the next one is read, and nothing is held in
//! memory beyond a bound.

use std::fs;

use crate::cli::{banco_in, elsewhere, typed};

fn long(bytes: usize) -> String {
    "x".repeat(bytes)
}

#[test]
fn a_line_of_positions_that_is_too_long_is_answered_and_the_rest_goes_on() {
    let lines = format!("startpos\n{}\nstartpos\n{}", long(3 << 20), long((1 << 20) + 1));
    let run = typed(elsewhere().path(), &["moves", "dodgem", "--positions", "-"], lines.as_bytes());
    assert_eq!(run.status, 1, "{}", run.err);
    let answers = run.json_lines();
    assert_eq!(answers.len(), 4);
    for (number, is_long) in [(0, false), (1, true), (2, false), (3, true)] {
        let answer = &answers[number];
        assert_eq!(answer["line"], number + 1);
        let error = answer["error"].as_str().unwrap_or_default();
        assert_eq!(error.contains("longer than 1048576 bytes"), is_long, "{answer}");
        assert!(answer["position"].as_str().is_some_and(|text| text.len() < 100));
    }
}

#[test]
fn a_line_that_is_typed_and_too_long_is_refused_and_the_game_goes_on() {
    let lines = format!("{}\na3b3\nquit\n", long(100_000));
    let run = typed(elsewhere().path(), &["play", "dodgem", "--as", "both"], lines.as_bytes()).good();
    let out = &run.out;
    assert!(out.contains("this line is too long") && out.len() < 10_000, "{out}");
    assert!(out.contains("a3b3"));
}

#[test]
fn files_that_are_far_too_large_are_refused() {
    let folder = elsewhere();
    let large = long(17 << 20);
    for (name, args) in [
        ("large.toml", &["check"][..]),
        ("large.ron", &["check"]),
        ("large.ron", &["tree", "--file"]),
        ("large.lua", &["check"]),
        ("large.bin", &["solve", "dodgem", "--load"]),
    ] {
        fs::write(folder.path().join(name), &large).expect("written");
        let args: Vec<&str> = args.iter().copied().chain([name]).collect();
        let run = banco_in(folder.path(), &args);
        assert!(run.status > 0 && run.err.len() + run.out.len() < 2_000, "{args:?}: {}{}", run.out, run.err);
    }
    let run = typed(folder.path(), &["play", "dodgem", "--as", "both"], b"load large.ron\nquit\n").good();
    assert!(run.out.contains("too large to be a saved game"), "{}", run.out);
}
