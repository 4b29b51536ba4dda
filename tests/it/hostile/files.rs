//! Files that are read: suites, drawn trees, tables of solved positions, scripts, lines of a batch.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use banco::inside::diagnostic::Sources;
use banco::inside::eval::evaluate;
use banco::inside::eval::script::STACK;
use banco::inside::game::{Game, ScriptMode};
use banco::inside::library::Library;
use banco::inside::position::Position;
use banco::inside::search::textbook::Algorithm;
use banco::inside::search::{Limits, Search};
use banco::inside::solve::{SolveOptions, SolvedTable, solve};
use banco::inside::suite::{Budget, Checker, ExactValues, Figure, Suite, Verdict};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::games::{GAMES, TEXTS, walked};
use super::tamper::{change, tampered};
use super::{share, watched};
use crate::cli::{elsewhere, typed};
use crate::shipped;

/// The texts of all files in a folder of the project that end so, in the order of their names.
fn files(folder: &str, ending: &str) -> Vec<&'static str> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    let text = |path| &*fs::read_to_string(path).expect("text").leak();
    paths.iter().map(text).collect()
}

/// Suites to tamper with.
static SUITES: LazyLock<Vec<&'static str>> = LazyLock::new(|| files("tests/suites", "ron"));

/// Drawn trees to tamper with.
static TREES: LazyLock<Vec<&'static str>> = LazyLock::new(|| files("tests/trees", "ron"));

/// Scripts to tamper with: sound ones, then those that want to harm.
static SCRIPTS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [files("scripts", "lua"), files("tests/scripts", "lua")].concat());

/// Small games with their tables.
static TABLES: LazyLock<Vec<(Arc<Game>, Vec<u8>)>> = LazyLock::new(|| {
    let solved = |name: &&str| {
        let game = shipped::game(name);
        let options = SolveOptions { threads: 1, ..SolveOptions::default() };
        let table = solve(&Position::start(&game), &options, &|_| {});
        let bytes = table.unwrap_or_else(|why| panic!("{name}: {why}")).to_bytes().concat();
        (game, bytes)
    };
    ["tic-tac-toe", "hexapawn", "dodgem", "dodgem-textbook"].iter().map(solved).collect()
});

/// No proof is tried for long.
const LITTLE: Budget = Budget { nodes: 500, memory: 0 };

