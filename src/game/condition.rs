//! Conditions and the ends of the game, resolved.

use bitflags::bitflags;
use serde::Serialize;

use super::symmetry::SideSwap;
use super::{CellSet, Contents, Offset, Player};

/// A condition on a position. "Mover" is the player who makes, or has just made, the move; what
/// depends on it is resolved for both players, indexed by [`Player::index`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Condition {
    /// The player to move has no legal move.
    NoMoves,
    /// A royal piece of the player to move could be taken.
    InCheck,
    /// The number of pieces, no royal ones, that give check to the player to move lies within bounds.
    Checkers {
        /// At least that many.
        at_least: u32,
        /// At most that many.
        at_most: u32,
    },
    /// No cell is empty.
    BoardFull,
    /// The number of cells of a region that hold something lies within bounds.
    Count(Box<Count>),
    /// The number of cells of a region that hold something, and of such pieces in their owners' hands, lies within
    /// bounds.
    Held(Box<Count>),
    /// A piece that is counted could be taken, if it were the other player's turn; bounds mean nothing.
    Attacked(Box<Count>),
    /// The player to move has a legal move by which a piece that is counted lands there; bounds mean nothing.
    Reachable(Box<Count>),
    /// Two pieces stand in a row with only empty cells between.
    Facing(Box<Facing>),
    /// The mover has a line of pieces.
    Line(LineRule),
    /// The mover has a line of pieces along some axes alone, or through a cell.
    Run(Box<Run>),
    /// A group that is counted has no empty cell beside it; bounds mean nothing.
    Enclosed(Box<Grouped>),
    /// The number of groups lies within bounds.
    Groups(Box<Grouped>),
    /// One group of the mover touches regions.
    Connects(Box<Connects>),
    /// The state occurs for the n-th time.
    Repeats {
        /// For the how manieth time.
        times: u32,
        /// Only if the mover, or the opponent, gave check with every move since the first time.
        checking: Option<Side>,
        /// What has to be the same.
        #[serde(skip_serializing_if = "Repeated::is_usual")]
        of: Repeated,
    },
    /// That many plies passed without a move that resets the count.
    QuietPlies {
        /// How many.
        plies: u32,
        /// What resets the count.
        #[serde(flatten)]
        resets: Resets,
    },
    /// The same piece has made the mover's last so many moves, and none of them resets the count.
    SamePiece {
        /// How many.
        moves: u32,
        /// What resets the count.
        #[serde(flatten)]
        resets: Resets,
    },
    /// That many plies have been played.
    Plies(u32),
    /// That many passes in a row, by both players together.
    Passes(u32),
    /// The mover has given check that many times.
    Checks(u32),
    /// The last move was made by one of these rules, in ascending order.
    Played(Vec<u8>),
    /// The opposite.
    Not(Box<Condition>),
    /// At least one of these.
    Either(Vec<Condition>),
    /// All of these.
    All(Vec<Condition>),
}

/// The moves that reset a count of quiet plies, or of moves of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Resets {
    /// Captures.
    pub capture: bool,
    /// Moves of these kinds, a bit per kind.
    pub kinds: u64,
    /// Moves that give a piece to the mover.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub flip: bool,
}

impl Resets {
    /// Captures and nothing else.
    pub const CAPTURES: Resets = Resets { capture: true, kinds: 0, flip: false };

    /// Whether all that resets the other count resets this one.
    pub fn covers(&self, other: &Resets) -> bool {
        (self.capture || !other.capture) && other.kinds & !self.kinds == 0 && (self.flip || !other.flip)
    }
}

/// A player seen from the one who makes, or has just made, the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Side {
    /// The mover.
    Own,
    /// The other one.
    Enemy,
}

/// What is the same where something repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Repeated {
    /// What stands where alone, whoever is to move.
    pub board: bool,
    /// Only what stood there one or two plies ago counts.
    pub lately: bool,
}

impl Repeated {
    /// The whole position, whenever it stood there.
    pub const POSITION: Repeated = Repeated { board: false, lately: false };

    /// Whether it is what holds where nothing is said.
    fn is_usual(&self) -> bool {
        *self == Repeated::POSITION
    }
}

/// Groups: pieces of one player, each joined to another along directions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Grouped {
    /// A group counts with such a piece, by mover.
    pub holds: [Contents; 2],
    /// How pieces are joined: each direction with its opposite, in ascending order.
    pub along: Vec<Offset>,
    /// At least that many groups.
    pub at_least: u32,
    /// At most that many.
    pub at_most: u32,
}

impl Grouped {
    fn map(&self, swap: &SideSwap) -> Grouped {
        let [first, second] = self.holds.map(|holds| swap.contents(holds));
        Grouped { holds: [second, first], along: swap.offsets(&self.along), ..*self }
    }
}

