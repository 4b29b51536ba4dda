//! The small numbers that name things once a game is loaded.

use serde::Serialize;

use std::fmt;
use std::ops::Not;

/// A cell, numbered in reading order: the top left corner is 0, then along the top row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell's number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two players. Scores are positive when they favour [`Player::First`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[repr(u8)]
pub enum Player {
    /// The player that the definition lists first, whom positive scores favour.
    First = 0,
    /// The player that the definition lists second.
    Second = 1,
}

impl Player {
    /// Both players, the first listed first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// Something of each player, the first listed first. `BOTH.map` does the same, and the compiler makes far more code
    /// of it.
    #[inline]
    pub(crate) fn each<T>(mut of: impl FnMut(Player) -> T) -> [T; 2] {
        [of(Player::First), of(Player::Second)]
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// +1 for the first player, -1 for the second: turns an owner's points into a score.
    #[inline]
    pub fn sign(self) -> i32 {
        1 - 2 * (self as i32)
    }
}

impl Not for Player {
    type Output = Player;

    /// The other player.
    #[inline]
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// A kind of piece, in the order of the definition's `[pieces]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Kind(pub u8);

impl Kind {
    /// The kind's number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a cell holds: nothing, or a kind of piece and its owner, in one byte so that a board is a
/// byte array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Piece(pub u8);

impl Piece {
    /// An empty cell.
    pub const NONE: Piece = Piece(0);
    /// The most kinds a game can have: contents of a cell must fit the bits of a `u128`.
    pub const MAX_KINDS: usize = 63;

    /// The piece of this kind that belongs to `owner`.
    #[inline]
    pub fn new(kind: Kind, owner: Player) -> Piece {
        Piece(1 + 2 * kind.0 + owner as u8)
    }

    /// True for an empty cell.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The owner. Meaningless for [`Piece::NONE`].
    #[inline]
    pub fn owner(self) -> Player {
        if self.0 & 1 == 1 { Player::First } else { Player::Second }
    }

    /// The kind. Meaningless for [`Piece::NONE`].
    #[inline]
    pub fn kind(self) -> Kind {
        Kind(self.0.wrapping_sub(1) >> 1)
    }

    /// The code as an index: 0 is empty, pieces follow from 1.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands for a piece in texts: a letter, and where another piece has the same one a sign beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// `+` stands before it.
    pub plus: bool,
    /// `~` stands behind it.
    pub tilde: bool,
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |is: bool, sign: &'static str| if is { sign } else { "" };
        write!(f, "{}{}{}", sign(self.plus, "+"), self.letter, sign(self.tilde, "~"))
    }
}

/// A move: which rule, from where, to where, a third cell and a choice for rules that need them, and where its
/// further stage ends. What it does is derived from its rule when it is played, so that a move is one word
/// whatever the game. It does not know of which game it is: in another one the same word is another move, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

impl Move {
    /// The kind that the piece becomes, if it does not stay what it is.
    #[inline]
    pub fn becomes(self) -> Option<Kind> {
        self.choice().filter(|_| self.0 & Self::GATES == 0)
    }

    /// The move as a number, to be kept and [read back](Move::from_bits).
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The move that is this number.
    #[inline]
    pub fn from_bits(bits: u64) -> Move {
        Move(bits)
    }

    /// Where the piece stands. A drop starts where it lands; [`Game::is_drop`](super::Game::is_drop) and its like tell
    /// such moves from others, [`Position::is_capture`](crate::position::Position::is_capture) says what takes.
    #[inline]
    pub fn from(self) -> Cell {
        self.cell(0)
    }

    /// Where it lands. A piece that leaves the board "lands" where it stood.
    #[inline]
    pub fn to(self) -> Cell {
        self.cell(Self::TO)
    }
}

/// What the rooms below ask.
#[doc(hidden)]
impl Move {
    /// Cells have numbers of ten bits.
    const CELL: u64 = 0x3FF;
    const TO: u32 = 10;
    const THIRD: u32 = 20;
    const STAGE: u32 = 30;
    /// It has a further stage.
    const STAGED: u64 = 1 << 40;
    /// The choice is a piece from the hand.
    const GATES: u64 = 1 << 41;
    /// It comes to the third cell.
    const OTHER: u64 = 1 << 42;
    /// Six bits of a chain's number.
    const NUMBER: u32 = 42;
    const RULE: u32 = 48;
    const CHOICE: u32 = 56;

    /// A filler for buffers; no rule of any game makes it.
    pub const NONE: Move = Move(u64::MAX);

    /// A move by `rule` from one cell to another. A drop stands on its landing cell from the start, a
    /// piece that leaves the board lands where it stands, a pass is on cell 0.
    #[inline]
    pub fn new(rule: u8, from: Cell, to: Cell) -> Move {
        Move(from.0 as u64 | (to.0 as u64) << Self::TO | (rule as u64) << Self::RULE)
    }

