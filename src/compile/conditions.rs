//! Conditions: the one grammar of every `if`.

use std::collections::BTreeSet;

use crate::diagnostic::codes::{meaning, text};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    CellSet, Condition, Contents, Count, Facing, LineRule, Player, Repeated, Resets, Run, Side, Through,
};
use crate::spec::{
    self, At, BlockedEnds, Checking, Condition as Said, Filter, Line, Overline, Region, Reset,
};

use super::filters::contents;
use super::groups::{both_ways, check_bounds, connects, grouped};
use super::rules::RuleNames;
use super::scope::Scope;

/// Where a condition stands; not every condition can be asked everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AskedIn {
    /// In a move rule, asked before the move.
    Move,
    /// In `[illegal]`, asked after a move on trial.
    Veto,
    /// In `[end]`.
    End,
    /// In `if` of a further stage that takes a piece, asked after the landing.
    Landed,
    /// In `spare` there, asked of a piece that may be chosen.
    Chosen,
    /// In `[turn]`, asked after a move.
    Turn,
}

/// Where a condition stands, and what it is resolved against.
#[derive(Clone, Copy)]
struct Asking<'a, 's> {
    place: AskedIn,
    /// The rules that moves are made by, where a move has been made.
    rules: Option<RuleNames<'a>>,
    scope: &'a Scope<'s>,
}

/// Resolves a condition that is asked before a move, or in the middle of one. `None` where a part of it could not be read
/// or understood.
pub(crate) fn condition(said: &At<Said>, place: AskedIn, scope: &Scope) -> Option<Condition> {
    resolve_here(said, Asking { place, rules: None, scope })
}

/// The same of one that is asked after a move by one of these rules.
pub(crate) fn condition_after(
    said: &At<Said>,
    place: AskedIn,
    rules: RuleNames,
    scope: &Scope,
) -> Option<Condition> {
    resolve_here(said, Asking { place, rules: Some(rules), scope })
}

fn resolve_here(said: &At<Said>, asking: Asking) -> Option<Condition> {
    let asked_here = check_place(said, asking.place, asking.scope);
    let resolved = resolve(said, asking);
    resolved.filter(|_| asked_here)
}

fn resolve(said: &At<Said>, asking: Asking) -> Option<Condition> {
    let scope = asking.scope;
    match &said.value {
        Said::NoMoves => Some(Condition::NoMoves),
        Said::BoardFull => Some(Condition::BoardFull),
        Said::InCheck => Some(Condition::InCheck),
        Said::Unmoved => None,
        Said::Checks(checks) => Some(Condition::Checks(checks.value)),
        Said::None { what, on: None } if what.is_checking() => Some(checkers(None, Some(0))),
        Said::Some { what, on: None } if what.is_checking() => Some(checkers(Some(1), None)),
        Said::Count { what, on: None, at_least, at_most } if what.is_checking() => {
            check_bounds(at_least.as_ref(), at_most.as_ref(), scope);
            Some(checkers(at_least.map(|bound| bound.value), at_most.map(|bound| bound.value)))
        }
        Said::None { what, on } => Some(count(what, on.as_ref(), 0, 0, scope)),
        Said::Some { what, on } => Some(count(what, on.as_ref(), 1, u32::MAX, scope)),
        Said::Count { what, on, at_least, at_most } => {
            check_bounds(at_least.as_ref(), at_most.as_ref(), scope);
            let at_least = at_least.map_or(0, |bound| bound.value);
            let at_most = at_most.map_or(u32::MAX, |bound| bound.value);
            Some(count(what, on.as_ref(), at_least, at_most, scope))
        }
        Said::Held { what, on, at_least, at_most } => {
            check_bounds(at_least.as_ref(), at_most.as_ref(), scope);
            let cells = on.as_ref().map_or([CellSet::EMPTY; 2], |region| scope.cells(region));
            Some(Condition::Held(Box::new(Count {
                holds: contents(what, scope),
                on: cells,
                by: None,
                at_least: at_least.map_or(0, |bound| bound.value),
                at_most: at_most.map_or(u32::MAX, |bound| bound.value),
            })))
        }
        Said::Attacked { what, on, by } => {
            let mut asked = counted(what, on.as_ref(), 1, u32::MAX, scope);
            asked.by = by.as_ref().map(|by| contents(by, scope));
            Some(Condition::Attacked(asked))
        }
        Said::Reachable { what, on } => {
            Some(Condition::Reachable(counted(what, on.as_ref(), 1, u32::MAX, scope)))
        }
        Said::Facing { pair, along } => {
            let any = || scope.board.geometry.circle().to_vec();
            let along = Player::each(|player| {
                let mut along = along.as_ref().map_or_else(any, |along| scope.directions(along, player));
                along.sort_unstable();
                along
            });
            // Empty cells face nobody.
            let pieces = |filter| contents(filter, scope).map(|holds| holds.but(Contents::EMPTY));
            Some(Condition::Facing(Box::new(Facing {
                one: pieces(&pair.one),
                other: pieces(&pair.other),
                along,
            })))
        }
        Said::Line(line) => line_asked(line, scope),
        Said::Enclosed { what, along } => {
            Some(Condition::Enclosed(Box::new(grouped(what, along.as_ref(), [None; 2], scope))))
        }
        Said::Groups { what, along, at_least, at_most } => {
            let bounds = [at_least.as_ref(), at_most.as_ref()];
            Some(Condition::Groups(Box::new(grouped(what, along.as_ref(), bounds, scope))))
        }
        Said::Connects { regions, along, at_least } => {
            Some(connects(regions, along.as_ref(), at_least.as_ref(), scope))
        }
        Said::Repeats { times, checking, of, since } => {
            let first = ("every position occurs once", "`repeats = 2` is the first repetition");
            check_twice(times, first, scope);
            let checking = checking.as_ref().map(|who| match who.value {
                Checking::Own => Side::Own,
                Checking::Enemy => Side::Enemy,
            });
            let board = of.is_some_and(|of| of.value == spec::Repeated::Board);
            let of = Repeated { board, lately: since.is_some() };
            Some(Condition::Repeats { times: times.value, checking, of })
        }
        Said::QuietPlies { plies, reset } => {
            let resets = resets(reset.as_deref(), scope);
            Some(Condition::QuietPlies { plies: plies.value, resets })
        }
        Said::SamePiece { moves, reset } => {
            let help = "`same-piece = 2` asks whether a piece moved twice in a row";
            check_twice(moves, ("every move is made by one piece", help), scope);
            let resets = resets(Some(reset.as_deref().unwrap_or_default()), scope);
            Some(Condition::SamePiece { moves: moves.value, resets })
        }
        Said::Plies(plies) => Some(Condition::Plies(plies.value)),
        Said::Passes(passes) => Some(Condition::Passes(passes.value)),
        Said::Played(names) => Some(played(names, asking)),
        Said::Not(inner) => resolve_here(inner, asking).map(|c| Condition::Not(Box::new(c))),
        Said::Either(list) => all_of(list, asking).map(Condition::Either),
        Said::All(list) => all_of(list, asking)
            .map(|mut list| if list.len() == 1 { list.remove(0) } else { Condition::All(list) }),
    }
}