/// Regions that one group touches.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Connects {
    /// The regions, by mover.
    pub regions: [Vec<CellSet>; 2],
    /// How pieces are joined, as in [`Grouped`].
    pub along: Vec<Offset>,
    /// At least that many of them.
    pub at_least: u32,
}

impl Connects {
    fn map(&self, swap: &SideSwap) -> Connects {
        let swapped = |regions: &Vec<CellSet>| regions.iter().map(|region| swap.cells(region)).collect();
        let [first, second] = &self.regions;
        Connects {
            regions: [swapped(second), swapped(first)],
            along: swap.offsets(&self.along),
            at_least: self.at_least,
        }
    }
}

/// How many cells of a region hold something.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Count {
    /// What is counted, by mover.
    pub holds: [Contents; 2],
    /// Where, by mover.
    pub on: [CellSet; 2],
    /// Where attacks are asked for: by which pieces, by mover; `None`: by any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<[Contents; 2]>,
    /// At least that many.
    pub at_least: u32,
    /// At most that many.
    pub at_most: u32,
}

impl Count {
    fn facts(&self) -> ConditionFacts {
        let marks = self.holds.iter().any(|holds| !holds.and(Contents::MARKED).is_nothing());
        if marks { ConditionFacts::MARKS } else { ConditionFacts::empty() }
    }

    fn is_of_material(&self, board: &CellSet) -> bool {
        let alike = self.holds[0] == self.holds[1] && self.facts().is_empty();
        alike && self.on.iter().all(|on| on.covers(board))
    }

    fn map(&self, swap: &SideSwap) -> Count {
        let [holds, other] = self.holds.map(|holds| swap.contents(holds));
        let [on, across] = &self.on;
        let by = self.by.map(|by| by.map(|by| swap.contents(by))).map(|[by, other]| [other, by]);
        Count { by, holds: [other, holds], on: [swap.cells(across), swap.cells(on)], ..*self }
    }
}

/// Two pieces in a row, by mover.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Facing {
    /// What the one cell holds.
    pub one: [Contents; 2],
    /// What the other holds.
    pub other: [Contents; 2],
    /// How the other lies to the one.
    pub along: [Vec<Offset>; 2],
}

impl Facing {
    /// Directions come in order, whatever theirs was: compile sorts them, too.
    fn map(&self, swap: &SideSwap) -> Facing {
        let swapped = |[first, second]: [Contents; 2]| [swap.contents(second), swap.contents(first)];
        let [first, second] = &self.along;
        Facing {
            one: swapped(self.one),
            other: swapped(self.other),
            along: [swap.offsets(second), swap.offsets(first)],
        }
    }
}

bitflags! {
    /// What a condition, or a part of it, depends on besides what stands where and whose turn it is.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct ConditionFacts: u16 {
        /// How often a position has stood on the board.
        const REPEATS = 1;
        /// Who gave check since then.
        const PERPETUAL = 1 << 1;
        /// How many plies were played.
        const PLIES = 1 << 2;
        /// How many of them were quiet.
        const QUIET_PLIES = 1 << 3;
        /// How many passes there were in a row.
        const PASSES = 1 << 4;
        /// How many checks were given.
        const CHECKS = 1 << 5;
        /// What legal moves there are.
        const MOVES = 1 << 6;
        /// Whether a royal piece could be taken.
        const IN_CHECK = 1 << 7;
        /// Whether some other piece could be taken.
        const ATTACKS = 1 << 8;
        /// Pieces in a row on the lines of the board.
        const LINES = 1 << 9;
        /// What the last move has marked.
        const MARKS = 1 << 10;
        /// What players hold in their hands.
        const HANDS = 1 << 11;
        /// What stood where, whoever was to move.
        const BOARDS = 1 << 12;
        /// Groups of pieces.
        const GROUPS = 1 << 13;
        /// Which rule made the last move.
        const LAST_MOVE = 1 << 14;
        /// Which piece made the last moves of a player, and how many.
        const SAME_PIECE = 1 << 15;

        /// How long the game has gone on.
        const TIME = Self::PLIES.bits() | Self::QUIET_PLIES.bits() | Self::PASSES.bits();
        /// The moves played so far, which a position alone does not show.
        const PAST = Self::REPEATS.bits() | Self::TIME.bits() | Self::LAST_MOVE.bits()
            | Self::SAME_PIECE.bits();
        /// Who could take what: such a condition must not ask itself when it decides what could be taken.
        const SAFETY = Self::IN_CHECK.bits() | Self::ATTACKS.bits();
    }
}

