//! Making the movement tables of one player from its rules: steps and runs, drops, passes, filters, sweeps.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::claims::Taken;
use super::flags::takes_elsewhere;
use crate::game::facts::is_flanking_drop;
use crate::game::{
    Action, Cell, CellSet, Condition, ConditionFacts, Contents, DropRule, Fall, Geometry, Kind, Move,
    MoveStep, Movement, Offset, PassRule, Piece, Player, Rule, Rules, Selection, Sweep, TargetFilter,
    Topology, Travel, Way,
};

/// Makes the tables of one player.
pub(in crate::game) struct Builder<'a> {
    rules: &'a Rules,
    topology: &'a Topology,
    player: Player,
    movement: &'a mut Movement,
    /// The filters that were asked for, by contents, by where their condition stands, and whether they are open
    /// always: to compare conditions at every step would take long where they are.
    known: FxHashMap<FilterKey, u8>,
    /// The one that was asked for last: the next step mostly asks for it again.
    last: Option<(FilterKey, u8)>,
    /// By rule, whether it may do more than to carry the piece and to take what stands where it lands.
    does_more: Vec<bool>,
    /// The steps of a run while it is made: one list for all runs.
    run: Vec<ProgramStep>,
}

/// Contents, where a condition stands, and whether the filter is open always.
type FilterKey = (Contents, usize, bool);

/// One step to be: see [`MoveStep`].
#[derive(Clone, Copy)]
struct ProgramStep {
    to: Cell,
    land: u8,
    pass: u8,
    becomes: Option<Kind>,
}

impl ProgramStep {
    fn over(to: Cell, land: u8, pass: u8) -> ProgramStep {
        ProgramStep { to, land, pass, becomes: None }
    }
}

/// Whether a condition asks what is attacked: what is attacked does not depend on it.
pub fn asks_check(when: &Condition) -> bool {
    when.asks(ConditionFacts::SAFETY)
}

/// The hurdle of a hop, and how far it is: see [`Way::Hop`].
struct Hop {
    over: Contents,
    before: (u16, u16),
    after: (u16, u16),
}

impl<'a> Builder<'a> {
    pub fn new(rules: &'a Rules, topology: &'a Topology, player: Player, movement: &'a mut Movement) -> Self {
        let carries = |rule: &Rule| matches!(rule.action, Action::Shift | Action::Change);
        let does_more =
            rules.moves.iter().map(|rule| !carries(rule) || takes_elsewhere(rules, rule)).collect();
        Builder {
            rules,
            topology,
            player,
            movement,
            known: FxHashMap::default(),
            last: None,
            does_more,
            run: Vec::new(),
        }
    }
}

