//! How people write moves besides: patterns, and the words that stand for their parts.

use super::{Kind, Player};

/// A way in which people write moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notation {
    /// Its name.
    pub name: String,
    /// How a move from one cell to another is written; empty where it is not.
    pub shift: Vec<MovePattern>,
    /// How a drop is written; empty where it is not.
    pub drop: Vec<MovePattern>,
    /// What each player's pieces are called, by player and kind.
    pub pieces: [Vec<Spellings>; 2],
    /// The signs of files, by player, from the corner on.
    pub files: [Vec<String>; 2],
    /// The signs of ranks, by player, from the corner on.
    pub ranks: [Vec<String>; 2],
    /// Files are counted from the right of the picture.
    pub from_right: bool,
    /// Ranks are counted from the top of the picture.
    pub from_top: bool,
    /// What is said of a move that goes on.
    pub forward: Spellings,
    /// What is said of a move that goes back.
    pub backward: Spellings,
    /// What is said of a move along a rank.
    pub sideways: Spellings,
    /// What is said of a move that takes something.
    pub takes: Spellings,
    /// What is said of a move that takes nothing.
    pub quiet: Spellings,
    /// What is said of a piece that becomes another one; nothing where its letter is.
    pub promotes: Option<Spellings>,
    /// What is said of a piece that could become another one and does not.
    pub declines: Spellings,
    /// What stands for the cell where the last move ended.
    pub again: Option<Spellings>,
    /// What stands for piece and file where several are in one file: for two of them, for three and so on.
    pub tandem: Vec<Vec<MovePattern>>,
    /// The same where this is so in several files.
    pub tandems: Vec<Vec<MovePattern>>,
    /// Kinds that are written by their file even so.
    pub by_file: Vec<Kind>,
}

/// Texts that are read alike; the first is written. There is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spellings(pub Vec<String>);

impl Spellings {
    /// One text.
    pub fn one(text: impl Into<String>) -> Spellings {
        Spellings(vec![text.into()])
    }
}

/// A text with parts that each move has in its own way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovePattern(pub Vec<MovePart>);

/// A part of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MovePart {
    /// What every move has.
    Text(String),
    /// What the move says.
    Field(MoveField),
}

/// What a pattern says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveField {
    /// What kind of piece moves.
    Piece,
    /// Where it starts.
    From,
    /// The same by numbers.
    FromNumbers,
    /// Where it lands.
    To,
    /// As little of the start as tells it from other pieces of its kind.
    Start,
    /// Its file, counted from the right of who moves.
    File,
    /// Whether it goes on, back or to the side.
    Way,
    /// To which file, or within one by how many ranks.
    Count,
    /// Whether it takes something.
    Takes,
    /// What it becomes.
    Becomes,
}

impl MoveField {
    /// All of them, with their words.
    pub const ALL: [(&'static str, MoveField); 10] = [
        ("piece", MoveField::Piece),
        ("from", MoveField::From),
        ("from-numbers", MoveField::FromNumbers),
        ("to", MoveField::To),
        ("start", MoveField::Start),
        ("file", MoveField::File),
        ("way", MoveField::Way),
        ("count", MoveField::Count),
        ("takes", MoveField::Takes),
        ("becomes", MoveField::Becomes),
    ];
}

impl Notation {
    /// Whether a pattern names cells.
    pub fn names_cells(&self) -> bool {
        self.says(&[MoveField::From, MoveField::To, MoveField::Start])
    }

    /// Whether a pattern counts files from the mover's right.
    pub fn names_lanes(&self) -> bool {
        self.says(&[MoveField::File])
    }

    fn says(&self, fields: &[MoveField]) -> bool {
        let mut parts = self.shift.iter().chain(&self.drop).flat_map(|pattern| &pattern.0);
        parts.any(|part| matches!(part, MovePart::Field(field) if fields.contains(field)))
    }

    /// What a player's piece of a kind is called.
    pub fn piece(&self, player: Player, kind: Kind) -> &Spellings {
        &self.pieces[player.index()][kind.index()]
    }
}
