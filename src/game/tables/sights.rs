//! Which cells a piece attacks, as sets of cells, whatever stands on them: for the evaluation.
//!
//! The steps of a piece on a cell are sorted by what lies between it and the cells that it attacks: nothing, empty cells
//! in a row, empty cells otherwise, one hurdle. What fits none of that is walked step by step.

use std::collections::BTreeMap;

use super::sets::{append_rays, append_set, open_rays};
use crate::game::{Bits, Cell, CellSet, Contents, Evaluation, MoveStep, Movement, Piece, Player, Rules, Way};

/// The sights of every piece on every cell.
#[derive(Clone, Debug)]
pub struct Sights {
    words: usize,
    cells: usize,
    sets: Vec<u64>,
    /// By piece and cell.
    of: Vec<Sight>,
    ways: Vec<SightWay>,
    /// By piece: the displacements of all its kind's attacks at once, where nothing can bar one.
    flocks: Vec<Vec<Flock>>,
    /// By piece: see [`Sights::are_attacked_back`].
    attacked_back: Vec<bool>,
    /// By owner: what its pieces look for. Where one can land on some of that, it attacks the cell.
    prey: [Contents; 2],
}

/// The cells that a piece on a cell attacks.
#[derive(Clone, Copy, Default, Debug)]
struct Sight {
    /// The set of those that nothing can bar; pairs of rays follow it: one whose nearest cell has the smallest number,
    /// one whose nearest cell has the largest.
    near: u32,
    pairs: u32,
    /// What can be barred otherwise.
    ways: (u32, u32),
}

/// Attacked cells that something can bar.
#[derive(Clone, Copy, Debug)]
enum SightWay {
    /// All of the second set, if all of the first is empty.
    Lame(u32, u32),
    /// Behind the first piece of a ray, up to the next; the nearest cell has the smallest number.
    Hop(u32, bool),
    /// What steps lead to.
    Walk(u32, u32),
}

/// Attacks of all pieces of a kind by one displacement.
#[derive(Clone, Copy, Debug)]
pub struct Flock {
    from: u32,
    /// What it adds to a cell's number.
    pub delta: i32,
}

/// What a piece on a cell attacks, while it is collected.
struct Collected {
    near: CellSet,
    rays: [Vec<CellSet>; 2],
    lame: BTreeMap<Vec<Cell>, CellSet>,
    others: Vec<SightWay>,
    hops: Vec<(CellSet, bool)>,
}

impl Sights {
    /// The sights, where an evaluation asks for them.
    pub(in crate::game) fn asked(
        rules: &Rules,
        movement: &Movement,
        evaluation: &Evaluation,
    ) -> Option<Sights> {
        let hands = evaluation.attacks.iter().any(|term| !term.hands.is_empty());
        let enemies = Player::each(|owner| Contents::owned(!owner, rules.roster));
        (!evaluation.attacks.is_empty()).then(|| Sights::build(rules, movement, enemies, hands))
    }

