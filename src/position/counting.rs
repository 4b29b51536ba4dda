//! How many legal moves there are, counted as sets: where masks say which landings are safe, or where nothing has to be
//! safe.

use super::check::CheckInfo;
use super::movegen::{OpenCells, shut};
use super::{Board, MoveList};
use crate::game::{AttackTables, Bits, Cell, Game, Move, Movement, Piece, PieceMoves, Ray, Targets};

impl<const N: usize> Board<N> {
    /// How many legal moves there are, counted as sets; `None` where the game or the position needs more.
    pub(super) fn count_guarded(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        let attacks = game.tables.legality.masks().filter(|attacks| attacks.counts)?;
        if !self.marks().is_empty() {
            return None;
        }
        let turn = self.turn();
        if self.royals(game, turn).is_empty() && !attacks.peaceful {
            return self.count_unguarded(game, attacks, list);
        }
        let info = self.check_info(game)?;
        let mut open = shut();
        self.open(game, turn, &mut open);
        if attacks.peaceful {
            return self.count_peaceful(game, attacks, &info, &open);
        }
        if game.rules.must_capture {
            let captures = self.count_captures(attacks, &info, &open);
            if captures > 0 {
                return Some(captures);
            }
        }
        let mut count = self.count_king(attacks, &info, &open, !Bits::EMPTY);
        let others = !Bits::of(info.king);
        if !info.check_mask.is_empty() {
            for (piece, standing) in self.by_kind(turn) {
                count += self.count_kind(attacks, &info, &open, piece, standing & others);
            }
            if !game.tables.movement.drops[turn.index()].is_empty() {
                count += self.count_guarded_drops(game, &info, &open);
            }
        }
        if !self.castles(turn).is_empty() && info.quiet {
            count += self.count_castles(game, &info, list);
        }
        Some(count)
    }

    /// The same where nothing of the player to move has to be safe.
    pub(super) fn count_unguarded(
        &mut self,
        game: &Game,
        attacks: &AttackTables,
        list: &mut MoveList,
    ) -> Option<u64> {
        if !attacks.counts || !self.marks().is_empty() {
            return None;
        }
        let turn = self.turn();
        let mut open = shut();
        self.open(game, turn, &mut open);
        let travels = |within: Bits<N>| {
            let info = CheckInfo::unguarded(within);
            let kinds = self.by_kind(turn);
            kinds
                .map(|(piece, standing)| self.count_kind(attacks, &info, &open, piece, standing))
                .sum::<u64>()
        };
        if game.rules.must_capture {
            let captures = travels(self.owned(!turn));
            if captures > 0 {
                return Some(captures);
            }
        }
        let mut count = travels(!Bits::EMPTY);
        if !game.tables.movement.drops[turn.index()].is_empty() {
            count += self.count_guarded_drops(game, &CheckInfo::unguarded(!Bits::EMPTY), &open);
        }
        if !self.castles(turn).is_empty() {
            list.clear();
            self.offer_castles(game, list);
            count += list.len() as u64;
        }
        Some(count)
    }

    /// The moves that capture where they land.
    #[inline(never)]
    fn count_captures(&self, attacks: &AttackTables, info: &CheckInfo<N>, open: &OpenCells<N>) -> u64 {
        let within = self.owned(!self.turn());
        let others = !Bits::of(info.king);
        let captors = CheckInfo { check_mask: info.check_mask & within, ..*info };
        let of_kind = |(piece, standing)| self.count_kind(attacks, &captors, open, piece, standing & others);
        let by_others: u64 = self.by_kind(self.turn()).map(of_kind).sum();
        by_others + self.count_king(attacks, info, open, within)
    }

    #[inline(always)]
    fn count_king(
        &self,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        within: Bits<N>,
    ) -> u64 {
        let others = self.occupied() & !Bits::of(info.king);
        let safe = |cell: &Cell| !self.is_attacked_by(attacks, *cell, !self.turn(), others);
        let moves = attacks.moves_of(self.at(info.king), info.king);
        count_landings(attacks, moves, others, open, |lands| {
            (lands & within).iter().filter(safe).count() as u32
        })
    }

    #[inline]
    fn count_kind(
        &self,
        attacks: &AttackTables,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
        piece: Piece,
        standing: Bits<N>,
    ) -> u64 {
        let flocks = attacks.bulks(piece);
        let mut single = standing;
        let mut count = 0;
        if !flocks.is_empty() && 2 * standing.count() as usize > flocks.len() {
            let flock_of = standing & !info.pinned;
            single = standing & info.pinned;
            let vacant = self.vacant();
            for bulk in flocks {
                let from = flock_of & attacks.cells(bulk.from);
                if from.is_empty() {
                    continue;
                }
                let (step, steps) = bulk.over;
                let arrived = (0..steps).fold(from, |there, _| there.shifted(step) & vacant);
                let lands = arrived.shifted(bulk.last) & opened(open, bulk.land) & info.check_mask;
                count += bulk.times as u64 * lands.count() as u64;
            }
        }
        let occupied = self.occupied();
        for cell in single {
            let allowed = self.allowed(attacks, info, cell);
            let moves = attacks.moves_of(piece, cell);
            count += count_landings(attacks, moves, occupied, open, |lands| (lands & allowed).count());
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

    fn count_castles(&mut self, game: &Game, info: &CheckInfo<N>, list: &mut MoveList) -> u64 {
        list.clear();
        self.offer_castles(game, list);
        list.as_slice().iter().filter(|mv| self.is_king_safe(game, info, **mv)).count() as u64
    }

    pub(super) fn count_guarded_drops(
        &mut self,
        game: &Game,
        info: &CheckInfo<N>,
        open: &OpenCells<N>,
    ) -> u64 {
        let (mut count, mut vetoes) = (0, None);
        for drop in &game.tables.movement.drops[self.turn().index()] {
            let landings = self.keep_meant(game, drop, self.landings(game, drop, open) & info.check_mask);
            if landings.is_empty() {
                continue;
            }
            count += landings.count() as u64;
            if game.may_be_vetoed(Move::new(drop.rule, Cell(0), Cell(0))) {
                let vetoes = vetoes.get_or_insert_with(|| self.watchful_vetoes(game));
                for cell in landings {
                    let mv = Move::new(drop.rule, cell, cell);
                    count -= self.veto_among(game, vetoes, mv).is_some() as u64;
                }
            }
        }
        count
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
    let first = count_targets(attacks, &moves.first, occupied, open, &count);
    if moves.is_whole {
        return first;
    }
    let further = |targets: &Targets| count_targets(attacks, targets, occupied, open, &count);
    let ray = |ray: &Ray| {
        let cells = attacks.cells::<N>(ray.cells);
        let reached = cells.up_to(&(cells & occupied), ray.ascending);
        ray.times as u64 * count(reached & attacks.cells(ray.lands) & opened(open, ray.land)) as u64
    };
    first
        + attacks.further(moves).iter().map(further).sum::<u64>()
        + attacks.rays(moves).iter().map(ray).sum::<u64>()
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
