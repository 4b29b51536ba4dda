//! What scripts promise and `check` tries out: the same answer to the same question, and the opposite one from
//! the other side.

use std::fs;

use banco::inside::game::ScriptMode;
use banco::inside::library::{Library, shipped_scripts};

use crate::cli::{banco_in, elsewhere};

/// What is doubted about a script of a shipped game, a line each.
fn doubts(game: &str, text: &str) -> Vec<String> {
    let folder = elsewhere();
    let file = folder.path().join("script.lua");
    fs::write(&file, text).expect("written");
    let loaded = Library::with_folder("no such folder").load(game).expect("a shipped game");
    let loaded = loaded.with_script(&file.to_string_lossy(), Some(ScriptMode::Replace));
    let mut loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    let doubts = loaded.try_script().unwrap_or_else(|error| panic!("{error}"));
    let record = |doubt: &banco::inside::diagnostic::Diagnostic| doubt.finding(&loaded.sources);
    doubts.iter().map(record).map(|r| format!("{}: {}", r.line.unwrap_or(0), r.message)).collect()
}

fn shipped(name: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join("scripts").join(name)).expect("a shipped script")
}

#[test]
fn a_script_that_is_good_for_one_side_only_is_doubted_wherever_the_sides_are_alike() {
    let seven = "return {api=1,\nscore_position=function() return 7 end}";
    // Face to face, along a diagonal, and without any forward.
    for game in ["breakthrough", "dodgem", "dodgem-4x4", "tic-tac-toe", "connect-four"] {
        let doubts = doubts(game, seven);
        assert!(doubts.len() == 1 && doubts[0].contains("2: score_position"), "{game}: {doubts:?}");
        assert!(doubts[0].contains("seen from the other side"), "{game}: {doubts:?}");
    }
}

#[test]
fn one_sign_that_is_wrong_is_found() {
    let right = shipped("dodgem-position.lua");
    assert_eq!(doubts("dodgem", &right), Vec::<String>::new());
    for (sign, turned) in [("points -= 40", "points += 40"), ("points += 30", "points -= 30")] {
        let wrong = right.replacen(sign, turned, 1);
        assert_ne!(wrong, right);
        assert_eq!(doubts("dodgem", &wrong).len(), 1, "{turned}");
    }
    let tables = "return { api = 1, on_load = function() return { squares = { car = {\n\
                  white = {{1,1,1},{1,1,1},{1,1,1}}, black = {{1,1,1},{1,1,1},{1,1,1}} } } } end }";
    let doubts = doubts("dodgem", tables);
    assert!(doubts.len() == 1 && doubts[0].contains("on_load"), "{doubts:?}");
}

#[test]
fn a_script_may_tell_left_from_right() {
    let left = "return { api = 1, score_position = function() local points = 0\n\
                for _, x in pieces(1) do points += x end for _, x in pieces(2) do points -= x end\n\
                return points end }";
    assert_eq!(doubts("tic-tac-toe", left), Vec::<String>::new());
}

#[test]
fn shipped_scripts_are_not_doubted() {
    let games = [
        ("breakthrough-features.lua", "breakthrough"),
        ("caro-lines.lua", "caro"),
        ("centre-tables.lua", "dodgem"),
        ("dodgem-pairs.lua", "dodgem"),
        ("dodgem-position.lua", "dodgem"),
    ];
    assert_eq!(shipped_scripts(), games.map(|(name, _)| name));
    for (name, game) in games {
        let doubts = doubts(game, &shipped(name));
        assert!(doubts.iter().all(|doubt| doubt.contains(" µs")), "{name}: {doubts:?}");
    }
}

#[test]
fn a_hook_that_counts_its_calls_is_impure_whichever_hook_it_is() {
    for (hook, body) in [
        ("score_pair", "function(a, ax, ay) n += 1 return n end"),
        ("score_pair", "function(a, ax, ay) n = 1 - n return n end"),
        ("on_load", "function() n += 1 return { values = { car = n } } end"),
        ("score_position", "function() n += 1 return n end"),
    ] {
        let text = format!("local n = 0\nreturn {{ api = 1,\n{hook} = {body} }}");
        let doubts = doubts("dodgem", &text);
        let named = format!("3: {hook}: asked twice");
        assert!(doubts.iter().any(|doubt| doubt.starts_with(&named)), "{hook}: {doubts:?}");
    }
    let lines = "local n = 0\nreturn { api = 1, score_line = function() n += 1 return n end }";
    let features = "local n = 0\nreturn { api = 1, features = { 'mobility' },\n\
                    score_features = function() n += 1 return n end }";
    for text in [lines, features] {
        let doubts = doubts("tic-tac-toe", text);
        assert!(doubts.iter().any(|doubt| doubt.contains("asked twice")), "{doubts:?}");
    }
}

