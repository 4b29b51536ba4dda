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

#[cfg(test)]
mod tests {
    use super::super::Library;
    use super::*;

    #[test]
    fn a_record_made_of_a_position_leads_there_again() {
        let loaded = Library::default().load("tictactoe").expect("shipped");
        let other = Library::default().load("caro").expect("shipped");
        for start in ["startpos", "X.O/.../... x"] {
            let Ok(mut position) = Position::parse(&loaded.game, start) else { panic!("{start}") };
            for _ in 0..3 {
                position.play(position.legal_moves()[0]);
            }
            let record = Record::of(&loaded, "tictactoe", &position);
            assert_eq!((record.position.as_str(), record.moves.len()), (start, 3));
            assert!(record.is_of(&loaded) && !record.is_of(&other));
            let read: Record = record.to_text().expect("text").parse().expect("a record");
            let again = read.replay(&loaded.game).expect("legal");
            assert_eq!((again.to_string(), again.played()), (position.to_string(), position.played()));
            let wrong = Record { moves: vec!["nowhere".to_owned()], ..read };
            let error = wrong.replay(&loaded.game).expect_err("no move").to_string();
            assert!(error.starts_with("illegal move `nowhere`: "), "{error}");
        }
    }
}
