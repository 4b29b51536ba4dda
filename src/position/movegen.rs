//! Making and counting moves.
//!
//! Order: the pieces on the board by cell in reading order, each piece's rules in file order, then
//! directions as listed; then drops, by rule in file order and landing cell; then passes.

use rustc_hash::FxHashSet;

use super::flanks::flanking;
use super::{Board, LegalityInfo};
use crate::game::{
    Bits, Cell, DropRule, Fall, Game, Hops, Idle, Legality, Move, MoveStep, Movement, PassRule, Player,
    RuleFlags, Sweep,
};

/// A buffer of moves that is filled anew for each position. It does not grow, but for moves with further stages.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    pub(super) moves: Vec<Move>,
    pub(super) len: usize,
}

impl MoveList {
    /// A buffer large enough for the moves of any position of the game, up to their further stages.
    pub fn new(game: &Game) -> MoveList {
        MoveList { moves: vec![Move::NONE; game.tables.movement.most_moves + 1], len: 0 }
    }

    /// The moves.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// The moves, to be put in another order.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Keeps the moves that `keep` accepts, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let mv = self.moves[i];
            if keep(mv) {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Empties the list.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move, however many there are.
    pub(super) fn push(&mut self, mv: Move) {
        if self.len == self.moves.len() {
            self.moves.resize(2 * self.len + 1, Move::NONE);
        }
        self.offer(mv, true);
    }

    #[inline]
    pub(super) fn offer(&mut self, mv: Move, open: bool) {
        self.moves[self.len] = mv;
        self.len += open as usize;
    }
}

/// The filters of the player to move, open cells by filter.
pub(super) type OpenCells<const N: usize> = [Bits<N>; Movement::MAX_FILTERS];

/// Filled in place: returned by value, the array would be copied each time.
#[inline(always)]
pub(super) fn shut<const N: usize>() -> OpenCells<N> {
    [Bits::EMPTY; Movement::MAX_FILTERS]
}

impl<const N: usize> Board<N> {
    /// Fills the list with the legal moves, ends left aside.
    pub fn legal_moves(&mut self, game: &Game, list: &mut MoveList) {
        if let Some(hops) = self.deciding_hops(game) {
            return self.legal_hops_or_others(game, hops, list);
        }
        self.moves_before_vetoes(game, list);
        self.drop_vetoed(game, list);
        if !game.rules.priority.is_empty() {
            let first = |mv: Move| game.rules.priority.contains(&(mv.rule() as u8));
            if list.as_slice().iter().any(|&mv| first(mv)) {
                list.retain(first);
            }
        }
        if game.rules.must_capture && list.as_slice().iter().any(|&mv| self.is_capture(game, mv)) {
            list.retain(|mv| self.is_capture(game, mv));
        }
        if !game.rules.prefer.is_empty() {
            self.keep_preferred(game, list);
        }
        if !game.tables.movement.passes[self.turn().index()].is_empty() {
            self.offer_stuck_passes(game, list, true);
        }
    }

    /// The same where hops alone capture: without any, all that other rules make is legal.
    fn legal_hops_or_others(&mut self, game: &Game, hops: &Hops, list: &mut MoveList) {
        let hoppers = self.hoppers(game, hops);
        if !hoppers.is_empty() {
            return self.legal_hops(game, hops, hoppers, list);
        }
        if let Some(glides) = hops.glides(self.turn()) {
            list.len = 0;
            let mut open = shut();
            self.open(game, self.turn(), &mut open);
            self.offer_travels(game, self.gliders(game, glides), &open, list);
            self.patience.spend(list.len());
            return;
        }
        self.first_stages(game, list);
        self.patience.spend(list.len());
        if !game.tables.movement.passes[self.turn().index()].is_empty() {
            self.offer_stuck_passes(game, list, true);
        }
    }

    /// Keeps the moves that no veto forbids.
    #[inline(always)]
    fn drop_vetoed(&mut self, game: &Game, list: &mut MoveList) {
        if !game.rules.vetoes.is_empty() {
            self.ask_vetoes(game, list);
        }
    }

