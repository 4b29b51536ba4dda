//! A game as it is played: what never changes from the first move to the last.
//!
//! Everything here is a number, a bit or a table. Names stay only where something has to be
//! printed. [`compile`](crate::compile) builds a [`Blueprint`] from a definition;
//! [`Game::from_blueprint`] derives the tables that the rooms below look things up in.

mod bits;
mod clashes;
mod condition;
mod contents;
mod evaluation;
mod formation;
mod geometry;
mod ids;
mod points;
mod rule;
mod script;
mod tables;

use std::sync::Arc;

pub use bits::{Bits, CellSet, Cells};
pub use condition::{Award, Condition, Count, End, Facing, LineRule, Side, Veto};
pub use contents::{Contents, Roster, Selection};
pub use evaluation::{Block, Evaluation, Pattern, Phase, Squares, Symbol, Weight};
pub use formation::{Asks, Formation, Vicinity};
pub use geometry::{Geometry, Offset, file_name, parse_file};
pub use ids::{Cell, Kind, Letter, Move, Piece, Player};
pub use points::Points;
pub use rule::{Action, Castle, Effect, Nearby, Origin, Promotion, Rule, Stage, Touched, Travel, Verb, Way};
pub use script::{Calls, OnError, Pairs, Partner, Script, ScriptMode, ScriptUse, Watchdog};
pub use tables::{
    AXES, AttackRay, AttackRun, AttackTables, Blockers, BulkMove, DropRule, Fall, Keys, LONGEST_LINE, Line,
    LineContents, Lines, MoveStep, Movement, NoLines, PassRule, PieceKey, PieceMoves, Ray, ReverseAttacks,
    RuleFlags, SetId, Settling, StageLine, Stages, Steps, Sweep, TargetFilter, Targets, Touch, asks_check,
    bits,
};

/// How a player is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName {
    /// The name as the definition gives it.
    pub name: String,
    /// What stands for the player in a position text.
    pub turn: String,
}

/// How a kind of piece is called and drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindName {
    /// The name as the definition gives it.
    pub name: String,
    /// The letters of the first and the second player's pieces.
    pub letters: [Letter; 2],
    /// What the pieces of either look like in a picture, where the definition says so.
    pub symbols: Option<[String; 2]>,
    /// The line that defines the kind.
    pub origin: Origin,
}

/// A kind of piece that the enemy must not be able to take after its owner's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Royal {
    /// The kind.
    pub kind: Kind,
    /// How many of them.
    pub which: Royalty,
}

/// Which royal pieces of a player the enemy must not be able to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Royalty {
    /// Each.
    Each,
    /// The last one of all that are royal in this way.
    Any,
    /// All of those that are royal in this way at once: one may be left to be taken while another is safe.
    All,
}

/// What becomes of captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Captured {
    /// They go to the hand of the player who captured them, otherwise to their owner's.
    pub by_captor: bool,
    /// As their base, otherwise as they are.
    pub in_base: bool,
}

/// Pieces that come from the hand to cells that others leave by their first move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gating {
    /// Their kinds.
    pub kinds: Vec<Kind>,
    /// The cells, by player.
    pub on: [CellSet; 2],
}

/// A game, resolved: what compile hands over.
#[derive(Clone, Debug)]
pub struct Blueprint {
    /// The name that the definition gives.
    pub name: String,
    /// Positions are written as FEN.
    pub fen: bool,
    /// The board.
    pub geometry: Geometry,
    /// The players in the order listed.
    pub players: [PlayerName; 2],
    /// Who moves first.
    pub first: Player,
    /// The kinds of pieces.
    pub kinds: Vec<KindName>,
    /// How many kinds there are, and which belong to nobody.
    pub roster: Roster,
    /// The kinds that are royal.
    pub royals: Vec<Royal>,
    /// What stands where when the game starts, by cell number.
    pub setup: Vec<Piece>,
    /// How many of each piece the players hold when the game starts, by piece; empty where nobody holds any.
    pub setup_hands: Vec<u16>,
    /// By kind: what it is in a hand, where that is another kind.
    pub bases: Vec<Option<Kind>>,
    /// By kind: the most that a player can have on the board by promotions and by drops from the supply.
    pub supplies: Vec<Option<u32>>,
    /// What becomes of captured pieces; `None`: they are gone.
    pub captured: Option<Captured>,
    /// Where a capture is legal, only captures are.
    pub must_capture: bool,
    /// Where a move of one of these rules is legal, nothing else is.
    pub priority: Vec<u8>,
    /// What each piece counts for its owner where the game is decided by the score, by kind.
    pub score: Vec<i32>,
    /// What each player has without a piece.
    pub bonus: [i32; 2],
    /// What happens after every capture.
    pub capture_effects: Vec<Effect>,
    /// Pieces that come from the hand where others move for the first time.
    pub gating: Option<Gating>,
    /// The move rules in file order: those of the kinds, kind by kind, then those of no piece.
    pub rules: Vec<Rule>,
    /// The further stages of moves, which rules name by number.
    pub stages: Vec<Stage>,
    /// What makes a move illegal.
    pub vetoes: Vec<Veto>,
    /// The ends in the order tried.
    pub ends: Vec<End>,
    /// Which position is better.
    pub evaluation: Evaluation,
    /// Where forward points for each player.
    pub forward: [Offset; 2],
    /// By cell number, where the second player stands when the first stands on the cell; `None` where the
    /// players do not face each other.
    pub mirror: Option<Vec<Cell>>,
    /// The ways to lay the board onto itself that, with the players exchanged, leave the rules, the setup and
    /// the ends as they were: by cell number, where a cell lies afterwards. None where the sides are unlike.
    pub swaps: Vec<Vec<Cell>>,
    /// Search looks only at empty cells this close to a piece when dropping.
    pub near: Option<u16>,
}

