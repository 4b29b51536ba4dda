//! States that no formula numbers: by going backwards from the ends, against plain iteration over whole games, and
//! against published values.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use banco::inside::game::{Game, Player};
use banco::inside::position::Position;
use banco::inside::search::{Exact, Limits, Search};
use banco::inside::solve::{SolveError, SolveOptions, SolveProgress, SolvedTable, TableError, solve};

use crate::shipped::{self, deep, load_text};

/// Small games, one for each thing by which states differ.
const SMALL: [(&str, &str); 10] = [
    ("men in hands and drawn lines", "extends = \"three-mens-morris\"\n[evaluation]\nvalues = { man = 1 }\n"),
    (
        "discs that are turned over, and passes of the stuck in a row",
        "extends = \"flipello\"\n[board]\nsize = [4, 3]\n[setup]\nboard = \"\"\"\n....\n.pP.\n.Pp.\n\"\"\"\n\
         [evaluation]\nsquares = false\n",
    ),
    ("turns of two moves", "extends = \"tic-tac-toe\"\n[board]\nsize = [3, 3]\n[turn]\nmoves = [1, 2]\n"),
    (
        "captures of pieces that may be dropped",
        "players = [\"white\", \"black\"]\n[board]\nsize = [2, 3]\n[hands]\ncaptured = { to = \"captor\" }\n\
         [pieces.king]\nletter = \"K\"\nmoves.go = { step = \"any\" }\n\
         [pieces.man]\nletter = \"M\"\nmoves.go = { step = \"forward\" }\nmoves.drop = { drop = \"hand\" }\n\
         [setup]\nboard = \"\"\"\nk.\nmM\n.K\n\"\"\"\n\
         [end.caught]\nif = { none = \"enemy king\" }\nwinner = \"mover\"\n[end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n",
    ),
    (
        "chains of jumps",
        "extends = \"english-draughts\"\n[board]\nsize = [4, 4]\n[setup]\nboard = \"\"\"\n#m#m\n.#.#\n#.#.\nM#M#\n\"\"\"\n\
         [end]\nquiet = { if = { quiet-plies = 6, reset = [\"capture\", \"man\"] }, winner = \"none\" }\n\
         [evaluation]\nsquares = false\nlate-squares = false\n",
    ),
    (
        "a limit of plies",
        "players = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
         [pieces.king]\nletter = \"K\"\nmoves.walk = { step = \"any\" }\n[setup]\nboard = \"\"\"\nk..\n...\n..K\n\"\"\"\n\
         [end.won]\nif = { none = \"enemy\" }\nwinner = \"mover\"\n[end.long]\nif = { plies = 9 }\nwinner = \"none\"\n",
    ),
    (
        "marks that are answered",
        "players = [\"white\", \"black\"]\n[board]\nsize = [2, 5]\n\
         [pieces.pawn]\nletter = \"P\"\nmoves.push = { step = \"forward\", onto = \"empty\" }\n\
         moves.double = { slide = \"forward\", range = [2, 2], onto = \"empty\", if = \"unmoved\", do = { mark = \"path\" } }\n\
         moves.take = { step = [\"forward-left\", \"forward-right\"], onto = \"enemy\" }\n\
         moves.passing = { step = [\"forward-left\", \"forward-right\"], onto = \"marked\", do = { take = \"marker\" } }\n\
         [setup]\nboard = \"\"\"\npp\n..\n..\n..\nPP\n\"\"\"\n\
         [end.across]\nif = { some = \"own\", on = \"last-rank\" }\nwinner = \"mover\"\n\
         [end.stuck]\nif = \"no-moves\"\nwinner = \"none\"\n",
    ),
    (
        "stones that go over one another",
        "players = [\"black\", \"white\"]\n[board]\nsize = [4, 3]\n\
         [pieces.stone]\nletter = \"O\"\n\
         moves.jump = { hop = \"orthogonal\", over = \"enemy\", before = [0, 0], after = [0, 0], onto = \"empty\", do = { take = \"path\" }, then = { again = \"may\", bends = \"never\" } }\n\
         [setup]\nboard = \"\"\"\nOoOo\no..O\nOoOo\n\"\"\"\n\
         [end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n",
    ),
    (
        "a piece that tires",
        "players = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
         [pieces.king]\nletter = \"K\"\nmoves.walk = { step = \"orthogonal\" }\n\
         [pieces.man]\nletter = \"M\"\nmoves.go = { step = \"forward\" }\n[setup]\nboard = \"\"\"\nkm.\n...\n.MK\n\"\"\"\n\
         [illegal.tired]\nif = [{ same-piece = 3, reset = [\"capture\"] }, { some = \"own man\" }]\n\
         [end.caught]\nif = { none = \"enemy king\" }\nwinner = \"mover\"\n[end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n",
    ),
    (
        "areas and passes",
        "players = [\"black\", \"white\"]\n[board]\nsize = [2, 2]\n\
         [pieces.stone]\nletter = \"S\"\nmoves.place = { drop = \"supply\", do = { take = \"enclosed\", only = \"enemy\" } }\n\
         [moves]\npass = { pass = \"free\" }\n[illegal.suicide]\nif = { enclosed = \"own\" }\nmoves = [\"stone.place\"]\n\
         [end.passes]\nif = { passes = 2 }\nwinner = \"score\"\n[score]\nvalues = { stone = 1 }\narea = 1\n",
    ),
];

