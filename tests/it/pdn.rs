//! Draughts as its federations write it: squares by number, positions, games.

use std::sync::Arc;

use banco::{Game, PgnGame, Position};

fn game(name: &str) -> Arc<Game> {
    Game::named(name).expect("shipped")
}

fn start(name: &str) -> Position {
    Position::start(&game(name))
}

/// The move that a text says, by the cells of its way.
fn read(position: &Position, text: &str) -> String {
    position.read_move(text).map_or_else(|why| why.message(), |mv| position.move_text(mv))
}

#[test]
fn squares_are_numbered_as_the_federations_do() {
    for (name, text, cells) in [
        ("international-draughts", "32-28", "d4e5"),
        ("international-draughts", "35-30", "j4i5"),
        ("frisian-draughts", "32-28", "d4e5"),
        ("english-draughts", "11-15", "f6e5"),
        ("english-draughts", "9-13", "b6a5"),
        ("pool-checkers", "11-15", "f6e5"),
        ("italian-draughts", "21-17", "b3a4"),
        ("spanish-draughts", "10-14", "f3e4"),
        ("russian-draughts", "c3-d4", "c3d4"),
        ("brazilian-draughts", "c3-d4", "c3d4"),
        ("turkish-draughts", "a3-a4", "a3a4"),
    ] {
        let position = start(name);
        assert_eq!(read(&position, text), cells, "{name}");
        let mv = position.parse_move(cells).expect(name);
        assert_eq!(position.san(mv), text, "{name}");
    }
}

#[test]
fn captures_are_written_with_every_landing_and_read_by_start_and_end() {
    let position = Position::parse(&game("international-draughts"), "W:W37:B23,31,32").expect("read");
    let texts = position.san_texts(&position.legal_moves());
    assert_eq!(texts, ["37x28x19"]);
    for text in ["37x28x19", "37x19", "37:19", "37-28-19"] {
        assert_eq!(read(&position, text), "c3e5g7", "{text}");
    }
}

#[test]
fn a_capture_that_is_too_small_is_refused_with_one_that_is_legal() {
    let position = Position::parse(&game("international-draughts"), "W:W37:B23,31,32").expect("read");
    assert!(read(&position, "37x26").contains("takes 1, but 2 can be taken: `c3e5g7`"));
    assert!(read(&position, "37x28").contains("has to go on"));
    let start = start("international-draughts");
    assert_eq!(read(&start, "32x28"), read(&start, "32-28"), "some programs write x in all moves");
    assert!(start.read_move("32x27x21").is_err(), "nothing is taken");
    assert!(start.read_move("32-51").is_err(), "there are fifty squares");
    assert!(start.read_move("0-5").is_err(), "the first square is 1");
}

#[test]
fn positions_are_read_and_written() {
    let game = game("international-draughts");
    for (text, again) in [
        ("W:W18,24:B1,K10", "W:W18,24:B1,K10"),
        ("B:B1,K10:W18,24.", "B:W18,24:B1,K10"),
        ("W:W31-33,K6:B1-3", "W:WK6,31,32,33:B1,2,3"),
        ("W:WK46:B:H7:F30", "W:WK46:B"),
    ] {
        let position = Position::parse(&game, text).expect(text);
        assert_eq!(position.pdn(), again);
        let read = Position::parse(&game, again).expect(again);
        assert_eq!((read.pieces(), read.turn()), (position.pieces(), position.turn()));
    }
    let clocks = Position::parse(&game, "W:WK46:BK5:H7:F30").expect("read");
    assert_eq!((clocks.quiet_plies(), clocks.plies()), (7, 58));
    let all = |first: u32| (first..first + 20).map(|square| square.to_string()).collect::<Vec<_>>().join(",");
    let text = format!("W:W{}:B{}", all(31), all(1));
    assert_eq!(start("international-draughts").pdn(), text);
}

#[test]
fn what_is_wrong_with_a_position_is_said() {
    let game = game("international-draughts");
    for (text, words, guilty) in [
        ("X:W1:B2", "who is to move", "X"),
        ("W:W51:B2", "`51` is no square", "51"),
        ("W:W1:B1", "two pieces on `1`", "1"),
        ("W:W1:W2", "the second time", "W2"),
        ("W:Q1:B2", "expected `W` or `B`", "Q1"),
        ("W:WX1:B2", "no piece has the letter", "X1"),
        ("W:W5-3:B2", "no square", "5-3"),
        ("W:", "expected `W` or `B`", ""),
    ] {
        let error = Position::parse(&game, text).expect_err(text);
        assert!(error.message.contains(words), "{text}: {error}");
        assert_eq!(&text[error.span.clone()], guilty, "{text}");
    }
    let chess = Game::named("chess").expect("shipped");
    assert!(Position::parse(&chess, "W:W1:B2").is_err());
}

#[test]
fn games_of_other_programs_replay() {
    let text = "[Event \"Test\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n\
                1. 32-28 {the most played} 19-23 2. 28x19 14x23 3. 37-32 $1 (3. 33-28) 10-14 1-1\n";
    let kept = &PgnGame::parse_all(text).expect("read")[0];
    assert_eq!((kept.pdn_number(), kept.result.as_str()), (Some(20), "1/2-1/2"));
    let end = kept.replay(&game("international-draughts")).expect("legal");
    assert_eq!(end.plies(), 6);
    let error = kept.replay(&game("english-draughts")).expect_err("another game");
    assert!(error.message.contains("GameType"), "{error}");
    let text = "[GameType \"21\"]\n[FEN \"B:W 18, 24: B K1\"]\n1. 1-6 18-15 *";
    let kept = &PgnGame::parse_all(text).expect("read")[0];
    assert_eq!(kept.replay(&game("english-draughts")).expect("legal").plies(), 2);
}

#[test]
fn games_are_written_so_that_others_read_them() {
    let game = game("english-draughts");
    let mut end = Position::start(&game);
    for text in ["11-15", "22-18", "15x22", "25x18"] {
        let mv = end.read_move(text).expect(text);
        assert!(end.try_play(mv).is_ok());
    }
    let text = PgnGame::of(&end, Vec::new(), "*").text();
    assert!(text.contains("[GameType \"21,B,8,8,N1,0\"]"), "{text}");
    assert!(text.contains("1. 11-15 22-18 2. 15x22 25x18 *"), "{text}");
    let again = PgnGame::parse_all(&text).expect("read")[0].replay(&game).expect("legal");
    assert_eq!(again.to_string(), end.to_string());
    let middle = Position::parse(&game, "W:WK18:BK1").expect("read");
    let text = PgnGame::of(&middle, Vec::new(), "*").text();
    assert!(text.contains("[FEN \"W:WK18:BK1\"]"), "{text}");
}
