//! `[illegal.NAME]`.

use super::keys::keys;
use super::names::Space;
use super::read::{Defined, Reader};
use super::tree::Table;
use super::{At, Condition};
use crate::diagnostic::{Diagnostic, codes::text as codes};

keys! {
    /// `[illegal.NAME]`: a reason why a move is refused.
    pub struct Veto {
        /// A move is illegal when this holds after it.
        required "if" => condition: At<Condition>;
        /// And this held before it.
        optional "before" => before: At<Condition>;
        /// The rules that it looks at, by name (`"pawn.drop"`); without it, all.
        optional "moves" => moves: Vec<At<String>>;
        /// The rules that it does not look at. Instead of `moves`.
        optional "except" => except: Vec<At<String>>;
    }
    later []
    example r#"{ if = { repeats = 2 } }"#
    check check
}

fn check(_: &Veto, table: &Table, reader: &mut Reader<'_>) {
    if let (Some((moves, _)), Some((except, _))) = (table.get("moves"), table.get("except")) {
        let message = "`moves` and `except` say the same thing twice";
        let twice = Diagnostic::new(codes::MISPLACED_KEY, except.span, message);
        reader.report(twice.label(moves.span, "given here too").help("keep one of them"));
    }
}

impl Defined for Veto {
    const SPACE: Space = Space::Plain;
}
