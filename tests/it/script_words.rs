//! What scripts can ask about a position, what they print, and what they are told about names that are not there.

use std::fs;

use crate::cli::{banco_in, elsewhere};

/// A script whose hook `score_position` has this body.
fn asks(body: &str) -> String {
    format!("return {{ api = 1, score_position = function(turn)\n{body}\nend }}")
}

/// What `banco eval` says with a script in place of the game's own terms.
fn eval(game: &str, moves: &str, script: &str) -> crate::cli::Run {
    let folder = elsewhere();
    fs::write(folder.path().join("s.lua"), script).expect("written");
    let args = ["eval", game, "--moves", moves, "--script", "s.lua", "--script-mode", "replace", "--json"];
    banco_in(folder.path(), &args)
}

fn score(game: &str, moves: &str, body: &str) -> i64 {
    eval(game, moves, &asks(body)).good().json()["score"].as_i64().expect("a score")
}

#[test]
fn a_script_asks_for_hands_checks_plies_and_the_last_move() {
    let hand = "return 10 * hand(game.pieces.sente.pawn) + hand(game.pieces.gote.pawn)";
    // Sente takes a bishop.
    assert_eq!(score("shogi", "c3c4 g7g6 b2h8+", hand), 0);
    assert_eq!(score("shogi", "c3c4 g7g6 b2h8+", "return hand(game.pieces.sente.bishop)"), 1);
    assert_eq!(score("shogi", "", hand), 0);
    let check = "return if in_check() then 1 else 2";
    assert_eq!(score("chess", "e2e4 f7f6 d1h5", check), 1);
    assert_eq!(score("chess", "e2e4 f7f6 d1g4", check), 2);
    assert_eq!(score("dodgem", "", check), 2);
    let past = "return 100 * plies() + quiet_plies()";
    assert_eq!(score("chess", "g1f3 g8f6 b1c3", past), 303);
    assert_eq!(score("chess", "e2e4 d7d5 e4d5 g8f6", past), 401);
    let last = "local fx, fy, tx, ty = last_move()\n\
                return 1000 * (fx or 9) + 100 * (fy or 9) + 10 * (tx or 9) + (ty or 9)";
    assert_eq!(score("chess", "g1f3", last), 7163);
    assert_eq!(score("chess", "", last), 9999);
    assert_eq!(score("tic-tac-toe", "a3", last), 9913);
    assert_eq!(score("dodgem", "a3b3 b1b2 b3c3 b2b3 c3off", last), 3399);
}

#[test]
fn what_is_asked_about_the_past_is_not_remembered_for_another_way_there() {
    let folder = elsewhere();
    fs::write(folder.path().join("s.lua"), asks("return plies()")).expect("written");
    // The two ways to the same position differ in length; a search meets both.
    let args = ["search", "chess", "--script", "s.lua", "--script-mode", "replace", "--depth", "1", "--json"];
    let run =
        banco_in(folder.path(), &[&args[..], &["--moves", "g1f3 g8f6 f3g1 f6g8"]].concat()).good().json();
    assert_eq!(run["score"], 5);
    let positions = "startpos moves g1f3 g8f6\nstartpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6\n";
    fs::write(folder.path().join("p.txt"), positions).expect("written");
    let eval =
        ["eval", "chess", "--script", "s.lua", "--script-mode", "replace", "--positions", "p.txt", "--json"];
    let scores: Vec<i64> = banco_in(folder.path(), &eval)
        .good()
        .json_lines()
        .iter()
        .filter_map(|line| line["score"].as_i64())
        .collect();
    assert_eq!(scores, [2, 6]);
}

#[test]
fn what_a_script_offers_cannot_be_exchanged() {
    for name in ["hand", "in_check", "plies", "last_move", "print"] {
        let run = eval("dodgem", "", &format!("{name} = 1\n{}", asks("return 0")));
        run.fails(1, &format!("`{name}` cannot be changed"));
    }
    eval("dodgem", "", &asks("return hand(0)")).fails(1, "`hand` needs a piece");
}

