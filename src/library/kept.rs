//! Records of games whose definitions are at hand.

use super::load::Loaded;
use crate::position::Position;
use crate::suite::Record;

impl Record {
    /// The game that led to a position, to be kept. `game` is what finds it again: its name, or the path of its
    /// definition. The position is one of `loaded`; that is not checked.
    pub fn of(loaded: &Loaded, game: &str, position: &Position) -> Record {
        let origin = position.origin();
        let from_start = origin.to_string() == Position::start(&loaded.game).to_string();
        Record {
            game: game.to_owned(),
            definition: written(loaded.fingerprint),
            position: if from_start { "startpos".to_owned() } else { origin.to_string() },
            moves: position.played_texts(),
        }
    }

    /// Whether it was played under this very definition. Under another one its moves may be illegal, or mean
    /// something else.
    pub fn is_of(&self, loaded: &Loaded) -> bool {
        self.definition == written(loaded.fingerprint)
    }
}

/// A fingerprint as records have it.
fn written(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}
