//! Making the movement tables of one player from its rules: legs and runs, drops, passes, gates, sweeps.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Blueprint, Cell, CellSet, Condition, Contents, DropRule, Fall, Gate, Geometry, Kind, Leg, Move, Movement,
    Offset, PassRule, Piece, Player, Selection, Sweep, Travel, Way,
};

/// Makes the tables of one player.
pub(super) struct Builder<'a> {
    pub blueprint: &'a Blueprint,
    pub player: Player,
    pub movement: &'a mut Movement,
}

/// One leg to be: see [`Leg`].
#[derive(Clone, Copy)]
struct Step {
    to: Cell,
    land: u8,
    pass: u8,
    becomes: Option<Kind>,
}

impl Step {
    fn over(to: Cell, land: u8, pass: u8) -> Step {
        Step { to, land, pass, becomes: None }
    }
}

/// Whether a condition asks what is attacked: what is attacked does not depend on it.
pub fn asks_check(when: &Condition) -> bool {
    when.mentions(&|part| matches!(part, Condition::InCheck | Condition::Attacked(_)))
}

/// The hurdle of a hop, and how far it is: see [`Way::Hop`].
struct Hop {
    over: Contents,
    before: (u16, u16),
    after: (u16, u16),
}

impl Builder<'_> {
    pub fn build(mut self) {
        for kind in 0..self.blueprint.kinds.len() {
            let piece = Piece::new(Kind(kind as u8), self.player);
            let rules = rules_of(self.blueprint, piece);
            for cell in self.blueprint.geometry.board().iter() {
                let start = self.movement.legs.len() as u32;
                self.add_legs(&rules, cell);
                let end = self.movement.legs.len() as u32;
                self.movement.spans[piece.index() * self.movement.cells + cell.index()] = (start, end);
            }
            self.add_drops(piece, &rules);
        }
        self.add_passes();
        let player = self.player.index();
        let asks = |gate: &Gate| gate.when.as_ref().is_some_and(|when| !asks_check(when));
        self.movement.conditional[player] = self.movement.gates[player].iter().any(asks);
        self.movement.sweeps[player] = self.sweeps();
    }

    fn add_legs(&mut self, rules: &[(u8, &Travel)], cell: Cell) {
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
                        self.add_ray(*number, travel, cell, &ray, (*least, *through), &mut taken);
                    }
                }
                Way::Path { paths, last } => {
                    for path in paths {
                        self.add_path(*number, travel, cell, (path, *last), &mut taken);
                    }
                }
                Way::Hop { along, over, before, after } => {
                    for &direction in along {
                        let ray = ray(&self.blueprint.geometry, cell, direction, u16::MAX);
                        let hop = Hop { over: *over, before: *before, after: *after };
                        self.add_hop(*number, travel, cell, &ray, &hop, &mut taken);
                    }
                }
                Way::Exit(directions) => {
                    let leaves = |&d: &Offset| self.blueprint.geometry.beyond(cell, d).is_none();
                    if directions.iter().any(leaves) {
                        self.add_exit(*number, travel, cell, &mut taken);
                    }
                }
                Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } => {}
            }
        }
    }

    fn add_jump(&mut self, rule: u8, travel: &Travel, cell: Cell, offset: Offset, taken: &mut Taken) {
        let Some(to) = self.blueprint.geometry.neighbour(cell, offset).filter(|&to| travel.to.has(to)) else {
            return;
        };
        let onto = taken.claim(to, travel, &mut self.movement.repeats_moves);
        if !onto.is_nothing() {
            let legs = self.landings(travel, cell, to, onto, None);
            self.add_run(rule, cell, &legs);
        }
    }

    fn add_path(
        &mut self,
        rule: u8,
        travel: &Travel,
        cell: Cell,
        (path, last): (&[Offset], (u16, u16)),
        taken: &mut Taken,
    ) {
        let Some((&onward, before)) = path.split_last() else { return };
        let geometry = &self.blueprint.geometry;
        let step = |at: &mut Option<Cell>, &by: &Offset| {
            *at = at.and_then(|at| geometry.neighbour(at, by));
            *at
        };
        let mut cells: Vec<Cell> = before.iter().scan(Some(cell), step).collect();
        if cells.len() < before.len() {
            return;
        }
        let bend = cells.len();
        cells.extend(ray(geometry, cells.last().copied().unwrap_or(cell), onward, last.1));
        let lands = |(i, to): (usize, &Cell)| i + 1 >= bend + last.0 as usize && travel.to.has(*to);
        let Some(end) = cells.iter().enumerate().rposition(lands) else { return };
        let (shut, free) = (self.gate(Contents::NOTHING, None), self.gate(Contents::EMPTY, None));
        let mut legs = Vec::with_capacity(cells.len());
        for (i, &to) in cells[..=end].iter().enumerate() {
            if lands((i, &to)) {
                taken.claim_dynamically(to, travel, &mut self.movement.repeats_moves);
                legs.extend(self.landings(travel, cell, to, travel.onto, Some(free)));
            } else {
                legs.push(Step::over(to, shut, free));
            }
        }
        self.add_run(rule, cell, &legs);
    }

    /// First the cells before the hurdle, one after the other: a leg that cannot be passed leads to what
    /// follows if the hurdle is there.
    fn add_hop(&mut self, rule: u8, travel: &Travel, cell: Cell, ray: &[Cell], hop: &Hop, taken: &mut Taken) {
        let (shut, free) = (self.gate(Contents::NOTHING, None), self.gate(Contents::EMPTY, None));
        let over = self.gate(hop.over, None);
        let lands = |&(free, to): &(usize, Cell)| free >= hop.after.0 as usize && travel.to.has(to);
        let behind = |hurdle: usize| {
            let behind = ray[hurdle + 1..].iter().copied().enumerate();
            behind.take(hop.after.1 as usize + 1)
        };
        let mut block = |hurdle: usize| -> Vec<Step> {
            if hurdle < hop.before.0 as usize || !behind(hurdle).any(|cell| lands(&cell)) {
                return Vec::new();
            }
            let mut steps = vec![Step::over(ray[hurdle], shut, over)];
            for step in behind(hurdle) {
                match lands(&step) {
                    true => steps.extend(self.landings(travel, cell, step.1, travel.onto, Some(free))),
                    false => steps.push(Step::over(step.1, shut, free)),
                }
            }
            steps
        };
        let hurdles = match hop.over.is_nothing() {
            true => 0,
            false => ray.len().saturating_sub(1).min(hop.before.1 as usize + 1),
        };
        let blocks: Vec<_> = (0..hurdles).map(&mut block).collect();
        let total = hurdles + 1 + blocks.iter().map(Vec::len).sum::<usize>();
        if total == hurdles + 1 {
            return;
        }
        let mut start = hurdles + 1;
        for (i, block) in blocks.iter().enumerate() {
            let onward = if block.is_empty() { total } else { start } - i;
            self.add_leg(rule, cell, Step::over(ray[i], shut, free), onward);
            start += block.len();
        }
        // Who comes here has found no hurdle.
        self.add_leg(rule, cell, Step::over(ray[0], shut, shut), total - hurdles);
        self.add_run(rule, cell, &blocks.concat());
        let landings: BTreeSet<Cell> =
            (0..hurdles).flat_map(|hurdle| behind(hurdle).filter(lands)).map(|(_, to)| to).collect();
        for to in landings {
            taken.claim_dynamically(to, travel, &mut self.movement.repeats_moves);
        }
    }

    /// The legs to a landing cell, one for each kind that the piece can be there. Whether the piece can go on
    /// says the gate `pass`; where nothing follows, it does not matter.
    fn landings(
        &mut self,
        travel: &Travel,
        from: Cell,
        to: Cell,
        onto: Contents,
        pass: Option<u8>,
    ) -> Vec<Step> {
        let choices = match &travel.promotion {
            Some(promotion) => promotion.choices(from, to),
            None => vec![None],
        };
        let mut steps = Vec::with_capacity(choices.len());
        for (i, &becomes) in choices.iter().enumerate() {
            let land = self.gate(onto, travel.when.as_ref());
            let pass = if i + 1 < choices.len() { self.always(None) } else { pass.unwrap_or(land) };
            steps.push(Step { to, land, pass, becomes });
        }
        steps
    }

    /// Adds the last legs of a run: who cannot go on is through with it.
    fn add_run(&mut self, rule: u8, cell: Cell, steps: &[Step]) {
        for (i, &step) in steps.iter().enumerate() {
            self.add_leg(rule, cell, step, steps.len() - i);
        }
        self.end_run();
    }

    fn add_leg(&mut self, rule: u8, cell: Cell, step: Step, skip: usize) {
        let mv = Move::new(rule, cell, step.to);
        let mv = step.becomes.map_or(mv, |kind| mv.becoming(kind));
        self.movement.legs.push(Leg { mv, land: step.land, pass: step.pass, skip: skip as u16 });
    }

    fn end_run(&mut self) {
        let end = self.movement.legs.len() as u32;
        if self.movement.run_ends.last() != Some(&end) {
            self.movement.run_ends.push(end);
        }
    }

    fn add_ray(
        &mut self,
        rule: u8,
        travel: &Travel,
        cell: Cell,
        ray: &[Cell],
        (least, through): (u16, Contents),
        taken: &mut Taken,
    ) {
        let (shut, pass) = (self.gate(Contents::NOTHING, None), self.gate(through, None));
        let mut legs = Vec::with_capacity(ray.len());
        for (i, &to) in ray.iter().enumerate() {
            if i + 1 >= least as usize && travel.to.has(to) {
                taken.claim_dynamically(to, travel, &mut self.movement.repeats_moves);
                legs.extend(self.landings(travel, cell, to, travel.onto, Some(pass)));
            } else {
                legs.push(Step::over(to, shut, pass));
            }
        }
        self.add_run(rule, cell, &legs);
    }

    fn add_exit(&mut self, rule: u8, travel: &Travel, cell: Cell, taken: &mut Taken) {
        let leaving = Travel { onto: Contents::EMPTY, ..travel.clone() };
        if taken.claim(cell, &leaving, &mut self.movement.repeats_moves).is_nothing() {
            return;
        }
        let land = self.always(travel.when.as_ref());
        self.add_run(rule, cell, &[Step::over(cell, land, land)]);
    }

    fn add_drops(&mut self, piece: Piece, rules: &[(u8, &Travel)]) {
        let mut dropped = 0;
        for &(rule, travel) in rules {
            let Way::Drop { falls } = travel.way else { continue };
            let land = self.gate(travel.onto, travel.when.as_ref());
            let falls = falls.map(|direction| fall(&self.blueprint.geometry, direction));
            let hand = self.blueprint.rules[rule as usize].hand;
            let supply = self.blueprint.supply_of(piece.kind());
            self.movement.drops[self.player.index()].push(DropRule {
                rule,
                piece,
                to: travel.to,
                anywhere: travel.to.covers(self.blueprint.geometry.board()) && travel.nearby.is_empty(),
                land,
                hand: hand.map(|kind| Piece::new(kind, self.player)),
                supply: supply.filter(|_| hand.is_none()),
                looks_nearby: !travel.nearby.is_empty(),
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
        let selection = Selection::of(holds, self.blueprint.roster);
        self.intern(Gate { holds, selection, when: when.cloned(), always: false })
    }

    fn always(&mut self, when: Option<&Condition>) -> u8 {
        let holds = Contents::NOTHING;
        let selection = Selection::of(holds, self.blueprint.roster);
        self.intern(Gate { holds, selection, when: when.cloned(), always: true })
    }

    fn intern(&mut self, gate: Gate) -> u8 {
        let gates = &mut self.movement.gates[self.player.index()];
        let found = gates.iter().position(|other| other.is_same(&gate)).unwrap_or_else(|| {
            gates.push(gate);
            gates.len() - 1
        });
        found as u8
    }

    /// Groups legs by displacement. Slides depend on the cells between, drops and passes are counted
    /// apart, a condition has to be asked, and a move that two rules share could be counted twice.
    fn sweeps(&self) -> Option<Vec<Sweep>> {
        let castles = self.blueprint.castles(self.player).next().is_some();
        let goes_on = self.blueprint.rules.iter().any(|rule| rule.then.is_some());
        if self.movement.repeats_moves || castles || goes_on || self.blueprint.gating.is_some() {
            return None;
        }
        if self.movement.gates[self.player.index()].iter().any(|gate| gate.when.is_some()) {
            return None;
        }
        let mut groups: BTreeMap<(u8, i32, u8), CellSet> = BTreeMap::new();
        for kind in 0..self.blueprint.kinds.len() {
            let piece = Piece::new(Kind(kind as u8), self.player);
            for cell in self.blueprint.geometry.board().iter() {
                for leg in self.movement.legs(piece, cell) {
                    if leg.skip > 1 || leg.mv.becomes().is_some() {
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

/// The rules of a piece, each with its number, as its owner travels by them.
fn rules_of(blueprint: &Blueprint, piece: Piece) -> Vec<(u8, &Travel)> {
    let own = (0u8..).zip(&blueprint.rules).filter(|(_, rule)| rule.kind == Some(piece.kind()));
    own.map(|(number, rule)| (number, &rule.by[piece.owner().index()])).collect()
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
