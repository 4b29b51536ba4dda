//! Movement tables: for each piece and cell, where it could go on an empty world, in the documented
//! order (the piece's rules in file order, then directions as listed).
//!
//! A table entry is a [`Leg`]: a target and the [`Gate`] that decides at play time whether it is
//! open. Steps, leaps, slides and exits are all legs, so one loop makes the moves of any piece.
//! Where no rule slides, the same legs are also grouped into [`Sweep`]s, which count the moves of all
//! pieces of a kind at once.

use std::collections::BTreeMap;

use super::{
    Blueprint, Cell, CellSet, Condition, Contents, Geometry, Move, Offset, Piece, Player, Selection, Travel,
    Way,
};

/// A set of target cells that depends on the position: those that hold `holds`, or none when the
/// condition fails.
#[derive(Clone, Debug)]
pub struct Gate {
    /// What an open cell holds.
    pub holds: Contents,
    /// The same, ready to be asked of a board.
    pub selection: Selection,
    /// What must hold in the position for any cell to be open.
    pub when: Option<Condition>,
    /// The gate opens for everything, even where there is no cell: exits.
    pub always: bool,
}

/// One target of one piece on one cell.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// The move. Its target is the piece's own cell when it leaves the board.
    pub mv: Move,
    /// The gate that must be open at the target for the piece to land.
    pub land: u8,
    /// The gate that must be open at the target for the piece to go on to the next leg of its line.
    pub pass: u8,
    /// How many legs to skip when it cannot go on: the rest of the line, and this one.
    pub skip: u16,
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
    /// The gate that must be open at the target.
    pub land: u8,
}

/// A way to put a piece on the board.
#[derive(Clone, Copy, Debug)]
pub struct DropRule {
    /// The rule.
    pub rule: u8,
    /// The piece that is put.
    pub piece: Piece,
    /// Where it may land.
    pub to: CellSet,
    /// It may land on every cell of the board.
    pub anywhere: bool,
    /// The gate that must be open there.
    pub land: u8,
    /// Falling: what a step adds to a cell's number, the cells where pieces enter, and the cells from
    /// which there is a next one.
    pub falls: Option<Fall>,
}

/// How dropped pieces fall.
#[derive(Clone, Copy, Debug)]
pub struct Fall {
    /// What one step of the fall adds to a cell's number.
    pub delta: i32,
    /// Where pieces enter the board.
    pub entry: CellSet,
    /// Cells from which a piece can fall on to a next cell.
    pub onward: CellSet,
}

/// A way to pass.
#[derive(Clone, Copy, Debug)]
pub struct PassRule {
    /// The rule.
    pub rule: u8,
    /// Only when nothing else is legal.
    pub stuck: bool,
    /// The gate that must be open at cell 0.
    pub land: u8,
}

/// All movement tables of a game; what has two entries is indexed by [`Player::index`].
#[derive(Clone, Debug, Default)]
pub struct Movement {
    legs: Vec<Leg>,
    spans: Vec<(u32, u32)>,
    cells: usize,
    /// The gates that legs, drops and passes name.
    pub gates: [Vec<Gate>; 2],
    /// The moves of each player as sweeps; `None` when some rule cannot be swept.
    pub sweeps: [Option<Vec<Sweep>>; 2],
    /// Drops, by kind in file order.
    pub drops: [Vec<DropRule>; 2],
    /// Passes.
    pub passes: [Vec<PassRule>; 2],
    /// Some leg goes on to the next: the way of a piece depends on what stands on it.
    pub slides: bool,
    /// The same move may come from two rules; the generator drops the later one.
    pub repeats_moves: bool,
    /// No position has more moves than this.
    pub most_moves: usize,
}

impl Movement {
    /// The most gates a player can have.
    pub const MAX_GATES: usize = 16;

    /// The legs of a piece on a cell, in the documented order.
    #[inline]
    pub fn legs(&self, piece: Piece, cell: Cell) -> &[Leg] {
        let (start, end) = self.spans[piece.index() * self.cells + cell.index()];
        &self.legs[start as usize..end as usize]
    }

    pub(super) fn build(blueprint: &Blueprint) -> Movement {
        let cells = blueprint.geometry.size();
        let mut movement = Movement {
            spans: vec![(0, 0); cells * (1 + 2 * blueprint.kinds.len())],
            cells,
            ..Movement::default()
        };
        for player in Player::BOTH {
            Builder { blueprint, player, movement: &mut movement }.build();
        }
        movement.slides = movement.legs.iter().any(|leg| leg.skip > 1);
        movement.most_moves = movement.count_most();
        movement
    }

    fn count_most(&self) -> usize {
        let per_cell = |cell: usize| {
            self.spans.iter().skip(cell).step_by(self.cells).map(|(a, b)| (b - a) as usize).max()
        };
        let on_board: usize = (0..self.cells).filter_map(per_cell).sum();
        let drops = self.drops.iter().map(Vec::len).max().unwrap_or(0) * self.cells;
        let passes = self.passes.iter().map(Vec::len).max().unwrap_or(0);
        on_board + drops + passes
    }
}

