//! Movement tables: for each piece and cell, where it could go on an empty world, in the documented
//! order (the piece's rules in file order, then directions as listed).
//!
//! A table entry is a [`MoveStep`]: a target and the [`TargetFilter`] that decides at play time whether it is
//! open. Steps, leaps, slides, paths, hops and exits are all entries of one kind, so one loop makes the moves of any
//! piece: a step that cannot be passed says how many to skip. Steps that depend on each other make a
//! [run](Movement::runs): a slide is one, and so is a hop, the cells before a hurdle first, then for each
//! cell what follows if the hurdle is there.
//! Where no rule slides, the same steps are also grouped into [`Sweep`]s, which count the moves of all
//! pieces of a kind at once.

use std::collections::{BTreeMap, BTreeSet};

use super::programs::Builder;
use super::topology::{Shift, Topology};
use crate::game::clashes::{self, results};
use crate::game::{Cell, CellSet, Condition, Contents, Idle, Move, Names, Piece, Player, Rules, Selection};

/// A set of target cells that depends on the position: those that hold `holds`, or none when the
/// condition fails.
#[derive(Clone, Debug)]
pub struct TargetFilter {
    /// What an open cell holds.
    pub holds: Contents,
    /// The same, ready to be asked of a board.
    pub selection: Selection,
    /// What must hold in the position for any cell to be open.
    pub when: Option<Condition>,
    /// The filter opens for everything, even where there is no cell: exits.
    pub always: bool,
}

impl TargetFilter {
    /// Whether it can open where nothing is marked.
    pub fn opens_without_marks(&self) -> bool {
        !self.holds.but(Contents::MARKED).is_nothing() || self.always
    }

    pub(in crate::game) fn is_same(&self, other: &TargetFilter) -> bool {
        self.holds == other.holds && self.always == other.always && self.when == other.when
    }
}

/// One target of one piece on one cell.
#[derive(Clone, Copy, Debug)]
pub struct MoveStep {
    /// The move. Its target is the piece's own cell when it leaves the board.
    pub mv: Move,
    /// The filter that must be open at the target for the piece to land.
    pub land: u8,
    /// The filter that must be open at the target for the piece to go on to the next step of its line. Where the piece
    /// lands it says, for the solver, what may stand on the whole way.
    pub pass: u8,
    /// How many steps to skip when it cannot go on, this one included.
    pub skip: u16,
    /// It may do more than to carry the piece and to take what stands where it lands.
    pub does_more: bool,
}

/// All moves of the pieces of one kind by one displacement, made at once.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The piece.
    pub piece: Piece,
    /// The cells that the displacement is allowed from.
    pub from: CellSet,
    /// What it adds to a cell's number.
    pub delta: i32,
    /// The filter that must be open at the target.
    pub land: u8,
}

/// A way to put a piece on the board.
#[derive(Clone, Debug)]
pub struct DropRule {
    /// The rule.
    pub rule: u8,
    /// The piece that is put.
    pub piece: Piece,
    /// Where it may land.
    pub to: CellSet,
    /// It may land on every cell of the board.
    pub anywhere: bool,
    /// The filter that must be open there.
    pub land: u8,
    /// What is taken out of the player's hand; `None`: it comes from the supply.
    pub hand: Option<Piece>,
    /// From the supply: the most pieces that the player can have on the board.
    pub supply: Option<u32>,
    /// The rule's [`Nearby`](crate::game::Nearby) asks about landing cells.
    pub looks_nearby: bool,
    /// It lands only where it flanks an enemy: see [`Touched::Flanked`](crate::game::Touched::Flanked).
    pub flanks: bool,
    /// It falls before it comes to rest.
    pub falls: Option<Fall>,
}

/// How dropped pieces fall.
#[derive(Clone, Debug)]
pub struct Fall {
    /// One step of the fall.
    pub down: Shift,
    /// Where pieces enter the board.
    pub entry: CellSet,
}

/// A way to pass.
#[derive(Clone, Copy, Debug)]
pub struct PassRule {
    /// The rule.
    pub rule: u8,
    /// When; `None`: when the sides can be swapped.
    pub when: Option<Idle>,
    /// The filter that must be open at cell 0.
    pub land: u8,
}

/// All movement tables of a game; what has two entries is indexed by [`Player::index`].
#[derive(Clone, Debug)]
pub struct Movement {
    pub(in crate::game) steps: Vec<MoveStep>,
    pub(in crate::game) spans: Vec<(u32, u32)>,
    /// Where each run ends and the next one starts.
    pub(in crate::game) run_ends: Vec<u32>,
    pub(in crate::game) cells: usize,
    /// The filters that steps, drops and passes name.
    pub filters: [Vec<TargetFilter>; 2],
    /// Some rule of the player asks a condition before the move.
    pub conditional: [bool; 2],
    /// The moves of each player as sweeps; `None` when some rule cannot be swept.
    pub sweeps: [Option<Vec<Sweep>>; 2],
    /// Drops, by kind in file order.
    pub drops: [Vec<DropRule>; 2],
    /// Passes.
    pub passes: [Vec<PassRule>; 2],
    /// Some step goes on to the next: the way of a piece depends on what stands on it.
    pub slides: bool,
    /// The same move may come from two rules; the generator drops the later one.
    pub repeats_moves: bool,
    /// By rule: the first one whose moves do the same where they go from and to the same cells.
    pub results: [u8; 256],
    /// Rules whose moves may be written alike though they do something else, the earlier one first, each with the
    /// cells of such a move.
    pub clashes: BTreeMap<(u8, u8), (Cell, Cell)>,
    /// No position has more moves than this.
    pub most_moves: usize,
}

