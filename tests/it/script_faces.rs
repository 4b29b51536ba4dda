//! Scripts on the command line: measured, checked, failing, edited while one plays.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{banco_in, command, elsewhere, typed};

const FAILING: &str = "return { api = 1,\nscore_position = function() error('lost') end }\n";

const SOUND: &str =
    "return { api = 1, score_position = function() return 10 * exited(1) - 10 * exited(2) end }\n";

/// A folder with a game called `mine`, Dodgem with a script that the definition names.
fn with_own_script(script: &str, more: &str) -> TempDir {
    let folder = elsewhere();
    let games = folder.path().join("games");
    fs::create_dir(&games).expect("a folder of games");
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"dodgem\"\n[evaluation.script]\nfile = \"mine.lua\"\n{more}\n"
    );
    fs::write(games.join("mine.toml"), text).expect("written");
    fs::write(games.join("mine.lua"), script).expect("written");
    folder
}

#[test]
fn a_definitions_own_script_is_measured_beside_the_game_without_it() {
    let folder = with_own_script(SOUND, "");
    let run = banco_in(folder.path(), &["bench", "mine", "--json"]).good();
    let rows = run.json_lines();
    assert_eq!(rows.len(), 3, "{}", run.out);
    assert!(rows[0].get("script").is_none() && rows[0]["nodes"].as_u64() > Some(0), "{}", run.out);
    assert_eq!(rows[1]["script"], "games/mine.lua");
    assert_eq!(rows[1]["hooks"], serde_json::json!(["score_position"]));
    assert!(rows[1]["share"].as_f64() > Some(0.0), "{}", run.out);
    assert_eq!(rows[2]["total"], rows[0]["nodes"]);
}

#[test]
fn bench_fails_clearly_when_the_definitions_own_script_does() {
    let folder = with_own_script(FAILING, "");
    banco_in(folder.path(), &["bench", "mine"]).fails(1, "games/mine.lua:2: score_position: lost");
    let run = banco_in(folder.path(), &["bench", "mine", "tic-tac-toe", "--json"]).fails(1, "lost");
    let rows = run.json_lines();
    assert!(rows.iter().any(|row| row["game"] == "mine" && row["error"].as_str().is_some()), "{}", run.out);
    assert!(rows.iter().any(|row| row["game"] == "tic-tac-toe" && row["nodes"].is_u64()), "{}", run.out);
    fs::write(folder.path().join("games/mine.lua"), "return {").expect("written");
    banco_in(folder.path(), &["bench", "mine"]).fails(1, "error[script]");
}

/// Code, file and line of every diagnostic, but for those that scripts are slow: that depends on the machine.
fn diagnosed(run: &Value) -> Vec<(String, String, u64)> {
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let record = |d: &Value| (words(&d["code"]), words(&d["file"]), d["line"].as_u64().unwrap_or(0));
    let slow = |d: &&Value| words(&d["message"]).ends_with(" µs");
    let all = run["diagnostics"].as_array().expect("a list").iter();
    let mut all: Vec<_> = all.filter(|d| !slow(d)).map(record).collect();
    all.sort();
    all
}

#[test]
fn scripts_are_checked_with_everything_else_and_by_folder() {
    let folder = elsewhere();
    let scripts = folder.path().join("scripts");
    fs::create_dir(&scripts).expect("a folder of scripts");
    let write = |name: &str, text: &str| fs::write(scripts.join(name), text).expect("written");
    write("free.lua", SOUND);
    write("one-sided.lua", "-- Games: dodgem\nreturn {api=1,\nscore_position = function() return 7 end}");
    let run = banco_in(folder.path(), &["check", "scripts", "--json"]).good();
    let one_sided = ("script-doubt".to_owned(), "scripts/one-sided.lua".to_owned(), 3);
    let untried = ("script-doubt".to_owned(), "scripts/free.lua".to_owned(), 1);
    assert_eq!(diagnosed(&run.json()), [untried.clone(), one_sided.clone()]);
    let run = banco_in(folder.path(), &["check"]).good();
    assert!(run.err.contains("7 scripts checked: 0 errors, "), "{}", run.err);
    write("broken.lua", "return {");
    write(
        "nowhere.lua",
        "-- Fast.\n-- Game: no-such-game\nreturn {api=1, score_position = function() return 0 end}",
    );
    write("typo.lua", "return {api=1,\nscore_positions = function() return 0 end}");
    let expected = [
        ("script".to_owned(), "scripts/broken.lua".to_owned(), 1),
        ("script".to_owned(), "scripts/nowhere.lua".to_owned(), 2),
        ("script".to_owned(), "scripts/typo.lua".to_owned(), 2),
        untried,
        one_sided,
    ];
    for args in [&["check", "--json"][..], &["check", "scripts", "--json"], &["check", "./scripts", "--json"]]
    {
        let run = banco_in(folder.path(), args);
        assert_eq!(run.status, 1, "{}{}", run.out, run.err);
        let found: Vec<_> = diagnosed(&run.json())
            .into_iter()
            .map(|(code, file, line)| (code, file.trim_start_matches("./").to_owned(), line))
            .collect();
        assert_eq!(found, expected, "{args:?}");
    }
    banco_in(folder.path(), &["check", "scripts/none.lua"]).fails(2, "not everything could be checked");
}

