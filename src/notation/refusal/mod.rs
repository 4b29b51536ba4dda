//! Why a move is refused: a reason that is true, and the rule that speaks.
//!
//! A [`Reason`] names cells, pieces and rules by what they are. Its English stands in `english`; who speaks another
//! language words it anew.

mod chains;
mod drops;
mod english;
mod find;
mod preferred;
mod shifts;
mod special;
mod stages;
mod wish;

use std::fmt;
use std::sync::Arc;

use crate::game::{Cell, Game, Kind, Letter, Origin, Piece, Player};

pub(super) use wish::is_readable;

/// Texts of moves, one of which is to be written; `or` stands between them.
pub fn one_of(texts: &[String], or: &str) -> String {
    texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(&format!(" {or} "))
}

/// A move that is not legal, and why. Displays as an English sentence without its full stop, with the line of the
/// rule that speaks behind it.
#[derive(Clone)]
pub struct Refusal {
    game: Arc<Game>,
    reason: Reason,
}

/// A royal piece that could be taken after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exposed {
    /// The royal piece.
    pub royal: Piece,
    /// Where it would stand.
    pub on: Cell,
    /// What could take it.
    pub attacker: Piece,
    /// Where that stands.
    pub from: Cell,
}

/// How a castle leads its first piece over a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It starts there.
    AwayFrom,
    /// It passes there.
    Across,
    /// It ends there.
    To,
}

/// What is wrong with how a drop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Several kinds are dropped: the text names one.
    NamesKind,
    /// One kind is dropped: the text names none.
    NamesNoKind,
    /// The letter is that of this player's piece.
    LetterOf(Player),
}

/// What is wrong with what a piece is said to become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Becoming {
    /// The text has to say it.
    Unsaid,
    /// It becomes nothing there.
    Nothing,
    /// It does not become that.
    Not(String),
}

/// What is wrong with what is said of a further stage: where its piece was to come, or which was to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// The text does not say.
    Unsaid,
    /// It does not name where the first piece lands, and a cell.
    Unreadable,
    /// To a cell that is not empty.
    Taken(Cell),
    /// To a cell that the stage does not reach.
    OutOfReach(Cell),
    /// No piece on the cell is one that can be taken.
    NotTaken(Cell),
    /// The piece on the cell is taken only where there is no other.
    Spared(Cell),
    /// There is nothing to take after this move.
    Nothing,
}

/// In what a capture falls short of another one that comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Shortfall {
    /// It takes fewer pieces.
    Fewer { has: i64, could: i64 },
    /// It takes fewer of the pieces that come first.
    FewerOfThese { has: i64, could: i64 },
    /// What it takes counts less.
    Lighter { has: i64, could: i64 },
    /// No piece of this kind takes.
    NotBy(Kind),
    /// It takes later what has to be taken first.
    Later,
}