impl Blueprint {
    /// Whether lines are looked at: by a condition, a pattern or a script.
    pub fn asks_lines(&self) -> bool {
        self.conditions().any(|when| when.mentions(&|c| matches!(c, Condition::Line(_))))
            || !self.evaluation.patterns.is_empty()
            || self.evaluation.script.as_ref().is_some_and(|script| script.asks_lines())
    }

    /// Why lines cannot be looked at though something asks for them.
    pub fn bars_to_lines(&self) -> impl Iterator<Item = NoLines> {
        let asks = self.asks_lines();
        let long = (self.geometry.longest_side() > LONGEST_LINE).then_some(NoLines::TooLong);
        let neutral = (self.roster.neutral != 0).then_some(NoLines::Neutral);
        [long, neutral].into_iter().flatten().filter(move |_| asks)
    }

    /// Whether it matters of which kind a player's pieces are.
    pub fn tells_kinds(&self) -> bool {
        self.kinds.len() > 1 || !self.royals.is_empty() || self.roster.neutral != 0
    }

    /// Whether some piece can be in a hand.
    pub fn has_hands(&self) -> bool {
        self.captured.is_some()
            || !self.setup_hands.is_empty()
            || self.rules.iter().any(|rule| rule.hand.is_some())
    }

    /// Every condition that is asked: by ends, vetoes and move rules.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let ends = self.ends.iter().map(|end| &end.when);
        let vetoes = self.vetoes.iter().flat_map(Veto::conditions);
        let rules = self.rules.iter().flat_map(|rule| &rule.by).filter_map(|travel| travel.when.as_ref());
        ends.chain(vetoes).chain(rules)
    }
}

/// A game, ready to play. Cheap to share: positions hold it in an [`Arc`].
#[derive(Clone, Debug)]
pub struct Game {
    blueprint: Blueprint,
    /// Movement tables.
    pub movement: Movement,
    /// Who could capture where, when some pieces are royal.
    pub reverse_attacks: Option<ReverseAttacks>,
    /// The same as sets, where royal pieces can be captured by jumps and slides alone.
    pub attacks: Option<AttackTables>,
    /// Lines, when an end or a pattern asks for them.
    pub lines: Lines,
    /// Hash keys and incremental points per piece and cell.
    pub keys: Keys,
    /// What playing a move does, by rule: all that play and undo ask of a rule, close together.
    pub actions: [Action; 256],
    /// What moves change besides.
    pub flags: RuleFlags,
    /// Where further stages of moves end.
    pub onward: Stages,
    /// Boards keep more than whose piece stands where: sets by piece, or lines.
    pub tracks: bool,
    /// The clocks that ends ask for: plies and quiet plies, each once.
    pub clocks: Vec<Condition>,
    /// What resets the counts of quiet plies that ends ask for, each sort once: captures, and moves of these kinds, a
    /// bit each. Captures alone where no end asks.
    pub quiet_clocks: Vec<(bool, u64)>,
    /// Some end counts passes in a row.
    pub counts_passes: bool,
    line_ends: Vec<LineRule>,
    only_drops: bool,
    grouped: bool,
    royal: bool,
    /// By rule.
    vetoed: [bool; 256],
    counted_ends: Vec<usize>,
    owned: [Contents; 2],
    pieces_stay: bool,
    renewable: bool,
}

impl std::ops::Deref for Game {
    type Target = Blueprint;

    fn deref(&self) -> &Blueprint {
        &self.blueprint
    }
}

