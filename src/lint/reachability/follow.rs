//! Following the pieces of a game from its setup through moves, drops, captures, promotions, effects and stages,
//! until nothing new comes of it: see [`Prospects`].

use crate::game::{
    Action, Castle, Cell, CellSet, Contents, Effect, Kind, MoveStep, Piece, Player, Touched, Verb, Way,
};

use super::{Coming, Prospects, Token};

/// How many table entries are looked at; a game that needs more is not judged.
const MOST_LOOKS: u64 = 40_000_000;

/// Where an effect works.
struct EffectSite<'e> {
    effect: &'e Effect,
    /// The rule that makes the move.
    rule: usize,
    player: Player,
    /// Where it lands.
    landed: CellSet,
}

impl Prospects<'_> {
    /// Follows everything, until nothing new comes of it.
    pub(in crate::lint) fn follow(&mut self) {
        let game = self.game;
        for cell in game.rules.geometry.board().iter() {
            let piece = game.rules.setup.get(cell.index()).copied().unwrap_or(Piece::NONE);
            if !piece.is_none() {
                self.arrive(piece, cell, Some(Coming::Setup));
            }
        }
        let mut looks = 0;
        loop {
            let before = self.found;
            for piece in game.rules.pieces().filter(|&piece| game.rules.roster.owner(piece).is_some()) {
                self.follow_piece(piece, &mut looks);
            }
            for rule in 0..game.rules.moves.len() {
                Player::BOTH.into_iter().for_each(|player| self.follow_rule(rule, player, &mut looks));
            }
            self.follow_gates();
            if looks > MOST_LOOKS {
                return self.lose();
            }
            if self.found == before {
                return;
            }
        }
    }

    /// Gives up: everything is possible.
    fn lose(&mut self) {
        self.lost = true;
        let board = *self.game.rules.geometry.board();
        let all = Contents::all(self.game.rules.roster);
        self.there.fill(all.or(Contents::MARKED));
        for sets in [&mut self.stand, &mut self.land, &mut self.hit] {
            sets.fill(board);
        }
        self.moved = all;
        self.captured = [all.but(Contents::EMPTY); 2];
        self.taken = self.captured;
        self.marked = [board; 2];
        for seen in self.rules.iter_mut().flatten() {
            (seen.made, seen.staged) = (true, true);
            seen.effects.fill(true);
            seen.lands_as = all;
            [seen.left, seen.landed, seen.captures, seen.path] = [board; 4];
        }
        self.capture_effects.fill(true);
    }

    /// Notes something; whether it is new.
    fn note(&mut self, new: bool) -> bool {
        self.found += new as u64;
        new
    }

    /// A piece comes to a cell, `by` some way if it has not been on the board before.
    pub(super) fn arrive(&mut self, piece: Piece, cell: Cell, by: Option<Coming>) {
        if let Some(by) = by {
            let new = self.comings[piece.kind().index()].insert(by);
            self.note(new);
        }
        let new = !self.stand[piece.index()].has(cell);
        if self.note(new) {
            self.stand[piece.index()].insert(cell);
            let there = &mut self.there[cell.index()];
            *there = there.or(Contents::piece(piece));
        }
    }

    pub(super) fn step(&mut self, from: Token, to: Token) {
        let new = self.steps.insert((from, to));
        self.note(new);
    }

    pub(super) fn insert(found: &mut u64, set: &mut CellSet, cell: Cell) {
        *found += !set.has(cell) as u64;
        set.insert(cell);
    }

    pub(super) fn add(found: &mut u64, all: &mut Contents, some: Contents) {
        *found += !some.but(*all).is_nothing() as u64;
        *all = all.or(some);
    }

    /// Where a piece goes from all cells where it can stand.
    fn follow_piece(&mut self, piece: Piece, looks: &mut u64) {
        let mut visited = CellSet::EMPTY;
        loop {
            let fresh = (self.stand[piece.index()] | self.passing[piece.index()]) & !visited;
            if fresh.is_empty() || *looks > MOST_LOOKS {
                return;
            }
            visited |= fresh;
            fresh.iter().for_each(|cell| self.follow_cell(piece, cell, looks));
        }
    }

    fn follow_cell(&mut self, piece: Piece, cell: Cell, looks: &mut u64) {
        let movement = &self.game.tables.movement;
        let stands = self.stand[piece.index()].has(cell);
        for run in movement.runs(piece, cell) {
            *looks += run.len() as u64;
            // Whether the piece can come as far as each step.
            let mut comes = vec![false; run.len() + 1];
            comes[0] = true;
            for (i, step) in run.iter().enumerate() {
                if !comes[i] {
                    continue;
                }
                let to = step.mv.to();
                let may = stands || self.game.rules.moves[step.mv.rule()].again.is_some();
                if may && self.opens(step.land, piece.owner(), to) {
                    self.lands(piece, cell, step);
                }
                comes[i + 1] |= self.opens(step.pass, piece.owner(), to);
                // What bars the way may be there or not.
                if let Some(next) = comes.get_mut(i + step.skip as usize) {
                    *next = true;
                }
            }
        }
    }

    /// Whether a filter can ever be open at a cell. What must hold besides is not asked.
    fn opens(&self, target: u8, player: Player, cell: Cell) -> bool {
        let Some(target) = self.game.tables.movement.filters[player.index()].get(target as usize) else {
            return false;
        };
        target.always
            || !target.holds.and(self.there[cell.index()]).is_nothing()
            || target.holds.has(MARK) && self.marked[player.index()].has(cell)
    }

    fn lands(&mut self, piece: Piece, from: Cell, step: &MoveStep) {
        let (rule, to, player) = (step.mv.rule(), step.mv.to(), piece.owner());
        let game = self.game;
        if game.rules.moves[rule].unmoved && !self.is_fresh(piece, from) {
            return;
        }
        let made = step.mv.becomes().map_or(piece, |kind| Piece::new(kind, player));
        if made != piece && !self.is_supplied(made) {
            return;
        }
        self.makes(rule, player, from, to, made);
        if game.tables.actions[rule] == Action::Exit {
            return self.step(Token::Board(piece), Token::Nowhere);
        }
        let filters = &game.tables.movement.filters[player.index()];
        let holds = filters.get(step.land as usize).map(|target| target.holds);
        self.capture(rule, player, to, holds.unwrap_or(Contents::NOTHING));
        if made != piece {
            self.step(Token::Board(piece), Token::Board(made));
            if game.rules.moves[rule].again.is_some() {
                Self::insert(&mut self.found, &mut self.passing[piece.index()], to);
            }
        }
        self.goes(piece, to);
        self.arrive(made, to, (made != piece).then_some(Coming::Promotion));
        if self.asks_path(rule) {
            let seen = &mut self.rules[rule][player.index()];
            let between = game.rules.geometry.between(from, to);
            between.for_each(|cell| Self::insert(&mut self.found, &mut seen.path, cell));
        }
    }

    /// A rule makes a move.
    pub(super) fn makes(&mut self, rule: usize, player: Player, from: Cell, to: Cell, lands_as: Piece) {
        let seen = &mut self.rules[rule][player.index()];
        self.found += !seen.made as u64;
        seen.made = true;
        Self::insert(&mut self.found, &mut seen.left, from);
        Self::insert(&mut self.found, &mut seen.landed, to);
        Self::add(&mut self.found, &mut seen.lands_as, Contents::piece(lands_as));
    }

    /// A piece goes to a cell by its own move.
    fn goes(&mut self, piece: Piece, to: Cell) {
        Self::add(&mut self.found, &mut self.moved, Contents::piece(piece));
        Self::insert(&mut self.found, &mut self.land[piece.index()], to);
    }

    /// A player lands on a cell and captures there what the rule may.
    fn capture(&mut self, rule: usize, player: Player, to: Cell, holds: Contents) {
        let there = self.there[to.index()].but(Contents::EMPTY);
        // What has made a mark may stand on it.
        let marked = holds.has(MARK) && self.marked[player.index()].has(to) && self.stands_on_marks();
        let captured = if marked { there } else { holds.and(there) };
        if captured.is_nothing() {
            return;
        }
        let seen = &mut self.rules[rule][player.index()];
        if captured.pieces().any(|piece| self.game.rules.is_not_of(piece, player)) {
            Self::insert(&mut self.found, &mut seen.captures, to);
        }
        Self::add(&mut self.found, &mut seen.captured, captured);
        Self::add(&mut self.found, &mut self.captured[player.index()], captured);
        for piece in captured.pieces() {
            if self.game.rules.roster.owner(piece) == Some(!player) {
                Self::insert(&mut self.found, &mut self.hit[piece.index()], to);
            }
            self.lose_piece(piece, player);
        }
    }

    /// A piece leaves the board by a player's move. One that is not the player's is captured: it may go to a hand.
    fn lose_piece(&mut self, piece: Piece, by: Player) {
        let held = match self.game.rules.is_not_of(piece, by) {
            true => self.game.tables.state.hand_of(piece, by),
            false => Piece::NONE,
        };
        let to = if held.is_none() { Token::Nowhere } else { Token::Hand(held) };
        self.step(Token::Board(piece), to);
    }

    /// Whether something may stand on a marked cell: what has marked it, or what came there in the same move.
    fn stands_on_marks(&self) -> bool {
        let game = self.game;
        let stands = |effect: &Effect| match effect.verb {
            Verb::Mark => effect.cells == Touched::To,
            verb => verb == Verb::Put,
        };
        !game.rules.stages.is_empty() || game.rules.gating.is_some() || game.rules.effects().any(stands)
    }

    /// Whether an effect of a rule, or of captures, works between the cells of a move.
    fn asks_path(&self, rule: usize) -> bool {
        let mut effects = self.game.rules.effects_of(rule);
        effects.any(|effect| effect.cells == Touched::Path)
    }

    /// Whether a promotion or a drop from the supply can make a piece, as far as the supply goes.
    fn is_supplied(&self, piece: Piece) -> bool {
        let goes = |(from, to): &(Token, Token)| *from == Token::Board(piece) && to != from;
        self.game.rules.supply_of(piece.kind()).is_none_or(|most| {
            let start = self.at_start(Contents::piece(piece), self.game.rules.geometry.board());
            start < most || self.steps.iter().any(goes)
        })
    }

    /// What a rule does besides carrying pieces.
    fn follow_rule(&mut self, number: usize, player: Player, looks: &mut u64) {
        let rule = &self.game.rules.moves[number];
        let travel = &rule.by[player.index()];
        match (&travel.way, rule.kind) {
            (Way::Drop { .. }, Some(kind)) => self.follow_drop(number, Piece::new(kind, player)),
            (Way::Castle(castle), Some(kind)) => self.follow_castle(number, Piece::new(kind, player), castle),
            (Way::Pass { .. }, _) => self.makes(number, player, Cell(0), Cell(0), Piece::NONE),
            (Way::Swap, _) => self.follow_swap(number, player),
            _ => {}
        }
        if !self.rules[number][player.index()].made {
            return;
        }
        self.follow_chain(number, player);
        let seen = &self.rules[number][player.index()];
        let (landed, captures) = (seen.landed, seen.captures);
        *looks += 64 * landed.count() as u64 * rule.effects.len() as u64;
        let mut takes = false;
        for (i, effect) in rule.effects.iter().enumerate() {
            let works = self.work(&EffectSite { effect, rule: number, player, landed });
            // What has landed is the mover's own, and no capture.
            takes |= works && effect.verb == Verb::Take && effect.cells != Touched::To;
            let seen = &mut self.rules[number][player.index()].effects[i];
            self.found += (works && !*seen) as u64;
            *seen |= works;
        }
        let captures = if takes { landed } else { captures };
        for (i, effect) in self.game.rules.capture_effects.iter().enumerate() {
            *looks += 64 * captures.count() as u64;
            let works = !captures.is_empty()
                && self.work(&EffectSite { effect, rule: number, player, landed: captures });
            self.found += (works && !self.capture_effects[i]) as u64;
            self.capture_effects[i] |= works;
        }
        self.follow_stage(number, player);
    }

    fn follow_drop(&mut self, number: usize, piece: Piece) {
        let (rule, player) = (&self.game.rules.moves[number], piece.owner());
        let from = match rule.hand {
            Some(kind) if !self.can_hold(Piece::new(kind, player)) => return,
            None if !self.is_supplied(piece) => return,
            Some(_) if self.text_hands => (Token::Nowhere, Coming::Hand),
            Some(kind) => (Token::Hand(Piece::new(kind, player)), Coming::Hand),
            None => (Token::Nowhere, Coming::Supply),
        };
        let travel = &rule.by[player.index()];
        for cell in travel.to.iter().filter(|&cell| self.game.rules.geometry.has(cell)) {
            let fits = |nearby: &crate::game::Nearby| nearby.at_least <= self.most_near(nearby, cell);
            if travel.nearby.iter().all(fits) {
                self.makes(number, player, cell, cell, piece);
                self.arrive(piece, cell, Some(from.1));
                self.step(from.0, Token::Board(piece));
            }
        }
    }

    /// How many of the cells that a drop onto a cell asks about can hold what it asks for.
    pub(in crate::lint) fn most_near(&self, nearby: &crate::game::Nearby, cell: Cell) -> u32 {
        let holds = |&near: &Cell| {
            let there = self.there[near.index()];
            let marked = nearby.holds.has(MARK) && self.marked.iter().any(|marked| marked.has(near));
            marked || !nearby.holds.and(there).is_nothing()
        };
        self.near(nearby.file, cell).iter().filter(holds).count() as u32
    }

    /// The file of a cell, or its neighbours.
    pub(in crate::lint) fn near(&self, file: bool, cell: Cell) -> CellSet {
        let geometry = &self.game.rules.geometry;
        match file {
            true => {
                geometry.board().iter().filter(|&other| geometry.file(other) == geometry.file(cell)).collect()
            }
            false => *self.game.tables.topology.around(cell),
        }
    }

    fn follow_castle(&mut self, number: usize, piece: Piece, castle: &Castle) {
        let other = Piece::new(castle.with, piece.owner());
        let there = |piece: Piece, cell| self.stand[piece.index()].has(cell) && self.is_fresh(piece, cell);
        if !there(piece, castle.from) || !there(other, castle.with_from) {
            return;
        }
        self.makes(number, piece.owner(), castle.from, castle.to, piece);
        self.goes(piece, castle.to);
        self.goes(other, castle.with_to);
        self.arrive(piece, castle.to, None);
        self.arrive(other, castle.with_to, None);
        if self.asks_path(number) {
            let seen = &mut self.rules[number][piece.owner().index()];
            let between = self.game.rules.geometry.between(castle.from, castle.to);
            between.for_each(|cell| Self::insert(&mut self.found, &mut seen.path, cell));
        }
    }

    /// Pieces from hands come to cells that others leave.
    fn follow_gates(&mut self) {
        let Some(gating) = &self.game.rules.gating else { return };
        for (kind, player) in gating.kinds.iter().flat_map(|&kind| Player::each(|player| (kind, player))) {
            let piece = Piece::new(kind, player);
            if !self.can_hold(piece) {
                continue;
            }
            let own = Contents::owned(player, self.game.rules.roster);
            for cell in gating.on[player.index()].iter() {
                if !own.and(self.there[cell.index()]).is_nothing() {
                    self.arrive(piece, cell, Some(Coming::Gate));
                    let from = if self.text_hands { Token::Nowhere } else { Token::Hand(piece) };
                    self.step(from, Token::Board(piece));
                }
            }
        }
    }

    /// Does what an effect does; whether it changes anything.
    fn work(&mut self, work: &EffectSite) -> bool {
        let lands_as = self.rules[work.rule][work.player.index()].lands_as;
        let travels = self.game.tables.actions[work.rule].travels();
        let mut cells: CellSet = CellSet::EMPTY;
        match work.effect.cells {
            Touched::To => return self.touch_itself(work, lands_as),
            // The cell is empty by then, unless the piece comes from elsewhere.
            Touched::From if travels => {
                let left = self.rules[work.rule][work.player.index()].left;
                return self.touch_all(work, left, |_, _| Contents::EMPTY);
            }
            Touched::From => cells = self.rules[work.rule][work.player.index()].left,
            Touched::Path => cells = self.rules[work.rule][work.player.index()].path,
            Touched::InLine => cells = *self.game.rules.geometry.board(),
            Touched::Around => work.landed.iter().for_each(|to| cells |= self.near(false, to)),
            Touched::Flanked if work.effect.aside.is_some() => {
                let (board, enemy) = (
                    *self.game.rules.geometry.board(),
                    Contents::owned(!work.player, self.game.rules.roster),
                );
                return self.touch_all(work, board, |this, cell| enemy.and(this.there[cell.index()]));
            }
            Touched::Flanked => return self.touch_flanked(work),
            Touched::Enclosed => {
                let board = *self.game.rules.geometry.board();
                return self
                    .touch_all(work, board, |this, cell| this.there[cell.index()].but(Contents::EMPTY));
            }
            Touched::Marker => return self.touch_marker(work),
            Touched::Flanking | Touched::Beset => {
                let enemy = Contents::owned(!work.player, self.game.rules.roster);
                work.landed.iter().for_each(|to| cells |= self.near(false, to));
                return self.touch_all(work, cells, |this, cell| enemy.and(this.there[cell.index()]));
            }
            Touched::Between => cells = *self.game.rules.geometry.board(),
        }
        self.touch_all(work, cells, |this, cell| this.there[cell.index()])
    }

    /// Does its work on each of these cells; whether something has changed on one.
    fn touch_all(
        &mut self,
        work: &EffectSite,
        cells: CellSet,
        there: impl Fn(&Self, Cell) -> Contents,
    ) -> bool {
        let mut any = false;
        for cell in cells.iter() {
            let holds = there(self, cell);
            any |= self.touch(work, cell, holds);
        }
        any
    }

    /// The runs of enemy pieces from a landing cell to an own one.
    fn touch_flanked(&mut self, work: &EffectSite) -> bool {
        let roster = self.game.rules.roster;
        let [own, enemy] = [work.player, !work.player].map(|player| Contents::owned(player, roster));
        let mut cells = CellSet::EMPTY;
        let topology = &self.game.tables.topology;
        for (to, direction) in work.landed.iter().flat_map(|to| topology.circle().map(move |by| (to, by))) {
            let mut run = CellSet::EMPTY;
            let holds = |cell: Cell, what: Contents| !what.and(self.there[cell.index()]).is_nothing();
            for &cell in direction.ray(to) {
                if holds(cell, own) {
                    cells |= run;
                }
                if !holds(cell, enemy) {
                    break;
                }
                run.insert(cell);
            }
        }
        self.touch_all(work, cells, |this, cell| enemy.and(this.there[cell.index()]))
    }

    /// The piece that has made the mark where this one lands: it has come there by the enemy's last move.
    fn touch_marker(&mut self, work: &EffectSite) -> bool {
        if !work.landed.meets(&self.marked[work.player.index()]) {
            return false;
        }
        let marks = |effects: &[Effect]| effects.iter().any(|effect| effect.verb == Verb::Mark);
        let captures_mark = marks(&self.game.rules.capture_effects);
        let (mut cells, mut makers) = (CellSet::EMPTY, Contents::NOTHING);
        for (number, rule) in self.game.rules.moves.iter().enumerate() {
            let seen = &self.rules[number][(!work.player).index()];
            if seen.made && (captures_mark || marks(&rule.effects)) {
                cells |= seen.landed;
                makers = makers.or(self.changed(number, !work.player));
            }
        }
        self.touch_all(work, cells, |this, cell| makers.and(this.there[cell.index()]))
    }

    /// The piece that has landed.
    fn touch_itself(&mut self, work: &EffectSite, lands_as: Contents) -> bool {
        let only = work.effect.only[work.player.index()];
        let fits = only.and(lands_as);
        match work.effect.verb {
            Verb::Flip | Verb::Put => false,
            Verb::Mark => {
                let mut marked = false;
                for cell in work.landed.iter().filter(|_| !fits.is_nothing()) {
                    marked |= self.mark(!work.player, cell);
                }
                marked
            }
            Verb::Settle | Verb::Unsettle => !fits.is_nothing(),
            Verb::Take => {
                // Another effect may have changed it by then.
                if !fits.is_nothing() {
                    self.changed(work.rule, work.player)
                        .pieces()
                        .for_each(|piece| self.take(work.player, piece));
                }
                !fits.is_nothing()
            }
            Verb::Become => {
                let Some(kind) = work.effect.kind else { return false };
                let others = fits.pieces().any(|piece| piece.kind() != kind);
                if others {
                    self.changed(work.rule, work.player)
                        .pieces()
                        .for_each(|piece| self.turn_into(piece, kind));
                    let made = self.game.rules.roster.piece(kind, work.player);
                    work.landed.iter().for_each(|cell| self.arrive(made, cell, Some(Coming::Become)));
                }
                others
            }
        }
    }

    /// What a piece that has landed by a rule can be when an effect works.
    fn changed(&self, rule: usize, player: Player) -> Contents {
        let effects = self.game.rules.effects_of(rule);
        let becomes = effects.filter(|effect| effect.verb == Verb::Become);
        let made = becomes.filter_map(|effect| Some(self.game.rules.roster.piece(effect.kind?, player)));
        let lands_as = self.rules[rule][player.index()].lands_as;
        made.fold(lands_as.but(Contents::EMPTY), |all, piece| all.or(Contents::piece(piece)))
    }

    fn turn_into(&mut self, piece: Piece, kind: Kind) {
        if let Some(owner) = self.game.rules.roster.owner(piece).filter(|_| piece.kind() != kind) {
            self.step(Token::Board(piece), Token::Board(self.game.rules.roster.piece(kind, owner)));
        }
    }

    /// A piece is taken by an effect of a player's move.
    pub(super) fn take(&mut self, player: Player, piece: Piece) {
        Self::add(&mut self.found, &mut self.taken[player.index()], Contents::piece(piece));
        self.lose_piece(piece, player);
    }

    /// Marks a cell for the player who replies; whether anything there can make use of it.
    fn mark(&mut self, replies: Player, cell: Cell) -> bool {
        let users = self.game.tables.state.users(replies, cell);
        let used = users.iter().any(|(piece, from)| self.stand[piece.index()].meets(from));
        if used {
            Self::insert(&mut self.found, &mut self.marked[replies.index()], cell);
        }
        used
    }

    /// What an effect does to a cell other than the landing one, which may hold this.
    fn touch(&mut self, work: &EffectSite, cell: Cell, there: Contents) -> bool {
        let EffectSite { effect, player, .. } = work;
        let player = *player;
        let fits = effect.only[player.index()].and(there);
        match effect.verb {
            Verb::Mark => fits.has(Piece::NONE) && self.mark(!player, cell),
            Verb::Put => {
                let kind = effect.kind.or(self.game.rules.moves[work.rule].kind);
                let roster = self.game.rules.roster;
                let put = kind.filter(|_| fits.has(Piece::NONE)).map(|kind| roster.piece(kind, player));
                if let Some(piece) = put {
                    self.arrive(piece, cell, Some(Coming::Put));
                    self.step(Token::Nowhere, Token::Board(piece));
                }
                put.is_some()
            }
            Verb::Take => {
                fits.pieces().for_each(|piece| self.take(player, piece));
                fits.pieces().next().is_some()
            }
            Verb::Settle | Verb::Unsettle => fits.pieces().next().is_some(),
            Verb::Become => {
                let Some(kind) = effect.kind else { return false };
                let changes =
                    |piece: &Piece| self.game.rules.roster.owner(*piece).is_some() && piece.kind() != kind;
                let changed: Vec<Piece> = fits.pieces().filter(changes).collect();
                for &piece in &changed {
                    self.turn_into(piece, kind);
                    let made = self.game.rules.roster.piece(kind, piece.owner());
                    self.arrive(made, cell, Some(Coming::Become));
                }
                !changed.is_empty()
            }
            Verb::Flip => {
                let enemy = |piece: &Piece| self.game.rules.roster.owner(*piece) == Some(!player);
                let flipped: Vec<Piece> = fits.pieces().filter(enemy).collect();
                for &piece in &flipped {
                    let made = Piece::new(piece.kind(), player);
                    self.step(Token::Board(piece), Token::Board(made));
                    self.arrive(made, cell, Some(Coming::Flip));
                }
                !flipped.is_empty()
            }
        }
    }
}

/// The bit of [`Contents::MARKED`], as if it were a piece.
const MARK: Piece = Piece(127);
