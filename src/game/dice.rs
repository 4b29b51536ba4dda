//! Numbers in a row that look drawn, the same on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014): small, and good for keys and a few thousand choices. Moves the state on and gives
/// the next number.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
