//! What can be said about a condition before a game is played: that it never holds, that it always
//! does, or nothing.

use crate::game::{
    Action, Blueprint, CellSet, Condition, Contents, Effect, Kind, LineRule, Lines, Piece, Player, Rule,
    Verb, Way,
};

/// What is known of a condition whatever is played, with the reason in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It never holds.
    Never(String),
    /// It always holds.
    Always(String),
    /// It depends on the position.
    Open,
}

/// What a game's setup and rules say about every position that can come of it.
pub(super) struct Prospects<'a> {
    blueprint: &'a Blueprint,
    longest_line: usize,
    /// What can stand on the board at some time.
    appear: Contents,
    /// What there can be more of than at the start.
    added: Contents,
    /// What can be in a hand at some time.
    held: Contents,
}

impl<'a> Prospects<'a> {
    /// The prospects of a game.
    pub(super) fn new(blueprint: &'a Blueprint) -> Self {
        let lines = match blueprint.asks_lines() {
            true => Lines::of(&blueprint.geometry),
            false => Lines::default(),
        };
        let longest_line = lines.list.iter().map(|line| line.cells.len()).max().unwrap_or(0);
        let nothing = Contents::NOTHING;
        let mut prospects =
            Prospects { blueprint, longest_line, appear: nothing, added: nothing, held: nothing };
        prospects.follow();
        prospects
    }

    /// Follows the pieces from the setup through drops, captures, promotions and effects, until nothing new
    /// comes of it.
    fn follow(&mut self) {
        let setup = self.blueprint.setup.iter().filter(|piece| !piece.is_none());
        self.appear = setup.fold(Contents::NOTHING, |all, &piece| all.or(Contents::piece(piece)));
        let held = (0u8..).zip(&self.blueprint.setup_hands).filter(|(_, held)| **held > 0);
        self.held = held.fold(Contents::NOTHING, |all, (code, _)| all.or(Contents::piece(Piece(code))));
        if self.blueprint.fen {
            // A position's text may give any player what some rule drops.
            let dropped = self.blueprint.rules.iter().filter_map(|rule| rule.hand);
            let both = dropped.flat_map(|kind| Player::BOTH.map(|player| Piece::new(kind, player)));
            self.held = both.fold(self.held, |all, piece| all.or(Contents::piece(piece)));
        }
        loop {
            let before = (self.appear, self.added, self.held);
            for rule in &self.blueprint.rules {
                Player::BOTH.into_iter().for_each(|player| self.follow_rule(rule, player));
            }
            self.follow_captures();
            self.appear = self.appear.or(self.added);
            if (self.appear, self.added, self.held) == before {
                return;
            }
        }
    }

    fn follow_rule(&mut self, rule: &Rule, player: Player) {
        let Some(kind) = rule.kind else { return };
        let piece = Piece::new(kind, player);
        let travel = &rule.by[player.index()];
        let drops = matches!(rule.action, Action::Drop(_));
        let lands = !travel.to.is_empty();
        let at_hand = rule.hand.is_none_or(|hand| self.held.has(Piece::new(hand, player)));
        if drops && lands && at_hand {
            self.add(piece);
        }
        if !(self.appear.has(piece) || drops && at_hand) {
            return;
        }
        let promoted = travel.promotion.iter().filter(|promotion| lands && !promotion.on.is_empty());
        promoted.flat_map(|promotion| &promotion.to).for_each(|&kind| self.add(Piece::new(kind, player)));
        if let Some(stage) = rule.then.filter(|_| lands).map(|stage| &self.blueprint.stages[stage]) {
            self.add(self.blueprint.roster.piece(stage.kind, player));
        }
        for effect in &rule.effects {
            self.follow_effect(effect, Some(piece), player);
        }
    }

    fn follow_effect(&mut self, effect: &Effect, moving: Option<Piece>, player: Player) {
        let roster = self.blueprint.roster;
        let only = effect.only[player.index()];
        match effect.verb {
            Verb::Put => {
                let put = effect.kind.map(|kind| roster.piece(kind, player)).or(moving);
                put.into_iter().for_each(|piece| self.add(piece));
            }
            Verb::Become => {
                let changed = only.and(self.appear.or(self.added)).pieces();
                let owners: Vec<Player> = changed.filter_map(|piece| roster.owner(piece)).collect();
                if let Some(kind) = effect.kind {
                    owners.iter().for_each(|&owner| self.add(Piece::new(kind, owner)));
                }
            }
            Verb::Flip => {
                let flipped = only.and(self.appear).pieces();
                let flipped = flipped.filter(|&piece| roster.owner(piece) == Some(!player));
                let flipped: Vec<Piece> = flipped.collect();
                flipped.into_iter().for_each(|piece| self.add(Piece::new(piece.kind(), player)));
            }
            Verb::Mark | Verb::Take | Verb::Settle => {}
        }
    }

