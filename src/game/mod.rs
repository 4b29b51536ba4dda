//! A game as it is played: what never changes from the first move to the last.
//!
//! [`compile`](crate::compile) resolves a definition into [`Names`], [`Rules`] and [`Evaluation`]; [`Game::new`] adds
//! the [`Facts`] that follow from the rules, and the [`Tables`] that the rooms below look things up in.

mod attack_term;
mod bits;
mod clashes;
mod condition;
mod contents;
mod dice;
mod drawn;
mod evaluation;
mod facts;
mod fingerprint;
mod formation;
mod geometry;
mod hexes;
mod ids;
mod names;
mod network;
mod notation;
mod points;
mod rule;
mod rules;
mod script;
mod stage;
mod survey;
pub(crate) mod symmetry;
mod tables;
mod turns;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use attack_term::{AttackTerm, PieceWindow, Tally, Zone};
pub use bits::{Bits, CellSet, Cells};
pub use condition::{
    Award, Condition, ConditionFacts, Connects, Count, End, Facing, Grouped, LineRule, Repeated, Resets, Run,
    Side, Through, Veto,
};
pub use contents::{Contents, Roster, Selection};
pub use dice::split_mix;
pub use drawn::NoSegment;
pub use evaluation::{
    Block, CountWorth, Evaluation, HandTerm, NetworkUse, Orientation, Pattern, Phase, Squares, Symbol, Weight,
};
pub use facts::Facts;
pub(crate) use fingerprint::Fnv;
pub use formation::{Asks, Formation, Vicinity};
pub use geometry::{Geometry, Offset, file_name, parse_file};
pub use ids::{Cell, Kind, Letter, Move, Piece, Player};
pub use names::{Colour, KindName, Named, Names, PlayerName, WithName};
pub use network::{Network, ONE, OUTPUT_ONE, Sight};
pub use notation::{MoveField, MovePart, MovePattern, Notation, Spellings};
pub use points::{Points, halves};
pub use rule::{
    Action, Again, Aside, Bends, Castle, Effect, InChain, Nearby, Origin, Promotion, Rule, Stops, Touched,
    Travel, Verb, Way,
};
pub use rules::{Captured, Gating, Preference, Royal, Royalty, Rules};
pub use script::{Calls, OnError, Pairs, Partner, Script, ScriptMode, ScriptUse, Watchdog};
pub use stage::{Bring, Removal, Stage};
pub use survey::{Distance, Going, Influence, Link, PatternPlace, Survey, SurveyTerm};
pub(crate) use symmetry::swaps_sides;
pub use tables::{
    AXES, Adjacencies, Adjacency, AttackRay, AttackRun, AttackTables, Blasts, Blockers, BulkMove, Direction,
    DropRule, Fall, Flock, Glide, Hop, Hops, Keys, LONGEST_LINE, Legality, Line, LineContents, Lines,
    MoveStep, Movement, NoLines, PassRule, PieceKey, PieceMoves, Ray, ReverseAttacks, RouteTable, Routes,
    RuleFlags, SetId, Settling, Shift, Sights, Stages, StateTables, Steps, Sweep, Tables, Tactics,
    TargetFilter, Targets, Topology, Touch, asks_check, bits, walk,
};
pub use turns::{Idle, SideExchange, TurnProgress, Turns, is_done};

/// What the definition advises the search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchHints {
    /// Look only at empty cells this close to a piece when dropping.
    pub near: Option<u16>,
    /// Which search plays the game best.
    pub algorithm: SearchMethod,
    /// A Monte-Carlo tree search asks the evaluation after so many plies of a playout. `None`: where games fill the board
    /// it plays them to their end, elsewhere it goes a few plies.
    pub playout: Option<u16>,
}

/// Which search looks for a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SearchMethod {
    /// Alpha-beta, as a principal variation search.
    #[default]
    Pvs,
    /// Monte-Carlo tree search.
    Mcts,
}

/// A game, ready to play. Cheap to share: positions hold it in an [`Arc`].
#[derive(Clone)]
pub struct Game {
    /// What things are called.
    #[doc(hidden)]
    pub names: Names,
    /// How it goes.
    #[doc(hidden)]
    pub rules: Rules,
    /// What follows from the rules.
    #[doc(hidden)]
    pub facts: Facts,
    /// Which position is better.
    #[doc(hidden)]
    pub evaluation: Evaluation,
    /// What the search is advised.
    #[doc(hidden)]
    pub search: SearchHints,
    /// Made from all that, to be looked up while the game is played.
    #[doc(hidden)]
    pub tables: Tables,
    /// The same game with derived weights, once somebody has asked for them.
    pub(crate) derived: OnceLock<Arc<Game>>,
}

