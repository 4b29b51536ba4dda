//! What a file that was loaded says of its game besides the moves: it is written again when the game is saved.

use crate::game::Move;
use crate::notation::{PgnGame, SgfGame};

/// Tags that the setup and the game decide.
const OF_THE_GAME: [&str; 5] = ["Result", "SetUp", "FEN", "Variant", "GameType"];

/// Tags that are true of a game only as long as no move is added or taken back.
const OF_THE_END: [&str; 2] = ["PlyCount", "Termination"];

/// Properties that the setup and the game decide.
const OF_THE_STONES: [&str; 9] = ["GM", "FF", "CA", "AP", "SZ", "AB", "AW", "PL", "RE"];

/// What is known of a game that was loaded.
#[derive(Default)]
pub(super) struct Headers {
    tags: Vec<(String, String)>,
    properties: Vec<(String, Vec<String>)>,
    result: Option<String>,
    moves: Vec<Move>,
}

impl Headers {
    pub(super) fn of_pgn(game: &PgnGame, moves: Vec<Move>) -> Headers {
        let result = (game.result != "*").then(|| game.result.clone());
        Headers { tags: game.tags.clone(), result, moves, ..Headers::default() }
    }

    pub(super) fn of_sgf(game: &SgfGame, moves: Vec<Move>) -> Headers {
        let result = game.property("RE").map(str::to_owned);
        Headers { properties: game.properties.clone(), result, moves, ..Headers::default() }
    }

    /// The result that the file says, if the moves are still those of the file.
    fn result(&self, moves: &[Move]) -> Option<&String> {
        self.result.as_ref().filter(|_| self.moves == moves)
    }

    /// The tags of the file take the place of those that say nothing better. What was `decided` in play counts more than
    /// the result in the file.
    pub(super) fn put_on_pgn(&self, game: &mut PgnGame, moves: &[Move], decided: bool) {
        for (name, value) in &self.tags {
            let stale = OF_THE_END.contains(&name.as_str()) && (self.moves != moves || decided);
            if OF_THE_GAME.contains(&name.as_str()) || stale {
                continue;
            }
            set(&mut game.tags, name, value.clone());
        }
        if let Some(result) = self.result(moves).filter(|_| !decided) {
            game.result.clone_from(result);
            set(&mut game.tags, "Result", result.clone());
        }
    }

    /// The same with properties.
    pub(super) fn put_on_sgf(&self, game: &mut SgfGame, moves: &[Move], decided: bool) {
        // A result that was counted here goes with the komi that was counted with.
        let counted = game.property("RE").is_some() && self.result(moves).is_none();
        for (name, values) in &self.properties {
            let stale = name == "KM" && counted;
            if !OF_THE_STONES.contains(&name.as_str()) && !stale {
                set(&mut game.properties, name, values.clone());
            }
        }
        if let Some(result) = self.result(moves).filter(|_| !decided) {
            set(&mut game.properties, "RE", vec![result.clone()]);
        }
    }
}

fn set<V>(list: &mut Vec<(String, V)>, name: &str, value: V) {
    match list.iter_mut().find(|(there, _)| there == name) {
        Some((_, there)) => *there = value,
        None => list.push((name.to_owned(), value)),
    }
}
