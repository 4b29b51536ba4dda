//! Pieces that go on after they have landed: how such moves are written and read, why others are refused, and rules
//! that no shipped game has.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use banco::inside::game::Game;
use banco::inside::position::{LastPly, Position};
use banco::inside::search::{Limits, Report, Search};

use crate::shipped::{self, load_text, variant};

fn at(game: &Arc<Game>, text: &str) -> Position {
    Position::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn texts(position: &Position) -> Vec<String> {
    position.move_texts(&position.legal_moves())
}

fn refusal(position: &Position, text: &str) -> String {
    position.parse_move(text).expect_err(text).message()
}

const BIG_ITALIAN: &str = r#"
[board]
size  = [10, 10]
holes = "light"
[setup]
board = """
  # . # . # m # m # m
  K # . # . # . # . #
  # m # m # m # m # .
  . # . # . # . # . #
  # . # . # . # . # .
  . # . # . # . # . #
  # . # m # m # . # .
  . # K # . # . # . #
  # . # m # m # . # .
  . # . # . # . # . #
"""
[evaluation]
squares      = false
late-squares = false
"#;

#[test]
fn the_king_that_is_taken_first_decides_the_way_round() {
    let game = variant("italian-draughts", BIG_ITALIAN);
    let position = at(
        &game,
        "#.#.#.#.#./K#.#.#.#.#/#m#k#m#m#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#m#m#.#./.#K#.#.#.#/#.#k#m#.#./.#.#.#.#.# w",
    );
    assert_eq!(texts(&position), ["c3e1g3e5c3"]);
    let mut after = position.clone();
    after.play(position.legal_moves()[0]);
    assert_eq!(
        after.to_string(),
        "#.#.#.#.#./K#.#.#.#.#/#m#k#m#m#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#K#.#.#.#/#.#.#.#.#./.#.#.#.#.# b"
    );
    after.undo();
    assert_eq!(after.to_string(), position.to_string());
}

#[test]
fn of_ways_with_one_result_the_first_is_written_and_all_are_read() {
    let game = shipped::game("english-draughts");
    let position = at(&game, "#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#/#.#m#m#./.#K#.#.#/#.#m#m#./.#.#.#.# w");
    assert_eq!(texts(&position), ["c3e5g3e1c3"]);
    let mv = position.legal_moves()[0];
    for text in ["c3e5g3e1c3", "c3e1g3e5c3", "c3c3"] {
        assert_eq!(position.parse_move(text), Ok(mv), "{text}");
    }
}

#[test]
fn start_and_end_are_enough_where_one_move_has_them() {
    let game = shipped::game("international-draughts");
    let one = at(
        &game,
        "#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#.#m#.#./.#.#.#.#.#/#.#m#.#.#./.#M#.#.#.#/#.#.#.#.#./.#.#.#.#.# w",
    );
    assert_eq!(texts(&one), ["c3e5g7"]);
    assert!(one.parse_move("c3g7").is_ok());
    // Two ways to one cell take other pieces: neither is said by its ends.
    let game = shipped::game("english-draughts");
    let ways = at(&game, "#.#.#.#./.#.#.#.#/#.#m#m#./.#.#.#.#/#.#m#m#./.#.#M#.#/#.#.#.#./.#.#.#.# w");
    assert_eq!(texts(&ways), ["e3c5e7", "e3g5e7"]);
    for (text, &mv) in texts(&ways).iter().zip(&ways.legal_moves()) {
        assert_eq!(ways.parse_move(text), Ok(mv));
    }
    assert_eq!(refusal(&ways, "e3e7"), "several moves go from e3 to e7: write `e3c5e7` or `e3g5e7`");
}

#[test]
fn what_a_man_becomes_need_not_be_said_where_there_is_no_choice() {
    let game = shipped::game("russian-draughts");
    let position = at(&game, "#.#.#.#./.#.#.#.#/#M#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.# w");
    assert_eq!(texts(&position), ["b6a7", "b6c7"]);
    let position = at(&game, "#.#.#.#./.#M#.#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.# w");
    assert_eq!(texts(&position), ["c7b8k", "c7d8k"]);
}

#[test]
fn refusals_say_which_capture_has_to_be_played() {
    let game = shipped::game("international-draughts");
    let position = at(
        &game,
        "#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#.#m#.#./.#.#.#.#.#/#m#m#.#.#./.#M#.#.#.#/#.#.#.#.#./.#.#.#.#.# w",
    );
    assert_eq!(refusal(&position, "c3a5"), "`c3a5` takes 1, but 2 can be taken: `c3e5g7`");
    assert_eq!(refusal(&position, "c3e5"), "`c3e5` stops where the piece has to go on: `c3e5g7`");
    assert_eq!(refusal(&position, "c3e5c7"), "from e5 the man does not go on to c7, but so: `c3e5g7`");
    assert_eq!(refusal(&position, "c3e5g7i9"), "from g7 the man does not go on: `c3e5g7`");
    let quiet = refusal(&position, "c3c4");
    assert!(quiet.contains("no rule") || quiet.contains("hole"), "{quiet}");
}

#[test]
fn a_piece_that_may_stop_can_stop_anywhere() {
    let game = variant(
        "english-draughts",
        "[pieces.king.moves]\njump = { hop = \"diagonal\", over = \"enemy\", before = [0, 0], after = [0, 0], onto = \"empty\", do = { take = \"path\" }, then = { again = \"may\" } }\n",
    );
    let position = at(&game, "#.#.#.#./.#.#.#.#/#.#.#m#./.#.#.#.#/#.#m#.#./.#K#.#.#/#.#.#.#./.#.#.#.# w");
    assert_eq!(texts(&position), ["c3e5", "c3e5g7"]);
}

#[test]
fn hops_that_take_nothing_reach_each_cell_once() {
    let game = load_text(
        r#"
[game]
language = 1
name     = "Hops"
players  = ["white", "black"]
[board]
size = [16, 16]
[pieces.man]
letter = "M"
[pieces.man.moves]
hop = { hop = "any", over = "any", before = [0, 0], after = [0, 0], onto = "empty", then = { again = "may" } }
[setup]
army = ["MMMMMMMMMMMMMMMM"]
[end.stuck]
if    = "no-moves"
loser = "turn"
"#,
    );
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    // A lattice of hurdles with a way round each: very many paths, few cells.
    let (full, half) = ("................", "..m.m.m.m.m.m.m.");
    let rows: Vec<String> = (0..16)
        .map(|row| match row {
            15 => "M...............".to_owned(),
            row if row % 2 == 0 => ".m.m.m.m.m.m.m.m".to_owned(),
            _ => if row % 4 == 1 { half } else { full }.to_owned(),
        })
        .collect();
    let position = at(&game, &format!("{} w", rows.join("/")));
    let moves = position.legal_moves();
    let ends: std::collections::BTreeSet<_> = moves.iter().map(|mv| mv.to()).collect();
    assert_eq!(ends.len(), moves.len());
    assert!(moves.iter().all(|mv| mv.to() != mv.from()));
}

#[test]
fn where_a_chain_has_to_turn_each_way_to_a_cell_goes_on_by_itself() {
    let game = load_text(
        r#"
[game]
language = 1
name     = "Turns"
players  = ["white", "black"]
[board]
size = [5, 5]
[pieces.man]
letter = "M"
[pieces.man.moves]
hop = { hop = "orthogonal", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", then = { again = "may", bends = "always" } }
[setup]
army = ["MMMMM"]
[end.stuck]
if    = "no-moves"
loser = "turn"
"#,
    );
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    // Round the square a1 c1 c3 a3 to c3 from below or from the left: only from below the way to e3 is a turn, only
    // from the left the one to c5.
    let position = at(&game, "...../..m../.m.m./m.m../Mm... w");
    let ends = |position: &Position| {
        let cells = position.legal_moves().into_iter().map(|mv| position.game().rules.geometry.name(mv.to()));
        cells.collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!(ends(&position).into_iter().collect::<Vec<_>>(), ["a3", "c1", "c3", "c5", "e3"]);
}

#[test]
fn a_position_with_more_chains_than_can_be_numbered_is_refused() {
    let rows = |cell: &dyn Fn(usize, usize) -> char| -> Vec<String> {
        (0..20).map(|row| (0..20).map(|file| cell(file, 19 - row)).collect()).collect()
    };
    let hole = |file: usize, rank: usize| (file + rank) % 2 == 1;
    let empty = rows(&|file, rank| match (file, rank) {
        _ if hole(file, rank) => '#',
        (0, 0) => 'K',
        (19, 19) => 'k',
        _ => '.',
    });
    let drawn: Vec<String> = empty.iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect();
    let more = format!(
        "[board]\nsize = [20, 20]\n[setup]\nboard = \"\"\"\n{}\n\"\"\"\n[evaluation]\nsquares = false\nlate-squares = false\n",
        drawn.join("\n")
    );
    let game = variant("english-draughts", &more);
    assert_eq!(at(&game, &format!("{} w", empty.join("/"))).legal_moves().len(), 1);
    // A man behind every man: the king goes round among them in more ways than anybody counts.
    let full = rows(&|file, rank| match (file, rank) {
        _ if hole(file, rank) => '#',
        (0, 0) => 'K',
        (1..19, 1..19) if file % 2 == 1 && rank % 2 == 1 => 'm',
        _ => '.',
    });
    let error = Position::parse(&game, &format!("{} w", full.join("/"))).expect_err("too many");
    assert!(error.message.contains("too many ways"), "{error}");
}

#[test]
fn perft_plays_and_undoes_every_chain() {
    for name in ["russian-draughts", "turkish-draughts", "frisian-draughts", "italian-draughts"] {
        let position = Position::start(&shipped::game(name));
        assert_eq!(position.perft(4, LastPly::Counted), position.perft(4, LastPly::Played), "{name}");
    }
}

/// Men hop over enemies and take them, over their own pieces and take those, and over enemies that they leave.
const HOPS: &str = r#"
[game]
language = 1
name = "Hops"
players = ["white", "black"]
[board]
size = [5, 5]
[pieces.man]
letter = "M"
[pieces.man.moves]
jump   = { hop = "east", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may" } }
spring = { hop = "east", over = "own", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path" }, then = { again = "may" } }
feint  = { hop = "north", over = "enemy", before = [0, 0], after = [0, 0], onto = "empty", do = { take = "path", only = "own" }, then = { again = "may" } }
[legality]
must-capture = true
[setup]
board = """
. . . . .
. . . . .
M m . . .
m . . . .
M M . . .
"""
[end]
stuck = { if = "no-moves", loser = "turn" }
"#;

#[test]
fn a_hop_captures_only_where_it_takes_an_enemy() {
    let game = Game::parse(HOPS).expect("a game");
    let start = Position::start(&game);
    assert_eq!(start.move_texts(&start.legal_moves()), ["a3c3"]);
    let quiet = Position::parse(&game, "...../...../m..../M..../MM... w").expect("a position");
    let mut moves = quiet.move_texts(&quiet.legal_moves());
    moves.sort();
    assert_eq!(moves, ["a1c1", "a2a4"]);
}

#[test]
fn the_move_that_a_refusal_shows_is_legal() {
    let game = shipped::game("international-draughts");
    let position = at(&game, "W:Wc3,i3:Bd4,d6,h4,h6,h8");
    let told = refusal(&position, "c3e5");
    let shown = told.rsplit('`').nth(1).expect("a move is shown");
    assert!(position.parse_move(shown).is_ok(), "{told}");
}

#[test]
fn a_piece_that_lands_where_it_cannot_go_on_is_told_where_it_can() {
    let game = shipped::game("international-draughts");
    let position = at(&game, "W:WKa1:Bc3,g5");
    let told =
        |on: &str| format!("from {on} the king cannot go on, and it has to land where it can: `a1f6h4`");
    assert_eq!(refusal(&position, "a1d4"), told("d4"));
    assert_eq!(refusal(&position, "a1h8"), told("h8"));
    assert_eq!(refusal(&position, "a1e5h4"), told("e5"));
    assert!(refusal(&position, "a1f6").contains("stops where the piece has to go on"));
    // Later on, too.
    let position = at(&game, "W:WKa1:Bc3,g5,i5");
    assert!(refusal(&position, "a1f6h4g5").starts_with("from h4 the king does not go on to g5"));
}

#[test]
fn a_chain_is_read_by_where_it_ends() {
    let game = shipped::game("international-draughts");
    let position = at(&game, "W:Wc3:Bd4");
    let meant = position.parse_move("c3e5");
    for text in ["e5", "xe5", "cxe5", "c3xe5"] {
        assert_eq!(position.read_move(text), meant, "{text}");
    }
}

#[test]
fn walking_about_without_end_is_given_up_and_said() {
    // Without `onto`, landing captures, too: few ways come to an end, and nobody can follow them all.
    let text = r#"
        [game]
        language = 1
        name     = "Everywhere"
        players  = ["white", "black"]
        [board]
        size  = [8, 8]
        [pieces.man]
        letter = "M"
        [pieces.man.moves]
        jump = { hop = "any", over = "enemy", before = [0, 0], after = [0, 0], do = { take = "path" }, then = { again = "must" } }
        [setup]
        board = """
          m m m m m m m m
          m m m m m m m m
          m m m m m m m m
          m m m m . m m m
          M M M M M M M M
          M M M M M M M M
          M M M M M M M M
          M M M M M M M M
        """
        [end.stuck]
        if    = "no-moves"
        loser = "turn"
    "#;
    let game = load_text(text).unwrap_or_else(|error| panic!("{error}"));
    let crowded = "mmmmmmmm/mmmmmmmm/mmmmmmmm/mmmm.mmm/MMMMMMMM/MMMMMMMM/MMMMMMMM/MMMMMMMM w";
    let error = Position::parse(&game, crowded).expect_err("too many");
    assert!(error.message.starts_with("the man on f4 can go on in too many ways"), "{error}");
    let start = Position::start(&game);
    let first = start.move_text(start.legal_moves()[0]);
    let error = Position::parse(&game, &format!("startpos moves {first}")).expect_err("too many");
    assert!(error.message.starts_with("after these moves the man on "), "{error}");
}

/// A search that is stopped goes on for a few moves, and plays chains that are known no longer where it comes back to.
#[test]
fn a_stopped_search_plays_the_chains_that_it_has_found() {
    for name in ["international-draughts", "russian-draughts", "brazilian-draughts", "english-draughts"] {
        let position = Position::start(&shipped::game(name));
        for last in 1..9 {
            let limits = Limits { depth: 12, ..Limits::default() };
            let mut done = 0;
            let mut stop = |_: &Report| {
                done += 1;
                limits.stop.store(done >= last, Ordering::Relaxed);
            };
            let found = Search::new(1).run(&position, &limits, &mut stop);
            assert!(found.best().is_some(), "{name}, {last}");
        }
    }
}
