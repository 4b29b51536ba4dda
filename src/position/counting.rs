//! How many legal moves there are, counted as sets: where masks say which landings are safe, or where nothing has to be
//! safe.

use super::check::CheckInfo;
use super::movegen::{OpenCells, shut};
use super::{Board, MoveList};
use crate::game::{
    AttackTables, Bits, BulkMove, Cell, DropRule, Game, Kind, Move, Movement, Piece, PieceMoves, Targets,
};

/// The most royal pieces of a player that are looked at together.
const MOST_ROYALS: u32 = 8;

impl<const N: usize> Board<N> {
    /// How many legal moves there are, counted as sets; `None` where the game or the position needs more.
    pub(super) fn count_guarded(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        let attacks = game.tables.legality.masks().filter(|attacks| attacks.counts)?;
        if self.may_run_out(attacks) {
            return None;
        }
        let turn = self.turn();
        if self.royals(game, turn).is_empty() && !attacks.peaceful {
            return self.count_unguarded(game, attacks, list);
        }
        let Some(info) = self.check_info(game) else { return self.count_several(game, attacks, list) };
        let mut open = shut();
        self.open(game, turn, &mut open);
        if attacks.peaceful {
            let unmarked = self.marks().is_empty();
            return unmarked.then(|| self.count_peaceful(game, attacks, &info, &open)).flatten();
        }
        let first = |board: &mut Self| board.count_first_drops(game, &info, &open);
        if let Some(first) = (!game.rules.priority.is_empty()).then(|| first(self)).flatten() {
            return Some(first);
        }
        let safe = |board: &mut Self, mv| board.is_king_safe(game, &info, mv);
        let onto_marks = self.count_onto_marks(game, attacks, &open, list, safe);
        if game.rules.must_capture {
            let captures = self.count_captures(attacks, &info, &open) + onto_marks.captures;
            if captures > 0 {
                return Some(captures);
            }
        }
        let mut count = onto_marks.all + self.count_king(attacks, &info, &open, |lands| lands);
        let others = !Bits::of(info.king);
        if !info.check_mask.is_empty() {
            count += self.count_pieces(attacks, &info, &open, self.owned(turn) & others);
            if !game.tables.movement.drops[turn.index()].is_empty() {
                count += self.count_guarded_drops(game, &info, &open, |_| true);
            }
        }
        if !self.castles(turn).is_empty() && info.quiet {
            count += self.count_castles(game, &info, list);
        }
        if self.may_gate(game) {
            // Whoever lands on a mark might leave its cell to another piece, too, which then bars what it barred itself.
            if onto_marks.tried > 0 {
                return None;
            }
            count += self.count_gatings(game, attacks, &info, &open)?;
        }
        Some(count)
    }

    /// The same where the player to move has several royal pieces, each of which has to be safe.
    #[inline(never)]
    fn count_several(&mut self, game: &Game, attacks: &AttackTables, list: &mut MoveList) -> Option<u64> {
        let rules = &game.rules;
        let plain = rules.priority.is_empty() && rules.gating.is_none() && !rules.must_capture;
        let royals = self.royals(game, self.turn());
        if attacks.peaceful || !plain || royals.count() > MOST_ROYALS {
            return None;
        }
        let infos: Vec<CheckInfo<N>> =
            royals.iter().map(|king| self.check_info_from(attacks, king, !Bits::EMPTY)).collect();
        let all = infos.iter().fold(CheckInfo::unguarded(!Bits::EMPTY), |all, info| CheckInfo {
            check_mask: all.check_mask & info.check_mask,
            quiet: all.quiet && info.quiet,
            pinned: all.pinned | info.pinned,
            ..all
        });
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        let free = CheckInfo { pinned: Bits::EMPTY, ..all };
        let safe = |board: &mut Self, mv| board.illegal_because(game, mv).is_none();
        let mut count = self.count_onto_marks(game, attacks, &open, list, safe).all;
        let own = self.owned(self.turn());
        count += self.count_pieces_apart(attacks, &free, &open, own & !all.pinned);
        for cell in own & all.pinned {
            count += self.count_bound(attacks, &infos, &open, cell);
        }
        if !game.tables.movement.drops[self.turn().index()].is_empty() {
            count += self.count_guarded_drops(game, &all, &open, |_| true);
        }
        if !self.castles(self.turn()).is_empty() && all.quiet {
            list.clear();
            self.offer_castles(game, list);
            let castles = list.as_slice().iter();
            count += castles.filter(|mv| self.illegal_because(game, **mv).is_none()).count() as u64;
        }
        Some(count)
    }