/// Its name: its tables would fill a book.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.names.game).finish()
    }
}

impl Game {
    /// Whether the players move by turns, one move each.
    pub fn alternates(&self) -> bool {
        !self.rules.turns.go_on()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.names.game
    }

    /// The name of a player.
    pub fn player_name(&self, player: Player) -> &str {
        self.names.player(player)
    }

    /// The name of a kind of piece, as the definition gives it.
    ///
    /// # Panics
    ///
    /// When the kind is none of this game's.
    pub fn kind_name(&self, kind: Kind) -> &str {
        &self.names.kinds[kind.index()].name
    }

    /// Whether a move puts a piece on the board: it then starts and ends on the cell where that lands.
    pub fn is_drop(&self, mv: Move) -> bool {
        matches!(self.action_of(mv), Some(Action::Drop(_)))
    }

    /// Whether a move takes its piece off the board: it then starts and ends on the cell that is left.
    pub fn is_exit(&self, mv: Move) -> bool {
        self.action_of(mv) == Some(Action::Exit)
    }

    /// Whether a move is a pass, or ends a turn that has several moves: its cells mean nothing.
    pub fn is_pass(&self, mv: Move) -> bool {
        self.action_of(mv) == Some(Action::Pass)
    }

    /// What a move's rule does; `None` for a move of another game.
    fn action_of(&self, mv: Move) -> Option<Action> {
        self.tables.actions.get(mv.rule()).copied()
    }

    /// The kinds of pieces, in the order of the definition.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        (0u8..).map(Kind).take(self.rules.roster.kinds)
    }

    /// The name of an end by its number, as [`Outcome::end`](crate::position::Outcome::end) has it.
    pub fn end_name(&self, end: usize) -> Option<&str> {
        self.names.ends.get(end).map(|named| named.name.as_str())
    }

    /// The file and the line where the definition says an end.
    pub fn end_origin(&self, end: usize) -> Option<&Origin> {
        self.names.ends.get(end).map(|named| &named.origin)
    }

    /// The name of a rule, `pawn.push`, by its number, as [`Reason`](crate::notation::Reason) has it.
    pub fn rule_name(&self, rule: usize) -> Option<&str> {
        self.names.moves.get(rule).map(|named| named.name.as_str())
    }

    /// The name of a veto by its number, as [`Reason`](crate::notation::Reason) has it.
    pub fn veto_name(&self, veto: usize) -> Option<&str> {
        self.names.vetoes.get(veto).map(|named| named.name.as_str())
    }

    /// The names of the notations of the definition, in the order of their numbers, as
    /// [`MoveStyle::Named`](crate::notation::MoveStyle::Named) has them.
    pub fn notation_names(&self) -> impl Iterator<Item = &str> {
        self.names.notations.iter().map(|notation| notation.name.as_str())
    }

    /// How many files and ranks the board has.
    pub fn size(&self) -> (u16, u16) {
        (self.rules.geometry.files(), self.rules.geometry.ranks())
    }

    /// The cells of the board, rank 1 first; holes are left out.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.rules.geometry.board().iter()
    }

    /// The name of a cell: a letter for its file, a number for its rank.
    ///
    /// # Panics
    ///
    /// It may, when the number lies beyond the board.
    pub fn cell_name(&self, cell: Cell) -> String {
        self.rules.geometry.name(cell)
    }

    /// The cell with a name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.rules.geometry.parse(name).filter(|&cell| self.rules.geometry.has(cell))
    }
}

/// What the rooms below ask.
#[doc(hidden)]
impl Game {
    /// Derives facts and tables. The parts must be consistent: compile has checked them.
    pub fn new(names: Names, rules: Rules, evaluation: Evaluation, search: SearchHints) -> Arc<Game> {
        let facts = Facts::of(&rules);
        let tables = Tables::build(&names, &rules, &facts, &evaluation);
        Arc::new(Game { names, rules, facts, evaluation, search, tables, derived: OnceLock::new() })
    }

