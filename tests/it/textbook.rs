//! The textbooks' algorithms against published counts, against each other and against the strong search;
//! the figures of books.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use banco::inside::eval::{LIMIT, Score, WIN, evaluate};
use banco::inside::game::{Move, Player};
use banco::inside::position::{LastPly, Position};
use banco::inside::search::textbook::{
    Algorithm, BoardTree, Choice, Payoff, Stopped, Study, alpha_beta, minimax,
};
use banco::inside::search::{Counters, Limits, Report, Search};
use banco::inside::suite::Figure;
use banco::on_board;

use crate::shipped::{self, deep};

fn study(position: &Position, algorithm: Algorithm, depth: u32) -> Report {
    Search::new(1).study(position, algorithm, &Limits::depth(depth))
}

/// Runs a root procedure that is no [`Algorithm`]. A macro because the board's width is in the type.
macro_rules! run {
    ($position:expr, $payoff:expr, $procedure:path $(, $argument:expr)*) => {{
        let limits = Limits::default();
        on_board!($position.engine(), board => {
            let tree = BoardTree::new($position.game(), board.clone(), None, $payoff, &std::sync::Arc::default());
            let mut study = Study::new(tree, &limits);
            let choice: Result<Choice<Move>, Stopped> = $procedure(&mut study $(, $argument)*);
            (choice.expect("nothing stops it"), study.counters)
        })
    }};
}

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/trees").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Value, nodes and leaves of minimax, nodes and leaves of alpha-beta, leaves of the strict one.
type Counts = (Score, u64, u64, u64, u64, u64);

#[test]
fn values_nodes_and_leaves_are_the_published_ones() {
    let rows: Vec<(String, Score, Vec<Counts>)> = ron::from_str(&data("counts.ron")).expect("counts");
    assert_eq!(rows.len(), 16);
    let game = shipped::game("dodgem-textbook");
    for (text, value, depths) in rows {
        let position = Position::parse(&game, &text).expect("a position");
        assert_eq!(evaluate(&position), Ok(value), "{text}");
        for (depth, &expected) in (1..).zip(&depths) {
            let of = |algorithm| study(&position, algorithm, depth);
            let [plain, cut, strict] =
                [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaStrict].map(of);
            let found = (plain.score, plain.nodes, plain.leaves, cut.nodes, cut.leaves, strict.leaves);
            assert_eq!(found, expected, "{text}, depth {depth}");
            assert_eq!([cut.score, strict.score], [plain.score; 2], "{text}, depth {depth}");
            for same in [Algorithm::MinimaxIterative, Algorithm::Negamax] {
                let other = of(same);
                assert_eq!((other.score, other.nodes, other.leaves), (found.0, found.1, found.2));
                assert_eq!(other.comparisons, plain.nodes - 1);
            }
        }
    }
}

#[test]
fn the_whole_tree_of_noughts_and_crosses_is_visited() {
    let start = Position::start(&shipped::game("tic-tac-toe"));
    let whole = Counters { nodes: 549_946, leaves: 255_168, comparisons: 549_945, cutoffs: 0 };
    let (choice, counters) = run!(start, Payoff::Flat, minimax::minimax);
    assert_eq!((choice.value, counters), (0, whole));
    for algorithm in [Algorithm::Minimax, Algorithm::MinimaxIterative, Algorithm::Negamax] {
        let report = study(&start, algorithm, 9);
        assert_eq!((report.nodes, report.leaves, report.score), (whole.nodes, whole.leaves, 0));
        assert!(report.exact);
        assert_eq!(report.lines[0].moves.len(), 9);
    }
}

/// Every position that play from the start leads to and that is not over.
fn reachable(name: &str) -> Vec<Position> {
    let start = Position::start(&shipped::game(name));
    let mut known = HashSet::from([start.to_string()]);
    let mut open = vec![start];
    let mut found = Vec::new();
    while let Some(position) = open.pop() {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv);
            let next = Position::parse(next.game(), &next.to_string()).expect("its own text");
            if known.insert(next.to_string()) && next.outcome().is_none() {
                open.push(next);
            }
        }
        found.push(position);
    }
    found
}

/// What a move is worth, looking `depth` moves ahead.
fn worth(position: &Position, mv: Move, depth: u32) -> Score {
    let mut after = position.clone();
    after.play(mv);
    let after = Position::parse(after.game(), &after.to_string()).expect("its own text");
    study(&after, Algorithm::AlphaBeta, depth - 1).score
}

