//! Exact values by going backwards, against published values, against the search, and against plain minimax
//! over whole games.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use banco::inside::eval::{LIMIT, plies_to_win};
use banco::inside::game::{Game, Player};
use banco::inside::position::Position;
use banco::inside::search::{Exact, Limits, Search};
use banco::inside::solve::{
    SolveError, SolveOptions, SolveProgress, SolvedTable, TableError, ValueCounts, solve,
};

use crate::shipped::{self, deep, load_text};
use crate::suites::{Expect, Value, same, try_all};

fn solved(position: &Position, all: bool) -> SolvedTable {
    let options = SolveOptions { all, threads: 2, ..SolveOptions::default() };
    solve(position, &options, &|_| {}).unwrap_or_else(|why| panic!("{position}: {why}"))
}

fn of_start(name: &str, all: bool) -> SolvedTable {
    solved(&Position::start(&shipped::game(name)), all)
}

fn bytes(table: &SolvedTable) -> Vec<u8> {
    table.to_bytes().concat()
}

const DRAWN: Exact = Exact::Draw { endless: false };
const ENDLESS: Exact = Exact::Draw { endless: true };

fn counts(wins: u64, losses: u64, draws: u64, longest: u32) -> ValueCounts {
    ValueCounts { states: wins + losses + draws, wins, losses, draws, longest }
}

#[test]
fn small_games_have_their_published_values() {
    for (name, value, expected) in [
        ("tic-tac-toe", DRAWN, counts(2_836, 1_574, 1_068, 5)),
        ("hexapawn", Exact::Loss(6), counts(55, 80, 0, 6)),
        ("mnk-4-3-3", Exact::Win(7), counts(64_738, 44_175, 3_060, 9)),
    ] {
        let table = of_start(name, false);
        assert_eq!(table.value(&Position::start(&shipped::game(name))), Some(value), "{name}");
        assert_eq!(table.counts(), expected, "{name}");
    }
}

/// The first moves that win where the second player cannot swap: known of two cells a side and three, and by a plain
/// program of four.
#[test]
fn hex_is_won_by_the_first_moves_that_are_known_to_win() {
    let smallest = "[game]\nlanguage = 1\nname = \"Hex 2x2\"\nextends = \"hex\"\n[board]\nsize = [2, 2]\n";
    for (game, winning) in [
        (load_text(smallest).expect("a game"), &["a1", "b2"][..]),
        (shipped::game("hex-3x3"), &["a1", "a2", "b2", "c2", "c3"]),
        (shipped::game("hex-4x4"), &["a1", "b2", "c3", "d4"]),
    ] {
        let start = Position::start(&game);
        let table = solved(&start, false);
        let wins = |text: &String| {
            let mut position = start.clone();
            position.play(position.parse_move(text).expect("a move"));
            match table.value(&position) {
                Some(Exact::Loss(_)) => true,
                Some(Exact::Win(_)) => false,
                other => panic!("{text}: {other:?}"),
            }
        };
        let texts = start.legal_moves().into_iter().map(|mv| start.move_text(mv));
        let mut found: Vec<String> = texts.filter(wins).collect();
        found.sort_unstable();
        assert_eq!(found, winning, "{}", game.names.game);
    }
}

