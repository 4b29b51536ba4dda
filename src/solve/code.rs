//! What the work knows of a state, in one word.
//!
//! The upper bits say what kind of thing is known, the lower ones count moves or plies.

use crate::search::Exact;

/// The largest number that a word can count.
pub const MOST: u32 = (1 << SHIFT) - 1;

/// Nobody has come here yet.
pub const UNREACHED: u16 = 0;
/// Reached, and not looked at yet.
pub const FRESH: u16 = 1;
/// Not decided; the number is that of moves that are not known to lose.
pub const OPEN: u16 = 1 << SHIFT;
/// The player to move wins in that many plies.
pub const WIN: u16 = 2 << SHIFT;
/// The player to move loses in that many plies.
pub const LOSS: u16 = 3 << SHIFT;
/// Drawn, and an end that says so can be reached in that many plies when both want it.
pub const DRAW: u16 = 4 << SHIFT;

const SHIFT: u32 = 13;
const KIND: u16 = 7 << SHIFT;

/// The kind of a word.
#[inline]
pub fn kind(word: u16) -> u16 {
    word & KIND
}

/// The number of a word.
#[inline]
pub fn number(word: u16) -> u16 {
    word & !KIND
}

/// What a finished word says; `None` for a state that was not reached.
pub fn exact(word: u16) -> Option<Exact> {
    let plies = number(word) as u32;
    match kind(word) {
        WIN => Some(Exact::Win(plies)),
        LOSS => Some(Exact::Loss(plies)),
        DRAW => Some(Exact::Draw { endless: false }),
        OPEN => Some(Exact::Draw { endless: true }),
        _ => None,
    }
}

/// What is kept of a finished word: 0 for a state that was not reached, 1 and 2 for draws, then losses
/// and wins in turn by their plies.
#[inline]
pub fn packed(word: u16) -> u16 {
    match exact(word) {
        None => 0,
        Some(Exact::Draw { endless }) => 1 + endless as u16,
        Some(Exact::Loss(_)) => 3 + 2 * number(word),
        Some(Exact::Win(_)) => 4 + 2 * number(word),
    }
}

/// What a packed word says.
#[inline]
pub fn unpacked(packed: u16) -> Option<Exact> {
    match packed {
        0 => None,
        1 => Some(Exact::Draw { endless: false }),
        2 => Some(Exact::Draw { endless: true }),
        _ if packed % 2 == 1 => Some(Exact::Loss((packed as u32 - 3) / 2)),
        _ => Some(Exact::Win((packed as u32 - 4) / 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_words_say_the_same() {
        for plies in [0, 1, 87, 125, 126, MOST as u16] {
            for word in [WIN | plies, LOSS | plies, DRAW | plies, OPEN | plies] {
                assert_eq!(unpacked(packed(word)), exact(word), "{word:x}");
            }
        }
        assert_eq!((unpacked(packed(UNREACHED)), unpacked(packed(FRESH))), (None, None));
        assert!(packed(WIN | 125) <= u8::MAX as u16 && packed(LOSS | 126) <= u8::MAX as u16);
    }
}
