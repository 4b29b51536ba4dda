//! Position texts: what is printed reads back as the same game, and what is odd is refused.

use std::sync::Arc;

use banco::inside::game::{Condition, Game, Player};
use banco::inside::position::{Clocks, Position};
use banco::on_board;
use fastrand::Rng;

use crate::shipped::{self, deep, load_text};
use crate::zoo;

/// Pieces that ask whether they have moved, two of one kind on each file.
const RUNNERS: &str = r#"
[game]
language = 1
name     = "Runners"
players  = ["white", "black"]
position = "fen"
[board]
size = [4, 5]
[pieces.runner]
letter = "R"
[pieces.runner.moves]
walk = { step = "orthogonal" }
run  = { slide = "forward", range = [2, 2], onto = "empty", if = "unmoved" }
[setup]
board = """
  . . . r
  . . . r
  . . . .
  R . . .
  R . . .
"""
[end.out]
if     = { none = "enemy" }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
"#;

/// The same, where every step settles; and in a game without FEN.
const SETTLERS: [(&str, &str); 2] = [
    ("walk = { step = \"orthogonal\" }", "walk = { step = \"orthogonal\", do = { settle = \"to\" } }"),
    ("position = \"fen\"\n", ""),
];

/// A game without FEN that counts everything there is to count, marks cells, castles and lets pass.
const COUNTERS: &str = r#"
[game]
language = 1
name     = "Counters"
players  = ["white", "black"]
first    = "black"
[board]
size = [6, 6]
[pieces.pawn]
letter  = "P"
promote = { to = "rook", on = "last-rank" }
[pieces.pawn.moves]
push   = { step = "forward", onto = "empty" }
double = { slide = "forward", range = [2, 2], from = "rank-2", onto = "empty", do = { mark = "path" } }
take   = { step = ["forward-left", "forward-right"], onto = ["enemy", "marked"], do = { take = "marker" } }
[pieces.rook]
letter = "R"
moves.slide = { slide = "orthogonal", do = { mark = "to" } }
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
step   = { step = "any" }
castle = { castle = { from = "d1", to = "b1", with = "rook", with-from = "a1", with-to = "c1" } }
[moves]
pass = { pass = "free" }
[setup]
board = """
  r . . k . r
  p p p p p p
  . . . . . .
  . . . . . .
  P P P P P P
  R . . K . R
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.checks]
if     = { checks = 5 }
winner = "mover"
[end.passes]
if     = { passes = 3 }
winner = "none"
[end.quiet]
if     = { quiet-plies = 30, reset = ["capture", "pawn"] }
winner = "none"
[end.slow]
if     = { quiet-plies = 60 }
winner = "none"
[end.long]
if     = { plies = 150 }
winner = "none"
"#;

fn games() -> Vec<(String, Arc<Game>)> {
    let mut all: Vec<(String, Arc<Game>)> =
        shipped::names().map(|name| (name.to_owned(), shipped::game(name))).collect();
    all.extend(zoo::games().map(|(name, game)| (name.to_owned(), game)));
    let load = |text: &str| load_text(text).unwrap_or_else(|error| panic!("{error}"));
    let [settles, no_fen] = SETTLERS;
    let settlers = RUNNERS.replace(settles.0, settles.1);
    all.push(("runners".to_owned(), load(RUNNERS)));
    all.push(("settlers".to_owned(), load(&settlers)));
    all.push(("runners without fen".to_owned(), load(&RUNNERS.replace(no_fen.0, no_fen.1))));
    all.push(("settlers without fen".to_owned(), load(&settlers.replace(no_fen.0, no_fen.1))));
    all.push(("counters".to_owned(), load(COUNTERS)));
    all.push((
        "counters in fen".to_owned(),
        load(&COUNTERS.replace("first    = \"black\"", "first    = \"black\"\nposition = \"fen\"")),
    ));
    all
}

/// All that a text can say beyond pieces and turn.
fn said(position: &Position) -> (u64, Clocks, Vec<u16>, [u8; 2]) {
    let game = position.game();
    on_board!(position.engine(), board => {
        let checks = [Player::First, Player::Second].map(|player| board.checks(player));
        let mut clocks = board.clocks(game);
        // A text of a game that does not count them does not carry them.
        let counts = |test: fn(&Condition) -> bool| game.rules.conditions().any(|when| when.parts().into_iter().any(test));
        if !game.names.fen && !counts(|part| matches!(part, Condition::QuietPlies { .. })) {
            clocks.quiet.clear();
        }
        if !game.names.fen && !counts(|part| matches!(part, Condition::Plies(_))) {
            clocks.plies = 0;
        }
        let hands = game.rules.pieces().map(|piece| board.held(piece)).collect();
        // A text does not say what may not come back at once.
        let key = if game.facts.vetoes_look_lately { board.key() } else { board.state_key(game) };
        (key, clocks, hands, checks)
    })
}

/// Whether some veto, or the end that has come, looks at positions or moves before this one, which no text carries.
fn looks_back(position: &Position) -> bool {
    let repeats = |part: &Condition| matches!(part, Condition::Repeats { .. });
    let past = |part: &Condition| repeats(part) || matches!(part, Condition::Played(_));
    let game = position.game();
    game.rules.vetoes.iter().any(|veto| veto.when.parts().into_iter().any(repeats))
        || position
            .outcome()
            .and_then(|outcome| outcome.end)
            .is_some_and(|end| game.rules.ends[end].when.parts().into_iter().any(past))
}

/// Plays on from a position and from its text, and holds one against the other.
fn goes_on_alike(name: &str, position: &Position, rng: &mut Rng, plies: usize) {
    let text = position.to_string();
    let read =
        Position::parse(position.game(), &text).unwrap_or_else(|error| panic!("{name}, {text}: {error}"));
    assert_eq!(read.to_string(), text, "{name}");
    assert_eq!(said(&read), said(position), "{name}, {text}");
    let (mut played, mut read) = (position.clone(), read);
    for _ in 0..plies {
        if looks_back(&played) {
            return;
        }
        let moves = played.legal_moves();
        assert_eq!(read.legal_moves(), moves, "{name}, {text}, then {played}");
        assert_eq!(read.outcome(), played.outcome(), "{name}, {text}, then {played}");
        if moves.is_empty() {
            return;
        }
        let mv = moves[rng.usize(..moves.len())];
        let written = played.move_text(mv);
        assert_eq!(read.parse_move(&written), Ok(mv), "{name}, {text}, then {played}");
        played.play(mv);
        read.play(mv);
        assert_eq!(said(&read), said(&played), "{name}, {text}, then {played}");
    }
}

/// How many games of each, and how far apart the positions are that are looked at.
fn amount() -> (u64, usize) {
    if deep() { (1_000, 5) } else { (2, 6) }
}

#[test]
fn every_position_that_play_reaches_reads_back_as_the_same_game() {
    let (walks, apart) = amount();
    for (name, game) in games() {
        let walks = if game.rules.geometry.size() > 256 { walks.div_ceil(8) } else { walks };
        for seed in 0..walks {
            let mut rng = Rng::with_seed(seed);
            let mut position = Position::start(&game);
            for ply in 0..120 {
                if ply % apart == 0 {
                    goes_on_alike(&name, &position, &mut rng, apart);
                }
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
                position.play(mv);
            }
            goes_on_alike(&name, &position, &mut rng, 1);
        }
    }
}

fn after(game: &Arc<Game>, text: &str) -> Position {
    Position::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn of_two_unmoved_pieces_on_a_file_the_one_that_has_moved_stays_moved() {
    let game = load_text(RUNNERS).expect("a game");
    let played = after(&game, "startpos moves a2b2 d4c4 b2a2 c4d4");
    assert!(played.parse_move("a2a4").is_err());
    let text = played.to_string();
    assert_eq!(text, "3r/3r/4/R3/R3 w dA - 4 3 unmoved=d5,a1");
    assert!(after(&game, &text).parse_move("a2a4").is_err());
    // Where the files say it, nothing else does.
    assert_eq!(Position::start(&game).to_string(), "3r/3r/4/R3/R3 w dA - 0 1");
}

#[test]
fn what_settles_away_from_its_start_reads_back() {
    let game = load_text(&RUNNERS.replace(SETTLERS[0].0, SETTLERS[0].1)).expect("a game");
    let played = after(&game, "startpos moves a2b2");
    let read = after(&game, &played.to_string());
    assert_eq!(read.hash(), played.hash(), "{played}");
}

#[test]
fn rights_are_kept_while_pieces_are_placed() {
    let game = shipped::game("placement");
    let rest = "K@e8 R@h1 R@h8 R@a1 R@a8 Q@d1 Q@d8 B@c1 B@c8 B@f1 B@f8 N@b1 N@b8 N@g1 N@g8";
    let played = after(&game, &format!("startpos moves K@e1 {rest}"));
    let printed = after(&game, "startpos moves K@e1").to_string();
    assert!(printed.contains(" b KQ - "), "{printed}");
    let read = after(&game, &format!("{printed} moves {rest}"));
    assert_eq!(read.to_string(), played.to_string());
    assert!(played.to_string().contains(" w KQkq - "), "{played}");
    // A rook that is placed elsewhere leaves no right on that side.
    let elsewhere = after(&game, "startpos moves K@e1 K@e8 R@b1 R@h8 R@c1 R@a8");
    assert!(elsewhere.to_string().contains(" w kq - "), "{elsewhere}");
}

#[test]
fn passes_in_a_row_are_written_and_read() {
    let game = shipped::game("flipello");
    let text = "P7/8/8/8/8/8/8/7p w - - 0 1";
    let passed = after(&game, &format!("{text} moves pass"));
    assert_eq!(passed.outcome(), None);
    assert!(passed.to_string().ends_with(" passes=1"), "{passed}");
    let over = after(&game, &format!("{passed} moves pass"));
    assert!(over.outcome().is_some(), "{over}");
}

#[test]
fn counts_read_back_however_large_they_are() {
    let game = shipped::game("chess");
    for (quiet, number) in [(1_000_000, 1_000_000), (u32::MAX, 1u32 << 31)] {
        let text = format!("4k3/8/8/8/8/8/8/4K2R w - - {quiet} {number}");
        // The game is over by then; a search goes on.
        let position = after(&game, &text);
        assert_eq!(position.to_string(), text);
    }
}

#[test]
fn odd_texts_are_refused_and_not_put_right_without_a_word() {
    for (name, text, words) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w KKKK - 0 1", "`K` is said twice"),
        ("chess", "4k3/08/8/8/8/8/8/4K2R w - - 0 1", "a run of 8 cells is written `8`"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 00 1", "`00` is no number"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 +1", "counts checks"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - e6e6 0 1", "names no marked cell, or one of them twice"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - e6 0 1", "no move of black's can have marked"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 passes=1", "no end counts passes"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 plies=1", "FEN has a field of its own for `plies`"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e2", "e2 is empty"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1,e1", "e1 is said twice"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1 unmoved=e1", "`unmoved` is said twice"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmov=e1", "a position says nothing by the name `unmov`"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - 3+x+3 0 1", "is not of the form `3+3`"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - 4+3 0 1", "3 checks are enough"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[Q w - - 0 1", "the hand is not closed"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[Q]] w - - 0 1", "`]` is not a piece of this game"),
        ("flipello", "8/8/8/8/8/8/pP6/8 w - - 0 1 passes=x", "`x` is no number"),
        ("dodgem", "B../B../.WW b quiet=1", "no end counts quiet plies"),
        ("dodgem", "B../B../.WW b same=a2:1,-", "no condition counts moves of the same piece"),
        ("frisian-draughts", "W:WKc3:BKd8 same=c3:1,-", "stands where the text should end"),
        (
            "frisian-draughts",
            "10/10/10/10/10/10/10/2K7/10/10 w same=c3:1",
            "expected 2 pieces, one of each player",
        ),
        ("frisian-draughts", "10/10/10/10/10/10/10/2K7/10/10 w same=c3:5,-", "of at most 4 moves"),
        ("frisian-draughts", "10/10/10/10/10/10/10/2K7/10/10 w same=c3:0,-", "of at most 4 moves"),
        ("frisian-draughts", "10/10/10/10/10/10/10/2K7/10/10 w same=-,c3:1", "c3 holds no piece of black"),
        ("frisian-draughts", "10/10/10/10/10/10/10/2K7/10/10 w same=z9:1,-", "names no cell of the board"),
        ("frisian-draughts", "10/10/10/10/10/10/10/2K7/10/10 w same=-,-,-", "found 3"),
    ] {
        let error = Position::parse(&shipped::game(name), text).expect_err(text).to_string();
        assert!(error.contains(words), "{name}, {text}: {error}");
    }
}

#[test]
fn a_run_of_empty_cells_in_a_number_counts_holes_and_dots_do_not() {
    let game = shipped::game("international-draughts");
    let drawn = Position::parse(&game, "W:Wc3:Bd4").expect("a position");
    let rows = "10/10/10/10/10/10/3m6/2M7/10/10 w";
    assert_eq!(Position::parse(&game, rows).expect("reads").pieces(), drawn.pieces());
    let dots = rows.replacen("10", "..........", 1);
    let error = Position::parse(&game, &dots).expect_err("dots").to_string();
    assert!(error.contains("is a hole: write `#`"), "{error}");
}

#[test]
fn a_mistake_in_a_position_is_marked_where_it_stands() {
    for (name, marked) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K«K»KK - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K«x» - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K«k» - 0 1"),
        ("breakthrough", "8/8/8/8/8/8/8/P6p w «K» - 0 1"),
        ("chess", "4k3/«08»/8/8/8/8/8/4K2R w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - «00» 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 «+1»"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - «e6e6» 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - «e6» 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 «passes»=1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=«e2»"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1,«e1»"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1,h1,«j9»"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1 «unmoved»=e1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 «unmov»=e1"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - «3+x+3» 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - «4+3» 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1 «+0+0»"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R«[Q» w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[Q«]»] w - - 0 1"),
        ("flipello", "8/8/8/8/8/8/pP6/8 w - - 0 1 passes=«x»"),
        ("dodgem", "B../B../.WW b «quiet»=1"),
    ] {
        let start = marked.find('«').expect("a mark");
        let end = marked.find('»').expect("a mark") - '«'.len_utf8();
        let text = marked.replace(['«', '»'], "");
        let error = Position::parse(&shipped::game(name), &text).expect_err(&text);
        assert_eq!(error.span, start..end, "{name}, {marked}: {error}");
    }
}

#[test]
fn where_moves_make_pieces_there_may_be_more_than_the_game_starts_with() {
    for parent in ["isolation", "chess", "othello"] {
        let text = format!(
            "[game]\nlanguage = 1\nname = \"Counted\"\nextends = \"{parent}\"\n[evaluation]\ngone = 3\n"
        );
        let game = Game::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let mut position = Position::start(&game);
        for _ in 0..6 {
            position.play(position.legal_moves()[0]);
            let printed = position.to_string();
            let read = Position::parse(&game, &printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
            assert_eq!(read.pieces(), position.pieces(), "{printed}");
        }
    }
    let game = Game::parse(
        "[game]\nlanguage = 1\nname = \"Counted\"\nextends = \"chess\"\n[evaluation]\ngone = 3\n",
    );
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    assert!(Position::parse(&game, "QQQ4k/8/8/8/8/8/8/7K w - - 0 1").is_ok(), "pawns have become queens");
}

/// Two checks win, and positions are no FEN.
const CHECKERS: &str = r#"
[game]
language = 1
name     = "Checkers"
players  = ["white", "black"]
[board]
size = [4, 4]
[pieces.king]
letter   = "K"
royal    = "each"
moves.go = { step = "any" }
[pieces.rook]
letter   = "R"
moves.go = { slide = "orthogonal" }
[setup]
board = """
  . k . .
  . . . .
  . . . .
  R . K .
