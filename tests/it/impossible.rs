//! Positions that no game leads to are told from those that come about.

use banco::Position;
use banco::inside::lint::{Possible, play_at_random};

use crate::shipped;

/// Games at random of each shipped game, and plies of each.
const GAMES: u64 = 6;
const PLIES: usize = 90;

#[test]
fn what_is_played_is_never_called_impossible() {
    for name in shipped::chosen() {
        let game = shipped::game(name);
        let possible = Possible::of(&game);
        for seed in 0..GAMES {
            let mut position = Position::start(&game);
            play_at_random(&mut position, PLIES, seed);
            loop {
                // As a text says it: without what was played before.
                let alone = position.alone();
                assert_eq!(possible.objection(&alone), None, "{name}: {alone}");
                if position.undo().is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn each_game_is_judged_by_its_own_rules() {
    for (name, text, why) in [
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", Some("black is in check")),
        ("xiangqi", "3k5/9/9/9/9/9/9/4B4/9/4K4 w - - 0 1", None),
        ("xiangqi", "3k5/9/9/9/4B4/9/9/9/9/4K4 w - - 0 1", Some("can ever stand on e6")),
        ("horde", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w kq - 0 1", None),
        ("atomic", "4k3/8/8/8/8/8/8/8 w - - 0 1", None),
        ("antichess", "8/8/8/8/8/8/8/K7 w - - 0 1", None),
        ("shogi", "4k4/9/9/9/9/9/9/9/PPPPKPPPP[] w - - 0 1", None),
        ("shogi", "P3k4/9/9/9/9/9/9/9/4K4[] b - - 0 1", Some("no sente pawn can ever stand on")),
    ] {
        let game = shipped::game(name);
        let Ok(position) = Position::parse(&game, text) else { panic!("{name}: {text}") };
        let found = Possible::of(&game).objection(&position).map(|why| why.to_string());
        match why {
            None => assert_eq!(found, None, "{name}: {text}"),
            Some(why) => {
                assert!(found.as_ref().is_some_and(|found| found.contains(why)), "{name}: {found:?}")
            }
        }
    }
}
