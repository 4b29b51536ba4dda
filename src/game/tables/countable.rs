//! Of which games the moves can be counted as sets, and from where pieces may become others that cannot.

use crate::game::facts::{is_asked_besides_supply, is_asked_late};
use crate::game::{
    Action, Cell, CellSet, Condition, Contents, MoveStep, Movement, Piece, Player, Rule, Rules, TargetFilter,
    Veto,
};

/// Whether nothing but tables, castles, drops and marks makes the moves of the game.
pub(super) fn is_countable(rules: &Rules, movement: &Movement) -> bool {
    let drops = |rule: &Rule| matches!(rule.action, Action::Drop(_));
    let travels = |rule: &Rule| {
        rule.then.is_none()
            && matches!(rule.action, Action::Shift | Action::Change | Action::Castle | Action::Drop(_))
    };
    let vetoed = |veto: &Veto| {
        veto.rules
            .as_ref()
            .is_some_and(|looked_at| looked_at.iter().all(|&rule| drops(&rules.moves[rule as usize])))
    };
    // Where both carry a piece, a set has their cell once.
    let merges = |&(one, other): &(u8, u8)| {
        one != other && [one, other].iter().all(|&rule| rules.moves[rule as usize].action.travels())
    };
    // What a drop changes besides its cell may uncover an attack.
    let spreads = |rule: &Rule| drops(rule) && rule.spreads() && rules.has_royals();
    !movement.repeats_moves
        && !movement.clashes.keys().any(merges)
        && !rules.moves.iter().any(spreads)
        && (!rules.must_capture || captures_by_landing(rules))
        && rules.prefer.is_empty()
        && rules.priority.iter().all(|&rule| drops(&rules.moves[rule as usize]))
        && !rules.moves.iter().any(|rule| is_asked_late(rules, rule) && is_asked_besides_supply(rule))
        && movement.filters.iter().flatten().all(|filter| filter.when.is_none())
        && movement.passes.iter().all(Vec::is_empty)
        && rules.moves.iter().all(travels)
        && (rules.vetoes.iter().all(vetoed) || forbids_checks_alone(rules))
}

/// Where pieces stand that may become what can run out, or what must be safe.
pub(super) fn limited(rules: &Rules, movement: &Movement) -> Vec<(Piece, CellSet)> {
    let is_limited = |step: &MoveStep| {
        let limits = |kind| rules.supply_of(kind).is_some() || rules.is_royal(kind);
        step.mv.becomes().is_some_and(limits)
    };
    let of = |piece: Piece| {
        let from = |cell: &Cell| movement.steps(piece, *cell).iter().any(is_limited);
        (piece, rules.geometry.board().iter().filter(from).collect::<CellSet>())
    };
    (1..=2 * rules.roster.kinds as u8).map(Piece).map(of).filter(|(_, cells)| !cells.is_empty()).collect()
}

/// Whether pieces capture where they land, and by effects only where a mark lets them land.
fn captures_by_landing(rules: &Rules) -> bool {
    let drops = |rule: &Rule| matches!(rule.action, Action::Drop(_));
    rules.moves.iter().all(|rule| !drops(rule) || rule.effects.is_empty())
}

/// Whether each veto forbids every move that gives check, pieces only go from cell to cell and stay what they are, and no
/// move comes before another one.
pub(super) fn forbids_checks_alone(rules: &Rules) -> bool {
    let plain = |rule: &Rule| {
        matches!(rule.action, Action::Shift | Action::Change)
            && rule.by.iter().all(|travel| travel.promotion.is_none())
    };
    let checks =
        |veto: &Veto| veto.when == Condition::InCheck && veto.before.is_none() && veto.rules.is_none();
    let chosen = rules.must_capture || rules.gating.is_some();
    !chosen && rules.moves.iter().all(plain) && rules.vetoes.iter().all(checks)
}

/// Whether what lands by a filter captures every piece of a player, or none.
pub(super) fn takes_all_or_none(rules: &Rules, filter: &TargetFilter, of: Player) -> bool {
    let all = Contents::owned(of, rules.roster);
    let taken = filter.holds.and(all);
    taken.is_nothing() || taken == all
}
