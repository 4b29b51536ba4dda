//! Chains: a piece goes on after it has landed, by any of its rules that go on, and all of it is one move.
//!
//! They are found by [playing their stages](super::chain_walk), or [on sets](super::hops). A move carries the number of its chain among those of its rule with the
//! same start and end; the stages are kept for the position that they were found in last, and found again elsewhere.

use std::ops::Range;

use super::chain_list::{Chain, Chains, Wanted};
use super::patience::Patience;
use super::{Board, MoveList};
use crate::game::{Action, Bits, Cell, Game, InChain, Kind, Move, Piece, RuleFlags, Verb};

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

    /// A piece of the player to move that can go on in more ways than are followed: moves are missing then.
    pub fn piece_with_too_many_ways(&mut self, game: &Game) -> Option<Cell> {
        if !game.facts.has_chains {
            return None;
        }
        let mut list = self.spare_list(game);
        self.moves_of_rules(game, &mut list);
        self.keep_spare(list);
        self.gave_up_chains()
    }

    /// The same of the position whose moves were found last.
    pub fn gave_up_chains(&self) -> Option<Cell> {
        self.chains.gave_up
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

    /// The chains of the piece on a cell that are wanted: the landings of each, and the key of what it leads to.
    pub(crate) fn chains_from(
        &mut self,
        game: &Game,
        from: Cell,
        wanted: Wanted,
    ) -> Vec<(Move, Vec<Cell>, u64)> {
        let mut chains = Chains::wanting(wanted);
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
        // A move that was found is found again, also after the search was told to stop: what is tried has an end.
        let patience = std::mem::replace(&mut self.patience, Patience::ENDLESS);
        let mut chains = std::mem::take(&mut self.chains);
        chains.clear();
        self.find_chains(game, mv.rule() as u8, mv.from(), &mut chains);
        (self.chains, self.patience) = (chains, patience);
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
    pub(super) fn make_stage(
        &mut self,
        game: &Game,
        stage: Move,
        doomed: &mut Bits<N>,
        taken: &mut Vec<Piece>,
    ) {
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
}

/// What a piece becomes where it lands, if it goes on as that.
fn becomes_at_once(game: &Game, stage: Move, player: usize) -> Option<Kind> {
    let promotion = game.rules.moves[stage.rule()].by[player].promotion.as_ref()?;
    let now = promotion.chain == InChain::GoesOn;
    if now { promotion.choices(stage.from(), stage.to()).into_iter().flatten().next() } else { None }
}
