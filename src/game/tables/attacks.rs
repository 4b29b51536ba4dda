//! Where pieces go and whom they look at, as sets of cells, for games whose pieces jump or slide through
//! empty cells: the movement tables, made for counting moves and for asking quickly who attacks a cell.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::countable::{forbids_checks_alone, is_countable, limited, takes_all_or_none};
use super::runs::{Landing, Run, SeenFrom};
use super::sets::{append, append_rays, append_set, open_rays};
use crate::game::facts::is_asked_besides_supply;
use crate::game::{
    Bits, Cell, CellSet, Contents, MoveStep, Movement, Piece, Player, RuleFlags, Rules, TargetFilter,
};

/// A numbered set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetId(u32);

/// Landing cells of one piece on one cell: those that nothing can bar, and all cells of some rays as far as
/// they are free.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// Where it may land whatever lies between.
    pub near: SetId,
    /// The first set of the rays, and how many pairs follow: one whose nearest cell has the smallest number, one
    /// whose nearest cell has the largest.
    rays: (u32, u8),
    /// The filter that must be open where it lands.
    pub land: u8,
    /// How many moves lead to each cell: one for every kind that the piece can become.
    pub times: u8,
}

/// Landing cells one behind the other, some of which are only passed.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// All its cells, up to the edge or to the longest way.
    pub cells: SetId,
    /// Those where the piece may land.
    pub lands: SetId,
    /// The filter that must be open there.
    pub land: u8,
    /// How many moves lead to each.
    pub times: u8,
    /// The nearest cell has the smallest number.
    pub ascending: bool,
}

/// Where a piece on a cell may land.
#[derive(Clone, Copy, Debug)]
pub struct PieceMoves {
    /// The first set of targets, the only one of most pieces.
    pub first: Targets,
    further: (u32, u32),
    rays: (u32, u32),
    /// The first set of targets is all there is.
    pub is_whole: bool,
}

/// Cells from which a piece looks at a cell, one behind the other.
#[derive(Clone, Copy, Debug)]
pub struct AttackRay {
    /// All its cells.
    pub cells: SetId,
    /// Those from which the piece may capture on the cell.
    pub from: SetId,
    /// The cell nearest to the one looked at has the smallest number.
    pub ascending: bool,
}

/// All moves of many pieces by one displacement.
#[derive(Clone, Copy, Debug)]
pub struct BulkMove {
    /// Where the displacement is allowed from.
    pub from: SetId,
    /// What a step over cells that have to be empty adds to a cell's number, and how many there are before the
    /// landing cell.
    pub over: (i32, u8),
    /// What the step to the landing cell adds.
    pub last: i32,
    /// The filter that must be open at the target.
    pub land: u8,
    /// How many moves lead to each target.
    pub times: u8,
}

/// The set of targets of a piece that goes nowhere.
const NOWHERE: Targets = Targets { near: SetId(0), rays: (0, 0), land: 0, times: 0 };

/// The tables.
#[derive(Clone, Debug)]
pub struct AttackTables {
    words: usize,
    sets: Vec<u64>,
    numbers: FxHashMap<Vec<u64>, u32>,
    cells: usize,
    pieces: usize,
    targets: Vec<Targets>,
    rays: Vec<Ray>,
    /// By piece and cell.
    piece_moves: Vec<PieceMoves>,
    attack_rays: Vec<AttackRay>,
    /// By cell that is looked at and piece, so that all that look at one stand together: its attack rays.
    ray_spans: Vec<(u32, u32)>,
    /// Likewise: from where the piece could capture there whatever lies between, and from where it could along
    /// attack rays, a set each.
    attackers: Vec<u64>,
    /// By player: pieces that can be counted all at once, and their moves.
    flocks: [Vec<(Piece, Vec<BulkMove>)>; 2],
    /// The moves of all pieces can be counted by these tables, but for castles, drops and those onto marks.
    pub counts: bool,
    /// Whatever captures a royal piece by these tables captures every other piece, and nothing else captures.
    pub takes_all: bool,
    /// From these cells a piece may become one that can run out, or that must be safe: then its moves are not counted by these tables.
    pub limited: Vec<(Piece, CellSet)>,
    /// No move may attack a royal piece of the other player, and nothing else forbids what these tables make.
    pub peaceful: bool,
    /// The pieces that make moves onto marks alone, which no set of targets has, and the first of their sets: by cell,
    /// from where such a move leads there.
    onto_marks: Vec<(Piece, SetId)>,
}

