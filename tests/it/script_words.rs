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

#[test]
fn under_the_second_contract_any_key_that_a_table_of_the_game_does_not_have_is_an_error() {
    for (read, words) in [
        (
            "game.players.white",
            "`white` is not in `game.players`, the list { \"white\", \"black\" } (there is 1, 2)",
        ),
        ("game.players[3]", "3 is not in `game.players`"),
        (
            "game.pieces[1]",
            "1 is no player; did you mean `game.pieces[game.players[1]]`? (there is black, white)",
        ),
        ("game.forward[2]", "2 is no player; did you mean `game.forward[game.players[2]]`?"),
        ("game.pieces[nil]", "nil is no player (there is black, white)"),
        ("game.pieces.white[7]", "7 is no piece of white (there is car)"),
        ("game.forward.white.north", "`north` is not in `game.forward.white`"),
        ("game[1]", "1 is nothing that is known of a game"),
    ] {
        let text = |api: u8| {
            format!(
                "return {{ api = {api}, score_position = function(turn)\nreturn if {read} then 0 else 0 end }}"
            )
        };
        let run = eval("dodgem", "", &text(2)).fails(1, words);
        assert!(run.err.contains("s.lua:2"), "{read}: {}", run.err);
        eval("dodgem", "", &text(1)).good();
        let before = format!("local read = {read}\n{}", text(2));
        let run = eval("dodgem", "", &before).fails(1, words);
        assert!(run.err.contains("s.lua:1"), "{read}: {}", run.err);
    }
    let sound = "local sum = 0\nfor at, name in game.players do sum += game.forward[name][at] end\n\
                 for at, name in ipairs(game.players) do sum -= game.forward[name][at] end\n\
                 for name in pairs(game.pieces.white) do sum += if name == 'car' then 1 else 0 end\n\
                 return sum + #game.players + select('#', unpack(game.forward.white))";
    let text = format!("return {{ api = 2, score_position = function(turn)\n{sound}\nend }}");
    assert_eq!(eval("dodgem", "", &text).good().json()["score"], 5);
}

#[test]
fn what_scripts_do_not_have_is_said_with_the_reason() {
    let why = "scripts have no files, clocks or chance, so that the same position always has the same score";
    for (name, asked) in [
        ("os", "os.clock()"),
        ("io", "io.open('x')"),
        ("require", "require('x')"),
        ("coroutine", "coroutine.wrap(print)"),
        ("debug", "debug.info(1, 'l')"),
        ("random", "math.random()"),
    ] {
        let run = eval("dodgem", "", &asks(&format!("local x = {asked} return 0"))).fails(1, why);
        assert!(run.err.contains(&format!("`{name}` is not")), "{name}: {}", run.err);
        assert_eq!(run.err.matches(why).count(), 1, "{name}: {}", run.err);
    }
    eval(
        "dodgem",
        "",
        "local random = 1\nreturn { api = 2, score_position = function() return game.random end }",
    )
    .fails(1, "`random` is nothing that is known of a game");
}

#[test]
fn nothing_returned_because_of_a_name_that_is_not_there_names_it() {
    for (body, line, words) in [
        (
            "local points = 1\nif points > 2 then return points end\nreturn ponts",
            4,
            "`ponts` is not defined; did you mean `points`?",
        ),
        ("return wholly", 2, "`wholly` is not defined"),
        ("local bits = bit32.bandd\nreturn bits", 2, "`bandd` is not in `bit32`; did you mean `band`?"),
    ] {
        let run = eval("dodgem", "", &asks(body));
        let said = format!("it returned nil where a number is expected: {words}");
        let run = run.fails(1, &said);
        assert!(run.err.contains(&format!("s.lua:{line}")), "{body}: {}", run.err);
    }
    let run = eval("dodgem", "", &asks("return nil")).fails(1, "it returned nil where a number is expected");
    assert!(!run.err.contains("expected:"), "{}", run.err);
    let line = "return { api = 1, score_line = function(cells)\nreturn cels end }";
    eval("tic-tac-toe", "", line).fails(1, "`cels` is not defined");
}

#[test]
fn memory_that_a_script_keeps_from_call_to_call_is_said_to_be_kept() {
    let kept = "local kept = {}\nreturn { api = 1, score_position = function(turn)\n\
                for n = 1, 200 do kept[#kept + 1] = string.rep('x', 1e6) .. #kept end return 0 end }";
    eval("dodgem", "", kept).fails(1, "what a script keeps from call to call must not grow");
    let let_go = "return { api = 1, score_position = function(turn)\nlocal list = {}\n\
                  for n = 1, 200 do list[#list + 1] = string.rep('x', 1e6) .. #list end return 0 end }";
    let run = eval("dodgem", "", let_go).fails(1, "it took more than 64 MB of memory");
    assert!(!run.err.contains("keeps"), "{}", run.err);
}

#[test]
fn a_mistake_in_a_table_of_cells_is_named_with_its_row_and_column() {
    let table = |rows: &str| {
        format!("return {{ api = 2, on_load = function()\nreturn {{ squares = {{ car = {rows} }} }}\nend }}")
    };
    let [region, shape] = [
        "`squares.car`: only a definition gives points for regions, by `on`: a script gives a whole table of rows",
        "a table of squares has 3 rows of 3 numbers, and here ",
    ];
    for (rows, words) in [
        (
            "{ white = {{1,2,3},{1,'x',3},{1,2,3}} }",
            "`squares.car`: white: row 2, column 2 is the text \"x\" where a number",
        ),
        ("{ white = {{1,2,3},{1,2,3},{1,2,0.5}} }", "white: row 3, column 3 is 0.5 where a whole number"),
        ("{ white = {{1,nil,3},{1,2,3},{1,2,3}} }", "white: row 1, column 2 is nil where a number"),
        ("{ white = {{1,2,3},7,{1,2,3}} }", "white: row 2 is 7 where a table is expected"),
        ("{ white = {{1,2,3},nil,{1,2,3}} }", "white: row 2 is nil where a table is expected"),
        ("{ white = {{1,2,3},{1,2},{1,2,3}} }", &format!("white: {shape}row 2 has 2")),
        ("{{1,2,3},{1,2,3,4},{1,2,3}}", &format!("`squares.car`: {shape}row 2 has 4")),
        ("{ on = 'a1', value = 15 }", region),
        ("{ { on = 'a1', value = 15 } }", region),
        ("{ white = { { on = 'a1', value = 15 } } }", region),
    ] {
        let run = eval("dodgem", "", &table(rows)).fails(1, words);
        assert!(run.err.contains("s.lua:2"), "{rows}: {}", run.err);
    }
    let ranks = "return { api = 2, on_load = function()\nreturn { formations = { pair = { piece = 'car', each = 'own car',\n\
                 on = 'around', value = { 1, 'x', 3 } } } }\nend }";
    eval("dodgem-4x4", "", ranks).fails(1, "`formations.pair`: value: rank 2 is the text \"x\"");
}