/// Starts, what play reaches from them and everything, as two independent programs counted them: reached
/// wins, losses and draws without the states where all cars of the player who has just moved are off, how many
/// those are, all wins, losses and draws where both have cars, and the longest win.
type Known = (&'static str, Exact, [u64; 3], u64, [u64; 3], u32);

const CARS: [Known; 4] = [
    ("dodgem", Exact::Win(19), [1_120, 753, 0], 90, [1_604, 1_060, 0], 21),
    ("dodgem-winning-ways", Exact::Win(19), [1_123, 750, 0], 90, [1_606, 1_058, 0], 21),
    ("dodgem-4x4", ENDLESS, [205_919, 138_043, 48_546], 1_392, [283_970, 186_146, 83_084], 61),
    ("dodgem-4x4-winning-ways", ENDLESS, [209_489, 147_738, 35_281], 1_392, [293_702, 202_678, 56_820], 42),
];

#[test]
fn boards_of_cars_have_their_published_counts() {
    for (name, value, [wins, losses, draws], off, all, longest) in CARS {
        let game = shipped::game(name);
        let table = of_start(name, false);
        assert_eq!(table.value(&Position::start(&game)), Some(value), "{name}");
        assert_eq!(table.counts(), counts(wins, losses + off, draws, longest), "{name}");
        assert_eq!(with_both_players(&of_start(name, true), &game), all, "{name}");
    }
}

/// Wins, losses and draws where both players have pieces.
fn with_both_players(table: &SolvedTable, game: &Arc<Game>) -> [u64; 3] {
    let mut sums = [0; 3];
    table.visit(game, |position, exact| {
        let pieces = position.pieces();
        let has = |player| pieces.iter().any(|piece| !piece.is_none() && piece.owner() == player);
        if has(Player::First) && has(Player::Second) {
            sums[match exact {
                Exact::Win(_) => 0,
                Exact::Loss(_) => 1,
                Exact::Draw { .. } => 2,
            }] += 1;
        }
    });
    sums
}

#[test]
fn other_rules_have_as_many_states_as_published() {
    for (name, states) in [("dodgem-no-block", 1_955), ("dodgem-4x4-no-block", 393_696)] {
        assert_eq!(of_start(name, false).counts().states, states, "{name}");
    }
}

/// The largest board takes minutes and most of a gigabyte.
#[test]
fn the_largest_board_of_cars_has_its_published_counts() {
    if !deep() {
        return;
    }
    for (name, all, longest) in [
        ("dodgem-5x5", [94_869_122, 61_100_504, 84_029_674], 87),
        ("dodgem-5x5-winning-ways", [92_940_818, 61_402_658, 85_655_824], 81),
    ] {
        let game = shipped::game(name);
        let start = Position::start(&game);
        let reached = solved(&start, false);
        assert_eq!((reached.value(&start), reached.counts().states), (Some(ENDLESS), 164_308_067), "{name}");
        drop(reached);
        let table = solved(&start, true);
        assert_eq!(table.counts().longest, longest, "{name}");
        assert_eq!(with_both_players(&table, &game), all, "{name}");
        agrees_with_the_suites(name, &table);
    }
}

/// Every value that a suite knows of a game.
fn agrees_with_the_suites(name: &str, table: &SolvedTable) {
    try_all(|game_name, game, case| match case.expect.value {
        Expect::Value(value, plies) if game_name == name => {
            let exact = table.value(&case.set_up(game).expect("a position"));
            let found = match exact {
                Some(Exact::Win(_)) => Some(Value::Win),
                Some(Exact::Loss(_)) => Some(Value::Loss),
                Some(Exact::Draw { .. }) => Some(Value::Draw),
                None => None,
            };
            let distance = exact.and_then(Exact::plies);
            Some(same((found, distance), (Some(value), plies.or(distance))))
        }
        _ => None,
    });
}

#[test]
fn every_value_that_a_suite_knows_is_found() {
    for (name, ..) in CARS {
        agrees_with_the_suites(name, &of_start(name, true));
    }
    for name in ["dodgem-no-block", "dodgem-4x4-no-block", "tic-tac-toe", "hexapawn", "mnk-4-3-3"] {
        if crate::suites::cases()
            .any(|(game, _, case)| game == name && matches!(case.expect.value, Expect::Value(..)))
        {
            agrees_with_the_suites(name, &of_start(name, true));
        }
    }
}

/// Every state that play reaches, with its value by plain iteration: whatever follows from the states after it
/// is decided, over and over, until nothing changes.
fn iterated(start: &Position) -> HashMap<u64, Exact> {
    let mut states = vec![start.clone()];
    let mut numbers = HashMap::from([(start.hash(), 0)]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    while let Some(position) = states.get(after.len()).cloned() {
        let next = position.legal_moves().into_iter().map(|mv| {
            let mut next = Position::set_up(position.game(), &position.pieces(), position.turn());
            next.play(mv);
            let next = Position::set_up(next.game(), &next.pieces(), next.turn());
            *numbers.entry(next.hash()).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            })
        });
        let next = next.collect();
        after.push(next);
    }
    let mut values: Vec<Option<Exact>> = states.iter().map(ended).collect();
    for plies in 1.. {
        let now: Vec<Option<Exact>> =
            after.iter().enumerate().map(|(i, next)| decided(&values, i, next, plies)).collect();
        if now == values {
            break;
        }
        values = now;
    }
    while let Some(i) =
        (0..values.len()).find(|&i| values[i].is_none() && after[i].iter().any(|&n| values[n] == Some(DRAWN)))
    {
        values[i] = Some(DRAWN);
    }
    states.iter().zip(values).map(|(position, value)| (position.hash(), value.unwrap_or(ENDLESS))).collect()
}

