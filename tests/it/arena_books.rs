//! Opening books: built from games or by searching, printed, and played from.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{banco_in, elsewhere, typed};

/// A folder with the records of some games and a book of them.
fn library() -> tempfile::TempDir {
    let folder = elsewhere();
    let engines = ["name=deep,depth=3", "name=flat,depth=1", "--random-plies", "2", "--games", "12"];
    banco_in(folder.path(), &[&["match", "dodgem", "--records", "r"], &engines[..]].concat()).good();
    banco_in(folder.path(), &["book", "dodgem", "--from", "r", "--plies", "6", "--save", "b"]).good();
    folder
}

fn dumped(at: &Path, book: &str) -> Vec<Value> {
    let run = banco_in(at, &["book", "dodgem", "--load", book, "--dump", "--json"]).good();
    run.json_lines()
}

#[test]
fn a_book_counts_what_was_played_and_how_it_went() {
    let folder = library();
    let positions = dumped(folder.path(), "b");
    let start = &positions[0];
    assert_eq!(start["position"], "B../B../.WW b");
    let moves = start["moves"].as_array().expect("moves");
    let games =
        |mv: &Value| mv["results"].as_array().expect("results").iter().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(moves.iter().map(games).sum::<u64>(), 12);
    for mv in moves {
        let [wins, draws] = [0, 1].map(|which: usize| mv["results"][which].as_u64().expect("a count"));
        assert_eq!(mv["weight"].as_u64(), Some(2 * wins + draws), "{mv}");
    }
    assert!(positions.iter().all(|position| position["line"].as_array().is_some_and(|line| line.len() < 6)));
    let text = banco_in(folder.path(), &["book", "dodgem", "--load", "b", "--dump"]).good().out;
    assert!(text.starts_with("B../B../.WW b\n  a") && text.contains(" won, "), "{text}");
}

