//! How a hand makes moves: every move can be made by pointing, and no two are made alike.

use std::collections::BTreeSet;

use banco::Position;
use banco::inside::notation::Gesture;

use crate::shipped;

#[test]
fn every_move_of_every_game_is_made_by_gestures_of_its_own() {
    for name in shipped::chosen() {
        let game = shipped::game(name);
        let mut random = fastrand::Rng::with_seed(11);
        let mut position = Position::start(&game);
        for _ in 0..24 {
            let moves = position.legal_moves();
            let gestures = position.gestures(&moves);
            let distinct: BTreeSet<String> = gestures.iter().map(|one| format!("{one:?}")).collect();
            assert_eq!(distinct.len(), moves.len(), "{name}: {position}");
            assert!(gestures.iter().all(|one| !one.is_empty()), "{name}: {position}");
            match moves.is_empty() {
                true => break,
                false => position.play(moves[random.usize(..moves.len())]),
            }
        }
    }
}

#[test]
fn gestures_follow_the_hand() {
    let made = |name: &str, start: &str, text: &str| {
        let position = Position::parse(&shipped::game(name), start).expect("a position");
        let mv = position.parse_move(text).expect("legal");
        let moves = position.legal_moves();
        let at = moves.iter().position(|&other| other == mv).expect("there");
        let said = |gesture: &Gesture| match gesture {
            Gesture::Cell(cell) => position.game().cell_name(*cell),
            Gesture::Hand(_) => "hand".to_owned(),
            Gesture::Choose(piece) => format!("={}", position.game().kind_name(piece.kind())),
            Gesture::Off => "off".to_owned(),
            Gesture::Done => "done".to_owned(),
            Gesture::Swap => "swap".to_owned(),
            Gesture::Pass => "pass".to_owned(),
            Gesture::Named(text) => format!(":{text}"),
        };
        position.gestures(&moves)[at].iter().map(said).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(made("chess", "startpos", "e2e4"), "e2 e4");
    assert_eq!(made("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"), "a7 a8 =knight");
    assert_eq!(made("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "e1 g1");
    assert_eq!(made("tic-tac-toe", "startpos", "b2"), "b2");
    assert_eq!(made("dodgem", "B../.B./.WW b", "b2c2"), "b2 c2");
    assert_eq!(made("dodgem", "..B/.B./.WW b", "c3off"), "c3 off");
    assert_eq!(made("amazons", "startpos", "d1d7,d7g7"), "d1 d7 g7");
    assert_eq!(made("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4"), "hand e4");
}
