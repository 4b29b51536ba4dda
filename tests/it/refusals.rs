//! Why a move is refused: a reason is true, and leads to the move that was meant.

use std::sync::Arc;

use banco::inside::game::Game;
use banco::inside::position::Position;

/// Two kinds of towers are put down, on a board with a hole in its middle.
const TWO_KINDS: &str = r#"
[game]
language = 1
name     = "Two kinds"
players  = ["white", "black"]
[board]
size  = [3, 3]
holes = "b2"
[pieces.tower]
letter      = "T"
moves.place = { drop = "supply", to = ["*1", "*2"] }
moves.walk  = { step = "orthogonal", onto = "empty" }
[pieces.mill]
letter      = "M"
moves.place = { drop = "supply" }
[end.full]
if     = "board-full"
winner = "none"
"#;

/// The same with towers alone.
fn one_kind() -> Arc<Game> {
    let (before, rest) = TWO_KINDS.split_once("[pieces.mill]").expect("a mill");
    let (_, after) = rest.split_once("[end.full]").expect("an end");
    game(&format!("{before}[end.full]{after}"))
}

fn game(text: &str) -> Arc<Game> {
    Game::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(game: &Arc<Game>, position: &str, text: &str) -> String {
    let position = Position::parse(game, position).expect("a position");
    position.parse_move(text).expect_err("refused").message()
}

#[test]
fn a_letter_before_the_only_kind_that_is_dropped_is_left_out() {
    let game = one_kind();
    for text in ["T@b1", "t@b1"] {
        let why = refusal(&game, "startpos", text);
        assert_eq!(why, "write `b1`: one kind of piece alone is dropped here");
    }
    assert_eq!(refusal(&game, "startpos", "X@b1"), "no rule puts a `X` on the board");
    assert_eq!(refusal(&game, "3/.#./T2 b", "t@a1"), "a1 is not empty, as `tower.place` asks");
}

#[test]
fn a_drop_among_several_kinds_names_the_kind() {
    let game = game(TWO_KINDS);
    let why = refusal(&game, "startpos", "a1");
    assert_eq!(why, "write `T@a1` or `M@a1`: a drop here names the kind of piece");
    let why = refusal(&game, "startpos", "a3");
    assert_eq!(why, "write `M@a3`: a drop here names the kind of piece", "towers do not go there");
    for position in ["startpos", "3/.#./3 b"] {
        let why = refusal(&game, position, "m@a2");
        assert_eq!(why, "write `M@a2`: a drop names its kind with the letter of white");
    }
}

#[test]
fn a_move_into_a_hole_is_told_so() {
    let game = game(TWO_KINDS);
    for text in ["T@b2", "b2", "a2b2", "b2a2", "b2off"] {
        assert_eq!(refusal(&game, "3/T#./3 w", text), "b2 is a hole of the board", "{text}");
    }
    assert!(refusal(&game, "startpos", "T@d2").contains("is not a move on this board"));
}

#[test]
fn cells_in_capitals_are_told_apart_from_nonsense() {
    let game = game(TWO_KINDS);
    for (text, meant) in [("T@A1", "T@a1"), ("A2A1", "a2a1"), ("A2Off", "a2off")] {
        let why = refusal(&game, "startpos", text);
        assert_eq!(why, format!("cells are written in lower case: `{meant}`"));
    }
}

#[test]
fn a_condition_that_does_not_hold_is_what_refuses() {
    let when = "if = { some = \"own\", on = \"c4\" }";
    let game = game(&format!(
        "[game]\nlanguage = 1\nname = \"Waiting\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [3, 4]\n\
         [pieces.pawn]\nletter = \"P\"\n[pieces.pawn.moves]\nside = {{ step = \"right\", onto = \"empty\" }}\n\
         push = {{ step = \"forward\", onto = \"empty\", {when} }}\nslide = {{ slide = \"left\", {when} }}\n\
         leave = {{ exit = \"forward\", {when} }}\n[moves]\nwait = {{ pass = \"free\", {when} }}\n\
         [setup]\nboard = \"\"\"\nP . .\n. . P\n. . .\nP . p\n\"\"\"\n[end.long]\nif = {{ plies = 20 }}\nwinner = \"none\"\n"
    ));
    for (text, rule) in
        [("a1a2", "pawn.push"), ("c3a3", "pawn.slide"), ("a4off", "pawn.leave"), ("pass", "wait")]
    {
        let why = refusal(&game, "startpos", text);
        assert_eq!(why, format!("the condition of `{rule}` does not hold"), "{text}");
    }
}

/// Kings beside rooks; the last crown of a player may not leave.
const ROYAL: &str = r#"
[game]
language = 1
name     = "Royal"
players  = ["white", "black"]
[board]
size = [4, 4]
[pieces.king]
letter = "K"
royal  = "any"
[pieces.king.moves]
walk  = { step = "any" }
leave = { exit = "forward" }
[pieces.rook]
letter = "R"
[pieces.rook.moves]
slide = { slide = "orthogonal" }
[moves]
wait = { pass = "free" }
[setup]
board = """
  k . . r
  . . . .
  . . . .
  R . . K
"""
[illegal.crowd]
if    = { count = "own", at-most = 1 }
moves = ["king.walk"]
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.long]
if     = { plies = 50 }
winner = "none"
"#;

