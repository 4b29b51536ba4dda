//! What scripts ask about attacks and moves, what they find counted, and what `on_load` can set.

use std::fs;

use banco::inside::eval::evaluate;
use banco::inside::game::{Action, Cell, ScriptMode};
use banco::inside::library::Library;
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;

use crate::cli::{Run, banco_in, elsewhere};

/// A script whose hook `score_position` has this body.
fn asks(body: &str) -> String {
    format!("return script {{ api = 2, score_position = function(turn)\n{body}\nend }}")
}

/// What `banco eval` says with a script in place of the game's own terms.
fn eval(game: &str, moves: &str, script: &str) -> Run {
    let folder = elsewhere();
    fs::write(folder.path().join("s.lua"), script).expect("written");
    let args = ["eval", game, "--moves", moves, "--script", "s.lua", "--script-mode", "replace", "--json"];
    banco_in(folder.path(), &args)
}

fn score(game: &str, moves: &str, body: &str) -> i64 {
    eval(game, moves, &asks(body)).good().json()["score"].as_i64().expect("a score")
}

/// The cells of a loop, summed up as ten times the file and the rank, and a thousand for each.
fn cells(game: &str, moves: &str, asked: &str) -> i64 {
    let names = if asked.starts_with("attackers") { "_, x, y" } else { "x, y" };
    score(
        game,
        moves,
        &format!("local sum = 0 for {names} in {asked} do sum += 1000 + 10 * x + y end return sum"),
    )
}