impl Game {
    /// Derives the tables. The blueprint must be consistent: compile has checked it.
    pub fn from_blueprint(blueprint: Blueprint) -> Arc<Game> {
        let line_ends = line_ends(&blueprint);
        let asks_lines = blueprint.asks_lines();
        let drops = blueprint.rules.iter().any(|r| matches!(r.action, Action::Drop(_)));
        let movement = Movement::build(&blueprint);
        let flags = RuleFlags::build(&blueprint, &movement);
        let leaves = |r: &Rule| r.action.travels() || matches!(r.action, Action::Exit | Action::Castle);
        let removes = blueprint.rules.iter().any(leaves) || flags.spreads.contains(&true);
        let returns = blueprint.effects().any(|effect| effect.verb == Verb::Put)
            || blueprint.gating.is_some() && blueprint.captured.is_some();
        Arc::new(Game {
            reverse_attacks: asks_attacks(&blueprint).then(|| ReverseAttacks::build(&blueprint, &movement)),
            attacks: masked(&blueprint).then(|| AttackTables::build(&blueprint, &movement, &flags)).flatten(),
            royal: !blueprint.royals.is_empty(),
            movement,
            flags,
            lines: if asks_lines { Lines::of(&blueprint.geometry) } else { Lines::default() },
            onward: Stages::build(&blueprint),
            keys: Keys::build(&blueprint),
            actions: std::array::from_fn(|i| blueprint.rules.get(i).map_or(Action::Pass, |rule| rule.action)),
            tracks: asks_lines || blueprint.tells_kinds(),
            counted_ends: (0..blueprint.ends.len())
                .filter(|&i| blueprint.ends[i].counts_in_perft())
                .collect(),
            owned: Player::BOTH.map(|player| Contents::owned(player, blueprint.roster)),
            clocks: clocks(&blueprint),
            quiet_clocks: quiet_clocks(&blueprint),
            counts_passes: counts_passes(&blueprint),
            only_drops: only_drops(&blueprint),
            grouped: blueprint.royals.iter().any(|royal| royal.which != Royalty::Each),
            vetoed: std::array::from_fn(|rule| blueprint.vetoes.iter().any(|veto| veto.looks_at(rule))),
            pieces_stay: !removes,
            renewable: (drops || returns) && removes,
            line_ends,
            blueprint,
        })
    }

    /// The line rules by which the mover wins, when they alone decide whether a dropped piece wins:
    /// pieces stay where they were put, nothing vetoes a move, and no other end is tried before them.
    /// Then a threat to win is a matter of line contents. Empty otherwise.
    pub fn line_ends(&self) -> &[LineRule] {
        &self.line_ends
    }

    /// Whether every move is a drop that neither a condition nor a veto forbids.
    pub fn only_drops(&self) -> bool {
        self.only_drops
    }

    /// Whether no position has a score too large to be kept.
    pub fn keeps_scores(&self) -> bool {
        let bound = self.evaluation.bound(self.geometry.size(), self.movement.most_moves);
        bound <= Evaluation::MOST_POINTS
    }

    /// The ends that perft asks before it counts moves, indices into [`Blueprint::ends`]. Those that
    /// need the player to move to be without moves are left out: there is nothing to count then.
    pub fn counted_ends(&self) -> &[usize] {
        &self.counted_ends
    }

    /// Whether some pieces are royal: then moves have to leave them safe.
    #[inline]
    pub fn has_royals(&self) -> bool {
        self.royal
    }

    /// Whether some royal pieces count only together with others.
    #[inline]
    pub fn royals_in_groups(&self) -> bool {
        self.grouped
    }

    /// Whether some veto looks at a move.
    #[inline]
    pub fn may_be_vetoed(&self, mv: Move) -> bool {
        self.vetoed[mv.rule()]
    }

    /// Whether every move that a rule makes is legal.
    #[inline]
    pub fn is_free(&self) -> bool {
        self.vetoes.is_empty()
            && !self.has_royals()
            && !self.must_capture
            && self.priority.is_empty()
            && !self.flags.asks
    }

    /// The kind that moves by the rule of a move that carries a piece.
    #[inline]
    pub fn mover_of(&self, mv: Move) -> Kind {
        let kind = self.blueprint.rules[mv.rule()].kind;
        kind.unwrap_or_else(|| unreachable!("the move is one of a piece"))
    }

    /// Whether there is a piece, and it is not the player's.
    #[inline]
    pub fn is_not_of(&self, piece: Piece, player: Player) -> bool {
        !piece.is_none() && (piece.owner() != player || self.blueprint.roster.is_neutral(piece.kind()))
    }

    /// Every piece of a player.
    pub fn owned(&self, player: Player) -> Contents {
        self.owned[player.index()]
    }

    /// Whether pieces both come and go, so that a position can return after a capture or a drop.
    pub fn renewable(&self) -> bool {
        self.renewable
    }