fn small(what: &str, rules: &str) -> Arc<Game> {
    let text = format!("[game]\nlanguage = 1\nname = \"Small\"\n{rules}");
    load_text(&text).unwrap_or_else(|said| panic!("{what}\n{said}"))
}

fn solved(start: &Position, options: &SolveOptions) -> SolvedTable {
    solve(start, options, &|_| {}).unwrap_or_else(|why| panic!("{}: {start}: {why}", start.game().names.game))
}

/// Who wins, and in how many plies; `None`: nobody.
type Known = Option<(Player, u32)>;

fn known(position: &Position, exact: Exact) -> Known {
    match exact {
        Exact::Win(plies) => Some((position.turn(), plies)),
        Exact::Loss(plies) => Some((!position.turn(), plies)),
        Exact::Draw { .. } => None,
    }
}

/// Every state that play reaches, with its value by plain iteration.
fn iterated(start: &Position) -> Vec<(Position, Known)> {
    let mut states = vec![start.alone()];
    let text = |position: &Position| format!("{position} {:?}", position.alone().hash());
    let mut numbers = HashMap::from([(text(start), 0)]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    while let Some(position) = states.get(after.len()).cloned() {
        let next = position.legal_moves().into_iter().map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            let next = next.alone();
            let clocks = format!("{} {} {}", text(&next), next.quiet_plies().min(6), plies_that_count(&next));
            *numbers.entry(clocks).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            })
        });
        let next = next.collect();
        after.push(next);
    }
    let ended = |position: &Position| position.outcome().map(|end| end.winner.map(|winner| (winner, 0)));
    let mut values: Vec<Option<Known>> = states.iter().map(ended).collect();
    for plies in 1.. {
        let before = values.clone();
        for (state, next) in after.iter().enumerate().filter(|(state, _)| before[*state].is_none()) {
            let turn = states[state].turn();
            let won_by = |player: Player, next: &usize| matches!(before[*next], Some(Some((winner, _))) if winner == player);
            if next.iter().any(|next| won_by(turn, next)) {
                values[state] = Some(Some((turn, plies)));
            } else if !next.is_empty() && next.iter().all(|next| won_by(!turn, next)) {
                values[state] = Some(Some((!turn, plies)));
            }
        }
        if values == before {
            break;
        }
    }
    states.into_iter().zip(values.into_iter().map(Option::flatten)).collect()
}

/// Plies where an end asks for them.
fn plies_that_count(position: &Position) -> u32 {
    let asked = !position.game().facts.clocks.is_empty();
    if asked { position.plies().min(9) } else { 0 }
}

#[test]
fn whatever_makes_states_differ_is_told_apart() {
    for (what, rules) in SMALL {
        let start = Position::start(&small(what, rules));
        let table = solved(&start, &SolveOptions { threads: 2, ..SolveOptions::default() });
        for (position, expected) in iterated(&start) {
            let exact = table.value(&position).unwrap_or_else(|| panic!("{what}: {position} is unknown"));
            assert_eq!(known(&position, exact), expected, "{what}: {position}");
        }
    }
}

