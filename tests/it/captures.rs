//! What a capture is: a piece that is not the mover's leaves the board, where a move lands or by an effect. And
//! castles, past what looks along the way.

use std::sync::Arc;

use banco::inside::game::Game;
use banco::inside::position::Position;

use crate::shipped::{self, load_text};

/// Rooks that may take what is theirs, and bombs that take what stands around them.
const OWN: &str = r#"
[game]
language = 1
name     = "Own goals"
players  = ["white", "black"]
position = "fen"
[board]
size = [4, 4]
[pieces.rook]
letter      = "R"
moves.slide = { slide = "orthogonal", onto = ["empty", "enemy", "own"] }
moves.drop  = { drop = "hand" }
[pieces.bomb]
letter     = "B"
moves.burn = { step = "forward", onto = "empty", do = { take = "around" } }
moves.turn = { step = "left", onto = "empty", do = [{ flip = "around" }, { take = "around" }] }
[hands]
captured = { to = "captor" }
[setup]
board = """
  r . . b
  . . . .
  . . . .
  B . . R
"""
[end.out]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.quiet]
if     = { quiet-plies = 50, reset = ["capture"] }
winner = "none"
"#;

fn after(game: &Arc<Game>, text: &str) -> Position {
    Position::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn own(more: &str) -> Arc<Game> {
    load_text(&format!("{OWN}{more}")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_piece_taken_in_passing_resets_the_quiet_count() {
    for name in ["chess", "pawnback"] {
        let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 20 10";
        let taken = after(&shipped::game(name), &format!("{start} moves d7d5 e5d6"));
        assert_eq!(taken.quiet_plies(), 0, "{name}: {taken}");
        assert!(taken.to_string().ends_with(" b - - 0 11"), "{name}: {taken}");
    }
    let quiet = after(&shipped::game("pawnback"), "4k3/3p4/8/4P3/8/8/8/4K3 b - - 20 10 moves d7d5 e1e2");
    assert_eq!(quiet.quiet_plies(), 22);
}

#[test]
fn whoever_takes_an_own_piece_has_captured_nothing() {
    let game = own("");
    let taken = after(&game, "4/4/4/B2R[] w - - 7 9 moves d1a1");
    assert_eq!(taken.to_string(), "4/4/4/R3[] b - - 8 9", "no reset, nothing in the hand");
    let captured = after(&game, "4/4/4/b2R[] w - - 7 9 moves d1a1");
    assert_eq!(captured.to_string(), "4/4/4/R3[B] b - - 0 9");
    // The way back.
    let mut back = after(&game, "b3/4/4/B2R[] w - - 7 9");
    let before = format!("{:?}", back.engine());
    for mv in ["d1a1", "d1d4", "a1a2"] {
        let mv = back.parse_move(mv).expect("legal");
        back.play(mv);
        back.undo();
        assert_eq!(format!("{:?}", back.engine()), before);
    }
}

#[test]
fn an_effect_captures_what_is_not_the_movers() {
    let game = own("");
    let blown = |text: &str| after(&game, &format!("{text} moves a1a2")).to_string();
    assert_eq!(blown("r3/1r2/4/B2R[] w - - 7 9"), "r3/4/B3/3R[R] b - - 0 9");
    assert_eq!(blown("r3/1R2/4/B2R[] w - - 7 9"), "r3/4/B3/3R[] b - - 8 9", "own pieces are no capture");
    // What is the mover's by then is none either.
    let turned = after(&game, "r3/4/1r2/2BR[] w - - 7 9 moves c1b1");
    assert_eq!(turned.to_string(), "r3/4/4/1B1R[] b - - 8 9");
}

#[test]
fn compulsory_captures_are_those_of_pieces_that_are_not_the_movers() {
    let game = own("[legality]\nmust-capture = true\n");
    let moves = |text: &str| {
        let position = after(&game, text);
        position.move_texts(&position.legal_moves())
    };
    assert_eq!(moves("r3/1r2/4/B2R[] w - - 0 1"), ["a1a2"]);
    assert_eq!(moves("r3/4/4/B2r[] w - - 0 1").len(), 1, "nothing can be captured: the bomb moves as it may");
    // Own pieces alone could be taken: everything else may be played, too.
    assert!(moves("r3/1R2/4/B2R[] w - - 0 1").len() > 10);
    // A piece that is turned over before it is taken is the mover's.
    assert!(moves("4/4/r3/2BR[] w - - 0 1").contains(&"d1d2".to_owned()));
}

#[test]
fn an_own_piece_that_is_taken_is_not_collected_by_a_cannon_or_a_blast() {
    let atomic = shipped::game("atomic");
    let blast = after(&atomic, "4k3/8/8/8/3p4/2N5/8/4K3 w - - 12 30 moves c3e4");
    assert_eq!(blast.quiet_plies(), 13);
    let blast = after(&atomic, "4k3/8/8/8/4p3/2N5/8/4K3 w - - 12 30 moves c3e4");
    assert_eq!(blast.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 30");
}

#[test]
fn no_castle_leads_through_an_attack_that_the_king_itself_hides() {
    for (text, castle, legal) in [
        // The white king would be lost with a black one on e8; on d8 it takes nobody along.
        ("r3k1R1/5K2/8/8/8/8/8/8 b q - 0 1", "e8c8", false),
        ("r3k3/5K2/8/8/8/8/8/8 b q - 0 1", "e8c8", true),
        ("r3k1N1/5K2/8/8/8/8/8/8 b q - 0 1", "e8c8", true),
        ("8/8/8/8/8/8/2k5/1r2K2R w K - 0 1", "e1g1", false),
        ("8/8/8/8/8/8/2k5/1n2K2R w K - 0 1", "e1g1", true),
    ] {
        let position = after(&shipped::game("atomic"), text);
        assert_eq!(position.parse_move(castle).is_ok(), legal, "{text}");
    }
    let refused = after(&shipped::game("atomic"), "r3k1R1/5K2/8/8/8/8/8/8 b q - 0 1").parse_move("e8c8");
    let why = refused.expect_err("attacked").to_string();
    assert!(why.contains("leads the king over d8, where the rook on g8"), "{why}");
}

#[test]
fn two_moves_of_a_position_never_have_one_text() {
    let game = load_text(
        r#"
        [game]
        language = 1
        name     = "Gliding kings"
        extends  = "chess"
        [pieces.king.moves]
        glide = { slide = "sideways", range = [2, 2], onto = "empty" }
        [pieces.rook.moves]
        burn = { slide = "orthogonal", do = { take = "around", only = "enemy" } }
        "#,
    )
    .expect("a game");
    let start = after(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let texts = start.move_texts(&start.legal_moves());
    let mut unique = texts.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), texts.len(), "{texts:?}");
    for (&mv, text) in start.legal_moves().iter().zip(&texts) {
        assert_eq!(start.parse_move(text), Ok(mv), "{text}");
        let mut after_it = start.clone();
        after_it.play(mv);
        assert_eq!(after_it.played_texts(), std::slice::from_ref(text));
        let again = after(&game, &format!("4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {text}"));
        assert_eq!(again.to_string(), after_it.to_string(), "{text}");
    }
    assert_eq!(
        after(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let glided = after(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1:king.glide");
    assert_eq!(glided.to_string(), "4k3/8/8/8/8/8/8/6KR b - - 1 1");
    // Where the castle is not to be had, nothing more need be said, and may be.
    let lost = after(&game, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    for text in ["e1g1", "e1g1:king.glide"] {
        assert!(lost.parse_move(text).is_ok_and(|mv| lost.move_text(mv) == "e1g1"), "{text}");
    }
    let refused = |text: &str| start.parse_move(text).expect_err(text).to_string();
    assert!(refused("e1g1:king.glid").contains("no move rule is called `king.glid`"));
    assert!(refused("e1g1:rook.slide").contains("not a move by `rook.slide`"));
}

#[test]
fn who_can_turn_nothing_over_has_no_move() {
    let text = shipped::TEXTS["flipello"].replace("[moves]\npass = { pass = \"stuck\" }\n", "");
    let text = text.replace("[end.passes]\nif     = { passes = 2 }\nwinner = \"score\"\n", "");
    let text = text.replace(", passes = \"cùng hết nước đi\"", "");
    let game = load_text(&text).unwrap_or_else(|error| panic!("{error}"));
    let stuck = after(&game, "P7/8/8/8/8/8/8/7p w - - 0 1");
    assert_eq!(stuck.legal_moves(), []);
    assert!(stuck.outcome().is_some_and(|outcome| outcome.end.is_none()), "play has stopped");
}