    /// The sights of pieces that look for that, by owner; with `hands` it is known, too, which pieces are attacked back.
    pub(super) fn build(rules: &Rules, movement: &Movement, prey: [Contents; 2], hands: bool) -> Sights {
        let cells = rules.geometry.size();
        let pieces = 1 + 2 * rules.roster.kinds;
        let mut sights = Sights {
            words: cells.div_ceil(64).next_power_of_two(),
            cells,
            sets: Vec::new(),
            of: vec![Sight::default(); pieces * cells],
            ways: Vec::new(),
            flocks: vec![Vec::new(); pieces],
            attacked_back: vec![false; pieces],
            prey,
        };
        // A piece that looks nowhere.
        sights.add(&CellSet::EMPTY);
        // What pieces attack on an empty board from each cell, where only pieces between could bar it.
        let mut clear: Vec<Option<Vec<CellSet>>> = vec![None; pieces];
        for piece in (1..pieces as u8).map(Piece) {
            if rules.roster.owner(piece).is_none() {
                continue;
            }
            let mut leaps: Option<BTreeMap<i32, CellSet>> = Some(BTreeMap::new());
            let mut all = hands.then(|| vec![CellSet::EMPTY; cells]);
            for cell in rules.geometry.board().iter() {
                let collected = sights.collect(rules, movement, piece, cell);
                leaps = leaps.filter(|_| collected.is_near());
                all = all.filter(|_| collected.is_plain());
                if let Some(all) = &mut all {
                    all[cell.index()] = collected.on_an_empty_board();
                }
                if let Some(leaps) = &mut leaps {
                    for to in collected.near.iter() {
                        let delta = i32::from(to.0) - i32::from(cell.0);
                        leaps.entry(delta).or_insert(CellSet::EMPTY).insert(cell);
                    }
                }
                sights.of[piece.index() * cells + cell.index()] = sights.keep(collected);
            }
            clear[piece.index()] = all;
            for (delta, from) in leaps.into_iter().flatten() {
                let from = sights.add(&from);
                sights.flocks[piece.index()].push(Flock { from, delta });
            }
        }
        for piece in (1..pieces as u8).map(Piece).filter(|&piece| rules.roster.owner(piece).is_some()) {
            let other = Piece::new(piece.kind(), !piece.owner());
            let [there, back] = [piece, other].map(|piece| clear[piece.index()].as_ref());
            sights.attacked_back[piece.index()] =
                there.zip(back).is_some_and(|(there, back)| mirror(there, back));
        }
        sights
    }

    /// Whether a piece can capture something where a step leads.
    fn captures(&self, movement: &Movement, owner: Player, step: &MoveStep) -> bool {
        let filter = &movement.filters[owner.index()][step.land as usize];
        !filter.always && !filter.holds.and(self.prey[owner.index()]).is_nothing()
    }

    fn collect(&self, rules: &Rules, movement: &Movement, piece: Piece, cell: Cell) -> Collected {
        let mut collected = Collected {
            near: CellSet::EMPTY,
            rays: [Vec::new(), Vec::new()],
            lame: BTreeMap::new(),
            others: Vec::new(),
            hops: Vec::new(),
        };
        for (start, end) in movement.run_spans(piece, cell) {
            let steps = &movement.steps[start as usize..end as usize];
            let Some(last) = steps.iter().rposition(|step| self.captures(movement, piece.owner(), step))
            else {
                continue;
            };
            let run = Run {
                rules,
                filters: &movement.filters[piece.owner().index()],
                owner: piece.owner(),
                start: cell,
                steps: &steps[..=last],
                lands: |step: &MoveStep| self.captures(movement, piece.owner(), step),
            };
            if !run.collect(&mut collected) {
                collected.others.push(SightWay::Walk(start, end));
            }
        }
        collected
    }

    fn keep(&mut self, collected: Collected) -> Sight {
        let near = self.add(&collected.near);
        let [up, down] = &collected.rays;
        let pairs = up.len().max(down.len());
        append_rays(&mut self.sets, self.words, [up, down], pairs);
        let first = self.ways.len() as u32;
        for (between, lands) in collected.lame {
            let way = SightWay::Lame(self.add(&between.into_iter().collect()), self.add(&lands));
            self.ways.push(way);
        }
        for (ray, ascending) in collected.hops {
            let way = SightWay::Hop(self.add(&ray), ascending);
            self.ways.push(way);
        }
        self.ways.extend(collected.others);
        Sight { near, pairs: pairs as u32, ways: (first, self.ways.len() as u32) }
    }

    fn add(&mut self, cells: &CellSet) -> u32 {
        let number = (self.sets.len() / self.words) as u32;
        append_set(&mut self.sets, self.words, cells);
        number
    }

    #[inline]
    fn set<const N: usize>(&self, number: u32) -> Bits<N> {
        Bits::from_words(self.sets.as_chunks().0[number as usize])
    }