    /// The moves of a piece that bars rays to several royal pieces, or is one of them.
    fn count_bound(
        &self,
        attacks: &AttackTables,
        infos: &[CheckInfo<N>],
        open: &OpenCells<N>,
        cell: Cell,
    ) -> u64 {
        let others = infos.iter().filter(|info| info.king != cell);
        let is_royal = infos.iter().any(|info| info.king == cell);
        let allowed = others.fold(!Bits::EMPTY, |all, info| all & self.allowed(attacks, info, cell));
        let occupied = self.occupied();
        let without = occupied & !Bits::of(cell);
        let safe = |to: &Cell| !self.is_attacked_by(attacks, *to, !self.turn(), without);
        count_landings(attacks, attacks.moves_of(self.at(cell), cell), occupied, open, |lands| {
            let lands = lands & allowed;
            if is_royal { lands.iter().filter(safe).count() as u32 } else { lands.count() }
        })
    }

    /// Whether some piece may become one that can run out, or that must be safe.
    #[inline]
    fn may_run_out(&self, attacks: &AttackTables) -> bool {
        attacks.limited.iter().any(|(piece, from)| self.of(*piece).meets(&from.narrow()))
    }

    /// Whether a piece may come from the hand to a cell that another one leaves.
    #[inline(always)]
    fn may_gate(&self, game: &Game) -> bool {
        game.rules.gating.as_ref().is_some_and(|gating| {
            let player = self.turn();
            let left = self.unmoved() & self.owned(player) & gating.on[player.index()].narrow();
            !left.is_empty() && gating.kinds.iter().any(|&kind| self.held(Piece::new(kind, player)) > 0)
        })
    }

    /// The moves by which a piece comes from the hand to the cell that another one leaves, but for castles; `None` where
    /// they have to be listed. Whoever comes bars no attack.
    #[inline(never)]
    fn count_gatings(
        &self,
        game: &Game,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
    ) -> Option<u64> {
        let (player, gating) = (self.turn(), game.rules.gating.as_ref()?);
        let left = self.unmoved() & self.owned(player) & gating.on[player.index()].narrow();
        let held = |kind: &&Kind| self.held(Piece::new(**kind, player)) > 0;
        let occupied = self.occupied();
        let others = occupied & !Bits::of(info.king);
        let safe = |cell: &Cell| !self.is_attacked_by(attacks, *cell, !player, others);
        let of = |cell: Cell| {
            let moves = attacks.moves_of(self.at(cell), cell);
            let plain = |lands: Bits<N>| (lands & self.allowed(attacks, info, cell)).count();
            let safely = |lands: Bits<N>| lands.iter().filter(safe).count() as u32;
            match cell == info.king {
                true => count_landings(attacks, moves, occupied, open, safely),
                false => count_landings(attacks, moves, occupied, open, plain),
            }
        };
        let becomes = |cell: Cell| {
            let steps = game.tables.movement.steps(self.at(cell), cell);
            steps.iter().any(|step| step.mv.becomes().is_some())
        };
        if left.iter().any(becomes) {
            return None;
        }
        Some(gating.kinds.iter().filter(held).count() as u64 * left.iter().map(of).sum::<u64>())
    }

    /// Drops that come first where they can be made; `None` where none can.
    #[inline(never)]
    fn count_first_drops(&mut self, game: &Game, info: &CheckInfo<N>, open: &OpenCells<N>) -> Option<u64> {
        let first = |drop: &DropRule| game.rules.priority.contains(&drop.rule);
        Some(self.count_guarded_drops(game, info, open, first)).filter(|&drops| drops > 0)
    }

    /// The same where nothing of the player to move has to be safe.
    pub(super) fn count_unguarded(
        &mut self,
        game: &Game,
        attacks: &AttackTables,
        list: &mut MoveList,
    ) -> Option<u64> {
        if !attacks.counts || self.may_run_out(attacks) || self.may_gate(game) {
            return None;
        }
        let turn = self.turn();
        let mut open = shut();
        self.open(game, turn, &mut open);
        let free = CheckInfo::unguarded(!Bits::EMPTY);
        let first = |board: &mut Self| board.count_first_drops(game, &free, &open);
        if let Some(first) = (!game.rules.priority.is_empty()).then(|| first(self)).flatten() {
            return Some(first);
        }
        let onto_marks = self.count_onto_marks(game, attacks, &open, list, |_, _| true);
        let travels = |within: Bits<N>| self.count_travels_within(attacks, &open, within);
        if game.rules.must_capture {
            let captures = onto_marks.captures + travels(self.owned(!turn));
            if captures > 0 {
                return Some(captures);
            }
        }
        let mut count = onto_marks.all + travels(!Bits::EMPTY);
        if !game.tables.movement.drops[turn.index()].is_empty() {
            count += self.count_guarded_drops(game, &free, &open, |_| true);
        }
        if !self.castles(turn).is_empty() {
            list.clear();
            self.offer_castles(game, list);
            count += list.len() as u64;
        }
        Some(count)
    }

