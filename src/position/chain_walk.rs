//! Finding [chains](super::chains) by playing them: each stage changes the board, so that what it asks is asked of the
//! board as the stage before left it, and is taken back.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::Board;
use super::chain_list::{ChainStage, Chains, Landed};
use super::state::State;
use crate::game::{
    Action, Bits, Cell, Game, InChain, Kind, Move, Movement, Offset, Piece, Points, Promotion, RuleFlags, Way,
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
    /// Landings that took nothing, and those of a piece that has gone round for long: what follows from one is the same
    /// whatever way led there.
    known: FxHashSet<Landed<N>>,
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
    /// Finds the chains of the piece on a cell that begin by a rule, where each stage may change what the next one finds.
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
        chains.begin(from);
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
            self.forget(game, sums.0);
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
        while next < end && chains.gave_up.is_none() {
            let group = self.behind_one_hurdle(game, &walk.heads[..end], at, next);
            let chooses = group.len() > 1 && chains.chooses();
            let choosy = chooses && group.clone().any(|i| self.goes_on(game, walk, at, i));
            for i in group.clone() {
                let head = walk.heads[i];
                if !chains.wants(walk.stages.len(), head.1) {
                    continue;
                }
                if !chains.try_landing(&mut self.patience) {
                    break;
                }
                let before = self.enter_stage(game, walk, at, head);
                let asks = !before.takes || chains.goes_round();
                if !asks || self.is_new(game, walk, at, (before.takes, choosy)) {
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

    /// Whether the last landing was not reached before in the same way.
    fn is_new(&self, game: &Game, walk: &mut ChainWalk<N>, at: Cell, (takes, choosy): (bool, bool)) -> bool {
        let Some(&(rule, to)) = walk.stages.last() else { return true };
        let (key, barred) = (self.key, walk.doomed);
        let landed = Landed { takes, choosy, key, barred, ..Landed::by(game, rule, self.turn(), [at, to]) };
        let been = (walk.visited_then, walk.taken.as_slice());
        walk.known.insert(landed.after(game, been))
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

fn promotion_of(game: &Game, rule: u8, player: usize) -> Option<&Promotion> {
    game.rules.moves[rule as usize].by[player].promotion.as_ref()
}
