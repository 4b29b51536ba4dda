//! What makes two games the same for a table or a book: the board and the rules, not names, points or the setup.

use serde::Serialize;

use super::Rules;

impl Rules {
    /// A number that is another one when the rules are others; where the game starts does not matter. It is made of a
    /// canonical text, so that files keep it from one build to the next.
    pub fn fingerprint(&self) -> u64 {
        match serde_json::to_vec(&Lasting(self)) {
            Ok(text) => text.into_iter().fold(Fnv::default(), Fnv::add).0,
            Err(error) => unreachable!("rules have a text: {error}"),
        }
    }
}

/// The rules without their start.
struct Lasting<'a>(&'a Rules);

impl Serialize for Lasting<'_> {
    /// Everything is taken apart by name: a new part of the rules does not compile until it is answered here.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Rules {
            geometry,
            first: _,
            roster,
            royals,
            // Where a piece starts is not asked for by itself; what asks whether it has moved is among the rules.
            setup: _,
            setup_hands: _,
            bases,
            supplies,
            captured,
            must_capture,
            prefer,
            priority,
            score,
            area,
            bonus,
            capture_effects,
            gating,
            moves,
            stages,
            vetoes,
            ends,
            turns,
        } = self.0;
        let points = bonus.map(|halves| halves / 2);
        let pieces = (geometry, roster, royals, bases, supplies, score, points);
        let captures = (captured, must_capture, priority, capture_effects, gating);
        let rules = (pieces, captures, moves, stages, vetoes, ends);
        // Rules without a word of chains, of turns, or of areas and half points, keep the number that they had before there were any.
        let halves = bonus.map(|halves| halves % 2);
        match (*area == 0 && halves == [0; 2], prefer.is_empty()) {
            _ if !turns.are_plain() => (rules, prefer, area, halves, turns).serialize(to),
            (true, true) => rules.serialize(to),
            (true, false) => (rules, prefer).serialize(to),
            (false, _) => (rules, prefer, area, halves).serialize(to),
        }
    }
}

/// FNV-1a over bytes, which is the same on every machine and in every version.
pub(crate) struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The hash with one more byte.
    pub(crate) fn add(self, byte: u8) -> Fnv {
        Fnv((self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}
