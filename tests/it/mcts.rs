//! The Monte-Carlo tree search: what it claims is true, its moves are legal, its limits are kept, and it is the same for the
//! same seed.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use banco::inside::eval::plies_to_win;
use banco::inside::game::{Cell, Move, Player, SearchMethod};
use banco::inside::position::Position;
use banco::inside::search::groups::{EMPTY, Groups};
use banco::inside::search::{Deadline, Limits, Report, Search};
use banco::on_board;
use fastrand::Rng;

use crate::search::solve;
use crate::shipped::{self, deep, load_text};

fn limits(nodes: u64) -> Limits {
    Limits { nodes, algorithm: Some(SearchMethod::Mcts), ..Limits::default() }
}

fn search(position: &Position, limits: &Limits) -> Report {
    Search::new(4).run(position, limits, &mut |_| {})
}

#[test]
fn what_is_proven_is_true_and_small_games_are_proven() {
    for (name, is_small) in
        [("tic-tac-toe", true), ("hexapawn", true), ("hex-3x3", true), ("mnk-4-3-3", false)]
    {
        let game = shipped::game(name);
        let mut known = HashMap::new();
        for seed in 0..if deep() { 50 } else { 6 } {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Position::start(&game);
            while position.outcome().is_none() {
                let exact = solve(&mut position, &mut known);
                let report = search(&position, &Limits { seed, ..limits(300_000) });
                let claims = plies_to_win(report.score).is_some();
                if report.exact {
                    assert_eq!(report.score, exact, "{name}: {position}");
                } else if claims {
                    // A win that is proven may be nearer than it is said to be, and never further away.
                    assert_eq!(report.score.signum(), exact.signum(), "{name}: {position}");
                    assert!(report.score.abs() <= exact.abs(), "{name}: {position}");
                }
                assert!(report.exact || claims || !is_small, "{name}: {position}: {report:?}");
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
    }
}

#[test]
fn a_win_is_played_and_a_threat_is_met() {
    for (game, position, best) in [
        ("tic-tac-toe", "XX1/OO1/3 x", "c3"),
        ("tic-tac-toe", "1X1/OO1/X2 x", "c2"),
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
    ] {
        let position = Position::parse(&shipped::game(game), position).expect("a position");
        let report = search(&position, &limits(3_000));
        let text = report.best().map(|mv| position.move_text(mv));
        assert_eq!(text.as_deref(), Some(best), "{game}: {report:?}");
    }
}

#[test]
fn its_lines_are_legal_in_every_shipped_game() {
    for (number, name) in shipped::names().enumerate() {
        let game = shipped::game(name);
        let mut rng = fastrand::Rng::with_seed(number as u64);
        let mut position = Position::start(&game);
        for _ in 0..if deep() { 40 } else { 4 } {
            if position.outcome().is_some() {
                break;
            }
            let report = search(&position, &limits(60));
            assert!(report.nodes <= 60 && !report.lines.is_empty(), "{name}: {position}: {report:?}");
            for line in &report.lines {
                let mut played = position.clone();
                for &mv in &line.moves {
                    assert!(played.is_legal(mv), "{name}: {position}: {line:?}");
                    played.play(mv);
                }
            }
            assert_eq!(report.script_error, None, "{name}");
            for _ in 0..rng.usize(1..8) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    for name in ["go-5x5", "hex-5x5", "breakthrough", "amazons", "caro-9x9"] {
        let position = Position::start(&shipped::game(name));
        let run = |seed| search(&position, &Limits { seed, ..limits(400) });
        assert_eq!(run(1), run(1), "{name}");
        assert!((2..6).any(|seed| run(seed).lines != run(1).lines), "{name}");
    }
}

#[test]
fn every_iteration_doubles_the_playouts() {
    let position = Position::start(&shipped::game("hex"));
    let mut heard = Vec::new();
    let limits = Limits { depth: 7, ..limits(u64::MAX) };
    let report =
        Search::new(1).run(&position, &limits, &mut |report| heard.push((report.depth, report.nodes)));
    assert_eq!(heard, (1..=7).map(|depth| (depth, 1 << depth)).collect::<Vec<_>>());
    assert_eq!((report.depth, report.nodes), (7, 128));
}

#[test]
fn a_search_that_is_stopped_answers_at_once() {
    for name in shipped::names() {
        let position = Position::start(&shipped::game(name));
        let stopped = limits(u64::MAX);
        stopped.stop.store(true, Ordering::Relaxed);
        let late = Limits { deadline: Deadline::default(), ..limits(u64::MAX) };
        late.deadline.set(Instant::now());
        for limits in [stopped, late] {
            let report = search(&position, &limits);
            assert!(report.best().is_some_and(|mv| position.is_legal(mv)), "{name}");
            assert!(report.nodes < 100, "{name}: {} playouts", report.nodes);
            assert!(limits.stop.load(Ordering::Relaxed), "{name}");
        }
    }
}

#[test]
fn a_full_tree_makes_room() {
    let position = Position::start(&shipped::game("hex"));
    let mut fullest = 0;
    let report = Search::new(1).run(&position, &limits(20_000), &mut |report| {
        fullest = fullest.max(report.hashfull);
        assert!(report.hashfull <= 1_000, "{report:?}");
    });
    assert!(report.nodes == 20_000 && fullest > 200, "{fullest}: {report:?}");
}

#[test]
fn several_lines_begin_differently_and_other_moves_are_left_aside() {
    let position = Position::start(&shipped::game("hex-5x5"));
    let report = search(&position, &Limits { lines: 4, ..limits(1_000) });
    let firsts: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
    assert!(firsts.len() == 4 && (1..4).all(|at| !firsts[..at].contains(&firsts[at])), "{firsts:?}");
    let worst = position.legal_moves()[..2].to_vec();
    let report = search(&position, &Limits { search_moves: worst.clone(), lines: 4, ..limits(500) });
    assert!(report.lines.len() == 2 && report.lines.iter().all(|line| worst.contains(&line.moves[0])));
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let game = shipped::game("hex-5x5");
    let mut position = Position::start(&game);
    let mut search = Search::new(4).keeping();
    let report = search.run(&position, &limits(4_000), &mut |_| {});
    for &mv in &report.lines[0].moves[..2] {
        position.play(mv);
    }
    let after = search.run(&position, &limits(1), &mut |_| {});
    assert!(after.seldepth <= 30 && after.lines[0].moves.len() > 1, "{after:?}");
    search.forget();
    let anew = search.run(&position, &limits(1), &mut |_| {});
    assert_eq!(anew.lines[0].moves.len(), 1, "{anew:?}");
}

#[test]
fn a_definition_names_its_search() {
    let text = "[game]\nlanguage = 1\nname = \"By playouts\"\nextends = \"hex-5x5\"\n[search]\nalgorithm = \"mcts\"\n";
    let game = load_text(text).unwrap_or_else(|said| panic!("{said}"));
    let position = Position::start(&game);
    let by_default = search(&position, &Limits { nodes: 300, ..Limits::default() });
    assert_eq!(by_default, search(&position, &limits(300)));
    let other = Limits { nodes: 300, algorithm: Some(SearchMethod::Pvs), ..Limits::default() };
    assert_ne!(by_default, search(&position, &other));
    // Leaving nothing out is alpha-beta's.
    let whole = Limits { depth: 1, full_width: true, ..Limits::default() };
    assert_eq!(search(&position, &whole).depth, 1);
    let wrong = load_text(&text.replace("\"mcts\"", "\"mtcs\"")).expect_err("an unknown word");
    assert!(wrong.contains("did you mean `mcts`?"), "{wrong}");
}

#[test]
fn scores_are_on_the_side_of_who_is_ahead() {
    let game = shipped::game("go-5x5");
    // Black has the middle, White has passed.
    let position = Position::parse(&game, "startpos moves c3 pass b3 pass d3 pass").expect("legal moves");
    let ahead = search(&position, &limits(2_000));
    assert!(ahead.score > 0, "{ahead:?}");
}

#[test]
fn it_beats_play_by_chance() {
    for (name, nodes) in [("hex-5x5", 100), ("go-5x5", 150), ("breakthrough", 100)] {
        let game = shipped::game(name);
        let mut won = 0;
        for seed in 0..10 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Position::start(&game);
            while position.outcome().is_none() && position.plies() < 200 {
                let moves = position.legal_moves();
                let own = u64::from(position.plies()) % 2 == seed % 2;
                let mv = match own {
                    true => search(&position, &limits(nodes)).best().expect("a move"),
                    false => moves[rng.usize(..moves.len())],
                };
                position.play(mv);
            }
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            won += usize::from(winner.is_some_and(|winner| winner.index() as u64 == seed % 2));
        }
        assert!(won >= 9, "{name}: {won} of 10");
    }
}

/// Known since 2002 (van der Werf, van den Herik, Uiterwijk, "Solving go on small boards"): the first player opens in
/// the centre and has all of the board.
#[test]
fn go_on_five_by_five_is_opened_in_the_centre_and_won_by_the_whole_board() {
    let mut position = Position::start(&shipped::game("go-5x5"));
    while position.outcome().is_none() {
        let thought = Limits { nodes: 5_000, ..Limits::default() };
        position.play(search(&position, &thought).best().expect("a move"));
    }
    let opened = position.played()[0];
    assert_eq!(position.origin().move_text(opened), "c3");
    // In half points; White has 7.5 for moving second.
    assert_eq!(position.scores(), Some([50, 15]), "{position}");
}

#[test]
fn groups_follow_the_board_through_captures() {
    let game = shipped::game("go-5x5");
    let along = game.facts.encloses_along.as_ref().expect("groups are enclosed");
    let mut groups = Groups::new(&game, along);
    let mut rng = Rng::with_seed(3);
    let mut captures = 0;
    for _ in 0..30 {
        let mut position = Position::start(&game);
        on_board!(position.engine(), board => groups.set_up(board));
        for _ in 0..60 {
            let drops: Vec<Move> =
                position.legal_moves().into_iter().filter(|&mv| game.is_drop(mv)).collect();
            if drops.is_empty() || position.outcome().is_some() {
                break;
            }
            let mv = drops[rng.usize(..drops.len())];
            let turn = position.turn();
            captures += usize::from(position.is_capture(mv));
            assert!(groups.play(mv.to().0, turn), "{position}: {mv:?}");
            position.play(mv);
            let stands = |cell: Cell| {
                let piece = position.at(cell);
                if piece.is_none() { EMPTY } else { piece.owner().index() as u8 }
            };
            assert!(game.cells().all(|cell| groups.at(cell.0) == stands(cell)), "{position}");
            let mut anew = Groups::new(&game, along);
            on_board!(position.engine(), board => anew.set_up(board));
            for cell in game.cells().filter(|&cell| !position.at(cell).is_none()) {
                let (kept, made) = (groups.room_of(cell.0), anew.room_of(cell.0));
                assert_eq!((kept.count, kept.sum), (made.count, made.sum), "{position}");
            }
        }
    }
    assert!(captures > 50, "{captures}");
}

#[test]
fn what_the_rules_forbid_is_not_played() {
    let game = shipped::game("go-5x5");
    let along = game.facts.encloses_along.as_ref().expect("groups are enclosed");
    let mut groups = Groups::new(&game, along);
    // The corner is suicide for one player and an eye of the other; taking the stone in the middle would be answered
    // by taking it back at once.
    let text = "startpos moves a2 e1 b1 e2 pass";
    let position = Position::parse(&game, text).expect("legal moves");
    on_board!(position.engine(), board => groups.set_up(board));
    let corner = game.cell("a1").expect("a cell").0;
    assert!(!groups.play(corner, Player::Second) && groups.is_eye(corner, Player::First));
    assert!(groups.play(corner, Player::First));
}