/// The book prints `<=` in the root procedure. A child that is cut off returns α itself, so `<=` takes it
/// for a move that is as good.
#[test]
fn the_printed_root_procedure_picks_refuted_moves_and_ours_none() {
    let positions = reachable("dodgem-textbook");
    let whites: Vec<_> = positions.iter().filter(|position| position.turn() == Player::First).collect();
    let (mut calls, mut refuted) = (0, 0);
    for position in whites {
        for depth in 2..=5 {
            let cut = alpha_beta::Cut::AtEqual;
            let (ours, _) = run!(position, Payoff::Flat, alpha_beta::alpha_beta, depth, cut);
            let (printed, _) = run!(position, Payoff::Flat, alpha_beta::alpha_beta_as_printed, depth, cut);
            assert_eq!(ours.value, printed.value, "the value is right");
            calls += 1;
            let [ours, printed] = [ours, printed].map(|c| worth(position, c.edge.expect("a move"), depth));
            assert_eq!(ours, study(position, Algorithm::AlphaBeta, depth).score, "{position}");
            refuted += (printed != ours) as u32;
        }
    }
    assert_eq!((calls, refuted), (3_676, 1_116));
}

/// A position after some random moves that is not over.
fn random_position(name: &str, rng: &mut fastrand::Rng) -> Position {
    loop {
        let mut position = Position::start(&shipped::game(name));
        for _ in 0..rng.usize(0..30) {
            let moves = position.legal_moves();
            let Some(&mv) = rng.choice(&moves) else { break };
            position.play(mv);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// How deep can be looked with about that many positions: a check leaves few moves, what follows has many.
fn depth_for(position: &Position, nodes: u64) -> u32 {
    let leaves = |depth: u32| position.perft(depth as usize, LastPly::Counted).pop().unwrap_or(0);
    1 + (2..=6).take_while(|&depth| leaves(depth) <= nodes).count() as u32
}

#[test]
fn all_algorithms_and_the_strong_search_agree() {
    let nodes = match (deep(), cfg!(debug_assertions)) {
        (true, _) => 20_000,
        (false, true) => 300,
        (false, false) => 2_000,
    };
    // The books' players move by turns, one move each.
    for name in shipped::names().filter(|name| shipped::game(name).alternates()) {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut search = Search::new(1);
        for _ in 0..if deep() { 200 } else { 25 } {
            let position = random_position(name, &mut rng);
            let depth = depth_for(&position, nodes);
            let limits = Limits::depth(depth);
            let values = Algorithm::ALL.map(|algorithm| search.study(&position, algorithm, &limits).score);
            let strong = search.run(&position, &Limits { full_width: true, ..limits }, &mut |_| {}).score;
            let flat = if strong.abs() >= LIMIT { strong.signum() * WIN } else { strong };
            assert_eq!(values, [flat; 5], "{name}, {position}, depth {depth}");
        }
    }
}

#[test]
fn the_strong_search_in_full_width_is_minimax() {
    let position = Position::start(&shipped::game("dodgem-textbook"));
    for depth in 1..=7 {
        let full_width = Limits { full_width: true, ..Limits::depth(depth) };
        let strong = Search::new(1).run(&position, &full_width, &mut |_| {});
        assert_eq!(strong.score, study(&position, Algorithm::Minimax, depth).score, "{depth}");
    }
}

/// Stones that each player may put down once: play stops without a result when both have.
const STOPS: &str = r#"
[game]
language = 1
name     = "Half a connect four"
extends  = "connect-four"
[pieces.stone.moves]
place = { drop = "supply", falls = "south", if = { count = "own", at-most = 1 } }
"#;

#[test]
fn where_play_stops_without_a_result_all_algorithms_agree() {
    let game = shipped::load_text(STOPS).expect("a game");
    for moves in ["", " moves a1", " moves a1 b1 c1"] {
        let position = Position::parse(&game, &format!("startpos{moves}")).expect("a position");
        for depth in 1..=5 {
            let full_width = Limits { full_width: true, ..Limits::depth(depth) };
            let strong = Search::new(1).run(&position, &full_width, &mut |_| {}).score;
            for algorithm in Algorithm::ALL {
                assert_eq!(study(&position, algorithm, depth).score, strong, "{algorithm:?} {depth}{moves}");
            }
        }
    }
}

#[test]
fn of_equal_moves_minimax_takes_the_last_and_alpha_beta_the_first() {
    let start = Position::start(&shipped::game("tic-tac-toe"));
    let best = |algorithm| start.move_text(study(&start, algorithm, 9).best().expect("a move"));
    let moves = Algorithm::ALL.map(best);
    assert_eq!(moves, ["c1", "c1", "a3", "a3", "a3"]);
}

#[test]
fn a_finished_position_has_its_value_and_no_move() {
    let game = shipped::game("tic-tac-toe");
    let over = Position::parse(&game, "XXX/OO./... o").expect("a position");
    for algorithm in Algorithm::ALL {
        let report = study(&over, algorithm, 3);
        assert_eq!((report.score, report.nodes, report.leaves), (WIN, 1, 1));
        assert!(report.exact && report.lines.is_empty() && report.outcome.is_some());
    }
}

#[test]
fn a_stopped_run_has_the_best_so_far() {
    let start = Position::start(&shipped::game("caro"));
    for algorithm in Algorithm::ALL {
        for nodes in [1, 2, 300, 5_000] {
            let limits = Limits { nodes, ..Limits::depth(4) };
            let report = Search::new(1).study(&start, algorithm, &limits);
            assert_eq!((report.depth, report.exact), (0, false));
            assert!(report.nodes <= nodes + 1, "{algorithm:?} {nodes}");
            assert!(report.best().is_some_and(|mv| start.is_legal(mv)));
        }
        let limits = Limits::depth(4);
        limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(Search::new(1).study(&start, algorithm, &limits).nodes, 1);
    }
}

fn figure(name: &str) -> Figure {
    Figure::parse(&data(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The values found in a figure by the names of the vertices, cut ones left out.
fn values(figure: &Figure, algorithm: Algorithm) -> Vec<(String, Option<Score>)> {
    let limits = Limits::depth(figure.tree.height());
    let recorded = figure.tree.trace(algorithm, &limits, 1_000);
    assert!(recorded.complete);
    let mut found = Vec::new();
    let mut open = vec![(0, &figure.tree.root)];
    while let Some((node, vertex)) = open.pop() {
        let node = &recorded.nodes[node];
        assert_eq!(node.value.is_none(), node.cut);
        found.push((vertex.name.clone(), node.value));
        open.extend(node.children.iter().rev().copied().zip(vertex.children.iter().rev()));
    }
    found
}

fn value_of(values: &[(String, Option<Score>)], name: &str) -> Option<Score> {
    values.iter().find(|(called, _)| called == name).unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn values_go_up_as_in_the_books_figure() {
    let figure = figure("values.ron");
    for algorithm in [Algorithm::Minimax, Algorithm::MinimaxIterative, Algorithm::Negamax] {
        let values = values(&figure, algorithm);
        assert_eq!(value_of(&values, "i"), Some(3));
        assert_eq!(value_of(&values, "d"), Some(2));
        assert_eq!(value_of(&values, "a"), Some(2));
        assert!(values.iter().all(|(_, value)| value.is_some()));
    }
}

#[test]
fn a_subtree_is_cut_as_in_the_books_figure() {
    let figure = figure("cut.ron");
    let values = values(&figure, Algorithm::AlphaBeta);
    assert_eq!(value_of(&values, "c"), Some(5));
    assert_eq!(value_of(&values, "b"), Some(2));
    assert_eq!(value_of(&values, "a"), None);
}

#[test]
fn a_nearer_win_is_worth_more_as_in_the_article() {
    let figure = figure("article.ron");
    let values = values(&figure, Algorithm::Minimax);
    let of_moves = ["1", "2", "3"].map(|name| value_of(&values, name));
    assert_eq!(of_moves, [Some(-9), Some(8), Some(10)]);
    // The same on a board: a win at once, a loss by the reply, a win by the move after the reply.
    let game = shipped::game("tic-tac-toe");
    let position = Position::parse(&game, "XOO/X.O/.X. x").expect("a position");
    let (choice, _) = run!(position, Payoff::ByDepth, minimax::minimax);
    let best = choice.edge.map(|mv| position.move_text(mv));
    assert_eq!((choice.value, best.as_deref()), (10, Some("a1")));
    let mut after = position.clone();
    after.play(position.parse_move("b2").expect("a move"));
    let (choice, _) = run!(after, Payoff::ByDepth, minimax::minimax);
    assert_eq!(choice.value, -10, "the reply wins at once, counted from there");
    assert_eq!([1, 2, 3, 9, 50].map(|n| Payoff::ByDepth.of_win(n)), [10, 9, 8, 2, 1]);
}

#[test]
fn a_recorded_tree_has_every_position_visited() {
    let position = Position::start(&shipped::game("dodgem-textbook"));
    for algorithm in Algorithm::ALL {
        let limits = Limits::depth(4);
        let record = |most| Search::new(1).trace(&position, algorithm, Payoff::Flat, &limits, most);
        let visited = study(&position, algorithm, 4).nodes;
        for (recorded, shown) in [(1_000, 1_000), (50, 1_000), (1_000, 30), (1, 1)] {
            let tree = record(recorded).pruned(shown);
            assert!(tree.nodes.len() <= shown.max(5), "{}", tree.nodes.len());
            let drawn = tree.nodes.iter().filter(|node| !node.cut).count() as u64;
            let more: u64 = tree.nodes.iter().map(|node| node.more).sum();
            assert_eq!(drawn + more, visited, "{algorithm:?} {recorded} {shown}");
            assert_eq!(tree.counters.nodes, visited);
        }
        let whole = record(1_000);
        let windows = whole.nodes.iter().filter(|node| !node.cut).all(|node| node.window.is_some());
        assert_eq!(windows, algorithm.has_window());
        assert_eq!(whole.nodes.iter().filter(|node| node.best).count(), 5);
        let cuts = whole.nodes.iter().any(|node| node.cut);
        assert_eq!(cuts, algorithm.has_window());
    }
}
