//! Whether conditions can hold together: lists, alternatives and opposites taken apart down to single questions,
//! and what single questions say of each other.

use crate::game::{Action, CellSet, Condition, Contents, Count, LineRule, Piece, Player};

use super::Prospects;

/// How many questions may be held against each other for one condition, and for all of a game. What needs more is
/// not judged.
pub(in crate::lint) const MOST_STEPS: u32 = 20_000;
pub(in crate::lint) const MOST_STEPS_OF_A_GAME: u32 = 4_000_000;

/// How many alternatives may be open at once.
const DEEPEST: usize = 48;

/// Who asks, and when.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct Case {
    /// The mover.
    pub mover: Player,
    /// The player to move.
    pub turn: Player,
    /// The position can come about by legal moves; otherwise the move is on trial.
    pub legal: bool,
}

/// Why something cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::lint) enum Why {
    /// What the game is like, in words.
    Fact(String),
    /// Questions exclude each other.
    Clash,
}

/// How many cells hold something, as one mover asks it.
#[derive(Clone, Debug)]
pub(in crate::lint) struct Bounds {
    pub holds: Contents,
    pub on: CellSet,
    pub least: u32,
    pub most: u32,
}

/// A condition taken apart, as one mover asks it.
#[derive(Clone, Debug)]
pub(in crate::lint) enum Formula<'c> {
    All(Vec<Formula<'c>>),
    Either(Vec<Formula<'c>>),
    Count(Box<Bounds>),
    /// Another question, and the answer.
    Is(&'c Condition, bool),
}

/// A question of a branch with what follows from it.
enum Finding<'n, 'c> {
    Count(&'n Bounds),
    Is(&'c Condition, bool, Vec<Bounds>),
}

impl Finding<'_, '_> {
    fn bounds(&self) -> &[Bounds] {
        match self {
            Finding::Count(bounds) => std::slice::from_ref(bounds),
            Finding::Is(_, _, bounds) => bounds,
        }
    }
}

impl Bounds {
    fn of(count: &Count, mover: Player) -> Bounds {
        let i = mover.index();
        Bounds { holds: count.holds[i], on: count.on[i], least: count.at_least, most: count.at_most }
    }

    /// At least one.
    fn some(holds: Contents, on: CellSet) -> Bounds {
        Bounds { holds, on, least: 1, most: u32::MAX }
    }

    /// Whether what this counts is counted by the other, too.
    fn lies_in(&self, other: &Bounds) -> bool {
        self.holds.but(other.holds).is_nothing() && other.on.covers(&self.on)
    }

    /// Whether no cell is counted by both.
    fn is_apart(&self, other: &Bounds) -> bool {
        let marks = !self.holds.or(other.holds).and(Contents::MARKED).is_nothing();
        !self.on.meets(&other.on) || !marks && self.holds.and(other.holds).is_nothing()
    }
}

/// Takes a condition, or its opposite, apart.
pub(in crate::lint) fn node<'c>(
    condition: &'c Condition,
    mover: Player,
    holds: bool,
    prospects: &Prospects,
) -> Formula<'c> {
    let each = |list: &'c [Condition]| list.iter().map(|part| node(part, mover, holds, prospects)).collect();
    match (condition, holds) {
        (Condition::Not(inner), _) => node(inner, mover, !holds, prospects),
        (Condition::All(list), true) | (Condition::Either(list), false) => Formula::All(each(list)),
        (Condition::Either(list), true) | (Condition::All(list), false) => Formula::Either(each(list)),
        (Condition::Count(count), _) => counted(Bounds::of(count, mover), holds),
        (Condition::BoardFull, _) => {
            let board = *prospects.game.rules.geometry.board();
            counted(Bounds { holds: Contents::EMPTY, on: board, least: 0, most: 0 }, holds)
        }
        (other, _) => Formula::Is(other, holds),
    }
}

fn counted<'c>(bounds: Bounds, holds: bool) -> Formula<'c> {
    let count = |least, most| Formula::Count(Box::new(Bounds { least, most, ..bounds.clone() }));
    match (holds, bounds.least, bounds.most) {
        (true, least, most) => count(least, most),
        (false, 0, most) => count(most.saturating_add(1), u32::MAX),
        (false, least, u32::MAX) => count(0, least - 1),
        (false, least, most) => {
            Formula::Either(vec![count(0, least - 1), count(most.saturating_add(1), u32::MAX)])
        }
    }
}

impl Prospects<'_> {
    /// Spends some of the steps that are left for a game; `None` where there are not so many.
    pub(in crate::lint) fn spend(&self, steps: usize) -> Option<()> {
        let left = self.steps_left.get().checked_sub(u32::try_from(steps).unwrap_or(u32::MAX));
        self.steps_left.set(left.unwrap_or(0));
        left.map(|_| ())
    }

    /// Why some of these cannot hold together; `None` where they may, or where it would take too long to tell.
    pub(in crate::lint) fn refute(&self, case: Case, nodes: &[&Formula]) -> Option<Why> {
        let why = self.refute_in(case, nodes)?;
        let goes_on = case.turn != case.mover && self.game.rules.turns.go_on();
        // The mover may be the next to move, too.
        let both = !goes_on || self.refute_in(Case { turn: case.mover, ..case }, nodes).is_some();
        both.then_some(why)
    }

    fn refute_in(&self, case: Case, nodes: &[&Formula]) -> Option<Why> {
        let mut steps = self.steps_left.get().min(MOST_STEPS);
        let before = steps;
        let open = nodes.iter().rev().copied().collect();
        let found = self.branch(case, open, Vec::new(), DEEPEST, &mut steps);
        self.steps_left.set(self.steps_left.get() - (before - steps));
        found
    }

    fn branch<'n, 'c>(
        &self,
        case: Case,
        mut open: Vec<&'n Formula<'c>>,
        known: Vec<&'n Formula<'c>>,
        deepest: usize,
        steps: &mut u32,
    ) -> Option<Why> {
        let mut all: Vec<&Formula> = Vec::new();
        let mut choices = Vec::new();
        let mut seen: Vec<Finding> = known.iter().map(|node| self.known(case, node)).collect();
        while let Some(node) = open.pop() {
            match node {
                Formula::All(list) => open.extend(list.iter().rev()),
                Formula::Either(_) => choices.push(node),
                Formula::Count(_) | Formula::Is(..) => {
                    *steps = steps.checked_sub(1 + seen.len() as u32)?;
                    let next = self.known(case, node);
                    if let Some(why) = self.impossible(case, &next) {
                        return Some(why);
                    }
                    if seen.iter().any(|other| self.clash(case, other, &next)) {
                        return Some(Why::Clash);
                    }
                    seen.push(next);
                    all.push(node);
                }
            }
        }
        if self.sums_clash(&seen, steps)? {
            return Some(Why::Clash);
        }
        drop(seen);
        let Formula::Either(list) = choices.pop()? else { return None };
        let deepest = deepest.checked_sub(1)?;
        let known: Vec<&Formula> = known.into_iter().chain(all).collect();
        let mut found = None;
        for alternative in list {
            let open = choices.iter().copied().chain([alternative]).collect();
            let why = self.branch(case, open, known.clone(), deepest, steps)?;
            found = match found {
                Some(Why::Fact(_)) => found,
                _ => Some(why),
            };
        }
        // Nothing at all is no alternative.
        found.or(Some(Why::Clash))
    }

    fn known<'n, 'c>(&self, case: Case, node: &'n Formula<'c>) -> Finding<'n, 'c> {
        match node {
            Formula::Count(bounds) => Finding::Count(bounds),
            Formula::Is(condition, true) => Finding::Is(condition, true, self.follows(case, condition)),
            Formula::Is(condition, false) => Finding::Is(condition, false, Vec::new()),
            Formula::All(_) | Formula::Either(_) => unreachable!("lists have been taken apart"),
        }
    }

    /// Why a question alone cannot be answered so.
    fn impossible(&self, case: Case, known: &Finding) -> Option<Why> {
        match known {
            Finding::Count(bounds) => {
                self.out_of_bounds(bounds, case.legal).or_else(|| self.surely_there(case, bounds))
            }
            Finding::Is(condition, true, _) => self.never_is(case, condition).map(Why::Fact),
            Finding::Is(_, false, _) => None,
        }
    }

    fn out_of_bounds(&self, bounds: &Bounds, guarded: bool) -> Option<Why> {
        let (most, why) = self.most(bounds.holds, &bounds.on);
        if most < bounds.least {
            return Some(Why::Fact(why));
        }
        let (fewest, why) = self.fewest(bounds.holds, &bounds.on, guarded);
        (fewest > bounds.most).then_some(Why::Fact(why))
    }

    /// Why there is one where none is asked for.
    fn surely_there(&self, case: Case, bounds: &Bounds) -> Option<Why> {
        if bounds.most > 0 {
            return None;
        }
        let Bounds { holds, on, .. } = bounds;
        let moved = (case.turn != case.mover).then(|| self.has_landed(case.mover, *holds, on)).flatten();
        let whole = on.covers(self.game.rules.geometry.board());
        let mut players = Player::BOTH.into_iter().filter(|_| whole);
        moved.or_else(|| players.find_map(|player| self.keeps_one(player, *holds))).map(Why::Fact)
    }

    fn clash(&self, case: Case, one: &Finding, other: &Finding) -> bool {
        match (one, other) {
            (Finding::Is(a, true, _), Finding::Is(b, false, _)) if entails(a, b, case.mover) => return true,
            (Finding::Is(b, false, _), Finding::Is(a, true, _)) if entails(a, b, case.mover) => return true,
            (Finding::Is(a, true, _), Finding::Is(b, true, _)) if excludes(a, b) || excludes(b, a) => {
                return true;
            }
            _ => {}
        }
        let pairs = |a: &Bounds| other.bounds().iter().any(|b| self.counts_clash(a, b, case.legal));
        one.bounds().iter().any(pairs)
    }

    fn counts_clash(&self, a: &Bounds, b: &Bounds, guarded: bool) -> bool {
        let exceeds = |a: &Bounds, b: &Bounds| a.least > b.most && a.lies_in(b);
        if exceeds(a, b) || exceeds(b, a) {
            return true;
        }
        let holds = a.holds.or(b.holds);
        if a.least > 0 && b.least > 0 && a.is_apart(b) {
            return a.least.saturating_add(b.least) > self.most(holds, &(a.on | b.on)).0;
        }
        if a.most < u32::MAX && b.most < u32::MAX {
            return a.most.saturating_add(b.most) < self.fewest(holds, &(a.on & b.on), guarded).0;
        }
        false
    }

    /// Whether parts of something are more than the whole may be, or fewer than it has to be.
    fn sums_clash(&self, seen: &[Finding], steps: &mut u32) -> Option<bool> {
        let all: Vec<&Bounds> = seen.iter().flat_map(|known| known.bounds()).collect();
        if all.len() < 3 {
            return Some(false);
        }
        *steps = steps.checked_sub(u32::try_from(all.len() * all.len()).unwrap_or(u32::MAX))?;
        let clash = all.iter().any(|whole| {
            let (mut apart, mut least): (Vec<&Bounds>, u32) = (Vec::new(), 0);
            let (mut rest, mut most) = (whole.holds, 0u32);
            for part in &all {
                if part.least > 0 && part.lies_in(whole) && apart.iter().all(|other| other.is_apart(part)) {
                    apart.push(part);
                    least = least.saturating_add(part.least);
                }
                let covers = part.on.covers(&whole.on) && !part.holds.and(rest).is_nothing();
                if part.most < u32::MAX && covers {
                    rest = rest.but(part.holds);
                    most = most.saturating_add(part.most);
                }
            }
            least > whole.most || rest.is_nothing() && most < whole.least
        });
        Some(clash)
    }

    /// What a question that is answered with yes says about how many cells hold something.
    fn follows(&self, case: Case, condition: &Condition) -> Vec<Bounds> {
        let board = *self.game.rules.geometry.board();
        let pieces = |holds: Contents| holds.but(Contents::EMPTY.or(Contents::MARKED));
        let owned = |player| Contents::owned(player, self.game.rules.roster);
        let i = case.mover.index();
        match condition {
            Condition::Attacked(count) => vec![Bounds::some(pieces(count.holds[i]), count.on[i])],
            // A pass starts and ends on the first cell, whatever stands there.
            Condition::Reachable(count)
                if pieces(count.holds[i]) == count.holds[i]
                    && !self.has(|action| matches!(action, Action::Pass | Action::Swap)) =>
            {
                vec![Bounds::some(count.holds[i].and(owned(case.turn)), board)]
            }
            Condition::Facing(facing) => {
                [facing.one[i], facing.other[i]].map(|holds| Bounds::some(holds, board)).into()
            }
            Condition::Enclosed(groups) => vec![Bounds::some(groups.holds[i], board)],
            Condition::Groups(groups) if groups.at_least > 0 => {
                vec![Bounds { least: groups.at_least, ..Bounds::some(groups.holds[i], board) }]
            }
            Condition::Connects(asked) => {
                let all = asked.at_least as usize >= asked.regions[i].len();
                let touched = asked.regions[i].iter().filter(|_| all);
                touched.map(|region| Bounds::some(owned(case.mover), *region)).collect()
            }
            Condition::Line(rule) => {
                vec![Bounds { least: rule.length, ..Bounds::some(owned(case.mover), board) }]
            }
            Condition::Run(run) => {
                vec![Bounds { least: run.rule.length, ..Bounds::some(owned(case.mover), board) }]
            }
            Condition::InCheck => {
                let royals = self.game.rules.royals.iter().map(|royal| Piece::new(royal.kind, case.turn));
                let royals = royals.fold(Contents::NOTHING, |all, piece| all.or(Contents::piece(piece)));
                vec![Bounds::some(royals, board)]
            }
            _ => Vec::new(),
        }
    }
}

/// Whether the one holds only where the other does.
fn entails(one: &Condition, other: &Condition, mover: Player) -> bool {
    let i = mover.index();
    let lies_in = |a: &Count, b: &Count| Bounds::of(a, mover).lies_in(&Bounds::of(b, mover));
    match (one, other) {
        (Condition::Plies(a), Condition::Plies(b))
        | (Condition::Passes(a), Condition::Passes(b))
        | (Condition::Checks(a), Condition::Checks(b)) => a >= b,
        (
            Condition::Repeats { times: a, checking, of },
            Condition::Repeats { times: b, checking: asked, of: asked_of },
        ) => {
            let looks_as_far = of.lately || !asked_of.lately;
            let as_much = asked_of.board || !of.board;
            a >= b && (asked.is_none() || asked == checking) && looks_as_far && as_much
        }
        (Condition::Groups(a), Condition::Groups(b)) => {
            let same = a.holds[i] == b.holds[i] && a.along == b.along;
            same && a.at_least >= b.at_least && a.at_most <= b.at_most
        }
        (Condition::QuietPlies { plies: a, resets }, Condition::QuietPlies { plies: b, resets: asked })
        | (Condition::SamePiece { moves: a, resets }, Condition::SamePiece { moves: b, resets: asked }) => {
            a >= b && resets.covers(asked)
        }
        (Condition::Line(a), Condition::Line(b)) => line_entails(a, b),
        (Condition::Played(a), Condition::Played(b)) => a.iter().all(|rule| b.contains(rule)),
        (Condition::Attacked(a), Condition::Attacked(b))
        | (Condition::Reachable(a), Condition::Reachable(b)) => lies_in(a, b) && a.by == b.by,
        (Condition::Facing(a), Condition::Facing(b)) => {
            a.one[i].but(b.one[i]).is_nothing()
                && a.other[i].but(b.other[i]).is_nothing()
                && a.along[i].iter().all(|by| b.along[i].contains(by))
        }
        _ => one == other,
    }
}

/// Whether every run that counts by the one rule counts by the other.
fn line_entails(one: &LineRule, other: &LineRule) -> bool {
    if one.length > other.length {
        return other.overline;
    }
    let longer = other.overline || !one.overline;
    let blocked =
        !other.void_when_blocked || one.void_when_blocked && (one.edge_blocks || !other.edge_blocks);
    one.length == other.length && longer && blocked
}

/// Whether the two never hold together.
fn excludes(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::NoMoves, Condition::Reachable(_)) => true,
        (Condition::Played(a), Condition::Played(b)) => !a.iter().any(|rule| b.contains(rule)),
        _ => false,
    }
}
