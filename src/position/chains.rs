//! Chains: a piece goes on after it has landed, by any of its rules that go on, and all of it is one move.
//!
//! They are found by going them: each stage changes the board, so that what it asks is asked of the board as the
//! stage before left it, and is taken back. A move carries the number of its chain among those of its rule with the
//! same start and end; the stages are kept for the position that they were found in last, and found again elsewhere.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::chain_list::{Chain, ChainStage, Chains};
use super::state::State;
use super::{Board, MoveList};
use crate::game::{
    Action, Bits, Cell, Game, InChain, Kind, Move, Movement, Offset, Piece, Points, Promotion, RuleFlags,
    Verb, Way,
};

/// A piece under way.
struct ChainWalk<const N: usize> {
    start: Cell,
    kind: Kind,
    stages: Vec<ChainStage>,
    taken: Vec<Piece>,
    /// What is taken, and stands until the move is over.
    doomed: Bits<N>,
    /// Where it has been.
    visited: Bits<N>,
    /// The same, at the last landing after which fewer pieces stood.
    visited_then: Bits<N>,
    /// Landings that took nothing: what follows from one is the same whatever way led there.
    known: FxHashSet<(Cell, u64, Bits<N>, Option<Offset>)>,
    /// Landings still to be tried, those of all stages one behind the other.
    heads: Vec<ChainStage>,
}

/// What was before a stage.
struct Before<const N: usize> {
    log: usize,
    taken: usize,
    doomed: Bits<N>,
    visited: Bits<N>,
    visited_then: Bits<N>,
    sums: (u64, Points),
    rest: State<N>,
    /// Fewer pieces stand after it.
    takes: bool,
}

impl<const N: usize> Board<N> {
    /// Puts in place of each first landing by a rule that goes on the chains that begin so. Where nothing is chosen
    /// among captures, those with one result are one.
    #[inline(always)]
    pub(super) fn offer_chains(&mut self, game: &Game, list: &mut MoveList) {
        if game.facts.has_chains {
            self.follow_chains(game, list);
        }
    }

    #[inline(never)]
    fn follow_chains(&mut self, game: &Game, list: &mut MoveList) {
        let mut first = self.spare_list(game);
        std::mem::swap(list, &mut first);
        list.clear();
        let mut chains = std::mem::take(&mut self.chains);
        chains.clear();
        let mut last = None;
        for &mv in first.as_slice() {
            if game.tables.actions[mv.rule()] != Action::Chain {
                list.push(mv);
                continue;
            }
            let head = Some((mv.from(), mv.rule()));
            if head != last {
                let before = chains.found.len();
                self.find_chains(game, mv.rule() as u8, mv.from(), &mut chains);
                chains.found[before..].iter().for_each(|chain| list.push(chain.mv));
                last = head;
            }
        }
        chains.belong_to(self.key, self.frames().len());
        self.chains = chains;
        self.keep_spare(first);
        if game.rules.prefer.is_empty() {
            self.merge_chains(game, list);
        }
    }

    /// Whether the position has more chains than a move can number.
    pub fn has_too_many_chains(&mut self, game: &Game) -> bool {
        if !game.facts.has_chains {
            return false;
        }
        let mut list = self.spare_list(game);
        self.moves_of_rules(game, &mut list);
        self.keep_spare(list);
        self.gave_up_chains()
    }

    /// Whether the position whose moves were found last has more chains than were followed.
    pub fn gave_up_chains(&self) -> bool {
        self.chains.overflows
    }

    /// The cells where the piece of a move lands one after the other: the last one is where the move ends. `None` for a
    /// move that is no chain here.
    pub(crate) fn landings_of_chain(&mut self, game: &Game, mv: Move) -> Option<Vec<Cell>> {
        let stages = self.stages_of(game, mv)?;
        Some(self.chains.stages[stages].iter().map(|(_, cell)| *cell).collect())
    }

