//! How moves are written for people.

use crate::game::Move;
use crate::library::Loaded;
use crate::position::Position;

/// How moves are written
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct NotationChoice {
    /// How moves are written: by the cells they go from and to, or in standard algebraic notation; both are read
    #[arg(long, value_enum, default_value = "coordinates")]
    pub(super) notation: Notation,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Notation {
    Coordinates,
    San,
}

impl Notation {
    /// A legal move.
    pub(super) fn text(self, position: &Position, mv: Move) -> String {
        match self {
            Notation::Coordinates => position.move_text(mv),
            Notation::San => position.san(mv),
        }
    }

    /// Legal moves of one position.
    pub(super) fn texts(self, position: &Position, moves: &[Move]) -> Vec<String> {
        match self {
            Notation::Coordinates => position.move_texts(moves),
            Notation::San => position.san_texts(moves),
        }
    }

    /// Moves that are played one after the other.
    pub(super) fn line(self, position: &Position, moves: &[Move]) -> Vec<String> {
        match self {
            Notation::Coordinates => position.line_texts(moves),
            Notation::San => position.line_san(moves),
        }
    }

    /// The moves that led to a position.
    pub(super) fn played(self, position: &Position) -> Vec<String> {
        self.line(&position.origin(), &position.played())
    }
}

/// What programs that read PGN call a game; `None` where its definition does not say.
pub(super) fn pgn_name(loaded: &Loaded) -> Option<String> {
    Some(loaded.definition().known_as.as_ref()?.pgn.as_ref()?.value.clone())
}
