//! What playing at random shows of a definition, and that it takes no longer than it may.

use std::sync::Arc;

use banco::inside::game::Game;
use banco::inside::library::{Library, Loaded, starter};
use banco::inside::lint::walk::{RandomWalk, effort};
use banco::inside::lint::{doubts_of_play, stops_somewhere};
use banco::inside::position::Position;

use crate::bounds::GIFTS;

#[test]
fn a_game_without_an_end_for_the_stuck_is_found_by_playing() {
    let sound: Loaded = starter("race").parse().expect("sound");
    assert_eq!(doubts_of_play(&sound.game, &sound.reading, &sound.doubts()), None);
    let text = starter("race");
    let (before, rest) = text.split_once("[end.stuck]").expect("an end");
    let (_, after) = rest.split_once("[evaluation.values]").expect("an evaluation");
    let open: Loaded = format!("{before}[evaluation.values]{after}").parse().expect("can be played");
    let found = doubts_of_play(&open.game, &open.reading, &open.doubts()).expect("a position");
    assert_eq!(found.code.name, "undecided");
    let at = found.message.split('`').nth(1).expect("a position");
    let position = Position::parse(&open.game, at).expect("reads back");
    assert!(position.outcome().is_some_and(|outcome| outcome.end.is_none()));
}

#[test]
fn a_game_of_slow_moves_is_not_played_for_ever() {
    let game = Game::parse(GIFTS).expect("sound");
    let effort = 3_000_000;
    assert!(stops_somewhere(&game, effort).is_none());
    let play = |effort| {
        let mut position = Position::start(&game);
        let played = RandomWalk::new(&game, effort, &Arc::default()).play(&mut position, 10, 1);
        (played, position.played().len())
    };
    assert_eq!(play(u64::MAX), (Some(10), 10));
    let (given_up, far) = play(effort);
    assert!(given_up.is_none() && (1..10).contains(&far), "{far}");
    assert_eq!(play(effort), (None, far), "the same on every machine");
}

#[test]
fn every_shipped_game_is_looked_at_fully() {
    let library = Library::with_folder("no such folder");
    for shelved in library.all() {
        let game = library.open(&shelved).expect("sound").game;
        assert!(
            stops_somewhere(&game, effort(&game)).is_some_and(|found| found.is_none()),
            "{}",
            shelved.name
        );
    }
}

#[test]
fn no_shipped_game_stops_without_a_result() {
    let library = Library::with_folder("no such folder");
    for shelved in library.all() {
        let loaded = library.open(&shelved).expect("sound");
        assert_eq!(doubts_of_play(&loaded.game, &loaded.reading, &loaded.doubts()), None, "{}", shelved.name);
    }
}