#[test]
fn features_tell_hands_and_how_much_of_the_phase_is_left() {
    let script = "return { api = 1, features = { 'hand.bishop', 'phase' },\n\
                  score_features = function(turn, bishops, phase) return 1000 * bishops + phase end }";
    assert_eq!(eval("shogi", "c3c4 g7g6 b2h8+", script).good().json()["score"], 1100);
    let phase =
        "return { api = 1, features = { 'phase' }, score_features = function(turn, phase) return phase end }";
    assert_eq!(eval("chess", "", phase).good().json()["score"], 100);
    let few = eval("chess", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 d1e2 e5e2 f1e2", phase).good().json();
    let left = few["score"].as_i64().expect("a score");
    assert!((1..100).contains(&left), "{left}");
}

#[test]
fn print_says_each_line_once_with_its_place_in_eval_and_check_and_nothing_in_a_search() {
    let folder = elsewhere();
    let script = "-- Games: dodgem\nprint('loaded')\n\
                  return { api = 1, score_position = function(turn)\nprint('asked', turn, nil, true)\nreturn 0 end }";
    fs::write(folder.path().join("s.lua"), script).expect("written");
    let said = "s.lua:2: loaded\ns.lua:4: asked 2 nil true\n";
    let run = banco_in(folder.path(), &["eval", "dodgem", "--script", "s.lua"]).good();
    assert_eq!(run.err, said);
    assert!(!run.out.contains("asked"));
    let run = banco_in(folder.path(), &["check", "s.lua"]);
    assert!(run.err.contains("s.lua:4: asked 1 nil true\n"), "{}", run.err);
    assert_eq!(run.err.matches("s.lua:2: loaded\n").count(), 1, "{}", run.err);
    let run = banco_in(folder.path(), &["search", "dodgem", "--script", "s.lua", "--depth", "3"]).good();
    assert!(!run.err.contains("asked"), "{}", run.err);
    // However much it prints, a hundred lines are said.
    fs::write(folder.path().join("s.lua"), asks("for i = 1, 1000 do print(i) end return 0"))
        .expect("written");
    let run = banco_in(folder.path(), &["eval", "dodgem", "--script", "s.lua"]).good();
    assert_eq!(run.err.lines().count(), 101);
    assert!(run.err.ends_with(": … (more was printed)\n"), "{}", run.err);
}

#[test]
fn under_the_second_contract_a_name_that_the_game_does_not_have_is_an_error() {
    let wrong = "local hors = game.pieces.red.hors\nreturn { api = API, score_position = function(turn)\n\
                 return if at(1, 1) == hors then 1 else 0 end }";
    eval("xiangqi", "", &wrong.replace("API", "1")).good();
    let run = eval("xiangqi", "", &wrong.replace("API", "2"))
        .fails(1, "`hors` is no piece of red; did you mean `horse`?");
    assert!(run.err.contains("s.lua:1"), "{}", run.err);
    let later = "return { api = 2, score_position = function(turn)\nreturn game.pieces.red.zebra or 0 end }";
    let run = eval("xiangqi", "", later).fails(1, "`zebra` is no piece of red (there is ");
    assert!(run.err.contains("horse") && run.err.contains("s.lua:2"), "{}", run.err);
    eval(
        "dodgem",
        "",
        "return { api = 2, score_position = function() return game.pieces.red and 1 or 0 end }",
    )
    .fails(1, "`red` is no player (there is black, white)");
    // Globals of its own are nobody else's business.
    eval("dodgem", "", "return { api = 2, score_position = function() return mine or 0 end }").good();
    eval("dodgem", "", "return {\n  api = 3, score_position = function() return 0 end }")
        .fails(1, "`api` is 3; this version reads 1 and 2");
}

#[test]
fn errors_in_the_returned_table_point_to_their_line() {
    for (script, line, words) in [
        ("-- one\nreturn {\n  score_position = function() return 0 end }", 2, "`api = 2` is missing"),
        ("return {\n  api = 'x', score_position = function() return 0 end }", 2, "`api` is"),
        (
            "return {\n  api = 1,\n  score_postion = function() return 0 end }",
            3,
            "did you mean `score_position`?",
        ),
        ("return {\n  api = 1,\n  score_position = 7 }", 3, "a function is expected"),
        ("-- none\nreturn {\n  api = 1 }", 2, "there is no hook"),
        (
            "return {\n  api = 1, score_features = function() return 0 end,\n  features = { 'x' } }",
            3,
            "is no feature",
        ),
        ("local x = 1\nreturn 7", 2, "a script returns a table of hooks"),
    ] {
        let run = eval("dodgem", "", script).fails(1, words);
        assert!(run.err.contains(&format!("s.lua:{line}")), "{script}\n{}", run.err);
    }
}

#[test]
fn cells_and_pieces_are_whole_numbers() {
    assert_eq!(score("dodgem", "", "return at(1.5, 1) + at(1, 1.5)"), -2, "between cells there is none");
    for (body, why) in [("at(1)", "`at` needs a cell: x and y"), ("hand(1.5)", "`hand` needs a piece")] {
        let run = eval("dodgem", "", &asks(&format!("return {body}")));
        assert!(run.err.contains(why), "{body}: {}", run.err);
    }
}
