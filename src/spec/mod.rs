//! What a definition file says: typed, every value with its place, names still names.
//!
//! [`Definition`] is the root, one module per TOML table below it, and one per grammar that appears in
//! many of them: [`Filter`], [`Region`], [`Directions`], [`Condition`]. Where something could not be
//! read it is absent, and it has been reported: see [`Named::broken`] and the `sound` field of tables.

mod at;
mod board;
mod condition;
mod directions;
mod drawing;
mod end;
mod evaluation;
mod filter;
mod game;
mod illegal;
mod keys;
mod moves;
mod pieces;
mod regions;
mod search;
mod setup;
mod text;

pub use at::{At, Entry, Named};
pub use board::{Board, Mirror, Size};
pub use condition::{BlockedEnds, Condition, Line, Overline, Reset};
pub use directions::{Compass, DirectionWord, Directions, Group, Heading, Relative};
pub use drawing::{Drawing, Row};
pub use end::{End, Verdict, Who};
pub use evaluation::{Block, Evaluation, LinePattern, NumberRow, Numbers, SquareTable, Symbol};
pub use filter::{Filter, Owner, Term};
pub use game::Game;
pub use illegal::Veto;
pub use moves::{DropFrom, Leap, MoveRule, Pass, Range, Travel};
pub use pieces::Piece;
pub use regions::{BuiltIn, CellName, Pattern, Region, RegionEntry, RegionPart, Regions};
pub use search::Search;
pub use setup::Setup;
pub use text::Texts;

use keys::keys;

keys! {
    /// A definition: one TOML file, with what it extends merged in.
    pub struct Definition {
        /// What the game is called and who plays it.
        required "game" => game: Game;
        /// The cells.
        required "board" => board: Board;
        /// Where forward points for each player; by default north for the first, south for the second.
        named "directions" => directions: At<Compass>;
        /// Named sets of cells.
        named "regions" => regions: RegionEntry;
        /// The kinds of pieces.
        named "pieces" => pieces: Piece;
        /// Move rules of no piece, such as a pass.
        named "moves" => moves: MoveRule;
        /// Where the game starts.
        optional "setup" => setup: Setup;
        /// Reasons why a move is refused.
        named "illegal" => illegal: Veto;
        /// Ways for the game to be over, in the order tried.
        named "end" => end: End;
        /// Which position is better.
        optional "evaluation" => evaluation: Evaluation;
        /// Where to look for good moves.
        optional "search" => search: Search;
        /// What is printed in other languages.
        named "text" => text: Texts;
    }
    later ["turn", "effects", "legality", "hands", "score"]
}