fn ended(position: &Position) -> Option<Exact> {
    position.outcome().map(|outcome| match outcome.winner {
        None => DRAWN,
        Some(winner) if winner == position.turn() => Exact::Win(0),
        Some(_) => Exact::Loss(0),
    })
}

/// What is known of a state, or follows for so many plies.
fn decided(values: &[Option<Exact>], state: usize, after: &[usize], plies: u32) -> Option<Exact> {
    let known = |next: &usize| values[*next];
    let wins = || after.iter().any(|next| known(next) == Some(Exact::Loss(plies - 1)));
    let loses = || after.iter().all(|next| matches!(known(next), Some(Exact::Win(_))));
    match values[state] {
        Some(exact) => Some(exact),
        None if wins() => Some(Exact::Win(plies)),
        None if loses() => Some(Exact::Loss(plies)),
        None => None,
    }
}

/// Small games, one for each kind of move.
const SMALL: [(&str, &str); 8] = [
    (
        "captures",
        "extends = \"breakthrough\"\n[board]\nsize = [3, 4]\n[setup]\nboard = \"\"\"\nppp\n...\n...\nPPP\n\"\"\"\n\
         [evaluation]\nsquares = false\nformations = false\n",
    ),
    (
        "falling drops",
        "extends = \"connect-four\"\n[board]\nsize = [3, 3]\n[end.four]\nif = { line = { length = 3 } }\nwinner = \"mover\"\n[evaluation]\nsquares = false\n",
    ),
    (
        "slides, captures of a kind, vetoes",
        "players = [\"white\", \"black\"]\n[board]\nsize = [3, 4]\n\
         [pieces.bolt]\nletter = \"B\"\nmoves.fly = { slide = \"forward\" }\nmoves.hit = { step = \"forward-left\", onto = \"enemy pawn\" }\n\
         [pieces.pawn]\nletter = \"P\"\nmoves.push = { step = \"forward\", onto = \"empty\" }\n\
         [setup]\nboard = \"\"\"\np.b\n.p.\nP..\nBPB\n\"\"\"\n\
         [illegal.empty-rank]\nif = { none = \"own\", on = \"rank-1\" }\n\
         [end.across]\nif = { some = \"own pawn\", on = \"last-rank\" }\nwinner = \"mover\"\n\
         [end.stuck]\nif = \"no-moves\"\nwinner = \"none\"\n",
    ),
    (
        "moves under a condition, two ways to the same cell, leaving",
        "players = [\"white\", \"black\"]\n[board]\nsize = [3, 4]\n\
         [pieces.man]\nletter = \"M\"\nmoves.walk = { step = \"forward\" }\n\
         moves.run = { slide = \"forward\", range = [1, 2], onto = \"empty\", if = { some = \"enemy\", on = \"enemy-half\" } }\n\
         moves.leave = { exit = \"forward\" }\n\
         [setup]\nboard = \"\"\"\nmmm\n...\n...\nMMM\n\"\"\"\n\
         [end.out]\nif = { none = \"own\" }\nwinner = \"mover\"\n\
         [end.stuck]\nif = \"no-moves\"\nloser = \"turn\"\n",
    ),
    (
        "captures and drawn ends among cycles",
        "players = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
         [pieces.king]\nletter = \"K\"\nmoves.walk = { step = \"orthogonal\" }\n[pieces.man]\nletter = \"M\"\nmoves.walk = { step = \"forward\", onto = [\"empty\", \"own king\"] }\n\
         [moves]\nwait = { pass = \"free\", if = { some = \"own king\", on = \"b2\" } }\n\
         [setup]\nboard = \"\"\"\nk.m\n...\nM.K\n\"\"\"\n\
         [end.won]\nif = { none = \"enemy king\" }\nwinner = \"mover\"\n[end.lost]\nif = { none = \"own king\" }\nwinner = \"turn\"\n\
         [end.held]\nif = { count = \"man\", on = \"rank-1\", at-least = 2 }\nwinner = \"none\"\n",
    ),
    (
        "passes of the stuck",
        "players = [\"white\", \"black\"]\n[board]\nsize = [2, 4]\n\
         [pieces.man]\nletter = \"M\"\nmoves.walk = { step = \"forward\", onto = \"empty\" }\nmoves.leave = { exit = \"forward\" }\n\
         [moves]\nwait = { pass = \"stuck\" }\n\
         [setup]\nboard = \"\"\"\n.m\nm.\n.M\nM.\n\"\"\"\n\
         [end.out]\nif = { none = \"own\" }\nwinner = \"mover\"\n",
    ),
    ("royal pieces and hops", MATES),
    (
        "the last royal piece, paths, rides",
        "players = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
         [pieces.king]\nletter = \"K\"\nroyal = \"any\"\nmoves.walk = { step = [\"forward\", \"sideways\"] }\n\
         [pieces.horse]\nletter = \"N\"\nmoves.jump = { path = [\"orthogonal\", \"diagonal\"] }\n\
         moves.ride = { ride = [0, 1], along = \"forward\" }\n\
         [setup]\nboard = \"\"\"\nk.k\n.n.\nNK.\n\"\"\"\n\
         [end.mate]\nif = [\"no-moves\", \"in-check\"]\nloser = \"turn\"\n\
         [end.stuck]\nif = \"no-moves\"\nwinner = \"none\"\n",
    ),
];

