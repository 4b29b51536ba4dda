//! What can be said about a condition before a game is played: that it never holds, that it always
//! does, or nothing.

use crate::game::{
    Action, CellSet, Condition, Contents, Effect, Facing, LineRule, Piece, Player, Resets, Rule, Stage,
    Travel, Verb, Way,
};

use super::Prospects;
use super::logic::{Case, Formula, Why, node};

/// What is known of a condition whatever is played, with the reason in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// It never holds.
    Never(String),
    /// It always holds.
    Always(String),
    /// It depends on the position.
    Open,
}

/// When a condition is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedWhen {
    /// Before a move, of the position that it is made in.
    Before,
    /// After a move that may be refused for it.
    OnTrial,
    /// After a move.
    After,
}

impl AskedWhen {
    /// The case of a mover.
    pub(in crate::lint) fn by(self, mover: Player) -> Case {
        let turn = if self == AskedWhen::Before { mover } else { !mover };
        Case { mover, turn, legal: self != AskedWhen::OnTrial }
    }
}

/// What is said where parts exclude each other.
pub(in crate::lint) const CLASH: &str = "the parts of the condition contradict each other";

/// What is said where parts leave nothing out.
pub(in crate::lint) const COVER: &str = "where one part of the condition does not hold, another one does";

impl Prospects<'_> {
    /// What is known of a condition, whoever the mover is.
    pub fn judge(&self, condition: &Condition, asked: AskedWhen) -> Prospect {
        self.judge_for(condition, asked, &Player::BOTH)
    }

    /// The same where only some players are ever the mover.
    pub(in crate::lint) fn judge_for(
        &self,
        condition: &Condition,
        asked: AskedWhen,
        movers: &[Player],
    ) -> Prospect {
        let refuted = |holds: bool| {
            let mut whys = Vec::new();
            for &mover in movers {
                let node = node(condition, mover, holds, self);
                whys.push(self.refute(asked.by(mover), &[&node])?);
            }
            whys.into_iter().next()
        };
        if let Some(why) = refuted(true) {
            return Prospect::Never(in_words(why, CLASH));
        }
        match refuted(false) {
            Some(why) => Prospect::Always(in_words(why, COVER)),
            None => Prospect::Open,
        }
    }

    /// Whether a condition holds only where one of the others does, whoever the mover is.
    pub fn covers(&self, others: &[&Condition], condition: &Condition, asked: AskedWhen) -> bool {
        Player::BOTH.iter().all(|&mover| {
            let mut nodes: Vec<Formula> =
                others.iter().map(|other| node(other, mover, false, self)).collect();
            nodes.push(node(condition, mover, true, self));
            self.refute(asked.by(mover), &nodes.iter().collect::<Vec<_>>()).is_some()
        })
    }

    /// Why a question that is no count is never answered with yes.
    pub(in crate::lint) fn never_is(&self, case: Case, condition: &Condition) -> Option<String> {
        let (i, royals) = (case.mover.index(), !self.game.rules.royals.is_empty());
        match condition {
            Condition::NoMoves => self.never_stuck(),
            Condition::Line(rule) => self.never_in_line(rule, case.mover),
            Condition::Run(run) => self.never_in_line(&run.rule, case.mover),
            Condition::Checkers { at_least: 0, .. } => None,
            Condition::InCheck
            | Condition::Checkers { .. }
            | Condition::Checks(_)
            | Condition::Repeats { checking: Some(_), .. }
                if !royals =>
            {
                Some("no piece is royal, so nobody is ever in check".into())
            }
            Condition::InCheck | Condition::Checkers { .. } if !self.is_checked(case.turn) => {
                Some(UNCHECKED.into())
            }
            Condition::Checks(_) if !self.is_checked(!case.mover) => Some(UNCHECKED.into()),
            Condition::Repeats { checking: Some(side), .. }
                if !self.is_checked(side_of(*side, case.mover)) =>
            {
                Some(UNCHECKED.into())
            }
            Condition::Repeats { .. } if self.positions_never_return() => {
                Some("pieces are put and never move, so no position returns".into())
            }
            Condition::QuietPlies { resets, .. } => self.never_quiet(*resets),
            Condition::SamePiece { .. } if !self.has(Action::moves_a_piece) => {
                Some("no piece on the board ever moves".into())
            }
            Condition::SamePiece { resets, .. } => self.never_quiet(*resets),
            Condition::Played(rules) if rules.is_empty() => Some("none of these rules is left".into()),
            Condition::Passes(_) if !self.passes() => Some("no rule lets a player pass".into()),
            Condition::Attacked(count) => self.never_attacked(count.holds[i], &count.on[i]),
            Condition::Reachable(count) => self.never_reached(case.turn, count.holds[i], &count.on[i]),
            Condition::Facing(facing) => self.never_facing(facing, case.mover),
            _ => None,
        }
    }

    /// Whether a royal piece of a player can be attacked.
    fn is_checked(&self, player: Player) -> bool {
        let mut royals = self.game.rules.royals.iter();
        royals.any(|royal| !self.hit[Piece::new(royal.kind, player).index()].is_empty())
    }

    pub(in crate::lint) fn has(&self, test: impl Fn(Action) -> bool) -> bool {
        self.game.rules.moves.iter().any(|rule| test(rule.action))
    }

    fn passes(&self) -> bool {
        let is_pass = |travel: &Travel| matches!(travel.way, Way::Pass { when } if when.is_pass());
        self.game.rules.moves.iter().any(|rule| rule.by.iter().any(is_pass))
    }

    fn positions_never_return(&self) -> bool {
        let stays = |rule: &Rule| {
            let keeps = rule.effects.iter().all(|effect| {
                matches!(effect.verb, Verb::Mark | Verb::Put | Verb::Settle | Verb::Unsettle | Verb::Flip)
            });
            matches!(rule.action, Action::Drop(_)) && keeps
        };
        let keeps = |stage: &Stage| stage.bring().is_some_and(|bring| !bring.again);
        self.game.rules.moves.iter().all(stays) && self.game.rules.stages.iter().all(keeps)
    }

    fn never_stuck(&self) -> Option<String> {
        let free = |travel: &Travel| {
            matches!(travel.way, Way::Pass { when } if when.is_pass()) && travel.when.is_none()
        };
        let passes = self.game.named_moves().find(|rule| rule.by.iter().all(free));
        let plain = self.game.rules.vetoes.is_empty() && self.game.rules.royals.is_empty();
        passes.filter(|_| plain).map(|rule| format!("`{}` is always a legal move", rule.name))
    }

    /// Every ply starts the count again.
    fn never_quiet(&self, resets: Resets) -> Option<String> {
        let starts_again = |rule: &Rule| {
            // An own piece that is taken is no capture.
            let quiet = Contents::EMPTY.or(Contents::MARKED);
            let takes = |player: Player| {
                let own = Contents::owned(player, self.game.rules.roster);
                rule.by[player.index()].onto.and(quiet.or(own)).is_nothing()
            };
            let flips = |effect: &Effect| effect.verb == Verb::Flip && effect.at_least > 0;
            rule.kind.is_some_and(|kind| resets.kinds >> kind.0 & 1 == 1)
                || resets.flip && rule.effects.iter().any(flips)
                || resets.capture && rule.action.travels() && Player::BOTH.into_iter().all(takes)
        };
        let all = self.game.rules.moves.iter().all(starts_again);
        (all && !self.game.rules.moves.is_empty()).then(|| "every move starts the count again".into())
    }

    fn never_in_line(&self, rule: &LineRule, mover: Player) -> Option<String> {
        let (longest, length) = (self.longest_line, rule.length as usize);
        if length > longest {
            return Some(format!("no row of this board is longer than {longest} cells"));
        }
        if length == longest && rule.void_when_blocked && rule.edge_blocks {
            return Some("every row of that length has the edge at both ends".into());
        }
        let own = Contents::owned(mover, self.game.rules.roster);
        let (most, why) = self.most(own, self.game.rules.geometry.board());
        if most < rule.length {
            return Some(why);
        }
        let cells = self.cells_of(own);
        let fits = self.game.tables.lines.list.iter().any(|line| {
            let mut run = 0;
            line.cells.iter().any(|&cell| {
                run = if cells.has(cell) { run + 1 } else { 0 };
                run >= length
            })
        });
        (!fits).then(|| "the mover's pieces never come to stand so in a row".into())
    }

    fn never_attacked(&self, holds: Contents, on: &CellSet) -> Option<String> {
        if !self.cells_of(holds).meets(on) {
            return Some(self.absence(holds));
        }
        let safe = holds.pieces().all(|piece| !self.hit[piece.index()].meets(on));
        safe.then(|| "no piece ever lands there to take such a piece".into())
    }

    fn never_reached(&self, turn: Player, holds: Contents, on: &CellSet) -> Option<String> {
        // A drop starts on its empty landing cell, a pass on the first cell.
        let odd = !holds.and(Contents::EMPTY.or(Contents::MARKED)).is_nothing();
        if odd || self.has(|action| matches!(action, Action::Pass | Action::Swap | Action::Exit)) {
            return None;
        }
        let own = holds.and(Contents::owned(turn, self.game.rules.roster));
        let reached = own.pieces().any(|piece| self.land[piece.index()].meets(on));
        (!reached).then(|| "no move of the player to move brings such a piece there".into())
    }

    fn never_facing(&self, facing: &Facing, mover: Player) -> Option<String> {
        let i = mover.index();
        let topology = &self.game.tables.topology;
        let [ones, others] = [facing.one[i], facing.other[i]].map(|holds| self.cells_of(holds));
        let faces = ones.iter().any(|cell| {
            facing.along[i]
                .iter()
                .any(|&by| topology.along(by).ray(cell).iter().any(|&cell| others.has(cell)))
        });
        (!faces).then(|| "such pieces never come to face each other".into())
    }

    /// Why none of these is there.
    fn absence(&self, holds: Contents) -> String {
        let appears = holds.pieces().any(|piece| self.can_appear(piece));
        if appears { "no such piece ever comes there" } else { "no such piece is ever on the board" }.into()
    }

    /// The most cells of a region that can ever hold one of these, and why.
    pub(in crate::lint) fn most(&self, holds: Contents, on: &CellSet) -> (u32, String) {
        let cells = on.count();
        if cells == 0 {
            return (0, "the region has no cell".into());
        }
        if holds.has(Piece::NONE) {
            let (others, why) = self.fewest_pieces(self.others(holds), on, false);
            return (cells - others, if others > 0 { why } else { self.region_has(cells) });
        }
        let mut possible = self.cells_of(holds) & *on;
        if !holds.and(Contents::MARKED).is_nothing() {
            let marked = self.marked[0] | self.marked[1];
            if holds == Contents::MARKED && !marked.meets(on) {
                return (0, "no cell is ever marked so that somebody could use it".into());
            }
            let (most, why) = self.most(holds.but(Contents::MARKED), on);
            possible |= marked & *on;
            let all = most.saturating_add((marked & *on).count()).min(possible.count());
            return (all, if (marked & *on).is_empty() { why } else { self.region_has(cells) });
        }
        let possible = possible.count();
        if possible == 0 {
            return (0, self.absence(holds));
        }
        match self.never_more(holds) {
            Some(start) if start < possible => {
                (start, format!("there {} at the start and none is added", are(start, "such piece")))
            }
            _ if possible < cells => {
                (possible, format!("such pieces come to {} of the region alone", counted(possible, "cell")))
            }
            _ => (cells, self.region_has(cells)),
        }
    }

    fn region_has(&self, cells: u32) -> String {
        format!("the region has {}", counted(cells, "cell"))
    }

    /// The fewest cells of a region that hold one of these at any time, and why. `guarded` royal pieces are not
    /// taken.
    pub(in crate::lint) fn fewest(&self, holds: Contents, on: &CellSet, guarded: bool) -> (u32, String) {
        let cells = on.count();
        if !holds.has(Piece::NONE) {
            return self.fewest_pieces(holds, on, guarded);
        }
        let others = self.others(holds);
        if others.is_nothing() {
            return (cells, self.region_has(cells));
        }
        let (most, why) = self.most(others, on);
        let start = self.at_start(others, on);
        let why = match holds == Contents::EMPTY && most == start {
            true => "the setup leaves cells empty and no piece is ever added".to_owned(),
            false => why,
        };
        (cells.saturating_sub(most), why)
    }

    fn fewest_pieces(&self, holds: Contents, on: &CellSet, guarded: bool) -> (u32, String) {
        let holds = holds.but(Contents::EMPTY.or(Contents::MARKED));
        let start = self.never_less(holds, on, guarded);
        let whole = on.covers(self.game.rules.geometry.board());
        let where_to = if whole { "none ever goes" } else { "none ever leaves" };
        let place = if whole { "" } else { " there" };
        (start, format!("there {}{place} at the start and {where_to}", are(start, "such piece")))
    }

    /// Every piece that these are not.
    fn others(&self, holds: Contents) -> Contents {
        let marks = Contents::EMPTY.or(Contents::MARKED);
        Contents::all(self.game.rules.roster).but(holds).but(marks)
    }
}

const UNCHECKED: &str = "no piece ever lands on a royal piece to take it";

fn side_of(side: crate::game::Side, mover: Player) -> Player {
    // The one who gives check: the royal pieces are the other's.
    if side == crate::game::Side::Own { !mover } else { mover }
}

fn in_words(why: Why, clash: &str) -> String {
    match why {
        Why::Fact(why) => why,
        Why::Clash => clash.to_owned(),
    }
}

/// "1 cell", "2 cells".
pub(in crate::lint) fn counted(n: u32, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

fn are(n: u32, word: &str) -> String {
    format!("{} {}", if n == 1 { "is" } else { "are" }, counted(n, word))
}
