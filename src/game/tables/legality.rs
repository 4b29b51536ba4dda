//! How it is found out whether a move leaves the mover's royal pieces safe.

use super::blasts::royals_are_apart;
use super::{AttackTables, Blasts, Movement, RuleFlags};
use crate::game::{Action, Effect, Facts, Rule, Rules};

/// The cheapest way that the rules of a game allow. What else can forbid a move, vetoes and compulsory moves, is asked
/// apart, see [`Facts::restricted`].
#[derive(Clone, Debug)]
pub enum Legality {
    /// No piece is royal.
    Free,
    /// Each royal piece must be safe by itself, and is looked at by jumps and slides alone: masks of checks and pins
    /// say where pieces may go, and nothing is tried.
    Masked(AttackTables),
    /// The same, but that a capture takes what stands around, too: what that does is seen from masks. Where a player
    /// has not one royal piece, every move is tried.
    Blasts(Blasts),
    /// What looks at royal pieces hops, or goes ways that others bar: moves that change a cell on such a way are tried.
    Exposed,
    /// A capture or a condition can change more than its own cells, or a way depends on more: every move is tried.
    Tested,
}

impl Legality {
    pub(in crate::game) fn of(
        rules: &Rules,
        facts: &Facts,
        movement: &Movement,
        flags: &[RuleFlags; 256],
    ) -> Legality {
        if !facts.has_royals {
            return Legality::Free;
        }
        let masked = || AttackTables::build(rules, movement, flags).map(Legality::Masked);
        let blasts = || Blasts::of(rules, movement, flags).map(Legality::Blasts);
        let by_masks = match (allows_masks(rules), rules.capture_effects.is_empty()) {
            (true, true) => masked(),
            (true, false) if !crowns(rules) && rules.roster.neutral == 0 => blasts(),
            (_, _) => None,
        };
        match by_masks {
            Some(legality) => legality,
            None if facts.captures_may_cost_royals
                || movement.conditional.contains(&true)
                || rules.moves.iter().flat_map(|rule| &rule.by).any(|travel| travel.way.looks_farther())
                || rules.capture_effects.iter().any(Effect::changes_cells) =>
            {
                Legality::Tested
            }
            None => Legality::Exposed,
        }
    }

    /// The attack tables, where there are some.
    #[inline]
    pub fn attacks(&self) -> Option<&AttackTables> {
        match self {
            Legality::Masked(attacks) => Some(attacks),
            Legality::Blasts(blasts) => Some(&blasts.attacks),
            Legality::Free | Legality::Exposed | Legality::Tested => None,
        }
    }

    /// The attack tables, where masks decide.
    #[inline]
    pub fn masks(&self) -> Option<&AttackTables> {
        match self {
            Legality::Masked(attacks) => Some(attacks),
            _ => None,
        }
    }

    /// The tables of captures that take what stands around, where they decide.
    #[inline]
    pub fn blasts(&self) -> Option<&Blasts> {
        match self {
            Legality::Blasts(blasts) => Some(blasts),
            _ => None,
        }
    }
}

/// Whether every royal piece must be safe by itself, and no further stage puts what bars a check.
fn allows_masks(rules: &Rules) -> bool {
    let bars_late = rules.roster.neutral != 0 && !rules.stages.is_empty();
    !bars_late && royals_are_apart(rules) && !rules.has_chains()
}

/// Whether a piece may become royal, or come to the board so.
fn crowns(rules: &Rules) -> bool {
    let drops_royals = |rule: &Rule| matches!(rule.action, Action::Drop(kind) if rules.is_royal(kind));
    if rules.moves.iter().any(drops_royals) {
        return true;
    }
    let promotions = rules.moves.iter().flat_map(|rule| &rule.by).filter_map(|by| by.promotion.as_ref());
    promotions.flat_map(|promotion| &promotion.to).any(|&kind| rules.is_royal(kind))
}
