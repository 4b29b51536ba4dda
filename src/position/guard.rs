//! What keeps a royal piece safe, as sets: who gives check, who is pinned, what may be done about it. For
//! games whose royal pieces can be captured by jumps and slides through empty cells alone, where each player
//! has one royal piece on the board.

use super::{Board, MoveList};
use crate::game::{Action, Bits, Cell, Game, Move, Movement, Piece, Player, Reach, Spread};

/// The most pins that are kept; boards with more fall back on trying moves.
const MOST_PINS: usize = 8;

/// What moves of the player to move have to obey.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard<const N: usize> {
    /// Where the royal piece stands.
    king: Cell,
    /// Where other pieces may land: everywhere, or where they end a check.
    evade: Bits<N>,
    /// Nobody gives check.
    quiet: bool,
    /// Pieces that may move only on the ray that they bar.
    pinned: Bits<N>,
    pins: [(Cell, Bits<N>); MOST_PINS],
    count: usize,
}

impl<const N: usize> Guard<N> {
    /// Where a piece on a cell may land: everywhere, or on the ray that it bars.
    #[inline]
    fn allows(&self, from: Cell) -> Bits<N> {
        if !self.pinned.has(from) {
            return self.evade;
        }
        let pins = self.pins[..self.count].iter().filter(|(cell, _)| *cell == from);
        pins.fold(self.evade, |all, (_, ray)| all & *ray)
    }
}

impl<const N: usize> Board<N> {
    fn occupied(&self) -> Bits<N> {
        self.owned(Player::First) | self.owned(Player::Second)
    }

    /// The guard of the player to move; `None` where the game or the position needs more.
    #[inline]
    pub(super) fn guard(&self, game: &Game) -> Option<Guard<N>> {
        let reach = game.reach.as_ref()?;
        let royals = self.royals(game, self.turn());
        let king = royals.first()?;
        if royals != Bits::of(king) {
            return None;
        }
        let mut guard = Guard {
            king,
            evade: !Bits::EMPTY,
            quiet: true,
            pinned: Bits::EMPTY,
            pins: [(king, Bits::EMPTY); MOST_PINS],
            count: 0,
        };
        self.add_lookers(reach, &mut guard).then_some(guard)
    }

    /// Whether there was room for all pins.
    #[inline]
    fn add_lookers(&self, reach: &Reach, guard: &mut Guard<N>) -> bool {
        let (mover, enemy) = (self.turn(), !self.turn());
        let occupied = self.occupied();
        for piece in reach.pieces_of(enemy) {
            let standing = self.of(piece);
            if standing.is_empty() {
                continue;
            }
            let (near, far): (Bits<N>, Bits<N>) = reach.looks(piece, guard.king);
            for checker in standing & near {
                guard.evade &= Bits::of(checker);
                guard.quiet = false;
            }
            if !standing.meets(&far) {
                continue;
            }
            for line in reach.sightlines(piece, guard.king) {
                let lookers = standing & reach.cells(line.from);
                if lookers.is_empty() {
                    continue;
                }
                let cells: Bits<N> = reach.cells(line.cells);
                let bars = cells & occupied;
                let first = if line.ascending { bars.lowest() } else { bars.highest() };
                if first.meets(&lookers) {
                    guard.evade &= cells.up_to(&bars, line.ascending);
                    guard.quiet = false;
                } else if first.meets(&self.owned(mover)) {
                    let behind = bars & !first;
                    let second = if line.ascending { behind.lowest() } else { behind.highest() };
                    if second.meets(&lookers) {
                        let Some(slot) = guard.pins.get_mut(guard.count) else { return false };
                        *slot = (first.first().unwrap_or(guard.king), cells.up_to(&behind, line.ascending));
                        guard.count += 1;
                        guard.pinned |= first;
                    }
                }
            }
        }
        true
    }