    #[inline(never)]
    fn ask_vetoes(&mut self, game: &Game, list: &mut MoveList) {
        if list.as_slice().iter().any(|&mv| game.may_be_vetoed(mv)) {
            let vetoes = self.watchful_vetoes(game);
            if vetoes.any() {
                self.map_groups(game);
                list.retain(|mv| self.veto_among(game, &vetoes, mv).is_none());
            }
        }
    }

    /// Fills the list with the moves that leave the mover's royals safe, vetoes and passes of the stuck left
    /// aside.
    pub fn moves_before_vetoes(&mut self, game: &Game, list: &mut MoveList) {
        self.moves_of_rules(game, list);
        if game.facts.has_royals {
            self.keep_safe(game, list);
        }
    }

    /// Fills the list with the moves that rules make, safety, vetoes and passes of the stuck left aside.
    pub fn moves_of_rules(&mut self, game: &Game, list: &mut MoveList) {
        self.first_stages(game, list);
        self.finish_stages(game, list);
    }

    #[inline(always)]
    pub(super) fn finish_stages(&mut self, game: &Game, list: &mut MoveList) {
        self.offer_chains(game, list);
        self.offer_stages(game, list);
        self.patience.spend(list.len());
    }

    /// The same up to their further stages.
    pub(super) fn first_stages(&mut self, game: &Game, list: &mut MoveList) {
        list.len = 0;
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        if !game.facts.pieces_stay {
            self.offer_travels(game, self.owned(self.turn()), &open, list);
        }
        self.offer_castles(game, list);
        self.offer_gatings(game, list);
        self.offer_drops(game, self.turn(), &open, list);
        if !game.tables.movement.passes[self.turn().index()].is_empty() {
            self.offer_passes(game, list, false);
        }
        self.drop_unmeant(game, list);
    }

    /// Leaves out what its rule does not mean, and what another rule makes as well.
    #[inline]
    pub(super) fn drop_unmeant(&self, game: &Game, list: &mut MoveList) {
        if game.facts.checks_late {
            list.retain(|mv| self.is_meant_if_asked(game, mv, self.turn()));
        }
        if game.tables.movement.repeats_moves {
            drop_repeated(game, list);
        }
    }

    /// Castles whose pieces have not moved and have nothing in their way.
    #[inline]
    pub(super) fn offer_castles(&self, game: &Game, list: &mut MoveList) {
        let player = self.turn();
        for way in self.castles(player) {
            let open = self.vacant().covers(&way.empty) && self.has_right(way);
            let when = || game.rules.moves[way.rule as usize].by[player.index()].when.as_ref();
            if open && when().is_none_or(|when| self.holds_statically(game, when, player)) {
                list.offer(way.mv(), true);
            }
        }
    }

    /// Fills the list with the drops onto these cells, for a game that has nothing but drops.
    pub fn drops_onto(&self, game: &Game, cells: &Bits<N>, list: &mut MoveList) {
        list.len = 0;
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        for drop in self.drops_at_hand(game, self.turn()) {
            for cell in self.landings(game, drop, &open) & *cells {
                list.offer(Move::new(drop.rule, cell, cell), true);
            }
        }
    }

    /// Where a player could drop a piece.
    pub fn drop_cells(&self, game: &Game, player: Player) -> Bits<N> {
        let mut open = shut();
        self.open(game, player, &mut open);
        let drops = self.drops_at_hand(game, player);
        drops.fold(Bits::EMPTY, |cells, drop| cells | self.landings(game, drop, &open))
    }

    /// The first drop of a player onto one of these cells.
    pub fn first_drop(&self, game: &Game, player: Player, cells: &Bits<N>) -> Option<Move> {
        let mut open = shut();
        self.open(game, player, &mut open);
        self.drops_at_hand(game, player).find_map(|drop| {
            let cell = (self.landings(game, drop, &open) & *cells).first()?;
            Some(Move::new(drop.rule, cell, cell))
        })
    }

    /// How many legal moves there are, ends left aside.
    pub fn count_moves(&mut self, game: &Game, list: &mut MoveList) -> u64 {
        let counted = match &game.tables.legality {
            _ if game.facts.landings_decide => match game.rules.stages.is_empty() {
                true => match self.count_by_sets(game) {
                    None => self.count_by_tables(game, list),
                    counted => counted,
                },
                false => self.count_stages(game, list),
            },
            Legality::Masked(_) => self.count_guarded(game, list),
            Legality::Blasts(_) => self.count_among_blasts(game, list),
            Legality::Free => match self.deciding_hops(game) {
                Some(hops) => self.count_hops(game, hops, list),
                None => self.count_by_tables(game, list),
            },
            Legality::Exposed | Legality::Tested => None,
        };
        counted.unwrap_or_else(|| {
            self.legal_moves(game, list);
            list.len() as u64
        })
    }

