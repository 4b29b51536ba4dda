//! Ends, vetoes and conditions that get in each other's way: small games made for it.

use std::sync::Arc;

use banco::inside::eval::{LIMIT, plies_to_win};
use banco::inside::game::Game;
use banco::inside::position::Position;
use banco::inside::search::{Exact, Limits, Search};
use banco::inside::solve::{SolveOptions, solve};
use banco::on_board;
use fastrand::Rng;

use crate::shipped::{self, load_text};

/// Stones of x and o dropped on a board of this size, with these further tables.
fn stones(size: &str, rest: &str) -> Arc<Game> {
    shipped::stones(size, &format!("{rest}\n[end.full]\nif = \"board-full\"\nwinner = \"none\"\n"))
}

fn game(text: &str) -> Arc<Game> {
    load_text(text).unwrap_or_else(|said| panic!("{text}\n{said}"))
}

fn at(game: &Arc<Game>, text: &str) -> Position {
    Position::parse(game, text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Games whose value depends on the position alone, where a line is not all there is.
fn positional() -> Vec<Arc<Game>> {
    let line = "[end.line]\nif = { line = { length = 3 } }\nwinner = \"mover\"\n";
    let drops = [
        ("[4, 3]", "[end.two]\nif = { line = { length = 2 } }\nloser = \"mover\"\n"),
        ("[3, 4]", "[end.many]\nif = { count = \"own\", at-least = 4 }\nwinner = \"mover\"\n"),
        ("[6, 2]", "[end.edge]\nif = { count = \"any\", on = \"edge\", at-least = 5 }\nwinner = \"none\"\n"),
        ("[5, 2]", "[end.edge]\nif = { count = \"any\", on = \"edge\", at-least = 7 }\nwinner = \"turn\"\n"),
    ];
    let lists = [
        (
            "[3, 4]",
            "[end.late]\nif = [{ line = { length = 3 } }, { count = \"own\", at-least = 4 }]\nwinner = \"mover\"\n",
        ),
        (
            "[4, 3]",
            "[end.pair]\nif = [{ line = { length = 2, overline = \"ignored\" } }, { count = \"own\", at-least = 3 }]\nloser = \"mover\"\n",
        ),
        (
            "[3, 3]",
            "[end.none]\nif = [\"board-full\", { not = { line = { length = 3 } } }]\nloser = \"mover\"\n",
        ),
        (
            "[3, 3]",
            "[illegal.three]\nif = { line = { length = 3 } }\n[end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n",
        ),
    ];
    let drops = drops.iter().map(|(size, rest)| stones(size, &format!("{line}{rest}")));
    let lists = lists.iter().map(|(size, rest)| stones(size, rest));
    drops.chain(lists).chain([game(PIT), game(SHIFTING)]).collect()
}

/// Who steps into the pit loses at once.
const PIT: &str = r#"
[game]
language = 1
name     = "Pit"
players  = ["white", "black"]
[board]
size = [4, 5]
[pieces.pawn]
letter = "P"
[pieces.pawn.moves]
push = { step = "forward", onto = "empty" }
take = { step = "west", onto = "enemy" }
[setup]
board = """
  p . . p
  . p . .
  P . P p
  . P . .
  . . . P
"""
[end.arrived]
if     = { some = "own pawn", on = "last-rank" }
winner = "mover"
[end.pit]
if    = { some = "own pawn", on = ["d2", "a4"] }
loser = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
"#;

/// Lines of pieces that move about: asked before a move, forbidden after it.
const SHIFTING: &str = r#"
[game]
language = 1
name     = "Shifting"
players  = ["x", "o"]
[board]
size = [4, 3]
[pieces.stone]
letter = "X"
[pieces.stone.moves]
walk = { step = "orthogonal", onto = "empty" }
jump = { leap = [1, 2], onto = "empty", if = { line = { length = 2 } } }
[setup]
board = """
  x . x .
  . . . .
  . X . X
"""
[illegal.three]
if = { line = { length = 3 } }
[end.home]
if     = { count = "own", on = "last-rank", at-least = 2 }
winner = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
"#;

#[test]
fn a_position_is_judged_alike_however_it_came_about() {
    let mut rng = Rng::with_seed(11);
    for game in positional() {
        for _ in 0..200 {
            let mut position = Position::start(&game);
            loop {
                let fresh = at(&game, &position.to_string());
                assert_eq!(position.outcome(), fresh.outcome(), "{}: {position}", game.names.game);
                assert_eq!(position.legal_moves(), fresh.legal_moves(), "{}: {position}", game.names.game);
                let Some(mv) = rng.choice(position.legal_moves()) else { break };
                position.play(mv);
            }
        }
    }
}

#[test]
fn nothing_false_is_proven_where_ends_meet() {
    for game in positional() {
        contradict_nothing(&game, |exact| exact);
    }
}

/// The search agrees with retrograde values wherever it claims a result; `claims` says which results of
/// which proof count.
fn contradict_nothing(game: &Arc<Game>, claims: impl Fn(bool) -> bool) {
    let table = solve(&Position::start(game), &SolveOptions::default(), &|_| {}).expect("a small game");
    let states = table.counts().states;
    let mut rng = Rng::with_seed(5);
    let mut search = Search::new(4);
    let limits = Limits { nodes: 20_000, proof: 20_000, ..Limits::default() };
    table.visit(game, |position, exact| {
        if rng.u64(..states) >= 150 {
            return;
        }
        let report = search.run(position, &limits, &mut |_| {});
        let own = position.turn().sign() * report.score;
        let agrees = match exact {
            Exact::Win(_) => own >= LIMIT,
            Exact::Loss(_) => own <= -LIMIT,
            Exact::Draw { .. } => own.abs() < LIMIT,
        };
        let claimed = own.abs() >= LIMIT || report.exact;
        assert!(agrees || !claimed || !claims(report.exact), "{}: {position}: {report:?}", game.names.game);
        let plies = plies_to_win(report.score).map(i32::unsigned_abs);
        assert!(
            !report.exact || plies == exact.plies(),
            "{}: {position}: {plies:?} {exact:?}",
            game.names.game
        );
    });
}

#[test]
fn a_win_by_repetition_is_never_called_proven_elsewhere() {
    let text = r#"
[game]
language = 1
name     = "Back and forth"
players  = ["white", "black"]
[board]
size = [3, 3]
[pieces.king]
letter = "K"
moves.walk = { step = "orthogonal", onto = "empty" }
[setup]
board = """
  k k .
  . . .
  . K K
"""
[end.repetition]
if    = { repeats = 2 }
loser = "mover"
[end.stuck]
if    = "no-moves"
loser = "turn"
"#;
    // Who wins depends on what was played, so the solver refuses the game: a search that leaves nothing out judges.
    let game = game(text);
    assert!(solve(&Position::start(&game), &SolveOptions::default(), &|_| {}).is_err());
    let mut rng = Rng::with_seed(5);
    let (mut search, mut claims) = (Search::new(4), 0);
    for _ in 0..60 {
        let mut position = Position::start(&game);
        for _ in 0..rng.usize(0..8) {
            let Some(mv) = rng.choice(position.legal_moves()) else { break };
            position.play(mv);
        }
        let report = search.run(&position, &Limits { nodes: 20_000, ..Limits::depth(6) }, &mut |_| {});
        if let Some(plies) = plies_to_win(report.score).filter(|_| report.exact) {
            let full = Limits { full_width: true, ..Limits::depth(plies.unsigned_abs()) };
            let whole = Search::new(4).run(&position, &full, &mut |_| {});
            assert_eq!(plies_to_win(whole.score), Some(plies), "{position}");
            claims += 1;
        }
    }
    assert!(claims > 0, "nothing was claimed");
}

#[test]
fn an_end_that_repetition_is_a_part_of_is_kept_in_proofs() {
    let text = r#"
[game]
language = 1
name     = "Dodgem with a meeting"
extends  = "dodgem-4x4"
[end.repetition]
if     = { either = [{ repeats = 3 }, [{ some = "own", on = "b2" }, { some = "enemy", on = "c3" }]] }
winner = "none"
[evaluation]
symmetric = false
"#;
    contradict_nothing(&game(text), |_| true);
}

#[test]
fn a_clock_ends_threats() {
    let limited = "[end.line]\nif = { line = { length = 3 } }\nwinner = \"mover\"\n\
                   [end.limit]\nif = { plies = 5 }\nwinner = \"none\"\n";
    let game = stones("[5, 5]", limited);
    let mut search = Search::new(1);
    for (position, mate) in [("startpos moves a1 c3 e5", None), ("startpos moves a1 a5 b1 b5", Some(1))] {
        let report = search.run(&at(&game, position), &Limits::depth(6), &mut |_| {});
        assert_eq!(plies_to_win(report.score), mate, "{position}: {report:?}");
    }
}

#[test]
fn a_proof_knows_what_has_been_played_before() {
    let game = crate::shipped::game("dodgem");
    let played = ".WB/.B./..W w moves b3a3 b2b1 a3b3 b1b2 b3a3 b2b1 a3b3";
    let position = at(&game, played);
    let report = Search::new(1).run(&position, &Limits { proof: 1 << 20, ..Limits::depth(24) }, &mut |_| {});
    let best = report.best().map(|mv| position.move_text(mv));
    assert_ne!(best.as_deref(), Some("b1b2"), "that is the third time: a draw");
    assert_eq!(plies_to_win(report.score).map(i32::abs), Some(11));
}

#[test]
fn a_pass_of_the_stuck_obeys_vetoes() {
    let text = |pass: &str| {
        format!(
            "[game]\nlanguage = 1\nname = \"Pass\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
             [pieces.pawn]\nletter = \"P\"\nmoves.step = {{ step = \"forward\", onto = \"empty\" }}\n\
             [moves]\nrest = {{ pass = \"{pass}\" }}\n\
             [setup]\nboard = \"\"\"\n. p .\n. . .\nP P .\n\"\"\"\n\
             [illegal.two]\nif = {{ count = \"own\", on = \"rank-1\", at-least = 2 }}\n\
             [end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n"
        )
    };
    for pass in ["free", "stuck"] {
        let position = at(&game(&text(pass)), "..p/pp./PP. w");
        assert_eq!(position.legal_moves(), [], "{pass}: two pawns stay on the first rank");
        assert!(position.outcome().is_some_and(|outcome| outcome.end.is_some()), "{pass}");
    }
}

#[test]
fn a_move_that_two_rules_make_counts_once_for_mobility() {
    let game = game(
        "[game]\nlanguage = 1\nname = \"Twice\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [4, 4]\n\
         [pieces.king]\nletter = \"K\"\n[pieces.king.moves]\nslide = { slide = \"north\" }\nstep = { step = \"north\" }\n\
         far = { leap = [1, 2], if = \"board-full\" }\n[setup]\nboard = \"\"\"\n. k . .\n. . . .\n. . . .\nK . . .\n\"\"\"\n\
         [end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n[evaluation]\nmobility = 10\nsymmetric = false\n",
    );
    let position = Position::start(&game);
    assert_eq!(position.legal_moves().len(), 3);
    assert_eq!(banco::inside::eval::evaluate(&position).ok(), Some(30));
}

#[test]
fn candidates_are_kept_to_in_games_with_vetoes_and_moves_too() {
    let near = "[search]\nnear = 1\n";
    let veto = "[illegal.corner]\nif = { some = \"own\", on = \"a1\" }\n[end.line]\nif = { line = { length = 5 } }\nwinner = \"mover\"\n";
    let nodes = |rest: &str| {
        let game = stones("[15, 15]", rest);
        Search::new(1).run(&at(&game, "startpos moves h8"), &Limits::depth(2), &mut |_| {}).nodes
    };
    assert!(nodes(&format!("{veto}{near}")) < 200, "{}", nodes(&format!("{veto}{near}")));
    assert!(nodes(veto) > 200);
}

/// A pawn that gets through by a capture has won; one that walks through has not.
const BREAKERS: &str = r#"
[game]
language = 1
name     = "Breakers"
players  = ["white", "black"]
[board]
size = [3, 4]
[turn]
extra = { played = ["pawn.hop"] }
[pieces.pawn]
letter = "P"
[pieces.pawn.moves]
push = { step = "forward", onto = "empty" }
take = { step = ["forward-left", "forward-right"], onto = "enemy" }
hop  = { leap = [0, 2], onto = "empty", from = "rank-1" }
[setup]
board = """
  . p p
  . . .
  . . .
  P P .
"""
[end.broken]
if     = [{ played = ["pawn.take"] }, { some = "own pawn", on = "last-rank" }]
winner = "mover"
[end.stuck]
if     = "no-moves"
winner = "none"
"#;

#[test]
fn the_rule_that_was_played_last_can_end_the_game_or_give_another_move() {
    let game = game(BREAKERS);
    let taken = at(&game, "1pp/1P1/3/P2 w moves b3c4");
    assert_eq!(taken.outcome().and_then(|outcome| outcome.winner), Some(taken.game().rules.first));
    assert!(at(&game, taken.to_string().as_str()).outcome().is_none(), "a text says not how a piece came");
    let walked = at(&game, "2p/1P1/3/P2 w moves b3b4");
    assert!(walked.outcome().is_none());
    let hopped = at(&game, "startpos moves a1a3");
    assert_eq!(hopped.turn(), game.rules.first, "who hops moves once more");
    assert_eq!(at(&game, "startpos moves a1a2").turn(), !game.rules.first);
    // A position whose value hangs on how it came about is nothing for a table of positions.
    let refused =
        solve(&at(&game, "startpos"), &SolveOptions::default(), &|_| ()).map(|_| ()).expect_err("refused");
    assert!(refused.to_string().starts_with("the end `broken` depends on the moves before"), "{refused}");
}

#[test]
fn a_search_tells_apart_how_a_position_came_about() {
    let game = game(BREAKERS);
    // The pawn comes to the last rank by taking, and by walking there one move later to the same place.
    let start = at(&game, "2p/1PP/3/3 w");
    let report = Search::new(4).run(&start, &Limits::depth(6), &mut |_| {});
    assert_eq!(start.move_text(report.lines[0].moves[0]), "b3c4");
    assert_eq!(plies_to_win(report.score), Some(1));
}

/// How often the position on the board has stood there, as the board says it and as its past says it.
fn occurrences(position: &Position) -> (u32, u32) {
    on_board!(position.engine(), board => {
        let keys = board.reversible_keys(position.game());
        let counted = keys.iter().filter(|&&key| key == keys[0]).count();
        (board.occurrences(position.game()), counted as u32)
    })
}

#[test]
fn repetitions_are_counted_where_captures_can_be_taken_back() {
    for name in ["crazyhouse", "shogi", "chess"] {
        let shuffle: &[&str] = match name {
            "shogi" => &["4i4h", "4a4b", "4h4i", "4b4a"],
            _ => &["g1f3", "g8f6", "f3g1", "f6g8"],
        };
        let mut position = Position::start(&shipped::game(name));
        for text in shuffle.repeat(2) {
            let mv = position.read_move(text).unwrap_or_else(|refusal| panic!("{name}, {text}: {refusal}"));
            position.play(mv);
        }
        assert_eq!(occurrences(&position), (3, 3), "{name}");
        let alone = on_board!(position.engine(), board => board.scratch(position.game()).occurrences(position.game()));
        assert_eq!(alone, 3, "{name}");
        for left in (0..8u32).rev() {
            position.undo();
            assert_eq!(occurrences(&position), (1 + left / 4, 1 + left / 4), "{name}, {left} plies");
        }
    }
}