/// Kings and pieces that hop onto the cell behind another one.
const MATES: &str = "players = [\"white\", \"black\"]\n[board]\nsize = [3, 4]\n\
     [pieces.king]\nletter = \"K\"\nroyal = \"each\"\nmoves.walk = { step = \"orthogonal\" }\n\
     [pieces.cricket]\nletter = \"C\"\nmoves.hop = { hop = \"any\", after = [0, 0] }\n\
     [setup]\nboard = \"\"\"\nk.c\n...\n...\nC.K\n\"\"\"\n\
     [end.mate]\nif = [\"no-moves\", \"in-check\"]\nloser = \"turn\"\n\
     [end.stuck]\nif = \"no-moves\"\nwinner = \"none\"\n";

/// Where the end of a game is seen only when no move is found, distances are right nevertheless.
#[test]
fn mates_are_as_far_as_they_are() {
    let game = load_text(&format!("[game]\nlanguage = 1\nname = \"Mates\"\n{MATES}")).expect("a game");
    let table = solved(&Position::start(&game), true);
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    let mut search = Search::new(1);
    let (mut states, mut claims) = (0, 0);
    table.visit(&game, |position, exact| {
        states += 1;
        let near = exact.plies().is_some_and(|plies| plies > 0);
        if !near && states % 211 != 0 || states % 7 != 0 {
            return;
        }
        let report = search.run(position, &limits, &mut |_| {});
        let own = position.turn().sign() * report.score;
        let plies = plies_to_win(report.score).map(i32::unsigned_abs);
        match exact {
            Exact::Win(_) => assert!(own > -LIMIT, "{position}: {own}"),
            Exact::Loss(_) => assert!(own < LIMIT, "{position}: {own}"),
            Exact::Draw { .. } => assert!(own.abs() < LIMIT, "{position}: {own}"),
        }
        if report.exact {
            claims += 1;
            assert_eq!(plies, exact.plies(), "{position}");
        }
    });
    assert!(claims > 20, "{claims} of {states}");
}