    /// The same where no piece is royal and tables tell all moves.
    fn count_by_tables(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        self.count_unguarded(game, game.tables.unguarded.as_deref()?, list)
    }

    /// The same where open landing cells decide; `None` where steps depend on each other or there may be passes.
    #[inline]
    fn count_by_sets(&self, game: &Game) -> Option<u64> {
        let movement = &game.tables.movement;
        let passes = &movement.passes[self.turn().index()];
        let sweeps = movement.sweeps[self.turn().index()].as_ref()?;
        if passes.iter().any(|pass| pass.when != Some(Idle::Stuck)) {
            return None;
        }
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        let mut count = self.count_sweeps(sweeps, &open);
        if !movement.drops[self.turn().index()].is_empty() {
            count += self.count_drops(game, self.turn(), &open);
        }
        (count > 0 || passes.is_empty()).then_some(count)
    }

    /// Whether the player to move has a legal move, ends left aside; without `vetoes`, vetoed moves
    /// count too.
    ///
    /// Tried and left: counting moves as sets where masks say it. A second place that counts so made counting moves in
    /// chess take 1 to 3 % more instructions, in line or not.
    pub fn has_moves(&mut self, game: &Game, vetoes: bool) -> bool {
        let movement = &game.tables.movement;
        let player = self.turn().index();
        let hops = if vetoes { self.deciding_hops(game) } else { game.tables.hops.as_deref() };
        if let Some(hops) = hops
            && let Some(glides) = hops.glides(self.turn())
        {
            let moves = glides.iter().any(|glide| self.count_glide(game, glide) > 0);
            return moves || !self.hoppers(game, hops).is_empty();
        }
        // Sets do not ask whether a piece has moved.
        let quick =
            !game.facts.has_royals && !game.facts.checks_late && (game.rules.vetoes.is_empty() || !vetoes);
        if let (true, Some(sweeps)) = (quick, &movement.sweeps[player]) {
            let passes = &movement.passes[player];
            let mut open = shut();
            self.open(game, self.turn(), &mut open);
            let found = self.count_sweeps(sweeps, &open) + self.count_drops(game, self.turn(), &open) > 0;
            if found || passes.is_empty() {
                return found;
            }
        }
        let mut list = self.spare_list(game);
        self.first_stages(game, &mut list);
        self.offer_chains(game, &mut list);
        let info = if game.facts.has_royals { Some(self.legality_info(game)) } else { None };
        let mut found = list.as_slice().iter().any(|&mv| match game.rules.moves[mv.rule()].then {
            None => self.may_be_played(game, info.as_ref(), vetoes, mv),
            Some(stage) => {
                let mut moves = self.stage_ends(game, stage, mv).moves(mv);
                moves.any(|mv| self.may_be_played(game, info.as_ref(), vetoes, mv))
            }
        });
        if !found {
            list.len = 0;
            self.offer_stuck_passes(game, &mut list, vetoes);
            found = !list.is_empty();
        }
        self.keep_spare(list);
        found
    }

    fn may_be_played(&mut self, game: &Game, info: Option<&LegalityInfo<N>>, vetoes: bool, mv: Move) -> bool {
        info.is_none_or(|info| self.is_safe(game, info, mv)) && (!vetoes || self.veto(game, mv).is_none())
    }

    /// Whether a move does what its rule means, where that has to be asked.
    #[inline]
    pub(super) fn is_meant_if_asked(&self, game: &Game, mv: Move, mover: Player) -> bool {
        !game.flags(mv).contains(RuleFlags::CHECKED_LATE)
            || self.is_meant(game, mv, mover) && self.is_supplied(game, mv, mover)
    }

