//! Quiescence: at the horizon only captures, ends and threats to end the game are looked at.

use super::order::{TACTICAL, is_tactical};
use super::table::{Bound, Found};
use super::window::{Candidates, Fuel, WORST, Window, seen};
use super::worker::{Entered, Worker};
use crate::eval::Score;
use crate::game::{Bits, Move, RuleFlags};
use crate::position::{Board, LegalityInfo, MoveList};

/// So many captures are looked at where captures bind and a position has been judged.
const BINDING_CAPTURES: usize = 1;

impl<const N: usize> Worker<'_, N> {
    /// Only captures, ends and threats to end the game are looked at; the mover may also stand pat.
    pub(super) fn quiet(&mut self, aim: Window, fuel: Fuel) -> Score {
        if let Some(value) = self.compelled(&aim, fuel) {
            return value;
        }
        let key = self.plan.selective.then(|| self.key(aim.ply));
        let stored = key.and_then(|key| self.table.probe(key, aim.ply));
        if let Some(value) = stored.and_then(|entry| self.settled(&entry, &aim)) {
            return value;
        }
        let standing = self.static_value_near([aim.alpha, aim.beta]);
        if standing >= aim.beta {
            return standing;
        }
        let best = self.quiet_captures(aim, standing, fuel);
        if let Some(key) = key.filter(|_| stored.is_none() && !self.stopped) {
            let bound = aim.bound(best);
            let found = Found { mv: Move::NONE, value: best, depth: 0, bound, proven: false };
            if bound != Bound::Exact {
                self.table.store(key, aim.ply, found);
            }
        }
        best
    }

    /// Captures, ends and threats to end the game, where the mover stands below the window or within it.
    ///
    /// Tried and left: moves that give check, at the first ply. Chess -12 [-45, +22] Elo at 4,000 nodes, 300 games;
    /// shogi, those that lose no piece, +11 [-58, +80] at 3,000 nodes, 91 games.
    fn quiet_captures(&mut self, aim: Window, standing: Score, fuel: Fuel) -> Score {
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        let mut info = None;
        if self.plan.lines {
            let cells = if fuel.threats > 0 { self.scorer.builders(self.board.turn()) } else { Bits::EMPTY };
            self.board.drops_onto(self.game, &cells, &mut list);
        } else {
            let (game, goal) = (self.game, &self.plan.goal[self.board.turn().index()]);
            let tactical = |board: &Board<N>, mv| is_tactical(game, board, goal, mv);
            if self.plan.asks_legality_late() {
                info = Some(self.board.tactics_to_try(game, goal, &mut list, tactical));
            } else {
                self.board.legal_moves(game, &mut list);
                list.retain(|mv| tactical(&self.board, mv));
            }
        }
        let best = self.quiet_moves(aim, &mut list, standing, fuel, (false, info));
        self.plies[aim.ply].list = list;
        best
    }

    /// Every move of a forced position, quiescence below it.
    fn quiet_forced(&mut self, aim: Window, choice: Candidates<N>, fuel: Fuel) -> Score {
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        let info = self.candidates(choice, &mut list);
        let lost = match choice {
            Candidates::Forced(forced) => forced.otherwise(aim.ply),
            Candidates::All | Candidates::Near(_) => WORST,
        };
        let best = self.quiet_moves(aim, &mut list, lost, fuel, (true, info));
        self.plies[aim.ply].list = list;
        if best == WORST && !self.stopped { self.stuck(aim.ply) } else { best }
    }

    pub(super) fn quiet_moves(
        &mut self,
        aim: Window,
        list: &mut MoveList,
        start: Score,
        fuel: Fuel,
        (all, info): (bool, Option<LegalityInfo<N>>),
    ) -> Score {
        let mut ranks = std::mem::take(&mut self.plies[aim.ply].ranks);
        self.rank(list.as_mut_slice(), None, aim.ply, &mut ranks);
        let mut best = start;
        let most = if self.game.facts.captures_bind && !all { BINDING_CAPTURES } else { list.len() };
        for at in 0..list.len().min(most) {
            let mv = self.pick(list.as_mut_slice(), &mut ranks, at, aim.ply);
            if !all && ranks.of[at] < TACTICAL && self.plan.royal.is_some() {
                break;
            }
            if let Some(most) = self.most_gained(mv).filter(|_| !all)
                && start + most <= aim.alpha
            {
                best = best.max(start + most);
                continue;
            }
            if !self.is_legal(mv, &info) {
                if self.is_told_to_stop() {
                    self.stopped = true;
                    break;
                }
                continue;
            }
            let mover = self.board.turn();
            let Some(left) = self.play_quietly(mv, all, fuel) else { continue };
            let turned = self.board.turn() != mover;
            let below = aim.below((aim.alpha.max(best), aim.beta), 0, turned);
            let value = seen(self.quiet_node(below, left), turned);
            self.undo();
            if self.stopped {
                break;
            }
            self.counters.comparisons += 1;
            if value > best {
                best = value;
                if value > aim.alpha {
                    self.keep_line(aim.ply, mv);
                }
            }
            if best >= aim.beta {
                self.counters.cutoffs += 1;
                break;
            }
        }
        self.plies[aim.ply].ranks = ranks;
        best
    }

    /// What a capture can gain at most, as far as that is known: in games with royal pieces. In breakthrough a capture is
    /// worth more than its points: 80 games at 3,000 nodes, -61 [-135, +7] Elo.
    fn most_gained(&self, mv: Move) -> Option<Score> {
        let royal = self.plan.royal.is_some() && self.plan.selective;
        let swing = self.swing.value().filter(|_| royal && mv.becomes().is_none())?;
        let plain = !self.game.flags(mv).intersects(RuleFlags::MULTI_CELL | RuleFlags::CAPTURES_MORE);
        let in_hand = 1 + self.game.rules.captured.is_some() as Score;
        let known = plain && !self.board.at(mv.to()).is_none() && self.is_capture(mv);
        known.then(|| in_hand * self.worth_at(mv.to()) + 4 * swing)
    }

    /// Plays a move, unless the fuel does not do for it; what is left of that.
    #[inline]
    fn play_quietly(&mut self, mv: Move, all: bool, fuel: Fuel) -> Option<Fuel> {
        let before = self.board.pieces();
        self.play(mv);
        let free = all || self.board.pieces() < before;
        let Some(idle) = (if free { Some(fuel.idle) } else { fuel.idle.checked_sub(1) }) else {
            self.undo();
            return None;
        };
        Some(Fuel { threats: fuel.threats - 1, idle })
    }

    fn quiet_node(&mut self, aim: Window, fuel: Fuel) -> Score {
        match self.enter(aim.ply) {
            Entered::Known(value) => value,
            // The reply to a threat to complete a line costs no fuel, so that it is always looked at.
            Entered::Forced(forced) if forced.is_urgent() => {
                let fuel = Fuel { threats: fuel.threats + 1, ..fuel };
                self.quiet_forced(aim, Candidates::Forced(forced), fuel)
            }
            Entered::Forced(forced) if fuel.threats > 0 => {
                self.quiet_forced(aim, Candidates::Forced(forced), fuel)
            }
            Entered::Threatened if fuel.threats > 0 => self.quiet_forced(aim, Candidates::All, fuel),
            Entered::Forced(_) | Entered::Threatened | Entered::Open => self.quiet(aim, fuel),
        }
    }
}