    /// The cells that a piece on a cell attacks on a board where these cells are occupied, by what stands `at` them.
    #[inline]
    pub fn attacked<const N: usize>(
        &self,
        movement: &Movement,
        (piece, cell): (Piece, Cell),
        occupied: Bits<N>,
        at: impl Fn(Cell) -> Piece,
    ) -> Bits<N> {
        let sight = self.of[piece.index() * self.cells + cell.index()];
        let (near, rays) = match self.sets.as_chunks().0[sight.near as usize..]
            [..1 + 2 * sight.pairs as usize]
            .split_first()
        {
            Some((near, rays)) => (Bits::from_words(*near), rays.as_chunks().0),
            None => (Bits::EMPTY, [].as_slice()),
        };
        let mut all = near | open_rays(rays, occupied);
        if sight.ways.0 < sight.ways.1 {
            all |= self.attacked_by_ways(movement, (piece.owner(), sight.ways), occupied, at);
        }
        all
    }

    #[inline(never)]
    fn attacked_by_ways<const N: usize>(
        &self,
        movement: &Movement,
        (owner, (first, end)): (Player, (u32, u32)),
        occupied: Bits<N>,
        at: impl Fn(Cell) -> Piece,
    ) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for &way in &self.ways[first as usize..end as usize] {
            all |= match way {
                SightWay::Lame(between, lands) => match occupied.meets(&self.set(between)) {
                    true => Bits::EMPTY,
                    false => self.set(lands),
                },
                SightWay::Hop(ray, ascending) => {
                    let ray: Bits<N> = self.set(ray);
                    let bars = ray & occupied;
                    let hurdle = bars.nearest(ascending);
                    let behind = ray & !ray.up_to(&bars, ascending);
                    let next = behind.up_to(&(bars & !hurdle), ascending);
                    if hurdle.is_empty() { Bits::EMPTY } else { next }
                }
                SightWay::Walk(start, end) => {
                    let lands = |step: &MoveStep| self.captures(movement, owner, step);
                    walk(&movement.steps[start as usize..end as usize], movement, owner, &at, lands)
                }
            };
        }
        all
    }

    /// The attacks of all pieces of a kind, displacement by displacement; empty where something can bar one.
    #[inline]
    pub fn flocks(&self, piece: Piece) -> &[Flock] {
        &self.flocks[piece.index()]
    }

    /// The cells that pieces attack by one displacement.
    #[inline]
    pub fn flown<const N: usize>(&self, flock: &Flock, from: Bits<N>) -> Bits<N> {
        (from & self.set(flock.from)).shifted(flock.delta)
    }

    /// Whether a piece attacks a cell exactly when the same piece of the other player attacks back from there, whatever
    /// stands between.
    pub fn are_attacked_back(&self, piece: Piece) -> bool {
        self.attacked_back[piece.index()]
    }

    /// Whether a piece ever attacks anything.
    pub fn attacks(&self, piece: Piece) -> bool {
        let sights = &self.of[piece.index() * self.cells..][..self.cells];
        sights.iter().any(|sight| {
            let near = &self.sets[sight.near as usize * self.words..][..self.words];
            sight.pairs > 0 || sight.ways.0 < sight.ways.1 || near.iter().any(|&word| word != 0)
        })
    }
}

/// Whether each cell is in the set of another one exactly when that one is in its own other set.
fn mirror(there: &[CellSet], back: &[CellSet]) -> bool {
    let count = |sets: &[CellSet]| sets.iter().map(CellSet::count).sum::<u32>();
    let answered = |(from, all): (u16, &CellSet)| all.iter().all(|to| back[to.index()].has(Cell(from)));
    count(there) == count(back) && (0..).zip(there).all(answered)
}

/// The cells that steps lead to where `lands` is true, ways being open or barred by what stands `at` cells.
pub fn walk<const N: usize>(
    steps: &[MoveStep],
    movement: &Movement,
    owner: Player,
    at: impl Fn(Cell) -> Piece,
    lands: impl Fn(&MoveStep) -> bool,
) -> Bits<N> {
    let filters = &movement.filters[owner.index()];
    let (mut next, mut cells) = (0, Bits::EMPTY);
    while let Some(step) = steps.get(next) {
        if lands(step) {
            cells.insert(step.mv.to());
        }
        let pass = &filters[step.pass as usize];
        let open = pass.always || pass.holds.has(at(step.mv.to()));
        next += if open { 1 } else { step.skip as usize };
    }
    cells
}

