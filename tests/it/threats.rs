//! Threats to complete lines: what the search says of them at sight is what looking at every move says.

use std::sync::Arc;

use banco::inside::eval::plies_to_win;
use banco::inside::game::Game;
use banco::inside::position::Position;
use banco::inside::search::{Limits, Report, Search};
use fastrand::Rng;

use crate::shipped::{self, deep};

/// An end by a row, or by a full board.
fn row(name: &str, rule: &str) -> String {
    format!("[end.{name}]\nif = {{ line = {{ length = {rule} }} }}\nwinner = \"mover\"\n")
}

fn full(winner: &str) -> String {
    format!("[end.full]\nif = \"board-full\"\nwinner = \"{winner}\"\n")
}

fn search(position: &Position, limits: Limits) -> Report {
    Search::new(4).run(position, &limits, &mut |_| {})
}

/// A position after so many stones drawn at random, in which nobody has won.
fn scattered(game: &Arc<Game>, stones: usize, rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::start(game);
        for _ in 0..stones {
            if position.outcome().is_none() {
                position.play(rng.choice(position.legal_moves()).expect("an empty cell"));
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn double_threats_win_where_every_move_looked_at_says_so_and_nowhere_else() {
    let rows = [
        "4",
        "4, overline = \"ignored\"",
        "4, blocked-ends = \"void\", edge-blocks = false",
        "4, blocked-ends = \"void\", edge-blocks = true",
        "4, overline = \"ignored\", blocked-ends = \"void\", edge-blocks = true",
    ];
    let rows = rows.map(|rule| row("row", rule) + &full("none"));
    let mixed = [
        row("five", "5")
            + &row("four", "4, overline = \"ignored\", blocked-ends = \"void\", edge-blocks = true")
            + &full("none"),
        row("four", "4") + &full("mover"),
        // The search knows the rows that come first, and there are others.
        row("five", "5, overline = \"ignored\"") + &full("none") + &row("four", "4"),
    ];
    let tries = if deep() { 2_000 } else { 30 };
    for (number, ends) in rows.iter().chain(&mixed).enumerate() {
        let all_known = number < rows.len() + 2;
        let game = shipped::stones("[6, 5]", ends);
        let mut rng = Rng::with_seed(3);
        let mut double_threats = 0;
        for _ in 0..tries {
            let stones = rng.usize(5..15);
            let position = scattered(&game, stones, &mut rng);
            let report = search(&position, Limits::depth(1));
            let full = search(&position, Limits { full_width: true, ..Limits::depth(4) });
            let near = |report: &Report| plies_to_win(report.score).filter(|plies| plies.abs() <= 4);
            let sign = if stones.is_multiple_of(2) { 1 } else { -1 };
            match near(&full).map(|plies| plies * sign) {
                // One ply is enough to see them.
                Some(1..) if all_known => assert_eq!(report.score, full.score, "{ends}{position}"),
                // A loss may be put off by threats, which cost plies.
                _ => assert!(near(&report).is_none_or(|_| report.score == full.score), "{ends}{position}"),
            }
            double_threats += (near(&full) == Some(3 * sign)) as u32;
            // Nor is anything claimed further down that is not so.
            let replies = search(&position, Limits::depth(3));
            assert!(near(&full).is_some() || near(&replies).is_none(), "{ends}{position}");
        }
        assert!(double_threats > 0 || !all_known, "{ends}");
    }
}

#[test]
fn a_line_that_wins_is_told_to_its_end() {
    let game = shipped::game("gomoku");
    let mut position = Position::start(&game);
    for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
        position.play(position.parse_move(mv).expect("a move"));
    }
    let report = search(&position, Limits { nodes: 2_000, ..Limits::depth(2) });
    assert_eq!(plies_to_win(report.score), Some(3));
    assert_eq!(report.lines[0].moves.len(), 3, "{report:?}");
}

#[test]
fn a_line_is_told_to_its_end_among_others_too() {
    let game = shipped::game("gomoku");
    let mut position = Position::start(&game);
    // h11 makes a four and an open three.
    for mv in ["h8", "h7", "h9", "a1", "h10", "c3", "f11", "o4", "g11", "n2"] {
        position.play(position.parse_move(mv).expect("a move"));
    }
    let report = search(&position, Limits { lines: 2, ..Limits::depth(3) });
    assert_eq!(plies_to_win(report.score), Some(5), "{report:?}");
    assert_eq!(report.lines[0].moves.len(), 5, "{report:?}");
}

#[test]
fn a_lost_position_is_answered_where_the_threat_is() {
    let game = shipped::game("gomoku");
    let mut position = Position::start(&game);
    for mv in ["h8", "a1", "h9", "c2", "h10", "o4", "h11"] {
        position.play(position.parse_move(mv).expect("a move"));
    }
    let report = search(&position, Limits { nodes: 20_000, ..Limits::depth(6) });
    assert_eq!(plies_to_win(report.score), Some(2));
    let answer = position.move_text(report.best().expect("a move"));
    assert!(["h7", "h12"].contains(&answer.as_str()), "{answer}");
}