struct Builder<'a> {
    blueprint: &'a Blueprint,
    player: Player,
    movement: &'a mut Movement,
}

impl Builder<'_> {
    fn build(mut self) {
        for kind in 0..self.blueprint.kinds.len() {
            let piece = Piece(1 + 2 * kind as u8 + self.player as u8);
            for cell in self.blueprint.geometry.board().iter() {
                let start = self.movement.legs.len() as u32;
                self.add_legs(piece, cell);
                let end = self.movement.legs.len() as u32;
                self.movement.spans[piece.index() * self.movement.cells + cell.index()] = (start, end);
            }
            self.add_drops(piece);
        }
        self.add_passes();
        self.movement.sweeps[self.player.index()] = self.sweeps();
    }

    fn rules_of(&self, piece: Piece) -> impl Iterator<Item = (u8, &Travel)> {
        let player = self.player.index();
        (0u8..)
            .zip(&self.blueprint.rules)
            .filter(move |(_, rule)| rule.kind == Some(piece.kind()))
            .map(move |(number, rule)| (number, &rule.by[player]))
    }

    fn add_legs(&mut self, piece: Piece, cell: Cell) {
        let rules: Vec<(u8, Travel)> =
            self.rules_of(piece).map(|(number, travel)| (number, travel.clone())).collect();
        let mut taken = Taken::default();
        for (number, travel) in rules.iter().filter(|(_, travel)| travel.from.has(cell)) {
            match &travel.way {
                Way::Jump(offsets) => {
                    for &offset in offsets {
                        self.add_jump(*number, travel, cell, offset, &mut taken);
                    }
                }
                Way::Slide { along, least, most, through } => {
                    for &direction in along {
                        let ray = ray(&self.blueprint.geometry, cell, direction, *most);
                        self.add_ray(
                            Move::new(*number, cell, cell),
                            travel,
                            &ray,
                            *least,
                            *through,
                            &mut taken,
                        );
                    }
                }
                Way::Exit(directions) => {
                    let leaves = |&d: &Offset| self.blueprint.geometry.beyond(cell, d).is_none();
                    if directions.iter().any(leaves) {
                        self.add_exit(*number, travel, cell, &mut taken);
                    }
                }
                Way::Drop { .. } | Way::Pass { .. } => {}
            }
        }
    }

    fn add_jump(&mut self, rule: u8, travel: &Travel, cell: Cell, offset: Offset, taken: &mut Taken) {
        let Some(to) = self.blueprint.geometry.neighbour(cell, offset).filter(|&to| travel.to.has(to)) else {
            return;
        };
        let onto = taken.claim(to, travel, &mut self.movement.repeats_moves);
        if !onto.is_nothing() {
            let land = self.gate(onto, travel.when.as_ref());
            self.movement.legs.push(Leg { mv: Move::new(rule, cell, to), land, pass: land, skip: 1 });
        }
    }

    fn add_ray(
        &mut self,
        start: Move,
        travel: &Travel,
        ray: &[Cell],
        least: u16,
        through: Contents,
        taken: &mut Taken,
    ) {
        let pass = self.gate(through, None);
        for (i, &to) in ray.iter().enumerate() {
            let lands = i + 1 >= least as usize && travel.to.has(to);
            let onto = if lands { travel.onto } else { Contents::NOTHING };
            if lands {
                taken.claim_dynamically(to, travel, &mut self.movement.repeats_moves);
            }
            let land = self.gate(onto, travel.when.as_ref().filter(|_| lands));
            let mv = Move::new(start.rule() as u8, start.from(), to);
            self.movement.legs.push(Leg { mv, land, pass, skip: (ray.len() - i) as u16 });
        }
    }

    fn add_exit(&mut self, rule: u8, travel: &Travel, cell: Cell, taken: &mut Taken) {
        let leaving = Travel { onto: Contents::EMPTY, ..travel.clone() };
        if taken.claim(cell, &leaving, &mut self.movement.repeats_moves).is_nothing() {
            return;
        }
        let land = self.always(travel.when.as_ref());
        self.movement.legs.push(Leg { mv: Move::new(rule, cell, cell), land, pass: land, skip: 1 });
    }

    fn add_drops(&mut self, piece: Piece) {
        let rules: Vec<(u8, Travel)> = self.rules_of(piece).map(|(n, t)| (n, t.clone())).collect();
        let mut dropped = 0;
        for (rule, travel) in rules {
            let Way::Drop { falls } = travel.way else { continue };
            let land = self.gate(travel.onto, travel.when.as_ref());
            let falls = falls.map(|direction| fall(&self.blueprint.geometry, direction));
            self.movement.drops[self.player.index()].push(DropRule {
                rule,
                piece,
                to: travel.to,
                anywhere: travel.to.covers(self.blueprint.geometry.board()),
                land,
                falls,
            });
            dropped += 1;
        }
        self.movement.repeats_moves |= dropped > 1;
    }

    fn add_passes(&mut self) {
        let player = self.player.index();
        for (rule, travel) in (0u8..).zip(self.blueprint.rules.iter().map(|rule| &rule.by[player])) {
            let Way::Pass { stuck } = travel.way else { continue };
            let land = self.always(travel.when.as_ref());
            self.movement.passes[player].push(PassRule { rule, stuck, land });
        }
    }

    fn gate(&mut self, holds: Contents, when: Option<&Condition>) -> u8 {
        let selection = Selection::of(holds, self.blueprint.kinds.len());
        self.intern(Gate { holds, selection, when: when.cloned(), always: false })
    }

    fn always(&mut self, when: Option<&Condition>) -> u8 {
        let holds = Contents::NOTHING;
        let selection = Selection::of(holds, self.blueprint.kinds.len());
        self.intern(Gate { holds, selection, when: when.cloned(), always: true })
    }

    fn intern(&mut self, gate: Gate) -> u8 {
        let gates = &mut self.movement.gates[self.player.index()];
        let same = |g: &Gate| g.holds == gate.holds && g.always == gate.always && g.when == gate.when;
        let found = gates.iter().position(same).unwrap_or_else(|| {
            gates.push(gate);
            gates.len() - 1
        });
        found as u8
    }

    /// Groups legs by displacement. Slides depend on the cells between, drops and passes are counted
    /// apart, a condition has to be asked, and a move that two rules share could be counted twice.
    fn sweeps(&self) -> Option<Vec<Sweep>> {
        let conditional = self.movement.gates[self.player.index()].iter().any(|gate| gate.when.is_some());
        if self.movement.repeats_moves || conditional {
            return None;
        }
        let mut groups: BTreeMap<(u8, i32, u8), CellSet> = BTreeMap::new();
        for kind in 0..self.blueprint.kinds.len() {
            let piece = Piece(1 + 2 * kind as u8 + self.player as u8);
            for cell in self.blueprint.geometry.board().iter() {
                for leg in self.movement.legs(piece, cell) {
                    if leg.skip > 1 {
                        return None;
                    }
                    let delta = leg.mv.to().0 as i32 - cell.0 as i32;
                    groups.entry((piece.0, delta, leg.land)).or_insert(CellSet::EMPTY).insert(cell);
                }
            }
        }
        let sweep = |((piece, delta, land), from)| Sweep { piece: Piece(piece), from, delta, land };
        Some(groups.into_iter().map(sweep).collect())
    }
}