    /// The same game with another evaluation. What follows from the rules alone stays as it is.
    pub fn evaluated(&self, evaluation: Evaluation) -> Arc<Game> {
        let mut game = self.clone();
        game.tables.score_by(&game.rules, &evaluation);
        game.evaluation = evaluation;
        game.derived = OnceLock::new();
        Arc::new(game)
    }

    /// A move rule with its name.
    pub fn named_move(&self, number: usize) -> WithName<'_, Rule> {
        WithName::new(&self.names.moves[number], &self.rules.moves[number])
    }

    /// The move rules with their names.
    pub fn named_moves(&self) -> impl Iterator<Item = WithName<'_, Rule>> {
        (0..self.rules.moves.len()).map(|number| self.named_move(number))
    }

    /// A veto with its name.
    pub fn named_veto(&self, number: usize) -> WithName<'_, Veto> {
        WithName::new(&self.names.vetoes[number], &self.rules.vetoes[number])
    }

    /// The vetoes with their names.
    pub fn named_vetoes(&self) -> impl Iterator<Item = WithName<'_, Veto>> {
        (0..self.rules.vetoes.len()).map(|number| self.named_veto(number))
    }

    /// An end with its name.
    pub fn named_end(&self, number: usize) -> WithName<'_, End> {
        WithName::new(&self.names.ends[number], &self.rules.ends[number])
    }

    /// The ends with their names, in the order tried.
    pub fn named_ends(&self) -> impl Iterator<Item = WithName<'_, End>> {
        (0..self.rules.ends.len()).map(|number| self.named_end(number))
    }

    /// Whether lines are looked at: by a condition, a pattern or a script.
    pub fn asks_lines(rules: &Rules, evaluation: &Evaluation) -> bool {
        rules.conditions().any(|when| when.asks(ConditionFacts::LINES))
            || !evaluation.patterns.is_empty()
            || evaluation.script.as_ref().is_some_and(|script| script.asks_lines())
    }

    /// Why lines cannot be looked at though something asks for them.
    pub fn bars_to_lines(rules: &Rules, evaluation: &Evaluation) -> impl Iterator<Item = NoLines> {
        let asks = Game::asks_lines(rules, evaluation);
        let long = (rules.geometry.longest_side() > LONGEST_LINE).then_some(NoLines::TooLong);
        let neutral = (rules.roster.neutral != 0).then_some(NoLines::Neutral);
        let tangled = (!rules.geometry.has_plain_lines()).then_some(NoLines::Tangled);
        [long, neutral, tangled].into_iter().flatten().filter(move |_| asks)
    }

    /// Whether no position has a score too large to be kept.
    pub fn keeps_scores(&self) -> bool {
        let bound = self.evaluation.bound(self.rules.geometry.size(), self.tables.movement.most_moves);
        bound <= Evaluation::MOST_POINTS
    }

    /// Whether every move that a rule makes is legal.
    #[inline]
    pub fn is_free(&self) -> bool {
        !self.facts.restricted && !self.facts.has_royals
    }

    /// What a move's rule does besides carrying its piece.
    #[inline]
    pub fn flags(&self, mv: Move) -> RuleFlags {
        self.tables.flags[mv.rule()]
    }

    /// Whether a move changes more cells than those where its piece starts and lands.
    #[inline]
    pub fn changes_more_cells(&self, mv: Move) -> bool {
        self.flags(mv).contains(RuleFlags::MULTI_CELL) || mv.gates().is_some()
    }

    /// Whether some veto looks at a move.
    #[inline]
    pub fn may_be_vetoed(&self, mv: Move) -> bool {
        self.facts.vetoed[mv.rule()]
    }

    /// The kind that moves by the rule of a move that carries a piece.
    #[inline]
    pub fn mover_of(&self, mv: Move) -> Kind {
        self.rules.mover_of(mv.rule())
    }

    /// The movement tables as they would be if every rule could start and land anywhere.
    pub fn movement_anywhere(&self) -> Movement {
        let mut free = self.rules.clone();
        for travel in free.moves.iter_mut().flat_map(|rule| &mut rule.by) {
            (travel.from, travel.to) = (*free.geometry.board(), *free.geometry.board());
        }
        Movement::build(&free, &self.tables.topology, &self.names)
    }

    /// The letter of a piece.
    pub fn letter(&self, piece: Piece) -> Letter {
        self.names.kinds[piece.kind().index()].letters[piece.owner().index()]
    }
}
