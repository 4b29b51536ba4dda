//! `[illegal.NAME]`.

use super::keys::keys;
use super::names::Space;
use super::read::Defined;
use super::{At, Condition};

keys! {
    /// `[illegal.NAME]`: a reason why a move is refused.
    pub struct Veto {
        /// A move is illegal when this holds after it.
        required "if" => condition: At<Condition>;
        /// The rules that it looks at, by name (`"pawn.drop"`); without it, all.
        optional "moves" => moves: Vec<At<String>>;
    }
    later []
}

impl Defined for Veto {
    const SPACE: Space = Space::Plain;
}