    fn follow_captures(&mut self) {
        for effect in &self.blueprint.capture_effects {
            for player in Player::BOTH {
                self.follow_effect(effect, None, player);
            }
        }
        let gating = self.blueprint.gating.iter().flat_map(|gating| &gating.kinds);
        for piece in gating.flat_map(|&kind| Player::BOTH.map(|player| Piece::new(kind, player))) {
            if self.held.has(piece) {
                self.add(piece);
            }
        }
        let Some(captured) = self.blueprint.captured else { return };
        for piece in self.appear.pieces() {
            let kind = if captured.in_base { self.blueprint.base_of(piece.kind()) } else { piece.kind() };
            let Some(owner) = self.blueprint.roster.owner(piece) else { continue };
            let owner = if captured.by_captor { !owner } else { owner };
            self.held = self.held.or(Contents::piece(Piece::new(kind, owner)));
        }
    }

    fn add(&mut self, piece: Piece) {
        self.added = self.added.or(Contents::piece(piece));
    }

    /// Whether a player can come to hold a piece.
    pub(super) fn can_hold(&self, piece: Piece) -> bool {
        self.held.has(piece)
    }

    /// The longest row of cells that the board has.
    pub(super) fn longest_line(&self) -> usize {
        self.longest_line
    }

    /// What is known of a condition.
    pub(super) fn judge(&self, condition: &Condition) -> Verdict {
        match condition {
            Condition::NoMoves => self.judge_no_moves(),
            Condition::BoardFull => self.judge_board_full(),
            Condition::Count(count) => {
                self.judge_counts(count.holds, &count.on, count.at_least, count.at_most)
            }
            Condition::Line(rule) => self.judge_line(rule),
            Condition::Repeats { .. } if self.positions_never_return() => {
                Verdict::Never("pieces are put and never move, so no position returns".into())
            }
            Condition::InCheck | Condition::Checks(_) | Condition::Repeats { checking: Some(_), .. }
                if self.blueprint.royals.is_empty() =>
            {
                Verdict::Never("no piece is royal, so nobody is ever in check".into())
            }
            Condition::Passes(_) if !self.has(|action| action == Action::Pass) => {
                Verdict::Never("no rule lets a player pass".into())
            }
            Condition::Not(inner) => match self.judge(inner) {
                Verdict::Never(why) => Verdict::Always(why),
                Verdict::Always(why) => Verdict::Never(why),
                Verdict::Open => Verdict::Open,
            },
            Condition::All(list) => self.judge_all(list),
            Condition::Either(list) => self.judge_either(list),
            Condition::Repeats { .. }
            | Condition::QuietPlies { .. }
            | Condition::Plies(_)
            | Condition::InCheck
            | Condition::Attacked(_)
            | Condition::Facing(_)
            | Condition::Reachable(_)
            | Condition::Checks(_)
            | Condition::Passes(_) => Verdict::Open,
        }
    }

    /// Whether a piece can stand on the board at some time.
    pub(super) fn can_appear(&self, piece: Piece) -> bool {
        self.appear.has(piece)
    }

    /// Whether a kind is put on the board by a rule.
    pub(super) fn is_dropped(&self, kind: Kind) -> bool {
        self.has(|action| action == Action::Drop(kind))
    }

    fn has(&self, test: impl Fn(Action) -> bool) -> bool {
        self.blueprint.rules.iter().any(|rule| test(rule.action))
    }

    fn positions_never_return(&self) -> bool {
        let stays = |rule: &Rule| {
            let keeps = rule
                .effects
                .iter()
                .all(|effect| matches!(effect.verb, Verb::Mark | Verb::Put | Verb::Settle | Verb::Flip));
            matches!(rule.action, Action::Drop(_)) && keeps
        };
        self.blueprint.rules.iter().all(stays)
    }

    fn judge_no_moves(&self) -> Verdict {
        let always_open = |way: &Way| matches!(way, Way::Pass { .. });
        let passes = self
            .blueprint
            .rules
            .iter()
            .find(|rule| rule.by.iter().all(|travel| always_open(&travel.way) && travel.when.is_none()));
        match passes {
            Some(rule) if self.blueprint.vetoes.is_empty() && self.blueprint.royals.is_empty() => {
                Verdict::Never(format!("`{}` is always a legal move", rule.name))
            }
            _ => Verdict::Open,
        }
    }