    /// Whether a piece on the board never moves or leaves: a new line runs through the last cell.
    pub fn pieces_stay(&self) -> bool {
        self.pieces_stay
    }

    /// The pieces of both players in code order, those of nobody among them.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let roster = self.blueprint.roster;
        let is_one = move |piece: &Piece| piece.owner() == Player::First || roster.owner(*piece).is_some();
        (1..=2 * self.blueprint.kinds.len() as u8).map(Piece).filter(is_one)
    }

    /// The movement tables as they would be if every rule could start and land anywhere.
    pub fn movement_anywhere(&self) -> Movement {
        let mut free = self.blueprint.clone();
        for travel in free.rules.iter_mut().flat_map(|rule| &mut rule.by) {
            (travel.from, travel.to) = (*free.geometry.board(), *free.geometry.board());
        }
        Movement::build(&free)
    }

    /// The pieces of a player in code order.
    #[inline]
    pub fn pieces_of(&self, player: Player) -> impl Iterator<Item = Piece> + use<> {
        let roster = self.blueprint.roster;
        let kinds =
            (0..self.blueprint.kinds.len() as u8).map(Kind).filter(move |&kind| !roster.is_neutral(kind));
        kinds.map(move |kind| Piece::new(kind, player))
    }

    /// The letter of a piece.
    pub fn letter(&self, piece: Piece) -> Letter {
        self.kinds[piece.kind().index()].letters[piece.owner().index()]
    }

    /// The name of a player.
    pub fn player_name(&self, player: Player) -> &str {
        &self.players[player.index()].name
    }
}

/// Whether every move is a drop that neither a condition nor a veto forbids.
fn only_drops(blueprint: &Blueprint) -> bool {
    let drops = |rule: &Rule| {
        let free = |travel: &Travel| travel.when.is_none() && travel.nearby.is_empty();
        let plain = rule.effects.is_empty() && rule.hand.is_none() && rule.then.is_none();
        matches!(rule.action, Action::Drop(_)) && plain && rule.by.iter().all(free)
    };
    !blueprint.must_capture
        && blueprint.priority.is_empty()
        && blueprint.supplies.iter().all(Option::is_none)
        && blueprint.vetoes.is_empty()
        && blueprint.rules.iter().all(drops)
}

/// Whether every royal piece must be safe by itself, whatever a capture does besides, and no move makes another
/// one.
fn masked(blueprint: &Blueprint) -> bool {
    let each = |royal: &Royal| royal.which == Royalty::Each;
    let promoted = |rule: &Rule| {
        let promotions = rule.by.iter().filter_map(|travel| travel.promotion.as_ref());
        promotions.flat_map(|promotion| &promotion.to).any(|&kind| blueprint.is_royal(kind))
    };
    let makes_royals = |rule: &Rule| match rule.action {
        Action::Drop(kind) => blueprint.is_royal(kind),
        _ => promoted(rule),
    };
    !blueprint.royals.is_empty()
        && blueprint.roster.neutral == 0
        && blueprint.royals.iter().all(each)
        && blueprint.capture_effects.is_empty()
        && !blueprint.rules.iter().any(makes_royals)
}

/// Whether some piece must not be attacked, or a condition asks whether it is.
fn asks_attacks(blueprint: &Blueprint) -> bool {
    let asks = |when: &Condition| when.mentions(&|part| matches!(part, Condition::Attacked(_)));
    !blueprint.royals.is_empty() || blueprint.conditions().any(asks)
}

fn clocks(blueprint: &Blueprint) -> Vec<Condition> {
    let parts = blueprint.ends.iter().flat_map(|end| end.when.parts());
    parts.filter(|part| matches!(part, Condition::Plies(_) | Condition::QuietPlies { .. })).cloned().collect()
}

fn counts_passes(blueprint: &Blueprint) -> bool {
    blueprint.conditions().any(|when| when.mentions(&|part| matches!(part, Condition::Passes(_))))
}

fn quiet_clocks(blueprint: &Blueprint) -> Vec<(bool, u64)> {
    let mut found = Vec::new();
    for clock in clocks(blueprint) {
        if let Condition::QuietPlies { capture, kinds, .. } = clock
            && !found.contains(&(capture, kinds))
        {
            found.push((capture, kinds));
        }
    }
    if found.is_empty() { vec![(true, 0)] } else { found }
}

fn line_ends(blueprint: &Blueprint) -> Vec<LineRule> {
    if !only_drops(blueprint) {
        return Vec::new();
    }
    let leading = blueprint.ends.iter().map_while(|end| match end.when {
        Condition::Line(rule) if end.winner == Award::Mover => Some(rule),
        _ => None,
    });
    leading.collect()
}
