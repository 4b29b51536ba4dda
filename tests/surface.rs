//! The crate as its users see it: what it names is enough, with and without scripts.

use std::sync::Arc;
use std::time::Duration;

use banco::{Game, Limits, Look, Move, Position, Reason, Search, SolveOptions, draw, evaluate, solve};

#[path = "../examples/best_play.rs"]
mod best_play;
#[path = "../examples/own_evaluation.rs"]
mod own_evaluation;
#[path = "../examples/own_game.rs"]
mod own_game;

fn named(name: &str) -> Arc<Game> {
    Game::named(name).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_examples_run() {
    own_game::main().expect("a game of its own");
    own_evaluation::main().expect("an evaluation of its own");
}

#[test]
fn a_game_is_played_searched_solved_and_drawn() {
    let game = named("tictactoe");
    let mut position = Position::start(&game);
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::depth(2) };
    let best = Search::new(1).run(&position, &limits, &mut |_| ()).best().expect("a move");
    position.play(best);
    assert_eq!((position.undo(), position.plies()), (Some(best), 0));
    assert!(solve(&position, &SolveOptions::default(), &|_| ()).is_ok());
    assert!(draw(&position, &Look::default()).starts_with("<svg"));
}

#[test]
fn a_search_ends_when_its_time_is_up() {
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let report = Search::new(1).run(&Position::start(&named("chess")), &limits, &mut |_| ());
    assert!(report.best().is_some() && report.depth < Limits::MAX_DEPTH);
    assert!(!limits.stop.load(std::sync::atomic::Ordering::Relaxed), "the caller's flag is its own");
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    let mut position = Position::start(&named("dodgem"));
    let before = position.to_string();
    let legal = position.legal_moves();
    assert_eq!(position.try_play(legal[0]), Ok(()));
    let refusal = position.try_play(legal[0]).expect_err("the other player is to move");
    assert!(matches!(refusal.reason(), Reason::Empty { .. }), "{refusal}");
    position.undo();
    let foreign = position.try_play(Move::from_bits(u64::MAX)).expect_err("no move at all");
    assert_eq!(foreign.reason(), &Reason::Foreign);
    assert_eq!(position.to_string(), before);
}

#[test]
#[should_panic(expected = "is not legal")]
fn playing_an_illegal_move_panics() {
    let mut position = Position::start(&named("dodgem"));
    let first = position.legal_moves()[0];
    position.play(first);
    position.play(first);
}

/// Repetition, quiet plies and passes ask the past: what is legal and how it ends does not depend on the moves being
/// known one by one or as counts.
#[test]
fn what_is_asked_of_a_long_game_is_right() {
    let game = named("chess");
    let mut position = Position::start(&game);
    for _ in 0..2 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            assert_eq!(position.outcome(), None);
            position.play(position.parse_move(text).expect("a knight moves"));
        }
    }
    assert!(position.outcome().is_some(), "the position stands for the third time");
    assert!(position.legal_moves().is_empty());
    assert_eq!((position.quiet_plies(), position.plies()), (8, 8));
}

/// A definition that names a script, as one that goes on with its own terms where the script fails, or not.
fn scripted(on_error: &str) -> Result<Arc<Game>, banco::DefinitionError> {
    Game::parse(&format!(
        "[game]\nlanguage = 1\nname = \"Scripted\"\nextends = \"dodgem\"\n\
         [evaluation.script]\nfile = \"dodgem-pairs.lua\"\n{on_error}\n"
    ))
}

#[test]
#[cfg(feature = "script")]
fn a_script_is_asked() {
    let game = scripted("").unwrap_or_else(|error| panic!("{error}"));
    assert!(evaluate(&Position::start(&game)).is_ok());
}

#[test]
#[cfg(not(feature = "script"))]
fn without_scripts_a_definition_that_names_one_loads_and_says_so_when_it_is_asked() {
    let game = scripted("").unwrap_or_else(|error| panic!("{error}"));
    let position = Position::start(&game);
    assert_eq!(position.legal_moves().len(), 3);
    let error = evaluate(&position).expect_err("no script runs");
    assert!(error.message.contains("lacks the feature `script`"), "{error}");
    let report = Search::new(1).run(&position, &Limits::depth(2), &mut |_| ());
    assert_eq!(report.script_error, Some(error));
}

#[test]
#[cfg(not(feature = "script"))]
fn without_scripts_a_definition_may_go_on_with_its_own_terms() {
    let game = scripted("on-error = \"native\"").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(evaluate(&Position::start(&game)), evaluate(&Position::start(&named("dodgem"))));
}

#[test]
fn best_play_is_played_to_the_end() {
    best_play::main().expect("dodgem from its start");
}
