//! The options that every command with a game takes, and the language that answers are in.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{Run, banco, banco_in, command, elsewhere, typed};

/// The commands that are asked about positions of a game, with what else they need.
const COMMANDS: [(&str, &[&str]); 7] = [
    ("moves", &[]),
    ("eval", &[]),
    ("search", &["--depth", "2"]),
    ("perft", &["2"]),
    ("solve", &[]),
    ("compare", &["--depth", "2"]),
    ("tree", &["--depth", "2"]),
];

/// One point for the first player, wherever.
const SCRIPT: &str = "return { api = 1, score_position = function(turn) return 1 end }\n";

/// A game with names in a language that the program does not speak.
const GERMAN: &str = r#"[game]
language = 1
name     = "Race"
extends  = "hexapawn"
[text.en]
name = "Race of pawns"
[text.de]
name    = "Bauernrennen"
players = { white = "Weiß", black = "Schwarz" }
pieces  = { pawn = "Bauer" }
moves   = { pawn.push = "Zug" }
ends    = { stuck = "festgesetzt" }
"#;

/// A folder with a table, scripts and the game.
fn workshop() -> tempfile::TempDir {
    let folder = elsewhere();
    let at = folder.path();
    banco_in(at, &["solve", "dodgem", "--save", "d.table"]).good();
    fs::write(at.join("one.lua"), SCRIPT).expect("written");
    fs::write(
        at.join("wrong.lua"),
        "return { api = 1, score_position = function(turn) return nil .. 1 end }\nx",
    )
    .expect("written");
    fs::create_dir(at.join("games")).expect("a folder");
    fs::write(at.join("games/race.toml"), GERMAN).expect("written");
    folder
}

#[test]
fn every_command_about_positions_takes_every_common_option() {
    let folder = workshop();
    let at = folder.path();
    let input = b"startpos\nB../B../.WW b moves a3b3\nnonsense\n";
    for (name, more) in COMMANDS {
        let base = [&[name, "dodgem"][..], more, &["--script", "one.lua", "--table", "d.table"]].concat();
        let one = ["--position", "B../B../.WW b", "--moves", "a3b3"];
        for language in ["vi", "en", "de", "pt-BR"] {
            banco_in(at, &[&base[..], &one, &["--lang", language]].concat()).good();
        }
        for line in banco_in(at, &[&base[..], &one, &["--json"]].concat()).good().json_lines() {
            assert!(line.get("error").is_none(), "{name}: {line}");
        }
        let run = typed(at, &[&base[..], &["--positions", "-", "--lang", "vi"]].concat(), input);
        let answers = run.json_lines();
        let of = |key: &str| answers.iter().map(|answer| answer[key].clone()).collect::<Vec<_>>();
        assert_eq!(run.status, 1, "{name}");
        assert_eq!(of("line"), [1, 2, 3], "{name}");
        assert_eq!(of("position")[1], ".B./B../.WW w", "{name}");
        let wrong: Vec<bool> = answers.iter().map(|answer| answer.get("error").is_some()).collect();
        assert_eq!(wrong, [false, false, true], "{name}");
    }
}

#[test]
fn what_means_nothing_for_a_command_is_checked_nevertheless() {
    let folder = workshop();
    let at = folder.path();
    for (name, more) in COMMANDS {
        let base = [&[name, "dodgem"][..], more].concat();
        banco_in(at, &[&base[..], &["--script", "wrong.lua"]].concat()).fails(1, "wrong.lua:2");
        banco_in(at, &[&base[..], &["--script", "none.lua"]].concat()).fails(2, "there is no script");
        banco_in(at, &[&base[..], &["--table", "none"]].concat()).fails(2, "cannot read");
        banco_in(at, &[&base[..], &["--lang", "x"]].concat()).fails(2, "write a language as a code");
        let other = [&[name, "tic-tac-toe"][..], more, &["--table", "d.table"]].concat();
        banco_in(at, &other).fails(1, "other rules");
    }
    for option in [&["--json"][..], &["--positions", "-"]] {
        banco_in(at, &[&["play", "dodgem"][..], option].concat()).fails(2, "unexpected argument");
    }
    for option in ["--save", "--load"] {
        banco_in(at, &["solve", "dodgem", "--table", "d.table", option, "x"]).fails(2, "cannot be used with");
    }
    banco_in(at, &["tree", "--file", "x.ron", "--table", "d.table"]).fails(2, "cannot be used with");
    banco_in(at, &["tree", "dodgem", "--depth", "1", "--json", "--format", "svg"]).fails(2, "cannot be used");
}