impl Condition {
    /// What it depends on, its parts included.
    pub fn facts(&self) -> ConditionFacts {
        let all = |list: &[Condition]| {
            list.iter().map(Condition::facts).fold(ConditionFacts::empty(), ConditionFacts::union)
        };
        match self {
            Condition::NoMoves => ConditionFacts::MOVES,
            Condition::InCheck | Condition::Checkers { .. } => ConditionFacts::IN_CHECK,
            Condition::BoardFull => ConditionFacts::empty(),
            Condition::Count(count) => count.facts(),
            Condition::Held(count) => ConditionFacts::HANDS | count.facts(),
            Condition::Attacked(count) => ConditionFacts::ATTACKS | count.facts(),
            Condition::Reachable(count) => ConditionFacts::MOVES | count.facts(),
            Condition::Facing(_) => ConditionFacts::empty(),
            Condition::Line(_) | Condition::Run(_) => ConditionFacts::LINES,
            Condition::Enclosed(_) | Condition::Groups(_) | Condition::Connects(_) => ConditionFacts::GROUPS,
            Condition::Repeats { checking, of, .. } => {
                let mut facts = ConditionFacts::REPEATS;
                facts.set(ConditionFacts::PERPETUAL, checking.is_some());
                facts.set(ConditionFacts::BOARDS, of.board);
                facts
            }
            Condition::QuietPlies { .. } => ConditionFacts::QUIET_PLIES,
            Condition::SamePiece { .. } => ConditionFacts::SAME_PIECE,
            Condition::Plies(_) => ConditionFacts::PLIES,
            Condition::Passes(_) => ConditionFacts::PASSES,
            Condition::Checks(_) => ConditionFacts::CHECKS,
            Condition::Played(_) => ConditionFacts::LAST_MOVE,
            Condition::Not(inner) => inner.facts(),
            Condition::Either(list) | Condition::All(list) => all(list),
        }
    }

    /// Whether it depends on one of these.
    pub fn asks(&self, facts: ConditionFacts) -> bool {
        self.facts().intersects(facts)
    }

    /// The same condition on a board laid onto itself with the players exchanged.
    pub(crate) fn map(&self, swap: &SideSwap) -> Condition {
        let each = |list: &[Condition]| list.iter().map(|part| part.map(swap)).collect();
        match self {
            Condition::Count(count) => Condition::Count(Box::new(count.map(swap))),
            Condition::Held(count) => Condition::Held(Box::new(count.map(swap))),
            Condition::Attacked(count) => Condition::Attacked(Box::new(count.map(swap))),
            Condition::Reachable(count) => Condition::Reachable(Box::new(count.map(swap))),
            Condition::Facing(facing) => Condition::Facing(Box::new(facing.map(swap))),
            Condition::Run(run) => Condition::Run(Box::new(run.map(swap))),
            Condition::Enclosed(groups) => Condition::Enclosed(Box::new(groups.map(swap))),
            Condition::Groups(groups) => Condition::Groups(Box::new(groups.map(swap))),
            Condition::Connects(connects) => Condition::Connects(Box::new(connects.map(swap))),
            Condition::Not(inner) => Condition::Not(Box::new(inner.map(swap))),
            Condition::Either(list) => Condition::Either(each(list)),
            Condition::All(list) => Condition::All(each(list)),
            Condition::NoMoves
            | Condition::InCheck
            | Condition::Checkers { .. }
            | Condition::BoardFull
            | Condition::Line(_)
            | Condition::Repeats { .. }
            | Condition::QuietPlies { .. }
            | Condition::SamePiece { .. }
            | Condition::Plies(_)
            | Condition::Passes(_)
            | Condition::Checks(_)
            // Both players move by the same rules.
            | Condition::Played(_) => self.clone(),
        }
    }

    /// The directions that it looks along, its parts included.
    pub(super) fn directions(&self) -> Vec<Offset> {
        let along = |part: &Condition| match part {
            Condition::Facing(facing) => facing.along.concat(),
            other => other.joined_along().to_vec(),
        };
        self.parts().into_iter().flat_map(along).collect()
    }

    /// The directions along which it joins pieces to groups; none where it asks for no groups.
    pub(super) fn joined_along(&self) -> &[Offset] {
        match self {
            Condition::Enclosed(groups) | Condition::Groups(groups) => &groups.along,
            Condition::Connects(connects) => &connects.along,
            _ => &[],
        }
    }

    /// This condition and all that it is made of.
    pub fn parts(&self) -> Vec<&Condition> {
        let inner = match self {
            Condition::Not(inner) => inner.parts(),
            Condition::Either(list) | Condition::All(list) => {
                list.iter().flat_map(Condition::parts).collect()
            }
            _ => Vec::new(),
        };
        std::iter::once(self).chain(inner).collect()
    }

    /// The same condition where nothing is ever repeated.
    pub fn unrepeated(&self) -> Condition {
        let each = |list: &[Condition]| list.iter().map(Condition::unrepeated).collect();
        match self {
            Condition::Repeats { .. } => Condition::Either(Vec::new()),
            Condition::Not(inner) => Condition::Not(Box::new(inner.unrepeated())),
            Condition::Either(list) => Condition::Either(each(list)),
            Condition::All(list) => Condition::All(each(list)),
            same => same.clone(),
        }
    }

