//! Definitions that are anything but kind: whatever they say, searches come to an end, stop when they are told
//! to, and need a bounded depth of calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use banco::inside::eval::{Evaluator, Score, View};
use banco::inside::game::Game;
use banco::inside::position::{Engine, MoveList, Position};
use banco::inside::search::textbook::{
    Algorithm, BoardTree, Choice, GameTree, Payoff, Stopped, Study, minimax,
};
use banco::inside::search::{Limits, Search};
use banco::on_board;

use crate::shipped::{self, load_text};

/// Every capture leaves a piece of the captor's behind, so that captures never run out.
const CLONES: &str = r#"
[game]
language = 1
name     = "Clones"
extends  = "chess"
[effects.clone]
on = "capture"
do = { put = "from" }
"#;

/// A thousand drops, and after each all that the other side could do is asked for.
pub const GIFTS: &str = r#"
[game]
language = 1
name     = "Gifts"
players  = ["white", "black"]
[board]
size = [32, 32]
[pieces.king]
letter = "K"
royal  = "each"
[pieces.king.moves]
put  = { drop = "supply" }
walk = { slide = "any" }
[illegal.gift]
if = { reachable = "enemy king", on = "last-rank" }
[end.stuck]
if     = "no-moves"
winner = "none"
"#;

/// Whoever passes may pass again.
const WAITING: &str = r#"
[game]
language = 1
name     = "Waiting"
players  = ["white", "black"]
[board]
size = [2, 2]
[pieces.stone]
letter = "S"
[moves]
wait = { pass = "free" }
[setup]
board = """
  s .
  . S
"""
"#;

fn game(text: &str) -> Arc<Game> {
    load_text(text).unwrap_or_else(|said| panic!("{said}"))
}

#[test]
fn captures_that_never_run_out_are_not_followed_for_ever() {
    let start = Position::start(&game(CLONES));
    let report = Search::new(1).run(&start, &Limits::depth(4), &mut |_| {});
    assert_eq!(report.depth, 4);
    assert!(report.nodes < 100_000, "{} nodes", report.nodes);
}

/// Says that it is time to stop when it has been asked so often, and counts on.
struct Impatient {
    asked: Arc<AtomicU64>,
    most: u64,
    stop: Arc<AtomicBool>,
}

impl Evaluator for Impatient {
    fn evaluate(&mut self, _: &View<'_>) -> Score {
        if self.asked.fetch_add(1, Relaxed) + 1 >= self.most {
            self.stop.store(true, Relaxed);
        }
        0
    }
}

/// What a search of any kind needs.
fn impatient(most: u64) -> (Search, Limits, Arc<AtomicU64>) {
    let (limits, asked) = (Limits::default(), Arc::new(AtomicU64::new(0)));
    let evaluator = Impatient { asked: asked.clone(), most, stop: limits.stop.clone() };
    (Search::new(1).evaluated_by(Box::new(evaluator)), limits, asked)
}

#[test]
fn a_search_looks_at_no_further_position_once_it_is_told_to_stop() {
    for name in ["chess", "caro", "dodgem", "isolation"] {
        let start = Position::start(&shipped::game(name));
        for most in [400, 777] {
            let (mut search, limits, asked) = impatient(most);
            let report = search.run(&start, &limits, &mut |_| {});
            assert_eq!(asked.load(Relaxed), most, "{name}");
            assert!(report.best().is_some_and(|mv| start.is_legal(mv)), "{name}");
        }
    }
}

#[test]
fn a_search_that_is_told_to_stop_at_once_looks_at_the_moves_before_it_answers() {
    for name in ["chess", "dodgem", "isolation"] {
        let start = Position::start(&shipped::game(name));
        let (mut search, limits, asked) = impatient(5);
        let report = search.run(&start, &limits, &mut |_| {});
        assert!((5..400).contains(&asked.load(Relaxed)), "{name}: {}", asked.load(Relaxed));
        assert!(report.best().is_some_and(|mv| start.is_legal(mv)), "{name}");
    }
}

