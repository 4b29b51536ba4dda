//! What makes two games the same for a table: the board and the rules, not names, points or the setup.

use crate::game::Game;

/// A number that is another one when the rules are others.
pub fn fingerprint(game: &Game) -> u64 {
    let mut text = format!("{:?} {}", game.geometry, game.kinds.len());
    for royal in &game.royals {
        text += &format!("{:?}{:?}", royal.kind, royal.which);
    }
    for rule in &game.rules {
        text += &format!("{:?}{:?}{:?}", rule.kind, rule.action, rule.by);
    }
    for veto in &game.vetoes {
        text += &format!("{:?}{:?}{:?}", veto.when, veto.before, veto.rules);
    }
    for end in &game.ends {
        text += &format!("{:?}{:?}", end.when, end.winner);
    }
    // FNV-1a, which is the same on every machine.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3))
}