    /// The same of the legal moves of the position.
    pub(crate) fn landings_of_chains(&mut self, game: &Game, legal: &[Move]) -> Vec<Option<Vec<Cell>>> {
        self.chains_here(game);
        let landings = |&mv: &Move| match game.tables.actions[mv.rule()] {
            Action::Chain => self.landings_of_chain(game, mv),
            _ => None,
        };
        legal.iter().map(landings).collect()
    }

    /// Every chain of the piece on a cell, merged or not: its landings, and the key of what it leads to.
    pub(crate) fn all_chains_from(&mut self, game: &Game, from: Cell) -> Vec<(Move, Vec<Cell>, u64)> {
        let mut chains = Chains::default();
        let kind = self.at(from).kind();
        for (number, rule) in (0u8..).zip(&game.rules.moves) {
            if rule.kind == Some(kind) && rule.again.is_some() {
                self.find_chains(game, number, from, &mut chains);
            }
        }
        let cells = |chain: &Chain| chains.stages(chain).iter().map(|(_, cell)| *cell).collect();
        chains.found.iter().map(|chain| (chain.mv, cells(chain), chain.result)).collect()
    }

    /// The chains of the position on the board.
    pub(super) fn chains_here(&mut self, game: &Game) -> &Chains {
        if !self.knows_chains() {
            let mut list = self.spare_list(game);
            self.moves_of_rules(game, &mut list);
            self.keep_spare(list);
        }
        &self.chains
    }

    fn knows_chains(&self) -> bool {
        self.chains.are_of(self.key, self.frames().len())
    }

    /// Whether a chain takes a piece that is not the mover's.
    pub(super) fn chain_captures(&self, game: &Game, mv: Move) -> bool {
        if game.flags(mv).contains(RuleFlags::ALWAYS_CAPTURES) {
            return true;
        }
        let chain = if self.knows_chains() { self.chains.find(mv.before_stage()) } else { None };
        chain
            .map_or_else(|| self.captures_when_played(game, mv), |chain| !self.chains.taken(chain).is_empty())
    }

    /// Which of the stages that are found are those of a chain; `None` for a move that is none here.
    fn stages_of(&mut self, game: &Game, mv: Move) -> Option<Range<usize>> {
        let mv = mv.before_stage();
        let range = |chain: &Chain| chain.stages.start as usize..chain.stages.end as usize;
        if self.knows_chains()
            && let Some(chain) = self.chains.find(mv)
        {
            return Some(range(chain));
        }
        let piece = self.at(mv.from());
        let owned = game.rules.roster.owner(piece) == Some(self.turn());
        if !owned || game.rules.moves[mv.rule()].kind != Some(piece.kind()) {
            return None;
        }
        let mut chains = std::mem::take(&mut self.chains);
        chains.clear();
        self.find_chains(game, mv.rule() as u8, mv.from(), &mut chains);
        self.chains = chains;
        self.chains.find(mv).map(range)
    }

    /// Plays a chain; whether it takes a piece that is not the mover's. What belongs to the move before it has been
    /// remembered by then, so that the chain is looked for in the state before.
    pub(super) fn make_chain(&mut self, game: &Game, mv: Move) -> bool {
        if game.tables.hops.is_some() {
            return self.make_hops(game, mv);
        }
        let now = self.rest;
        if let (true, Some(before)) = (game.tables.state.has_state, self.states.last()) {
            self.rest = *before;
        }
        let Some(stages) = self.stages_of(game, mv) else {
            unreachable!("the move is a chain of this position")
        };
        self.rest = now;
        let (mut doomed, mut taken) = (Bits::EMPTY, Vec::new());
        let mut at = mv.from();
        for stage in stages {
            let (rule, to) = self.chains.stages[stage];
            self.make_stage(game, Move::new(rule, at, to), &mut doomed, &mut taken);
            at = to;
        }
        self.leave(game, doomed);
        for cell in doomed {
            self.take(game, cell);
        }
        if let Some(kind) = mv.becomes().filter(|&kind| kind != self.at(at).kind()) {
            self.set(game, at, Piece::new(kind, self.turn()));
        }
        let captures = !taken.is_empty();
        if captures {
            self.apply_capture_effects(game, mv);
        }
        captures
    }

