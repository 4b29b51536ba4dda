//! `banco compare`, `banco tree` and the languages, as a user runs them.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shipped;

const ALGORITHMS: [&str; 7] =
    ["minimax", "minimax-iterative", "negamax", "alpha-beta-strict", "alpha-beta", "pvs-full-width", "pvs"];

/// Runs it with a locale; what it printed, when all went well.
fn banco_in(locale: &str, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_banco"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .env("LC_ALL", locale)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn banco(args: &[&str]) -> String {
    banco_in("C", args)
}

/// The exit status, and what it said.
fn refused(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_banco"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output()
        .expect("it runs");
    (output.status.code().expect("a status"), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn compare_prints_a_json_line_for_each_algorithm() {
    let printed = banco(&["compare", "dodgem-textbook", "--depth", "6", "--json"]);
    let rows: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["algorithm"].as_str()).collect();
    assert_eq!(names, ALGORITHMS);
    for row in &rows[..6] {
        assert_eq!((row["score"].as_i64(), row["depth"].as_u64()), (Some(0), Some(6)), "{row}");
    }
    assert_eq!((rows[0]["nodes"].as_u64(), rows[0]["leaves"].as_u64()), (Some(1_175), Some(757)));
    assert_eq!((rows[4]["nodes"].as_u64(), rows[4]["leaves"].as_u64()), (Some(272), Some(140)));
    let search = banco(&["search", "dodgem", "--json", "--depth", "1"]);
    let search: Value = serde_json::from_str(&search).expect("JSON");
    for row in &rows {
        let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(row), keys(&search));
    }
}

#[test]
fn a_textbooks_win_is_flat_and_says_no_distance() {
    for algorithm in &ALGORITHMS[..5] {
        let position = ["--position", "XX./OO./... x", "--depth", "3", "--algorithm", algorithm];
        let args: Vec<&str> = ["search", "tic-tac-toe", "--json"].into_iter().chain(position).collect();
        let row: Value = serde_json::from_str(&banco(&args)).expect("JSON");
        assert_eq!((row["score"].as_i64(), row["exact"].as_bool()), (Some(1_000_000), Some(true)));
        assert!(row["mate"].is_null() && row["algorithm"] == *algorithm);
        let over =
            ["search", "tic-tac-toe", "--json", "--position", "XXX/OO./... o", "--algorithm", algorithm];
        let row: Value = serde_json::from_str(&banco(&over)).expect("JSON");
        assert!(row["mate"] == 0 && row["move"].is_null() && row["outcome"]["winner"] == "x", "{row}");
    }
}

#[test]
fn without_a_depth_a_textbooks_algorithm_deepens_until_a_limit() {
    let args = ["search", "dodgem", "--json", "--nodes", "2000", "--algorithm", "alpha-beta"];
    let row: Value = serde_json::from_str(&banco(&args)).expect("JSON");
    assert!(row["depth"].as_u64().is_some_and(|depth| depth >= 5), "{row}");
    assert!(row["nodes"].as_u64().is_some_and(|nodes| nodes <= 2_001), "{row}");
    let whole = ["search", "hexapawn", "--json", "--nodes", "100000", "--algorithm", "minimax"];
    let row: Value = serde_json::from_str(&banco(&whole)).expect("JSON");
    assert!(row["exact"] == true && row["score"] == -1_000_000, "{row}");
}

#[test]
fn what_a_textbooks_algorithm_counted_is_of_the_depth_that_its_score_is_from() {
    // Enough for the whole tree of 549,946 positions and all before it.
    let whole = ["search", "tic-tac-toe", "--json", "--nodes", "2000000", "--algorithm", "minimax"];
    let row: Value = serde_json::from_str(&banco(&whole)).expect("JSON");
    let counted = |key: &str| row[key].as_u64();
    assert_eq!((counted("depth"), counted("nodes")), (Some(9), Some(549_946)), "{row}");
    assert_eq!(counted("leaves"), Some(255_168), "{row}");
    let deep = ["search", "dodgem", "--json", "--algorithm", "minimax"];
    let alone = [&deep[..], &["--depth", "5"]].concat();
    let alone: Value = serde_json::from_str(&banco(&alone)).expect("JSON");
    // Enough for five plies after four, not for six after them.
    let limit = (2 * alone["nodes"].as_u64().expect("a number")).to_string();
    let deepened: Value =
        serde_json::from_str(&banco(&[&deep[..], &["--nodes", &limit]].concat())).expect("JSON");
    for key in ["depth", "nodes", "leaves", "comparisons", "cutoffs", "score"] {
        assert_eq!(deepened[key], alone[key], "{key}");
    }
}

