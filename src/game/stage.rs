//! Further stages of moves, resolved: what is chosen after a piece has landed.

use serde::Serialize;

use super::symmetry::SideSwap;
use super::{CellSet, Condition, Contents, Kind, Way};

/// A further stage of a move.
#[expect(clippy::large_enum_variant, reason = "a game has a handful of stages")]
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Stage {
    /// A piece comes to a cell.
    Bring(Bring),
    /// A piece leaves the board.
    Take(Removal),
}

/// A piece comes to an empty cell that is chosen after the first one has landed; where there is none, the move cannot be
/// made.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Bring {
    /// The kind of the piece that comes: the mover's, or nobody's.
    pub kind: Kind,
    /// Those of the kind that stood on the board go.
    pub again: bool,
    /// How it lies, for each player, to where the first piece has landed; `None`: anywhere.
    pub by: [Option<Way>; 2],
    /// The cells that may be chosen, for each player.
    pub to: [CellSet; 2],
}

/// A piece that is chosen after the first one has landed leaves the board; where there is none, the move is made without.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Removal {
    /// The pieces that may be chosen, by mover.
    pub takes: [Contents; 2],
    /// Where this does not hold after the landing, nothing is taken.
    pub when: Option<Condition>,
    /// A piece for which this holds, its owner being the mover, is chosen only where it holds for all.
    pub spare: Option<Condition>,
}

impl Stage {
    /// The piece that comes, if one does.
    pub fn bring(&self) -> Option<&Bring> {
        match self {
            Stage::Bring(bring) => Some(bring),
            Stage::Take(_) => None,
        }
    }

    /// What leaves the board, if something does.
    pub fn removal(&self) -> Option<&Removal> {
        match self {
            Stage::Bring(_) => None,
            Stage::Take(removal) => Some(removal),
        }
    }

    /// What is asked in it.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.removal().into_iter().flat_map(|removal| removal.when.iter().chain(&removal.spare))
    }

    /// Whether it is the same for either player, on a board laid onto itself.
    pub(super) fn is_kept(&self, swap: &SideSwap) -> bool {
        match self {
            Stage::Bring(Bring { by: [way, other], to, .. }) => {
                let mapped = way.as_ref().map(|way| way.map(swap));
                mapped == other.as_ref().map(Way::in_order) && swap.cells(&to[0]) == to[1]
            }
            Stage::Take(Removal { takes: [first, second], when, spare }) => {
                let kept =
                    |asked: &Option<Condition>| asked.as_ref().is_none_or(|asked| asked.map(swap) == *asked);
                swap.contents(*first) == *second && kept(when) && kept(spare)
            }
        }
    }
}
