//! `banco test` as a user runs it: what a failure shows, what is written into suites, testing again on a change.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::cli::{banco_in, command, elsewhere};

/// Tic-tac-toe's rules on a smaller board.
const GAME: &str = r#"
[game]
language = 1
name     = "Two steps"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.man]
letter = "M"
[pieces.man.moves]
push = { step = "forward", onto = "empty" }
take = { step = ["forward-left", "forward-right"], onto = "enemy" }
rest = { step = "left", onto = "enemy" }
[setup]
board = """
  m m m
  . . .
  M M M
"""
[end.across]
if     = { some = "own man", on = "last-rank" }
winner = "mover"
[end.stuck]
if     = "no-moves"
loser  = "turn"
[evaluation.values]
man = 10
"#;

/// A folder with the game and a suite of these cases.
fn folder(cases: &str) -> tempfile::TempDir {
    let folder = elsewhere();
    let at = folder.path();
    fs::create_dir(at.join("games")).expect("a folder");
    fs::create_dir(at.join("suites")).expect("a folder");
    fs::write(at.join("games/steps.toml"), GAME).expect("written");
    write_suite(at, cases);
    folder
}

fn write_suite(at: &Path, cases: &str) {
    fs::write(at.join("suites/steps.ron"), format!("(game: \"steps\", cases: [\n{cases}])\n"))
        .expect("written");
}

fn suite(at: &Path) -> String {
    fs::read_to_string(at.join("suites/steps.ron")).expect("a suite")
}

/// What a run prints below the words.
fn below<'t>(text: &'t str, words: &str) -> &'t str {
    text.split_once(words).unwrap_or_else(|| panic!("{words}: {text}")).1
}