/// Why a move is refused. Rules, vetoes and ends are given by their numbers in the game; texts are quoted as the user
/// wrote them, examples as the game writes them.
#[expect(missing_docs, reason = "fields are named for what they hold")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over by an end.
    Over { end: usize },
    /// The player to move has no legal move.
    NoMoves,
    /// The move was made for another game.
    Foreign,
    /// No rule has the name that the text gives.
    NoSuchRule { name: String },
    /// A move that is legal by another rule than the text names.
    OtherRule { text: String, rule: usize },
    /// A cell that the text names is a hole.
    Hole { cell: Cell },
    /// The text says no move on this board. One that does is written so.
    Unreadable { text: String, example: Option<String> },
    /// Cells are written in lower case.
    UpperCase { meant: String },
    /// A legal drop that is written differently.
    DropSpelling { write: Vec<String>, spelling: Spelling },
    /// A legal move but for what its piece becomes.
    Becomes { write: Vec<String>, piece: Piece, becoming: Becoming, rule: usize },
    /// A royal piece could be taken.
    Exposed { text: String, exposed: Exposed, by: usize },
    /// A castle leads a royal piece over a cell where it could be taken.
    CastlesOver { text: String, over: Over, exposed: Exposed, by: usize },
    /// The player would have no royal piece left.
    NoRoyalLeft { text: String, player: Player, rule: usize },
    /// A veto forbids it.
    Vetoed { text: String, veto: usize },
    /// A veto forbids it because something comes back that stood on the board after so many plies.
    Repeats { text: String, veto: usize, ply: u32 },
    /// The moves of another rule come first.
    ComesFirst { rule: usize, example: String },
    /// A capture has to be played, and this is none.
    MustCapture { text: String, rule: usize, example: String },
    /// Another capture comes first.
    LessPreferred { text: String, short: Shortfall, example: String, preference: usize },
    /// The piece has to go on where the text stops.
    ChainStops { text: String, full: String, rule: usize },
    /// The piece does not go on to a cell, or not at all.
    ChainTurns { piece: Piece, at: Cell, next: Option<Cell>, full: String, rule: usize },
    /// The piece lands where it cannot go on, and could land where it can.
    ChainStrays { piece: Piece, on: Cell, full: String, rule: usize },
    /// Start and end alone, where several moves have them.
    Several { from: Cell, to: Cell, write: Vec<String> },
    /// A text in algebraic notation that says several moves.
    Ambiguous { text: String, write: Vec<String> },
    /// A text in algebraic notation: no piece of the kind can come to the cell.
    NoneComes { kind: Kind, to: Cell },
    /// A text in a notation of the definition that names a piece, which cannot go that way.
    NoneGoesSo { kind: Kind, from: Cell },
    /// Something is wrong with a further stage, by which a piece of a kind comes to the board.
    Stage { first: String, lands: Cell, kind: Option<Kind>, onward: Onward, rule: usize, example: String },
    /// Nothing stands where the move starts.
    Empty { cell: Cell },
    /// What stands where the move starts belongs to nobody.
    Nobodys { piece: Piece, cell: Cell },
    /// What stands where the move starts belongs to the other player.
    Opponents { piece: Piece, cell: Cell },
    /// No rule of the game is a pass.
    NobodyPasses,
    /// A pass is for who has no other move.
    NotStuck { rule: usize },
    /// The condition of a rule does not hold.
    Unmet { rule: usize },
    /// The text is a cell, in a game where moves name where a piece goes, too.
    OnlyCell { cell: Cell },
    /// No rule drops what the letter stands for.
    NoDrop { letter: Letter },
    /// A rule drops on empty cells.
    DropTaken { cell: Cell, rule: usize },
    /// A rule does not drop there.
    DropOutside { cell: Cell, rule: usize },
    /// A piece that falls does not come to rest there.
    NoRest { cell: Cell, rule: usize },
    /// The player holds none to drop.
    HandEmpty { piece: Piece, rule: usize },
    /// The player has as many on the board as there are.
    NoneToDrop { piece: Piece, rule: usize },
    /// What a drop asks for in the file of the cell or around it does not hold.
    Nearby { cell: Cell, file: bool, around: bool, rule: usize },
    /// The rule is for pieces that have not moved.
    HasMoved { piece: Piece, cell: Cell, rule: usize },
    /// The effects of the rule would change too few cells.
    ChangesTooLittle { least: u32, rule: usize },
    /// The turn cannot be over before a move of it is made, or nobody may stop before all are.
    NotDone { rule: Option<usize> },
    /// The sides can be swapped only in place of the second player's first move, or not at all.
    NotSwap { rule: Option<usize> },
    /// The slide stops elsewhere on that line: as many cells away as there are pieces on it, or as far as it can go.
    StopsElsewhere { pieces: Option<usize>, rule: usize },
    /// The rule takes only what gives check.
    GivesNoCheck { piece: Piece, cell: Cell, rule: usize },
    /// The player has as many on the board as there are of what the piece would become.
    NoneToBecome { piece: Piece, rule: usize },
    /// No rule lets the piece leave the board.
    NoExit { piece: Piece },
    /// The piece does not leave the board from that cell.
    NoExitHere { cell: Cell, rule: usize },
    /// No rule of the piece leads there.
    NoWay { piece: Piece, from: Cell, to: Cell },
    /// A rule that would lead there does not land there.
    MayNotLand { cell: Cell, rule: usize },
    /// A rule that would lead there does not start here.
    MayNotStart { cell: Cell, rule: usize },
    /// Something is on the way; what, where one piece alone is.
    Blocked { from: Cell, to: Cell, by: Option<(Piece, Cell)>, rule: usize },
    /// Nothing stands between the cells, and the rule leads over something.
    NoHurdle { from: Cell, to: Cell, rule: usize },
    /// The rule does not land on what stands there. Another one would, had the last move marked the cell.
    WrongTarget { cell: Cell, target: Piece, player: Player, unmarked: Option<usize>, rule: usize },
    /// One of the two pieces of a castle has moved.
    CastleMoved { king: Piece, on: Cell, with: Piece, with_on: Cell, rule: usize },
    /// A castle needs a cell to be empty.
    CastleBarred { cell: Cell, rule: usize },
}