fn all_of(list: &[At<Said>], asking: Asking) -> Option<Vec<Condition>> {
    let resolved: Vec<_> = list.iter().map(|said| resolve_here(said, asking)).collect();
    resolved.into_iter().collect()
}

/// The rules that may have made the last move, without those that a parent names and that are dropped here.
fn played(names: &[At<String>], asking: Asking) -> Condition {
    let found = names.iter().filter_map(|name| asking.rules?.find(name, asking.scope));
    let rules: BTreeSet<u8> = found.collect();
    Condition::Played(rules.into_iter().collect())
}

fn check_place(said: &At<Said>, place: AskedIn, scope: &Scope) -> bool {
    let in_stage = matches!(place, AskedIn::Landed | AskedIn::Chosen);
    let after_moves = matches!(place, AskedIn::Veto | AskedIn::End);
    let (what, fits) = match &said.value {
        Said::NoMoves => ("`no-moves`", after_moves),
        Said::Reachable { .. } => ("`reachable`", after_moves),
        // Rules that can ask for it have taken it out.
        Said::Unmoved => ("`unmoved`", false),
        Said::Checks(_) => ("`checks`", place == AskedIn::End),
        Said::Played(_) => ("`played`", after_moves || place == AskedIn::Turn),
        Said::Repeats { .. } => ("`repeats`", after_moves),
        Said::QuietPlies { .. } => ("`quiet-plies`", place == AskedIn::End),
        Said::SamePiece { .. } => ("`same-piece`", after_moves),
        Said::Plies(_) => ("`plies`", place == AskedIn::End),
        Said::Passes(_) => ("`passes`", place == AskedIn::End),
        Said::InCheck => ("`in-check`", !in_stage),
        Said::None { what, on: None }
        | Said::Some { what, on: None }
        | Said::Count { what, on: None, .. }
            if what.is_checking() =>
        {
            ("`checking`", !in_stage)
        }
        Said::Attacked { .. } => ("`attacked`", !in_stage),
        Said::Line(line) => return check_through(line, place, scope),
        Said::BoardFull
        | Said::None { .. }
        | Said::Some { .. }
        | Said::Count { .. }
        | Said::Held { .. }
        | Said::Facing { .. }
        | Said::Enclosed { .. }
        | Said::Groups { .. }
        | Said::Connects { .. }
        | Said::Not(_)
        | Said::Either(_)
        | Said::All(_) => return true,
    };
    if !fits {
        let here = match place {
            AskedIn::Move => "in a move rule",
            AskedIn::Veto => "in `[illegal]`",
            AskedIn::End => "in `[end]`",
            AskedIn::Landed | AskedIn::Chosen => "in a further stage",
            AskedIn::Turn => "in `[turn]`",
        };
        let message = match &said.value {
            Said::Unmoved => "`unmoved` is asked of a piece before its move, alone or in a list".to_owned(),
            _ => format!("{what} cannot be asked {here}"),
        };
        let help = match place {
            AskedIn::Landed | AskedIn::Chosen => {
                "further stages can ask what stands where, and nothing of who could take it"
            }
            AskedIn::Turn => "turns can ask what stands where, what is attacked and which rule was played",
            AskedIn::Move | AskedIn::Veto | AskedIn::End => {
                "ends can ask for anything; vetoes for nothing of the game's history but `repeats`, `played` and \
                    `same-piece`; move rules neither for that nor for what moves there are"
            }
        };
        scope.log.add(Diagnostic::new(meaning::MISPLACED_CONDITION, said.span, message).help(help));
    }
    fits
}