    #[inline]
    fn cell(self, at: u32) -> Cell {
        Cell((self.0 >> at & Self::CELL) as u16)
    }

    #[inline]
    fn choice(self) -> Option<Kind> {
        ((self.0 >> Self::CHOICE) as u8).checked_sub(1).map(Kind)
    }

    /// The same move with a third cell.
    #[inline]
    pub fn by_way_of(self, third: Cell) -> Move {
        Move(self.0 | (third.0 as u64) << Self::THIRD)
    }

    /// The third cell, for rules that have one: where the other piece of a castle stands.
    #[inline]
    pub fn third(self) -> Cell {
        self.cell(Self::THIRD)
    }

    /// The same move, whose further stage ends on a cell.
    #[inline]
    pub fn then(self, cell: Cell) -> Move {
        Move(self.0 | Self::STAGED | (cell.0 as u64) << Self::STAGE)
    }

    /// Where the further stage ends, if there is one.
    #[inline]
    pub fn stage(self) -> Option<Cell> {
        (self.0 & Self::STAGED != 0).then(|| self.cell(Self::STAGE))
    }

    /// The same move up to its further stage.
    #[inline]
    pub fn before_stage(self) -> Move {
        Move(self.0 & !(Self::STAGED | Self::CELL << Self::STAGE))
    }

    /// The same move, by which a piece of this kind comes from the hand to the cell that is left; to the third
    /// cell if `other`.
    #[inline]
    pub fn gating(self, kind: Kind, other: bool) -> Move {
        Move(self.becoming(kind).0 | Self::GATES | (other as u64 * Self::OTHER))
    }

    /// The kind that comes from the hand, and the cell to which it comes.
    #[inline]
    pub fn gates(self) -> Option<(Kind, Cell)> {
        let cell = if self.0 & Self::OTHER == 0 { self.from() } else { self.third() };
        self.choice().filter(|_| self.0 & Self::GATES != 0).map(|kind| (kind, cell))
    }

    /// The same move without a piece from the hand.
    #[inline]
    pub fn without_gating(self) -> Move {
        if self.0 & Self::GATES == 0 {
            self
        } else {
            Move(self.0 & !(Self::GATES | Self::OTHER | 0xFF << Self::CHOICE))
        }
    }

    /// The same move, by which the piece becomes one of this kind.
    #[inline]
    pub fn becoming(self, kind: Kind) -> Move {
        Move(self.0 | (1 + kind.0 as u64) << Self::CHOICE)
    }

    /// The same move, which is the chain of that number among those from its start to its end. Only moves by rules
    /// that go on have one: it takes the place of the third cell and of what says where a piece comes from a hand.
    #[inline]
    pub fn numbered(self, number: u16) -> Move {
        let (low, high) = (number as u64 & Self::CELL, number as u64 >> 10);
        Move(self.0 | low << Self::THIRD | high << Self::NUMBER)
    }

    /// The number of a chain among those from its start to its end.
    #[inline]
    pub fn number(self) -> u16 {
        ((self.0 >> Self::THIRD & Self::CELL) | (self.0 >> Self::NUMBER & 0x3F) << 10) as u16
    }

    /// The rule, an index into [`Rules::moves`](super::Rules::moves).
    #[inline]
    pub fn rule(self) -> usize {
        (self.0 >> Self::RULE) as u8 as usize
    }

    /// Whether the other move names the same cells and the same choice, by whatever rule.
    #[inline]
    pub fn same_cells(self, other: Move) -> bool {
        self.cells_alone() == other.cells_alone()
    }

    /// What is the same for moves of the same cells and the same choice.
    #[inline]
    pub fn cells_alone(self) -> u64 {
        const RULE: u64 = 0xFF << Move::RULE;
        self.0 & !RULE
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({} from {} to {}", self.rule(), self.from().0, self.to().0)?;
        self.becomes().iter().try_for_each(|kind| write!(f, " becoming {}", kind.0))?;
        self.stage().iter().try_for_each(|cell| write!(f, " then {}", cell.0))?;
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_carries_besides_its_cells_is_put_on_and_taken_off() {
        let plain = Move::new(7, Cell(3), Cell(1023)).by_way_of(Cell(512));
        for (kind, other) in [(Kind(0), false), (Kind(62), true)] {
            let gated = plain.gating(kind, other);
            assert_eq!(gated.gates(), Some((kind, if other { Cell(512) } else { Cell(3) })));
            assert_eq!((gated.becomes(), gated.without_gating()), (None, plain));
            let becoming = plain.becoming(kind);
            assert_eq!((becoming.becomes(), becoming.gates()), (Some(kind), None));
            assert_eq!(becoming.without_gating(), becoming);
            let staged = becoming.then(Cell(1023));
            assert_eq!((staged.stage(), staged.before_stage()), (Some(Cell(1023)), becoming));
        }
        for number in [0, 1, 1023, 1024, u16::MAX] {
            assert_eq!(Move::new(255, Cell(0), Cell(9)).numbered(number).number(), number);
        }
    }
}
