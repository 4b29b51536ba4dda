//! One node of the principal variation search, and quiescence below it.

use super::order::pick;
use super::table::{Bound, Entry, Found};
use super::worker::{Entered, Worker};
use crate::eval::{LIMIT, Score, WIN};
use crate::game::{Action, Bits, Game, Move};
use crate::position::{Board, LegalityInfo, MoveList};

/// Worse than every value.
pub const WORST: Score = -WIN - 1;

/// Ranks of moves that come before what history says.
const STORED: i32 = 1 << 30;
const ENDING: i32 = 1 << 26;
const TACTICAL: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const TENSION: i32 = KILLER / 8;
/// Captures that lose the exchange come after what history says.
const LOSING: i32 = -KILLER;

/// What quiescence begins with.
const QS_DEPTH: Fuel = Fuel { threats: 3, idle: 8 };

/// How far quiescence goes. Captures run out by themselves, but for those after which there are as many pieces
/// as before: effects may put back what a capture takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fuel {
    /// Threats in a row.
    threats: i32,
    /// Moves that take no piece from the board.
    idle: u32,
}

/// Which moves a node looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Candidates<const N: usize> {
    /// All of them.
    All,
    /// Drops on these cells, which may leave out moves that matter.
    Near(Bits<N>),
    /// Drops on these cells: every other move loses at once.
    Forced(Bits<N>),
}

/// The window and depth of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
    pub depth: i32,
    pub ply: usize,
    /// The mover is in check, or threatened otherwise.
    pub checked: bool,
}

impl Window {
    pub fn is_principal(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// What a position after a move is asked: these bounds, which its mover sees from the other side where the turn
    /// has passed on.
    fn below(&self, (alpha, beta): (Score, Score), depth: i32, turned: bool) -> Window {
        let (alpha, beta) = if turned { (-beta, -alpha) } else { (alpha, beta) };
        Window { alpha, beta, depth, ply: self.ply + 1, checked: false }
    }
}

/// A value from below a move as its mover sees it.
#[inline]
fn seen(value: Score, turned: bool) -> Score {
    if turned { -value } else { value }
}

/// The best of a node so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    value: Score,
    mv: Move,
    tried: usize,
}