#[test]
fn a_failure_shows_what_is_missing_and_extra_the_board_and_a_command_that_shows_it_again() {
    let cases = r#"(name: "start", expect: Legal(["a1a2", "b1b2", "b1c2"])),"#;
    let folder = folder(cases);
    let run = banco_in(folder.path(), &["test", "steps"]);
    let shown = below(&run.out, "failed steps: start\n");
    for words in [
        "  expected  3 legal moves\n  found     3 legal moves, 1 not expected\n",
        "  - `b1c2`: ",
        "  + `c1c2` is legal by `man.push`\n    games/steps.toml:11\n",
        "  at mmm/.../MMM w\n  3  m m m\n  2  . . .\n  1  M M M\n     a b c\n",
        "  again: banco moves steps\n",
    ] {
        assert!(shown.contains(words), "{words}\n{shown}");
    }
    // A rule that makes no moves here has no part in it.
    assert!(!shown.contains("man.rest"), "{shown}");
    let json = banco_in(folder.path(), &["test", "steps", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let failure = &json["failures"][0];
    assert_eq!(failure["extra"][0]["line"], 11);
    assert_eq!(failure["missing"].as_array().map(Vec::len), Some(1));
    assert_eq!(failure["position"], "mmm/.../MMM w");
    assert_eq!(failure["command"], "banco moves steps");
}

#[test]
fn build_servers_are_told_the_position_and_the_command_too() {
    let folder = folder(r#"(name: "start", expect: Legal(["a1a2", "b1b2"])),"#);
    banco_in(folder.path(), &["test", "steps", "--junit", "report.xml"]).fails(1, "");
    let report = fs::read_to_string(folder.path().join("report.xml")).expect("a report");
    assert!(report.contains("at mmm/.../MMM w\nagain: banco moves steps\n"), "{report}");
}

#[test]
fn the_commands_of_failures_ask_the_question_that_was_answered_otherwise() {
    let folder = folder(
        r#"(name: "counts", expect: Perft([3, 10, 99])),
        (name: "terms", expect: Terms({"values.man": 1})),
        (name: "plain", expect: Minimax([7])),
        (name: "best", expect: AvoidMove(["a1a2", "b1b2", "c1c2"], Depth(2))),
        (name: "exact", expect: Value(Draw, None)),
        (name: "game", expect: Playthrough([(at: "mmm/.../MMM w", value: 0, legal: "a1a2 b1b2 c1c2", plays: "a1a2"),
            (at: "mmm/M../.MM b", value: 5, legal: "b3b2 b3a2 c3c2")])),
        (name: "rival's", expect: Match(against: "steps", openings: [""], limit: Depth(1), at_least: 100)),"#,
    );
    let run = banco_in(folder.path(), &["test", "steps"]);
    let commands: Vec<&str> = run.out.lines().filter_map(|line| line.strip_prefix("  again: ")).collect();
    assert_eq!(
        commands,
        [
            "banco perft steps 3 --divide",
            "banco eval steps",
            "banco search steps --algorithm minimax --depth 1",
            "banco search steps --depth 2",
            "banco search steps --nodes 5000000",
            "banco eval steps --moves a1a2",
            r"banco test suites/steps.ron --filter 'steps: rival'\''s'",
        ],
        "{}",
        run.out
    );
    assert!(run.out.contains("after 1 ply: "), "{}", run.out);
    #[cfg(unix)]
    for line in commands {
        let line = line.replacen("banco", env!("CARGO_BIN_EXE_banco"), 1);
        let mut shell = std::process::Command::new("sh");
        let ran = shell.current_dir(folder.path()).args(["-c", &line]).output().expect("it runs");
        // The match alone says that it fails again.
        assert_eq!(ran.status.code(), Some(i32::from(line.contains(" test "))), "{line}");
    }
}

#[test]
fn a_count_that_differs_names_only_the_ends_that_are_reached() {
    let folder =
        folder(r#"(name: "near", expect: Perft([2])), (name: "far", expect: Perft([3, 10, 21, 51])),"#);
    let run = banco_in(folder.path(), &["test", "steps"]);
    let (near, far) = run.out.split_once("failed steps: far").expect("both fail");
    assert!(!near.contains("ends the game"), "{near}");
    assert!(far.contains("`across` ends the game"), "{far}");
}

#[test]
fn a_dry_run_shows_how_the_suite_would_change_and_writes_nothing() {
    let folder = folder("    (name: \"counts\", expect: Perft([1])), // as read\n");
    let at = folder.path();
    let before = suite(at);
    let run = banco_in(at, &["test", "steps", "--bless", "--dry-run"]);
    assert!(run.out.contains("-    (name: \"counts\", expect: Perft([1])), // as read\n"), "{}", run.out);
    assert!(run.out.contains("+    (name: \"counts\", expect: Perft([3])), // as read\n"), "{}", run.out);
    assert_eq!((run.status, suite(at)), (1, before));
    banco_in(at, &["test", "steps", "--bless"]).good();
    assert!(suite(at).contains("Perft([3])), // as read\n"));
    banco_in(at, &["test", "steps", "--dry-run"]).fails(2, "needs `--bless` or `--record`");
}

#[test]
fn what_blessing_leaves_alone_says_so_and_a_dry_run_shows_that_alone() {
    let folder = folder(
        "(name: \"counts\", expect: Perft([1])),\n(name: \"mate\", expect: Value(Win, 1)),\n\
         (name: \"over\", expect: Outcome(\"white\", \"across\")),\n",
    );
    let at = folder.path();
    let dry = banco_in(at, &["test", "steps", "--bless", "--dry-run"]);
    assert_eq!(dry.status, 1);
    assert!(dry.err.contains("would record 1 case anew in suites/steps.ron"), "{}", dry.err);
    assert!(
        dry.out.contains("1 passed, 2 failed") && !dry.out.contains("failed steps: counts"),
        "{}",
        dry.out
    );
    let run = banco_in(at, &["test", "steps", "--bless"]);
    for words in ["not blessed: `Value` is a claim", "not blessed: `Outcome` is a claim"] {
        assert!(run.out.contains(words) && dry.out.contains(words), "{}", run.out);
    }
    assert!(!banco_in(at, &["test", "steps"]).out.contains("not blessed"));
}

#[test]
fn a_filter_finds_names_of_cases_and_suites_in_capitals_or_not() {
    let folder = folder("(name: \"Counts\", expect: Perft([3])), (name: \"goes on\", expect: Unfinished),");
    for (words, found) in [("counts", 1), ("GOES", 1), ("Steps", 2), ("steps: C", 1)] {
        let run = banco_in(folder.path(), &["test", "steps", "--filter", words]).good();
        assert!(run.out.contains(&format!("steps  {found} passed")), "{words}: {}", run.out);
    }
}

#[test]
fn the_first_failure_is_one_that_is_quickly_found_and_the_same_however_many_threads_there_are() {
    let folder = folder(
        "(name: \"slow\", expect: Perft([3, 10, 28, 75, 0])),\n(name: \"deep\", expect: BestMove([\"c1b2\"], Depth(3))),\n\
         (name: \"quick\", expect: Legal([])),\n(name: \"other\", expect: Eval(7)),\n",
    );
    for threads in ["1", "2", "4", "8"] {
        let run = banco_in(folder.path(), &["test", "steps", "--fail-fast", "--threads", threads]);
        assert_eq!(run.status, 1);
        assert_eq!(run.out.matches("failed steps: ").count(), 1, "{}", run.out);
        assert!(run.out.contains("failed steps: quick"), "{}", run.out);
        assert!(run.out.contains("0 passed, 1 failed, 3 skipped"), "{}", run.out);
    }
}

#[test]
fn a_definition_is_held_against_a_suite_that_is_named() {
    let folder = folder(
        "(name: \"counts\", expect: Perft([3])), (name: \"still\", expect: Illegal(\"a1a3\", \"man\")),",
    );
    let at = folder.path();
    let child = "[game]\nlanguage = 1\nname = \"Leap\"\nextends = \"steps\"\n[pieces.man.moves]\n\
                 aside = { step = \"forward-right\", onto = \"empty\" }\n";
    fs::write(at.join("games/leap.toml"), child).expect("written");
    let own = "(game: \"leap\", cases: [(name: \"own\", expect: Unfinished)])";
    fs::write(at.join("suites/leap.ron"), own).expect("written");
    banco_in(at, &["test", "leap"]).good();
    for suite in ["steps", "suites/steps.ron"] {
        let run = banco_in(at, &["test", "leap", "--suite", suite]);
        assert!(run.out.contains("failed steps: counts") && !run.out.contains("own"), "{}", run.out);
        assert_eq!(run.status, 1);
    }
    banco_in(at, &["test", "steps", "leap", "--suite", "stepps"]).fails(2, "did you mean `steps`?");
    banco_in(at, &["test", "--suite", "steps"]).fails(2, "<PATH>");
    banco_in(at, &["test", "leap", "--suite", "steps", "--bless"]).fails(2, "cannot be used with");
}

#[test]
fn a_suite_is_shown_to_be_copied_for_a_game_that_has_none() {
    let folder = elsewhere();
    let at = folder.path();
    let shown = banco_in(at, &["show", "hexapawn", "--suite"]).good().out;
    assert_eq!(shown, include_str!("../suites/hexapawn.ron"));
    fs::create_dir_all(at.join("games")).expect("a folder");
    fs::create_dir_all(at.join("suites")).expect("a folder");
    let own = "[game]\nlanguage = 1\nname = \"Own\"\nextends = \"hexapawn\"\n";
    fs::write(at.join("games/own.toml"), own).expect("written");
    let refused =
        banco_in(at, &["test", "own", "--bless"]).fails(2, "banco show hexapawn --suite > suites/own.ron");
    assert!(refused.err.contains("copy it first"), "{}", refused.err);
    // As a shell does before it runs what writes to the file.
    fs::write(at.join("suites/own.ron"), "").expect("written");
    let copied = banco_in(at, &["show", "own", "--suite"]).good().out;
    fs::write(at.join("suites/own.ron"), copied.replace("\"hexapawn\"", "\"own\"")).expect("written");
    banco_in(at, &["test", "own", "--bless"]).good();
    banco_in(at, &["show", "no-such-game", "--suite"]).fails(2, "no-such-game");
    banco_in(at, &["show", "own", "--suite", "--rules"]).fails(2, "cannot be used with");
}

#[test]
fn an_edited_copy_of_a_shipped_suite_is_told_of_where_it_is_not_run() {
    let folder = elsewhere();
    let at = folder.path();
    fs::create_dir_all(at.join("tests/suites")).expect("a folder");
    let text = include_str!("../suites/hexapawn.ron");
    fs::write(at.join("tests/suites/hexapawn.ron"), text).expect("written");
    assert!(!banco_in(at, &["test", "hexapawn"]).good().err.contains("note:"));
    fs::write(at.join("tests/suites/hexapawn.ron"), format!("{text}// more\n")).expect("written");
    let run = banco_in(at, &["test", "hexapawn"]).good();
    assert!(run.err.contains("tests/suites/hexapawn.ron is another one: name it to run it"), "{}", run.err);
    let named = banco_in(at, &["test", "tests/suites/hexapawn.ron"]).good();
    assert!(!named.err.contains("name it"), "{}", named.err);
}

#[test]
fn changes_that_no_case_notices_are_named() {
    let folder = folder("(name: \"counts\", expect: Perft([3])),");
    let at = folder.path();
    let run = banco_in(at, &["test", "steps", "--mutate"]);
    assert_eq!(run.status, 1, "{}", run.err);
    let unnoticed =
        |rule: &str| run.out.lines().any(|line| line.starts_with("games/steps.toml:") && line.contains(rule));
    assert!(!unnoticed("man.moves.push: left out"), "{}", run.out);
    for rule in ["man.moves.take: left out", "end.across: left out", "end.stuck", "evaluation.values.man"] {
        assert!(unnoticed(rule), "{rule}: {}", run.out);
    }
    assert!(run.out.contains("steps: 1 case notice"), "{}", run.out);
    // What a case holds is no longer named.
    let before = run.out.lines().count();
    write_suite(
        at,
        "(name: \"counts\", expect: Perft([3, 10, 28])), (name: \"value\", position: \"mm./.../MMM w\", expect: Eval(10)),\n\
         (name: \"across\", position: \"..m/M../... w\", moves: \"a2a3\", expect: Outcome(\"white\", \"across\")),\n",
    );
    let more = banco_in(at, &["test", "steps", "--mutate=30s", "--json"]);
    let json = more.json();
    let paths: Vec<&str> =
        json["unnoticed"].as_array().expect("rows").iter().filter_map(|row| row["path"].as_str()).collect();
    assert!(paths.len() + 1 < before, "{json}");
    assert!(!paths.contains(&"end.across") && !paths.contains(&"evaluation.values.man"), "{json}");
    banco_in(at, &["test", "--mutate"]).fails(2, "<PATH>");
    banco_in(at, &["test", "steps", "--mutate", "--bless"]).fails(2, "cannot be used with");
}

#[test]
fn a_played_game_becomes_a_case_of_its_suite() {
    let folder = folder("    (name: \"counts\", expect: Perft([3])) // as read\n");
    let at = folder.path();
    let pgn = "[Variant \"steps\"]\n\n1. a1a2 b3a2 2. b1a2 *\n";
    fs::write(at.join("won.pgn"), pgn).expect("written");
    let before = suite(at);
    let dry = banco_in(at, &["test", "--record", "won.pgn", "--dry-run"]).good();
    assert!(
        dry.out.contains("+        (name: \"won\", position: \"mmm/.../MMM w\", expect: Playthrough(["),
        "{}",
        dry.out
    );
    assert_eq!(suite(at), before);
    let run = banco_in(at, &["test", "--record", "won.pgn"]).good();
    assert!(run.err.contains("added the case `won` to suites/steps.ron"), "{}", run.err);
    // The same game again, from another file too, is there already; another game of that name is not.
    fs::write(at.join("again.pgn"), pgn).expect("written");
    for file in ["won.pgn", "again.pgn"] {
        let run = banco_in(at, &["test", "--record", file]).good();
        assert!(
            run.err.contains("the case `won` of suites/steps.ron is this game: nothing is added"),
            "{}",
            run.err
        );
    }
    fs::write(at.join("won.pgn"), "[Variant \"steps\"]\n\n1. b1b2 *\n").expect("written");
    let run = banco_in(at, &["test", "--record", "won.pgn"]).good();
    assert!(run.err.contains("added the case `won 2` to suites/steps.ron"), "{}", run.err);
    assert!(suite(at).contains("// as read\n"), "{}", suite(at));
    let run = banco_in(at, &["test", "steps"]).good();
    assert!(run.out.contains("steps  3 passed"), "{}", run.out);
    // Another rule of the same game is found out by it.
    fs::write(at.join("games/steps.toml"), GAME.replace("\"forward-left\", ", "\"forward\", "))
        .expect("written");
    let run = banco_in(at, &["test", "steps"]);
    assert!(run.out.contains("after 1 ply: "), "{}", run.out);
    fs::write(at.join("bad.pgn"), pgn.replace("b3a2", "a3a1")).expect("written");
    banco_in(at, &["test", "--record", "bad.pgn"]).fails(1, "the game in `bad.pgn` cannot be played");
    fs::write(at.join("nameless.pgn"), "1. a1a2 *\n").expect("written");
    banco_in(at, &["test", "--record", "nameless.pgn"])
        .fails(1, "the file names no game: it is read as `chess`");
    banco_in(at, &["test", "steps", "dodgem", "--record", "won.pgn"]).fails(2, "one definition");
}

#[test]
fn a_game_without_a_suite_gets_one_when_a_game_is_recorded() {
    let folder = folder("");
    let at = folder.path();
    fs::remove_dir_all(at.join("suites")).expect("removed");
    fs::write(at.join("g.pgn"), "1. a1a2 *\n").expect("written");
    banco_in(at, &["test", "steps", "--record", "g.pgn"]).good();
    banco_in(at, &["check", "suites/steps.ron", "--strict"]).good();
    assert!(banco_in(at, &["test", "steps"]).good().out.contains("steps  1 passed"));
}

#[test]
fn a_game_is_recorded_in_the_suite_that_is_named() {
    let folder = folder("    (name: \"counts\", expect: Perft([3])),\n");
    let at = folder.path();
    fs::create_dir(at.join("mine")).expect("a folder");
    fs::rename(at.join("suites/steps.ron"), at.join("mine/more.ron")).expect("moved");
    fs::write(at.join("g.pgn"), "1. a1a2 *\n").expect("written");
    let run = banco_in(at, &["test", "mine/more.ron", "--record", "g.pgn"]).good();
    assert!(run.err.contains("added the case `g` to mine/more.ron"), "{}", run.err);
    assert!(banco_in(at, &["test", "mine/more.ron"]).good().out.contains("more  2 passed"));
    assert!(!at.join("suites/steps.ron").exists());
    banco_in(at, &["test", "mine/none.ron", "--record", "g.pgn"]).fails(2, "mine/none.ron");
}

#[test]
fn a_suite_that_stands_in_for_a_shipped_one_says_so() {
    let folder = elsewhere();
    let at = folder.path();
    fs::write(at.join("g.pgn"), "[Variant \"hexapawn\"]\n\n1. a1a2 *\n").expect("written");
    let run = banco_in(at, &["test", "--record", "g.pgn"]).good();
    let told = "suites/hexapawn.ron is new: a copy of <shipped>/suites/hexapawn.ron";
    assert!(run.err.contains(told), "{}", run.err);
    let told = "note: suites/hexapawn.ron stands in for the shipped suite of `hexapawn`";
    assert!(banco_in(at, &["test", "hexapawn"]).good().err.contains(told));
    assert!(!banco_in(at, &["test", "suites/hexapawn.ron"]).good().err.contains("stands in"));
}

#[test]
fn a_file_with_a_games_name_that_is_not_its_suite_is_told_of() {
    let folder = folder("    (name: \"counts\", expect: Perft([3])),\n");
    let at = folder.path();
    fs::write(at.join("suites/steps.ron"), suite(at).replace("\"steps\"", "\"stpes\"")).expect("written");
    banco_in(at, &["test", "steps"])
        .fails(2, "suites/steps.ron is not the suite of `steps`: its `game:` is `stpes`");
    fs::write(at.join("suites/steps.ron"), "").expect("written");
    banco_in(at, &["test", "steps"])
        .fails(2, "suites/steps.ron is not the suite of `steps`: the file is empty");
}

#[test]
fn a_filter_that_fits_no_case_is_quoted() {
    let folder = folder("    (name: \"counts\", expect: Perft([3])),\n");
    banco_in(folder.path(), &["test", "steps", "--filter", "perft"])
        .fails(2, "no case has `perft` in its name or its suite's name");
}

#[test]
fn the_slowest_cases_are_named() {
    let folder = folder(r#"(name: "a", expect: Perft([3, 10])), (name: "b", expect: Perft([3])),"#);
    let run = banco_in(folder.path(), &["test", "steps", "--slowest=1"]).good();
    assert_eq!(run.out.lines().filter(|line| line.contains(" s  steps: ")).count(), 1, "{}", run.out);
    let run = banco_in(folder.path(), &["test", "--slowest", "steps", "--json"]).good().json();
    assert_eq!(run["slowest"].as_array().map(Vec::len), Some(2));
}

#[test]
fn watching_tests_again_when_the_definition_or_the_suite_changes() {
    let folder = folder(r#"(name: "counts", expect: Perft([3])),"#);
    let at = folder.path();
    let mut child = command(at, &["test", "steps", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    // Whatever happens, it ends, and then nothing more is read.
    let (id, (done, waiting)) = (child.id(), std::sync::mpsc::channel::<()>());
    let guard = std::thread::spawn(move || {
        if waiting.recv_timeout(std::time::Duration::from_secs(120)).is_err() {
            let _ = std::process::Command::new("kill").arg(id.to_string()).status();
        }
    });
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let mut wait = |words: &str| {
        let found = lines.by_ref().map(|line| line.expect("a line")).find(|line| line.contains(words));
        assert!(found.is_some(), "{words}");
    };
    wait("1 passed in ");
    fs::write(at.join("games/steps.toml"), GAME.replace("step = \"forward\"", "step = \"left\""))
        .expect("written");
    wait("0 passed, 1 failed in ");
    // What is wrong itself is said, and waited for.
    fs::write(at.join("games/steps.toml"), "[game").expect("written");
    wait("cannot be run");
    fs::write(at.join("games/steps.toml"), GAME).expect("written");
    wait("1 passed in ");
    write_suite(at, r#"(name: "counts", expect: Perft([4])),"#);
    wait("0 passed, 1 failed in ");
    done.send(()).expect("somebody waits");
    guard.join().expect("no panic");
    child.kill().expect("it ends");
    child.wait().expect("it ended");
}

#[test]
fn a_move_that_is_not_as_illegal_as_expected_is_asked_for_again() {
    let folder = folder(r#"(name: "far", expect: Illegal("a1a3", "man.rest")),"#);
    let run = banco_in(folder.path(), &["test", "steps"]);
    assert!(run.out.contains("  again: banco moves steps --why a1a3\n"), "{}", run.out);
}

#[test]
fn terms_of_which_none_is_left_are_recorded_as_if_nothing_had_been() {
    let folder = folder(r#"(name: "terms", expect: Terms({"values.soldier": 10})),"#);
    let at = folder.path();
    banco_in(at, &["test", "steps", "--bless"]).good();
    assert!(suite(at).contains("\"values.man\": 0"), "{}", suite(at));
    banco_in(at, &["test", "steps"]).good();
}