    /// The same where each stage hops over one piece, and nothing is asked of the state: what is in between is taken.
    fn make_hops(&mut self, game: &Game, mv: Move) -> bool {
        let Some(stages) = self.stages_of(game, mv) else {
            unreachable!("the move is a chain of this position")
        };
        let (piece, mut at) = (self.at(mv.from()), mv.from());
        self.set(game, at, Piece::NONE);
        for stage in stages {
            let (_, to) = self.chains.stages[stage];
            for cell in game.rules.geometry.between(at, to) {
                if !self.at(cell).is_none() {
                    self.leave(game, Bits::of(cell));
                    self.set(game, cell, Piece::NONE);
                }
            }
            at = to;
        }
        self.set(game, at, mv.becomes().map_or(piece, |kind| Piece::new(kind, piece.owner())));
        true
    }

    /// Plays one stage: the piece goes, takes what stands where it lands, and its rule does what it does.
    fn make_stage(&mut self, game: &Game, stage: Move, doomed: &mut Bits<N>, taken: &mut Vec<Piece>) {
        let (from, to, mover) = (stage.from(), stage.to(), self.turn());
        let is_foreign = |piece: &Piece| game.rules.is_not_of(*piece, mover);
        if game.tables.state.has_state {
            self.leave(game, Bits::of(from) | Bits::of(to));
        }
        let (piece, met) = (self.at(from), self.at(to));
        if is_foreign(&met) {
            taken.push(met);
            if game.rules.captured.is_some() {
                self.gain(game, game.tables.state.hand_of(met, mover));
            }
        }
        self.set(game, from, Piece::NONE);
        self.set(game, to, piece);
        for effect in &game.rules.moves[stage.rule()].effects {
            let cells = self.touched_by(game, effect, stage, mover) & !*doomed;
            if effect.verb == Verb::Take {
                taken.extend(cells.iter().map(|cell| self.at(cell)).filter(is_foreign));
            }
            match effect.at_end {
                true => *doomed |= cells,
                false => self.perform(game, effect, cells, stage),
            }
        }
        if let Some(kind) = becomes_at_once(game, stage, self.turn().index())
            && !self.at(to).is_none()
        {
            self.set(game, to, Piece::new(kind, mover));
        }
    }

    /// Takes a piece from a cell; one that is not the mover's may go to a hand.
    pub(super) fn take(&mut self, game: &Game, cell: Cell) {
        let piece = self.at(cell);
        if game.rules.is_not_of(piece, self.turn()) {
            self.gain(game, game.tables.state.hand_of(piece, self.turn()));
        }
        self.set(game, cell, Piece::NONE);
    }

    /// Finds the chains of the piece on a cell that begin by a rule.
    fn find_chains(&mut self, game: &Game, rule: u8, from: Cell, chains: &mut Chains) {
        match &game.tables.hops {
            Some(hops) => self.find_hops(game, hops, rule, from, chains),
            None => self.find_by_playing(game, rule, from, chains),
        }
    }

    /// The same where each stage may change what the next one finds.
    pub fn find_by_playing(&mut self, game: &Game, rule: u8, from: Cell, chains: &mut Chains) {
        let mut walk = ChainWalk {
            start: from,
            kind: self.at(from).kind(),
            stages: Vec::new(),
            taken: Vec::new(),
            doomed: Bits::EMPTY,
            visited: Bits::of(from),
            visited_then: Bits::EMPTY,
            known: FxHashSet::default(),
            heads: Vec::new(),
        };
        chains.begin();
        self.add_heads(game, &mut walk, from, |number| number == rule, None);
        if walk.heads.is_empty() {
            return;
        }
        let sums = (self.key, self.worth);
        if game.tables.state.has_state {
            self.remember(game, Move::new(rule, from, from));
        }
        self.follow(game, &mut walk, from, 0, chains);
        if game.tables.state.has_state {
            self.forget();
        }
        (self.key, self.worth) = sums;
    }