#[test]
fn moves_and_values_come_with_what_a_table_knows() {
    let folder = workshop();
    let at = folder.path();
    let table = ["--table", "d.table"];
    for command in ["moves", "eval"] {
        let known = banco_in(at, &[&[command, "dodgem", "--json"][..], &table].concat()).good().json();
        let expected = serde_json::json!({ "value": "win", "plies": 19, "endless": false });
        assert_eq!(known["known"], expected, "{command}");
        let said = banco_in(at, &[&[command, "dodgem"][..], &table].concat()).good().out;
        assert!(said.ends_with("by the table: black wins in 19 plies\n"), "{said}");
        let said = banco_in(at, &[&[command, "dodgem", "--lang", "vi"][..], &table].concat()).good().out;
        assert!(said.ends_with("theo bảng: Đen thắng sau 19 nước\n"), "{said}");
        let alone = banco_in(at, &[command, "dodgem", "--json"]).good().json();
        assert!(alone.get("known").is_none(), "{alone}");
    }
    let solved = banco_in(at, &["solve", "dodgem", "--json", "--table", "d.table"]).good().json();
    assert_eq!((&solved["plies"], &solved["states"]), (&19.into(), &1963.into()));
    let row =
        &banco_in(at, &["compare", "dodgem", "--depth", "1", "--json", "--table", "d.table"]).json_lines()[6];
    assert_eq!((&row["algorithm"], &row["mate"]), (&"pvs".into(), &19.into()));
}

#[test]
fn a_batch_of_comparisons_and_of_trees_has_an_answer_a_line() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let input = b"startpos\n.../.../BWW w\n";
    let compared =
        typed(here, &["compare", "dodgem-textbook", "--depth", "3", "--positions", "-"], input).good();
    let answers = compared.json_lines();
    assert_eq!(answers.len(), 2);
    let alone = ["compare", "dodgem-textbook", "--depth", "3", "--json", "--position", ".../.../BWW w"];
    let rows = banco(&alone).good().json_lines();
    for (row, other) in answers[1]["algorithms"].as_array().expect("rows").iter().zip(&rows) {
        for key in ["algorithm", "score", "nodes", "leaves", "comparisons", "cutoffs", "pv"] {
            assert_eq!(row[key], other[key], "{key}");
        }
    }
    let args = ["tree", "dodgem-textbook", "--depth", "2", "--positions", "-"];
    let trees = typed(here, &args, input).good().json_lines();
    assert_eq!((&trees[0]["position"], &trees[1]["line"]), (&"B../B../.WW b".into(), &2.into()));
    assert!(trees[1]["tree"]["children"].is_array());
}