    /// The filters of a player, as if it were to move. Out of line, chess took 3 % more instructions a leaf.
    #[inline(always)]
    pub(super) fn open(&self, game: &Game, player: Player, open: &mut OpenCells<N>) {
        for (slot, target) in open.iter_mut().zip(&game.tables.movement.filters[player.index()]) {
            let holds = target.when.as_ref().is_none_or(|when| self.holds_statically(game, when, player));
            *slot = match (holds, target.always) {
                (false, _) => Bits::EMPTY,
                (true, true) => !Bits::EMPTY,
                (true, false) => self.selected(&target.selection),
            };
        }
    }

    /// The moves of some pieces of the player to move. They are written always and kept only when their filter is open: a store costs less than a branch
    /// that is guessed wrong.
    #[inline]
    pub(super) fn offer_travels(
        &self,
        game: &Game,
        pieces: Bits<N>,
        open: &OpenCells<N>,
        list: &mut MoveList,
    ) {
        let MoveList { moves, len } = list;
        let mut kept = *len;
        for cell in pieces {
            let steps = game.tables.movement.steps(self.at(cell), cell);
            if !game.tables.movement.slides {
                for step in steps {
                    moves[kept] = step.mv;
                    kept += open[step.land as usize % Movement::MAX_FILTERS].has(step.mv.to()) as usize;
                }
                continue;
            }
            let mut next = 0;
            while let Some(step) = steps.get(next) {
                let to = step.mv.to();
                moves[kept] = step.mv;
                kept += open[step.land as usize].has(to) as usize;
                next += if open[step.pass as usize].has(to) { 1 } else { step.skip as usize };
            }
        }
        *len = kept;
    }

    pub(super) fn offer_drops(&self, game: &Game, player: Player, open: &OpenCells<N>, list: &mut MoveList) {
        for drop in self.drops_at_hand(game, player) {
            for cell in self.meant_landings(game, drop, open) {
                list.offer(Move::new(drop.rule, cell, cell), true);
            }
        }
    }

    /// Where a drop at hand may land.
    pub(super) fn landings(&self, game: &Game, drop: &DropRule, open: &OpenCells<N>) -> Bits<N> {
        let free = open[drop.land as usize] & self.vacant();
        let reached = match &drop.falls {
            Some(fall) => fallen(fall, free),
            None => free,
        };
        let landings = reached & drop.to.narrow();
        if drop.looks_nearby { self.with_nearby(game, drop, landings) } else { landings }
    }

    /// The landing cells where a drop does what its rule means.
    fn meant_landings(&self, game: &Game, drop: &DropRule, open: &OpenCells<N>) -> Bits<N> {
        self.keep_meant(game, drop, self.landings(game, drop, open))
    }

    /// Those of some landing cells where a drop does what its rule means.
    #[inline(always)]
    pub(super) fn keep_meant(&self, game: &Game, drop: &DropRule, landings: Bits<N>) -> Bits<N> {
        if !drop.flanks || landings.is_empty() {
            return landings;
        }
        let mover = drop.piece.owner();
        landings & flanking(&game.tables.topology, self.owned(mover), self.owned(!mover))
    }

    /// The drops of a player that has a piece left for them.
    #[inline(always)]
    fn drops_at_hand<'a>(&'a self, game: &'a Game, player: Player) -> impl Iterator<Item = &'a DropRule> {
        game.tables.movement.drops[player.index()].iter().filter(|drop| self.is_at_hand(drop))
    }

    #[inline(always)]
    pub(super) fn is_at_hand(&self, drop: &DropRule) -> bool {
        drop.hand.is_none_or(|piece| self.held(piece) > 0)
            && drop.supply.is_none_or(|most| self.of(drop.piece).count() < most)
    }

    /// The landing cells near which there is what the rule asks for.
    fn with_nearby(&self, game: &Game, drop: &DropRule, landings: Bits<N>) -> Bits<N> {
        let travel = &game.rules.moves[drop.rule as usize].by[drop.piece.owner().index()];
        let mut kept = landings;
        for nearby in &travel.nearby {
            let counted = self.select(game, nearby.holds);
            let near = |cell: Cell| -> Bits<N> {
                if nearby.file { game.tables.state.file(cell) } else { game.tables.topology.around(cell) }
                    .narrow()
            };
            // The file or the neighbours of each.
            let near_any = || counted.iter().fold(Bits::EMPTY, |all, cell| all | near(cell));
            match (nearby.at_least, nearby.at_most) {
                (_, 0) => {
                    kept &= !near_any();
                    continue;
                }
                (1, u32::MAX) => {
                    kept &= near_any();
                    continue;
                }
                _ => {}
            }
            let fits = |&cell: &Cell| {
                let count = (counted & near(cell)).count();
                (nearby.at_least..=nearby.at_most).contains(&count)
            };
            kept = kept.iter().filter(fits).collect();
        }
        kept
    }