/// Whether the cell that a run is to go through is one that is asked about here.
fn check_through(line: &Line, place: AskedIn, scope: &Scope) -> bool {
    let Some(of) = line.of else { return true };
    let (asked, whose) = match of.value {
        spec::Through::Landing => (AskedIn::Landed, "in `if` of a further stage that takes a piece"),
        spec::Through::Chosen => (AskedIn::Chosen, "in `spare` of a further stage that takes a piece"),
    };
    if asked != place {
        let message = format!("`of = \"{}\"` is asked {whose} alone", of.value.word());
        scope.log.report(meaning::MISPLACED_CONDITION, of.span, message);
    }
    asked == place
}

fn checkers(at_least: Option<u32>, at_most: Option<u32>) -> Condition {
    Condition::Checkers { at_least: at_least.unwrap_or(0), at_most: at_most.unwrap_or(u32::MAX) }
}

fn count(what: &Filter, on: Option<&Region>, at_least: u32, at_most: u32, scope: &Scope) -> Condition {
    Condition::Count(counted(what, on, at_least, at_most, scope))
}

fn counted(what: &Filter, on: Option<&Region>, at_least: u32, at_most: u32, scope: &Scope) -> Box<Count> {
    let on = on.map_or([*scope.board.geometry.board(); 2], |region| scope.cells(region));
    Box::new(Count { holds: contents(what, scope), on, by: None, at_least, at_most })
}

/// A number of times that says something from 2 on.
fn check_twice(times: &At<u32>, (message, help): (&str, &str), scope: &Scope) {
    if times.value < 2 {
        let once = Diagnostic::new(meaning::IMPOSSIBLE_BOUNDS, times.span, message);
        scope.log.add(once.help(help));
    }
}

/// A line of pieces: anywhere, or along some axes alone, or through a cell.
fn line_asked(line: &Line, scope: &Scope) -> Option<Condition> {
    let rule = line_rule(line)?;
    if line.of.is_none() && line.along.is_none() {
        return Some(Condition::Line(rule));
    }
    let ways = |player| match &line.along {
        None => scope.board.geometry.circle().to_vec(),
        Some(along) => scope.directions(along, player),
    };
    check_axes(line, scope);
    let through = line.of.map(|of| match of.value {
        spec::Through::Landing => Through::Landing,
        spec::Through::Chosen => Through::Chosen,
    });
    let along = Player::each(|player| both_ways(ways(player)));
    Some(Condition::Run(Box::new(Run { rule, through, along })))
}

/// Reports rows of pieces that lie between the axes of hexagons.
fn check_axes(line: &Line, scope: &Scope) {
    let Some(along) = line.along.as_ref().filter(|_| scope.board.geometry.has_hexes()) else { return };
    let circle = scope.board.geometry.circle();
    if scope.directions(along, Player::First).iter().any(|by| !circle.contains(by)) {
        let message = "rows along the diagonals of hexagons are not supported by this version";
        let far = Diagnostic::new(text::NOT_SUPPORTED, along.span, message);
        scope.log.add(far.help("`orthogonal` rows are those of cells that touch each other"));
    }
}

fn line_rule(line: &Line) -> Option<LineRule> {
    let length = line.length.as_ref()?;
    Some(LineRule {
        length: length.value,
        overline: line.overline.is_none_or(|word| word.value == Overline::Win),
        void_when_blocked: line.blocked_ends.is_some_and(|word| word.value == BlockedEnds::Void),
        edge_blocks: line.edge_blocks.is_some_and(|edge| edge.value),
    })
}

fn resets(reset: Option<&[At<Reset>]>, scope: &Scope) -> Resets {
    let Some(reset) = reset else { return Resets::CAPTURES };
    let mut resets = Resets { capture: false, kinds: 0, flip: false };
    for at in reset {
        match &at.value {
            Reset::Capture => resets.capture = true,
            Reset::Flip => match scope.kinds.iter().find(|&kind| scope.kinds.name(kind).value == "flip") {
                Some(kind) => resets.kinds |= 1 << kind.index(),
                None => resets.flip = true,
            },
            Reset::Kind(name) => resets.kinds |= kind_bit(name, at.span, scope),
        }
    }
    resets
}

fn kind_bit(name: &str, span: Span, scope: &Scope) -> u64 {
    scope.kinds.find(name, span, scope.log).map_or(0, |kind| 1 << kind.index())
}
