//! Moves as people write them by the `[notation]` of a definition.

use banco::{MoveStyle, Position};
use fastrand::Rng;

use crate::cli::{banco_in, elsewhere};
use crate::shipped;

/// A notation of a game, by name.
fn style(position: &Position, name: &str) -> MoveStyle {
    let found = position.game().names.notations.iter().position(|notation| notation.name == name);
    MoveStyle::Named(found.expect("there is such a notation"))
}

/// What a legal move is written as, and that it is read back.
fn written(text: &str, game: &str, notation: &str, mv: &str) -> String {
    let position = Position::parse(&shipped::game(game), text).expect("a position");
    let mv = position.parse_move(mv).expect("legal");
    let style = style(&position, notation);
    let text = position.text_in(style, mv);
    assert_eq!(position.read_move_in(style, &text).as_ref(), Ok(&mv), "{text}");
    text
}

#[test]
fn whatever_a_notation_writes_it_reads_back() {
    for name in shipped::chosen() {
        let game = shipped::game(name);
        for number in 0..game.names.notations.len() {
            let mut rng = Rng::with_seed(11);
            let mut position = Position::start(&game);
            for _ in 0..24 {
                let moves = position.legal_moves();
                let texts = position.texts_in(MoveStyle::Named(number), &moves);
                for (mv, text) in moves.iter().zip(&texts).take(150) {
                    let read = position.read_move_in(MoveStyle::Named(number), text);
                    assert_eq!(read.as_ref(), Ok(mv), "{name}: {text} in {position}");
                }
                let Some(&mv) = rng.choice(&moves) else { break };
                position.play(mv);
            }
        }
    }
}

#[test]
fn moves_of_xiangqi_are_written_by_files_from_the_movers_right() {
    for (mv, wxf, chinese, vietnamese) in [
        ("h3e3", "C2.5", "炮二平五", "P2-5"),
        ("b1c3", "H8+7", "馬八進七", "M8.7"),
        ("i1i2", "R1+1", "車一進一", "X1.1"),
    ] {
        assert_eq!(written("startpos", "xiangqi", "wxf", mv), wxf);
        assert_eq!(written("startpos", "xiangqi", "chinese", mv), chinese);
        assert_eq!(written("startpos", "xiangqi", "vietnamese", mv), vietnamese);
    }
    assert_eq!(written("startpos moves h3e3", "xiangqi", "wxf", "h10g8"), "H8+7");
    assert_eq!(written("startpos moves h3e3", "xiangqi", "chinese", "h10g8"), "馬８進７");
}

#[test]
fn pieces_in_one_file_are_told_apart_from_the_foremost_to_the_rearmost() {
    let rooks = "4k4/9/9/9/R8/9/R8/9/9/3K5 w";
    assert_eq!(written(rooks, "xiangqi", "wxf", "a6b6"), "R+.8");
    assert_eq!(written(rooks, "xiangqi", "chinese", "a4a5"), "後車進一");
    assert_eq!(written(rooks, "xiangqi", "vietnamese", "a4b4"), "Xs-8");
    let three = "4k4/6P2/6P2/6P2/9/9/9/9/9/3K5 w";
    assert_eq!(written(three, "xiangqi", "wxf", "g9f9"), "P+.4");
    assert_eq!(written(three, "xiangqi", "wxf", "g8f8"), "P3.4");
    assert_eq!(written(three, "xiangqi", "chinese", "g8f8"), "中兵平四");
    assert_eq!(written(three, "xiangqi", "wxf", "g7f7"), "P-.4");
    let two_files = "4k4/2P3P2/2P3P2/9/9/9/9/9/9/3K5 w";
    assert_eq!(written(two_files, "xiangqi", "wxf", "g9f9"), "3+.4");
    assert_eq!(written(two_files, "xiangqi", "wxf", "c8b8"), "7-.8");
    // Two advisors cannot make the same move.
    let advisors = "3k5/9/9/9/9/9/R8/5A3/9/4KA3 w";
    assert_eq!(written(advisors, "xiangqi", "wxf", "f3e2"), "A4-5");
}

