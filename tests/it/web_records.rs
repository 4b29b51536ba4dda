//! Games as text on the page: written, and read back.

use serde_json::{Value, json};

use crate::web::{line, served};

#[test]
fn records_positions_and_moves_are_read_back() {
    let served = served(&[]);
    let played = line("chess", &["e2e4", "e7e5"]);
    let text = served.ask("record", &json!({ "line": played }))["text"].clone();
    let read = |text: &Value| served.ask("record", &json!({ "line": line("dodgem", &[]), "text": text }));
    let found = read(&text);
    assert_eq!((&found["game"], &found["moves"]), (&json!("chess"), &json!(["e2e4", "e7e5"])));
    assert_eq!(read(&json!("1. a3b3 b1b2"))["moves"], json!(["a3b3", "b1b2"]));
    let pgn = json!({ "line": line("chess", &[]), "text": "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n" });
    assert_eq!(served.ask("record", &pgn)["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    let found = read(&json!("B../.../BWW w moves b1b2"));
    assert_eq!((&found["start"], &found["moves"]), (&json!("B../.../BWW w"), &json!(["b1b2"])));
    let bad = json!({ "line": line("dodgem", &[]), "text": "B../.../BWW x" });
    assert_eq!(served.refused("record", &bad).1["code"], "position");
}

#[test]
fn a_game_is_written_and_read_as_pgn_and_sgf() {
    let served = served(&[]);
    let written = |game: &str, moves: &[&str], form: &str| {
        let asked = json!({ "line": line(game, moves), "form": form });
        served.ask("record", &asked)["text"].as_str().expect("a text").to_owned()
    };
    let read = |game: &str, text: &str| {
        served.ask("record", &json!({ "line": line(game, &[]), "text": text }))["moves"].clone()
    };
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let pgn = written("chess", &mate, "pgn");
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{pgn}");
    assert_eq!(read("chess", &pgn), json!(mate));
    let sgf = written("gomoku", &["h8", "i9"], "sgf");
    assert!(sgf.starts_with("(;GM[4]") && sgf.contains(";B[hh]"), "{sgf}");
    assert_eq!(read("gomoku", &sgf), json!(["h8", "i9"]));
    let asked = json!({ "line": line("chess", &[]), "form": "sgf" });
    assert!(served.refused("record", &asked).1["error"].as_str().is_some_and(|why| why.contains("SGF")));
    let other = json!({ "line": line("othello", &[]), "text": sgf });
    assert_eq!(served.refused("record", &other).1["code"], "record");
}
