//! Weights of games whose definitions have none.

use std::sync::Arc;

use banco::inside::eval::{Scorer, derive, evaluate, explain, weighed, weights_text};
use banco::inside::game::Game;
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use banco::inside::search::{Limits, Search};
use banco::on_board;

use crate::shipped::load_text;

/// Games of all sorts.
const GAMES: [&str; 14] = [
    "chess",
    "breakthrough",
    "othello",
    "amazons",
    "dodgem",
    "hex-5x5",
    "y",
    "caro",
    "connect-four",
    "shogi",
    "xiangqi",
    "antichess",
    "nine-mens-morris",
    "go-5x5",
];

/// A shipped game with this evaluation alone.
fn with(name: &str, evaluation: &str) -> Arc<Game> {
    let head = format!("[game]\nlanguage = 1\nname = \"Derived\"\nextends = \"{name}\"\n");
    let anew = if name == "y" { "" } else { "inherited = false\n" };
    let said = evaluation.strip_prefix("[evaluation]\n").unwrap_or(evaluation);
    let text = format!("{head}[evaluation]\n{anew}{said}");
    load_text(&text).unwrap_or_else(|said| panic!("{name}: {said}\n{text}"))
}

/// What the search takes a position to be worth.
fn searched(position: &Position) -> i32 {
    on_board!(position.engine(), board => Scorer::new(position.game(), board).score(board))
}

#[test]
fn derived_weights_can_be_pasted_and_mean_the_same() {
    for name in GAMES {
        let bare = with(name, "");
        let text = weights_text(&bare, &derive(&bare));
        let pasted = with(name, &text);
        if text.contains("# ") {
            continue;
        }
        for seed in 0..12 {
            let mut position = Position::start(&bare);
            play_at_random(&mut position, 3 + 4 * seed, seed as u64);
            let same = Position::parse(&pasted, &position.to_string()).expect("a position");
            let alone = Position::parse(&bare, &position.to_string()).expect("a position");
            assert_eq!(evaluate(&alone), evaluate(&same), "{name}: {position}\n{text}");
            assert_eq!(searched(&weighed(&alone)), searched(&same), "{name}: {position}");
        }
    }
}

#[test]
fn the_same_weights_are_derived_each_time() {
    for name in GAMES {
        let [one, other] = [with(name, ""), with(name, "")];
        assert_eq!(weights_text(&one, &derive(&one)), weights_text(&other, &derive(&other)), "{name}");
    }
}

#[test]
fn the_board_says_the_same_points_after_moves() {
    for name in ["chess", "shogi", "dodgem", "breakthrough"] {
        let bare = with(name, "");
        let mut position = Position::start(&bare);
        play_at_random(&mut position, 21, 5);
        let scored = weighed(&position).into_owned();
        let mut replayed = Position::start(scored.game());
        play_at_random(&mut replayed, 21, 5);
        assert_eq!(searched(&scored), searched(&replayed), "{name}: {position}");
    }
}

#[test]
fn weights_are_derived_only_where_none_are_said() {
    let terms = |evaluation: &str| {
        let position = Position::start(&with("chess", evaluation));
        explain(&position).expect("no script").len()
    };
    assert!(terms("") > 5, "nothing is said");
    assert_eq!(terms("derive = false"), 0);
    assert_eq!(terms("values = { pawn = 0 }"), 1);
    assert!(terms("derive = true\nvalues = { pawn = 0 }") > 5);
    let position = Position::parse(
        &with("chess", "derive = true\nvalues = { pawn = 70 }"),
        "k7/8/8/8/8/8/P7/K7 w - - 0 1",
    );
    let terms = explain(&position.expect("a position")).expect("no script");
    let pawns = terms.iter().find(|term| term.name == "values.pawn").expect("a term");
    assert_eq!(pawns.score, 70, "what is said counts");
}

#[test]
fn a_search_uses_derived_weights() {
    // White can take a queen or a pawn.
    let game = with("chess", "");
    let position = Position::parse(&game, "k7/8/8/8/2q1p3/3P4/8/K7 w - - 0 1").expect("a position");
    let report = Search::new(1).run(&position, &Limits::depth(1), &mut |_| {});
    assert_eq!(position.move_text(report.best().expect("a move")), "d3c4");
    assert_eq!(searched(&position), 0, "the game itself has none");
}

#[test]
fn pieces_are_worth_what_they_can_do() {
    let game = with("chess", "");
    let derived = derive(&game);
    let value = |kind: &str| {
        let of = derived.values.iter().find(|(of, _)| game.kind_name(*of) == kind);
        of.map_or(0, |(_, weight)| weight.value)
    };
    let order = ["pawn", "knight", "rook", "queen"].map(value);
    assert!(order.is_sorted() && order[0] == 100, "{order:?}");
    assert_eq!(value("king"), 0);
    let losing = with("antichess", "");
    assert!(
        derive(&losing).values.iter().all(|(_, weight)| weight.value < 0),
        "who is rid of all pieces wins"
    );
}