impl<const N: usize> Worker<'_, N> {
    /// The value of the root within a window; the best line is left in the first ply.
    pub fn root(&mut self, alpha: Score, beta: Score, depth: i32) -> Score {
        self.reserve(1);
        self.counters.nodes += 1;
        let choice = match self.plan.lines && !self.is_partial() && !self.limits.full_width {
            true => self.root_choice(),
            false => self.open_choice(),
        };
        self.plies[0].pv.clear();
        let checked = self.game.facts.has_royals && self.board.in_check(self.game, self.board.turn());
        let value = self.expand(Window { alpha, beta, depth, ply: 0, checked }, choice, None);
        // What the board said since is not to be believed, even where no node was entered any more.
        self.stopped |= self.is_told_to_stop();
        value
    }

    fn root_choice(&mut self) -> Candidates<N> {
        match self.threat(0) {
            Entered::Forced(cells) => Candidates::Forced(cells),
            Entered::Known(_) | Entered::Threatened => Candidates::All,
            Entered::Open => self.open_choice(),
        }
    }

    fn open_choice(&self) -> Candidates<N> {
        if self.plan.near.is_none() || self.limits.full_width {
            return Candidates::All;
        }
        let nearby = self.plan.nearby(&self.board);
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
            Entered::Forced(cells) => {
                aim.depth += 1;
                Candidates::Forced(cells)
            }
            Entered::Threatened => {
                // A strict look remembers how deep it was, to the ply.
                aim.depth += !self.strict as i32;
                aim.checked = true;
                Candidates::All
            }
            _ if aim.depth <= 0 && (self.strict || self.limits.full_width || self.plan.only_captures) => {
                // Play that stops without a result is worth nothing, at the horizon too.
                let stops = self.limits.full_width && self.plan.may_stop;
                return match stops && !self.board.has_moves(self.game, true) {
                    true => self.stuck(aim.ply),
                    false => self.static_value(),
                };
            }
            _ if aim.depth <= 0 => return self.quiet(aim, QS_DEPTH),
            _ => self.open_choice(),
        };
        let stored = self.table.probe(self.key(), aim.ply);
        if let Some(value) = stored.and_then(|entry| self.settled(&entry, &aim)) {
            return value;
        }
        if let Some(value) = self.refuted_by_pass(&aim) {
            return value;
        }
        self.expand(aim, choice, stored.map(|entry| entry.mv))
    }

    /// Whether a stored value answers what this node is asked. A forced result is true however shallow
    /// the look that found it; other values have to be deep enough, and rest on guesses.
    fn settled(&mut self, entry: &Entry, aim: &Window) -> Option<Score> {
        let above = entry.bound != Bound::Upper && entry.value >= aim.beta;
        let below = entry.bound != Bound::Lower && entry.value <= aim.alpha;
        let sure = entry.proven || above && entry.value >= LIMIT || below && entry.value <= -LIMIT;
        let deep = entry.depth as i32 >= aim.depth;
        if self.limits.full_width || aim.is_principal() || !(above || below) || !(sure || deep) {
            return None;
        }
        if !sure {
            self.guesses += 1;
        }
        Some(entry.value)
    }

    /// Looks at the moves of a position.
    pub(super) fn expand(&mut self, aim: Window, choice: Candidates<N>, stored: Option<Move>) -> Score {
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
        if best.tried == 0 {
            // No move and no end that says what it means, or every move was excluded at the root.
            return match choice {
                Candidates::Forced(_) => aim.ply as Score + 2 - WIN,
                _ if aim.ply > 0 => self.stuck(aim.ply),
                _ => 0,
            };
        }
        if aim.ply > 0 || self.excluded.is_empty() && self.limits.search_moves.is_empty() {
            let proven = self.guesses == guesses;
            let holds_here_only = self.repetitions != repetitions && best.value.abs() >= LIMIT;
            if !holds_here_only {
                self.remember(&aim, &best, proven);
            }
        }
        best.value
    }

    fn remember(&mut self, aim: &Window, best: &Best, proven: bool) {
        let bound = match best.value {
            value if value >= aim.beta => Bound::Lower,
            value if value > aim.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let found = Found { mv: best.mv, value: best.value, depth: aim.depth, bound, proven };
        self.table.store(self.key(), aim.ply, found);
    }

    /// Where it is said what is in doubt, each move has to be asked whether it is legal.
    fn candidates(&mut self, choice: Candidates<N>, list: &mut MoveList) -> Option<LegalityInfo<N>> {
        match choice {
            Candidates::All if self.plan.asks_legality_late() => {
                return Some(self.board.moves_to_try(self.game, list, |_, _| true));
            }
            Candidates::All => self.board.legal_moves(self.game, list),
            Candidates::Near(cells) | Candidates::Forced(cells) if self.plan.drops_alone => {
                self.board.drops_onto(self.game, &cells, list)
            }
            Candidates::Near(cells) | Candidates::Forced(cells) => {
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
        stored: Option<Move>,
        (choice, info): (Candidates<N>, Option<LegalityInfo<N>>),
        best: &mut Best,
    ) {
        let mut ranks = std::mem::take(&mut self.plies[aim.ply].ranks);
        self.rank(list.as_slice(), stored, aim.ply, &mut ranks);
        let forced = matches!(choice, Candidates::Forced(_));
        for at in 0..list.len() {
            let mv = self.pick(list.as_mut_slice(), &mut ranks, at);
            if aim.ply == 0 && !self.may_begin_with(mv) || !self.is_legal(mv, &info) {
                if self.is_told_to_stop() {
                    self.stopped = true;
                    break;
                }
                continue;
            }
            let alpha = aim.alpha.max(best.value);
            let checked = aim.checked && self.plan.royal.is_some();
            let whole = forced || checked || ranks[at] >= TACTICAL || self.limits.full_width || self.strict;
            let reduced = if whole { 0 } else { reduction(aim, best.tried) };
            let value = self.descend(mv, alpha, aim, best.tried == 0, reduced);
            if self.stopped {
                break;
            }
            best.tried += 1;
            self.counters.comparisons += 1;
            if value > best.value {
                (best.value, best.mv) = (value, mv);
                if value > aim.alpha {
                    self.keep_line(aim.ply, mv);
                }
            }
            if best.value >= aim.beta {
                self.cut_off(aim, list.as_slice(), at);
                break;
            }
        }
        self.plies[aim.ply].ranks = ranks;
    }

    #[inline]
    fn is_legal(&mut self, mv: Move, info: &Option<LegalityInfo<N>>) -> bool {
        info.as_ref().is_none_or(|info| self.board.may_play(self.game, info, mv))
    }

    /// The value of a move: the first with the whole window, the others with an empty one first.
    fn descend(&mut self, mv: Move, alpha: Score, aim: &Window, first: bool, reduced: i32) -> Score {
        let mover = self.board.turn();
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
        if !first {
            let probe = aim.below((alpha, alpha + 1), below.depth - reduced, turned);
            value = seen(self.node(probe), turned);
            if value > alpha && reduced > 0 && !self.stopped {
                value = seen(self.node(Window { depth: below.depth, ..probe }), turned);
            }
        }
        if first || value > alpha && value < aim.beta && !self.stopped {
            value = seen(self.node(below), turned);
        }
        self.undo();
        value
    }

    /// The next move to try. A capture of something cheaper is put off once it is seen to lose.
    #[inline]
    fn pick(&mut self, moves: &mut [Move], ranks: &mut [i32], at: usize) -> Move {
        loop {
            let mv = pick(moves, ranks, at);
            let doubtful = self.plan.royal.is_some() && (ENDING - TACTICAL..STORED).contains(&ranks[at]);
            if !doubtful || !self.is_capture(mv) || !self.loses(mv) {
                return mv;
            }
            ranks[at] += LOSING - ENDING;
        }
    }

    /// A move that cut is worth trying early elsewhere, those tried before it in vain are not.
    fn cut_off(&mut self, aim: &Window, tried: &[Move], at: usize) {
        self.counters.cutoffs += 1;
        let mv = tried[at];
        if self.is_capture(mv) {
            return;
        }
        let killers = &mut self.plies[aim.ply].killers;
        if killers[0] != mv {
            killers[1] = killers[0];
            killers[0] = mv;
        }
        let bonus = (aim.depth * aim.depth).clamp(1, 400);
        let turn = self.board.turn();
        self.history.learn(turn, mv, bonus);
        for &vain in &tried[..at] {
            self.history.learn(turn, vain, -bonus);
        }
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.board.is_capture(self.game, mv)
    }

    /// How early each move is tried.
    fn rank(&self, moves: &[Move], stored: Option<Move>, ply: usize, ranks: &mut Vec<i32>) {
        let turn = self.board.turn();
        let (own, other) = match self.plan.lines {
            true => (self.scorer.builders(turn), self.scorer.builders(!turn)),
            false => (Bits::EMPTY, Bits::EMPTY),
        };
        let killers = self.plies[ply].killers;
        ranks.clear();
        ranks.extend(moves.iter().map(|&mv| {
            if stored == Some(mv) {
                return STORED;
            }
            let mut rank = self.history.of(turn, mv);
            if self.plan.lines {
                rank += 4 * self.scorer.tension(mv.to()).clamp(-TENSION, TENSION);
                rank += if own.has(mv.to()) { TACTICAL } else { 0 };
                rank += if other.has(mv.to()) { KILLER } else { 0 };
            } else if self.is_tactical(mv) {
                rank += ENDING + self.gain(mv);
            }
            if killers.contains(&mv) { rank + KILLER } else { rank }
        }));
    }

    fn is_tactical(&self, mv: Move) -> bool {
        is_tactical(self.game, &self.board, &self.plan.goal[self.board.turn().index()], mv)
    }

    /// Points that a capture takes from the opponent, less a little of what is risked.
    fn gain(&self, mv: Move) -> i32 {
        let worth = |cell| {
            let piece = self.board.at(cell);
            if piece.is_none() {
                0
            } else {
                piece.owner().sign() * self.game.tables.keys.of(piece, cell).worth.early()
            }
        };
        if self.is_capture(mv) {
            (64 + worth(mv.to()) - worth(mv.from()) / 16).clamp(-TACTICAL, TACTICAL)
        } else {
            0
        }
    }

    /// Only captures, ends and threats to end the game are looked at; the mover may also stand pat.
    fn quiet(&mut self, aim: Window, fuel: Fuel) -> Score {
        if let Some(value) = self.compelled(&aim, fuel) {
            return value;
        }
        let standing = self.static_value();
        let mut best = standing;
        if best >= aim.beta {
            return best;
        }
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        let mut info = None;
        if self.plan.lines {
            let cells = if fuel.threats > 0 { self.scorer.builders(self.board.turn()) } else { Bits::EMPTY };
            self.board.drops_onto(self.game, &cells, &mut list);
        } else {
            let (game, goal) = (self.game, &self.plan.goal[self.board.turn().index()]);
            let tactical = |board: &Board<N>, mv| is_tactical(game, board, goal, mv);
            if self.plan.asks_legality_late() {
                info = Some(self.board.moves_to_try(game, &mut list, tactical));
            } else {
                self.board.legal_moves(game, &mut list);
                list.retain(|mv| tactical(&self.board, mv));
            }
        }
        best = self.quiet_moves(aim, &mut list, best, fuel, (false, info));
        self.plies[aim.ply].list = list;
        best
    }

    /// Every move of a forced position, quiescence below it.
    fn quiet_forced(&mut self, aim: Window, choice: Candidates<N>, fuel: Fuel) -> Score {
        let mut list = std::mem::take(&mut self.plies[aim.ply].list);
        let info = self.candidates(choice, &mut list);
        let lost = match choice {
            Candidates::Forced(_) => aim.ply as Score + 2 - WIN,
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
        self.rank(list.as_slice(), None, aim.ply, &mut ranks);
        let mut best = start;
        for at in 0..list.len() {
            let mv = self.pick(list.as_mut_slice(), &mut ranks, at);
            if !all && ranks[at] < TACTICAL && self.plan.royal.is_some() {
                break;
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
            // The reply to a threat costs no fuel, so that it is always looked at.
            Entered::Forced(cells) => {
                let fuel = Fuel { threats: fuel.threats + 1, ..fuel };
                self.quiet_forced(aim, Candidates::Forced(cells), fuel)
            }
            Entered::Threatened if fuel.threats > 0 => self.quiet_forced(aim, Candidates::All, fuel),
            Entered::Threatened | Entered::Open => self.quiet(aim, fuel),
        }
    }
}

/// Captures, and moves that may end the game.
fn is_tactical<const N: usize>(game: &Game, board: &Board<N>, goal: &Bits<N>, mv: Move) -> bool {
    match game.tables.actions[mv.rule()] {
        Action::Shift | Action::Change | Action::Chain => {
            mv.becomes().is_some() || board.is_capture(game, mv) || goal.has(mv.to())
        }
        Action::Exit => true,
        Action::Drop(_) | Action::Castle | Action::Pass => false,
    }
}

/// How many plies less a late move is looked ahead.
fn reduction(aim: &Window, tried: usize) -> i32 {
    if aim.depth < 3 || tried < 3 {
        return 0;
    }
    let late = (tried as f32).ln() * (aim.depth as f32).ln() / 2.2;
    let less = if aim.is_principal() { 0.2 } else { 0.6 };
    ((late + less) as i32).clamp(0, aim.depth - 2)
}
