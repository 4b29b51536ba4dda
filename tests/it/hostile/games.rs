//! Definitions, and positions, moves and records of games.

use std::sync::{Arc, LazyLock};

use banco::inside::eval::evaluate;
use banco::inside::game::Game;
use banco::inside::library::Loaded;
use banco::inside::position::{LastPly, Position};
use banco::inside::search::{Limits, Search};
use banco::inside::suite::Record;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::tamper::{change, tampered};
use super::{share, watched};
use crate::shipped;
use crate::zoo;

/// Definitions to tamper with.
pub static TEXTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let shipped = shipped::TEXTS.values().map(String::as_str);
    shipped.chain(zoo::texts().map(|(_, text)| *text)).collect()
});

/// Games to tamper with the positions and moves of.
pub static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let shipped = shipped::names().map(shipped::game);
    shipped.chain(zoo::games().map(|(_, game)| game)).collect()
});

/// A position of a game after some moves.
pub fn walked(game: &Arc<Game>, choices: &[Index]) -> Position {
    let mut position = Position::start(game);
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice.index(moves.len())]);
    }
    position
}

/// Whatever can be asked of a position can be answered.
fn use_it(position: &Position) -> Result<(), TestCaseError> {
    let moves = position.legal_moves();
    prop_assert!(position.outcome().is_none() || moves.is_empty());
    prop_assert!(evaluate(position).expect("no script").abs() < i32::MAX);
    prop_assert_eq!(position.perft(1, LastPly::Counted), position.perft(1, LastPly::Played));
    let limits = Limits { nodes: 60, ..Limits::depth(2) };
    let report = Search::new(1).run(position, &limits, &mut |_| {});
    prop_assert_eq!(report.best().is_some(), !moves.is_empty());
    let again = Position::parse(position.game(), &position.to_string());
    prop_assert_eq!(again.map(|again| again.pieces()), Ok(position.pieces()), "{}", position);
    Ok(())
}

proptest! {
    #![proptest_config(share(20))]
    #[test]
    fn tampered_definitions_never_panic(
        base in any::<Index>(),
        changes in vec(change(), 1..4),
        choices in vec(any::<Index>(), 0..6),
    ) {
        let text = tampered(TEXTS[base.index(TEXTS.len())], &changes, &TEXTS);
        watched("definition", &text, || match text.parse::<Loaded>() {
            Ok(loaded) => {
                loaded.doubts();
                use_it(&walked(&loaded.game, &choices))
            }
            Err(error) => {
                prop_assert!(error.to_string().contains("error["));
                Ok(())
            }
        })?;
    }
}

/// Letters of Betza's notation, of those who extended it, and some that stand for nothing.
const LETTERS: &[u8] = b"WWFFNNRBQKDAHCZGJLUOfbvrlshmceipgnjaoqztudxy0123 @(";

proptest! {
    #![proptest_config(share(2))]
    #[test]
    fn letters_for_moves_never_panic(
        letters in vec(any::<Index>(), 1..9),
        choices in vec(any::<Index>(), 0..6),
    ) {
        let letters: String = letters.iter().map(|at| char::from(LETTERS[at.index(LETTERS.len())])).collect();
        let text = shipped::TEXTS["hexapawn"].replace(
            "[pieces.pawn.moves]",
            &format!("betza = \"{letters}\"\n[pieces.pawn.moves]"),
        );
        watched("notation", &text, || match text.parse::<Loaded>() {
            Ok(loaded) => {
                loaded.doubts();
                use_it(&walked(&loaded.game, &choices))
            }
            Err(error) => {
                prop_assert!(error.to_string().contains("betza = "), "{}", error);
                Ok(())
            }
        })?;
    }
}

proptest! {
    #![proptest_config(share(20))]
    #[test]
    fn tampered_positions_never_panic(
        base in any::<Index>(),
        choices in vec(any::<Index>(), 0..30),
        with_moves in any::<bool>(),
        changes in vec(change(), 0..3),
    ) {
        let game = &GAMES[base.index(GAMES.len())];
        let position = walked(game, &choices);
        let texts = position.played_texts();
        let text = match with_moves {
            true => format!("startpos moves {}", texts.join(" ")),
            false => position.to_string(),
        };
        let text = tampered(&text, &changes, &TEXTS);
        watched("position", &text, || match Position::parse(game, &text) {
            Ok(read) if game.rules.geometry.size() <= 100 => use_it(&read),
            Ok(read) => {
                prop_assert_eq!(read.to_string().matches('/').count() + 1, game.rules.geometry.ranks() as usize);
                Ok(())
            }
            Err(error) => {
                prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error, text);
                Ok(())
            }
        })?;
    }
}

proptest! {
    #![proptest_config(share(15))]
    #[test]
    fn tampered_moves_never_panic(
        base in any::<Index>(),
        choices in vec(any::<Index>(), 0..20),
        chosen in any::<Index>(),
        changes in vec(change(), 0..3),
        noise in "\\PC{0,8}",
        noisy in any::<bool>(),
    ) {
        let position = walked(&GAMES[base.index(GAMES.len())], &choices);
        let moves = position.legal_moves();
        let text = match moves.get(chosen.index(moves.len().max(1))) {
            Some(&mv) if !noisy => position.move_text(mv),
            _ => noise,
        };
        let text = tampered(&text, &changes, &TEXTS);
        match position.parse_move(&text) {
            Ok(mv) => {
                prop_assert!(moves.contains(&mv));
                prop_assert_eq!(position.move_text(mv), text);
            }
            Err(refusal) => prop_assert!(!refusal.message().is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(share(8))]
    #[test]
    fn tampered_records_never_panic(changes in vec(change(), 0..4)) {
        let record = Record {
            game: "dodgem".to_owned(),
            definition: "0123456789abcdef".to_owned(),
            position: "startpos".to_owned(),
            moves: ["a3b3", "b1b2"].map(str::to_owned).to_vec(),
        };
        let text = record.to_text().map_err(|error| TestCaseError::fail(error.to_string()))?;
        match Record::parse(&tampered(&text, &changes, &TEXTS)) {
            Ok(read) => {
                let again = read.to_text().map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(Record::parse(&again), Ok(read));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