    fn judge_board_full(&self) -> Verdict {
        let holds = |cell: crate::game::Cell| {
            self.blueprint.setup.get(cell.index()).is_some_and(|piece| !piece.is_none())
        };
        let full = self.blueprint.geometry.board().iter().all(holds);
        let puts =
            |rule: &Rule| rule.then.is_some() || rule.effects.iter().any(|effect| effect.verb == Verb::Put);
        if full
            || self.has(|action| matches!(action, Action::Drop(_)))
            || self.blueprint.rules.iter().any(puts)
        {
            return Verdict::Open;
        }
        Verdict::Never("the setup leaves cells empty and no rule drops a piece".into())
    }

    fn judge_line(&self, rule: &LineRule) -> Verdict {
        let longest = self.longest_line;
        if rule.length as usize > longest {
            return Verdict::Never(format!("no row of this board is longer than {longest} cells"));
        }
        if rule.length as usize == longest && rule.void_when_blocked && rule.edge_blocks {
            return Verdict::Never("every row of that length has the edge at both ends".into());
        }
        Verdict::Open
    }

    fn judge_all(&self, list: &[Condition]) -> Verdict {
        let verdicts: Vec<Verdict> = list.iter().map(|c| self.judge(c)).collect();
        if let Some(never) = verdicts.iter().find(|v| matches!(v, Verdict::Never(_))) {
            return never.clone();
        }
        match verdicts.iter().find(|v| matches!(v, Verdict::Always(_))) {
            Some(always) if verdicts.iter().all(|v| matches!(v, Verdict::Always(_))) => always.clone(),
            _ => Verdict::Open,
        }
    }

    fn judge_either(&self, list: &[Condition]) -> Verdict {
        let verdicts: Vec<Verdict> = list.iter().map(|c| self.judge(c)).collect();
        if let Some(always) = verdicts.iter().find(|v| matches!(v, Verdict::Always(_))) {
            return always.clone();
        }
        match verdicts.first() {
            Some(never) if verdicts.iter().all(|v| matches!(v, Verdict::Never(_))) => never.clone(),
            _ => Verdict::Open,
        }
    }

    /// Judges a count for both movers; they have to agree.
    fn judge_counts(&self, holds: [Contents; 2], on: &[CellSet; 2], least: u32, most: u32) -> Verdict {
        let [first, second] = Player::BOTH.map(|mover| {
            let i = mover.index();
            self.judge_count(holds[i], &on[i], least, most)
        });
        match (&first, second) {
            (Verdict::Never(_), Verdict::Never(_)) | (Verdict::Always(_), Verdict::Always(_)) => first,
            _ => Verdict::Open,
        }
    }

    fn judge_count(&self, holds: Contents, on: &CellSet, least: u32, most: u32) -> Verdict {
        let (bound, why) = self.most_cells(holds, on);
        if bound < least {
            Verdict::Never(why)
        } else if least == 0 && bound <= most {
            Verdict::Always(why)
        } else {
            Verdict::Open
        }
    }

    /// The most cells of a region that can ever hold one of these, and why.
    fn most_cells(&self, holds: Contents, on: &CellSet) -> (u32, String) {
        let cells = on.count();
        if cells == 0 {
            return (0, "the region has no cell".into());
        }
        let of_board = (cells, format!("the region has {}", counted(cells, "cell")));
        if !holds.and(Contents::EMPTY.or(Contents::MARKED)).is_nothing() {
            return of_board;
        }
        let pieces: Vec<Piece> = holds.pieces().collect();
        if pieces.iter().all(|&piece| !self.can_appear(piece)) {
            return (0, "no such piece is ever on the board".into());
        }
        if pieces.iter().any(|&piece| self.added.has(piece)) {
            return of_board;
        }
        let start =
            self.blueprint.setup.iter().filter(|piece| holds.has(**piece) && !piece.is_none()).count();
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        if start < cells {
            (start, format!("there {} at the start and none is added", are(start, "such piece")))
        } else {
            of_board
        }
    }
}

/// "1 cell", "2 cells".
pub(super) fn counted(n: u32, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

fn are(n: u32, word: &str) -> String {
    format!("{} {}", if n == 1 { "is" } else { "are" }, counted(n, word))
}
