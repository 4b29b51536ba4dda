//! FILTER: what a cell may hold.

use super::At;
use crate::diagnostic::Span;

/// What a cell may hold: anything that passes one of its terms. At least one term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The terms.
    pub terms: Vec<At<Term>>,
    /// Where it stands.
    pub span: Span,
}

/// One way to pass a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// `empty`: an empty cell.
    Empty,
    /// A piece: `enemy`, `enemy pawn`, `pawn`, `white pawn`, `any`.
    Piece {
        /// Whose; left out: anybody's.
        owner: Option<At<Owner>>,
        /// Its kind, a name of `[pieces]`; left out: any kind. A single word that is no word of the
        /// language and no player's name is taken as a kind.
        kind: Option<At<String>>,
    },
    /// `{ not = FILTER }`.
    Not(Box<Filter>),
}

/// Whose piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The player who makes, or has just made, the move.
    Own,
    /// The opponent.
    Enemy,
    /// Either.
    Any,
    /// A player by name.
    Player(String),
}
