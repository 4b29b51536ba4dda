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

/// Games whose moves only fill cells: with two kinds of stones, with one that falls and lines that lose, with stones that
/// may come to rest in a part of the board and lines of exactly three, with short lines, with two rules for one drop, and
/// without lines.
const FILLING: [&str; 6] = [
    "[pieces.stone]\nletters = { x = \"X\", o = \"O\" }\nmoves.place = { drop = \"supply\" }\n\
     [pieces.mark]\nletters = { x = \"M\", o = \"N\" }\nmoves.place = { drop = \"supply\" }\n\
     [end.three]\nif = { line = { length = 3 } }\nwinner = \"mover\"\n",
    "[pieces.stone]\nletters = { x = \"X\", o = \"O\" }\nmoves.fall = { drop = \"supply\", falls = \"south\" }\n\
     [pieces.mark]\nletters = { x = \"M\", o = \"N\" }\nmoves.place = { drop = \"supply\", to = \"*1\" }\n\
     [end.three]\nif = { line = { length = 3 } }\nwinner = \"turn\"\n",
    "[pieces.stone]\nletters = { x = \"X\", o = \"O\" }\n\
     moves.fall = { drop = \"supply\", falls = \"south\", to = \"a1:d2\" }\n\
     [end.three]\nif = { line = { length = 3, overline = \"ignored\" } }\nwinner = \"mover\"\n",
    "[pieces.stone]\nletters = { x = \"X\", o = \"O\" }\nmoves.place = { drop = \"supply\" }\n\
     [end.two]\nif = { line = { length = 2 } }\nwinner = \"mover\"\n\
     [end.full]\nif = \"board-full\"\nwinner = \"none\"\n",
    "[pieces.stone]\nletters = { x = \"X\", o = \"O\" }\n\
     moves.place = { drop = \"supply\" }\nmoves.edge = { drop = \"supply\", to = \"a*\" }\n\
     [end.three]\nif = { line = { length = 3 } }\nwinner = \"mover\"\n",
    "[pieces.stone]\nletters = { x = \"X\", o = \"O\" }\nmoves.place = { drop = \"supply\" }\n\
     [end.full]\nif = \"board-full\"\nwinner = \"none\"\n",
];

#[test]
fn replies_to_moves_that_only_fill_cells_are_counted_as_if_those_were_played() {
    let mut counted_ahead = 0;
    for pieces in FILLING {
        let text = format!(
            "[game]\nlanguage = 1\nname = \"Filling\"\nplayers = [\"x\", \"o\"]\n[board]\nsize = [4, 4]\n{pieces}"
        );
        let game = shipped::load_text(&text).expect("a definition");
        counted_ahead += game.facts.filling_lines.is_some() as usize;
        // In the last of these, lines of two stand from the beginning.
        let texts = ["4/4/4/4 x", "X1X1/4/O2O/XXOO x", "4/1XX1/4/OO2 o"];
        for position in texts.map(|text| Position::parse(&game, text).expect("a position")) {
            let [counted, played] = [LastPly::Counted, LastPly::Played].map(|last| position.perft(4, last));
            assert_eq!(counted, played, "{position} of\n{text}");
        }
    }
    // What falls and may not rest everywhere is not among them.
    assert_eq!(counted_ahead, 5);
}