    /// Whether the player to move can capture, be that legal or not; true also where sets of cells do not tell.
    pub fn may_capture(&self, game: &Game) -> bool {
        if let Some(hops) = &game.tables.hops {
            return !self.hoppers(game, hops).is_empty();
        }
        let Some(attacks) = game.tables.unguarded.as_deref().or(game.tables.legality.masks()) else {
            return true;
        };
        if !attacks.counts || !self.marks().is_empty() {
            return true;
        }
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        self.count_travels_within(attacks, &open, self.owned(!self.turn())) > 0
    }

    /// The moves that land within some cells, where nothing has to be safe.
    #[inline]
    fn count_travels_within(&self, attacks: &AttackTables, open: &OpenCells<N>, within: Bits<N>) -> u64 {
        self.count_pieces_apart(attacks, &CheckInfo::unguarded(within), open, self.owned(self.turn()))
    }

    /// The moves that capture where they land.
    #[inline(never)]
    fn count_captures(&self, attacks: &AttackTables, info: &CheckInfo<N>, open: &OpenCells<N>) -> u64 {
        let within = self.owned(!self.turn());
        let others = self.owned(self.turn()) & !Bits::of(info.king);
        let captors = CheckInfo { check_mask: info.check_mask & within, ..*info };
        let by_others = self.count_pieces_apart(attacks, &captors, open, others);
        by_others + self.count_king(attacks, info, open, |lands| lands & within)
    }

    /// The moves of the royal piece to some of the cells where it might land.
    #[inline(always)]
    fn count_king(
        &self,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        of: impl Fn(Bits<N>) -> Bits<N>,
    ) -> u64 {
        let others = self.occupied() & !Bits::of(info.king);
        let moves = attacks.moves_of(self.at(info.king), info.king);
        count_landings(attacks, moves, others, open, |lands| {
            let mut safe = 0;
            for cell in of(lands) {
                safe += !self.is_attacked_by(attacks, cell, !self.turn(), others) as u32;
            }
            safe
        })
    }

    /// The moves of some pieces of the player to move, where few ask: a copy in line everywhere would make the function above
    /// too large to be in line itself.
    #[inline(never)]
    fn count_pieces_apart(
        &self,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        standing: Bits<N>,
    ) -> u64 {
        self.count_pieces(attacks, info, open, standing)
    }

    /// The same: first those of kinds of which many stand on the board, all at once, then piece by piece. Always in line: as
    /// a function of its own it cost games of chess 8 % more instructions.
    #[inline(always)]
    fn count_pieces(
        &self,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        standing: Bits<N>,
    ) -> u64 {
        let (mut count, mut single) = (0, standing);
        for (piece, moves) in attacks.flocks(self.turn()) {
            let alike = self.of(*piece) & standing;
            if 2 * alike.count() as usize > moves.len() {
                let free = alike & !info.pinned;
                single &= !free;
                count += self.count_flock(attacks, info, open, moves, free);
            }
        }
        let occupied = self.occupied();
        for cell in single {
            let allowed = self.allowed(attacks, info, cell);
            let moves = attacks.moves_of(self.at(cell), cell);
            count += count_landings(attacks, moves, occupied, open, |lands| (lands & allowed).count());
        }
        count
    }

    /// The moves of pieces of one kind that are not pinned, all at once.
    #[inline(always)]
    fn count_flock(
        &self,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        moves: &[BulkMove],
        free: Bits<N>,
    ) -> u64 {
        let (mut count, vacant) = (0, self.vacant());
        for bulk in moves {
            let from = free & attacks.cells(bulk.from);
            if from.is_empty() {
                continue;
            }
            let (step, steps) = bulk.over;
            let arrived = (0..steps).fold(from, |there, _| there.shifted(step) & vacant);
            let lands = arrived.shifted(bulk.last) & opened(open, bulk.land) & info.check_mask;
            count += bulk.times as u64 * lands.count() as u64;
        }
        count
    }

