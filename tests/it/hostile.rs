//! What comes from strangers and was tampered with: definitions, positions, moves, records, suites, drawn trees,
//! tables of solved positions, scripts, lines of a batch. Nothing panics, and what is accepted can be used.
//!
//! Cases are drawn by a fixed seed. `BANCO_HOSTILE` says how many all kinds are tried on together, and
//! `BANCO_SEED` is another seed:
//!
//! ```text
//! BANCO_HOSTILE=1000000 BANCO_SEED=7 cargo test --test it hostile -- --nocapture
//! ```
//!
//! Cases that take long are printed; a bound of memory is for the shell to set (`ulimit -v`).

mod files;
mod games;
mod tamper;

use std::time::{Duration, Instant};

use banco::inside::game::Game;
use proptest::test_runner::{Config, RngSeed};

use crate::shipped;

/// So many cases of all kinds together.
const CASES: u32 = 20_000;

/// Cases that take longer are printed.
const LONG: Duration = Duration::from_secs(1);

/// The settings of a property that has a share of all cases, in percent.
fn share(percent: u32) -> Config {
    let all: u32 = shipped::given("BANCO_HOSTILE", CASES);
    Config {
        cases: (all / 100).max(1) * percent,
        failure_persistence: None,
        max_shrink_iters: 2_000,
        rng_seed: RngSeed::Fixed(shipped::given("BANCO_SEED", 1)),
        ..Config::default()
    }
}

/// What a case comes to. One that takes long is printed.
fn watched<T>(kind: &str, text: &str, case: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = case();
    if started.elapsed() > LONG {
        eprintln!("a {kind} took {} ms:\n{text}\n", started.elapsed().as_millis());
    }
    result
}

/// A small game around a text that stands in one of its tables.
fn game_with(text: &str) -> String {
    format!("{}\n{text}", shipped::TEXTS["tic-tac-toe"])
}

#[test]
fn monstrous_definitions_are_refused_in_time() {
    let many = |text: &str, times: usize| text.repeat(times);
    let monsters = [
        String::new(),
        many("[", 100_000),
        many("a.", 50_000),
        many("\"", 100_001),
        many("é", 100_000),
        format!("a = {}", many("[", 20_000)),
        format!("a = {}{}", many("[", 5_000), many("]", 5_000)),
        game_with(&format!("[end.deep]\nif = {}\"no-moves\"{}", many("{ not = ", 5_000), many(" }", 5_000))),
        game_with(&format!("[end.deep]\nif = {}\"no-moves\"{}", many("[", 5_000), many("]", 5_000))),
        game_with(&format!("[end.deep]\nif = {}\"no-moves\"{}", many("{ not = ", 60), many(" }", 60))),
        game_with(&(0..3_000).map(|i| format!("[end.end-{i}]\nif = \"board-full\"\n")).collect::<String>()),
        game_with(&(0..3_000).map(|i| format!("[pieces.piece-{i}]\nletter = \"P\"\n")).collect::<String>()),
        game_with(&format!("[evaluation.lines.long]\nvalue = 1\npattern = \"{}\"", many("X", 10_000))),
        game_with("[evaluation]\nmobility = 9223372036854775807"),
        shipped::TEXTS["caro"].replace("[15, 15]", "[4294967296, 4294967296]"),
        shipped::TEXTS["caro"].replace("[15, 15]", "[-1, 0]"),
        shipped::TEXTS["caro"].replace("[15, 15]", "[1024, 1]"),
        shipped::TEXTS["caro"].replace("length = 5", "length = 4294967297"),
        shipped::TEXTS["breakthrough"].replace("pawn = 100", "pawn = 2147483647"),
        shipped::TEXTS["hexapawn"].replace("hexapawn", &many("n", 1_000_000)),
    ];
    for monster in monsters {
        if let Err(error) = Game::parse(&monster) {
            assert!(error.to_string().len() < 20_000_000);
        }
    }
}