#[test]
fn moves_of_shogi_are_written_as_programs_books_and_records_do() {
    for (text, mv, usi, western, kif) in [
        ("startpos", "c3c4", "7g7f", "P-7f", "７六歩(77)"),
        ("startpos", "f1e2", "4i5h", "G4i-5h", "５八金(49)"),
        ("startpos moves c3c4 g7g6", "b2h8+", "8h2b+", "Bx2b+", "２二角成(88)"),
        ("startpos moves c3c4 g7g6 b2h8+", "g9h8", "3a2b", "Sx2b", "同銀(31)"),
        ("startpos moves c3c4 g7g6 b2h8+ g9h8", "B@e5", "B*5e", "B*5e", "５五角打"),
    ] {
        assert_eq!(written(text, "shogi", "usi", mv), usi);
        assert_eq!(written(text, "shogi", "western", mv), western);
        assert_eq!(written(text, "shogi", "kif", mv), kif);
    }
    assert_eq!(written("startpos", "minishogi", "usi", "a2a3"), "5d5c");
}

#[test]
fn points_of_go_are_named_without_the_letter_i() {
    assert_eq!(written("startpos", "go", "go", "i10"), "J10");
    assert_eq!(written("startpos", "go-9x9", "go", "i9"), "J9");
    let start = Position::start(&shipped::game("go"));
    let several = start.read_move("J10").expect_err("either the ninth file or the tenth");
    assert_eq!(several.message(), "`J10` may be several moves: write `i10` or `j10`");
    assert_eq!(start.read_move("D4"), start.parse_move("d4"));
}

#[test]
fn moves_are_read_in_every_notation_wherever_moves_are_read() {
    let start = Position::start(&shipped::game("xiangqi"));
    for text in ["C2=5", "c2.5", "炮二平五", "炮2平5", "包二平五", "P2-5", "h3e3", "H3-E3"] {
        assert_eq!(start.read_move(text).as_ref(), start.parse_move("h3e3").as_ref(), "{text}");
    }
    let folder = elsewhere();
    let run = banco_in(folder.path(), &["moves", "shogi", "--moves", "7g7f 3c3d", "--why", "B*5e"]);
    assert!(run.out.starts_with("sente holds no bishop"), "{}", run.out);
    let lines = banco_in(folder.path(), &["moves", "xiangqi", "--notation", "wxf"]).good().out;
    assert!(lines.contains("C2.5") && lines.ends_with("44 moves, red to move\n"), "{lines}");
    let unknown = banco_in(folder.path(), &["moves", "xiangqi", "--notation", "wfx"]);
    assert!(unknown.err.contains("did you mean `wxf`?"), "{}", unknown.err);
}

#[test]
fn a_refusal_says_what_was_understood() {
    let start = Position::start(&shipped::game("xiangqi"));
    let wxf = style(&start, "wxf");
    let refused = |text| start.read_move_in(wxf, text).expect_err("illegal").message();
    assert!(refused("R1=3").contains("g1"), "{}", refused("R1=3"));
    assert_eq!(refused("H2+9"), "the horse on h1 cannot go that way");
}

#[test]
fn a_drop_that_is_refused_says_why_in_every_notation() {
    let start = Position::start(&shipped::game("shogi"));
    for text in ["５五歩打", "▲５五歩打", "P*5e", "P'5e", "p@e5"] {
        let refused = start.read_move(text).expect_err(text).message();
        assert_eq!(refused, "sente holds no pawn", "{text}");
    }
    let nothing = start.read_move("5e5d").expect_err("nothing stands there").message();
    assert!(nothing.contains("e5"), "{nothing}");
    let two_pawns =
        Position::parse(&start.game().clone(), "4k4/9/9/9/9/9/4P4/9/4K4 b P 1").expect("a position");
    let refused = two_pawns.read_move("５五歩打").expect_err("a pawn stands in the file").message();
    assert!(refused.contains("in the file of e5"), "{refused}");
}

