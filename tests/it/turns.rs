//! Turns of several moves, and the exchange of sides: texts, refusals, ends in the middle of a turn.

use std::sync::Arc;

use banco::inside::eval::plies_to_win;
use banco::inside::game::{Game, Player, SearchMethod};
use banco::inside::position::{LastPly, Position};
use banco::inside::search::{Limits, Report, Search};

use crate::{shipped, zoo};

fn zoo_game(name: &str) -> Arc<Game> {
    let (_, text) = zoo::turns::TEXTS.iter().find(|(known, _)| *known == name).expect("a game of the zoo");
    Game::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(position: &Position, text: &str) -> String {
    position.parse_move(text).expect_err(text).message()
}

fn played(game: &Arc<Game>, moves: &str) -> Position {
    Position::parse(game, &format!("startpos moves {moves}")).unwrap_or_else(|error| panic!("{error}"))
}

/// The words of a position's text behind the rows.
fn fields(position: &Position) -> String {
    position.to_string().split_once(' ').expect("a player to move").1.to_owned()
}

#[test]
fn the_text_of_a_position_says_how_far_the_turn_is() {
    let connect6 = shipped::game("connect6");
    assert_eq!(fields(&Position::start(&connect6)), "b1");
    assert_eq!(fields(&played(&connect6, "j10")), "w2");
    assert_eq!(fields(&played(&connect6, "j10 j11")), "w1+");
    assert_eq!(fields(&played(&connect6, "j10 j11 j12")), "b2");
    let raiders = zoo_game("raiders");
    assert_eq!(fields(&Position::start(&raiders)), "r");
}

#[test]
fn what_a_turn_cannot_be_is_refused_with_what_it_can() {
    let connect6 = shipped::game("connect6");
    let rows = played(&connect6, "j10 a1 a2").to_string();
    let rows = rows.split(' ').next().expect("rows");
    let error =
        |turn: &str| Position::parse(&connect6, &format!("{rows} {turn}")).expect_err(turn).to_string();
    assert!(error("b3").contains("a turn that begins has 2 moves"), "{}", error("b3"));
    assert!(error("b1").contains("write `+` behind one that has begun"), "{}", error("b1"));
    assert!(error("b2+").contains("has 1 to 1 left"), "{}", error("b2+"));
    for wrong in ["b0", "b+2", "b2++", "b999", "b-", "x2"] {
        assert!(error(wrong).contains("is not a player to move"), "{wrong}: {}", error(wrong));
    }
    assert_eq!(fields(&Position::parse(&connect6, &format!("{rows} b")).expect("a whole turn")), "b2");
    let chess = shipped::game("chess");
    let error =
        Position::parse(&chess, "4k3/8/8/8/8/8/8/4K3 w2 - - 0 1").expect_err("one move a turn").to_string();
    assert!(error.contains("is not a player to move"), "{error}");
}

#[test]
fn the_number_of_a_turn_is_said_where_it_matters() {
    let marchers = zoo_game("marchers");
    let second = played(&marchers, "a2a3");
    assert!(fields(&second).starts_with("b2 "), "{second}");
    assert!(second.to_string().contains(" turn=2"), "{second}");
    let third = played(&marchers, "a2a3 a5a4 done");
    assert!(fields(&third).starts_with("w3 "), "{third}");
    assert!(!third.to_string().contains("turn="), "{third}");
    let wrong = second.to_string().replace("turn=2", "turn=4");
    let error = Position::parse(&marchers, &wrong).expect_err("three turns are told apart").to_string();
    assert!(error.contains("`4` is no turn from 1 to 3"), "{error}");
    let raiders = zoo_game("raiders");
    let error = Position::parse(&raiders, &format!("{} turn=1", Position::start(&raiders)));
    assert!(error.expect_err("alike").to_string().contains("all its turns are alike"));
}

#[test]
fn who_has_moved_may_stop_or_pass_where_both_are_allowed() {
    let idlers = zoo_game("idlers");
    let stopped = |moves: &str| {
        let position = played(&idlers, moves);
        let texts = position.legal_moves().into_iter().map(|mv| position.move_text(mv));
        let mut texts: Vec<String> = texts.filter(|text| text.len() > 2).collect();
        texts.sort();
        texts
    };
    assert_eq!(stopped("a1"), ["done", "pass"]);
    assert_eq!(stopped("a1 done"), ["pass"]);
    // Counted by a second, plain program; a stop between two passes parts them.
    let counts = Position::start(&idlers).perft(5, LastPly::Counted);
    assert_eq!(counts, [10, 101, 829, 6905, 51481]);
}

#[test]
fn a_proven_win_of_turns_of_several_moves_is_the_nearest() {
    let climbers = zoo_game("climbers");
    // The distances are those of `solve` and of a second, plain program.
    for (position, plies) in [(Position::start(&climbers), 5_u32), (played(&climbers, "c2"), 4)] {
        let told = |report: Report| plies_to_win(report.score).map(|plies| plies.unsigned_abs());
        for method in [SearchMethod::Pvs, SearchMethod::Mcts] {
            let limits = Limits { nodes: 200_000, algorithm: Some(method), ..Limits::default() };
            let report = Search::new(4).run(&position, &limits, &mut |_| {});
            assert!(report.exact, "{position}: {method:?}");
            assert_eq!(told(report), Some(plies), "{position}: {method:?}");
        }
    }
}

#[test]
fn who_has_moved_may_stop_where_the_rules_let_it() {
    let marchers = zoo_game("marchers");
    let start = Position::start(&marchers);
    assert!(refusal(&start, "done").contains("the turn begins with a move"));
    let begun = played(&marchers, "a2a3 a5a4");
    assert!(begun.legal_moves().iter().any(|&mv| begun.move_text(mv) == "done"));
    assert!(
        refusal(&Position::start(&shipped::game("chess")), "done").contains("before all moves of a turn")
    );
    let mut stopped = begun.clone();
    stopped.play(begun.parse_move("done").expect("it may stop"));
    assert_eq!((begun.turn(), stopped.turn()), (Player::Second, Player::First));
    stopped.undo();
    assert_eq!(stopped.to_string(), begun.to_string());
    assert_eq!(stopped.hash(), begun.hash());
}

#[test]
fn a_check_ends_the_turn_and_a_mate_the_game_in_its_middle() {
    let game = shipped::game("marseillais");
    let checked = played(&game, "e2e4 d7d6 a7a6 f1b5");
    assert!(fields(&checked).starts_with("b2 "), "{checked}");
    let mated = played(&game, "e2e4 e7e5 b8c6 d1h5 f1c4 a7a6 b7b5 h5f7");
    let outcome = mated.outcome().expect("mate");
    assert_eq!(outcome.winner, Some(Player::First));
}

#[test]
fn sides_are_swapped_in_place_of_the_second_players_first_move_alone() {
    let traders = zoo_game("traders");
    let start = Position::start(&traders);
    assert!(refusal(&start, "swap").contains("in place of the second player's first move"));
    assert!(refusal(&Position::start(&shipped::game("chess")), "swap").contains("not swapped in this game"));
    let second = played(&traders, "b1");
    assert!(second.to_string().contains("b2 turn=2"), "{second}");
    let swapped = played(&traders, "b1 swap");
    // A red stone on b1 is a blue one on a2.
    assert_eq!(swapped.to_string(), "..../..../s.../.... r2 plies=2");
    assert!(refusal(&swapped, "swap").contains("in place of"));
    assert!(refusal(&played(&traders, "b1 c1"), "swap").contains("in place of"));
}

/// Games at random: every position comes back from its text, and every move from undo.
fn comes_back(game: &Arc<Game>, seed: u64) {
    let mut position = Position::start(game);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut texts = vec![position.to_string()];
    while position.outcome().is_none() && texts.len() < 200 {
        let moves = position.legal_moves();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position.play(moves[(state >> 33) as usize % moves.len()]);
        let text = position.to_string();
        let read = Position::parse(game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.to_string(), read.turn()), (text.clone(), position.turn()));
        // What stood before is no part of a text, and may have ended the game.
        if position.outcome().is_none() {
            assert_eq!(read.legal_moves(), position.legal_moves(), "{text}");
        }
        texts.push(text);
    }
    while let Some(before) = texts.pop() {
        assert_eq!(position.to_string(), before);
        position.undo();
    }
}

#[test]
fn games_with_long_turns_come_back_from_texts_and_undo() {
    let games = if std::env::var("BANCO_DEEP").is_ok() { 1_000 } else { 20 };
    for name in ["connect6", "lines-of-action", "marseillais"] {
        let game = shipped::game(name);
        (0..games).for_each(|seed| comes_back(&game, seed));
    }
    for (name, _) in zoo::turns::TEXTS {
        let game = zoo_game(name);
        (0..games).for_each(|seed| comes_back(&game, seed));
    }
}