#[test]
fn every_kind_of_move_is_taken_back_rightly() {
    for (what, rules) in SMALL {
        let text = format!("[game]\nlanguage = 1\nname = \"Small\"\n{rules}");
        let game = load_text(&text).unwrap_or_else(|said| panic!("{what}\n{said}"));
        let start = Position::start(&game);
        let known = iterated(&start);
        for all in [false, true] {
            let table = solved(&start, all);
            let mut states = 0;
            table.visit(&game, |position, exact| {
                states += 1;
                if let Some(expected) = known.get(&position.hash()) {
                    assert_eq!(exact, *expected, "{what}: {position}");
                } else {
                    assert!(all, "{what}: {position} is not reached");
                }
            });
            assert!(states == known.len() || all && states > known.len(), "{what}: {states}");
        }
    }
}

/// A state decides nothing but by its moves: for every game, reached states agree with those after them.
#[test]
fn every_value_follows_from_those_after_it() {
    for name in ["dodgem", "dodgem-winning-ways", "dodgem-no-block", "tic-tac-toe", "hexapawn"] {
        let game = shipped::game(name);
        let table = of_start(name, true);
        table.visit(&game, |position, exact| {
            let mut next = position.clone();
            let after: Vec<Exact> = position
                .legal_moves()
                .into_iter()
                .map(|mv| {
                    next.play(mv);
                    let exact = table.value(&next).expect("a known state").before();
                    next.undo();
                    exact
                })
                .collect();
            let wins =
                after.iter().filter(|exact| matches!(exact, Exact::Win(_))).filter_map(|e| e.plies()).min();
            let losses = after.iter().filter_map(|exact| exact.plies()).max();
            let expected = match wins {
                _ if after.is_empty() => return,
                Some(plies) => Exact::Win(plies),
                None if after.iter().all(|exact| exact.plies().is_some()) => {
                    Exact::Loss(losses.expect("a move"))
                }
                None => Exact::Draw { endless: !after.contains(&DRAWN) },
            };
            assert_eq!(exact, expected, "{name}: {position}");
        });
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let start = Position::start(&shipped::game("dodgem-4x4"));
    let with = |threads| {
        let options = SolveOptions { threads, ..SolveOptions::default() };
        bytes(&solve(&start, &options, &|_| {}).expect("solved"))
    };
    assert!(with(1) == with(3));
}

#[test]
fn the_search_never_contradicts_a_solved_game() {
    let tries = if deep() { 1_000 } else { 60 };
    for (name, nodes) in [("dodgem", 20_000), ("dodgem-4x4", 20_000), ("dodgem-4x4-winning-ways", 20_000)] {
        let game = shipped::game(name);
        let table = of_start(name, true);
        let total = table.counts().states;
        let mut rng = fastrand::Rng::with_seed(7);
        let mut search = Search::new(4);
        let limits = Limits { nodes: if deep() { 1_000_000 } else { nodes }, ..Limits::default() };
        let mut claims = 0;
        table.visit(&game, |position, exact| {
            if rng.u64(..total) >= tries {
                return;
            }
            let report = search.run(position, &limits, &mut |_| {});
            let own = position.turn().sign() * report.score;
            let claimed = match own {
                LIMIT.. => "win",
                _ if own <= -LIMIT => "loss",
                _ => return,
            };
            let value = match exact {
                Exact::Win(_) => "win",
                Exact::Loss(_) => "loss",
                Exact::Draw { .. } => "draw",
            };
            claims += 1;
            assert_eq!(claimed, value, "{name}: {position}");
            let plies = plies_to_win(report.score).map(i32::unsigned_abs);
            assert!(!report.exact || plies == exact.plies(), "{name}: {position}: {plies:?}, {exact:?}");
        });
        assert!(claims > tries / 4, "{name}: {claims}");
    }
}

#[test]
fn a_search_with_a_table_knows_everything_at_once() {
    for name in ["dodgem", "dodgem-4x4", "tic-tac-toe", "hexapawn"] {
        let game = shipped::game(name);
        let table = Arc::new(of_start(name, false));
        let mut search = Search::new(1).knowing(table.clone());
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..20 {
            let mut position = Position::start(&game);
            loop {
                let exact = table.value(&position).expect("a reached position");
                // The past counts in a search, so there must be none.
                let alone = Position::set_up(&game, &position.pieces(), position.turn());
                let report = search.run(&alone, &Limits::depth(3), &mut |_| {});
                assert!(report.exact, "{name}: {position}");
                assert_eq!(
                    plies_to_win(report.score).map(i32::unsigned_abs),
                    exact.plies(),
                    "{name}: {position}"
                );
                if let (Some(plies), Some(line)) = (exact.plies(), report.lines.first()) {
                    assert_eq!(line.moves.len(), plies as usize, "{name}: {position}");
                }
                let moves = position.legal_moves();
                let Some(&mv) = rng.choice(&moves) else { break };
                position.play(mv);
                if position.plies() > 40 {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_table_is_read_back_and_refuses_what_it_is_not_about() {
    let game = shipped::game("dodgem");
    let table = of_start("dodgem", false);
    let whole = bytes(&table);
    let read = SolvedTable::from_bytes(&game, whole.clone()).expect("a table");
    assert_eq!(read.counts(), table.counts());
    assert_eq!(bytes(&read), whole);
    // Points and names do not matter, rules and boards do.
    assert!(SolvedTable::from_bytes(&shipped::game("dodgem-textbook"), whole.clone()).is_ok());
    for other in ["dodgem-winning-ways", "dodgem-no-block", "dodgem-4x4", "tic-tac-toe"] {
        let refused = SolvedTable::from_bytes(&shipped::game(other), whole.clone()).map(|_| ());
        assert_eq!(refused, Err(TableError::OtherGame), "{other}");
    }
    let refused = |bytes: Vec<u8>| SolvedTable::from_bytes(&game, bytes).map(|_| ()).expect_err("damaged");
    for at in 0..whole.len() {
        let mut bad = whole.clone();
        bad[at] ^= 0x20;
        refused(bad);
    }
    for length in 0..200.min(whole.len()) {
        refused(whole[..length].to_vec());
    }
    let longer = [&whole[..], &[0]].concat();
    assert_eq!(refused(longer), TableError::Damaged);
    assert_eq!(refused(b"[game]\nlanguage = 1".to_vec()), TableError::NoTable);
}

#[test]
fn a_table_of_other_rules_is_refused_whatever_part_of_the_rules_is_another() {
    let extended = |more: &str| {
        let text = format!("[game]\nlanguage = 1\nname = \"Other\"\nextends = \"hexapawn\"\n{more}");
        load_text(&text).expect("a game")
    };
    let whole = bytes(&of_start("hexapawn", false));
    for same in ["", "[text.vi]\nname = \"Cờ khác\"", "[evaluation.values]\npawn = 1"] {
        assert!(SolvedTable::from_bytes(&extended(same), whole.clone()).is_ok(), "{same}");
    }
    for other in [
        "[legality]\nmust-capture = true",
        "[legality]\npriority = [\"pawn.take\"]",
        "[effects.blast]\non = \"capture\"\ndo = { take = \"around\" }",
        "[pieces.pawn.moves]\ntake = { step = [\"forward-left\", \"forward-right\"], onto = \"enemy\", do = { take = \"around\" } }",
        "[pieces.pawn.moves]\npush = { step = \"forward\", onto = \"empty\", if = \"unmoved\" }",
        "[pieces.pawn.moves]\ndrop = { drop = \"hand\" }\n[hands]\ncaptured = { to = \"captor\" }",
        "[pieces.pawn]\nroyal = \"any\"",
        "[illegal.blockade]\nif = \"no-moves\"",
        "[end.extinct]\nif = { none = \"enemy\" }\nwinner = \"turn\"",
        "[end.extinct]\nif = { none = \"enemy\" }\nwinner = \"mover\"\nadjudicated = true",
        "[score]\nvalues = { pawn = 1 }\n[end.stuck]\nif = \"no-moves\"\nwinner = \"score\"",
    ] {
        let refused = SolvedTable::from_bytes(&extended(other), whole.clone()).map(|_| ());
        assert_eq!(refused, Err(TableError::OtherGame), "{other}");
    }
    // The same game where captures are compulsory is won by the other player.
    let compelled = extended("[legality]\nmust-capture = true");
    let start = Position::start(&compelled);
    assert_eq!(solved(&start, false).value(&start), Some(Exact::Win(5)));
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let small = |end: &str| {
        let text = format!(
            "[game]\nlanguage = 1\nname = \"Small\"\nplayers = [\"white\", \"black\"]\n[board]\nsize = [3, 3]\n\
             [pieces.king]\nletter = \"K\"\nmoves.walk = {{ step = \"any\" }}\n[setup]\nboard = \"\"\"\nk..\n...\n..K\n\"\"\"\n{end}"
        );
        load_text(&text).unwrap_or_else(|said| panic!("{said}"))
    };
    let none = "[end.won]\nif = { none = \"enemy\" }\nwinner = \"mover\"\n";
    for (rule, name) in [
        ("[end.again]\nif = { repeats = 3 }\nwinner = \"mover\"\n", "the end `again`"),
        (
            "[end.new]\nif = [{ not = { repeats = 2 } }, { some = \"own\", on = \"b2\" }]\nwinner = \"none\"\n",
            "the end `new`",
        ),
    ] {
        let start = Position::start(&small(&format!("{none}{rule}")));
        let refused = solve(&start, &SolveOptions::default(), &|_| {}).expect_err(name);
        assert!(matches!(&refused, SolveError::History(what) if what == name), "{name}: {refused}");
    }
    let repeats = small(&format!("{none}[end.again]\nif = {{ repeats = 3 }}\nwinner = \"none\"\n"));
    assert!(solve(&Position::start(&repeats), &SolveOptions::default(), &|_| {}).is_ok());
    for name in ["caro", "connect-four", "breakthrough", "mnk-5-5-4"] {
        let start = Position::start(&shipped::game(name));
        let reached = SolveOptions { memory: 1 << 20, ..SolveOptions::default() };
        let refused = solve(&start, &reached, &|_| {});
        assert!(matches!(refused, Err(SolveError::Full { .. })), "{name}");
        let all = SolveOptions { all: true, ..SolveOptions::default() };
        let refused = solve(&start, &all, &|_| {});
        assert!(matches!(refused, Err(SolveError::TooLarge { .. })), "{name}");
    }
    let little = SolveOptions { memory: 1 << 20, all: true, ..SolveOptions::default() };
    let refused = solve(&Position::start(&shipped::game("dodgem-4x4")), &little, &|_| {});
    assert!(matches!(refused, Err(SolveError::TooLarge { .. })));
}

#[test]
fn it_can_be_stopped_at_any_time() {
    let start = Position::start(&shipped::game("dodgem-4x4"));
    for (reaching, deciding) in [(0, u64::MAX), (100_000, u64::MAX), (u64::MAX, 0), (u64::MAX, 100_000)] {
        let options = SolveOptions::default();
        let stop: Arc<AtomicBool> = options.stop.clone();
        let refused = solve(&start, &options, &|progress| {
            let over = match progress {
                SolveProgress::Starting { .. } | SolveProgress::Listing { .. } => false,
                SolveProgress::Reaching { states, .. } => states > reaching,
                SolveProgress::Deciding { states, .. } => states > deciding,
            };
            if over {
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert_eq!(refused.map(|_| ()), Err(SolveError::Stopped));
    }
}