#[test]
fn a_move_that_leaves_a_royal_piece_attacked_is_told_by_what() {
    let game = game(ROYAL);
    let why = |position: &str, text: &str| {
        let position = Position::parse(&game, position).expect("a position");
        let refusal = position.parse_move(text).expect_err("refused");
        (refusal.message(), refusal.origin().map(|origin| origin.line), refusal.exposed().is_some())
    };
    let (message, line, exposed) = why("k..r/..../..../R..K w", "d1d2");
    assert_eq!(message, "after `d1d2` the king on d2 could be taken by the rook on d4, by `rook.slide`");
    assert_eq!((line, exposed), (Some(17), true), "the line of the rule by which it would be taken");
    let (message, ..) = why("k..r/..../...R/...K w", "d2a2");
    assert_eq!(message, "after `d2a2` the king on d1 could be taken by the rook on d4, by `rook.slide`");
    let (message, ..) = why("k..r/..../..../R..K w", "pass");
    assert_eq!(message, "after `pass` the king on d1 could be taken by the rook on d4, by `rook.slide`");
    let (message, line, exposed) = why("k.../...K/..../..R. w", "d3off");
    assert!(!exposed && line.is_some());
    assert!(message.contains("king.leave"), "it does not stand at the edge: {message}");
    let (message, line, exposed) = why("k..K/..../..../..R. w", "d4off");
    assert_eq!(message, "`d4off` would leave white without a royal piece");
    assert_eq!((line, exposed), (Some(13), false));
    let (message, ..) = why("k.../..../..../...K w", "d1d2");
    assert_eq!(message, "`d1d2` is illegal by `crowd`");
}

/// Pieces that stay and act, and one that takes what it likes.
const STAYING: &str = r#"
[game]
language = 1
name     = "Staying"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.man]
letter = "M"
[pieces.man.moves]
charm = { stay = true, from = ["*1", "*2"], do = { flip = "around", at-least = 1 } }
watch = { stay = true, from = "*1", if = { some = "own", on = "*3" } }
go    = { step = "forward", onto = "empty", then = { take = "enemy", spare = { line = { length = 2, of = "chosen", along = "sideways" } } } }
[setup]
board = """
  m m .
  . . m
  M . M
"""
[end.none]
if     = { none = "enemy" }
winner = "mover"
"#;

#[test]
fn who_stays_in_vain_is_told_why() {
    let game = game(STAYING);
    assert_eq!(refusal(&game, "startpos", "a1a1"), "`man.charm` has to change one cell or more");
    assert_eq!(
        refusal(&game, "mm./..m/M.M b", "a3a3"),
        "a3 is outside the cells from which `man.charm` may start"
    );
}

#[test]
fn what_cannot_be_chosen_is_told_from_what_is_spared() {
    let game = game(STAYING);
    let said = |text: &str| refusal(&game, "startpos", text);
    let missing = "`a1a2` is a part of a move by `man.go`: say which piece is taken, such as `a1a2,a2c2`";
    assert_eq!(said("a1a2"), missing);
    let spared = "the piece on a3 is spared while another one can be taken, such as by `a1a2,a2c2`";
    assert_eq!(said("a1a2,a2a3"), spared);
    let nothing = "after `a1a2` nothing that stands on c1 can be taken; `a1a2,a2c2` is a move";
    assert_eq!(said("a1a2,a2c1"), nothing);
    let unread = "`a1a2` is followed by a2, where the piece lands, and a cell, such as `a1a2,a2c2`";
    assert_eq!(said("a1a2,c2"), unread);
    assert_eq!(
        refusal(&game, ".../.../M.. w", "a1a2,a2c3"),
        "after `a1a2` nothing is taken: write `a1a2` alone"
    );
}

/// A slide goes through the mover's own pieces.
const TUNNEL: &str = r#"
[game]
language = 1
name     = "Tunnel"
players  = ["white", "black"]
[board]
size = [3, 5]
[pieces.tower]
letter      = "T"
moves.slide = { slide = "orthogonal", through = ["own", "empty"] }
[end.stuck]
if     = "no-moves"
winner = "none"
"#;

#[test]
fn a_piece_that_may_be_passed_is_not_what_bars_the_way() {
    let why = refusal(&game(TUNNEL), ".../t../.../T../T.t w", "a1a5");
    assert_eq!(why, "the way from a1 to a5 is not open for `tower.slide`: a tower stands on a4");
}
