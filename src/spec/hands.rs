//! `[hands]` and `[legality]`.

use super::keys::{keys, words};
use super::{At, Names, Preferences, Region};

keys! {
    /// `[hands]`: pieces that wait beside the board, to be dropped.
    pub struct Hands {
        /// Whose hand a captured piece goes to, and in which form.
        optional "captured" => captured: Captured;
        /// Pieces that come from the hand to the cell that another one leaves by its first move.
        optional "gate" => gate: Gate;
    }
    later []
    merges true
}

keys! {
    /// `[hands] captured`: what becomes of captured pieces. A move captures the pieces that are not the mover's and leave
    /// the board by it, where it lands or by its effects; own pieces that are taken go to no hand.
    pub struct Captured {
        /// Whose hand they go to.
        required "to" => to: At<Receiver>;
        /// In which form; as they are by default.
        optional "as" => form: At<Form>;
    }
    later []
}

keys! {
    /// `[hands] gate`: when a piece moves for the first time, its owner may put one from the hand on the cell that
    /// it leaves; when two castle, on either cell. The move must leave royal pieces safe without it.
    pub struct Gate {
        /// The kinds that may be put there.
        required "of" => of: Names;
        /// The cells that may be left so, as each player has them.
        required "on" => on: Region;
    }
    later []
}

words! {
    /// Whose hand a captured piece goes to.
    pub enum Receiver {
        /// The hand of the player who captured it, whose piece it becomes.
        "captor" => Captor,
        /// The hand of the player whose piece it was.
        "owner" => Owner,
    }
    later []
}

words! {
    /// The form in which a captured piece goes to a hand.
    pub enum Form {
        /// Its `base`.
        "base" => Base,
        /// The kind that it is.
        "kind" => Kind,
    }
    later []
}

keys! {
    /// `[legality]`: what is legal among the moves that rules make.
    pub struct Legality {
        /// Where a capture is legal, only captures are: moves by which a piece that is not the mover's leaves the
        /// board, where they land or by their effects.
        optional "must-capture" => must_capture: At<bool>;
        /// Of the captures that are legal, only the best are: `"most-taken"`, or a list of what is preferred, the first
        /// entry first. Other moves are left alone.
        optional "prefer" => prefer: Preferences;
        /// The rules whose moves come first, by name: where one of them is legal, nothing else is.
        optional "priority" => priority: Vec<At<String>>;
    }
    later []
    merges true
}