    /// Whether a player looks at a cell, on a board where only these cells are occupied.
    #[inline]
    fn is_seen(&self, reach: &Reach, cell: Cell, by: Player, occupied: Bits<N>) -> bool {
        let there = !Bits::of(cell);
        reach.pieces_of(by).any(|piece| {
            let standing = self.of(piece) & there;
            if standing.is_empty() {
                return false;
            }
            let (near, far) = reach.looks(piece, cell);
            standing.meets(&near)
                || standing.meets(&far)
                    && reach.sightlines(piece, cell).iter().any(|line| {
                        let lookers = standing & reach.cells(line.from);
                        !lookers.is_empty() && {
                            let bars = reach.cells::<N>(line.cells) & occupied;
                            let first = if line.ascending { bars.lowest() } else { bars.highest() };
                            first.meets(&lookers)
                        }
                    })
        })
    }

    /// Whether the royal piece of a player is attacked; `None` where the game or the position needs more.
    #[inline]
    pub(super) fn is_in_check(&self, game: &Game, player: Player) -> Option<bool> {
        let reach = game.reach.as_ref()?;
        let royals = self.royals(game, player);
        let occupied = self.occupied();
        Some(royals.iter().any(|king| self.is_seen(reach, king, !player, occupied)))
    }

    /// Whether a move leaves the royal piece safe; `None` where it has to be tried.
    #[inline]
    pub(super) fn keeps_guard(&self, game: &Game, guard: &Guard<N>, mv: Move) -> Option<bool> {
        let action = game.actions[mv.rule()];
        let travels = action.travels();
        if game.deeds.spreads[mv.rule()] {
            return None;
        }
        match action {
            Action::Castle => self.castles_safely(game, guard, mv),
            Action::Pass => Some(guard.quiet),
            Action::Drop(_) => Some(guard.evade.has(mv.to())),
            Action::Exit if mv.from() == guard.king => None,
            Action::Exit => Some(guard.quiet && !guard.pinned.has(mv.from())),
            _ if travels && mv.from() == guard.king => {
                let reach = game.reach.as_ref()?;
                let others = self.occupied() & !Bits::of(guard.king);
                Some(!self.is_seen(reach, mv.to(), !self.turn(), others))
            }
            _ => Some(guard.allows(mv.from()).has(mv.to())),
        }
    }

    /// Whether the royal piece castles over and to cells that nobody looks at, there when both have moved; `None`
    /// where it is another piece that does.
    fn castles_safely(&self, game: &Game, guard: &Guard<N>, mv: Move) -> Option<bool> {
        let reach = game.reach.as_ref()?;
        let way = self.castle_of(mv, self.turn())?;
        if way.castle.from != guard.king {
            return None;
        }
        let occupied = self.occupied() & !Bits::of(guard.king);
        let landed = (occupied & !way.stands()) | Bits::of(way.castle.with_to);
        let mut over = (way.way & !Bits::of(guard.king)).iter();
        let free = guard.quiet && !over.any(|cell| self.is_seen(reach, cell, !self.turn(), occupied));
        Some(free && !self.is_seen(reach, way.castle.to, !self.turn(), landed))
    }

    /// How many legal moves there are, counted as sets; `None` where the game or the position needs more.
    pub(super) fn count_guarded(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        let reach = game.reach.as_ref().filter(|reach| reach.counts)?;
        if !self.marks().is_empty() {
            return None;
        }
        let guard = self.guard(game)?;
        let mut open = super::generate::shut();
        self.open(game, self.turn(), &mut open);
        let mut count = self.count_king(reach, &guard, &open);
        let others = !Bits::of(guard.king);
        if !guard.evade.is_empty() {
            for piece in reach.pieces_of(self.turn()) {
                let standing = self.of(piece) & others;
                if !standing.is_empty() {
                    count += self.count_kind(reach, &guard, &open, piece, standing);
                }
            }
            count += self.count_guarded_drops(game, &guard, &open, list);
        }
        if !self.castles().is_empty() && guard.quiet {
            count += self.count_castles(game, &guard, list);
        }
        Some(count)
    }