/// Whether a suite that can be read is held against its game without a panic.
fn hold(text: &str, which: &Index) -> Result<(), TestCaseError> {
    let suite: Suite = match text.parse() {
        Ok(suite) => suite,
        Err(error) => {
            let error: banco::inside::diagnostic::DefinitionError = error;
            prop_assert!(error.to_string().contains("error["));
            return Ok(());
        }
    };
    let library = Library::with_folder("no such folder");
    let Ok(loaded) = library.load(&suite.game) else { return Ok(()) };
    let mut sources = Sources::new();
    sources.add("suite.ron", text);
    suite.check(&loaded.game, &library, &sources, &mut banco::inside::diagnostic::Diagnostics::new());
    let checker = Checker {
        game: &loaded.game,
        games: &library,
        reading: None,
        known: &ExactValues::default(),
        usual: LITTLE,
        slow: None,
        stop: Arc::default(),
    };
    // Counts, proofs and matches take as long as whoever wrote the suite wants them to.
    let quick: Vec<_> = suite.cases.iter().filter(|case| case.expect.cost() <= 1).collect();
    if !quick.is_empty()
        && let Verdict::Failed(failure) = checker.check(quick[which.index(quick.len())])
    {
        prop_assert!(!failure.expected.is_empty() || !failure.found.is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(share(12))]
    #[test]
    fn tampered_suites_never_panic(
        base in any::<Index>(),
        changes in vec(change(), 0..4),
        which in any::<Index>(),
    ) {
        let text = tampered(SUITES[base.index(SUITES.len())], &changes, &SUITES);
        watched("suite", &text, || hold(&text, &which))?;
    }
}

proptest! {
    #![proptest_config(share(5))]
    #[test]
    fn tampered_trees_never_panic(
        base in any::<Index>(),
        changes in vec(change(), 0..4),
        algorithm in select(Algorithm::ALL.to_vec()),
        depth in 1..40u32,
    ) {
        let text = tampered(TREES[base.index(TREES.len())], &changes, &TREES);
        watched("tree", &text, || match Figure::parse(&text) {
            Ok(figure) => {
                let recorded = figure.tree.trace(algorithm, &Limits::depth(depth), 100);
                prop_assert!(recorded.complete && !recorded.nodes.is_empty());
                Ok(())
            }
            Err(error) => {
                prop_assert!(error.to_string().contains("not a tree"), "{}", error);
                Ok(())
            }
        })?;
    }
}

/// One way to tamper with the bytes of a table.
#[derive(Clone, Debug)]
enum Damage {
    /// Puts another byte in.
    Byte(Index, u8),
    /// Puts another byte in the head, where most has a meaning.
    Head(usize, u8),
    /// Takes some bytes out.
    Cut(Index, usize),
    /// Puts some bytes in.
    Insert(Index, Vec<u8>),
    /// Ends it early.
    End(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        6 => (12..60usize, any::<u8>()).prop_map(|(at, byte)| Damage::Head(at, byte)),
        2 => (any::<Index>(), 1..9usize).prop_map(|(at, length)| Damage::Cut(at, length)),
        2 => (any::<Index>(), vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        1 => any::<Index>().prop_map(Damage::End),
    ]
}

/// The bytes of a table after some damage, with the sum that they should have then, if that is mended.
fn damaged(table: &[u8], all: &[Damage], mended: bool) -> Vec<u8> {
    let mut bytes = table[..table.len() - 4].to_vec();
    for damage in all {
        let length = bytes.len().max(1);
        match damage {
            Damage::Byte(at, byte) => bytes[at.index(length)] = *byte,
            Damage::Head(at, byte) => bytes[at % length] = *byte,
            Damage::Cut(at, cut) => {
                let at = at.index(length);
                bytes.drain(at..(at + cut).min(length - 1).max(at));
            }
            Damage::Insert(at, more) => {
                let at = at.index(length);
                bytes.splice(at..at, more.iter().copied());
            }
            Damage::End(at) => bytes.truncate(1 + at.index(length)),
        }
    }
    let sum = if mended { crc32fast::hash(&bytes).to_le_bytes() } else { [0; 4] };
    [bytes, sum.to_vec()].concat()
}

proptest! {
    #![proptest_config(share(10))]
    #[test]
    fn tampered_tables_never_panic(
        base in any::<Index>(),
        all in vec(damage(), 0..4),
        mended in prop::bool::weighted(0.9),
        choices in vec(any::<Index>(), 0..8),
    ) {
        let (game, table) = &TABLES[base.index(TABLES.len())];
        let bytes = damaged(table, &all, mended);
        watched("table", &format!("{all:?}"), || {
            let Ok(table) = SolvedTable::from_bytes(game, bytes) else { return };
            let position = walked(game, &choices);
            table.value(&position);
            let mut search = Search::new(1).knowing(Arc::new(table));
            let limits = Limits { nodes: 60, ..Limits::depth(3) };
            search.run(&position, &limits, &mut |_| {});
        });
    }
}

/// Whether a script that can be loaded scores a position, or fails as a script does.
fn score(base: &Index, text: &str, choices: &[Index]) {
    let mode = if choices.len().is_multiple_of(2) { ScriptMode::Replace } else { ScriptMode::Add };
    let plain = &GAMES[base.index(GAMES.len())];
    // A large board takes long to load again with each script: now and then is enough.
    let plain = if plain.rules.geometry.size() > 256 && choices.len() < 7 { &GAMES[0] } else { plain };
    let Ok(game) = plain.with_script_mode("script.lua", text, mode) else { return };
    let _ = evaluate(&walked(&game, choices));
}

proptest! {
    #![proptest_config(share(2))]
    #[test]
    fn tampered_scripts_never_panic(
        base in any::<Index>(),
        game in any::<Index>(),
        changes in vec(change(), 0..4),
        choices in vec(any::<Index>(), 0..8),
    ) {
        let text = tampered(SCRIPTS[base.index(SCRIPTS.len())], &changes, &SCRIPTS);
        // Scripts want the stack of a main thread.
        std::thread::scope(|scope| {
            let work = || watched("script", &text, || score(&game, &text, &choices));
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            thread.expect("a thread").join().map_err(|_| TestCaseError::fail(text.clone()))
        })?;
    }
}

/// Lines that are given to the program at once, each of them a case.
const BATCH: u32 = 100;

proptest! {
    #![proptest_config({ let all = share(8); proptest::test_runner::Config { cases: (all.cases / BATCH).max(1), ..all } })]
    #[test]
    fn tampered_lines_are_answered_one_by_one(
        base in any::<Index>(),
        lines in vec((vec(any::<Index>(), 0..12), any::<bool>(), vec(change(), 0..3)), BATCH as usize),
    ) {
        let game = shipped::names().nth(base.index(shipped::names().count())).expect("a game");
        let plain = shipped::game(game);
        let line = |(choices, with_moves, changes): &(Vec<Index>, bool, Vec<_>)| {
            let position = walked(&plain, choices);
            let text = match with_moves {
                true => format!("startpos moves {}", position.played_texts().join(" ")),
                false => position.to_string(),
            };
            let text = tampered(&text, changes, &TEXTS);
            text.replace(['\n', '\r', '\u{feff}'], " ")
        };
        let lines: Vec<String> = lines.iter().map(line).collect();
        let input = lines.join("\n");
        let run = watched("batch", &input, || {
            typed(elsewhere().path(), &["moves", game, "--positions", "-"], input.as_bytes())
        });
        prop_assert!(!run.err.contains("panicked") && (0..=1).contains(&run.status), "{}", run.err);
        let answered = lines.iter().filter(|line| !line.trim().is_empty()).count();
        prop_assert_eq!(run.json_lines().len(), answered, "{}", input);
    }
}