impl Refusal {
    pub(super) fn new(game: &Arc<Game>, reason: Reason) -> Refusal {
        Refusal { game: game.clone(), reason }
    }

    /// Why.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// What is wrong, as an English sentence without its full stop.
    pub fn message(&self) -> String {
        english::message(&self.game, &self.reason)
    }

    /// The royal piece that the move leaves to be taken.
    pub fn exposed(&self) -> Option<Exposed> {
        match self.reason {
            Reason::Exposed { exposed, .. } | Reason::CastlesOver { exposed, .. } => Some(exposed),
            _ => None,
        }
    }

    /// The line that forbids the move, where one does: of a rule, a veto, an end, or of a piece that has no rule for
    /// it. For a royal piece left to be taken, of the rule by which it would be.
    pub fn origin(&self) -> Option<&Origin> {
        let names = &self.game.names;
        match self.reason {
            Reason::Over { end } => names.ends.get(end).map(|end| &end.origin),
            Reason::Vetoed { veto, .. } | Reason::Repeats { veto, .. } => {
                names.vetoes.get(veto).map(|veto| &veto.origin)
            }
            Reason::LessPreferred { preference, .. } => names.preferences.get(preference),
            Reason::MustCapture { .. } if names.must_capture.is_some() => names.must_capture.as_ref(),
            Reason::NoWay { piece, .. } => Some(&names.kinds[piece.kind().index()].origin),
            _ => self.reason.rule().and_then(|rule| names.moves.get(rule)).map(|rule| &rule.origin),
        }
    }
}

impl Reason {
    /// The move rule that speaks.
    pub fn rule(&self) -> Option<usize> {
        use Reason as R;
        match *self {
            R::NotDone { rule } | R::NotSwap { rule } => rule,
            R::OtherRule { rule, .. }
            | R::Becomes { rule, .. }
            | R::Exposed { by: rule, .. }
            | R::CastlesOver { by: rule, .. }
            | R::NoRoyalLeft { rule, .. }
            | R::ComesFirst { rule, .. }
            | R::MustCapture { rule, .. }
            | R::ChainStops { rule, .. }
            | R::ChainTurns { rule, .. }
            | R::ChainStrays { rule, .. }
            | R::Stage { rule, .. }
            | R::NotStuck { rule }
            | R::Unmet { rule }
            | R::DropTaken { rule, .. }
            | R::DropOutside { rule, .. }
            | R::NoRest { rule, .. }
            | R::HandEmpty { rule, .. }
            | R::NoneToDrop { rule, .. }
            | R::Nearby { rule, .. }
            | R::HasMoved { rule, .. }
            | R::ChangesTooLittle { rule, .. }
            | R::StopsElsewhere { rule, .. }
            | R::GivesNoCheck { rule, .. }
            | R::NoneToBecome { rule, .. }
            | R::NoExitHere { rule, .. }
            | R::MayNotLand { rule, .. }
            | R::MayNotStart { rule, .. }
            | R::Blocked { rule, .. }
            | R::NoHurdle { rule, .. }
            | R::WrongTarget { rule, .. }
            | R::CastleMoved { rule, .. }
            | R::CastleBarred { rule, .. } => Some(rule),
            R::Over { .. }
            | R::NoMoves
            | R::Foreign
            | R::NoSuchRule { .. }
            | R::Hole { .. }
            | R::Unreadable { .. }
            | R::UpperCase { .. }
            | R::DropSpelling { .. }
            | R::Several { .. }
            | R::Ambiguous { .. }
            | R::NoneComes { .. }
            | R::NoneGoesSo { .. }
            | R::LessPreferred { .. }
            | R::Vetoed { .. }
            | R::Repeats { .. }
            | R::Empty { .. }
            | R::Nobodys { .. }
            | R::Opponents { .. }
            | R::NobodyPasses
            | R::OnlyCell { .. }
            | R::NoDrop { .. }
            | R::NoExit { .. }
            | R::NoWay { .. } => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())?;
        self.origin().iter().try_for_each(|origin| write!(f, " ({}:{})", origin.file, origin.line))
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal").field("reason", &self.reason).finish_non_exhaustive()
    }
}

impl PartialEq for Refusal {
    fn eq(&self, other: &Refusal) -> bool {
        self.reason == other.reason && Arc::ptr_eq(&self.game, &other.game)
    }
}

impl Eq for Refusal {}

impl std::error::Error for Refusal {}
