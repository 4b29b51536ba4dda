//! What each move rule does besides, as flags that playing a move and judging it look up.

use bitflags::bitflags;

use crate::game::facts::{always_captures, encloses, is_asked_late, may_cost_royals};
use crate::game::{Action, Contents, Effect, Piece, Player, Rule, Rules, Touched, Verb};

bitflags! {
    /// What a move rule does besides carrying its piece.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct RuleFlags: u16 {
        /// It changes more cells than those where the piece starts and lands; what comes from the hand to a cell that
        /// is left counts not here.
        const MULTI_CELL = 1;
        /// It notes something of cells that it leaves as they are: marks, what counts as not having moved.
        const MARKS = 1 << 1;
        /// It takes more than what stands where it lands.
        const CAPTURES_MORE = 1 << 2;
        /// Its capture of a royal piece takes more, which may be the captor's own royal pieces.
        const MAY_COST_ROYALS = 1 << 3;
        /// Each of its moves has to be asked whether it is meant.
        const CHECKED_LATE = 1 << 4;
        /// Each of its moves captures, whatever stands where: it hops over an enemy and takes it.
        const ALWAYS_CAPTURES = 1 << 5;
        /// Its moves may leave a royal piece attacked though none of their two cells bars a way to one: they change more,
        /// or bring a royal piece to the board.
        const STIRS_AFAR = 1 << 6;
        /// It does nothing but to put a piece on the board, which takes what it encloses of the other player.
        const ENCLOSES = 1 << 7;
        /// Some effect of it asks how the board was before the move.
        const LOOKS_BACK = 1 << 8;
        /// It carries its piece, puts another one where that stood, and does nothing else.
        const TRAILS = 1 << 9;
        /// Which pieces there are stays the same, unless it captures or makes the piece another one.
        const KEEPS_MATERIAL = 1 << 10;
        /// It does nothing but carry its piece and note something, unless it makes the piece another one: its capture
        /// changes no hand and no other cell, and is never one of the mover's own pieces.
        const CARRIES = 1 << 11;
        /// What stands where it starts and lands counts as having moved.
        const MOVES_PIECES = 1 << 12;
        /// It does nothing but put a piece from the supply on a cell.
        const PUTS = 1 << 13;
        /// Before its further stage it empties the cell that it leaves, fills the one where it lands, and changes no other.
        const LEAVES_AND_LANDS = 1 << 14;
    }
}

impl RuleFlags {
    /// The flags of every rule, by number; none beyond the last one.
    pub(super) fn of(rules: &Rules) -> [RuleFlags; 256] {
        std::array::from_fn(|number| match rules.moves.get(number) {
            Some(rule) => RuleFlags::of_rule(rules, number, rule),
            None => RuleFlags::empty(),
        })
    }

    fn of_rule(rules: &Rules, number: usize, rule: &Rule) -> RuleFlags {
        let any_effect = |test: fn(&Effect) -> bool| rule.effects.iter().any(test);
        let lands_on_own = |player: &Player| {
            let own = Contents::owned(*player, rules.roster);
            !rule.by[player.index()].onto.and(own).is_nothing()
        };
        let multi_cell = rule.spreads();
        let capture_stirs = rules.captured.is_some() || !rules.capture_effects.is_empty();
        let gates = rules.gating.is_some();
        let takes_own = Player::BOTH.iter().any(lands_on_own);
        let mut flags = RuleFlags::empty();
        flags.set(RuleFlags::MULTI_CELL, multi_cell);
        let looks_back = any_effect(|effect| effect.aside.as_ref().is_some_and(|aside| aside.fresh));
        flags.set(RuleFlags::LOOKS_BACK, looks_back);
        let does_more = multi_cell || gates || capture_stirs || takes_own || looks_back;
        let carries = rule.action == Action::Shift || rule.action == Action::Change && !does_more;
        flags.set(RuleFlags::CARRIES, carries);
        let travels = matches!(rule.action, Action::Shift | Action::Change);
        let alone = rule.effects.is_empty() && rules.capture_effects.is_empty() && !gates;
        flags.set(RuleFlags::LEAVES_AND_LANDS, travels && alone);
        let drops = matches!(rule.action, Action::Drop(_));
        flags.set(RuleFlags::PUTS, drops && !multi_cell && rule.hand.is_none());
        flags.set(RuleFlags::MOVES_PIECES, !matches!(rule.action, Action::Pass | Action::Swap));
        flags.set(RuleFlags::MARKS, any_effect(|effect| !effect.changes_cells()));
        flags.set(RuleFlags::CAPTURES_MORE, takes_elsewhere(rules, rule));
        flags.set(RuleFlags::MAY_COST_ROYALS, may_cost_royals(rules, number));
        flags.set(RuleFlags::ALWAYS_CAPTURES, always_captures(rules, rule));
        flags.set(RuleFlags::STIRS_AFAR, multi_cell || gates || castles_or_crowns(rules, rule));
        flags.set(RuleFlags::ENCLOSES, encloses(rules, rule));
        flags.set(RuleFlags::CHECKED_LATE, is_asked_late(rules, rule));
        let shifts = travels || rule.action == Action::Castle;
        let adds_nothing = !gates && rule.then.is_none() && !rule.effects.iter().any(Effect::changes_cells);
        flags.set(RuleFlags::KEEPS_MATERIAL, shifts && adds_nothing && !takes_own);
        flags.set(RuleFlags::TRAILS, !gates && !capture_stirs && trails(rule));
        flags
    }
}

/// Whether a rule takes more than what stands where it lands.
pub(super) fn takes_elsewhere(rules: &Rules, rule: &Rule) -> bool {
    rule.then.is_some_and(|stage| rules.stages[stage].removal().is_some())
        || rule.effects.iter().any(|effect| effect.verb == Verb::Take)
}

/// Whether a rule carries its piece and puts another one where that stood.
fn trails(rule: &Rule) -> bool {
    let [effect] = rule.effects.as_slice() else { return false };
    let puts = (effect.verb, effect.cells) == (Verb::Put, Touched::From) && effect.kind.is_some();
    let always = effect.aside.is_none() && effect.only.iter().all(|only| only.has(Piece::NONE));
    let stays = rule.by.iter().all(|travel| travel.promotion.is_none());
    rule.action == Action::Change && puts && always && stays && rule.then.is_none()
}

/// Whether moves of a rule go with two pieces, or bring a royal piece to the board.
fn castles_or_crowns(rules: &Rules, rule: &Rule) -> bool {
    let promotions = rule.by.iter().filter_map(|travel| travel.promotion.as_ref());
    let mut becoming = promotions.flat_map(|promotion| &promotion.to);
    match rule.action {
        Action::Castle => true,
        Action::Drop(kind) => rules.is_royal(kind),
        _ => becoming.any(|&kind| rules.is_royal(kind)),
    }
}