impl Builder<'_> {
    pub fn build(mut self) {
        let mut taken = Taken::new(self.rules);
        for kind in 0..self.rules.roster.kinds {
            let piece = Piece::new(Kind(kind as u8), self.player);
            let rules = rules_of(self.rules, piece);
            taken.begin_piece(&rules);
            for cell in self.rules.geometry.board().iter() {
                let start = self.movement.steps.len() as u32;
                self.add_steps(&rules, cell, &mut taken);
                let end = self.movement.steps.len() as u32;
                self.movement.spans[piece.index() * self.movement.cells + cell.index()] = (start, end);
            }
            self.add_drops(piece, &rules);
        }
        self.add_passes();
        let player = self.player.index();
        let asks = |filter: &TargetFilter| filter.when.as_ref().is_some_and(|when| !asks_check(when));
        self.movement.conditional[player] = self.movement.filters[player].iter().any(asks);
        self.movement.sweeps[player] = self.sweeps();
    }

    fn add_steps(&mut self, rules: &[(u8, &Travel)], cell: Cell, taken: &mut Taken) {
        taken.begin(cell);
        for (number, travel) in rules.iter().filter(|(_, travel)| travel.from.has(cell)) {
            match &travel.way {
                Way::Jump(offsets) => {
                    for &offset in offsets {
                        self.add_jump(*number, travel, cell, offset, taken);
                    }
                }
                Way::Slide { along, least, most, through, stops: _ } => {
                    for &direction in along {
                        let ray = self.topology.along(direction).ray(cell);
                        let ray = &ray[..ray.len().min(*most as usize)];
                        self.add_ray(*number, travel, cell, ray, (*least, *through), taken);
                    }
                }
                Way::Path { paths, last } => {
                    for path in paths {
                        self.add_path(*number, travel, cell, (path, *last), taken);
                    }
                }
                Way::Hop { along, over, before, after } => {
                    for &direction in along {
                        let ray = self.topology.along(direction).ray(cell);
                        let hop = Hop { over: *over, before: *before, after: *after };
                        self.add_hop(*number, travel, cell, ray, &hop, taken);
                    }
                }
                Way::Exit(directions) => {
                    let leaves = |&d: &Offset| self.rules.geometry.beyond(cell, d).is_none();
                    if directions.iter().any(leaves) {
                        self.add_exit(*number, travel, cell, taken);
                    }
                }
                Way::Reach(cells) => {
                    for to in cells.iter().filter(|&to| to != cell) {
                        self.add_landing(*number, travel, (cell, to), taken);
                    }
                }
                Way::Stay => self.add_stay(*number, travel, cell, taken),
                Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } | Way::Swap => {}
            }
        }
    }

    fn add_jump(&mut self, rule: u8, travel: &Travel, cell: Cell, offset: Offset, taken: &mut Taken) {
        if let Some(to) = self.topology.along(offset).step(cell) {
            self.add_landing(rule, travel, (cell, to), taken);
        }
    }

    /// Adds a way to one cell, whatever lies between.
    fn add_landing(&mut self, rule: u8, travel: &Travel, (cell, to): (Cell, Cell), taken: &mut Taken) {
        if !travel.to.has(to) {
            return;
        }
        let onto = taken.claim((rule, to), travel, self.movement);
        if !onto.is_nothing() {
            let mut steps = std::mem::take(&mut self.run);
            self.add_landings(&mut steps, travel, (cell, to), onto, None);
            self.finish_run(rule, cell, steps);
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
        let step = |at: &mut Option<Cell>, &by: &Offset| {
            *at = at.and_then(|at| self.topology.along(by).step(at));
            *at
        };
        let mut cells: Vec<Cell> = before.iter().scan(Some(cell), step).collect();
        if cells.len() < before.len() {
            return;
        }
        let bend = cells.len();
        let end = cells.last().copied().unwrap_or(cell);
        cells.extend(self.topology.along(onward).ray(end).iter().take(last.1 as usize));
        let lands = |(i, to): (usize, &Cell)| i + 1 >= bend + last.0 as usize && travel.to.has(*to);
        let Some(end) = cells.iter().enumerate().rposition(lands) else { return };
        let (shut, free) = (self.filter_id(Contents::NOTHING, None), self.filter_id(Contents::EMPTY, None));
        let mut steps = std::mem::take(&mut self.run);
        for (i, &to) in cells[..=end].iter().enumerate() {
            if lands((i, &to)) {
                taken.claim_dynamically((rule, to), travel, self.movement);
                self.add_landings(&mut steps, travel, (cell, to), travel.onto, Some(free));
            } else {
                steps.push(ProgramStep::over(to, shut, free));
            }
        }
        self.finish_run(rule, cell, steps);
    }

    /// First the cells before the hurdle, one after the other: a step that cannot be passed leads to what
    /// follows if the hurdle is there.
    fn add_hop(&mut self, rule: u8, travel: &Travel, cell: Cell, ray: &[Cell], hop: &Hop, taken: &mut Taken) {
        let (shut, free) = (self.filter_id(Contents::NOTHING, None), self.filter_id(Contents::EMPTY, None));
        let over = self.filter_id(hop.over, None);
        let lands = |&(free, to): &(usize, Cell)| free >= hop.after.0 as usize && travel.to.has(to);
        let behind = |hurdle: usize| {
            let behind = ray[hurdle + 1..].iter().copied().enumerate();
            behind.take(hop.after.1 as usize + 1)
        };
        let mut block = |hurdle: usize| -> Vec<ProgramStep> {
            if hurdle < hop.before.0 as usize || !behind(hurdle).any(|cell| lands(&cell)) {
                return Vec::new();
            }
            let mut steps = vec![ProgramStep::over(ray[hurdle], shut, over)];
            for step in behind(hurdle) {
                match lands(&step) {
                    true => self.add_landings(&mut steps, travel, (cell, step.1), travel.onto, Some(free)),
                    false => steps.push(ProgramStep::over(step.1, shut, free)),
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
            self.add_step(rule, cell, ProgramStep::over(ray[i], shut, free), onward);
            start += block.len();
        }
        // Who comes here has found no hurdle.
        self.add_step(rule, cell, ProgramStep::over(ray[0], shut, shut), total - hurdles);
        self.add_run(rule, cell, &blocks.concat());
        let landings: BTreeSet<Cell> =
            (0..hurdles).flat_map(|hurdle| behind(hurdle).filter(lands)).map(|(_, to)| to).collect();
        for to in landings {
            taken.claim_dynamically((rule, to), travel, self.movement);
        }
    }

    /// Adds the steps to a landing cell, one for each kind that the piece can be there. Whether the piece can go on
    /// says the filter `pass`; where nothing follows, it does not matter.
    fn add_landings(
        &mut self,
        steps: &mut Vec<ProgramStep>,
        travel: &Travel,
        (from, to): (Cell, Cell),
        onto: Contents,
        pass: Option<u8>,
    ) {
        let land = self.filter_id(onto, travel.when.as_ref());
        let last = pass.unwrap_or(land);
        let Some(promotion) = &travel.promotion else {
            return steps.push(ProgramStep { to, land, pass: last, becomes: None });
        };
        let choices = promotion.choices(from, to);
        for (i, &becomes) in choices.iter().enumerate() {
            let pass = if i + 1 < choices.len() { self.always(None) } else { last };
            steps.push(ProgramStep { to, land, pass, becomes });
        }
    }

    /// Adds the last steps of a run: who cannot go on is through with it.
    fn add_run(&mut self, rule: u8, cell: Cell, steps: &[ProgramStep]) {
        for (i, &step) in steps.iter().enumerate() {
            self.add_step(rule, cell, step, steps.len() - i);
        }
        self.end_run();
    }

    /// The same of steps in the list for all runs, which it gives back.
    fn finish_run(&mut self, rule: u8, cell: Cell, mut steps: Vec<ProgramStep>) {
        self.add_run(rule, cell, &steps);
        steps.clear();
        self.run = steps;
    }

    fn add_step(&mut self, rule: u8, cell: Cell, step: ProgramStep, skip: usize) {
        let mv = Move::new(rule, cell, step.to);
        let mv = step.becomes.map_or(mv, |kind| mv.becoming(kind));
        let does_more = self.does_more[rule as usize] || step.becomes.is_some();
        let (land, pass, skip) = (step.land, step.pass, skip as u16);
        self.movement.steps.push(MoveStep { mv, land, pass, skip, does_more });
    }

    fn end_run(&mut self) {
        let end = self.movement.steps.len() as u32;
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
        let (shut, pass) = (self.filter_id(Contents::NOTHING, None), self.filter_id(through, None));
        let mut steps = std::mem::take(&mut self.run);
        for (i, &to) in ray.iter().enumerate() {
            if i + 1 >= least as usize && travel.to.has(to) {
                match taken.claim_openly((rule, to), travel, self.movement) {
                    left if left.is_nothing() => steps.push(ProgramStep::over(to, shut, pass)),
                    left => self.add_landings(&mut steps, travel, (cell, to), left, Some(pass)),
                }
            } else {
                steps.push(ProgramStep::over(to, shut, pass));
            }
        }
        self.finish_run(rule, cell, steps);
    }

    fn add_exit(&mut self, rule: u8, travel: &Travel, cell: Cell, taken: &mut Taken) {
        let leaving = Travel { onto: Contents::EMPTY, ..travel.clone() };
        if taken.claim((rule, cell), &leaving, self.movement).is_nothing() {
            return;
        }
        let land = self.always(travel.when.as_ref());
        self.add_run(rule, cell, &[ProgramStep::over(cell, land, land)]);
    }

    /// A move that ends where it starts. No other one is written like it.
    fn add_stay(&mut self, rule: u8, travel: &Travel, cell: Cell, taken: &mut Taken) {
        let pieces = Contents::all(self.rules.roster).but(Contents::EMPTY);
        let staying = Travel { onto: pieces, ..travel.clone() };
        if !travel.to.has(cell) || taken.claim((rule, cell), &staying, self.movement).is_nothing() {
            return;
        }
        let land = self.always(travel.when.as_ref());
        let choices = match &travel.promotion {
            Some(promotion) => promotion.choices(cell, cell),
            None => vec![None],
        };
        let go_on = self.always(None);
        let steps: Vec<_> =
            choices.iter().map(|&becomes| ProgramStep { to: cell, land, pass: go_on, becomes }).collect();
        self.add_run(rule, cell, &steps);
    }

    fn add_drops(&mut self, piece: Piece, rules: &[(u8, &Travel)]) {
        let mut dropped = 0;
        for &(rule, travel) in rules {
            let Way::Drop { falls } = travel.way else { continue };
            let land = self.filter_id(travel.onto, travel.when.as_ref());
            let falls = falls.map(|direction| fall(&self.rules.geometry, self.topology, direction));
            let hand = self.rules.moves[rule as usize].hand;
            let supply = self.rules.supply_of(piece.kind());
            self.movement.drops[self.player.index()].push(DropRule {
                rule,
                piece,
                to: travel.to,
                anywhere: travel.to.covers(self.rules.geometry.board()) && travel.nearby.is_empty(),
                land,
                hand: hand.map(|kind| Piece::new(kind, self.player)),
                supply: supply.filter(|_| hand.is_none()),
                looks_nearby: !travel.nearby.is_empty(),
                flanks: is_flanking_drop(self.rules, &self.rules.moves[rule as usize]),
                falls,
            });
            dropped += 1;
        }
        self.movement.repeats_moves |= dropped > 1;
    }

    fn add_passes(&mut self) {
        let player = self.player.index();
        for (rule, travel) in (0u8..).zip(self.rules.moves.iter().map(|rule| &rule.by[player])) {
            let when = match travel.way {
                Way::Pass { when } => Some(when),
                Way::Swap => None,
                _ => continue,
            };
            let land = self.always(travel.when.as_ref());
            self.movement.passes[player].push(PassRule { rule, when, land });
        }
        self.movement.repeats_moves |= self.movement.passes[player].len() > 1;
    }

    fn filter_id(&mut self, holds: Contents, when: Option<&Condition>) -> u8 {
        self.intern(holds, when, false)
    }

    fn always(&mut self, when: Option<&Condition>) -> u8 {
        self.intern(Contents::NOTHING, when, true)
    }

    fn intern(&mut self, holds: Contents, when: Option<&Condition>, always: bool) -> u8 {
        let key = (holds, when.map_or(0, |when| std::ptr::from_ref(when).addr()), always);
        if let Some((_, last)) = self.last.filter(|(last, _)| *last == key) {
            return last;
        }
        let number = self.known.get(&key).copied().unwrap_or_else(|| self.add_filter(key, when));
        self.last = Some((key, number));
        number
    }

    fn add_filter(&mut self, key: FilterKey, when: Option<&Condition>) -> u8 {
        let (holds, _, always) = key;
        let selection = Selection::of(holds, self.rules.roster);
        let filter = TargetFilter { holds, selection, when: when.cloned(), always };
        let filters = &mut self.movement.filters[self.player.index()];
        let found = filters.iter().position(|other| other.is_same(&filter)).unwrap_or_else(|| {
            filters.push(filter);
            filters.len() - 1
        });
        self.known.insert(key, found as u8);
        found as u8
    }

    /// Groups steps by displacement. Slides depend on the cells between, drops and passes are counted
    /// apart, a condition has to be asked, and a move that two rules share could be counted twice.
    fn sweeps(&self) -> Option<Vec<Sweep>> {
        let castles = self.rules.castles(self.player).next().is_some();
        let goes_on = self.rules.moves.iter().any(|rule| rule.then.is_some() || rule.again.is_some());
        let twice = self.movement.repeats_moves || !self.movement.clashes.is_empty();
        if twice || castles || goes_on || self.rules.gating.is_some() {
            return None;
        }
        if self.movement.filters[self.player.index()].iter().any(|filter| filter.when.is_some()) {
            return None;
        }
        let mut groups: BTreeMap<(u8, i32, u8), CellSet> = BTreeMap::new();
        for kind in 0..self.rules.roster.kinds {
            let piece = Piece::new(Kind(kind as u8), self.player);
            for cell in self.rules.geometry.board().iter() {
                for step in self.movement.steps(piece, cell) {
                    if step.skip > 1 || step.mv.becomes().is_some() {
                        return None;
                    }
                    let delta = step.mv.to().0 as i32 - cell.0 as i32;
                    groups.entry((piece.0, delta, step.land)).or_insert(CellSet::EMPTY).insert(cell);
                }
            }
        }
        let sweep = |((piece, delta, land), from)| Sweep { piece: Piece(piece), from, delta, land };
        Some(groups.into_iter().map(sweep).collect())
    }
}

/// The rules of a piece, each with its number, as its owner travels by them.
fn rules_of(rules: &Rules, piece: Piece) -> Vec<(u8, &Travel)> {
    let own = (0u8..).zip(&rules.moves).filter(|(_, rule)| rule.kind == Some(piece.kind()));
    own.map(|(number, rule)| (number, &rule.by[piece.owner().index()])).collect()
}

fn fall(geometry: &Geometry, topology: &Topology, direction: Offset) -> Fall {
    let back = direction.times(-1);
    let enters = |cell: &Cell| match geometry.is_drawn() {
        true => geometry.onward(*cell, back).is_none(),
        false => geometry.beyond(*cell, back).is_none(),
    };
    Fall {
        down: topology.along(direction).shift().clone(),
        entry: geometry.board().iter().filter(enters).collect(),
    }
}
