//! Groups: how pieces are joined, and whose they can be.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::{meaning, text};
use crate::game::{CellSet, Condition, Connects, Contents, Grouped, Offset, Player};
use crate::spec::{At, Directions, Filter, Region};

use super::filters::contents;
use super::scope::Scope;

/// The directions that join pieces, each with its opposite, in ascending order.
pub(super) fn joined(along: Option<&Directions>, scope: &Scope) -> Vec<Offset> {
    let ways = |player| {
        along.map_or_else(|| scope.board.geometry.joining(), |along| scope.directions(along, player))
    };
    let [first, second] = Player::each(|player| both_ways(ways(player)));
    if let (true, Some(along)) = (first != second, along) {
        let message = "these directions join the pieces of the one player otherwise than those of the other";
        let unlike = Diagnostic::new(text::BAD_VALUE, along.span, message);
        scope.log.add(unlike.help("`orthogonal`, `any` and points of the compass are the same for both"));
    }
    first
}

/// These directions and their opposites, each once, in ascending order.
pub(crate) fn both_ways(along: Vec<Offset>) -> Vec<Offset> {
    let mut both: Vec<Offset> = along.into_iter().flat_map(|by| [by, by.times(-1)]).collect();
    both.sort_unstable();
    both.dedup();
    both
}

/// The groups with a piece that passes a filter.
pub(super) fn grouped(
    what: &Filter,
    along: Option<&Directions>,
    [at_least, at_most]: [Option<&At<u32>>; 2],
    scope: &Scope,
) -> Grouped {
    check_bounds(at_least, at_most, scope);
    let pieces = Player::each(|player| Contents::owned(player, scope.kinds.roster()));
    let pieces = pieces[0].or(pieces[1]);
    let passing = contents(what, scope);
    if passing.iter().all(|passing| passing.and(pieces).is_nothing() && !passing.is_nothing()) {
        let message = "only pieces of the players form groups";
        scope.log.add(Diagnostic::new(text::BAD_FILTER, what.span, message));
    }
    Grouped {
        holds: passing.map(|passing| passing.and(pieces)),
        along: joined(along, scope),
        at_least: at_least.map_or(0, |bound| bound.value),
        at_most: at_most.map_or(u32::MAX, |bound| bound.value),
    }
}

/// The regions that one group touches.
pub(super) fn connects(
    regions: &[Region],
    along: Option<&Directions>,
    at_least: Option<&At<u32>>,
    scope: &Scope,
) -> Condition {
    let cells: Vec<[CellSet; 2]> = regions.iter().map(|region| scope.cells(region)).collect();
    if let Some(least) = at_least.filter(|least| least.value as usize > regions.len()) {
        let message = format!("there are {} regions, and {} are asked for", regions.len(), least.value);
        scope.log.add(Diagnostic::new(meaning::IMPOSSIBLE_BOUNDS, least.span, message));
    }
    Condition::Connects(Box::new(Connects {
        regions: Player::each(|player| cells.iter().map(|cells| cells[player.index()]).collect()),
        along: joined(along, scope),
        at_least: at_least.map_or(regions.len() as u32, |least| least.value),
    }))
}

/// Reports bounds that leave nothing.
pub(super) fn check_bounds(at_least: Option<&At<u32>>, at_most: Option<&At<u32>>, scope: &Scope) {
    if let (Some(least), Some(most)) = (at_least, at_most)
        && least.value > most.value
    {
        let message = format!("at least {} and at most {} is impossible", least.value, most.value);
        let crossed = Diagnostic::new(meaning::IMPOSSIBLE_BOUNDS, most.span, message);
        scope.log.add(crossed.label(least.span, "more than the most"));
    }
}
