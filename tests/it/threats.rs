//! Threats to complete lines: what the search says of them at sight is what looking at every move says.

use std::sync::Arc;

use banco::inside::eval::plies_to_win;
use banco::inside::game::Game;
use banco::inside::position::Position;
use banco::inside::search::{Limits, Report, Search};
use fastrand::Rng;

use crate::shipped::{self, deep, load_text};

/// Four in a row on a small board, by this rule.
fn four(rule: &str) -> Arc<Game> {
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Four\"\nplayers = [\"x\", \"o\"]\n[board]\nsize = [6, 5]\n\
         [pieces.stone]\nletter = \"X\"\nmoves.place = {{ drop = \"supply\" }}\n\
         [end.line]\nif = {{ line = {{ length = 4{rule} }} }}\nwinner = \"mover\"\n\
         [end.full]\nif = \"board-full\"\nwinner = \"none\"\n"
    );
    load_text(&text).unwrap_or_else(|said| panic!("{text}\n{said}"))
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
    let rules = [
        "",
        ", overline = \"ignored\"",
        ", blocked-ends = \"void\", edge-blocks = false",
        ", blocked-ends = \"void\", edge-blocks = true",
        ", overline = \"ignored\", blocked-ends = \"void\", edge-blocks = true",
    ];
    let tries = if deep() { 2_000 } else { 50 };
    for rule in rules {
        let game = four(rule);
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
                Some(1..) => assert_eq!(report.score, full.score, "{rule}: {position}"),
                // A loss may be put off by threats, which cost plies.
                _ => assert!(near(&report).is_none_or(|_| report.score == full.score), "{rule}: {position}"),
            }
            double_threats += (near(&full) == Some(3 * sign)) as u32;
            // Nor is anything claimed further down that is not so.
            let replies = search(&position, Limits::depth(3));
            assert!(near(&full).is_some() || near(&replies).is_none(), "{rule}: {position}");
        }
        assert!(double_threats > 0, "{rule}");
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
