//! What surely stands on the board: the piece that has just moved, and what nobody but its owner takes away.

use crate::game::{Action, CellSet, Contents, Effect, Piece, Player, Rule, Stage, Touched, Verb, Way};

use super::Prospects;

impl Prospects<'_> {
    /// Why there is one of these in a region after a player's move, and at the start: what has moved stands there.
    pub(in crate::lint) fn has_landed(
        &self,
        player: Player,
        holds: Contents,
        on: &CellSet,
    ) -> Option<String> {
        let stands = |(rule, seen): (&Rule, &[super::Seen; 2])| {
            let seen = &seen[player.index()];
            let lands =
                !matches!(rule.action, Action::Pass | Action::Swap | Action::Exit) && self.stays(rule);
            !seen.made || lands && on.covers(&seen.landed) && seen.lands_as.but(holds).is_nothing()
        };
        let begins = !self.lost && self.at_start(holds, on) > 0;
        let all = begins && self.game.rules.moves.iter().zip(&self.rules).all(stands);
        all.then(|| "the piece that has just moved is such a piece".to_owned())
    }

    /// Why there is always one of these pieces of a player on the board: only its owner takes one, and what takes it
    /// stays.
    pub(in crate::lint) fn keeps_one(&self, player: Player, holds: Contents) -> Option<String> {
        let board = self.game.rules.geometry.board();
        let other = self.captured[(!player).index()].or(self.taken[(!player).index()]);
        let begins = self.at_start(holds, board) > 0;
        let kept = begins
            && Contents::owned(player, self.game.rules.roster).but(holds).is_nothing()
            && other.and(holds).is_nothing()
            && !self.is_changed();
        let stands = |(rule, seen): (&Rule, &[super::Seen; 2])| {
            !matches!(rule.action, Action::Exit | Action::Swap) && self.stays(rule)
                || !seen[player.index()].made
        };
        let all = kept && !self.lost && self.game.rules.moves.iter().zip(&self.rules).all(stands);
        all.then(|| "only its owner ever takes such a piece, with one that stays".to_owned())
    }

    /// Whether pieces become others where they stand.
    fn is_changed(&self) -> bool {
        let changes = |effect: &Effect| matches!(effect.verb, Verb::Flip | Verb::Become);
        self.has(|action| action == Action::Swap) || self.game.rules.effects().any(changes)
    }

    /// Whether what has landed by a rule stands there when the move is over.
    fn stays(&self, rule: &Rule) -> bool {
        // What has made a mark stands elsewhere, unless it marked its own cell.
        let marks_itself =
            self.game.rules.effects().any(|effect| effect.verb == Verb::Mark && effect.cells == Touched::To);
        let touches = |effect: &Effect| {
            let touched = match effect.cells {
                Touched::From => rule.action == Action::Stay,
                Touched::Path
                | Touched::Around
                | Touched::InLine
                | Touched::Flanking
                | Touched::Beset
                | Touched::Between => false,
                Touched::Marker => marks_itself,
                // Groups of the mover are turned over by nobody but its opponent.
                Touched::Enclosed => effect.verb != Verb::Flip && self.reaches_own(effect),
                Touched::To | Touched::Flanked => true,
            };
            touched && effect.changes_cells()
        };
        let own = |player: Player| Contents::owned(player, self.game.rules.roster);
        let goes = rule.then.is_some_and(|stage| match &self.game.rules.stages[stage] {
            Stage::Bring(bring) => bring.again,
            Stage::Take(removal) => Player::BOTH
                .into_iter()
                .any(|player| !removal.takes[player.index()].and(own(player)).is_nothing()),
        });
        !goes && !rule.effects.iter().chain(&self.game.rules.capture_effects).any(touches)
    }

    /// Whether an effect can change pieces of the mover.
    fn reaches_own(&self, effect: &Effect) -> bool {
        let own = |player: Player| Contents::owned(player, self.game.rules.roster);
        Player::BOTH.into_iter().any(|player| !effect.only[player.index()].and(own(player)).is_nothing())
    }

    /// Whether a piece on a cell can count as one that has not moved.
    pub(in crate::lint) fn is_fresh(&self, piece: Piece, cell: crate::game::Cell) -> bool {
        let starts = self.game.rules.setup.get(cell.index()) == Some(&piece);
        let settles = |effect: &Effect| effect.verb == Verb::Settle;
        let settled = |(rule, seen): (&Rule, &[super::Seen; 2])| {
            let seen = &seen[piece.owner().index()];
            let there = |effect: &Effect| {
                effect.cells != Touched::To || seen.landed.has(cell) && seen.lands_as.has(piece)
            };
            rule.effects.iter().any(|effect| settles(effect) && there(effect))
        };
        starts
            || self.lost
            || self.is_changed()
            || self.game.rules.capture_effects.iter().any(settles)
            || self.game.rules.moves.iter().zip(&self.rules).any(settled)
    }

    /// Whether a player can put a piece on any empty cell, whatever is played.
    pub(in crate::lint) fn can_always_drop(&self, player: Player) -> bool {
        let game = self.game;
        let free = |rule: &Rule| {
            let travel = &rule.by[player.index()];
            let asks = travel.when.is_some() || !travel.nearby.is_empty();
            let fails = rule.effects.iter().any(|effect| effect.at_least > 0) || rule.then.is_some();
            let endless = matches!(rule.action, Action::Drop(kind) if game.rules.supply_of(kind).is_none());
            let anywhere =
                matches!(travel.way, Way::Drop { .. }) && travel.to.covers(game.rules.geometry.board());
            endless && rule.hand.is_none() && anywhere && !asks && !fails
        };
        let plain = game.rules.vetoes.is_empty() && game.rules.royals.is_empty();
        plain && game.rules.moves.iter().any(free)
    }
}