    /// The moves by the tables where no move may attack the one royal piece of the other player; `None` where they have
    /// to be listed.
    #[inline(never)]
    fn count_peaceful(
        &self,
        game: &Game,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
    ) -> Option<u64> {
        let vetoes = self.watchful_vetoes(game);
        let target = self.only_royal_left_alone(game, &vetoes)?;
        let occupied = self.occupied();
        let others = occupied & !Bits::of(info.king);
        let mut count = 0;
        for (piece, standing) in self.by_kind(self.turn()) {
            let (near, far) = attacks.sources(piece, target);
            for cell in standing {
                let is_king = cell == info.king;
                let allowed = if is_king { !Bits::EMPTY } else { self.allowed(attacks, info, cell) };
                let doubtful = if vetoes.uncovers(cell) { !Bits::EMPTY } else { near | far };
                let safe = |to: &Cell| !is_king || !self.is_attacked_by(attacks, *to, !self.turn(), others);
                let peaceful = |to: &Cell| !self.attacks_after(game, &vetoes, (piece, cell, *to));
                let legal = |lands: Bits<N>| {
                    let (sure, rest) = (lands & allowed & !doubtful, lands & allowed & doubtful);
                    let sure = if is_king { sure.iter().filter(safe).count() as u32 } else { sure.count() };
                    sure + rest.iter().filter(|to| safe(to) && peaceful(to)).count() as u32
                };
                count += count_landings(attacks, attacks.moves_of(piece, cell), occupied, open, legal);
            }
        }
        Some(count)
    }

    #[inline(always)]
    fn count_castles(&mut self, game: &Game, info: &CheckInfo<N>, list: &mut MoveList) -> u64 {
        list.clear();
        self.offer_castles(game, list);
        self.offer_gatings(game, list);
        let mut count = 0;
        for mv in list.as_slice() {
            count += self.is_king_safe(game, info, *mv) as u64;
        }
        count
    }

    pub(super) fn count_guarded_drops(
        &mut self,
        game: &Game,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        counts: impl Fn(&DropRule) -> bool,
    ) -> u64 {
        let (mut count, mut vetoes) = (0, None);
        for drop in &game.tables.movement.drops[self.turn().index()] {
            if !counts(drop) || !self.is_at_hand(drop) {
                continue;
            }
            let mut landings = self.keep_meant(game, drop, self.landings(game, drop, open) & info.check_mask);
            if landings.is_empty() {
                continue;
            }
            if game.rules.is_royal(drop.piece.kind()) {
                landings &= self.safe_among(game, landings);
            }
            if game.may_be_vetoed(Move::new(drop.rule, Cell(0), Cell(0))) {
                let vetoes = vetoes.get_or_insert_with(|| self.watchful_vetoes(game));
                landings &= !self.vetoed_drops(game, vetoes, drop, landings);
            }
            count += landings.count() as u64;
        }
        count
    }

    /// Those of some vacant cells where a royal piece of the player to move would be safe.
    #[inline(never)]
    fn safe_among(&self, game: &Game, cells: Bits<N>) -> Bits<N> {
        let Some(attacks) = game.tables.legality.masks() else { return cells };
        let occupied = self.occupied();
        cells.iter().filter(|&cell| !self.is_attacked_by(attacks, cell, !self.turn(), occupied)).collect()
    }
}

/// Where a filter is open.
#[inline(always)]
fn opened<const N: usize>(open: &OpenCells<N>, filter: u8) -> Bits<N> {
    open[filter as usize % Movement::MAX_FILTERS]
}

/// The moves of a piece on a board where these cells are occupied: `count` says how many of the cells where it
/// might land do.
#[inline(always)]
pub(super) fn count_landings<const N: usize>(
    attacks: &AttackTables,
    moves: &PieceMoves,
    occupied: Bits<N>,
    open: &OpenCells<N>,
    count: impl Fn(Bits<N>) -> u32,
) -> u64 {
    let mut all = count_targets(attacks, &moves.first, occupied, open, &count);
    if moves.is_whole {
        return all;
    }
    // Plain loops: the closures of iterators were not in line everywhere.
    for targets in attacks.further(moves) {
        all += count_targets(attacks, targets, occupied, open, &count);
    }
    for ray in attacks.rays(moves) {
        let cells = attacks.cells::<N>(ray.cells);
        let reached = cells.up_to(&(cells & occupied), ray.ascending);
        all += ray.times as u64 * count(reached & attacks.cells(ray.lands) & opened(open, ray.land)) as u64;
    }
    all
}

/// Always in line: as a function of its own it cost games whose captures take what stands around 15 % more
/// instructions.
#[inline(always)]
fn count_targets<const N: usize>(
    attacks: &AttackTables,
    targets: &Targets,
    occupied: Bits<N>,
    open: &OpenCells<N>,
    count: &impl Fn(Bits<N>) -> u32,
) -> u64 {
    let lands = attacks.reached(targets, occupied) & opened(open, targets.land);
    targets.times as u64 * count(lands) as u64
}
