//! Drops of which nothing is asked: what the fast playouts can play.

use crate::game::{Action, Game, Player, Rule, Travel};

/// The rule by which each player puts a piece on any empty cell, where that is the only way to put one; no further
/// moves but passes and the exchange of sides.
pub fn drops(game: &Game) -> Option<[u8; 2]> {
    let asks_nothing = |travel: &Travel| travel.when.is_none() && travel.nearby.is_empty();
    let plain = |rule: &Rule| match rule.action {
        Action::Drop(_) => rule.hand.is_none() && rule.then.is_none() && rule.by.iter().all(asks_nothing),
        Action::Pass | Action::Swap => true,
        _ => false,
    };
    let one_at_a_time =
        game.rules.turns.moves == [1] && game.rules.turns.extra.is_none() && game.rules.turns.until.is_none();
    if game.facts.compels || !one_at_a_time || !game.rules.moves.iter().all(plain) {
        return None;
    }
    let of = |player: Player| match game.tables.movement.drops[player.index()].as_slice() {
        [drop]
            if drop.anywhere
                && drop.supply.is_none()
                && drop.hand.is_none()
                && !drop.looks_nearby
                && !drop.flanks
                && drop.falls.is_none() =>
        {
            Some(drop.rule)
        }
        _ => None,
    };
    Some([of(Player::First)?, of(Player::Second)?])
}
