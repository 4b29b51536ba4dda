//! How many moves make a turn, and how the second player may take the first one's place.

use serde::Serialize;

use super::symmetry::SideSwap;
use super::{Condition, Way};

/// How many moves make a turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Turns {
    /// The moves of each turn of the game, both players' counted on; the last entry holds for all further turns. At
    /// least one entry, none of them 0.
    pub moves: Vec<u8>,
    /// Where it holds after a move, its mover has one more.
    pub extra: Option<Condition>,
    /// Where it holds after a move, the turn is over.
    pub until: Option<Condition>,
    /// What the second player may do in place of a first move.
    pub swap: Option<SideExchange>,
}

/// What becomes of the pieces when the second player takes the first one's place: each changes its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum SideExchange {
    /// On its own cell.
    InPlace,
    /// On the cell with file and rank exchanged.
    Mirrored,
}

/// When a move that moves nothing may be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Idle {
    /// Always.
    Free,
    /// Only when nothing else is legal.
    Stuck,
    /// Where the turn has begun; it is over then.
    Done,
}

impl Serialize for Idle {
    /// Whether it is only for the stuck, as canonical texts had it before a turn could have several moves.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Idle::Free => to.serialize_bool(false),
            Idle::Stuck => to.serialize_bool(true),
            Idle::Done => to.serialize_str("done"),
        }
    }
}

impl Idle {
    /// Whether it counts as a pass. Who has moved and stops does not pass.
    pub fn is_pass(self) -> bool {
        !matches!(self, Idle::Done)
    }
}

/// How far a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnProgress {
    /// Moves that are left, the next one counted.
    pub left: u8,
    /// Which turn of the game it is, from 0, as far as that matters.
    pub number: u8,
    /// Its player has moved already.
    pub begun: bool,
}

impl TurnProgress {
    /// A turn of one move.
    pub const ONE: TurnProgress = TurnProgress { left: 1, number: 0, begun: false };
}

impl Default for TurnProgress {
    fn default() -> TurnProgress {
        TurnProgress::ONE
    }
}

impl Default for Turns {
    fn default() -> Turns {
        Turns { moves: vec![1], extra: None, until: None, swap: None }
    }
}

impl Turns {
    /// Whether the players make one move each by turns, and nothing else.
    pub fn are_plain(&self) -> bool {
        *self == Turns::default()
    }

    /// Whether a player may move twice in a row.
    pub fn go_on(&self) -> bool {
        self.extra.is_some() || self.moves.iter().any(|&moves| moves > 1)
    }

    /// The conditions asked.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.extra.iter().chain(&self.until)
    }

    /// The beginning of a turn.
    pub fn begin(&self, number: u8) -> TurnProgress {
        let number = number.min(self.last());
        let moves = self.moves.get(number as usize).or(self.moves.last());
        TurnProgress { left: moves.copied().unwrap_or(1), number, begun: false }
    }

    /// The beginning of the turn after one.
    pub fn after(&self, turn: TurnProgress) -> TurnProgress {
        self.begin(turn.number.saturating_add(1))
    }

    /// The number from which on turns are alike.
    pub fn last(&self) -> u8 {
        let listed = (self.moves.len() - 1) as u8;
        if self.swap.is_some() { listed.max(2) } else { listed }
    }

    /// Whether the second player may take the first one's place now.
    pub fn may_swap(&self, turn: TurnProgress) -> bool {
        self.swap.is_some() && turn.number == 1 && !turn.begun
    }

    /// The same with the players exchanged.
    pub(crate) fn map(&self, swap: &SideSwap) -> Turns {
        let map = |when: &Condition| when.map(swap);
        Turns { extra: self.extra.as_ref().map(map), until: self.until.as_ref().map(map), ..self.clone() }
    }
}

/// Whether a way is that of a player who has moved and stops.
pub fn is_done(way: &Way) -> bool {
    matches!(way, Way::Pass { when: Idle::Done })
}
