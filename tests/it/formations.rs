//! Points that change from the beginning of a game to its end, and points for what stands around pieces.

use std::sync::Arc;

use banco::inside::eval::{evaluate, explain};
use banco::inside::game::Game;
use banco::inside::position::Position;
use fastrand::Rng;

use crate::shipped::load_text;
use crate::zoo;

/// Pawns, rooks and kings on six files; what the evaluation says is added.
const GAME: &str = r#"
[game]
language = 1
name     = "Formations"
players  = ["white", "black"]
[board]
size = [6, 6]
[pieces.pawn]
letter     = "P"
moves.push = { step = "forward" }
[pieces.rook]
letter      = "R"
moves.slide = { slide = "orthogonal" }
[pieces.king]
letter     = "K"
moves.walk = { step = "any" }
[setup]
board = """
  r . . . . k
  p p p p p p
  . . . . . .
  . . . . . .
  P P P P P P
  R . . . . K
"""
[end.bare]
if     = { none = "enemy king" }
winner = "mover"
[end.long]
if     = { plies = 60 }
winner = "none"
"#;

fn game(evaluation: &str) -> Arc<Game> {
    load_text(&format!("{GAME}{evaluation}")).unwrap_or_else(|said| panic!("{said}"))
}

fn at(game: &Arc<Game>, text: &str) -> Position {
    Position::parse(game, text).unwrap_or_else(|error| panic!("{error}"))
}

fn score(game: &Arc<Game>, text: &str) -> i32 {
    evaluate(&at(game, text)).expect("no script")
}