/// What a filter lets pieces capture.
struct Hunt {
    /// All enemies, or none.
    alike: bool,
    /// Some royal piece of theirs.
    takes: bool,
    /// All their royal pieces, whatever else holds.
    plain: bool,
}

impl Hunt {
    /// By filter, what it lets a player capture of the other one's pieces.
    fn all_of(rules: &Rules, filters: &[TargetFilter], enemy: Player) -> Vec<Hunt> {
        let royals = rules.royals.iter().map(|royal| Contents::piece(Piece::new(royal.kind, enemy)));
        let prey = royals.fold(Contents::NOTHING, Contents::or);
        let hunt = |filter: &TargetFilter| {
            let taken = filter.holds.and(prey);
            Hunt {
                alike: takes_all_or_none(rules, filter, enemy),
                takes: !filter.always && !taken.is_nothing(),
                plain: taken == prey && filter.when.is_none(),
            }
        };
        filters.iter().map(hunt).collect()
    }
}

/// By piece: another one before it, of the same player, that has the same steps from each cell, by rules of which the same
/// is known.
fn models<T: PartialEq>(
    rules: &Rules,
    movement: &Movement,
    known: impl Fn(usize) -> T,
) -> Vec<Option<Piece>> {
    let same = |(one, other): (&MoveStep, &MoveStep)| {
        let place = |step: &MoveStep| (step.mv.to(), step.land, step.pass, step.skip, step.does_more);
        place(one) == place(other) && known(one.mv.rule()) == known(other.mv.rule())
    };
    let are_alike = |one: Piece, other: Piece| {
        rules.geometry.board().iter().all(|cell| {
            let [mut here, mut there] = [one, other].map(|piece| movement.runs(piece, cell));
            loop {
                match (here.next(), there.next()) {
                    (None, None) => return true,
                    (Some(run), Some(like)) if run.len() == like.len() && run.iter().zip(like).all(same) => {}
                    _ => return false,
                }
            }
        })
    };
    let mut models: Vec<Option<Piece>> = vec![None];
    for piece in (1..=2 * rules.roster.kinds as u8).map(Piece) {
        let earlier = (1..piece.0).map(Piece).filter(|other| other.owner() == piece.owner());
        let mut first = earlier.filter(|other| models[other.index()].is_none());
        models.push(first.find(|&other| are_alike(piece, other)));
    }
    models
}

/// Whether a move of a rule that captures a royal piece needs nothing else and does nothing else.
fn captures_plainly(rules: &Rules, flags: &[RuleFlags; 256], rule: usize) -> bool {
    let takes_more = flags[rule].contains(RuleFlags::MAY_COST_ROYALS | RuleFlags::CAPTURES_MORE);
    !takes_more && !is_asked_besides_supply(&rules.moves[rule])
}

impl AttackTables {
    /// The tables of a game without royal pieces whose moves can be counted by them, if some do not go in groups.
    pub(in crate::game) fn unguarded(
        rules: &Rules,
        movement: &Movement,
        flags: &[RuleFlags; 256],
    ) -> Option<AttackTables> {
        let grouped = movement.sweeps.iter().all(Option::is_some) && !rules.must_capture;
        let suits = !rules.has_royals() && rules.roster.neutral == 0 && !rules.has_chains();
        if grouped || !suits || !is_countable(rules, movement) {
            return None;
        }
        AttackTables::build(rules, movement, flags).filter(|tables| tables.counts)
    }