    /// Adds the landings from a cell by the rules that are wanted.
    fn add_heads(
        &mut self,
        game: &Game,
        walk: &mut ChainWalk<N>,
        at: Cell,
        wanted: impl Fn(u8) -> bool,
        bend: Option<(u8, Offset)>,
    ) {
        let mut open = super::movegen::shut();
        self.open(game, self.turn(), &mut open);
        if !walk.doomed.is_empty() {
            open.iter_mut().for_each(|set| *set &= !walk.doomed);
        }
        let steps = game.tables.movement.steps(self.at(at), at);
        let (first, mut next) = (walk.heads.len(), 0);
        while let Some(step) = steps.get(next) {
            let (to, rule) = (step.mv.to(), step.mv.rule() as u8);
            let chain = game.tables.actions[rule as usize] == Action::Chain;
            // One landing has several steps where there is a choice of what the piece becomes.
            if open[step.land as usize % Movement::MAX_FILTERS].has(to)
                && chain
                && wanted(rule)
                && walk.heads[first..].last() != Some(&(rule, to))
            {
                walk.heads.push((rule, to));
            }
            let passes = open[step.pass as usize % Movement::MAX_FILTERS].has(to);
            next += if passes { 1 } else { step.skip as usize };
        }
        let mut kept = first;
        for i in first..walk.heads.len() {
            let head = walk.heads[i];
            if self.may_land(game, walk, at, head, bend) {
                walk.heads[kept] = head;
                kept += 1;
            }
        }
        walk.heads.truncate(kept);
    }

    /// Whether a landing is one that its rule means, in a direction that the landing before leaves open, and not one
    /// that would let chains go on for ever.
    fn may_land(
        &mut self,
        game: &Game,
        walk: &mut ChainWalk<N>,
        at: Cell,
        (rule, to): ChainStage,
        bend: Option<(u8, Offset)>,
    ) -> bool {
        if let Some((last, before)) = bend
            && let Some(again) = game.rules.moves[last as usize].again
            && !again.bends.allows(before, game.rules.geometry.heading(at, to))
        {
            return false;
        }
        let stage = Move::new(rule, at, to);
        if game.flags(stage).contains(RuleFlags::CHECKED_LATE) && !self.is_meant(game, stage, self.turn()) {
            return false;
        }
        if !walk.visited.has(to) {
            return true;
        }
        if game.rules.moves[rule as usize].again.is_some_and(|again| !again.revisits) {
            return false;
        }
        let before = self.enter_stage(game, walk, at, (rule, to));
        let takes = before.takes;
        self.leave_stage(game, walk, before);
        takes
    }

    /// Goes on by each of the landings from `first` on.
    fn follow(&mut self, game: &Game, walk: &mut ChainWalk<N>, at: Cell, first: usize, chains: &mut Chains) {
        let end = walk.heads.len();
        let mut next = first;
        while next < end && !chains.overflows {
            let group = self.behind_one_hurdle(game, &walk.heads[..end], at, next);
            let choosy = group.len() > 1 && group.clone().any(|i| self.goes_on(game, walk, at, i));
            for i in group.clone() {
                if !chains.try_landing(&mut self.patience) {
                    break;
                }
                let head = walk.heads[i];
                let before = self.enter_stage(game, walk, at, head);
                if before.takes || walk.is_new(game, self.key, at) {
                    self.land(game, walk, at, choosy, chains);
                }
                self.leave_stage(game, walk, before);
            }
            next = group.end;
        }
        walk.heads.truncate(first);
    }

