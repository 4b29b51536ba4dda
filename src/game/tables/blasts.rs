//! What a capture takes besides what stands where it lands: known before it happens, so that nothing has to be
//! played to see whether it costs a royal piece or opens a way to one.

use super::{AttackTables, Movement, RuleFlags};
use crate::game::{Contents, Effect, Kind, Piece, Player, Roster, Royalty, Rules, Touched, Verb};

/// The tables of a game whose captures take what stands around, and perhaps what captures.
#[derive(Clone, Debug)]
pub struct Blasts {
    /// Who looks at whom, whatever a capture takes besides.
    pub attacks: AttackTables,
    /// By mover: which of the pieces around go.
    around_go: [Contents; 2],
    /// By mover: which pieces go when they capture.
    captors_go: [Contents; 2],
}

impl Blasts {
    /// `None` where captures do something else, or where it is not enough to look at one royal piece of each player.
    /// [`Legality`](super::Legality) has seen to it that nothing else stands against masks.
    pub(super) fn of(rules: &Rules, movement: &Movement, flags: &[RuleFlags; 256]) -> Option<Blasts> {
        let takes = |effect: &Effect| {
            effect.verb == Verb::Take
                && effect.aside.is_none()
                && matches!(effect.cells, Touched::To | Touched::Around)
                && effect.only.iter().all(|only| only.and(Contents::MARKED).is_nothing())
        };
        if rules.capture_effects.is_empty() || !rules.capture_effects.iter().all(takes) {
            return None;
        }
        let mut attacks = AttackTables::build(rules, movement, flags)?;
        let captors_go = gone(rules, Touched::To);
        attacks.counts &= !rules.must_capture
            && Player::BOTH.into_iter().all(|player| is_uniform(rules, captors_go, player));
        let blasts = Blasts { attacks, around_go: gone(rules, Touched::Around), captors_go };
        blasts.royals_are_plain(rules).then_some(blasts)
    }

    /// Whether royal pieces that go around a capture go when they capture, too, and those that do look at nothing from
    /// afar: nobody takes a royal piece beside them, and masks need not leave out their rays.
    fn royals_are_plain(&self, rules: &Rules) -> bool {
        let mut royals =
            rules.royals.iter().flat_map(|royal| Player::each(|owner| (royal.piece(owner), owner)));
        royals.all(|(piece, owner)| {
            let steps = |cell| self.attacks.attack_rays(piece, cell).is_empty();
            match self.captor_goes(piece, owner) {
                true => rules.geometry.board().iter().all(steps),
                false => !self.around_go(owner).has(piece),
            }
        })
    }

    /// Which pieces around a capture of a player go.
    #[inline]
    pub fn around_go(&self, mover: Player) -> Contents {
        self.around_go[mover.index()]
    }

    /// Whether a piece of a player goes when it captures.
    #[inline]
    pub fn captor_goes(&self, piece: Piece, mover: Player) -> bool {
        self.captors_go[mover.index()].has(piece)
    }
}

/// What goes of the pieces on some cells of a capture, by mover.
fn gone(rules: &Rules, cells: Touched) -> [Contents; 2] {
    Player::each(|mover| {
        let effects = rules.capture_effects.iter().filter(|effect| effect.cells == cells);
        let all = effects.fold(Contents::NOTHING, |all, effect| all.or(effect.only[mover.index()]));
        all.but(Contents::EMPTY)
    })
}

/// Whether all common pieces of a player go when they capture, or none: then it does not matter what one becomes.
fn is_uniform(rules: &Rules, captors_go: [Contents; 2], player: Player) -> bool {
    let Roster { kinds, .. } = rules.roster;
    let common = (0..kinds as u8).map(Kind).filter(|&kind| !rules.is_royal(kind));
    let pieces = || common.clone().map(|kind| Piece::new(kind, player));
    let goes = |piece: Piece| captors_go[player.index()].has(piece);
    pieces().all(goes) || !pieces().any(goes)
}

/// Whether every royal piece must be safe by itself.
pub(super) fn royals_are_apart(rules: &Rules) -> bool {
    rules.royals.iter().all(|royal| royal.which == Royalty::Each)
}
