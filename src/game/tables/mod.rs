//! What is made of the rules when a game is loaded, to be looked up while it is played.

mod adjacency;
mod attacks;
mod blasts;
mod claims;
mod countable;
mod flags;
mod hops;
mod legality;
mod lines;
mod moves;
mod programs;
mod reverse;
mod routes;
mod runs;
mod sets;
mod sights;
mod stages;
mod state;
mod tactics;
mod topology;
mod zobrist;

pub use adjacency::{Adjacencies, Adjacency};
pub use attacks::{AttackRay, AttackTables, BulkMove, PieceMoves, Ray, SetId, Targets};
pub use blasts::Blasts;
pub use flags::RuleFlags;
pub use hops::{Glide, Hop, Hops};
pub use legality::Legality;
pub use lines::{AXES, LONGEST_LINE, Line, LineContents, Lines, NoLines, Steps, Touch, bits};
pub use moves::{DropRule, Fall, MoveStep, Movement, PassRule, Sweep, TargetFilter};
pub use programs::asks_check;
pub use reverse::{AttackRun, Blockers, ReverseAttacks};
pub use routes::{RouteTable, Routes};
pub use sights::{Flock, Sights, walk};
pub use stages::Stages;
pub use state::{Settling, StateTables};
pub use tactics::Tactics;
pub use topology::{Direction, Shift, Topology};
pub use zobrist::{Keys, PieceKey};

use std::sync::OnceLock;

use super::{Action, Evaluation, Facts, Game, Names, Rules};

/// Everything that is looked up while a game is played.
#[derive(Clone, Debug)]
pub struct Tables {
    /// What lies beside and behind what.
    pub topology: Topology,
    /// What is beside what where pieces are joined to groups.
    pub adjacencies: Adjacencies,
    /// Where each piece goes from each cell.
    pub movement: Movement,
    /// What playing a move does, by rule: all that play and undo ask of a rule, close together.
    pub actions: [Action; 256],
    /// What moves do besides, by rule.
    pub flags: [RuleFlags; 256],
    /// What positions keep besides pieces and turn.
    pub state: StateTables,
    /// Where further stages of moves end.
    pub onward: Stages,
    /// How it is known that a move leaves royal pieces safe.
    pub legality: Legality,
    /// The moves of pieces where none is royal, if they can be counted by tables and not by groups.
    pub unguarded: Option<Box<AttackTables>>,
    /// Hops that go on, where they alone capture.
    pub hops: Option<Box<Hops>>,
    /// Who could capture where: made when it is asked first, see [`Game::reverse_attacks`].
    reverse_attacks: OnceLock<ReverseAttacks>,
    /// From where pieces may do more than to go to an empty cell: likewise, see [`Game::tactics`].
    tactics: OnceLock<Tactics>,
    /// Lines, when an end or a pattern asks for them.
    pub lines: Lines,
    /// Which cells pieces attack, when the evaluation asks for that: likewise, see [`Game::sights`].
    sights: OnceLock<Option<Sights>>,
    /// How far pieces have to go, when the evaluation asks for that.
    pub routes: Routes,
    /// Hash keys and incremental points per piece and cell.
    pub keys: Keys,
    /// Boards keep more than whose piece stands where: sets by piece, or lines.
    pub tracks: bool,
}

impl Tables {
    pub(super) fn build(names: &Names, rules: &Rules, facts: &Facts, evaluation: &Evaluation) -> Tables {
        let topology = Topology::of(rules);
        let movement = Movement::build(rules, &topology, names);
        let flags = RuleFlags::of(rules);
        let actions = rules.actions();
        let (lines, keys, tracks) = scored(rules, &topology, evaluation);
        Tables {
            adjacencies: Adjacencies::of(rules, evaluation),
            onward: Stages::build(rules, &topology),
            legality: Legality::of(rules, facts, &movement, &flags),
            unguarded: AttackTables::unguarded(rules, &movement, &flags).map(Box::new),
            hops: Hops::of(rules, &topology, &movement, &flags).map(Box::new),
            reverse_attacks: OnceLock::new(),
            tactics: OnceLock::new(),
            lines,
            sights: OnceLock::new(),
            routes: Routes::asked(rules, &movement, &actions, evaluation),
            actions,
            keys,
            state: StateTables::build(rules, &movement),
            tracks,
            movement,
            flags,
            topology,
        }
    }

    /// Makes anew what depends on the evaluation.
    pub(super) fn score_by(&mut self, rules: &Rules, evaluation: &Evaluation) {
        (self.lines, self.keys, self.tracks) = scored(rules, &self.topology, evaluation);
        self.sights = OnceLock::new();
        self.routes = Routes::asked(rules, &self.movement, &self.actions, evaluation);
        self.adjacencies = Adjacencies::of(rules, evaluation);
    }
}

#[doc(hidden)]
impl Game {
    /// Who could capture where.
    #[inline]
    pub fn reverse_attacks(&self) -> &ReverseAttacks {
        self.tables.reverse_attacks.get_or_init(|| ReverseAttacks::build(&self.rules, &self.tables.movement))
    }

    /// From where pieces may do more than to go to an empty cell.
    #[inline]
    pub fn tactics(&self) -> &Tactics {
        let Tables { tactics, movement, .. } = &self.tables;
        tactics.get_or_init(|| Tactics::build(&self.rules, movement, self.sights()))
    }

    /// Which cells pieces attack, where the evaluation asks for that.
    #[inline]
    pub fn sights(&self) -> Option<&Sights> {
        let Tables { sights, movement, .. } = &self.tables;
        sights.get_or_init(|| Sights::asked(&self.rules, movement, &self.evaluation)).as_ref()
    }
}

/// The lines and keys of an evaluation, and whether boards keep more than whose piece stands where.
fn scored(rules: &Rules, topology: &Topology, evaluation: &Evaluation) -> (Lines, Keys, bool) {
    let asks_lines = Game::asks_lines(rules, evaluation);
    let lines = if asks_lines { Lines::of(topology, &rules.geometry) } else { Lines::default() };
    (lines, Keys::build(rules, evaluation), asks_lines || rules.tells_kinds())
}