#[test]
fn an_algorithm_of_the_textbooks_looks_at_no_further_position_once_it_is_told_to_stop() {
    let start = Position::start(&shipped::game("dodgem"));
    for algorithm in Algorithm::ALL {
        let (mut search, limits, asked) = impatient(100);
        let report = search.study(&start, algorithm, &Limits { depth: 12, ..limits });
        assert_eq!(asked.load(Relaxed), 100, "{algorithm:?}");
        assert!(report.depth == 0 && report.best().is_some_and(|mv| start.is_legal(mv)), "{algorithm:?}");
    }
}

#[test]
fn a_single_position_is_not_looked_at_to_its_end_once_it_is_time_to_stop() {
    let game = game(GIFTS);
    let start = Position::start(&game);
    let Engine::W1024(board) = start.engine() else { panic!("a large board") };
    let stop = Arc::new(AtomicBool::new(false));
    let mut tree = BoardTree::new(&game, board.clone(), None, Payoff::Flat, &stop);
    assert_eq!(tree.edges().len(), 1024);
    stop.store(true, Relaxed);
    assert_eq!(tree.edges().len(), 0);
    let limits = Limits { stop, ..Limits::depth(1) };
    let mut study = Study::new(tree, &limits);
    assert_eq!(Algorithm::Minimax.run(&mut study, 1), Err(Stopped));
}

#[test]
fn moves_that_are_tried_out_count_as_effort() {
    let game = game(GIFTS);
    let start = Position::start(&game);
    let Engine::W1024(board) = start.engine() else { panic!("a large board") };
    let (mut board, mut list) = (board.clone(), MoveList::new(&game));
    board.limit_effort(u64::MAX >> 1);
    board.legal_moves(&game, &mut list);
    let all = (u64::MAX >> 1) - board.effort_left();
    assert!(all > 2 * 1024, "{all}");
    board.limit_effort(all / 2);
    board.legal_moves(&game, &mut list);
    assert_eq!(board.effort_left(), 0);
    assert!(list.len() < 600, "{}", list.len());
}

#[test]
fn an_algorithm_that_looks_to_the_end_is_stopped_where_there_is_none() {
    let start = Position::start(&game(WAITING));
    let limits = Limits::default();
    let choice: Result<Choice<_>, Stopped> = on_board!(start.engine(), board => {
        let tree = BoardTree::new(start.game(), board.clone(), None, Payoff::Flat, &limits.stop);
        minimax::minimax(&mut Study::new(tree, &limits))
    });
    assert_eq!(choice, Err(Stopped));
    for algorithm in Algorithm::ALL {
        let report =
            Search::new(1).study(&start, algorithm, &Limits { depth: u32::MAX, ..Limits::default() });
        assert!(report.depth < 1_000 && report.nodes < 1_000, "{algorithm:?}: {report:?}");
    }
}

/// The beginning of a definition with a square board of that size.
fn board(size: u16) -> String {
    format!(
        "[game]\nlanguage = 1\nname = \"Large\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [{size}, {size}]\n"
    )
}

/// A list of the same over and over, in quotes or as it is.
fn list(of: &str, times: usize) -> String {
    vec![of; times].join(", ")
}

/// Kinds of pieces, each with what `body` says of it.
fn kinds(number: usize, body: impl Fn(usize) -> String) -> String {
    let letter =
        |i: usize| char::from_u32(if i < 26 { 65 } else { 0x410 - 26 } + i as u32).expect("a letter");
    (0..number).map(|i| format!("[pieces.k{i}]\nletter = \"{}\"\n{}", letter(i), body(i))).collect()
}

const PAWN: &str = "[pieces.pawn]\nletter = \"P\"\n[pieces.pawn.moves]\nstep = { step = \"any\" }\n";
const STUCK: &str = "[end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n";