    /// Where nothing else is legal.
    fn offer_stuck_passes(&mut self, game: &Game, list: &mut MoveList, vetoes: bool) {
        if !list.is_empty() {
            return;
        }
        self.offer_passes(game, list, true);
        if game.facts.has_royals {
            self.keep_safe(game, list);
        }
        if vetoes {
            self.drop_vetoed(game, list);
        }
    }

    fn offer_passes(&mut self, game: &Game, list: &mut MoveList, stuck: bool) {
        let passes = &game.tables.movement.passes[self.turn().index()];
        if passes.is_empty() {
            return;
        }
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        let cell = Cell(0);
        let turn = self.turn_progress();
        let may = |pass: &&PassRule| match pass.when {
            Some(Idle::Free) => !stuck,
            Some(Idle::Stuck) => stuck,
            Some(Idle::Done) => !stuck && turn.begun,
            None => !stuck && game.rules.turns.may_swap(turn),
        };
        for pass in passes.iter().filter(may) {
            list.offer(Move::new(pass.rule, cell, cell), open[pass.land as usize].has(cell));
        }
    }

    #[inline]
    pub(super) fn count_sweeps(&self, sweeps: &[Sweep], open: &OpenCells<N>) -> u64 {
        let moved = |count: u64, sweep: &Sweep| {
            let targets = (self.of(sweep.piece) & sweep.from.narrow()).shifted(sweep.delta);
            count + (targets & open[sweep.land as usize]).count() as u64
        };
        sweeps.iter().fold(0, moved)
    }

    /// How many drops of a player do what their rules mean.
    #[inline]
    pub(super) fn count_drops(&self, game: &Game, player: Player, open: &OpenCells<N>) -> u64 {
        let landings = |drop: &DropRule| match &drop.falls {
            _ if drop.flanks => self.meant_landings(game, drop, open),
            // Whatever enters comes to rest somewhere: there is no need to see where.
            Some(fall) if drop.anywhere => open[drop.land as usize] & fall.entry.narrow(),
            None if drop.anywhere => open[drop.land as usize] & self.vacant(),
            _ => self.landings(game, drop, open),
        };
        self.drops_at_hand(game, player).map(|drop| landings(drop).count() as u64).sum()
    }
}

pub(super) fn count_steps<const N: usize>(steps: &[MoveStep], open: &OpenCells<N>) -> u64 {
    let (mut next, mut count) = (0, 0);
    while let Some(step) = steps.get(next) {
        count += open[step.land as usize].has(step.mv.to()) as u64;
        next += if open[step.pass as usize].has(step.mv.to()) { 1 } else { step.skip as usize };
    }
    count
}

/// Where pieces come to rest that enter at the edge and fall through `free` cells.
fn fallen<const N: usize>(fall: &Fall, free: Bits<N>) -> Bits<N> {
    let mut falling = free & fall.entry.narrow();
    let mut resting = Bits::EMPTY;
    while !falling.is_empty() {
        let next = fall.down.take(falling) & free;
        resting |= falling & !fall.down.take_back(next);
        falling = next;
    }
    resting
}

/// So many moves are compared with each other; of more, what they do is remembered.
const FEW: usize = 256;

/// Two ways to the same move are one move, the first rule's.
pub(super) fn drop_repeated(game: &Game, list: &mut MoveList) {
    if list.len() > FEW {
        let mut seen = FxHashSet::default();
        let results = &game.tables.movement.results;
        return list.retain(|mv| seen.insert((mv.cells_alone(), results[mv.rule()])));
    }
    let mut kept: Vec<Move> = Vec::with_capacity(list.len());
    list.retain(|mv| {
        let results = &game.tables.movement.results;
        let same = |other: &&Move| other.same_cells(mv) && results[other.rule()] == results[mv.rule()];
        let fresh = kept.iter().rev().find(same).is_none();
        if fresh {
            kept.push(mv);
        }
        fresh
    });
}