#[test]
fn a_script_beside_the_definition_that_names_it_is_tried_on_that_game() {
    let folder = with_own_script("return {api=1, score_position = function() return 7 end}", "");
    for args in [&["check", "games/mine.lua"][..], &["check", "games"], &["check", "mine"]] {
        let run = banco_in(folder.path(), args).good();
        assert!(run.err.contains("0 errors, 1 warning"), "{args:?} {}", run.err);
    }
}

#[test]
fn a_failing_script_is_answered_as_the_definition_says_and_never_with_nothing() {
    let folder = with_own_script(FAILING, "on-error = \"native\"");
    let at = folder.path();
    let native = banco_in(at, &["eval", "dodgem", "--moves", "a3b3", "--json"]).good();
    for args in [&["eval", "mine", "--moves", "a3b3", "--json"][..], &["eval", "mine", "--moves", "a3b3"]] {
        let run = banco_in(at, args).good();
        assert_eq!(run.err.matches("games/mine.lua:2: score_position: lost").count(), 1, "{}", run.err);
        assert!(run.err.contains("the definition's own terms are used"), "{}", run.err);
        if args.contains(&"--json") {
            assert_eq!(run.out.replace(" ", ""), native.out.replace(" ", ""));
        }
    }
    let input = b"startpos\nstartpos moves a3b3\n";
    let run = typed(at, &["eval", "mine", "--positions", "-"], input).good();
    assert_eq!((run.out.lines().count(), run.err.matches("lost").count()), (2, 1), "{}", run.err);
    for args in [
        &["search", "mine", "--depth", "2"][..],
        &["search", "mine", "--nodes", "300", "--algorithm", "minimax"],
        &["compare", "mine", "--depth", "2"],
        &["tree", "mine", "--depth", "2"],
    ] {
        let run = banco_in(at, args).good();
        assert_eq!(run.err.matches("score_position: lost").count(), 1, "{args:?} {}", run.err);
    }
    let folder = with_own_script(FAILING, "");
    for args in [
        &["eval", "mine"][..],
        &["search", "mine", "--depth", "2"],
        &["search", "mine", "--nodes", "300", "--algorithm", "minimax"],
        &["compare", "mine", "--depth", "2"],
        &["tree", "mine", "--depth", "2"],
    ] {
        banco_in(folder.path(), args).fails(1, "games/mine.lua:2: score_position: lost");
    }
}

#[test]
fn a_case_that_needs_a_failing_script_fails() {
    let folder = with_own_script(FAILING, "");
    let suite = "(game: \"mine\", cases: [\n\
                 (name: \"best\", expect: BestMove([\"a3b3\", \"a2b2\", \"a2a1\"], Depth(1))),\n\
                 (name: \"duel\", expect: Match(against: \"mine\", openings: [\"\"], limit: Depth(1), at_least: 0)),\n\
                 (name: \"value\", expect: Value(Win, None)),\n])\n";
    fs::create_dir(folder.path().join("suites")).expect("a folder of suites");
    fs::write(folder.path().join("suites/mine.ron"), suite).expect("written");
    let run = banco_in(folder.path(), &["test", "suites/mine.ron"]);
    let said = format!("{}{}", run.out, run.err);
    assert_eq!((run.status, said.matches("score_position: lost").count()), (1, 3), "{said}");
}