    /// The tables of a game whose royal pieces can be captured in no other ways than by jumps and slides
    /// through empty cells; `None` for other games.
    pub(in crate::game) fn build(
        rules: &Rules,
        movement: &Movement,
        flags: &[RuleFlags; 256],
    ) -> Option<AttackTables> {
        let (size, files) = (rules.geometry.size(), rules.geometry.files());
        let words = size.div_ceil(64).next_power_of_two();
        let pieces = 1 + 2 * rules.roster.kinds;
        let mut tables = AttackTables {
            words,
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            cells: size,
            pieces,
            targets: Vec::new(),
            rays: Vec::new(),
            piece_moves: vec![
                PieceMoves { first: NOWHERE, further: (0, 0), rays: (0, 0), is_whole: true };
                pieces * size
            ],
            attack_rays: Vec::new(),
            ray_spans: Vec::new(),
            attackers: Vec::new(),
            flocks: [Vec::new(), Vec::new()],
            counts: true,
            takes_all: true,
            limited: limited(rules, movement),
            peaceful: !rules.vetoes.is_empty() && forbids_checks_alone(rules),
            onto_marks: Vec::new(),
        };
        let hunts = Player::each(|player| Hunt::all_of(rules, &movement.filters[player.index()], !player));
        let plain: Vec<bool> =
            (0..rules.moves.len()).map(|rule| captures_plainly(rules, flags, rule)).collect();
        tables.set([]);
        let (mut goes, mut cells) = (Goes::default(), Vec::new());
        let mut views: Vec<SeenFrom> =
            (0..pieces * size).map(|_| SeenFrom { near: CellSet::EMPTY, far: Vec::new() }).collect();
        let models = models(rules, movement, |rule| (plain[rule], flags[rule]));
        for piece in (1..pieces as u8).map(Piece) {
            if let Some(model) = models[piece.index()] {
                let goes = model.index() * size..(model.index() + 1) * size;
                tables.piece_moves.copy_within(goes, piece.index() * size);
                continue;
            }
            let filters = &movement.filters[piece.owner().index()];
            let hunts = &hunts[piece.owner().index()];
            for cell in rules.geometry.board().iter() {
                for steps in movement.runs(piece, cell) {
                    let run = Run::of(cell, steps, &mut cells);
                    let simple = run.is_simple(filters);
                    for step in run.steps {
                        let hunt = &hunts[step.land as usize];
                        tables.takes_all &= hunt.alike;
                        if !hunt.takes {
                            continue;
                        }
                        if !(simple && hunt.plain && plain[step.mv.rule()]) {
                            return None;
                        }
                        run.look(
                            step.mv.to(),
                            files,
                            &mut views[piece.index() * size + step.mv.to().index()],
                        );
                    }
                    tables.counts &= simple && run.lands_plainly(movement, flags, piece);
                    tables.add_run(&run, filters, &mut goes);
                }
                tables.finish_goes(piece, cell, &mut goes);
            }
        }
        for cell in 0..size {
            for piece in 0..pieces {
                match models[piece] {
                    Some(model) => tables.repeat_look(piece - model.index()),
                    None => tables.add_look(&mut views[piece * size + cell]),
                }
            }
        }
        tables.counts &= is_countable(rules, movement);
        if tables.counts {
            (1..pieces as u8).for_each(|code| tables.add_flocks(rules, movement, Piece(code)));
            (1..pieces as u8).for_each(|code| tables.add_onto_marks(rules, movement, Piece(code)));
        }
        tables.numbers = FxHashMap::default();
        Some(tables)
    }

    fn set(&mut self, cells: impl IntoIterator<Item = Cell>) -> SetId {
        let start = self.sets.len();
        append(&mut self.sets, self.words, cells);
        self.last_once(start)
    }

    fn whole_set(&mut self, set: &CellSet) -> SetId {
        let start = self.sets.len();
        append_set(&mut self.sets, self.words, set);
        self.last_once(start)
    }

    /// The number of the set that was appended there. One that was there already is not kept twice.
    fn last_once(&mut self, start: usize) -> SetId {
        if let Some(&number) = self.numbers.get(&self.sets[start..]) {
            self.sets.truncate(start);
            return SetId(number);
        }
        let number = (start / self.words) as u32;
        self.numbers.insert(self.sets[start..].to_vec(), number);
        SetId(number)
    }

    /// Adds where a run lands to what is known of its piece on its cell.
    fn add_run(&mut self, run: &Run, filters: &[TargetFilter], goes: &mut Goes) {
        let mut landings = std::mem::take(&mut goes.landings);
        run.find_landings(filters, &mut landings);
        landings.sort_unstable_by_key(|landing| (landing.land, landing.times, landing.at));
        for alike in landings.chunk_by(|one, other| (one.land, one.times) == (other.land, other.times)) {
            let (land, times) = (alike[0].land, alike[0].times);
            let lands = alike.iter().map(|landing| run.cells[landing.at]);
            let cells = &run.cells[..=alike[alike.len() - 1].at];
            let open = goes.open_for((land, times));
            match (cells.len(), lands.len() == cells.len(), run.is_ascending()) {
                (1, ..) => open.near.extend(lands),
                (_, true, true) => open.rays[0].push(lands.collect()),
                (_, true, false) => open.rays[1].push(lands.collect()),
                (_, false, ascending) => {
                    let (cells, lands) = (self.set(cells.iter().copied()), self.set(lands));
                    self.rays.push(Ray { cells, lands, land, times, ascending });
                }
            }
        }
        goes.landings = landings;
    }