/// Which landings earlier rules of the same piece on the same cell have claimed.
#[derive(Default)]
struct Taken {
    jumps: BTreeMap<u16, Contents>,
    unsure: BTreeMap<u16, Contents>,
}

impl Taken {
    /// What is left of `travel.onto` at `to` after the earlier rules; claims it. Where an earlier
    /// claim depends on the position, the generator has to compare moves.
    fn claim(&mut self, to: Cell, travel: &Travel, compare: &mut bool) -> Contents {
        let held = |map: &BTreeMap<u16, Contents>| map.get(&to.0).copied().unwrap_or(Contents::NOTHING);
        let left = travel.onto.but(held(&self.jumps));
        *compare |= !left.and(held(&self.unsure)).is_nothing();
        let claims = if travel.when.is_some() { &mut self.unsure } else { &mut self.jumps };
        let slot = claims.entry(to.0).or_insert(Contents::NOTHING);
        *slot = slot.or(travel.onto);
        left
    }

    /// Claims a landing that depends on the cells between.
    fn claim_dynamically(&mut self, to: Cell, travel: &Travel, compare: &mut bool) {
        let earlier = [&self.jumps, &self.unsure].into_iter().filter_map(|map| map.get(&to.0));
        *compare |= earlier.into_iter().any(|held| !held.and(travel.onto).is_nothing());
        let slot = self.unsure.entry(to.0).or_insert(Contents::NOTHING);
        *slot = slot.or(travel.onto);
    }
}

fn ray(geometry: &Geometry, from: Cell, direction: Offset, most: u16) -> Vec<Cell> {
    std::iter::successors(geometry.neighbour(from, direction), |&c| geometry.neighbour(c, direction))
        .take(most as usize)
        .collect()
}

fn fall(geometry: &Geometry, direction: Offset) -> Fall {
    let back = direction.times(-1);
    let board = geometry.board();
    Fall {
        delta: geometry.delta(direction),
        entry: board.iter().filter(|&c| geometry.beyond(c, back).is_none()).collect(),
        onward: board.iter().filter(|&c| geometry.neighbour(c, direction).is_some()).collect(),
    }
}