#[test]
fn without_room_for_moves_and_with_other_numbers_of_threads_the_table_is_the_same() {
    for (what, rules) in SMALL {
        let start = Position::start(&small(what, rules));
        let whole = solved(&start, &SolveOptions { threads: 1, ..SolveOptions::default() });
        let states = whole.counts().states;
        let mut was_solved = false;
        for memory in (0..40).map(|step| (20_000.0 * 1.25f64.powi(step)) as u64) {
            let options = SolveOptions { memory, threads: 2, ..SolveOptions::default() };
            match solve(&start, &options, &|_| {}) {
                Ok(table) => {
                    assert!(table.to_bytes() == whole.to_bytes(), "{what}: {memory}");
                    was_solved = true;
                    break;
                }
                Err(SolveError::Full { reached, .. }) => assert!(reached <= states, "{what}"),
                Err(other) => panic!("{what}: {other}"),
            }
        }
        assert!(was_solved, "{what}");
    }
}

#[test]
fn a_list_is_read_back_and_refuses_what_it_is_not_about() {
    let game = shipped::game("three-mens-morris");
    let table = solved(&Position::start(&game), &SolveOptions::default());
    let whole = table.to_bytes().concat();
    let read = SolvedTable::from_bytes(&game, whole.clone()).expect("a table");
    assert_eq!(read.counts(), table.counts());
    assert!(read.to_bytes().concat() == whole);
    let other = SolvedTable::from_bytes(&shipped::game("six-mens-morris"), whole.clone()).map(|_| ());
    assert_eq!(other, Err(TableError::OtherGame));
    for at in (0..whole.len()).step_by(97) {
        let mut bad = whole.clone();
        bad[at] ^= 0x20;
        assert!(SolvedTable::from_bytes(&game, bad).is_err(), "{at}");
    }
    let mut states = 0;
    table.visit(&game, |position, exact| {
        states += 1;
        assert_eq!(read.value(position), Some(exact), "{position}");
    });
    assert_eq!(states, table.counts().states);
}

/// Who begins wins by the middle point (Gasser, "Solving Nine Men's Morris", and others before); of reversi on four by
/// four cells the second player wins (Kaufmann and others).
#[test]
fn small_games_of_men_and_discs_have_their_known_winners() {
    let start = Position::start(&shipped::game("three-mens-morris"));
    let table = solved(&start, &SolveOptions::default());
    assert!(matches!(table.value(&start), Some(Exact::Win(_))));
    let start = Position::start(&small("othello 4x4", &discs(4, "....\n.OX.\n.XO.\n....")));
    let table = solved(&start, &SolveOptions::default());
    assert!(matches!(table.value(&start), Some(Exact::Loss(_))), "{:?}", table.value(&start));
}

/// Othello on a board of so many cells a side.
fn discs(side: u32, setup: &str) -> String {
    format!(
        "extends = \"othello\"\n[board]\nsize = [{side}, {side}]\n\
         [setup]\nboard = \"\"\"\n{setup}\n\"\"\"\n[evaluation]\nsquares = false\n"
    )
}

/// All states of discs on five by five cells fit no memory, those from a position with ten empty cells do. The search
/// proves the same.
#[test]
fn discs_on_five_by_five_cells_have_one_value_by_either_way() {
    let game = small("othello 5x5", &discs(5, ".....\n..OX.\n..XO.\n.....\n....."));
    let mut search = Search::new(1);
    let mut proven = |position: &Position| {
        let report = search.run(position, &Limits { depth: 40, ..Limits::default() }, &mut |_| {});
        assert!(report.exact, "{position}");
        report.score
    };
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..if deep() { 40 } else { 4 } {
        let mut position = Position::start(&game);
        for _ in 0..11 {
            let moves = position.legal_moves();
            moves.get(rng.usize(..moves.len().max(1))).into_iter().for_each(|&mv| position.play(mv));
        }
        let value = solved(&position, &SolveOptions::default()).value(&position).expect("it is in the table");
        let plies = banco::inside::eval::plies_to_win(proven(&position));
        let signed = match value {
            Exact::Win(plies) => Some(plies as i32),
            Exact::Loss(plies) => Some(-(plies as i32)),
            Exact::Draw { .. } => None,
        };
        let sign = if position.turn() == Player::First { 1 } else { -1 };
        assert_eq!(plies.map(|plies| sign * plies), signed, "{position}");
    }
}