    /// The landings from one on that lie behind the same hurdle, where its rule has to go on as long as it can.
    fn behind_one_hurdle(&self, game: &Game, heads: &[ChainStage], at: Cell, first: usize) -> Range<usize> {
        let (rule, to) = heads[first];
        let must = game.rules.moves[rule as usize].again.is_some_and(|again| again.must);
        let way = &game.rules.moves[rule as usize].by[self.turn().index()].way;
        if !must || !matches!(way, Way::Hop { .. }) {
            return first..first + 1;
        }
        let geometry = &game.rules.geometry;
        let hurdle = |to: Cell| geometry.between(at, to).find(|&cell| !self.at(cell).is_none());
        let same = |head: &&ChainStage| {
            let (other, cell) = **head;
            other == rule
                && geometry.heading(at, cell) == geometry.heading(at, to)
                && hurdle(cell) == hurdle(to)
        };
        first..first + heads[first..].iter().take_while(same).count()
    }

    /// Whether the piece can go on from a landing.
    fn goes_on(&mut self, game: &Game, walk: &mut ChainWalk<N>, at: Cell, head: usize) -> bool {
        let head = walk.heads[head];
        let before = self.enter_stage(game, walk, at, head);
        let length = walk.heads.len();
        let is_over = promotion_of(game, head.0, self.turn().index()).is_some_and(|promotion| {
            promotion.chain == InChain::Ends && !promotion.choices(at, head.1).contains(&None)
        });
        if !is_over {
            self.add_onward(game, walk, at);
        }
        let goes_on = walk.heads.len() > length;
        walk.heads.truncate(length);
        self.leave_stage(game, walk, before);
        goes_on
    }

    /// Adds the landings that follow the last one, which was reached from a cell.
    fn add_onward(&mut self, game: &Game, walk: &mut ChainWalk<N>, at: Cell) {
        let Some(&(rule, to)) = walk.stages.last().filter(|(_, to)| !self.at(*to).is_none()) else { return };
        let heading = game.rules.geometry.heading(at, to);
        self.add_heads(game, walk, to, |_| true, Some((rule, heading)));
    }

    /// Ends the chain where the piece has landed, or goes on, as the rule by which it landed says.
    fn land(&mut self, game: &Game, walk: &mut ChainWalk<N>, at: Cell, choosy: bool, chains: &mut Chains) {
        let Some(&(rule, to)) = walk.stages.last() else { return };
        if self.at(to).is_none() {
            // It took itself: nothing is left to go on, or to become another piece.
            return self.end(game, walk, None, chains);
        }
        let promotion = promotion_of(game, rule, self.turn().index());
        let over = match promotion {
            Some(promotion) if promotion.chain == InChain::Ends => promotion.choices(at, to),
            _ => vec![None],
        };
        let first = walk.heads.len();
        if over.contains(&None) {
            self.add_onward(game, walk, at);
        }
        let goes_on = walk.heads.len() > first;
        if !choosy || goes_on {
            over.iter().flatten().for_each(|&kind| self.end(game, walk, Some(kind), chains));
        }
        let must = game.rules.moves[rule as usize].again.is_some_and(|again| again.must);
        let stops = over.contains(&None) && !(goes_on && must) && (!choosy || goes_on);
        if stops {
            match promotion.filter(|promotion| promotion.chain == InChain::Waits) {
                Some(promotion) => {
                    let choices = promotion.choices(walk.start, to);
                    choices.into_iter().for_each(|kind| self.end(game, walk, kind, chains));
                }
                None => self.end(game, walk, None, chains),
            }
        }
        if goes_on {
            self.follow(game, walk, to, first, chains);
        }
        walk.heads.truncate(first);
    }