    /// Keeps what was collected of where a piece on a cell goes, and begins anew.
    fn finish_goes(&mut self, piece: Piece, cell: Cell, goes: &mut Goes) {
        let first_target = self.targets.len();
        goes.open[..goes.used].sort_unstable_by_key(|open| open.key);
        for open in &mut goes.open[..goes.used] {
            let near = self.set(open.near.drain(..));
            let start = (self.sets.len() / self.words) as u32;
            let pairs = open.rays[0].len().max(open.rays[1].len());
            append_rays(&mut self.sets, self.words, open.rays.each_ref().map(Vec::as_slice), pairs);
            open.rays.iter_mut().for_each(Vec::clear);
            let (land, times) = open.key;
            self.targets.push(Targets { near, rays: (start, pairs as u8), land, times });
        }
        let ends = (self.targets.len() as u32, self.rays.len() as u32);
        self.piece_moves[piece.index() * self.cells + cell.index()] = PieceMoves {
            first: self.targets.get(first_target).copied().unwrap_or(NOWHERE),
            further: (ends.0.min(first_target as u32 + 1), ends.0),
            rays: (goes.first_ray, ends.1),
            is_whole: self.targets.len() <= first_target + 1 && ends.1 == goes.first_ray,
        };
        (goes.used, goes.first_ray) = (0, ends.1);
    }

    fn add_look(&mut self, view: &mut SeenFrom) {
        let start = self.attack_rays.len() as u32;
        let mut far = CellSet::EMPTY;
        view.far.sort_unstable_by_key(|(step, _)| *step);
        for (_, line) in &view.far {
            far |= line.from;
            let attack_ray = AttackRay {
                cells: self.whole_set(&(line.between | line.from)),
                from: self.whole_set(&line.from),
                ascending: line.ascending,
            };
            self.attack_rays.push(attack_ray);
        }
        self.ray_spans.push((start, self.attack_rays.len() as u32));
        for set in [view.near, far] {
            append_set(&mut self.attackers, self.words, &set);
        }
    }

    /// The same as of the piece that was looked at so many before.
    fn repeat_look(&mut self, before: usize) {
        self.ray_spans.push(self.ray_spans[self.ray_spans.len() - before]);
        let start = self.attackers.len() - 2 * self.words * before;
        self.attackers.extend_from_within(start..start + 2 * self.words);
    }

    /// Where every landing of a kind lies behind cells that have to be empty, or none, its pieces can be
    /// counted at once.
    fn add_flocks(&mut self, rules: &Rules, movement: &Movement, piece: Piece) {
        let filters = &movement.filters[piece.owner().index()];
        let mut groups: BTreeMap<(i32, i32, u8, u8, u8), Vec<Cell>> = BTreeMap::new();
        let (mut landings, mut cells) = (Vec::new(), Vec::new());
        for cell in rules.geometry.board().iter() {
            for steps in movement.runs(piece, cell) {
                let run = Run::of(cell, steps, &mut cells);
                run.find_landings(filters, &mut landings);
                let last = run.cells.len() - 1;
                if landings.iter().any(|landing| landing.at != last) {
                    return;
                }
                let step = run.cells[0].0 as i32 - cell.0 as i32;
                for Landing { land, times, .. } in landings.drain(..) {
                    let before = if last == 0 { cell } else { run.cells[last - 1] };
                    let onto = run.cells[last].0 as i32 - before.0 as i32;
                    groups.entry((onto, step, last as u8, land, times)).or_default().push(cell);
                }
            }
        }
        let moves = groups.into_iter().map(|((last, step, over, land, times), from)| BulkMove {
            from: self.set(from),
            over: (step, over),
            last,
            land,
            times,
        });
        let moves: Vec<BulkMove> = moves.collect();
        if !moves.is_empty() {
            self.flocks[piece.owner().index()].push((piece, moves));
        }
    }