#[test]
fn a_searched_book_holds_the_moves_that_are_good_enough() {
    let folder = elsewhere();
    let at = folder.path();
    let search = ["book", "dodgem", "--search", "depth=5,plies=2,moves=2,margin=1000", "--save", "b"];
    let run = banco_in(at, &search).good();
    assert_eq!(run.out, "3 positions\n");
    let positions = dumped(at, "b");
    assert_eq!(positions.len(), 3);
    assert_eq!(positions[0]["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(positions[0]["moves"][0]["weight"], 100);
    assert!(positions[0]["moves"][0]["score"].is_i64());
    assert_eq!(banco_in(at, &search).good().out, run.out, "a book is written over a book");
}

#[test]
fn matches_begin_and_play_goes_on_with_moves_of_the_book() {
    let folder = elsewhere();
    let at = folder.path();
    banco_in(at, &["book", "dodgem", "--search", "depth=4,plies=3,moves=1", "--save", "one"]).good();
    let first = dumped(at, "one")[0]["moves"][0]["move"].as_str().expect("a move").to_owned();
    let run = typed(at, &["play", "dodgem", "--as", "white", "--book", "one"], b"quit\n").good();
    assert!(run.out.contains(&format!("black plays {first}   (from the book)")), "{}", run.out);
    banco_in(at, &["book", "dodgem", "--search", "depth=3,plies=3,moves=3,margin=5000", "--save", "many"])
        .good();
    let engines = ["depth=2", "depth=1", "--book", "many", "--book-plies", "3", "--games", "8", "--records"];
    let play = |file: &str, seed: &str| {
        banco_in(at, &[&["match", "dodgem"], &engines[..], &[file, "--seed", seed]].concat()).good();
        fs::read_to_string(at.join(file)).expect("records")
    };
    let one = play("a", "1");
    assert!(one.contains("3 plies of a book"), "{one}");
    assert_eq!(one, play("b", "1"));
    assert_ne!(one, play("c", "2"));
    let known = dumped(at, "many");
    let moves = |position: &Value| -> Vec<String> {
        let moves = position["moves"].as_array().expect("moves");
        moves.iter().filter_map(|mv| mv["move"].as_str().map(str::to_owned)).collect()
    };
    let starts = moves(&known[0]);
    for line in one.lines().skip(1) {
        let game: Value = serde_json::from_str(line).expect("a game");
        assert!(starts.iter().any(|mv| game["moves"][0] == *mv), "{line}");
        assert_eq!(game["opening_moves"], 3);
    }
}

#[test]
fn what_is_no_book_of_the_game_is_refused_and_left_alone() {
    let folder = library();
    let at = folder.path();
    banco_in(at, &["book", "hexapawn", "--load", "b"]).fails(1, "it is for `dodgem`, or for other rules");
    banco_in(at, &["book", "hexapawn", "--from", "r"]).fails(1, "whose rules are others");
    banco_in(at, &["book", "dodgem", "--load", "r"]).fails(1, "it is no opening book");
    banco_in(at, &["book", "dodgem", "--load", "nothing"]).fails(2, "cannot use the book `nothing`");
    let text = fs::read_to_string(at.join("b")).expect("a book");
    let second = text.lines().nth(1).expect("a position").to_owned();
    for (bad, words) in [
        (format!("{text}{second}\n"), "the position was there before"),
        (format!("{text}nonsense\n"), "line "),
        (text.replacen("\"book\":1", "\"book\":9", 1), "it is a book of version 9"),
        (text.replacen("\"start\":\"", "\"start\":\"0", 1), "build it anew"),
    ] {
        fs::write(at.join("bad"), &bad).expect("written");
        banco_in(at, &["book", "dodgem", "--load", "bad"]).fails(1, words);
        banco_in(at, &["book", "dodgem", "--from", "r", "--save", "bad"])
            .fails(2, "something else than a book");
        assert_eq!(fs::read_to_string(at.join("bad")).expect("there"), bad);
    }
    for plan in ["depth=0", "plys=3", "x"] {
        banco_in(at, &["book", "dodgem", "--search", plan]).fails(2, "--search");
    }
    banco_in(at, &["match", "dodgem", "dodgem", "dodgem", "--book", "b", "--games", "4000"])
        .fails(2, "the book has only");
    banco_in(at, &["book", "dodgem"]).fails(2, "required");
}

/// A book of PolyGlot with one move for the start of chess, d2d4.
fn polyglot(at: &Path) {
    let bits: u16 = (3 + 8) << 6 | (3 + 8 * 3);
    let entry =
        [&0x463b_9618_1691_fc9c_u64.to_be_bytes()[..], &bits.to_be_bytes(), &[0, 7], &[0; 4]].concat();
    fs::write(at.join("b.bin"), entry).expect("written");
}

#[test]
fn books_of_polyglot_are_read_wherever_ours_are() {
    let folder = elsewhere();
    let at = folder.path();
    polyglot(at);
    let dump = banco_in(at, &["book", "chess", "--load", "b.bin", "--dump"]).good().out;
    assert!(dump.contains("d2d4     weight    7"), "{dump}");
    let vi = banco_in(at, &["book", "chess", "--load", "b.bin", "--dump", "--lang", "vi"]).good().out;
    assert!(vi.contains("d2d4     trọng số    7"), "{vi}");
    banco_in(at, &["book", "chess", "--load", "b.bin", "--save", "own"]).good();
    assert_eq!(banco_in(at, &["book", "chess", "--load", "own", "--dump"]).good().out, dump);
    let run = typed(at, &["play", "chess", "--as", "black", "--book", "b.bin"], b"quit\n").good();
    assert!(run.out.contains("(from the book)"), "{}", run.out);
    let args =
        ["match", "chess", "depth=1", "depth=1", "--book", "b.bin", "--book-plies", "1", "--games", "2"];
    banco_in(at, &[&args[..], &["--max-plies", "4", "--records", "r"]].concat()).good();
    assert!(fs::read_to_string(at.join("r")).expect("records").contains(r#""moves":["d2d4","#));
    banco_in(at, &["book", "xiangqi", "--load", "b.bin"]).fails(1, "it is no opening book");
    banco_in(at, &["book", "atomic", "--load", "b.bin"]).fails(1, "it is no opening book");
    fs::write(at.join("short.bin"), [7; 15]).expect("written");
    banco_in(at, &["book", "chess", "--load", "short.bin"]).fails(1, "16 bytes for each move");
}

#[test]
fn an_engine_plays_from_its_book_and_says_so() {
    let folder = elsewhere();
    let at = folder.path();
    polyglot(at);
    let talk = |args: &[&str], lines: &str| {
        typed(at, &[&["engine"], args].concat(), format!("{lines}quit\n").as_bytes()).good().out
    };
    let booked = ["info string book move d2d4, weight 7", "bestmove d2d4"];
    let out = talk(&["chess", "--book", "b.bin"], "uci\nposition startpos\ngo nodes 50\n");
    assert!(out.contains("option name OwnBook type check default true"), "{out}");
    assert!(out.ends_with(&format!("{}\n{}\n", booked[0], booked[1])), "{out}");
    let set = "uci\nsetoption name Book value b.bin\nposition startpos\n";
    assert!(talk(&[], &format!("{set}go nodes 50\n")).contains(booked[0]));
    let off = "setoption name OwnBook value false\ngo nodes 50\n";
    assert!(!talk(&[], &format!("{set}{off}")).contains("book move"));
    let out = talk(&[], &format!("{set}go infinite\nstop\n"));
    assert!(!out.contains("book move") && out.contains("bestmove"), "{out}");
    let other = talk(&[], &format!("{set}setoption name UCI_Variant value atomic\ngo nodes 50\n"));
    assert!(!other.contains("book move"), "{other}");
    let none = talk(&[], "uci\nsetoption name Book value nothing\nposition startpos\ngo nodes 50\n");
    assert!(
        none.contains("info string cannot use the book `nothing`") && none.contains("bestmove"),
        "{none}"
    );
    let ucci = talk(&["chess", "--book", "b.bin"], "ucci\nposition startpos\ngo depth 1\n");
    assert!(ucci.contains("option usebook type check default true") && ucci.contains("book move"), "{ucci}");
    let board = talk(&["chess", "--book", "b.bin"], "xboard\npost\ngo\nping 1\n");
    assert!(board.contains("0 0 0 0\t(book)\nmove d2d4"), "{board}");
    let gtp = talk(&["chess", "--book", "b.bin"], "genmove b\n");
    assert!(gtp.contains("= d2d4"), "{gtp}");
    banco_in(at, &["engine", "--book", "b.bin"]).fails(2, "GAME");
}
