//! What a definition file says: typed, every value with its place, names still names.
//!
//! [`Definition`] is the root, one module per TOML table below it, and one per grammar that appears in
//! many of them: [`Filter`], [`Region`], [`Directions`], [`Condition`]. Where something could not be
//! read it is absent, and it has been reported: see [`Named::broken`] and the `sound` field of tables.

mod army;
mod at;
mod attacks;
mod betza;
mod board;
mod castle;
mod condition;
mod condition_words;
mod directions;
mod drawing;
pub mod edit;
mod effect;
mod end;
mod evaluation;
mod filter;
mod forget;
mod formation;
mod game;
mod hands;
mod home;
mod illegal;
mod keys;
mod known_as;
mod letter;
mod lines;
mod load;
mod merge;
mod misplaced;
mod moves;
mod mutants;
mod names;
mod notation;
mod origins;
mod pieces;
mod plain;
mod prefer;
mod read;
mod reference;
mod regions;
mod schema;
mod score;
mod search;
mod setup;
mod slip;
mod squares;
mod stage;
mod survey;
mod text;
mod titles;
mod tree;
mod unions;

#[cfg(test)]
mod tests;

/// Words that mean the same in a definition and in the game that is made of it.
pub use crate::game::{OnError, Royalty, ScriptMode, SearchMethod, Symbol, Touched, Verb};
pub use army::{Army, Ranks};
pub use at::{At, Entry, Named};
pub use attacks::{
    Attack, AttackOf, AttackWeights, AttackWindow, AttackedCells, Attackers, CountPoints, Each,
    PairCondition, PairConditions,
};
pub use betza::Betza;
pub use board::{Board, Corner, MAX_CELLS, Mirror, Size};
pub use castle::{Castle, CastleFrom, CastleWith, Flank};
pub use condition::{
    BlockedEnds, Checking, Condition, Line, Overline, Pair, Question, Repeated, Reset, Through,
};
pub use directions::{Compass, DirectionWord, Directions, Group, Heading, Relative};
pub use drawing::{Drawing, Row};
pub use effect::{Effect, Effects, GameEffect, Moment, Occasion};
pub use end::{Decides, End, Who};
pub use evaluation::{Block, Evaluation, LinePattern, Mobility, Script};
pub use filter::{Filter, Negation, Owner, Term};
pub use formation::{Formation, FormationAsk, RankPoints, Reach, Vicinity, VicinityWord, Window};
pub use game::{Aliases, Game, LANGUAGE, PositionText};
pub use hands::{Captured, Form, Gate, Hands, Legality, Receiver};
pub use illegal::Veto;
pub use known_as::{ClientNames, Coordinates, DialectWord, KnownAs, known_as};
pub use letter::{Letter, Symbols};
pub use lines::{BoardLine, BoardLines};
pub use load::{NoParents, Parents, Reading, read};
pub use moves::{DropFrom, Gap, Leap, MoveRule, Pass, Range, SlideRange, Travel, Until};
pub use mutants::Mutant;
pub(crate) use names::without_marks;
pub use notation::{ByPlayer, Notation, Signs, Spellings};
pub use origins::Resolved;
pub use pieces::{Choices, InChain, Names, Piece, PieceOwner, Promotion};
pub use prefer::{Preference, Preferences, Preferred};
pub use reference::reference;
pub use regions::{BuiltIn, CellName, Pattern, Region, RegionEntry, RegionPart, Regions};
pub use schema::schema;
pub use score::Score;
pub use search::Search;
pub use setup::Setup;
pub use squares::{CellPoints, NumberRow, Numbers, Spot, SquareTable};
pub use stage::{Again, Bends, Stage, SwapSides, Turn, TurnMoves};
pub use survey::{Distance, Influence, Liberties, Link, Parity, Stable};
pub use text::Texts;
pub use titles::{Titles, titles};

use crate::diagnostic::{Diagnostic, codes::text as codes};
use keys::keys;
use read::Reader;
use tree::Table;

keys! {
    /// A definition: one TOML file, with what it extends merged in.
    pub struct Definition {
        /// What the game is called and who plays it.
        required "game" => game: Game;
        /// The cells.
        required "board" => board: Board;
        /// Where forward points for each player; by default north for the first, south for the second.
        keyed "directions" => directions: At<Compass>;
        /// Named sets of cells.
        named "regions" => regions: RegionEntry;
        /// The kinds of pieces.
        named "pieces" => pieces: Piece;
        /// Move rules of no piece, such as a pass.
        named "moves" => moves: MoveRule;
        /// What belongs to every move.
        optional "turn" => turn: Turn;
        /// Where the game starts.
        optional "setup" => setup: Setup;
        /// What is legal among the moves that rules make.
        optional "legality" => legality: Legality;
        /// Pieces that wait beside the board.
        optional "hands" => hands: Hands;
        /// What happens besides, whichever rule makes the move.
        named "effects" => effects: GameEffect;
        /// Reasons why a move is refused.
        named "illegal" => illegal: Veto;
        /// Ways for the game to be over, in the order tried.
        named "end" => end: End;
        /// Who has more where the game ends by the score.
        optional "score" => score: Score;
        /// Which position is better.
        optional "evaluation" => evaluation: Evaluation;
        /// Where to look for good moves.
        optional "search" => search: Search;
        /// What other programs call the game.
        optional "known-as" => known_as: KnownAs;
        /// How people write moves.
        named "notation" => notation: Notation;
        /// What is printed in other languages.
        keyed "text" => text: Texts;
    }
    later []
    merges true
    check check
}

fn check(definition: &Definition, _: &Table, reader: &mut Reader<'_>) {
    for entry in &definition.moves {
        let way = entry.value.travel();
        if way.is_some_and(|way| !matches!(way, Travel::Pass(_))) {
            let message = "a rule of no piece can only be a pass";
            let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, entry.name.span, message);
            reader.report(diagnostic.help("rules that move a piece stand in `[pieces.KIND.moves]`"));
        }
    }
    for entry in definition.pieces.iter().flat_map(|piece| &piece.value.moves) {
        if matches!(entry.value.travel(), Some(Travel::Pass(_))) {
            let message = "a pass belongs to no piece";
            let diagnostic = Diagnostic::new(codes::MISPLACED_KEY, entry.name.span, message);
            reader.report(diagnostic.help("it stands in `[moves]`"));
        }
    }
    let players = reader.players.clone();
    for name in definition.pieces.names().filter(|name| players.contains(&name.value)) {
        let message = format!("`{}` is the name of a player too", name.value);
        let diagnostic = Diagnostic::new(codes::RESERVED_NAME, name.span, message);
        reader.report(diagnostic.help("a filter could not tell the piece from the player"));
    }
}