impl Movement {
    /// The most filters a player can have.
    pub const MAX_FILTERS: usize = 16;

    /// The steps of a piece on a cell, in the documented order.
    #[inline]
    pub fn steps(&self, piece: Piece, cell: Cell) -> &[MoveStep] {
        let (start, end) = self.spans[piece.index() * self.cells + cell.index()];
        &self.steps[start as usize..end as usize]
    }

    /// The same steps in runs: no step says anything about those of another run.
    pub fn runs(&self, piece: Piece, cell: Cell) -> impl Iterator<Item = &[MoveStep]> {
        self.run_spans(piece, cell).map(|(start, end)| &self.steps[start as usize..end as usize])
    }

    /// Where the runs stand among all steps.
    pub(in crate::game) fn run_spans(&self, piece: Piece, cell: Cell) -> impl Iterator<Item = (u32, u32)> {
        let (start, end) = self.spans[piece.index() * self.cells + cell.index()];
        let first = self.run_ends.partition_point(|&run| run <= start);
        let ends = self.run_ends[first..].iter().copied().take_while(move |&run| run <= end);
        ends.scan(start, |start, end| Some((std::mem::replace(start, end), end)))
    }

    /// The cells on which a piece of a player may capture by one of these steps.
    pub(in crate::game) fn captures(&self, player: Player, start: u32, end: u32) -> BTreeSet<Cell> {
        let filters = &self.filters[player.index()];
        let captures = |step: &&MoveStep| {
            let filter = &filters[step.land as usize];
            !filter.always && !filter.holds.but(Contents::EMPTY).is_nothing()
        };
        self.steps[start as usize..end as usize].iter().filter(captures).map(|step| step.mv.to()).collect()
    }

    pub(in crate::game) fn build(rules: &Rules, topology: &Topology, names: &Names) -> Movement {
        let cells = rules.geometry.size();
        let mut movement = Movement {
            steps: Vec::new(),
            spans: vec![(0, 0); cells * (1 + 2 * rules.roster.kinds)],
            run_ends: Vec::new(),
            cells,
            filters: Default::default(),
            conditional: [false; 2],
            sweeps: [None, None],
            drops: Default::default(),
            passes: Default::default(),
            slides: false,
            repeats_moves: false,
            results: results(rules),
            clashes: BTreeMap::new(),
            most_moves: 0,
        };
        for player in Player::BOTH {
            Builder::new(rules, topology, player, &mut movement).build();
        }
        clashes::note_others(rules, names, &mut movement);
        movement.slides = movement.steps.iter().any(|step| step.skip > 1);
        let castles = Player::each(|player| rules.castles(player).count());
        // On either cell of a castle.
        let choices = 1 + 2 * rules.gating.as_ref().map_or(0, |gating| gating.kinds.len());
        movement.most_moves = choices * (movement.count_most() + castles.into_iter().max().unwrap_or(0));
        movement
    }

    /// Notes that two rules make moves that are written alike.
    pub(in crate::game) fn note_clash(&mut self, (one, other): (u8, u8), cells: (Cell, Cell)) {
        self.clashes.entry((one.min(other), one.max(other))).or_insert(cells);
    }

    fn count_most(&self) -> usize {
        let pieces = self.spans.len() / self.cells.max(1);
        let mut moves = Vec::new();
        let mut of = |piece: usize, cell: usize| {
            let runs = self.runs(Piece(piece as u8), Cell(cell as u16));
            runs.map(|run| count_distinct(run, &mut moves)).sum::<usize>()
        };
        let per_cell = |cell: usize| (0..pieces).map(|piece| of(piece, cell)).max();
        let on_board: usize = (0..self.cells).filter_map(per_cell).sum();
        let drops = self.drops.iter().map(Vec::len).max().unwrap_or(0) * self.cells;
        let passes = self.passes.iter().map(Vec::len).max().unwrap_or(0);
        on_board + drops + passes
    }
}

/// How many moves the steps of a run make. They are sorted in a list that serves all runs.
fn count_distinct(run: &[MoveStep], moves: &mut Vec<Move>) -> usize {
    moves.clear();
    moves.extend(run.iter().map(|step| step.mv));
    moves.sort_unstable();
    moves.dedup();
    moves.len()
}
