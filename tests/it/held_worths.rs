//! What pieces are worth in hands.

use std::sync::Arc;

use banco::inside::eval::{Scorer, evaluate, explain, linear};
use banco::inside::game::Game;
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use banco::on_board;

use crate::shipped::load_text;

/// Chess with drops; what the evaluation says is added.
fn game(evaluation: &str) -> Arc<Game> {
    let head = "[game]\nlanguage = 1\nname = \"Held\"\nextends = \"loop\"\n";
    load_text(&format!("{head}{evaluation}")).unwrap_or_else(|said| panic!("{said}"))
}

fn said(evaluation: &str) -> String {
    let head = "[game]\nlanguage = 1\nname = \"Held\"\nextends = \"loop\"\n";
    load_text(&format!("{head}{evaluation}")).err().unwrap_or_default()
}

/// Bare evaluations: kings on their cells, and what stands in the hands.
fn score(evaluation: &str, hands: &str) -> i32 {
    let game = game(evaluation);
    let text = format!("4k3/8/8/8/8/8/8/4K3[{hands}] w - - 0 1");
    let position = Position::parse(&game, &text).unwrap_or_else(|error| panic!("{error}"));
    evaluate(&position).expect("no script")
}

#[test]
fn a_piece_in_a_hand_is_worth_its_value_where_nothing_else_is_said() {
    let values = "[evaluation]\ninherited = false\nvalues = { pawn = 100, knight = 300 }\n";
    assert_eq!(score(values, "PPn"), 200 - 300);
    let hands = format!("{values}hands = {{ pawn = 90 }}\n");
    assert_eq!(score(&hands, "PPn"), 180 - 300);
    // On the board the value counts.
    let game = game(&hands);
    let position = Position::parse(&game, "4k3/8/8/8/8/8/P7/4K3[PP] w - - 0 1").expect("a position");
    let terms = explain(&position).expect("no script");
    let share = |name: &str| terms.iter().find(|term| term.name == name).map(|term| term.score);
    assert_eq!([share("values.pawn"), share("hands.pawn")], [Some(100), Some(180)]);
}

#[test]
fn a_list_says_what_so_many_are_worth_together_and_its_last_number_goes_on() {
    let list = "[evaluation]\ninherited = false\nhands = { pawn = [0, 90, 150], rook = [-20, 400] }\n";
    // Black holds no rook: 20 off for it.
    assert_eq!(score(list, "P"), 90 + 20 - 20);
    assert_eq!(score(list, "PPPPr"), 150 - 20 - 400);
    assert_eq!(score(list, "pp"), -150);
}

#[test]
fn hands_are_worth_less_or_more_late_in_the_game() {
    let phase = "[evaluation]\ninherited = false\nphase = { queen = 1 }\nvalues = { pawn = 100 }\n";
    let early = |late: &str| score(&format!("{phase}{late}"), "PQq");
    let late = |late: &str| score(&format!("{phase}{late}"), "P");
    let both = "hands = { pawn = 80 }\nlate-hands = { pawn = 120 }\n";
    assert_eq!([early(both), late(both)], [80, 120]);
    // What is said of the end alone goes beside the value.
    let end = "late-hands = { pawn = 130 }\n";
    assert_eq!([early(end), late(end)], [100, 130]);
    let lists = "hands = { pawn = [0, 80] }\nlate-hands = { pawn = [0, 120, 200] }\n";
    assert_eq!([early(lists), late(lists)], [80, 120]);
}

#[test]
fn scores_kept_move_by_move_are_those_of_the_hands() {
    let game = game(
        "[evaluation]\nhands = { pawn = [5, 95, 170, 240], rook = 350 }\nlate-hands = { rook = 420, knight = 280 }\n",
    );
    let points = linear::points(&game.evaluation);
    for seed in 0..40 {
        let mut position = Position::start(&game);
        play_at_random(&mut position, 3 * seed as usize, seed);
        let whole = evaluate(&position).expect("no script");
        let kept = on_board!(position.engine(), board => Scorer::new(&game, board).score(board));
        assert_eq!(kept, whole, "{position}");
        let sum = linear::Sum::of(&position).score(&points);
        assert!((sum - f64::from(whole)).abs() < 1.0, "{position}: {sum} is not {whole}");
    }
}

#[test]
fn what_cannot_be_said_of_hands_is_refused_where_it_stands() {
    for (evaluation, why) in [
        ("[evaluation]\nhands = { pwan = 1 }\n", "did you mean `pawn`?"),
        ("[evaluation]\nhands = { pawn = [] }\n", "empty"),
        ("[evaluation]\nhands = { pawn = \"dear\" }\n", "a list of points by how many"),
        (
            "[evaluation]\nhands = { pawn = 90 }\nlate-hands = { pawn = [0, 90] }\n",
            "`hands.pawn` and `late-hands.pawn` do not go together",
        ),
    ] {
        let said = said(evaluation);
        assert!(said.contains(why), "{evaluation}: {said}");
    }
    let alone = "[game]\nlanguage = 1\nname = \"Held\"\nextends = \"chess\"\n[evaluation]\nphase = false\nlate-values = false\n\
                 late-squares = false\nformations = false\nlate-hands = { pawn = 1 }\n";
    let said = load_text(alone).err().unwrap_or_default();
    assert!(said.contains("`late-hands` means nothing without `[evaluation.phase]`"), "{said}");
}