#[test]
fn threads_of_suites_have_room_for_scripts_that_go_deep() {
    // As deep as the language lets a text be.
    let deep = format!("{}1{}", "(".repeat(900), ")".repeat(900));
    let script = format!("return {{ api = 1, score_position = function() return {deep} end }}");
    let folder = with_own_script(&script, "");
    let case = |n: usize| format!("(name: \"case {n}\", expect: EvalBetween(-9999, 9999)),\n");
    let suite = format!("(game: \"mine\", cases: [\n{}])\n", (0..40).map(case).collect::<String>());
    fs::create_dir(folder.path().join("suites")).expect("a folder of suites");
    fs::write(folder.path().join("suites/mine.ron"), suite).expect("written");
    banco_in(folder.path(), &["test", "suites/mine.ron"]).good();
}

#[test]
fn a_failing_script_never_ends_a_game_that_is_going_on() {
    for on_error in ["", "on-error = \"stop\"", "on-error = \"native\""] {
        let folder = with_own_script(FAILING, on_error);
        let args = ["play", "mine", "--as", "black", "--depth", "2"];
        let run = typed(folder.path(), &args, b"a3b3\nhint\nposition\n").good();
        assert_eq!(run.out.matches("games/mine.lua:2: score_position: lost").count(), 1, "{}", run.out);
        assert!(run.out.contains("own terms are used until the script is edited"), "{}", run.out);
        assert!(run.out.contains("white plays "), "{}", run.out);
        // With both sides a person's, the script is asked by `eval` alone.
        let run = typed(folder.path(), &["play", "mine", "--as", "both"], b"eval\na3b3\neval\n").good();
        assert_eq!(run.out.matches("score_position: lost").count(), 1, "{}", run.out);
        assert_eq!(run.out.matches("  total ").count(), 2, "{}", run.out);
        let run = typed(folder.path(), &["play", "mine", "--as", "none", "--depth", "3"], b"").good();
        assert!(run.out.contains("The game is over"), "{}", run.out);
    }
}

/// A game that is being played.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn begin(folder: &Path, args: &[&str]) -> Talk {
        let mut talk = command(folder, args);
        let mut child = talk.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Talk { child, input, output }
    }

    /// What is said up to the answer to `position`, which is asked after the line.
    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}\nposition").expect("it listens");
        let mut text = String::new();
        while !text.contains("> position\n") || text.ends_with("> position\n") {
            assert!(self.output.read_line(&mut text).expect("it talks") > 0, "{text}");
        }
        text
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn an_edited_script_is_announced_and_a_broken_one_keeps_the_game() {
    let folder = with_own_script(SOUND, "");
    let script = folder.path().join("games/mine.lua");
    let mut talk = Talk::begin(folder.path(), &["play", "mine", "--as", "both"]);
    talk.say("a3b3");
    fs::write(&script, SOUND.replace("10", "20")).expect("written");
    let said = talk.say("moves");
    assert!(said.contains("the script games/mine.lua was edited"), "{said}");
    assert!(!said.contains("the definition was edited"), "{said}");
    fs::write(&script, "return {").expect("written");
    let said = talk.say("eval");
    assert!(said.contains("error[script]") && said.contains("the game goes on as it was"), "{said}");
    assert!(!talk.say("eval").contains("error[script]"), "said once");
    // A script that fails is left aside until it is edited.
    fs::write(&script, FAILING).expect("written");
    assert!(talk.say("eval").contains("own terms are used until the script is edited"));
    fs::write(&script, "return { api = 1, score_position = function() return 77 end }").expect("written");
    let said = talk.say("eval");
    assert!(said.contains("the script games/mine.lua was edited") && said.contains("+77  script"), "{said}");
    let definition = folder.path().join("games/mine.toml");
    let text = fs::read_to_string(&definition).expect("the game") + "[evaluation]\nexited = 7\n";
    fs::write(&definition, text).expect("written");
    assert!(talk.say("eval").contains("the definition was edited"));
    talk.end();
}

#[test]
fn scripts_beside_definitions_are_found_by_name_and_checked_with_everything_else() {
    let folder = elsewhere();
    let at = folder.path();
    fs::create_dir(at.join("games")).expect("a folder of games");
    fs::write(at.join("games/rush.lua"), format!("-- Games: dodgem\n{SOUND}")).expect("written");
    banco_in(at, &["eval", "dodgem", "--script", "rush"]).good();
    fs::write(at.join("games/rush.lua"), "-- Games: dodgem\nreturn nil\n").expect("written");
    assert!(banco_in(at, &["check"]).out.contains("games/rush.lua"));
    banco_in(at, &["eval", "dodgem", "--script", "rusk"]).fails(2, "did you mean `rush.lua`?");
}