    fn count_king(&self, reach: &Reach, guard: &Guard<N>, open: &super::generate::Open<N>) -> u64 {
        let piece = self.at(guard.king);
        let others = self.occupied() & !Bits::of(guard.king);
        let safe = |cell: &Cell| !self.is_seen(reach, *cell, !self.turn(), others);
        let mut count = 0;
        let goes = reach.goes(piece, guard.king);
        for spread in std::iter::once(&goes.first).chain(reach.further(goes)) {
            let lands = reach.reached(spread, others) & open[spread.land as usize];
            count += spread.times as u64 * lands.iter().filter(safe).count() as u64;
        }
        for ray in reach.rays(goes) {
            let cells = reach.cells::<N>(ray.cells);
            let reached = cells.up_to(&(cells & others), ray.ascending);
            let lands = reached & reach.cells(ray.lands) & open[ray.land as usize];
            count += ray.times as u64 * lands.iter().filter(safe).count() as u64;
        }
        count
    }

    #[inline]
    fn count_kind(
        &self,
        reach: &Reach,
        guard: &Guard<N>,
        open: &super::generate::Open<N>,
        piece: Piece,
        standing: Bits<N>,
    ) -> u64 {
        let flocks = reach.flocks(piece);
        let mut single = standing;
        let mut count = 0;
        if !flocks.is_empty() && 2 * standing.count() as usize > flocks.len() {
            let flock_of = standing & !guard.pinned;
            single = standing & guard.pinned;
            let vacant = self.vacant();
            for flock in flocks {
                let from = flock_of & reach.cells(flock.from);
                if from.is_empty() {
                    continue;
                }
                let mut over = from;
                let (step, steps) = flock.over;
                // The cells between, one step after the other; then back to where the pieces stand.
                for _ in 0..steps {
                    over = over.shifted(step) & vacant;
                }
                let free = match steps {
                    0 => from,
                    _ => over.shifted(-step * steps as i32),
                };
                let lands = free.shifted(flock.delta) & open[flock.land as usize] & guard.evade;
                count += flock.times as u64 * lands.count() as u64;
            }
        }
        let occupied = self.occupied();
        for cell in single {
            let allowed = guard.allows(cell);
            let goes = reach.goes(piece, cell);
            let mut add = |spread: &Spread| {
                let lands =
                    reach.reached(spread, occupied) & open[spread.land as usize % Movement::MAX_GATES];
                count += spread.times as u64 * (lands & allowed).count() as u64;
            };
            add(&goes.first);
            reach.further(goes).iter().for_each(add);
            for ray in reach.rays(goes) {
                let cells = reach.cells::<N>(ray.cells);
                let reached = cells.up_to(&(cells & occupied), ray.ascending);
                let lands = reached & reach.cells(ray.lands) & open[ray.land as usize] & allowed;
                if !lands.is_empty() {
                    count += ray.times as u64 * lands.count() as u64;
                }
            }
        }
        count
    }

    fn count_castles(&mut self, game: &Game, guard: &Guard<N>, list: &mut MoveList) -> u64 {
        list.clear();
        self.offer_castles(game, list);
        let safe = |mv: &&Move| {
            self.keeps_guard(game, guard, **mv).unwrap_or_else(|| self.danger(game, **mv).is_none())
        };
        list.as_slice().iter().filter(safe).count() as u64
    }

    fn count_guarded_drops(
        &mut self,
        game: &Game,
        guard: &Guard<N>,
        open: &super::generate::Open<N>,
        list: &mut MoveList,
    ) -> u64 {
        let mut count = 0;
        for drop in &game.movement.drops[self.turn().index()] {
            let landings = self.landings(game, drop, open) & guard.evade;
            if landings.is_empty() {
                continue;
            }
            count += landings.count() as u64;
            if game.may_be_vetoed(Move::new(drop.rule, Cell(0), Cell(0))) {
                list.clear();
                for cell in landings {
                    list.offer(Move::new(drop.rule, cell, cell), true);
                }
                let vetoed = |mv: &&Move| self.veto(game, **mv).is_some();
                count -= list.as_slice().iter().filter(vetoed).count() as u64;
            }
        }
        count
    }
}