#[test]
fn trees_are_drawn_in_every_format_for_every_game() {
    for name in shipped::names().filter(|name| shipped::game(name).alternates()) {
        for format in ["text", "dot", "svg"] {
            let drawn = banco(&["tree", name, "--depth", "2", "--format", format, "--max-nodes", "30"]);
            match format {
                "svg" => is_sound_xml(&drawn),
                "dot" => assert!(drawn.starts_with("digraph tree {") && drawn.ends_with("}\n"), "{drawn}"),
                _ => assert!(drawn.contains("alpha-beta, depth 2"), "{drawn}"),
            }
        }
    }
}

/// Every element that is opened is closed, in order.
fn is_sound_xml(text: &str) {
    let mut open = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        assert!(!rest.contains('>'), "{part}");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
    }
    assert!(open.is_empty() && text.starts_with("<svg ") && text.ends_with("</svg>\n"));
}

#[test]
fn what_is_not_drawn_is_counted() {
    let args = ["tree", "dodgem-textbook", "--depth", "4", "--algorithm", "minimax", "--max-nodes", "20"];
    let drawn = banco(&args);
    assert!(drawn.contains("nodes: 139, leaves: 101"), "{drawn}");
    let lines = drawn.lines().filter(|line| line.contains(" max ") || line.contains(" min ")).count();
    let leaves = drawn.lines().filter(|line| line.ends_with("*") && !line.contains('m')).count();
    let more: usize = drawn
        .lines()
        .filter_map(|line| line.split_once("… ")?.1.strip_suffix(" more")?.parse::<usize>().ok())
        .sum();
    // The root has no move before it; the leaf of the best line no level.
    assert_eq!(lines + 1 + leaves + more, 139, "{drawn}");
}

#[test]
fn figures_are_drawn_from_files() {
    let file = |name: &str| Path::new("tests/trees").join(name).to_string_lossy().into_owned();
    let values = banco(&["tree", "--file", &file("values.ron"), "--algorithm", "minimax"]);
    assert!(values.contains("i  max 3\n") && values.contains("d  min 2  *"), "{values}");
    let cut = banco(&["tree", "--file", &file("cut.ron")]);
    assert!(cut.contains("a  x cut") && cut.contains("c  max 5  (-∞, +∞)  *"), "{cut}");
    let article = banco(&["tree", "--file", &file("article.ron"), "--algorithm", "minimax"]);
    for line in ["├─ 1  min -9", "├─ 2  min 8", "└─ 3  10  *"] {
        assert!(article.contains(line), "{article}");
    }
}

