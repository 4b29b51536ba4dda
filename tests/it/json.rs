//! What programs read: which position an answer belongs to, and what is said when there is none.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{Run, banco, banco_in, elsewhere, typed};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// A definition with one mistake.
const BROKEN: &str = "[game]\nlanguage = 1\nname = \"X\"\nextends = \"dodgem\"\nnmae = \"Y\"\n";

/// A game that differs from the shipped one of its name.
const OTHER: &str = "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"dodgem\"\n[evaluation]\nexited = 7\n";

fn with_games(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = elsewhere();
    fs::create_dir(folder.path().join("games")).expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join("games").join(name), text).expect("written");
    }
    folder
}

#[test]
fn every_answer_of_a_batch_names_its_line_and_its_position() {
    let input = b"startpos\n\n3/BB1/1WW w moves b1a1\n B../x../.WW b \n";
    for args in [
        &["moves", "dodgem"][..],
        &["moves", "dodgem", "--why", "a3b3"],
        &["eval", "dodgem"],
        &["search", "dodgem", "--depth", "2"],
        &["perft", "dodgem", "2"],
        &["solve", "dodgem", "--all"],
    ] {
        let run = typed(Path::new(HERE), &[args, &["--positions", "-"]].concat(), input);
        let answers = run.json_lines();
        let of = |key: &str| answers.iter().map(|a| a[key].clone()).collect::<Vec<_>>();
        assert_eq!(of("line"), [1, 3, 4], "{args:?}");
        assert_eq!(of("position"), ["B../B../.WW b", ".../BB./W.W b", "B../x../.WW b"], "{args:?}");
        let wrong: Vec<bool> = answers.iter().map(|a| a.get("error").is_some()).collect();
        assert_eq!(wrong, [false, false, true], "{args:?}");
        let first = run.out.split([':', ',']).next();
        assert_eq!(first, Some("{\"line\""), "{args:?}");
    }
}

#[test]
fn the_value_of_a_finished_game_comes_with_its_outcome() {
    let over = banco(&["eval", "dodgem", "--position", "W../.../... b", "--json"]).good().json();
    let moves = banco(&["moves", "dodgem", "--position", "W../.../... b", "--json"]).good().json();
    assert_eq!(over["outcome"]["reason"], "stuck");
    assert_eq!(over["outcome"], moves["outcome"]);
    assert_eq!(banco(&["eval", "dodgem", "--json"]).good().json()["outcome"], Value::Null);
}

/// The one JSON object of a run that failed, which says the same to people.
fn failure(run: Run, status: i32, words: &str) -> Value {
    let run = run.fails(status, words);
    let value: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert!(value["error"].as_str().is_some_and(|error| error.contains(words)), "{value}");
    value
}