/// What a definition is refused for, and the line: the first error.
fn refused(text: &str) -> (&'static str, Option<u32>) {
    let error = Game::parse(text).expect_err("it has too much of something");
    let mut records = error.findings().into_iter();
    let first = records.find(|record| record.severity == "error").expect("an error");
    (first.code, first.line)
}

#[test]
fn what_a_small_text_makes_too_much_of_is_refused_where_it_stands() {
    let small = board(8);
    let any = "\"any\"";
    let asks = list("{ some = \"own\", on = \"edge\" }", 65);
    let window = "on = { ahead = [-31, 31], beside = [0, 31] }";
    let windows =
        (0..20).map(|i| format!("w{i} = {{ piece = \"pawn\", some = \"own\", {window}, value = 1 }}\n"));
    let two_each = |i: usize| {
        let next = (i + 2) / 2 * 2;
        let like = format!("like = [\"k{}\", \"k{}\"]\n", next, next + 1);
        if i < 38 { like } else { String::new() }
    };
    let monsters = [
        ("the ways of a path", format!("{small}{PAWN}go = {{ path = [{}] }}\n{STUCK}", list(any, 22)), 11),
        ("kinds that a kind is like", format!("{small}{}{STUCK}", kinds(40, two_each)), 9),
        (
            "questions of a condition",
            format!("{small}{PAWN}[end.x]\nif = [{asks}]\nwinner = \"mover\"\n"),
            12,
        ),
        (
            "questions inside each other",
            format!("{small}{PAWN}[illegal.x]\nif = {{ not = {{ either = [{asks}] }} }}\n{STUCK}"),
            12,
        ),
        (
            "cells of windows",
            format!("{}{PAWN}{STUCK}[evaluation.formations]\n{}", board(32), windows.collect::<String>()),
            23,
        ),
        ("items of a list", format!("{small}holes = [{}]\n{PAWN}{STUCK}", list("\"a1\"", 1_501)), 7),
        (
            "keys of a table",
            format!(
                "{small}{PAWN}{}{STUCK}",
                (0..1_501).map(|i| format!("x{i} = {{ step = \"any\" }}\n")).collect::<String>()
            ),
            1_510,
        ),
        (
            "moves of a large board",
            format!("{}{PAWN}go = {{ path = [{}] }}\n{STUCK}", board(32), list(any, 6)),
            5,
        ),
    ];
    for (what, text, line) in monsters {
        assert_eq!(refused(&text), ("too-many", Some(line)), "{what}");
    }
}

#[test]
fn of_many_mistakes_the_first_are_shown_and_the_last_says_that_there_are_more() {
    let wrong: String = (0..1_400).map(|i| format!("k{i} = 1\n")).collect();
    let error = Game::parse(&format!("{}[pieces]\n{wrong}", board(8))).expect_err("wrong");
    let codes: Vec<&str> = error.diagnostics.iter().map(|diagnostic| diagnostic.code.name).collect();
    assert_eq!(codes.len(), 251);
    assert_eq!(codes.last(), Some(&"more"));
    let long = format!("{}[pieces.{}]\nletter = \"P\"\n", board(8), "n".repeat(100_000));
    let error = Game::parse(&long).expect_err("no name");
    assert!(error.diagnostics.iter().all(|diagnostic| diagnostic.message.len() < 3_000));
}

/// Each of these took minutes, for the time grew with the square of the lines.
#[test]
fn a_file_of_nothing_but_slips_is_read_in_time() {
    for line in ["[a\n", "[a]\nx = [\n", "[a]\nx = 1\n", "x = 1\n", "x = \"\"\"\n", "[a]\n\"\n"] {
        let text = board(8) + &line.repeat(900_000 / line.len());
        let error = Game::parse(&text).expect_err("no TOML");
        assert!(error.diagnostics.len() <= 251, "{line:?}");
    }
}