/// What the compiler says about an evaluation.
fn said(evaluation: &str) -> String {
    match Game::parse(&format!("{GAME}{evaluation}")) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn pawns_are_passed_doubled_isolated_by_what_stands_around_them() {
    let passed = "[evaluation.formations.passed]\npiece = \"pawn\"\nnone = \"enemy pawn\"\n\
                  on = { ahead = [1, 9], beside = [0, 1] }\nvalue = [0, 1, 10, 100, 1000, 0]";
    let doubled =
        "[evaluation.formations.doubled]\npiece = \"pawn\"\nsome = \"own pawn\"\non = \"ahead\"\nvalue = -7";
    let isolated = "[evaluation.formations.isolated]\npiece = \"pawn\"\nnone = \"own pawn\"\n\
                    on = { beside = [1, 1] }\nvalue = -5";
    let position = "5k/3p2/1P4/1P4/4p1/5K w";
    // White's on b3 and b4 are passed; of Black's, that on e2 on its fifth rank, that on d5 on its second.
    assert_eq!(score(&game(passed), position), 10 + 100 - 1000 - 1);
    assert_eq!(score(&game(doubled), position), -7);
    assert_eq!(score(&game(isolated), position), -10);
}

#[test]
fn shields_and_open_files_count_cells_or_ask_for_none() {
    let shield = "[evaluation.formations.shield]\npiece = \"king\"\neach = \"own pawn\"\n\
                  on = { ahead = [1, 2], beside = [0, 1] }\nvalue = 3";
    let open = "[evaluation.formations.open]\npiece = \"rook\"\nnone = \"pawn\"\non = \"file\"\nvalue = 20";
    let half =
        "[evaluation.formations.half-open]\npiece = \"rook\"\nnone = \"own pawn\"\non = \"file\"\nvalue = 9";
    let pair =
        "[evaluation.formations.pair]\npiece = \"rook\"\nsome = \"own rook\"\non = \"board\"\nvalue = 8";
    let ring = "[evaluation.formations.ring]\npiece = \"king\"\ncount = \"any\"\nat-least = 2\nat-most = 3\n\
                on = \"around\"\nvalue = 50";
    let position = "r3kr/2p2p/6/3P2/3PP1/R3K1 w";
    // Before White's king stand d2, e2 and d3, before Black's f5.
    assert_eq!(score(&game(shield), position), 3 * 3 - 3);
    assert_eq!(score(&game(open), position), 20 - 20);
    assert_eq!(score(&game(half), position), 9 - 9);
    assert_eq!(score(&game(pair), position), -16);
    assert_eq!(score(&game(ring), position), 0);
    assert_eq!(score(&game(ring), "4k1/6/6/6/3PP1/R3K1 w"), 50);
}

#[test]
fn points_are_the_mean_of_early_and_late_ones_rounded_towards_zero() {
    // The setup has one rook a side.
    let tapered = game(
        "[evaluation]\nphase = { rook = 3 }\nvalues = { pawn = 10 }\nlate-values = { pawn = 15, king = 7 }\n",
    );
    assert_eq!(score(&tapered, "r4k/6/6/6/P5/R4K w"), 10);
    assert_eq!(score(&tapered, "5k/6/6/6/P5/5K w"), 15);
    // Half way: 12.5, either way.
    assert_eq!(score(&tapered, "5k/6/6/6/P5/R4K w"), 12);
    assert_eq!(score(&tapered, "5k/p5/6/6/6/R4K w"), -12);
    // A king that is worth nothing early: 10 and 15 - 7.
    assert_eq!(score(&tapered, "5k/6/6/6/P5/R5 w"), 9);
    // More than at the start is no earlier.
    assert_eq!(score(&tapered, "r4k/6/6/6/P5/RRRR1K w"), 10);
}

#[test]
fn a_kind_without_late_points_keeps_its_own() {
    let text = "[evaluation]\nphase = { rook = 1 }\nvalues = { pawn = 100, rook = 500 }\nlate-values = { pawn = 120 }\n\
                mobility = { rook = 2, king = 1 }\nlate-mobility = { king = 3 }\n";
    let game = game(text);
    let shares = |text: &str| -> Vec<(String, i32)> {
        let terms = explain(&at(&game, text)).expect("no script");
        terms.into_iter().map(|term| (term.name, term.score)).collect()
    };
    let [early, late] = ["r4k/6/6/6/P5/R4K w", "5k/6/6/6/P5/4K1 w"].map(shares);
    let share = |terms: &[(String, i32)], name: &str| terms.iter().find(|(n, _)| n == name).map(|(_, s)| *s);
    assert_eq!([share(&early, "values.pawn"), share(&late, "values.pawn")], [Some(100), Some(120)]);
    // Five cells for White's king, three for Black's; White's rook is shut in by its own pawn.
    assert_eq!([share(&early, "mobility.king"), share(&late, "mobility.king")], [Some(0), Some(6)]);
    assert_eq!([share(&early, "mobility.rook"), share(&late, "mobility.rook")], [Some(2 * (4 - 8)), Some(0)]);
}

#[test]
fn terms_and_their_rounding_add_up_to_the_score() {
    let game = zoo::games().find(|(name, _)| *name == "phalanx").expect("a game of the zoo").1;
    let mut rng = Rng::with_seed(3);
    let mut rounded = 0;
    for _ in 0..30 {
        let mut position = Position::start(&game);
        for _ in 0..60 {
            let moves = position.legal_moves();
            let Some(&mv) = rng.choice(&moves) else { break };
            position.play(mv);
            let terms = explain(&position).expect("no script");
            let rounding = terms.iter().find(|term| term.name == "rounding").expect("it has a phase");
            rounded += i32::from(rounding.score != 0);
            assert!(terms.iter().all(|term| term.origin.is_some()));
            assert_eq!(
                evaluate(&exchanged(&position)),
                evaluate(&position).map(|score| -score),
                "{position}"
            );
        }
    }
    assert!(rounded > 0, "nothing was rounded");
}

/// The position as the other player sees it.
fn exchanged(position: &Position) -> Position {
    let text = position.to_string();
    let mut fields = text.split(' ');
    let rows = fields.next().unwrap_or_default().split('/').rev().collect::<Vec<_>>().join("/");
    let swapped = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let turn = if fields.next() == Some("w") { "b" } else { "w" };
    at(position.game(), &format!("{} {turn}", rows.chars().map(swapped).collect::<String>()))
}

#[test]
fn mistakes_in_formations_and_phases_are_refused() {
    for (evaluation, words) in [
        (
            "[evaluation]\nlate-values = { pawn = 1 }",
            "`late-values` means nothing without `[evaluation.phase]`",
        ),
        ("[evaluation]\nphase = { pwan = 1 }\nlate-values = { pawn = 1 }", "did you mean `pawn`?"),
        (
            "[evaluation]\nmobility = 2\nlate-mobility = { rook = 1 }\nphase = { rook = 1 }",
            "`mobility` and `late-mobility` do not go together",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\nnone = \"own\"\non = \"ahead\"\nvalue = [1, 2]",
            "this list has 2 numbers, the board 6 ranks",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\non = \"ahead\"\nvalue = 2",
            "this formation asks nothing",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\nnone = \"own\"\nsome = \"own\"\non = \"ahead\"\nvalue = 2",
            "a formation asks one thing, this one asks `none` and `some`",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\ncount = \"own\"\non = \"ahead\"\nvalue = 2",
            "`count` needs `at-least` or `at-most`",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\neach = \"own\"\nat-least = 2\non = \"ahead\"\nvalue = 2",
            "`at-least` means nothing beside `each`",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\nnone = \"own\"\non = \"infront\"\nvalue = 2",
            "expected `file`, `ahead`, `around` or `board`, found `infront`",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\nnone = \"own\"\non = { ahead = [2, 1] }\nvalue = 2",
            "from 2 to 1 is no range",
        ),
        (
            "[evaluation.formations.a]\npiece = \"pawn\"\ncount = \"own\"\nat-least = 2\nat-most = 1\n\
             on = \"ahead\"\nvalue = 2",
            "no number is at least 2 and at most 1",
        ),
    ] {
        let said = said(evaluation);
        assert!(said.contains(words), "{words}\n{said}");
    }
}

#[test]
fn a_bound_counts_every_term_beside_the_others() {
    let table = format!("squares.pawn = {:?}", [[40; 6]; 6]);
    let terms = ["gone = 70", "mobility = 3", "tempo = 11", "values.rook = 500", &table];
    let bound = |lines: &str| {
        let game = load_text(&format!("{GAME}[evaluation]\n{lines}\n"))
            .unwrap_or_else(|error| panic!("{lines}: {error}"));
        game.evaluation.bound(36, 100)
    };
    let alone: Vec<i64> = terms.iter().map(|term| bound(term)).collect();
    assert!(alone.iter().all(|&points| points > 0), "{alone:?}");
    assert_eq!(bound(&terms.join("\n")), alone.iter().sum::<i64>());
}

#[test]
fn a_bound_counts_the_cells_of_a_window_on_both_sides() {
    for (ahead, beside) in
        [([-1, 1], [1, 1]), ([1, 2], [1, 2]), ([2, 3], [1, 1]), ([-2, -1], [2, 2]), ([0, 1], [1, 2])]
    {
        let game = load_text(&format!(
            "{GAME}[evaluation.formations.near]\npiece = \"rook\"\neach = \"own\"\n\
             on = {{ ahead = {ahead:?}, beside = {beside:?} }}\nvalue = 1\n"
        ));
        let game = game.unwrap_or_else(|said| panic!("{said}"));
        let [rows, files] = [ahead, beside].map(|[from, to]| i64::from(to - from + 1));
        assert_eq!(game.evaluation.bound(36, 100), 36 * rows * 2 * files, "{ahead:?} {beside:?}");
    }
}