#[test]
fn names_that_nobody_uses_or_that_nothing_is_called_by_are_doubted_where_no_run_comes() {
    let text = "local unused = 1\nlocal function helper() return 2 end\nfunction lost() end\n\
                return { api = 1, score_position = function(turn)\nlocal points = 0\nif turn == 3 then\nreturn att(1, 1)\nend\n\
                local total = 0\ntotal += 1\nreturn points end }";
    let found = doubts("dodgem", text);
    for (line, words) in [
        (1, "`unused` is never used"),
        (2, "`helper` is never used"),
        (3, "`lost` is never used"),
        (7, "`att` is not defined; did you mean `at`?"),
        (9, "`total` is never used"),
    ] {
        let said = |doubt: &String| doubt.starts_with(&format!("{line}: ")) && doubt.contains(words);
        assert_eq!(found.iter().filter(|doubt| said(doubt)).count(), 1, "{words}: {found:?}");
    }
    assert_eq!(found.len(), 5, "{found:?}");
}

#[test]
fn a_piece_or_a_player_that_is_compared_with_a_text_is_doubted() {
    let text = "local own = game.pieces.white\nreturn { api = 2, score_position = function(turn)\nlocal points = 0\n\
                for piece in pieces(1) do\nif piece == \"knight\" then points += 1 end end\n\
                if at(1, 1) ~= \"king\" then points += 0 end\nif turn == \"white\" then points += 0 end\n\
                for name in own do\nif name == \"rook\" then points += 0 end end\n\
                if turn == 3 then return own.qeen end\nreturn points - points end }";
    let found = doubts("chess", text);
    for (line, words) in [
        (5, "a piece is a number, not \"knight\": `game.pieces.PLAYER.knight`"),
        (6, "a piece is a number, not \"king\""),
        (7, "`turn` is 1 or 2, not \"white\""),
        (10, "`qeen` is no piece of white; did you mean `queen`?"),
    ] {
        let said = |doubt: &String| doubt.starts_with(&format!("{line}: ")) && doubt.contains(words);
        assert_eq!(found.iter().filter(|doubt| said(doubt)).count(), 1, "{words}: {found:?}");
    }
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn lines_that_end_the_game_are_tried_too() {
    let text = "local WORTH = { 1, 8, 60, 500 }\nreturn { api = 2, score_line = function(cells)\n\
                local points, run, before = 0, 0, 0\nfor _, cell in cells do\n\
                run = if cell == before then run + 1 else 1\nbefore = cell\n\
                if cell ~= 0 then points += (if cell == 1 then 1 else -1) * WORTH[run] end end\nreturn points end }";
    let folder = elsewhere();
    fs::write(folder.path().join("s.lua"), format!("-- Games: gomoku\n{text}")).expect("written");
    let run = banco_in(folder.path(), &["check", "s.lua"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("s.lua:8"), "{}", run.out);
}

#[test]
fn a_script_that_is_tried_on_no_game_is_doubted() {
    let folder = elsewhere();
    let text = "return { api = 2, score_position = function(t) return nil + 1 end }";
    fs::write(folder.path().join("s.lua"), text).expect("written");
    let run = banco_in(folder.path(), &["check", "s.lua"]);
    assert!(run.out.contains("it was tried on no game"), "{}", run.out);
    assert!(run.err.contains("0 errors, 1 warning"), "{}", run.err);
    let run = banco_in(folder.path(), &["check", "s.lua", "--game", "chess"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("arithmetic"), "{}", run.out);
}

#[test]
fn a_piece_that_the_game_does_not_have_is_doubted_once_wherever_it_is_read() {
    for text in [
        "local p = game.pieces.red.hors\nreturn { api = 1, score_position = function() return if at(1, 1) == p then 0 else 0 end }",
        "return { api = 1, score_position = function(turn)\nif turn == 3 then return game.pieces.red.hors end return 0 end }",
    ] {
        let found = doubts("xiangqi", text);
        let said =
            found.iter().filter(|doubt| doubt.contains("`hors` is no piece of red; did you mean `horse`?"));
        assert_eq!(said.count(), 1, "{found:?}");
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

#[test]
fn features_that_the_hook_does_not_take_are_doubted() {
    let script = |taken: &str| {
        format!(
            "return {{ api = 2, features = {{ 'mobility', 'gone' }},\nscore_features = function({taken}) return 0 end }}"
        )
    };
    for (taken, words) in [
        ("turn", "2: score_features: 2 features and `turn` make 3, the hook takes 1"),
        ("turn, a, b, c", "2: score_features: 2 features and `turn` make 3, the hook takes 4"),
    ] {
        assert_eq!(doubts("tic-tac-toe", &script(taken)), [words]);
    }
    for taken in ["turn, a, b", "turn, ...", "..."] {
        assert_eq!(doubts("tic-tac-toe", &script(taken)), Vec::<String>::new(), "{taken}");
    }
}

#[test]
fn a_list_of_players_that_is_read_by_name_is_doubted_where_no_run_comes() {
    let text = "return { api = 2, score_position = function(turn)\nif turn == 3 then return game.players.white end\n\
                return 0 end }";
    let said = "2: `white` is not in `game.players`, the list { \"white\", \"black\" }";
    assert_eq!(doubts("dodgem", text), [said]);
}
