//! Searches where captures have to be played.

use banco::inside::eval::{WIN, plies_to_win};
use banco::inside::game::SearchMethod;
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use banco::inside::search::{Limits, Search};
use banco::on_board;

use crate::shipped;

/// What a search says, to so many plies, positive for the first player.
fn searched(position: &Position, depth: u32) -> i32 {
    let limits = Limits { algorithm: Some(SearchMethod::Pvs), ..Limits::depth(depth) };
    Search::new(1).run(position, &limits, &mut |_| {}).score
}

#[test]
fn the_one_capture_that_has_to_be_played_is_looked_at_beyond_the_horizon() {
    // The rook offers itself on b4. The pawn has to take it, and White, who has nothing left, has won.
    let text = "8/8/8/2p5/8/8/8/1R6 w - - 0 1";
    let offer = Position::parse(&shipped::game("antichess"), text).expect("a position");
    let score = searched(&offer, 1);
    assert_eq!((score, plies_to_win(score)), (WIN - 2, Some(2)));
}

#[test]
fn a_late_move_that_compels_a_capture_is_looked_at_as_far_as_others() {
    // The rook offers itself on b1, a quiet move among many. The pawn has to take it, then what the pawn became has to take
    // the king, and White, whose last pawn is blocked, has won.
    let text = "8/8/5p2/7p/7P/8/p2K4/6R1 w - - 0 32";
    let offer = Position::parse(&shipped::game("antichess"), text).expect("a position");
    let score = searched(&offer, 5);
    assert_eq!((score, plies_to_win(score)), (WIN - 4, Some(4)));
}

#[test]
fn a_capture_that_is_legal_is_among_those_that_sets_of_cells_show() {
    let mut positions = 0;
    for game in shipped::names().map(shipped::game).filter(|game| game.rules.must_capture) {
        let tells = game.tables.hops.is_some() || game.tables.unguarded.is_some();
        for seed in 0..40 {
            let mut position = Position::start(&game);
            play_at_random(&mut position, 2 + 2 * seed, seed as u64);
            if position.outcome().is_some() {
                continue;
            }
            let captures = position.legal_moves().iter().any(|&mv| position.is_capture(mv));
            let (may, marked) = on_board!(position.engine(), board =>
                (board.may_capture(&game), !board.marks().is_empty()));
            assert!(may || !captures, "{}: {position}", game.name());
            if tells && !marked {
                assert_eq!(may, captures, "{}: {position}", game.name());
            }
            positions += 1;
        }
    }
    assert!(positions > 200, "{positions}");
}
