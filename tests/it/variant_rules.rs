//! What people know of games with promotions, castles, hands and blasts, each as a position.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco::inside::game::Game;
use banco::inside::position::{LastPly, Position};

use super::shipped;

/// The standard array with the kings and rooks elsewhere.
const SHUFFLED: &str = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1";

fn position(name: &str, text: &str) -> Position {
    let game = shipped::game(name);
    Position::parse(&game, text).unwrap_or_else(|error| panic!("{name}, {text}: {error}"))
}

fn after(name: &str, text: &str, moves: &str) -> Position {
    position(name, &format!("{text} moves {moves}"))
}

/// The legal moves that begin so.
fn moves(position: &Position, start: &str) -> BTreeSet<String> {
    let texts = position.legal_moves().into_iter().map(|mv| position.move_text(mv));
    texts.filter(|text| text.starts_with(start)).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.into_iter().map(str::to_owned).collect()
}

fn can(position: &Position, text: &str) -> bool {
    moves(position, text).contains(text)
}

fn refusal(position: &Position, text: &str) -> String {
    position.parse_move(text).expect_err("refused").to_string()
}

fn ended_by(position: &Position) -> Option<String> {
    let end = position.outcome()?.end?;
    Some(position.game().names.ends[end].name.clone())
}

#[test]
fn passing_captures_last_one_ply_and_take_the_pawn_that_passed() {
    let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let passed = after("chess", start, "d7d5");
    assert_eq!(moves(&passed, "e5"), set(["e5e6", "e5d6"]));
    assert!(passed.to_string().contains(" d6 "), "{passed}");
    let taken = after("chess", start, "d7d5 e5d6");
    assert_eq!(taken.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    let late = after("chess", start, "d7d5 e1e2 e8e7");
    assert_eq!(moves(&late, "e5"), set(["e5e6"]));
}

#[test]
fn a_mark_that_nobody_can_use_is_not_written() {
    assert!(after("chess", "startpos", "e2e4").to_string().ends_with(" b KQkq - 0 1"));
}

#[test]
fn en_passant_that_uncovers_the_king_is_refused() {
    let pinned = after("chess", "8/2p5/8/KP5r/8/8/8/4k3 b - - 0 1", "c7c5");
    assert!(!can(&pinned, "b5c6"));
    assert!(refusal(&pinned, "b5c6").contains("the king on a5 could be taken by the rook on h5"));
    let free = after("chess", "8/2p5/8/1P5r/K7/8/8/4k3 b - - 0 1", "c7c5");
    assert!(can(&free, "b5c6"));
}

#[test]
fn a_passed_pawn_that_gives_check_can_be_taken() {
    let checked = after("chess", "8/2p5/8/1P6/3K4/8/8/4k3 b - - 0 1", "c7c5");
    assert!(can(&checked, "b5c6"));
}

#[test]
fn nobody_castles_out_of_through_or_into_attack() {
    let with = |rook: &str| position("chess", &format!("4k3/{rook}/8/8/8/8/8/R3K2R w KQ - 0 1"));
    let castles = |position: &Position| [can(position, "e1g1"), can(position, "e1c1")];
    assert_eq!(castles(&with("8")), [true, true]);
    assert_eq!(castles(&with("4r3")), [false, false], "out of check");
    assert_eq!(castles(&with("5r2")), [false, true], "through f1");
    assert_eq!(castles(&with("6r1")), [false, true], "into check");
    assert_eq!(castles(&with("3r4")), [true, false], "through d1");
    assert_eq!(castles(&with("1r6")), [true, true], "only the rook passes b1");
    let through = refusal(&with("5r2"), "e1g1");
    assert!(through.contains("leads the king over f1, where the rook on f7 could take it"), "{through}");
    let out = refusal(&with("4r3"), "e1g1");
    assert!(out.contains("leads the king away from e1"), "{out}");
}

#[test]
fn the_right_to_castle_is_lost_when_the_rook_is_taken() {
    let taken = after("chess", "4k3/8/8/8/8/6n1/8/R3K2R b KQ - 0 1", "g3h1");
    assert_eq!(taken.to_string().split(' ').nth(2), Some("Q"));
    let back = after("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8 e8e7");
    assert_eq!(back.to_string().split(' ').nth(2), Some("Q"));
}

#[test]
fn castling_moves_both_pieces_and_is_undone() {
    let mut castled = position("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let before = castled.to_string();
    for (text, row) in [("e1g1", "R4RK1"), ("e1c1", "2KR3R")] {
        castled.play(castled.parse_move(text).expect("legal"));
        assert_eq!(castled.to_string(), format!("r3k2r/8/8/8/8/8/8/{row} b kq - 1 1"));
        castled.undo();
        assert_eq!(castled.to_string(), before);
    }
}

#[test]
fn shuffled_kings_and_rooks_castle_to_the_usual_cells() {
    let start = position("chess", SHUFFLED);
    assert_eq!(start.to_string(), SHUFFLED);
    let open = position("chess", "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1");
    assert_eq!(moves(&open, "d1b1"), set(["d1b1"]));
    assert_eq!(moves(&open, "d1g1"), set(["d1g1"]));
    let short = after("chess", "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", "d1g1");
    assert_eq!(short.to_string(), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    let long = after("chess", "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", "d1b1");
    assert_eq!(long.to_string(), "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1");
    let named = position("chess", "4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 1");
    assert_eq!(named.hash(), open.hash(), "the outermost rooks");
}

#[test]
fn the_usual_castle_may_be_said_as_the_king_that_takes_the_rook() {
    let start = position("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let said = ["e1g1", "e1h1"].map(|text| start.parse_move(text).expect("legal"));
    assert_eq!(said[0], said[1]);
    assert_eq!(start.move_text(said[0]), "e1g1");
}

#[test]
fn pawns_choose_what_they_become() {
    let start = position("chess", "1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        moves(&start, "c7"),
        set(["c7c8q", "c7c8r", "c7c8b", "c7c8n", "c7b8q", "c7b8r", "c7b8b", "c7b8n"])
    );
    let knight = after("chess", "1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7b8n");
    assert_eq!(knight.to_string(), "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(refusal(&start, "c7c8").starts_with("write `c7c8q` or `c7c8r` or `c7c8b` or `c7c8n`"));
    assert!(refusal(&start, "c7c8k").contains("the pawn does not become `k` there"));
    assert!(refusal(&start, "e1e2q").starts_with("write `e1e2`: the king becomes nothing else there"));
}

#[test]
fn shogi_has_one_pawn_a_file() {
    let start = position("shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w - - 0 1");
    assert_eq!(moves(&start, "P@e"), BTreeSet::new());
    assert_eq!(moves(&start, "P@d").len(), 8);
    let promoted = position("shogi", "4k4/9/9/9/9/9/4+P4/9/4K4[P] w - - 0 1");
    assert_eq!(moves(&promoted, "P@e").len(), 6, "a tokin is no pawn");
}

#[test]
fn a_dropped_pawn_may_check_but_not_mate() {
    let walled = position("shogi", "7lk/7l1/8G/9/9/9/9/9/K8[P] w - - 0 1");
    let why = refusal(&walled, "P@i8");
    assert!(why.contains("illegal by `pawn-drop-mate`"), "{why}");
    let open = position("shogi", "8k/9/8G/9/9/9/9/9/K8[P] w - - 0 1");
    assert!(can(&open, "P@i8"), "the king goes to h9");
}

#[test]
fn shogi_pieces_promote_where_they_enter_or_leave_the_zone() {
    let start = position("shogi", "4k4/9/9/4S4/9/9/9/9/4K4[] w - - 0 1");
    assert!(can(&start, "e6e7+") && can(&start, "e6e7"));
    let inside = position("shogi", "k8/9/4S4/9/9/9/9/9/4K4[] w - - 0 1");
    assert!(can(&inside, "e7d6+") && can(&inside, "e7d6"));
    let last = position("shogi", "k8/4P4/9/9/9/9/9/9/4K4[] w - - 0 1");
    assert_eq!(moves(&last, "e8"), set(["e8e9+"]), "it could not move on");
}

#[test]
fn a_promoted_piece_goes_back_as_a_pawn() {
    let taken = after("crazyhouse", "r3k3/8/8/8/8/8/7p/4K1Q~1[] b - - 0 1", "h2g1q");
    assert_eq!(taken.to_string(), "r3k3/8/8/8/8/8/8/4K1q~1[p] w - - 0 2");
    let plain = after("crazyhouse", "r3k3/8/8/8/8/8/7p/4K1Q1[] b - - 0 1", "h2g1n");
    assert_eq!(plain.to_string(), "r3k3/8/8/8/8/8/8/4K1n~1[q] w - - 0 2");
}

#[test]
fn hands_are_read_and_written_in_either_form() {
    let bracket = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPPpn] w - - 0 1");
    let row = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3/pPQnP w - - 0 1");
    assert_eq!(bracket.hash(), row.hash());
    assert_eq!(bracket.to_string(), row.to_string());
    let none =
        ["[]", "[-]", ""].map(|hand| position("crazyhouse", &format!("4k3/8/8/8/8/8/8/4K3{hand} w - - 0 1")));
    assert!(none.iter().all(|position| position.to_string() == "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"));
    assert!(!can(&none[0], "Q@a3") && can(&bracket, "Q@a3") && !can(&bracket, "N@a3"));
    assert!(refusal(&none[0], "Q@a3").contains("white holds no queen"), "{}", refusal(&none[0], "Q@a3"));
    assert!(!can(&bracket, "P@a1") && !can(&bracket, "P@a8"));
}

#[test]
fn atomic_kings_may_stand_side_by_side() {
    let kings = position("atomic", "8/8/8/8/3k4/8/3K4/8 w - - 0 1");
    assert!(can(&kings, "d2d3"));
    let guarded = position("atomic", "8/8/8/8/3k4/3K4/8/r7 w - - 0 1");
    assert!(guarded.outcome().is_none() && can(&guarded, "d3e2"));
    assert!(!can(&guarded, "d3d4"), "a king that takes blows itself up");
    let blown = after("atomic", "3k4/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7");
    assert_eq!(ended_by(&blown).as_deref(), Some("blown"));
    assert_eq!(blown.to_string(), "8/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn captures_that_can_be_made_must_be_made() {
    let start = position("antichess", "8/8/8/3p4/4P3/8/8/R7 w - - 0 1");
    assert_eq!(moves(&start, ""), set(["e4d5"]));
    let why = refusal(&start, "a1a2");
    assert!(why.starts_with("`a1a2` captures nothing, and a capture has to be played: `e4d5` ("), "{why}");
}

#[test]
fn the_third_check_wins() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1";
    let start = position("3check", text);
    assert_eq!(start.to_string(), text);
    let given = position("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0");
    assert_eq!(given.hash(), start.hash());
    assert_eq!(ended_by(&after("3check", text, "a1a8")).as_deref(), Some("checks"));
    let not_yet = after("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 2+3 0 1", "a1a8");
    assert_eq!((ended_by(&not_yet), not_yet.to_string().contains(" 1+3 ")), (None, true));
}

#[test]
fn fields_are_read_back_as_they_were_written() {
    for (name, text) in [
        ("chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 40"),
        ("chess", "1r2k2r/8/8/8/8/8/8/4K3 b k - 3 9"),
        ("crazyhouse", "r1b1k2r/8/8/8/8/4Q~3/8/R3K2R[QNPPqp] b KQkq - 0 20"),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+2 5 30"),
        ("shogi", "lnsgkgsnl/1r5b1/pppppp+P1p/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[Pbp] w - - 0 9"),
    ] {
        assert_eq!(position(name, text).to_string(), text, "{name}");
    }
}

#[test]
fn bad_fields_say_what_is_wrong_and_where() {
    for (name, text, said, at) in [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w X - 0 1", "`X` is no right", "X"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "`K` is no right that white can have here", "K"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "`e9` is no cell of the board", "e9"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - é3 0 1", "is no cell of the board", "é3"),
        ("chess", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "nobody holds pieces in this game", "Q"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "no end of this game counts checks", "3+3"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+x 0 1", "is not of the form `3+3`", "3+x"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3+3 0 1", "is not of the form `3+3`", "3+3+3"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QX] w - - 0 1", "`X` is not a piece of this game", "X"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q+P] w - - 0 1", "`+P` is not a piece of this game", "+P"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w K - 0 1", "this game has no rights: write `-`", "K"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - e3 0 1", "this game has no marks: write `-`", "e3"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "`x` is no number", "x"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1,h1,d2", "d2 is empty", "d2"),
        ("othello", "8/8/8/3OX3/3XO3/8/8/8 b passes=y", "`y` is no number", "y"),
    ] {
        let game: Arc<Game> = shipped::game(name);
        let error = Position::parse(&game, text).expect_err(text);
        assert!(error.message.contains(said), "{text}: {error}");
        assert_eq!(&text[error.span], at, "{text}");
    }
}

#[test]
fn a_castle_says_what_is_in_its_way() {
    let start = position("chess", "startpos");
    let why = refusal(&start, "e1g1");
    assert!(why.starts_with("`king.castle-right` needs ") && why.contains("to be empty ("), "{why}");
    let moved = position("chess", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    let why = refusal(&moved, "e1g1");
    assert!(why.contains("asks for the king on e1 and the rook on h1 not to have moved"), "{why}");
}

/// Nothing but castles: the pieces have no other move.
#[test]
fn pieces_may_have_castles_alone() {
    let game = Game::parse(
        r#"
[game]
language = 1
name     = "Castles alone"
players  = ["white", "black"]
[board]
size = [7, 2]
[pieces.lord]
letter = "L"
[pieces.lord.moves]
right = { castle = { from = "d1", to = "f1", with = "tower", with-from = "g1", with-to = "e1" } }
left  = { castle = { from = "d1", to = "b1", with = "tower", with-from = "a1", with-to = "c1" } }
[pieces.tower]
letter = "T"
moves.wait = { castle = { from = "a1", to = "b1", with = "tower", with-from = "g1", with-to = "f1" } }
[setup]
board = """
  t . . l . . t
  T . . L . . T
"""
[end.stuck]
if    = "no-moves"
loser = "turn"
"#,
    );
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Position::start(&game).legal_moves().len(), 3);
}

#[test]
fn drops_say_what_is_missing() {
    let start = position("shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w - - 0 1");
    let why = refusal(&start, "P@e5");
    assert!(why.contains("what `pawn.drop` asks for in the file of e5 does not hold"), "{why}");
    let why = refusal(&start, "P@d9");
    assert!(why.contains("`pawn.drop` does not put pieces on d9"), "{why}");
    let why = refusal(&start, "R@d5");
    assert!(why.contains("sente holds no rook"), "{why}");
}

#[test]
fn a_royal_piece_that_is_dropped_must_be_safe_too() {
    let game = Game::parse(
        r#"
[game]
language = 1
name     = "Two kings"
players  = ["white", "black"]
position = "fen"
[board]
size = [4, 4]
[pieces]
king = { letter = "K", royal = "each", moves = { step = { step = "any" }, drop = { drop = "hand" } } }
rook = { letter = "R", moves = { slide = { slide = "orthogonal" } } }
[setup]
board = """
  k . . r
  . . . .
  . . . .
  K . . .
"""
hands = { white = "K" }
[end]
stuck = { if = "no-moves", winner = "none" }
"#,
    );
    let position = Position::start(&game.unwrap_or_else(|error| panic!("{error}")));
    assert!(can(&position, "b2"), "{position}");
    assert!(!can(&position, "d2"), "the rook looks there");
    assert!(!can(&position, "a3"), "the other king looks there");
}

#[test]
fn a_refusal_names_the_rule_that_comes_nearest() {
    let why = |text: &str, mv: &str| refusal(&position("xiangqi", text), mv);
    let elephant = why("3k5/9/9/9/9/4B3p/9/9/9/4K4 w - - 0 1", "e5g7");
    assert!(elephant.contains("g7 is outside the cells where `elephant.walk` may land"), "{elephant}");
    let general = why("3k4p/9/9/9/9/9/9/4K4/9/9 w - - 0 1", "e3e4");
    assert!(general.contains("e4 is outside the cells where `general.step` may land"), "{general}");
    let soldier = why("startpos", "e4d4");
    assert!(soldier.contains("e4 is outside the cells from which `soldier.cross` may start"), "{soldier}");
    let cannon = why("startpos", "b3b8");
    assert!(cannon.contains("nothing stands between b3 and b8 for `cannon.shoot` to go over"), "{cannon}");
    let horse = why("startpos", "b1b2");
    assert!(horse.contains("no rule of the horse leads from b1 to b2"), "{horse}");
    let late = refusal(&after("chess", "startpos", "e2e4 a7a6 e4e5 d7d5 g1f3 a6a5"), "e5d6");
    assert!(late.contains("the last move left no mark there for `pawn.en-passant`"), "{late}");
}

#[test]
fn pieces_come_from_the_hand_where_others_move_for_the_first_time() {
    let start = "r3k3/8/8/8/8/8/8/4K2R[H] w KH - 0 1";
    assert_eq!(moves(&position("seirawan", start), "e1g1"), set(["e1g1", "e1g1h"]));
    let gated = after("seirawan", start, "e1g1h");
    assert_eq!(gated.to_string(), "r3k3/8/8/8/8/8/8/4HRK1[] b - - 1 1");
    let other = after("seirawan", start, "h1e1h");
    assert_eq!(other.to_string(), "r3k3/8/8/8/8/8/8/5RKH[] b - - 1 1");
    // What has moved leaves its cell to nobody, nor does an empty hand.
    let moved = after("seirawan", start, "h1h2 a8b8 h2h1 b8a8");
    assert_eq!(moves(&moved, "h1h2"), set(["h1h2"]));
    assert_eq!(moves(&after("seirawan", start, "e1d1h a8b8"), "h1h2"), set(["h1h2"]));
}

#[test]
fn an_army_is_the_picture_that_it_stands_for() {
    let start = |name: &str| position(name, "startpos").to_string();
    assert_eq!(start("almost"), "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1", "reflected");
    let minishogi = start("minishogi");
    assert!(minishogi.starts_with("rbsgk/4p/5/P4/KGSBR[]"), "turned: {minishogi}");
    let each = start("chigorin");
    assert!(each.starts_with("rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR"), "as each has it: {each}");
}

#[test]
fn a_further_stage_follows_from_where_the_piece_has_landed() {
    let walled = "**********/".repeat(9) + "Q1*1q***** w - - 0 1";
    let amazon = position("amazons", &walled);
    assert_eq!(moves(&amazon, ""), set(["a1b1,b1a1"]), "through the cell that it left, no other");
    let shot = after("amazons", &walled, "a1b1,b1a1");
    assert_eq!(shot.to_string(), "**********/".repeat(9) + "*Q*1q***** b - - 1 1");
    assert_eq!(moves(&shot, ""), set(["e1d1,d1e1"]));
    let why = |text: &str| refusal(&amazon, text);
    let half = why("a1b1");
    assert!(half.contains("a part of a move by `amazon.move`: say where the arrow comes to"), "{half}");
    assert!(why("a1b1,b1d1").contains("the arrow does not come to d1 from b1"), "{}", why("a1b1,b1d1"));
    assert!(why("a1b1,b1c1").contains("c1 is none"), "{}", why("a1b1,b1c1"));
    assert!(why("a1b1,a1b1").contains("is followed by b1"), "{}", why("a1b1,a1b1"));
    assert!(why("a1d1,d1c1").contains("the way from a1 to d1 is not open"), "{}", why("a1d1,d1c1"));
}

#[test]
fn a_piece_of_nobody_bars_ways_and_goes_by_further_stages_alone() {
    let free = position("duck", "k*6/pp6/8/8/8/8/8/1R5K b - - 0 1");
    assert_eq!(moves(&free, "a8").len(), 0, "the duck bars the way out");
    let lured = position("duck", "k7/p1p5/8/8/8/8/1*6/1R5K b - - 0 1");
    assert!(can(&lured, "a8b8,b8b3"), "nobody is ever in check");
    let swum = after("duck", "k7/p1p5/8/8/8/8/1*6/1R5K b - - 0 1", "a8b8,b8b3");
    assert_eq!(swum.to_string(), "1k6/p1p5/8/8/8/1*6/8/1R5K w - - 1 2", "there is one duck");
    assert!(!can(&swum, "b1b3,b3b2") && can(&swum, "b1b2,b2b1") && !can(&swum, "b1b4,b4b3"));
    let why = refusal(&swum, "b3b4,b4b5");
    assert!(why.contains("the duck on b3 belongs to nobody"), "{why}");
    let start = after("duck", "startpos", "e2e4,e4e5 e7e6,e6e3 g1f3,f3e5 f8c5,c5f5 f1c4,c4d5 a7a6,a6d4");
    assert!(can(&start, "e1g1,g1e1"), "who castles sets the duck as well");
}

#[test]
fn a_move_that_repeats_a_position_can_be_illegal() {
    let text = r#"
[game]
language = 1
name     = "No way back"
players  = ["white", "black"]
[board]
size = [4, 1]
[pieces.man]
letter     = "M"
moves.walk = { step = "sideways", onto = "empty" }
[setup]
board = "M . . m"
[illegal.again]
if = { repeats = 2 }
[end.stuck]
if    = "no-moves"
loser = "turn"
"#;
    let game = shipped::load_text(text).expect("a sound game");
    let position = Position::parse(&game, "startpos moves a1b1 d1c1 b1a1").expect("a position");
    assert_eq!(moves(&position, ""), set(["c1b1"]), "c1d1 would be the start again");
    let why = refusal(&position, "c1d1");
    assert!(why.contains("`c1d1` is illegal by `again`"), "{why}");
    // The text of a position has no past.
    let alone = Position::parse(&game, &position.to_string()).expect("a position");
    assert_eq!(moves(&alone, ""), set(["c1b1", "c1d1"]));
}

#[test]
fn what_held_before_a_move_can_make_it_illegal() {
    let facing = "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1";
    let janggi = position("janggi", facing);
    assert!(can(&janggi, "pass") && can(&janggi, "e2d2") && !can(&janggi, "a1b1"));
    assert!(refusal(&janggi, "a1b1").contains("`a1b1` is illegal by `facing`"));
    assert_eq!(janggi.parse_move("e2e2"), janggi.parse_move("pass"), "as other engines write it");
    assert!(janggi.parse_move("a1a1").is_err(), "the general alone says so");
    assert!(
        janggi.parse_move("e2e2e2").is_err() && position("chess", "startpos").parse_move("e1e1").is_err()
    );
    // Whoever did not face the other before may come to.
    let apart = position("janggi", "4k4/9/9/9/9/9/9/9/3K5/R8 w - - 0 1");
    assert!(can(&apart, "d2e2") && can(&apart, "a1b1"));
    assert!(can(&position("janggi", "4k4/9/9/9/4p4/9/9/9/4K4/R8 w - - 0 1"), "a1b1"), "a soldier between");
}

#[test]
fn a_further_stage_has_to_end_a_check_as_the_first_one_has_to() {
    let text = r#"
[game]
language = 1
name     = "Walls"
extends  = "chess"
[pieces.wall]
letter = "*"
owner  = "neutral"
[turn]
then = { put = "wall", step = "any" }
"#;
    let game = shipped::load_text(text).expect("a sound game");
    let checked = "4r2k/8/8/8/8/8/P2N4/4K3 w - - 0 1";
    let position = Position::parse(&game, checked).expect("a position");
    assert!(can(&position, "d2f3,f3e3") && !can(&position, "d2f3,f3g3"), "a wall ends the check");
    let why = refusal(&position, "d2f3,f3g3");
    assert!(why.contains("the king on e1 could be taken by the rook on e8"), "{why}");
    assert!(refusal(&position, "d2f3,f3f6").contains("the wall does not come to f6 from f3"));
}

/// The counts are those of Fairy-Stockfish, which reads walls in any variant.
#[test]
fn what_is_nobodys_bars_checks_and_pins() {
    let text = "[game]\nlanguage = 1\nname = \"Walls\"\nextends = \"chess\"\n\
        [pieces.stone]\nletter = \"*\"\nowner = \"neutral\"\n";
    let game = shipped::load_text(text).expect("a definition");
    for (text, counts) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p*1P1*1/2N2Q1p/PPPB1PPP/R3K*1R w KQkq - 0 1", [38, 1437, 54692]),
        ("4k3/4*3/8/8/4r3/8/8/3QK2R w K - 0 1", [4, 59, 1528]),
    ] {
        let position = Position::parse(&game, text).expect("a position");
        assert_eq!(position.perft(3, LastPly::Counted), counts, "{text}");
        assert_eq!(position.perft(3, LastPly::Played), counts, "{text}");
    }
}
