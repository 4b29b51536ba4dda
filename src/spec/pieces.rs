//! `[pieces.KIND]`.

use super::keys::{keys, words};
use super::names::Space;
use super::read::{Defined, Reader};
use super::tree::Table;
use super::{At, MoveRule, Region};
use crate::diagnostic::{Diagnostic, codes::text as codes};

keys! {
    /// `[pieces.KIND]`: a kind of piece.
    pub struct Piece {
        /// The letter of each player's pieces: `{ white = "W", black = "B" }`.
        keyed "letters" => letters: At<char>;
        /// One letter for both: a capital for the first player, small for the second.
        optional "letter" => letter: At<char>;
        /// How the piece moves, a named rule each.
        named "moves" => moves: MoveRule;
        /// Where pieces of this kind may land.
        optional "within" => within: Region;
        /// The enemy must not be able to take it after the owner's move: `"each"` piece of this kind, or
        /// `"any"`, of which only the last one counts.
        optional "royal" => royal: At<Royal>;
    }
    later ["like", "promote", "supply", "do", "owner"]
    merges true
    check check
}

words! {
    /// Which pieces of a royal kind must not be left to be taken.
    pub enum Royal {
        /// Every one.
        "each" => Each,
        /// The last one.
        "any" => Any,
    }
    later []
}

impl Defined for Piece {
    const SPACE: Space = Space::Kind;
}

fn check(piece: &Piece, table: &Table, reader: &mut Reader<'_>) {
    match (table.get("letter"), table.get("letters")) {
        (Some((letter, _)), Some((letters, _))) => {
            let message = "`letter` and `letters` say the same thing twice";
            let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, letter.span, message);
            reader.report(diagnostic.label(letters.span, "given here too").help("keep one of them"));
        }
        (None, None) if !reader.is_incomplete() => {
            let message = "a piece needs a letter";
            let help = "`letter = \"N\"` (small for the second player), or `letters = { … }` for each player";
            reader.report(Diagnostic::new(codes::MISSING_KEY, piece.at, message).help(help));
        }
        _ => {}
    }
}