#[test]
fn labels_of_figures_cannot_break_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.ron");
    let text = r#"(name: "<b>&\"x\\", root: Min, players: ("<", ">"),
        tree: Node("\"]; evil [", [Leaf("</svg>", 1), Leaf("\u{7}\n", -1)]))"#;
    std::fs::write(&path, text).expect("written");
    let path = path.to_string_lossy();
    is_sound_xml(&banco(&["tree", "--file", &path, "--format", "svg"]));
    let dot = banco(&["tree", "--file", &path, "--format", "dot"]);
    assert!(dot.contains(r#"\"]; evil ["#) && !dot.contains(r#" "]; evil"#), "{dot}");
}

#[test]
fn wrong_use_is_refused() {
    for (args, status, words) in [
        (&["tree", "dodgem"][..], 2, "--depth"),
        (&["tree"][..], 2, "--depth"),
        (&["tree", "dodgem", "--file", "x.ron"][..], 2, "cannot be used with"),
        (&["tree", "--file", "no such file.ron"][..], 2, "cannot read"),
        (&["tree", "--file", "Cargo.toml"][..], 1, "not a tree"),
        (&["tree", "dodgem", "--depth", "2", "--algorithm", "pvs"][..], 2, "not drawn"),
        (&["compare", "dodgem"][..], 2, "--depth"),
        (&["compare", "dodgem", "--depth", "2", "--lang", "!"][..], 2, "vi, en"),
        (&["search", "dodgem", "--algorithm", "minimax", "--multipv", "2"][..], 2, "--multipv"),
        (&["search", "dodgem", "--algorithm", "mimimax"][..], 2, "minimax"),
    ] {
        let (found, said) = refused(args);
        assert_eq!(found, status, "{args:?} {said}");
        assert!(said.contains(words), "{args:?} {said}");
    }
}

#[test]
fn the_locale_chooses_the_language_and_an_option_overrules_it() {
    let compare = ["compare", "hexapawn", "--depth", "2"];
    assert!(banco_in("vi_VN.UTF-8", &compare).starts_with("Sáu tốt: "));
    assert!(banco(&compare).starts_with("Hexapawn: "));
    let overruled = [&compare[..], &["--lang", "en"]].concat();
    assert!(banco_in("vi_VN.UTF-8", &overruled).starts_with("Hexapawn: "));
    let tree = banco(&["tree", "dodgem", "--depth", "1", "--format", "svg", "--lang", "vi"]);
    assert!(tree.contains("Min · Đen") && tree.contains("đường đi tốt nhất"));
    let play = banco(&["play", "tic-tac-toe", "--as", "none", "--depth", "3", "--lang", "vi"]);
    assert!(play.contains("máy chơi cả hai bên") && play.contains("Ván cờ kết thúc: hòa: hết ô trống"));
}

#[test]
fn every_shipped_game_has_names_in_vietnamese() {
    for (name, text) in shipped::TEXTS.iter() {
        assert!(text.contains("[text.vi]"), "{name}");
    }
}

/// The nodes of the best line from the root on.
fn best_line(tree: &Value) -> Vec<String> {
    let mut line = Vec::new();
    let mut node = &tree["tree"];
    while let Some(next) =
        node["children"].as_array().and_then(|all| all.iter().find(|child| child["best"] == true))
    {
        line.push(next["move"].as_str().expect("a move").to_owned());
        node = next;
    }
    line
}

#[test]
fn the_best_line_of_a_tree_is_that_of_the_algorithm() {
    for algorithm in ["minimax", "minimax-iterative", "negamax", "alpha-beta"] {
        for (game, depth) in [("dodgem-textbook", "6"), ("tic-tac-toe", "4")] {
            let args = [game, "--depth", depth, "--algorithm", algorithm, "--json"];
            let tree: Value = serde_json::from_str(&banco(&[&["tree"], &args[..]].concat())).expect("JSON");
            let search: Value =
                serde_json::from_str(&banco(&[&["search"], &args[..]].concat())).expect("JSON");
            let line: Vec<&str> =
                search["pv"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
            assert_eq!(best_line(&tree), line, "{game} {algorithm}");
        }
    }
}

#[test]
fn a_bound_is_told_from_a_value() {
    let exact = |node: &Value| node["bound"] == "exact" || node["cut"] == true;
    fn all(node: &Value, holds: &dyn Fn(&Value) -> bool) -> bool {
        holds(node)
            && node["children"].as_array().is_none_or(|below| below.iter().all(|child| all(child, holds)))
    }
    let tree = |algorithm: &str| -> Value {
        let args = ["tree", "dodgem-textbook", "--depth", "3", "--algorithm", algorithm, "--json"];
        serde_json::from_str(&banco(&args)).expect("JSON")
    };
    assert!(all(&tree("minimax")["tree"], &exact));
    let bounds = tree("alpha-beta");
    assert!(exact(&bounds["tree"]) && !all(&bounds["tree"], &exact));
    // Minimax finds the true values: each bound holds for its vertex.
    let truth = tree("minimax");
    let value = |node: &Value| node["value"].as_i64();
    for bounded in bounds["tree"]["children"].as_array().expect("children") {
        let same = |node: &&Value| node["move"] == bounded["move"];
        let Some(true_one) = truth["tree"]["children"].as_array().expect("children").iter().find(same) else {
            panic!()
        };
        match bounded["bound"].as_str() {
            Some("lower") => assert!(value(true_one) >= value(bounded)),
            Some("upper") => assert!(value(true_one) <= value(bounded)),
            _ => assert_eq!(value(true_one), value(bounded)),
        }
    }
    // A node whose children are left out has the same bound.
    let shown = |most: &str| {
        let args = ["tree", "dodgem-textbook", "--depth", "2", "--max-nodes", most, "--json"];
        let tree: Value = serde_json::from_str(&banco(&args)).expect("JSON");
        let children = tree["tree"]["children"].as_array().expect("children").clone();
        let of = |child: &Value| (child["move"].to_string(), child["value"].clone(), child["bound"].clone());
        children.iter().map(of).collect::<Vec<_>>()
    };
    let (few, all) = (shown("7"), shown("1000"));
    assert!(few.iter().any(|(.., bound)| bound == "lower"), "{few:?}");
    assert!(few.iter().all(|child| all.contains(child)), "{few:?}, {all:?}");
    let text = banco(&["tree", "dodgem-textbook", "--depth", "3"]);
    assert!(text.contains("≥ ") && text.contains("a bound: outside (alpha, beta)"), "{text}");
}