    /// From where a piece has moves onto marks alone.
    fn add_onto_marks(&mut self, rules: &Rules, movement: &Movement, piece: Piece) {
        let filters = &movement.filters[piece.owner().index()];
        let mut from = vec![CellSet::EMPTY; self.cells];
        for cell in rules.geometry.board().iter() {
            let steps = movement.steps(piece, cell).iter();
            for step in steps.filter(|step| !filters[step.land as usize].opens_without_marks()) {
                from[step.mv.to().index()].insert(cell);
            }
        }
        if from.iter().all(CellSet::is_empty) {
            return;
        }
        self.onto_marks.push((piece, SetId((self.sets.len() / self.words) as u32)));
        for set in from {
            append_set(&mut self.sets, self.words, &set);
        }
    }

    /// The pieces of a player that make moves onto marks alone, and from where such a move leads to a cell.
    #[inline]
    pub fn onto_marks<const N: usize>(
        &self,
        player: Player,
    ) -> impl Iterator<Item = (Piece, impl Fn(Cell) -> Bits<N>)> {
        let own = self.onto_marks.iter().filter(move |(piece, _)| piece.owner() == player);
        own.map(move |&(piece, SetId(first))| {
            (piece, move |cell: Cell| self.cells(SetId(first + cell.0 as u32)))
        })
    }

    /// The cells of a set. The width is that of the game's boards.
    #[inline]
    pub fn cells<const N: usize>(&self, set: SetId) -> Bits<N> {
        Bits::from_words(self.sets.as_chunks().0[set.0 as usize])
    }

    /// Where a piece on a cell may land.
    #[inline]
    pub fn moves_of(&self, piece: Piece, cell: Cell) -> &PieceMoves {
        &self.piece_moves[piece.index() * self.cells + cell.index()]
    }

    /// The targets behind the first one.
    #[inline]
    pub fn further(&self, moves: &PieceMoves) -> &[Targets] {
        &self.targets[moves.further.0 as usize..moves.further.1 as usize]
    }

    /// The cells that a set of targets reaches on a board where these cells are occupied, the first occupied one of
    /// each ray included.
    #[inline(always)]
    pub fn reached<const N: usize>(&self, targets: &Targets, occupied: Bits<N>) -> Bits<N> {
        let (start, pairs) = targets.rays;
        let sets = self.sets.as_chunks().0[start as usize..][..2 * pairs as usize].as_chunks().0;
        self.cells(targets.near) | open_rays(sets, occupied)
    }

    /// The rays that are in no set of targets.
    #[inline]
    pub fn rays(&self, moves: &PieceMoves) -> &[Ray] {
        &self.rays[moves.rays.0 as usize..moves.rays.1 as usize]
    }

    /// From where a piece could capture on a cell whatever lies between, and from where it could along free
    /// attack rays.
    #[inline]
    pub fn sources<const N: usize>(&self, piece: Piece, target: Cell) -> (Bits<N>, Bits<N>) {
        let (pairs, _) = self.attackers.as_chunks::<N>().0.as_chunks();
        let [near, far] = pairs[target.index() * self.pieces + piece.index()];
        (Bits::from_words(near), Bits::from_words(far))
    }

    /// The rays on which a piece looks at a cell.
    #[inline]
    pub fn attack_rays(&self, piece: Piece, target: Cell) -> &[AttackRay] {
        let (start, end) = self.ray_spans[target.index() * self.pieces + piece.index()];
        &self.attack_rays[start as usize..end as usize]
    }

    /// The pieces of a player that can be counted all at once, and their moves.
    #[inline]
    pub fn flocks(&self, player: Player) -> &[(Piece, Vec<BulkMove>)] {
        &self.flocks[player.index()]
    }
}

/// Where a piece on a cell goes, while that is collected: one for all pieces and cells.
#[derive(Default)]
struct Goes {
    /// So many of them are in use.
    open: Vec<OpenTargets>,
    used: usize,
    landings: Vec<Landing>,
    /// The number of the piece's first ray that is in no set of targets.
    first_ray: u32,
}

/// The cells of a set of targets: near ones, and rays up and down.
#[derive(Default)]
struct OpenTargets {
    /// The filter that must be open there, and how many moves lead to each.
    key: (u8, u8),
    near: Vec<Cell>,
    rays: [Vec<CellSet>; 2],
}

impl Goes {
    /// The set of targets behind a filter to which so many moves lead.
    fn open_for(&mut self, key: (u8, u8)) -> &mut OpenTargets {
        let known = self.open[..self.used].iter().position(|open| open.key == key);
        let at = known.unwrap_or(self.used);
        if at == self.open.len() {
            self.open.push(OpenTargets::default());
        }
        self.used = self.used.max(at + 1);
        self.open[at].key = key;
        &mut self.open[at]
    }
}