impl Collected {
    /// Nothing can bar what is attacked.
    fn is_near(&self) -> bool {
        let Collected { rays: [up, down], .. } = self;
        up.is_empty() && down.is_empty() && self.is_plain()
    }

    /// Nothing but pieces between can bar what is attacked.
    fn is_plain(&self) -> bool {
        let Collected { lame, others, hops, .. } = self;
        lame.is_empty() && others.is_empty() && hops.is_empty()
    }

    fn on_an_empty_board(&self) -> CellSet {
        self.rays.iter().flatten().fold(self.near, |all, &ray| all | ray)
    }
}

/// Steps that depend on each other, up to the last one that captures.
struct Run<'a, L> {
    rules: &'a Rules,
    filters: &'a [crate::game::TargetFilter],
    owner: Player,
    start: Cell,
    steps: &'a [MoveStep],
    lands: L,
}

impl<L: Fn(&MoveStep) -> bool> Run<'_, L> {
    /// Sorts what is attacked; false where it has to be walked.
    fn collect(&self, to: &mut Collected) -> bool {
        let rule = |step: &MoveStep| &self.rules.moves[step.mv.rule()].by[self.owner.index()].way;
        match self.steps.first().map(rule) {
            Some(Way::Hop { over, before, after, .. }) => {
                let any = before.0 == 0 && after.0 == 0 && before.1 == u16::MAX && after.1 == u16::MAX;
                any && *over == Contents::all(self.rules.roster).but(Contents::EMPTY) && self.collect_hop(to)
            }
            Some(_) => self.collect_through_empty(to),
            None => true,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.steps.iter().map(|step| step.mv.to()).collect();
        cells.dedup();
        cells
    }

    fn collect_hop(&self, to: &mut Collected) -> bool {
        let ray: CellSet = self.cells().into_iter().collect();
        let lands: CellSet =
            self.steps.iter().filter(|step| (self.lands)(step)).map(|step| step.mv.to()).collect();
        let ascending = self.steps.first().is_some_and(|step| step.mv.to() > self.start);
        let first = ray.nearest(ascending);
        let whole = lands == ray & !first;
        if whole {
            to.hops.push((ray, ascending));
        }
        whole
    }

    fn collect_through_empty(&self, to: &mut Collected) -> bool {
        let cells = self.cells();
        let Some((&last, before)) = cells.split_last() else { return true };
        // Between the kinds that a piece can become on a cell it goes on always.
        let free = |step: &MoveStep| {
            let pass = &self.filters[step.pass as usize];
            step.mv.to() == last || pass.always || pass.holds == Contents::EMPTY
        };
        let repeats = before.contains(&last) || cells.contains(&self.start);
        if repeats || !self.steps.iter().all(free) {
            return false;
        }
        let lands: Vec<bool> = cells
            .iter()
            .map(|&cell| self.steps.iter().any(|step| step.mv.to() == cell && (self.lands)(step)))
            .collect();
        let delta = |one: Cell, other: Cell| i32::from(other.0) - i32::from(one.0);
        let first = delta(self.start, cells[0]);
        let straight = cells.windows(2).all(|pair| delta(pair[0], pair[1]) == first);
        match cells.len() {
            1 => to.near.insert(last),
            _ if straight && lands.iter().all(|&lands| lands) => {
                to.rays[usize::from(first < 0)].push(cells.into_iter().collect());
            }
            _ => {
                for at in (0..cells.len()).filter(|&at| lands[at]) {
                    match at {
                        0 => to.near.insert(cells[0]),
                        _ => to.lame.entry(cells[..at].to_vec()).or_insert(CellSet::EMPTY).insert(cells[at]),
                    }
                }
            }
        }
        true
    }
}