    /// The fewest repetitions that a part of it asks for; `None` where none does.
    pub fn repetitions(&self) -> Option<u32> {
        let times = |part: &Condition| match part {
            Condition::Repeats { times, .. } => Some(*times),
            _ => None,
        };
        self.parts().into_iter().filter_map(times).min()
    }

    /// Whether which pieces there are on a board decides it alone, whoever has moved.
    pub fn is_of_material(&self, board: &CellSet) -> bool {
        match self {
            Condition::BoardFull => true,
            Condition::Count(count) | Condition::Held(count) => count.is_of_material(board),
            Condition::Not(inner) => inner.is_of_material(board),
            Condition::All(list) | Condition::Either(list) => {
                list.iter().all(|part| part.is_of_material(board))
            }
            _ => false,
        }
    }

    /// Whether it can hold only where the player to move has no move, so that counting moves need
    /// not ask it.
    pub fn implies_no_moves(&self) -> bool {
        self.implies(&|part| matches!(part, Condition::NoMoves))
    }

    /// Whether it can hold only where one of the conditions that `test` names does.
    pub fn implies(&self, test: &dyn Fn(&Condition) -> bool) -> bool {
        test(self)
            || match self {
                Condition::All(list) => list.iter().any(|part| part.implies(test)),
                Condition::Either(list) => !list.is_empty() && list.iter().all(|part| part.implies(test)),
                _ => false,
            }
    }
}

impl Veto {
    /// Whether it looks at the moves of a rule.
    #[inline]
    pub fn looks_at(&self, rule: usize) -> bool {
        self.rules.as_ref().is_none_or(|rules| rules.contains(&(rule as u8)))
    }

    /// Whether it refuses moves only where one piece has moved several times in a row: nowhere in most positions.
    pub fn is_rare(&self) -> bool {
        self.when.implies(&|part| matches!(part, Condition::SamePiece { .. }))
    }

    /// What it asks, after the move and before it.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        std::iter::once(&self.when).chain(&self.before)
    }
}

/// When a run of own pieces counts as a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct LineRule {
    /// How many in a row.
    pub length: u32,
    /// Longer runs count too.
    pub overline: bool,
    /// A run of exactly `length` with an enemy at both ends does not count.
    pub void_when_blocked: bool,
    /// The edge (or a hole) counts as an enemy there.
    pub edge_blocks: bool,
}

/// A line of pieces that does not count wherever it lies.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Run {
    /// When it counts.
    pub rule: LineRule,
    /// It goes through this cell.
    pub through: Option<Through>,
    /// How it may lie, by mover: each direction with its opposite, in ascending order.
    pub along: [Vec<Offset>; 2],
}

impl Run {
    fn map(&self, swap: &SideSwap) -> Run {
        let [first, second] = &self.along;
        Run { along: [swap.offsets(second), swap.offsets(first)], ..self.clone() }
    }
}

/// A cell that a further stage of a move asks about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Through {
    /// Where the first piece has landed.
    Landing,
    /// Where the piece that may be chosen stands.
    Chosen,
}

/// Who gets the game when an end fires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Award {
    /// The player who has just moved.
    Mover,
    /// The player who is to move.
    Turn,
    /// This player, whoever moved.
    Player(Player),
    /// Who has more by the score; nobody when both have as much.
    Score,
    /// Nobody: a draw.
    Nobody,
}

/// An end of the game; its name stands in [`Names::ends`](super::Names::ends).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct End {
    /// When it fires.
    pub when: Condition,
    /// Who wins then.
    pub winner: Award,
    /// Ignored by perft: decided by an arbiter, not by the moves.
    pub adjudicated: bool,
}

impl End {
    /// Whether perft leaves it out, as published counts do: repetition, quiet plies, adjudication.
    pub fn ignored_by_perft(&self) -> bool {
        self.adjudicated || self.when.asks(ConditionFacts::REPEATS | ConditionFacts::QUIET_PLIES)
    }

    /// Whether perft has to ask it before counting the moves of a position.
    pub fn counts_in_perft(&self) -> bool {
        !self.ignored_by_perft() && !self.when.implies_no_moves()
    }
}

/// A move is illegal when its conditions hold; the name stands in [`Names::vetoes`](super::Names::vetoes).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Veto {
    /// When it refuses: what holds after the move,
    pub when: Condition,
    /// and what has to have held before it.
    pub before: Option<Condition>,
    /// The rules it looks at, indices into [`Rules::moves`](super::Rules::moves); `None`: all.
    pub rules: Option<Vec<u8>>,
}