#[test]
fn texts_that_are_no_moves_are_refused_and_no_more() {
    let runs = shipped::hostile_cases(2_000);
    let seed = shipped::given("BANCO_SEED", 5);
    let mut rng = Rng::with_seed(seed);
    let signs: Vec<char> =
        "CHREAKPcn0123456789+-=.*'x@#/, ()~abigo炮馬兵前後中二三平進退同打成歩七６７　ǅİß☗\u{301}\u{200d}\u{feff}"
            .chars()
            .collect();
    let positions: Vec<Position> = ["xiangqi", "shogi", "go-9x9", "chess", "draughts", "amazons"]
        .iter()
        .filter_map(|name| banco::Game::named(name).ok())
        .map(|game| Position::start(&game))
        .collect();
    for run in 0..runs {
        let position = &positions[run % positions.len()];
        let longest = if rng.u8(0..50) == 0 { 400 } else { 9 };
        let length = rng.usize(0..longest);
        let text: String = (0..length).filter_map(|_| rng.choice(&signs)).collect();
        let styles = position.game().names.notations.len();
        let style = if styles > 0 { MoveStyle::Named(rng.usize(0..styles)) } else { MoveStyle::San };
        match position.read_move_in(style, &text) {
            Ok(mv) => assert!(position.is_legal(mv), "{text}"),
            Err(refusal) => assert!(!refusal.message().is_empty(), "{text}"),
        }
    }
}

#[test]
fn mistakes_in_a_notation_are_reported_where_they_are() {
    let folder = elsewhere();
    let shown = |lines: &str| {
        let file = folder.path().join("g.toml");
        let text = format!(
            "[game]\nlanguage = 1\nname = \"G\"\nextends = \"breakthrough\"\n[notation.own]\n{lines}\n"
        );
        std::fs::write(&file, text).expect("written");
        banco_in(folder.path(), &["check", "g.toml"]).out
    };
    for (lines, message) in [
        ("shift = \"{form}\"", "`{form}` is no part of this pattern"),
        ("shift = \"{form}\"", "did you mean `{from}`?"),
        ("shift = \"{from\"", "a brace that has no other one"),
        ("drop = \"{from}\"", "`{from}` is no part of this pattern"),
        ("quiet = \"-\"", "says of no move how it is written"),
        ("shift = \"{from}{to}\"\nfiles = \"abc\"", "3 signs in `files`, where 8 are needed"),
        ("shift = \"{from}{to}\"\nfiles = \"abcdefgg\"", "`g` stands there twice"),
        ("shift = \"{piece}{file}\"\ntandem = [[\"a\"]]", "1 patterns for 2 pieces"),
        ("shift = \"{from}{to}\"\npieces = { pwn = \"P\" }", "no kind of piece is called `pwn`"),
    ] {
        let out = shown(lines);
        assert!(out.contains(message), "{lines}: {out}");
    }
    assert!(!shown("shift = \"{from}-{to}\"").contains("error["));
}

#[test]
fn a_search_writes_its_lines_in_the_notation_that_is_asked_for() {
    let folder = elsewhere();
    let run = |more: &[&str]| {
        let position = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        let args = ["search", "chess", "--position", position, "--depth", "3", "--notation", "san"];
        banco_in(folder.path(), &[&args, more].concat()).good()
    };
    let text = run(&[]).out;
    assert!(text.starts_with("Ra8#  white wins in 1 ply  line: Ra8#"), "{text}");
    let told = run(&["--json"]).json();
    assert_eq!((&told["move"], &told["pv"]), (&serde_json::json!("Ra8#"), &serde_json::json!(["Ra8#"])));
    let wrong = banco_in(folder.path(), &["search", "chess", "--notation", "sam"]);
    assert!(wrong.err.contains("did you mean `san`?"), "{}", wrong.err);
}