"""
[end.checks]
if     = { checks = 2 }
winner = "mover"
[end.long]
if     = { plies = 40 }
winner = "none"
"#;

#[test]
fn checks_given_are_two_numbers_of_which_neither_has_ended_the_game_twice() {
    let game = load_text(CHECKERS).expect("a sound definition");
    let rows = ".k../..../..../R.K. w";
    let given = after(&game, &format!("{rows} checks=1+2"));
    assert_eq!(given.to_string(), format!("{rows} checks=1+2"));
    for wrong in ["3+0", "0+3", "1", "1+0+0", "1+0+x", "x+1+0", "+1+0", "1+-1", ""] {
        let error = Position::parse(&game, &format!("{rows} checks={wrong}")).expect_err(wrong).to_string();
        assert!(error.contains("is not of the form `1+0`"), "{wrong}: {error}");
    }
}

/// Chess with another back rank.
fn array(row: &str) -> Result<Arc<Game>, String> {
    let castle = |side: &str, to: &str, with: &str, right: &str| {
        format!(
            "{{ castle = {{ from = \"setup\", to = \"{to}\", with = \"rook\", with-from = \"{side}\", \
             with-to = \"{with}\", right = \"{right}\" }} }}"
        )
    };
    let [right, left] = [castle("right", "g1", "f1", "K"), castle("left", "c1", "d1", "Q")];
    load_text(&format!(
        "[game]\nlanguage = 1\nname = \"Array\"\nextends = \"chess\"\n\
         [pieces.king.moves]\ncastle-right = {right}\ncastle-left = {left}\n\
         [setup]\narmy = [\"{row}\", \"P P P P P P P P\"]\n[evaluation]\nsymmetric = false\n"
    ))
}

#[test]
fn castles_start_where_the_setup_puts_their_pieces() {
    let game = array("B R Q B N K N R").expect("a game");
    let start = Position::start(&game);
    assert!(start.to_string().ends_with(" w KQkq - 0 1"), "{start}");
    let open = after(&game, "1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 0 1");
    let short = open.parse_move("f1h1").expect("a castle");
    assert_eq!(open.move_text(short), "f1h1");
    assert!(open.parse_move("f1g1").is_ok_and(|step| step != short));
    let castled = after(&game, "1r3k1r/5p2/8/8/8/8/8/1R3K1R w KQkq - 0 1 moves f1h1 f8b8");
    assert_eq!(castled.to_string(), "2kr3r/5p2/8/8/8/8/8/1R3RK1 w - - 2 2");
    // An inner rook is named by its file, and so is one in a game where both pieces stand elsewhere.
    let inner = after(&game, "5k2/8/8/8/8/8/8/RR3K2 w B - 0 1");
    assert!(inner.parse_move("f1b1").is_ok() && inner.to_string().contains(" w Q - "), "{inner}");
    let outer = after(&game, "5k2/8/8/8/8/8/8/RR3K2 w A - 0 1");
    assert_eq!(outer.to_string(), "5k2/8/8/8/8/8/8/RR3K2 w A - 0 1");
    let elsewhere = after(&game, "3k4/8/8/8/8/8/8/R2K2R1 w GA - 0 1");
    assert_eq!(after(&game, &elsewhere.to_string()).hash(), elsewhere.hash(), "{elsewhere}");
    assert!(elsewhere.parse_move("d1a1").is_ok() && elsewhere.parse_move("d1g1").is_ok());
}

#[test]
fn a_setup_without_the_piece_to_castle_with_is_refused() {
    let why = array("R N B Q N B R K").expect_err("no rook on the right");
    assert!(why.contains("the setup has no rook to the right of h1"), "{why}");
    let why = array("R K B Q K B N R").expect_err("two kings");
    assert!(why.contains("asks for one king of the first player in the setup, there are 2"), "{why}");
}

#[test]
fn sfen_is_read_where_positions_are() {
    let rows = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (game, sfen, own) in [
        ("shogi", format!("{rows} b - 1"), format!("{rows}[] w - - 0 1")),
        ("shogi", format!("sfen {rows} w 2Pb 4"), format!("{rows}[PPb] b - - 0 2")),
        ("shogi", format!("{rows} w 2Pb 4"), format!("{rows}[PPb] b - - 0 2")),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1".to_owned(), "rbsgk/4p/5/P4/KGSBR[] w - - 0 1".to_owned()),
        (
            "crazyhouse",
            "sfen 4k3/8/8/8/8/8/8/4K3 w R2p 2".to_owned(),
            "4k3/8/8/8/8/8/8/4K3[Rpp] b - - 0 1".to_owned(),
        ),
        ("chess", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()),
    ] {
        let game = shipped::game(game);
        let read = |text: &str| Position::parse(&game, text).map(|position| position.to_string());
        assert_eq!(read(&sfen).expect(&sfen), read(&own).expect(&own));
    }
    // A castle's rights are no hand: what looks like SFEN is FEN there.
    let crazyhouse = shipped::game("crazyhouse");
    let fen = Position::parse(&crazyhouse, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq 1").expect("FEN");
    assert_eq!(fen.turn(), Player::First);
    let shogi = shipped::game("shogi");
    let wrong = Position::parse(&shogi, "sfen 9/9/9/9/9/9/9/9/4x4 b - 1").expect_err("no such piece");
    assert_eq!(wrong.span, 5..30);
    let played = Position::parse(&shogi, &format!("sfen {rows} b - 1 moves g3g4")).expect("a move");
    assert_eq!(played.turn(), Player::Second);
}