#[test]
fn the_search_never_contradicts_a_list() {
    for (what, rules) in SMALL {
        let game = small(what, rules);
        let table = solved(&Position::start(&game), &SolveOptions::default());
        let total = table.counts().states;
        let mut rng = fastrand::Rng::with_seed(11);
        let mut search = Search::new(1);
        let limits = Limits { nodes: if deep() { 200_000 } else { 5_000 }, ..Limits::default() };
        let mut claims = 0;
        table.visit(&game, |position, exact| {
            if rng.u64(..total) >= 40 {
                return;
            }
            let report = search.run(position, &limits, &mut |_| {});
            let plies = banco::inside::eval::plies_to_win(report.score).map(i32::unsigned_abs);
            claims += u32::from(report.exact);
            assert!(!report.exact || plies == exact.plies(), "{what}: {position}: {plies:?}, {exact:?}");
        });
        assert!(claims > 0, "{what}: nothing was proven");
    }
}

#[test]
fn what_does_not_fit_says_how_far_it_came_and_can_be_stopped() {
    let start = Position::start(&shipped::game("crazyhouse"));
    let options = SolveOptions { memory: 1 << 20, ..SolveOptions::default() };
    match solve(&start, &options, &|_| {}) {
        Err(SolveError::Full { reached, memory }) => {
            assert!(reached > 1_000 && memory == 1 << 20, "{reached}")
        }
        other => panic!("{:?}", other.map(|_| ())),
    }
    let options = SolveOptions::default();
    let stop = options.stop.clone();
    let refused = solve(&start, &options, &|progress| {
        if matches!(progress, SolveProgress::Reaching { states, .. } if states > 5_000) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(refused.map(|_| ()), Err(SolveError::Stopped));
}

/// Two kings against one: with all placements there are as many states as can be counted by hand, with fewer kings,
/// too; what play reaches has the same values; and the moves of a state lead to what its value follows from.
#[test]
fn draughts_endings_have_all_their_placements_and_one_value_by_either_way() {
    let game = small("kings", "extends = \"english-draughts\"\n[end]\nquiet = false\n");
    let start = "#.#.#.#k/.#.#.#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#/#K#.#.#./K#.#.#.# w";
    let start = Position::parse(&game, start).expect("a position");
    let all = solved(&start, &SolveOptions { all: true, ..SolveOptions::default() });
    assert_eq!(all.counts().states, 2 * (32 * 31 * 30 / 2 + 32 * 31 + 32 * 31 / 2 + 32 + 32));
    assert_eq!(all.value(&start), Some(Exact::Win(11)));
    let reached = solved(&start, &SolveOptions::default());
    reached.visit(&game, |position, exact| assert_eq!(all.value(position), Some(exact), "{position}"));
    let mut number = 0;
    all.visit(&game, |position, exact| {
        number += 1;
        let moves = position.legal_moves();
        if number % 37 != 0 || moves.is_empty() {
            return;
        }
        let after = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            all.value(&next).expect("a known state").before()
        });
        let after: Vec<Exact> = after.collect();
        let wins =
            after.iter().filter(|one| matches!(one, Exact::Win(_))).filter_map(|one| one.plies()).min();
        let loses = after.iter().all(|one| matches!(one, Exact::Loss(_)));
        let expected = match wins {
            Some(plies) => Some(Exact::Win(plies)),
            None if loses => after.iter().filter_map(|one| one.plies()).max().map(Exact::Loss),
            None => None,
        };
        match exact {
            Exact::Draw { .. } => assert_eq!(expected, None, "{position}"),
            exact => assert_eq!(Some(exact), expected, "{position}"),
        }
    });
}
