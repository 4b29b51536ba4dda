//! One node of the principal variation search.

use super::late::{Late, LeftOut};
use super::order::TACTICAL;
use super::table::{Bound, Found, TableEntry};
use super::window::{Candidates, Forced, WORST, Window, seen};
use super::worker::{Entered, NEAR_LIMIT, Worker};
use crate::eval::{LIMIT, Score, WIN};
use crate::game::{Action, Bits, Move};
use crate::position::{LegalityInfo, MoveList};

/// The best of a node so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    value: Score,
    mv: Move,
    tried: usize,
}

impl<const N: usize> Worker<'_, N> {
    /// The value of the root within a window; the best line is left in the first ply, also when the search was
    /// stopped after a move that raised the lower bound.
    pub fn root(&mut self, alpha: Score, beta: Score, depth: i32) -> Score {
        self.reserve(1);
        self.counters.nodes += 1;
        let choice = match self.plan.lines && !self.is_partial() && !self.limits.full_width {
            true => self.root_choice(),
            false => self.open_choice(),
        };
        self.plies[0].pv.clear();
        let checked = self.game.facts.has_royals && self.board.in_check(self.game, self.board.turn());
        let aim = Window { alpha, beta, depth, ply: 0, checked, expects_cut: false };
        self.key(0);
        self.stand(&aim, None);
        self.iteration = depth.max(1) as usize;
        let value = self.expand(aim, choice, self.first.map(|mv| (mv, 0)));
        // What the board said since is not to be believed, even where no node was entered any more.
        self.stopped |= self.is_told_to_stop();
        value
    }

    fn root_choice(&mut self) -> Candidates<N> {
        match self.threat(0) {
            Entered::Forced(forced) => Candidates::Forced(forced),
            Entered::Known(_) | Entered::Threatened => Candidates::All,
            Entered::Open => self.open_choice(),
        }
    }

    fn open_choice(&self) -> Candidates<N> {
        if self.plan.near.is_none() || self.limits.full_width {
            return Candidates::All;
        }
        let nearby = self.plan.nearby(self.game, &self.board);
        if nearby == self.board.vacant() { Candidates::All } else { Candidates::Near(nearby) }
    }

    /// The mover's value of a position below the root.
    pub(super) fn node(&mut self, mut aim: Window) -> Score {
        let entered = self.enter(aim.ply);
        if let Entered::Known(value) = entered {
            return value;
        }
        // No win can be nearer than the next ply, no loss nearer than the one after: or that one too, where a
        // move can lose at once. Where the end is asked late, this may be it.
        let (soonest_win, soonest_loss) = if self.asks_late() { (0, 0) } else { (1, self.plan.soonest_loss) };
        aim.alpha = aim.alpha.max(aim.ply as Score + soonest_loss - WIN);
        aim.beta = aim.beta.min(WIN - aim.ply as Score - soonest_win);
        if aim.alpha >= aim.beta {
            return aim.alpha;
        }
        let choice = match entered {
            Entered::Forced(forced) => {
                // Against a double threat a player may threaten again and again: that has to come to an end.
                aim.depth += (forced.is_urgent() || !self.is_far(aim.ply)) as i32;
                Candidates::Forced(forced)
            }
            Entered::Threatened => {
                // Tried and left: no ply more where the piece that gives check is lost by captures. At 8,000 nodes, 80
                // games each: crazyhouse +35 [-45, +118] Elo, shogi -4, chess +4.
                // A strict look remembers how deep it was, to the ply.
                let deeper = self.plan.extends_checks || aim.depth <= 0;
                aim.depth += (deeper && !self.strict) as i32;
                aim.checked = true;
                Candidates::All
            }
            _ if aim.depth <= 0 && (self.leaves_nothing_out() || self.plan.only_captures) => {
                // Play that stops without a result is worth nothing, at the horizon too.
                let stops = self.limits.full_width && self.plan.may_stop;
                return match stops && !self.board.has_moves(self.game, true) {
                    true => self.stuck(aim.ply),
                    false => self.static_value(),
                };
            }
            _ if aim.depth <= 0 => return self.quiet(aim, self.plan.fuel),
            _ => self.open_choice(),
        };
        let key = self.key(aim.ply);
        let stored = self.table.probe(key, aim.ply);
        if let Some(value) = stored.and_then(|entry| self.settled(&entry, &aim)) {
            return value;
        }
        self.stand(&aim, stored);
        if let Some(value) = self.cut_early(&aim) {
            return value;
        }
        aim.depth -= self.has_nothing_to_try_first(&aim, stored) as i32;
        match self.singular(&aim, choice, stored) {
            Err(value) => value,
            Ok(_) if self.stopped => 0,
            Ok(deeper) => self.expand(aim, choice, stored.map(|entry| (entry.mv, deeper))),
        }
    }

    /// Whether a stored value answers what this node is asked. A forced result is true however shallow
    /// the look that found it; other values have to be deep enough, and rest on guesses.
    pub(super) fn settled(&mut self, entry: &TableEntry, aim: &Window) -> Option<Score> {
        let above = entry.bound != Bound::Upper && entry.value >= aim.beta;
        let below = entry.bound != Bound::Lower && entry.value <= aim.alpha;
        let sure = entry.proven || above && entry.value >= LIMIT || below && entry.value <= -LIMIT;
        let deep = entry.depth as i32 >= aim.depth;
        if self.limits.full_width || aim.is_principal() || !(above || below) || !(sure || deep) {
            return None;
        }
        if self.plan.timed && entry.value.abs() >= LIMIT {
            // A clock that the key does not know of might end the game before.
            let plies = WIN - entry.value.abs() - aim.ply as Score;
            (plies <= NEAR_LIMIT as Score).then_some(())?;
        }
        if !sure {
            self.guesses += 1;
        }
        Some(entry.value)
    }

    /// Looks at the moves of a position; at the stored one first, and so many plies deeper.
    pub(super) fn expand(
        &mut self,
        aim: Window,
        choice: Candidates<N>,
        stored: Option<(Move, i32)>,
    ) -> Score {
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        let (guesses, repetitions) = (self.guesses, self.repetitions);
        let mut best = Best { value: WORST, mv: Move::NONE, tried: 0 };
        let info = self.candidates(choice, &mut list);
        let deeper = Window { depth: aim.depth + self.extension(&list), ..aim };
        self.look_at(&deeper, &mut list, stored, (choice, info), &mut best);
        if let Candidates::Near(cells) = choice
            && !self.stopped
            && best.value <= -LIMIT
        {
            // What looks lost may only be lost among the candidates: no loss is claimed on that ground.
            self.rest(&cells, &mut list);
            self.look_at(&aim, &mut list, stored, (choice, None), &mut best);
        } else if matches!(choice, Candidates::Near(_)) && best.value < aim.beta {
            self.guesses += 1;
        }
        self.plies[aim.ply].list = list;
        if self.stopped {
            return 0;
        }
        let partial = self.plies[aim.ply].left_out != Move::NONE;
        if best.tried == 0 && partial {
            return aim.alpha;
        }
        if best.tried == 0 {
            // No move and no end that says what it means, or every move was excluded at the root.
            return match choice {
                Candidates::Forced(forced) => forced.otherwise(aim.ply),
                _ if aim.ply > 0 => self.stuck(aim.ply),
                _ => 0,
            };
        }
        if aim.ply > 0 || self.excluded.is_empty() && self.limits.search_moves.is_empty() {
            let proven = self.guesses == guesses;
            let holds_here_only = self.repetitions != repetitions && best.value.abs() >= LIMIT;
            if !holds_here_only && !partial {
                self.remember(&aim, &best, proven);
            }
        }
        best.value
    }

    fn remember(&mut self, aim: &Window, best: &Best, proven: bool) {
        let proven = proven && (best.value.abs() >= LIMIT || self.plies[aim.ply].knows_clocks);
        let bound = aim.bound(best.value);
        let found = Found { mv: best.mv, value: best.value, depth: aim.depth, bound, proven };
        self.table.store(self.plies[aim.ply].key, aim.ply, found);
    }

    /// Where it is said what is in doubt, each move has to be asked whether it is legal.
    ///
    /// Tried and left: the stored move looked at before any is made. Chess, xiangqi, shogi and crazyhouse took 1 to 2 %
    /// fewer instructions a node.
    pub(super) fn candidates(
        &mut self,
        choice: Candidates<N>,
        list: &mut MoveList,
    ) -> Option<LegalityInfo<N>> {
        match choice {
            Candidates::All if self.plan.asks_legality_late() => {
                return Some(self.board.moves_to_try(self.game, list));
            }
            Candidates::All => self.board.legal_moves(self.game, list),
            Candidates::Near(cells) | Candidates::Forced(Forced { cells, .. }) if self.plan.drops_alone => {
                self.board.drops_onto(self.game, &cells, list)
            }
            Candidates::Near(cells) | Candidates::Forced(Forced { cells, .. }) => {
                self.board.legal_moves(self.game, list);
                list.retain(|mv| !self.is_drop(mv) || cells.has(mv.to()));
            }
        }
        None
    }

    /// The moves that the nearby cells left out.
    fn rest(&mut self, near: &Bits<N>, list: &mut MoveList) {
        if self.plan.drops_alone {
            return self.board.drops_onto(self.game, &!*near, list);
        }
        self.board.legal_moves(self.game, list);
        list.retain(|mv| self.is_drop(mv) && !near.has(mv.to()));
    }

    fn is_drop(&self, mv: Move) -> bool {
        matches!(self.game.tables.actions[mv.rule()], Action::Drop(_))
    }

    fn look_at(
        &mut self,
        aim: &Window,
        list: &mut MoveList,
        stored: Option<(Move, i32)>,
        (choice, info): (Candidates<N>, Option<LegalityInfo<N>>),
        best: &mut Best,
    ) {
        let mut ranks = std::mem::take(&mut self.plies[aim.ply].ranks);
        self.rank(list.as_mut_slice(), stored.map(|(mv, _)| mv), aim.ply, &mut ranks);
        let forced = matches!(choice, Candidates::Forced(_));
        let checked = aim.checked && self.plan.royal.is_some();
        let late = Late::new(self, aim, list.len(), forced);
        let mut end = list.len();
        for at in 0.. {
            if at == end {
                break;
            }
            let mv = self.pick(&mut list.as_mut_slice()[..end], &mut ranks, at, aim.ply);
            let alpha = aim.alpha.max(best.value);
            // A move is left out only where another keeps a forced loss away.
            if best.value > -LIMIT {
                let left_out = late.leaves_out(self, mv, ranks.of[at], best.tried, alpha);
                self.guesses += (left_out != LeftOut::No) as u64;
                match left_out {
                    LeftOut::No => {}
                    LeftOut::Alone => continue,
                    LeftOut::WithQuietMoves => {
                        end = self.drop_quiet_moves(&mut list.as_mut_slice()[..end], &mut ranks, at + 1);
                        continue;
                    }
                    LeftOut::WithTheRest => break,
                }
            }
            let passed_over = mv == self.plies[aim.ply].left_out || aim.ply == 0 && !self.may_begin_with(mv);
            if passed_over || !self.is_legal(mv, &info) {
                if self.is_told_to_stop() {
                    self.stopped = true;
                    break;
                }
                continue;
            }
            let whole = forced || checked || ranks.of[at] >= TACTICAL || self.leaves_nothing_out();
            let reduced = if whole { 0 } else { late.reduction(ranks.of[at], best.tried) };
            let deeper = stored.filter(|&(first, _)| first == mv).map_or(0, |(_, plies)| plies);
            let deeper = Window { depth: aim.depth + deeper, ..*aim };
            let value = self.descend(mv, alpha, &deeper, best.tried == 0, reduced);
            if self.stopped {
                break;
            }
            if self.improve(aim, mv, value, best) {
                self.cut_off(aim, list.as_slice(), &ranks.of, (at, end));
                break;
            }
        }
        self.plies[aim.ply].ranks = ranks;
    }

    /// Notes what a move is worth; whether it is enough.
    fn improve(&mut self, aim: &Window, mv: Move, value: Score, best: &mut Best) -> bool {
        best.tried += 1;
        self.counters.comparisons += 1;
        if value > best.value {
            (best.value, best.mv) = (value, mv);
            if value > aim.alpha {
                self.keep_line(aim.ply, mv);
                self.raised = if aim.ply == 0 { value } else { self.raised };
            }
        }
        best.value >= aim.beta
    }

    #[inline]
    pub(super) fn is_legal(&mut self, mv: Move, info: &Option<LegalityInfo<N>>) -> bool {
        info.as_ref().is_none_or(|info| self.board.may_play(self.game, info, mv))
    }

    /// The value of a move: the first with the whole window, the others with an empty one first.
    fn descend(&mut self, mv: Move, alpha: Score, aim: &Window, first: bool, reduced: i32) -> Score {
        let mover = self.board.turn();
        self.plies[aim.ply].arrival = Some(self.history.arrival(mover, mv));
        self.play(mv);
        let turned = self.board.turn() != mover;
        let below = aim.below((alpha, aim.beta), aim.depth - 1, turned);
        let mut value = WORST;
        let mut reduced = reduced;
        if reduced > 0 && self.plan.royal.is_some() {
            let check = self.board.in_check(self.game, self.board.turn());
            self.in_check_hint = Some(check);
            reduced = if check { 0 } else { reduced };
        }
        if reduced > 0 && self.game.facts.captures_bind && self.has_to_capture() {
            reduced = 0;
        }
        if !first {
            let probe = aim.below((alpha, alpha + 1), below.depth, turned);
            // Of a late move no more is expected than that it is refuted.
            let expects_cut = probe.expects_cut || reduced > 0 && turned;
            let shallow = Window { depth: below.depth - reduced, expects_cut, ..probe };
            value = seen(self.node(shallow), turned);
            if value > alpha && reduced > 0 && !self.stopped {
                value = seen(self.node(probe), turned);
            }
        }
        if first || value > alpha && value < aim.beta && !self.stopped {
            value = seen(self.node(below), turned);
        }
        self.undo();
        value
    }
}
