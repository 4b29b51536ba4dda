//! What can be said about a condition before a game is played: that it never holds, that it always
//! does, or nothing.

use crate::game::{
    Action, Blueprint, CellSet, Condition, Contents, Kind, LineRule, Lines, Piece, Player, Rule, Verb, Way,
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
    /// The pieces that some move brings onto the board, by code.
    added: Vec<bool>,
}

impl<'a> Prospects<'a> {
    /// The prospects of a game.
    pub(super) fn new(blueprint: &'a Blueprint) -> Self {
        let lines = match blueprint.asks_lines() {
            true => Lines::of(&blueprint.geometry),
            false => Lines::default(),
        };
        let longest_line = lines.list.iter().map(|line| line.cells.len()).max().unwrap_or(0);
        let mut prospects = Prospects { blueprint, longest_line, added: Vec::new() };
        prospects.added = vec![false; 1 + 2 * blueprint.kinds.len()];
        while prospects.add() {}
        prospects
    }

    /// Adds what the pieces that can appear so far bring onto the board; whether there was any.
    fn add(&mut self) -> bool {
        let before = self.added.iter().filter(|added| **added).count();
        let turning = self.blueprint.rules.iter().flat_map(|rule| &rule.effects);
        let turns = turning.chain(&self.blueprint.capture_effects).any(|effect| effect.verb == Verb::Flip);
        for rule in &self.blueprint.rules {
            for player in Player::BOTH {
                for piece in self.brings(rule, player) {
                    self.added[piece.0 as usize] = true;
                }
            }
        }
        for code in 1..self.added.len() as u8 {
            let piece = Piece(code);
            let turned = turns && self.can_appear(Piece::new(piece.kind(), !piece.owner()));
            self.added[code as usize] |= turned;
        }
        before < self.added.iter().filter(|added| **added).count()
    }

    /// What a rule brings onto the board for a player: pieces dropped, promoted to and put.
    fn brings(&self, rule: &Rule, player: Player) -> Vec<Piece> {
        if let Action::Drop(kind) = rule.action {
            return vec![Piece::new(kind, player)];
        }
        let Some(mover) = rule.kind.map(|kind| Piece::new(kind, player)) else { return Vec::new() };
        if !self.can_appear(mover) {
            return Vec::new();
        }
        let promotion = rule.by[player.index()].promotion.iter();
        let kinds = promotion.flat_map(|promotion| &promotion.to).map(|&kind| Piece::new(kind, player));
        let put = rule.effects.iter().any(|effect| effect.verb == Verb::Put);
        kinds.chain(put.then_some(mover)).collect()
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
            | Condition::Reachable(_)
            | Condition::Checks(_)
            | Condition::Passes(_) => Verdict::Open,
        }
    }

    /// Whether a piece can stand on the board at some time.
    pub(super) fn can_appear(&self, piece: Piece) -> bool {
        self.blueprint.setup.contains(&piece) || self.is_added(piece)
    }

    /// Whether some move adds such a piece to those on the board.
    fn is_added(&self, piece: Piece) -> bool {
        self.added.get(piece.0 as usize).is_some_and(|added| *added)
    }

    /// Whether a kind is put on the board by a rule.
    pub(super) fn is_dropped(&self, kind: Kind) -> bool {
        self.has(|action| action == Action::Drop(kind))
    }

    fn has(&self, test: impl Fn(Action) -> bool) -> bool {
        self.blueprint.rules.iter().any(|rule| test(rule.action))
    }

    fn positions_never_return(&self) -> bool {
        self.blueprint.rules.iter().all(|rule| matches!(rule.action, Action::Drop(_)))
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
        let puts = |rule: &Rule| rule.effects.iter().any(|effect| effect.verb == Verb::Put);
        let drops = self.has(|action| matches!(action, Action::Drop(_)));
        if full || drops || self.blueprint.rules.iter().any(puts) {
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
        if !holds.and(Contents::EMPTY).is_nothing() {
            return of_board;
        }
        let pieces: Vec<Piece> = holds.pieces().collect();
        if pieces.iter().all(|&piece| !self.can_appear(piece)) {
            return (0, "no such piece is ever on the board".into());
        }
        if pieces.iter().any(|&piece| self.is_added(piece)) {
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