    /// Notes the chain that ends where the piece stands, and may become another kind there.
    fn end(&mut self, game: &Game, walk: &mut ChainWalk<N>, kind: Option<Kind>, chains: &mut Chains) {
        let (Some(&(rule, _)), Some(&(_, to))) = (walk.stages.first(), walk.stages.last()) else { return };
        let piece = self.at(to);
        if piece.is_none() {
            let result = self.key ^ self.key_of_doomed(game, walk);
            return chains.note(Move::new(rule, walk.start, to), &walk.stages, &walk.taken, result);
        }
        let last = kind.unwrap_or(piece.kind());
        let mut mv = Move::new(rule, walk.start, to);
        if last != walk.kind {
            mv = mv.becoming(last);
            let there = self.of(Piece::new(last, self.turn())).count() - (piece.kind() == last) as u32;
            if game.rules.supply_of(last).is_some_and(|most| there >= most) {
                return;
            }
        }
        let key = |kind| game.tables.keys.of(Piece::new(kind, self.turn()), to).key;
        let result = self.key ^ self.key_of_doomed(game, walk) ^ key(piece.kind()) ^ key(last);
        chains.note(mv, &walk.stages, &walk.taken, result);
    }

    /// The key of what is taken when the move is over.
    fn key_of_doomed(&self, game: &Game, walk: &ChainWalk<N>) -> u64 {
        walk.doomed.iter().fold(0, |key, cell| key ^ game.tables.keys.of(self.at(cell), cell).key)
    }

    fn enter_stage(
        &mut self,
        game: &Game,
        walk: &mut ChainWalk<N>,
        at: Cell,
        (rule, to): ChainStage,
    ) -> Before<N> {
        let mut before = Before {
            log: self.log.len(),
            taken: walk.taken.len(),
            doomed: walk.doomed,
            visited: walk.visited,
            visited_then: walk.visited_then,
            sums: (self.key, self.worth),
            rest: self.rest,
            takes: true,
        };
        let always = game.tables.flags[rule as usize].contains(RuleFlags::ALWAYS_CAPTURES);
        let standing = if always { 0 } else { self.standing(walk) };
        let ChainWalk { doomed, taken, .. } = walk;
        self.make_stage(game, Move::new(rule, at, to), doomed, taken);
        before.takes = always || self.standing(walk) < standing;
        if before.takes {
            walk.visited_then = walk.visited;
        }
        walk.visited.insert(to);
        walk.stages.push((rule, to));
        before
    }

    fn leave_stage(&mut self, game: &Game, walk: &mut ChainWalk<N>, before: Before<N>) {
        self.revert(game, before.log);
        (self.key, self.worth) = before.sums;
        self.rest = before.rest;
        walk.taken.truncate(before.taken);
        walk.stages.pop();
        (walk.doomed, walk.visited) = (before.doomed, before.visited);
        walk.visited_then = before.visited_then;
    }

    /// How many cells are not empty, those left aside where a piece is taken already; holes count.
    fn standing(&self, walk: &ChainWalk<N>) -> u32 {
        64 * N as u32 - self.vacant().count() - walk.doomed.count()
    }
}

impl<const N: usize> ChainWalk<N> {
    /// Whether a landing that took nothing was not reached before in the same way: with the same pieces on the board,
    /// the same cells forbidden, and in the same direction where that matters.
    fn is_new(&mut self, game: &Game, key: u64, at: Cell) -> bool {
        let Some(&(rule, to)) = self.stages.last() else { return true };
        let bends =
            game.rules.moves[rule as usize].again.is_some_and(|again| again.bends != crate::game::Bends::Any);
        let heading = bends.then(|| game.rules.geometry.heading(at, to));
        let doomed = self.doomed.iter().fold(key, |key, cell| key ^ game.tables.keys.marked(cell));
        self.known.insert((to, doomed ^ (rule as u64).rotate_left(56), self.visited_then, heading))
    }
}

fn promotion_of(game: &Game, rule: u8, player: usize) -> Option<&Promotion> {
    game.rules.moves[rule as usize].by[player].promotion.as_ref()
}

/// What a piece becomes where it lands, if it goes on as that.
fn becomes_at_once(game: &Game, stage: Move, player: usize) -> Option<Kind> {
    let promotion = promotion_of(game, stage.rule() as u8, player)?;
    let now = promotion.chain == InChain::GoesOn;
    if now { promotion.choices(stage.from(), stage.to()).into_iter().flatten().next() } else { None }
}
