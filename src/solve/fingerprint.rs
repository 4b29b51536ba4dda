//! What makes two games the same for a table: the board and the rules, not names, points or the setup.

use std::hash::{Hash, Hasher};

use crate::game::{Blueprint, End, Game, Rule, Veto};

/// A number that is another one when the rules are others.
pub fn fingerprint(game: &Game) -> u64 {
    let mut hash = Fnv::new();
    hash_rules(game, &mut hash);
    hash.finish()
}

/// Everything is taken apart by name: a new part of the rules does not compile until it is answered here.
fn hash_rules(blueprint: &Blueprint, hash: &mut Fnv) {
    let Blueprint {
        name: _,
        fen: _,
        geometry,
        players: _,
        first: _,
        kinds: _,
        roster,
        royals,
        // Where a piece starts is not asked for by itself; what asks whether it has moved is among the rules.
        setup: _,
        setup_hands: _,
        bases,
        supplies,
        captured,
        must_capture,
        priority,
        score,
        bonus,
        capture_effects,
        gating,
        rules,
        stages,
        vetoes,
        ends,
        evaluation: _,
        // Directions, regions and castles are resolved for each player already.
        forward: _,
        mirror: _,
        swaps: _,
        near: _,
    } = blueprint;
    (geometry, roster, royals, bases, supplies).hash(hash);
    (captured, must_capture, priority, score, bonus).hash(hash);
    (capture_effects, gating, stages).hash(hash);
    for rule in rules {
        let Rule { name: _, kind, action, origin: _, by, effects, hand, unmoved, then } = rule;
        (kind, action, by, effects, hand, unmoved, then).hash(hash);
    }
    for veto in vetoes {
        let Veto { name: _, when, before, rules, origin: _ } = veto;
        (when, before, rules).hash(hash);
    }
    for end in ends {
        let End { name: _, when, winner, adjudicated, origin: _ } = end;
        (when, winner, adjudicated).hash(hash);
    }
}

/// FNV-1a over numbers of one width and order, so that it is the same on every machine.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ *byte as u64).wrapping_mul(0x100_0000_01b3));
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