#[test]
fn a_tree_is_one_object_for_programs() {
    let asked = ["tree", "dodgem-textbook", "--position", "B../.../BWW w", "--depth", "2", "--json"];
    let tree = banco(&asked).good().json();
    assert_eq!((&tree["nodes"], &tree["leaves"], &tree["cutoffs"]), (&10.into(), &7.into(), &0.into()));
    let root = &tree["tree"];
    assert_eq!((&root["value"], &root["max"], &root["move"]), (&15.into(), &true.into(), &Value::Null));
    assert_eq!(root["window"], serde_json::json!([null, null]));
    let second = &root["children"][1];
    assert_eq!((&second["move"], &second["best"]), (&"c1c2".into(), &true.into()));
    assert_eq!(second["window"], serde_json::json!([-5, null]));
    assert_eq!(second["children"].as_array().map(Vec::len), Some(3));
    let cut = banco(&["tree", "--file", "tests/trees/cut.ron", "--json"]).good().json();
    assert_eq!(
        (&cut["name"], &cut["position"]),
        (&"eval(u) > eval(v): the subtree of a is cut".into(), &Value::Null)
    );
    let text = cut.to_string();
    assert!(
        text.contains(r#""move":"a","max":true,"value":null,"bound":null,"window":null,"cut":true"#),
        "{text}"
    );
    // What is left out is counted, in all formats alike.
    let few = ["tree", "dodgem-textbook", "--depth", "4", "--max-nodes", "5", "--json"];
    let few = banco(&few).good().json();
    fn count(node: &Value) -> u64 {
        let below = node["children"].as_array().expect("children").iter().map(count).sum::<u64>();
        u64::from(node["cut"] == false) + node["more"].as_u64().expect("a number") + below
    }
    assert_eq!(Some(count(&few["tree"])), few["nodes"].as_u64());
}

#[test]
fn a_definition_is_read_in_any_language_that_it_has_names_for() {
    let folder = workshop();
    let at = folder.path();
    let in_locale = |locale: &str, args: &[&str]| {
        let run = Run::of(command(at, args).env("LC_ALL", locale).output().expect("it runs")).good();
        run.out
    };
    let compare = ["compare", "race", "--depth", "1"];
    for asked in ["de", "de-AT", "DE", "de_DE.UTF-8"] {
        let out = banco_in(at, &[&compare[..], &["--lang", asked]].concat()).good().out;
        assert!(out.starts_with("Bauernrennen: ppp/.../PPP w (Weiß to move), depth 1\n"), "{asked}: {out}");
    }
    assert!(in_locale("de_DE.UTF-8", &compare).starts_with("Bauernrennen: "));
    // Where there are no names for a language, the words are English, and so are the names.
    for locale in ["fr_FR.UTF-8", "C"] {
        assert!(in_locale(locale, &compare).starts_with("Race of pawns: ppp/.../PPP w (white to move)"));
    }
    let vietnamese = in_locale("vi_VN.UTF-8", &compare);
    // The players are called as in the game that it extends, the game is not.
    assert!(vietnamese.starts_with("Race: ppp/.../PPP w (Trắng đi)"), "{vietnamese}");
    let stuck = ["moves", "race", "--position", "3/p2/P2 w", "--lang", "de"];
    assert!(banco_in(at, &stuck).good().out.contains("Schwarz wins by `festgesetzt`"));
    let why = ["moves", "race", "--why", "a1a2", "--lang", "de"];
    assert!(banco_in(at, &why).good().out.starts_with("`a1a2` is legal by `Zug` ("));
    let played = typed(at, &["play", "race", "--lang", "de", "--as", "both"], b"a1a2\nquit\n").good().out;
    assert!(played.contains("Weiß>") && played.contains("Schwarz>"), "{played}");
}

#[test]
fn answers_are_vietnamese_where_they_are_asked_for() {
    for (args, words) in [
        (&["moves", "dodgem"][..], "3 nước đi, Đen đi\n"),
        (&["moves", "dodgem", "--position", "W../.../... b"], "ván cờ đã kết thúc: Trắng thắng: "),
        (&["search", "dodgem", "--depth", "30"], "Đen thắng sau 19 nước  diễn biến: "),
        (&["eval", "dodgem"], "tổng"),
        (&["perft", "dodgem", "3"], " lá trong "),
        (&["solve", "dodgem"], "Đen thắng sau 19 nước\n"),
    ] {
        let out = banco(&[args, &["--lang", "vi"]].concat()).good().out;
        assert!(out.contains(words), "{args:?}: {out}");
    }
}

#[test]
fn a_script_is_held_against_the_suites_of_the_games_that_are_named() {
    let folder = workshop();
    let at = folder.path();
    let suite = r#"(game: "race", cases: [
        (name: "start", expect: Eval(1)),
        (name: "share", expect: Terms({"script.score_position": 1})),
        (name: "as good", expect: Match(against: "hexapawn", openings: [""], limit: Depth(2), at_least: 50)),
    ])"#;
    fs::create_dir(at.join("suites")).expect("a folder");
    fs::write(at.join("suites/race.ron"), suite).expect("written");
    for word in ["race", "games/race.toml", "suites/race.ron", "suites/"] {
        let run = banco_in(at, &["test", word, "--script", "one.lua", "--json"]).good().json();
        assert_eq!(run["passed"], 3, "{word}");
    }
    let without = banco_in(at, &["test", "race", "--json"]);
    assert_eq!((without.status, &without.json()["failed"]), (1, &2.into()));
    banco_in(at, &["test", "--script", "one.lua"]).fails(2, "needs the name of a game");
    banco_in(at, &["test", "race", "--script", "none"]).fails(2, "there is no script");
    banco_in(at, &["test", "race", "--script", "wrong.lua"]).fails(1, "wrong.lua:2");
}