#[test]
fn a_script_called_as_a_shipped_game_stands_in_for_nothing() {
    let folder = elsewhere();
    fs::write(folder.path().join("chess.lua"), SOUND).expect("written");
    let run = banco_in(folder.path(), &["eval", "dodgem", "--script", "chess"]).good();
    assert!(!run.err.contains("not the shipped game"), "{}", run.err);
}

#[test]
fn a_slow_script_is_measured_by_searches_of_fewer_nodes() {
    // What is asked about the past is asked anew in every position.
    let slow = "return { api = 2, score_position = function() local n = plies()\n\
                for i = 1, 200000 do n = (n + i) % 7 end return 0 end }";
    let folder = elsewhere();
    fs::write(folder.path().join("slow.lua"), slow).expect("written");
    let args = ["bench", "dodgem", "--script", "slow.lua", "--script-mode", "replace", "--runs", "1"];
    let run = banco_in(folder.path(), &[&args[..], &["--json"]].concat()).good();
    let rows = run.json_lines();
    assert!((1..=4 * 4096).contains(&rows[1]["nodes"].as_u64().expect("nodes")), "{}", run.out);
    assert!(rows[0]["nodes"].as_u64() > rows[1]["nodes"].as_u64(), "{}", run.out);
    let run = banco_in(folder.path(), &args).good();
    let (before, _) = run.out.split_once("% of native").expect("a share");
    let share = before.rsplit(' ').next().expect("a number");
    assert!(share.len() == 3 && share.as_bytes()[1] == b'.', "{}", run.out);
}

#[test]
fn changes_that_a_script_in_the_place_of_all_terms_hides_are_not_told() {
    let folder = with_own_script(SOUND, "mode = \"replace\"\n[evaluation.values]\ncar = 20");
    let suites = folder.path().join("suites");
    fs::create_dir(&suites).expect("a folder of suites");
    let suite = "(game: \"mine\", cases: [(name: \"start\", expect: Perft([3]))])";
    fs::write(suites.join("mine.ron"), suite).expect("written");
    let terms = |script: &str| -> Vec<String> {
        fs::write(folder.path().join("games/mine.lua"), script).expect("written");
        let run = banco_in(folder.path(), &["test", "mine", "--mutate", "--json"]).json();
        let rows = run["unnoticed"].as_array().expect("rows").iter();
        let paths =
            rows.filter_map(|row| row["path"].as_str()).filter(|path| path.starts_with("evaluation."));
        paths.map(str::to_owned).collect()
    };
    let paths = terms(SOUND);
    assert!(paths.iter().all(|path| path.starts_with("evaluation.script")), "{paths:?}");
    let material = "return { api = 2, features = { \"material\" },\nscore_features = function(turn, material) return material end }";
    let paths = terms(material);
    assert!(paths.iter().any(|path| path == "evaluation.values.car"), "{paths:?}");
    assert!(!paths.iter().any(|path| path.starts_with("evaluation.mobility")), "{paths:?}");
}

#[test]
fn terms_of_a_script_that_the_definition_does_not_name_are_told_how_to_be_tested() {
    let folder = with_own_script(SOUND, "");
    let suites = folder.path().join("suites");
    fs::create_dir(&suites).expect("a folder of suites");
    let suite = |game: &str| {
        let text = format!(
            "(game: \"{game}\", cases: [(name: \"start\", expect: Terms({{\"script.score_position\": 0}}))])"
        );
        fs::write(suites.join("mine.ron"), text).expect("written");
    };
    suite("dodgem");
    let run = banco_in(folder.path(), &["check", "suites/mine.ron"]);
    assert!(
        run.out.contains("the game has no term `script.score_position`: it has no script"),
        "{}",
        run.out
    );
    assert!(run.out.contains("name the script in the definition"), "{}", run.out);
    let run = banco_in(folder.path(), &["test", "suites/mine.ron"]);
    assert!(run.out.contains("the definition names no script; `--script F` tests with one"), "{}", run.out);
    banco_in(folder.path(), &["test", "suites/mine.ron", "--script", "games/mine.lua"]).good();
    suite("mine");
    banco_in(folder.path(), &["check", "suites/mine.ron"]).good();
    banco_in(folder.path(), &["test", "mine"]).good();
}
