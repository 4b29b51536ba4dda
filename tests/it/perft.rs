//! Counts of the tree of moves against what is known of it.

use banco::inside::game::Move;
use banco::inside::position::{LastPly, Position};

use crate::shipped::{self, deep};
use crate::suites::{Expect, position, same, try_all};

/// Leaves that a case may have, so that the tests take seconds.
fn limit() -> u64 {
    match (deep(), cfg!(debug_assertions)) {
        (true, _) => 20_000_000_000,
        (false, true) => 3_000_000,
        (false, false) => 60_000_000,
    }
}

/// The counts up to the limit.
fn within(counts: &[u64], limit: u64) -> &[u64] {
    let shallow = counts.iter().take_while(|&&count| count <= limit).count();
    &counts[..shallow]
}

#[test]
fn perft_equals_the_known_counts() {
    try_all(|_, game, case| match &case.expect.value {
        Expect::Perft(counts) => {
            let known = within(counts, limit());
            let found = position(case, game).perft(known.len(), LastPly::Counted);
            Some(same(found.as_slice(), known))
        }
        _ => None,
    });
}

#[test]
fn counting_the_last_ply_and_playing_it_agree() {
    try_all(|_, game, case| match &case.expect.value {
        Expect::Perft(counts) => {
            let known = within(counts, limit() / 4);
            let found = position(case, game).perft(known.len(), LastPly::Played);
            Some(same(found.as_slice(), known))
        }
        _ => None,
    });
}

#[test]
fn a_divided_perft_adds_up() {
    for name in shipped::names() {
        let position = Position::start(&shipped::game(name));
        let divided = position.perft_divided(2, LastPly::Counted);
        let moves: Vec<Move> = divided.iter().map(|(mv, _)| *mv).collect();
        let sum = |depth: usize| -> u64 { divided.iter().map(|(_, counts)| counts[depth]).sum() };
        assert_eq!(moves, position.legal_moves(), "{name}");
        assert_eq!(vec![sum(0), sum(1)], position.perft(2, LastPly::Counted), "{name}");
    }
}