#[test]
fn failures_are_json_where_results_are() {
    let folder = with_games(&[("bad.toml", BROKEN)]);
    let at = folder.path();
    for command in ["moves", "eval", "search", "solve"] {
        let position = [command, "dodgem", "--json", "--position", "B../x../.WW b"];
        failure(banco_in(at, &position), 1, "`x` is not a piece");
        let illegal = [command, "dodgem", "--json", "--moves", "a2b2 b1b2"];
        failure(banco_in(at, &illegal), 1, "illegal move `b1b2`");
        let wrong = failure(banco_in(at, &[command, "bad", "--json"]), 1, "nmae");
        let checked: Value =
            serde_json::from_str(&banco_in(at, &["check", "bad", "--json"]).out).expect("JSON");
        assert_eq!(wrong["diagnostics"], checked["diagnostics"], "{command}");
        failure(banco_in(at, &[command, "dodgme", "--json"]), 2, "there is no game");
        failure(banco_in(at, &[command, "dodgem", "--positions", "none"]), 2, "cannot read");
        assert_eq!(banco_in(at, &[command, "bad"]).out, "");
    }
    let missing = banco_in(at, &["check", "none.toml", "--json"]);
    let checked = failure(missing, 2, "not everything could be checked");
    assert_eq!(checked["diagnostics"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_file_that_hides_a_shipped_game_is_told_of_once() {
    let child = "[game]\nlanguage = 1\nname = \"Child\"\nextends = \"dodgem\"\n";
    let folder = with_games(&[("dodgem.toml", OTHER), ("child.toml", child)]);
    let at = folder.path();
    let said = "note: `dodgem` is games/dodgem.toml here, not the shipped game\n";
    for args in [
        &["moves", "dodgem"][..],
        &["eval", "child"],
        &["show", "child"],
        &["search", "dodgem", "--depth", "1"],
        &["play", "dodgem"],
        &["check", "dodgem"],
        &["check"],
        &["bench", "dodgem", "child"],
        &["new", "other", "--from", "dodgem"],
    ] {
        let run = banco_in(at, args).good();
        assert_eq!(run.err.matches(said).count(), 1, "{args:?}: {}", run.err);
    }
    let run = banco_in(at, &["play", "dodgem", "--lang", "vi"]).good();
    assert_eq!(
        run.err,
        "lưu ý: ở đây `dodgem` là games/dodgem.toml, không phải bản có sẵn trong chương trình\n"
    );
    for args in [&["moves", "dodgem", "--json"][..], &["moves", "games/dodgem.toml"]] {
        assert_eq!(banco_in(at, args).good().err, "", "{args:?}");
    }
    assert_eq!(banco(&["moves", "dodgem"]).good().err, "", "files like the shipped ones hide nothing");
    let listed = banco_in(at, &["list"]).good().out;
    assert!(listed.contains("Mine  (games/dodgem.toml, not the shipped game)"), "{listed}");
    assert!(listed.contains("Child  (games/child.toml)\n"), "{listed}");
}

#[test]
fn one_broken_definition_does_not_stop_the_others() {
    let folder = with_games(&[("bad.toml", BROKEN)]);
    let at = folder.path();
    let named = banco_in(at, &["bench", "bad", "hexapawn"]).fails(1, "error[unknown-key]");
    assert!(named.out.contains("hexapawn") && named.out.contains("total"), "{}", named.out);
    let rows = banco_in(at, &["bench", "bad", "hexapawn", "--json"]).json_lines();
    assert_eq!((&rows[0]["game"], &rows[1]["game"]), (&"bad".into(), &"hexapawn".into()));
    assert!(rows[0]["diagnostics"].is_array() && rows[2]["total"].is_u64(), "{rows:?}");
    banco_in(at, &["bench", "none", "hexapawn"]).fails(2, "there is no game");
    let listed = banco_in(at, &["list"]).good().out;
    assert!(listed.contains("bad ") && listed.contains("hexapawn"), "{listed}");
    let checked = banco_in(at, &["check"]);
    assert_eq!(checked.status, 1);
    assert!(checked.err.contains("1 error,"), "{}", checked.err);
}

#[test]
fn one_broken_suite_does_not_stop_the_others() {
    let folder = with_games(&[("hexapawn.toml", BROKEN)]);
    let at = folder.path();
    fs::create_dir(at.join("suites")).expect("a folder");
    fs::write(at.join("suites/dodgem.ron"), "(game: \"dodgem\", cases: [").expect("written");
    let run = banco_in(at, &["test", "--filter", "tic-tac-toe"]).fails(1, "(games/hexapawn.toml:5)");
    assert!(run.err.contains("suites/dodgem.ron"), "{}", run.err);
    for words in ["dodgem       cannot be run: ", "hexapawn     cannot be run: ", " passed, 2 failed in "] {
        assert!(run.out.contains(words), "{words}\n{}", run.out);
    }
    let run = banco_in(at, &["test", "--filter", "tic-tac-toe", "--json", "--junit", "report.xml"]);
    let all: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert_eq!((run.status, &all["failed"]), (1, &2.into()));
    assert_eq!(all["broken"][0]["name"], "dodgem");
    assert!(fs::read_to_string(at.join("report.xml")).expect("a report").contains("cannot be run"));
    // The suite of another game is in nobody's way.
    let run = banco_in(at, &["test", "tic-tac-toe"]).good();
    assert_eq!(run.err, "");
    fs::write(at.join("suites/more.ron"), "(game: \"tic-tac-toe\", cases: [").expect("written");
    let run = banco_in(at, &["test", "tic-tac-toe"]).good();
    assert!(run.err.contains("the suite suites/more.ron is left out"), "{}", run.err);
    banco_in(at, &["test", "dodgem"]).fails(1, "suites/dodgem.ron");
    banco_in(at, &["test", "none.ron"]).fails(2, "cannot read");
}

#[test]
fn what_is_not_there_is_told_from_what_cannot_be_read() {
    let folder = elsewhere();
    let at = folder.path();
    fs::create_dir(at.join("folder.toml")).expect("a folder");
    fs::write(at.join("latin.toml"), b"[game]\nname = \"C\xF4\"\n").expect("written");
    let code = |word: &str| {
        let run = banco_in(at, &["moves", word, "--json"]);
        let answer: Value = serde_json::from_str(&run.out).expect("one JSON object");
        (run.status, answer["diagnostics"][0]["code"].as_str().expect("a code").to_owned())
    };
    for word in ["dogem", "./none.toml"] {
        assert_eq!(code(word), (2, "not-found".to_owned()), "{word}");
    }
    assert_eq!(code("./folder.toml"), (2, "unreadable".to_owned()));
    assert_eq!(code("./latin.toml"), (1, "unreadable".to_owned()));
}

#[test]
fn a_table_is_for_the_strong_search() {
    let folder = elsewhere();
    banco_in(folder.path(), &["solve", "dodgem", "--save", "d.table"]).good();
    for algorithm in ["alpha-beta", "minimax", "pvs-full-width"] {
        let args = ["search", "dodgem", "--table", "d.table", "--algorithm", algorithm, "--depth", "2"];
        banco_in(folder.path(), &args).fails(2, "only the algorithms pvs and mcts use a `--table`");
    }
}

/// Runs a batch whose second line takes long, interrupts it there, and waits for its end. The input comes
/// from a file, or is typed and goes on.
#[cfg(unix)]
fn interrupted(args: &[&str], input: &str, is_typed: bool) -> Run {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    let folder = elsewhere();
    fs::write(folder.path().join("positions"), input).expect("written");
    let args = [args, &["--positions", if is_typed { "-" } else { "positions" }]].concat();
    let mut child = crate::cli::command(folder.path(), &args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut keyboard = child.stdin.take().expect("an input");
    if is_typed {
        keyboard.write_all(input.as_bytes()).expect("it listens");
    }
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    let mut out = String::new();
    output.read_line(&mut out).expect("an answer");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    output.read_to_string(&mut out).expect("text");
    let mut err = String::new();
    child.stderr.take().expect("errors").read_to_string(&mut err).expect("text");
    drop(keyboard);
    let status = child.wait().expect("it ends").code().expect("an exit status");
    Run { status, out, err }
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_says_how_many_lines_were_not_answered() {
    // Over at once, then a search without end, which is answered with the best so far.
    let over = "15/15/15/15/15/15/15/XXXXX10/15/15/15/15/15/15/15 o";
    let input = format!("{over}\nstartpos\n\nstartpos\nnonsense\nstartpos");
    let run = interrupted(&["search", "caro", "--depth", "60"], &input, false);
    assert_eq!(run.json_lines().len(), 2, "{}", run.out);
    assert_eq!((run.status, run.err.as_str()), (1, "stopped: 3 positions were not answered\n"));
    let run = interrupted(&["search", "caro", "--depth", "60"], &(input.clone() + "\n"), true);
    assert_eq!(run.json_lines().len(), 2, "{}", run.out);
    assert_eq!((run.status, run.err.as_str()), (1, "stopped: at least 3 positions were not answered\n"));
    // A perft cannot be cut short: the program ends, and the line it was at is one of them.
    let run = interrupted(&["perft", "caro", "9"], &input, false);
    assert_eq!(run.json_lines().len(), 1, "{}", run.out);
    assert_eq!((run.status, run.err.trim()), (130, "stopped: 4 positions were not answered"));
}

#[test]
fn a_position_that_play_does_not_reach_is_solved_in_a_batch_as_it_is_alone() {
    let alone = banco(&["solve", "dodgem", "--position", "2B/B2/.WW w", "--json"]).good().json();
    let run = typed(Path::new(HERE), &["solve", "dodgem", "--positions", "-"], b"startpos\n2B/B2/.WW w\n");
    let answers = run.good().json_lines();
    for key in ["value", "plies", "endless", "states"] {
        assert_eq!(answers[1][key], alone[key], "{key}");
    }
    assert_eq!(answers[0]["plies"], 19);
}

#[test]
fn arguments_that_cannot_be_read_fail_as_json_too() {
    for wrong in [
        &["search", "dodgem", "--depth", "0", "--json"][..],
        &["perft", "dodgem", "--json"],
        &["solve", "--positions", "-"],
    ] {
        failure(banco(wrong), 2, "");
    }
}

#[test]
fn a_byte_order_mark_before_positions_is_left_out() {
    let run =
        typed(Path::new(HERE), &["eval", "dodgem", "--positions", "-"], "\u{feff}startpos\n".as_bytes());
    assert_eq!(run.good().json_lines()[0]["position"], "B../B../.WW b");
}

#[test]
fn a_mistake_by_what_a_file_makes_of_its_parent_stands_in_the_file_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[game]\nlanguage = 1\nname = \"Rows\"\nextends = \"isolation\"\n[end.row]\nif = { line = { length = 3 } }\nwinner = \"mover\"\n";
    for name in ["one.toml", "other.toml"] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let mut banco = std::process::Command::new(env!("CARGO_BIN_EXE_banco"));
    let output =
        banco.current_dir(folder.path()).args(["check", "one.toml", "other.toml", "--json"]).output();
    let printed: serde_json::Value =
        serde_json::from_slice(&output.expect("banco runs").stdout).expect("an object");
    let files: Vec<&str> = printed["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|diagnostic| diagnostic["severity"] == "error")
        .map(|diagnostic| diagnostic["file"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(files, ["one.toml", "other.toml"], "{printed}");
}