#[test]
fn a_script_asks_who_attacks_a_cell_what_a_piece_attacks_and_where_it_can_go() {
    // The knight on b1: a3, c3 and d2, where a pawn of its own stands.
    assert_eq!(cells("chess", "", "reach(2, 1)"), 3000 + 13 + 33 + 42);
    assert_eq!(cells("chess", "", "legal_moves(2, 1)"), 2000 + 13 + 33);
    // Black is not to move, and moves as if it were.
    assert_eq!(cells("chess", "", "legal_moves(2, 8)"), 2000 + 16 + 36);
    // c3 is attacked by the knight and by two pawns; what is empty or off the board attacks nothing.
    assert_eq!(cells("chess", "", "attackers(3, 3, 1)"), 3000 + 21 + 22 + 42);
    for nothing in ["attackers(3, 3, 2)", "reach(5, 5)", "legal_moves(5, 5)", "reach(0, 9)", "reach(1.5, 1)"]
    {
        assert_eq!(cells("chess", "", nothing), 0, "{nothing}");
    }
    let open = "e2e4 e7e5 g1f3 b8c6";
    assert_eq!(cells("chess", open, "attackers(5, 5, 1)"), 1063);
    assert_eq!(cells("chess", open, "attackers(5, 5, 2)"), 1036, "its own knight defends it");
    // In check, one move of the knight is left.
    assert_eq!(cells("chess", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5", "legal_moves(7, 1)"), 1052);
    // A cannon of xiangqi attacks over a piece, and not what is next to it.
    assert_eq!(cells("xiangqi", "", "attackers(2, 10, 1)"), 1023);
    assert_eq!(cells("xiangqi", "", "attackers(2, 8, 1)"), 0);
    // Off the board.
    assert_eq!(cells("dodgem", "a3b3 b1b2 b3c3 b2b3", "legal_moves(3, 3)"), 2000 + 32);
    let piece = "for piece, _, y in attackers(3, 3, 1) do if y == 1 then\n\
                 return if piece == game.pieces.white.knight then 1 else 2 end end return 3";
    assert_eq!(score("chess", "", piece), 1);
}

#[test]
fn attacks_and_moves_are_asked_of_a_position_alone() {
    eval("chess", "", &asks("return attackers(1, 1, 3)() or 0"))
        .fails(1, "`attackers` needs a player: 1 or 2");
    for asked in ["gone(\"white\")", "gone(3)", "pieces(-1)() or 0", "pieces()() or 0"] {
        let said = format!("`{}` needs a player: 1 or 2", asked.split('(').next().expect("a name"));
        eval("chess", "", &asks(&format!("return {asked}"))).fails(1, &said);
    }
    let run = eval("chess", "", &asks("return at(\"e\", 4)")).fails(1, "`at` needs a cell: x and y");
    assert!(run.err.contains("s.lua:2"), "{}", run.err);
    eval("chess", "", &asks("return math.random(3)")).fails(1, "`random` is not in `math`");
    let early =
        "local n = legal_moves(1, 1)\nreturn { api = 1, score_position = function() return n and 0 end }";
    let run = eval("chess", "", early).fails(1, "`legal_moves` can be asked in `score_position` alone");
    assert!(run.err.contains("s.lua:1"), "{}", run.err);
    let later = "return { api = 1, score_line = function() return reach(1, 1) and 0 end }";
    eval("caro", "a1", later).fails(1, "`reach` can be asked in `score_position` alone");
    eval("chess", "", &asks("return reach(1)() or 0")).fails(1, "`reach` needs a cell: x and y");
    for asked in
        ["at(1, 1)", "gone(1)", "pieces(2)() or 0", "plies()", "last_move() or 0", "in_check() and 1 or 0"]
    {
        let later = format!("return {{ api = 2, score_line = function() return {asked} end }}");
        let name = asked.split('(').next().expect("a name");
        let said = format!("`{name}` can be asked in `score_position` alone");
        eval("caro", "a1", &later).fails(1, &said);
    }
    eval("chess", "", &format!("reach = 1\n{}", asks("return 0"))).fails(1, "`reach` cannot be changed");
}

#[test]
fn legal_moves_of_every_piece_are_those_of_the_game() {
    let body = "local sum = 0\nfor y = 1, game.ranks do for x = 1, game.files do\n\
                for player = 1, 2 do for _ in attackers(x, y, player) do end end\nfor _ in reach(x, y) do end\n\
                for _ in legal_moves(x, y) do if at(x, y) % 2 == turn % 2 then sum += 1 end end end end return sum";
    let library = Library::with_folder("no such folder");
    let mut asked = 0;
    for shelved in library.all() {
        let plain = library.open(&shelved).unwrap_or_else(|error| panic!("{error}")).plain;
        let game = plain.with_script_mode("s.lua", &asks(body), ScriptMode::Replace).expect("a sound script");
        for seed in 0..2 {
            let mut position = Position::start(&game);
            play_at_random(&mut position, 4 + 13 * seed, seed as u64);
            if position.outcome().is_some() {
                continue;
            }
            let mut moves: Vec<(Cell, Option<Cell>)> = Vec::new();
            for mv in position.legal_moves() {
                match game.tables.actions[mv.rule()] {
                    Action::Drop(_) | Action::Pass | Action::Swap => {}
                    Action::Exit => moves.push((mv.from(), None)),
                    _ => moves.push((mv.from(), Some(mv.to()))),
                }
            }
            moves.sort_unstable();
            moves.dedup();
            let found = evaluate(&position).unwrap_or_else(|error| panic!("{}: {error}", shelved.name));
            assert_eq!(found as usize, moves.len(), "{}: {position}", shelved.name);
            asked += moves.len();
        }
    }
    assert!(asked > 1_000, "{asked}");
}

#[test]
fn features_count_what_is_attacked_and_how_often_a_formation_is_there() {
    let of = |game: &str, moves: &str, feature: &str| {
        let script = format!(
            "return script {{ api = 2, features = {{ '{feature}' }}, score_features = function(_, n) return n end }}"
        );
        eval(game, moves, &script).good().json()["score"].as_i64().expect("a score")
    };
    assert_eq!(of("chess", "e2e4 g8f6 e4e5", "attacked.knight"), -1);
    assert_eq!(of("chess", "e2e4 g8f6 e4e5 f6e4", "attacked.knight"), 0);
    assert_eq!(of("chess", "e2e4 d7d5", "attacked.pawn"), 0, "one of either side");
    // White's pawns on the c file are doubled, and one of Black's on the d file is gone.
    assert_eq!(of("chess", "b1c3 d7d5 a2a3 d5d4 a3a4 d4c3 b2c3", "formations.doubled"), 1);
    assert_eq!(of("chess", "", "formations.pair"), 0);
    let unknown =
        "return { api = 1, features = { 'formations.none' }, score_features = function() return 0 end }";
    eval("chess", "", unknown).fails(1, "is no feature");
}

/// A definition with terms, and a script that sets the same ones.
const TERMS: [(&str, &str); 2] = [
    (
        "[evaluation]\nvalues = { pawn = 100, knight = 300 }\nlate-values = { pawn = 150 }\ntempo = 7\nlate-tempo = 1\n\
         mobility = { knight = 4, rook = 2 }\nlate-mobility = { rook = 5 }\nphase = { knight = 1, rook = 2 }\n\
         [evaluation.squares]\nking = [{ on = \"*1\", value = 9 }]\n[evaluation.late-squares]\nking = [{ on = \"*1\", value = -9 }]\n\
         [evaluation.formations]\npassed = { piece = \"pawn\", none = \"enemy pawn\", on = { ahead = [1, 6], beside = [0, 1] }, \
         value = [0, 1, 2, 3, 4, 5, 6, 7], late = 25 }\ndoubled = { piece = \"pawn\", some = \"own pawn\", on = \"ahead\", value = -8 }\n\
         near = { piece = \"king\", count = [\"own pawn\", \"enemy\"], at-least = 2, at-most = 4, on = \"around\", value = 3 }\n\
         each = { piece = \"rook\", each = \"pawn\", on = \"file\", value = -3, late = -4 }\n",
        "local function row(n) return table.create(8, n) end\n\
         local function king(n) local rows = {} for i = 1, 8 do rows[i] = row(if i == 8 then n else 0) end return { king = rows } end\n\
         return script { api = 2, on_load = function(_) return {\nvalues = { pawn = 100, knight = 300 }, late_values = { pawn = 150 },\n\
         tempo = 7, late_tempo = 1, mobility = { knight = 4, rook = 2 }, late_mobility = { rook = 5 },\n\
         phase = { knight = 1, rook = 2 }, squares = king(9), late_squares = king(-9), formations = {\n\
         passed = { piece = 'pawn', none = 'enemy pawn', on = { ahead = { 1, 6 }, beside = { 0, 1 } }, \
         value = { 0, 1, 2, 3, 4, 5, 6, 7 }, late = 25 },\ndoubled = { piece = 'pawn', some = 'own pawn', on = 'ahead', value = -8 },\n\
         near = { piece = 'king', count = { 'own pawn', 'enemy' }, at_least = 2, ['at-most'] = 4, on = 'around', value = 3 },\n\
         each = { piece = 'rook', each = 'pawn', on = 'file', value = -3, late = -4 } } } end }",
    ),
    (
        "[evaluation]\nmobility = 2\nlate-mobility = 3\nphase = { pawn = 1 }\nlate-values = { queen = 10 }\n",
        "return script { api = 2, on_load = function(_) return { mobility = 2, ['late-mobility'] = 3, phase = { pawn = 1 }, \
         late_values = { queen = 10 } } end }",
    ),
];

#[test]
fn what_on_load_sets_is_worth_what_the_same_words_of_a_definition_are() {
    for (terms, script) in TERMS {
        let folder = elsewhere();
        let text = format!("[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"chess\"\n{terms}");
        let text = text.replacen("[evaluation]\n", "[evaluation]\ninherited = false\n", 1);
        fs::write(folder.path().join("mine.toml"), text).expect("written");
        let library = Library::with_folder(folder.path());
        let said = library.load("mine").unwrap_or_else(|error| panic!("{error}")).game;
        let chess = library.load("chess").expect("a shipped game").plain;
        let set = chess.with_script_mode("s.lua", script, ScriptMode::Replace);
        let set = set.unwrap_or_else(|error| panic!("{error}"));
        let mut differing = 0;
        for seed in 0..12 {
            let mut position = Position::start(&said);
            play_at_random(&mut position, 9 * seed, seed as u64);
            let mut other = Position::set_up(&set, &position.pieces(), position.turn());
            let mine = Position::set_up(&said, &position.pieces(), position.turn());
            let [one, two] = [&mine, &other].map(|position| evaluate(position).expect("a score"));
            assert_eq!(one, two, "{position}");
            differing += usize::from(one != 0);
            other.undo();
        }
        assert!(differing > 5, "{differing}");
    }
}

#[test]
fn what_on_load_cannot_set_is_said_with_its_reason() {
    for (table, why) in [
        ("{ late_values = { queen = 1 } }", "`late_values` means nothing without `phase`"),
        ("{ phase = { queen = 0 } }", "`phase.queen` is 0"),
        ("{ phase = { qeen = 1 } }", "no piece is called `qeen`"),
        ("{ formation = {} }", "`formation` is no table of an evaluation; did you mean `formations`?"),
        (
            "{ formations = { a = { piece = 'pawn', on = 'file', value = 1 } } }",
            "`formations.a` asks one thing",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own pwn', on = 'file', value = 1 } } }",
            "is no filter",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own', on = 'fil', value = 1 } } }",
            "`on` knows no `fil`; did you mean `file`?",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own', on = { besides = { 0, 1 } }, value = 1 } } }",
            "a window knows no `besides`; did you mean `beside`?",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own', on = {}, value = 1 } } }",
            "a window says `ahead`, `beside` or both",
        ),
        ("{ tempo = 7.4 }", "tempo is 7.4 where a whole number is expected"),
        (
            "{ blocks = { a = { direction = 'foward', distance = 1, value = 1 } } }",
            "`foward` is no direction; did you mean `forward`?",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own', on = 'file', value = { 1, 2 } } } }",
            "the board 8 ranks",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own', on = 'file', valu = 1 } } }",
            "knows no `valu`",
        ),
        (
            "{ formations = { a = { piece = 'pawn', count = 'own', on = 'file', value = 1 } } }",
            "needs `at_least`",
        ),
        (
            "{ formations = { a = { piece = 'pawn', some = 'own', on = { ahead = { 2, 1 } }, value = 1 } } }",
            "from 2 to 1 is no range",
        ),
    ] {
        let script = format!("return {{ api = 1,\non_load = function() return {table} end }}");
        let run = eval("chess", "", &script).fails(1, why);
        assert!(run.err.contains("s.lua:2"), "{}", run.err);
    }
}
