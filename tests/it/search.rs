//! The search against what is known: exact values, best moves, forced wins; against plain minimax; and
//! against itself.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use banco::inside::eval::{LIMIT, Score, WIN, evaluate, plies_to_win};
use banco::inside::game::{Game, Player, SearchMethod};
use banco::inside::position::Position;
use banco::inside::search::{Deadline, Limits, Report, Search, loses_exchange};
use banco::inside::solve::{self, SolveOptions};

use crate::shipped::{self, deep, load_text};
use crate::suites::{Expect, Value, position, same, try_all};

/// Nodes that a search may visit where the answer must be found.
fn nodes() -> u64 {
    match (deep(), cfg!(debug_assertions)) {
        (true, _) => 200_000_000,
        (false, true) => 300_000,
        (false, false) => 3_000_000,
    }
}

/// By alpha-beta, whatever the definition names.
fn search(position: &Position, limits: Limits) -> Report {
    let limits = Limits { algorithm: Some(SearchMethod::Pvs), ..limits };
    Search::new(16).run(position, &limits, &mut |_| {})
}

/// The value that a report says, as the player to move sees it, with the plies to the end.
fn found(position: &Position, report: &Report) -> (Value, Option<u32>) {
    let own = position.turn().sign() * report.score;
    let plies = plies_to_win(report.score).map(i32::unsigned_abs);
    match own {
        LIMIT.. => (Value::Win, plies),
        _ if own <= -LIMIT => (Value::Loss, plies),
        _ => (Value::Draw, None),
    }
}

/// Who wins is found; the distance is right where it is said to be proven, and it is proven in games of a
/// few cells.
fn proves(position: &Position, expected: Value, plies: Option<u32>) -> Result<(), String> {
    let report = search(position, Limits { nodes: nodes(), ..Limits::default() });
    let (value, distance) = found(position, &report);
    let exact = report.exact || position.game().rules.geometry.size() <= 12;
    same((value, report.exact), (expected, exact))?;
    match plies {
        Some(plies) if exact => same(distance, Some(plies)),
        _ => Ok(()),
    }
}

/// Whether a value can be proven in a moment: in games of a few cells every one can.
fn quick(position: &Position, value: Value, plies: Option<u32>) -> bool {
    let game = position.game();
    let free = game.rules.geometry.board().iter().filter(|&cell| position.at(cell).is_none()).count();
    let drops_only = game.facts.pieces_stay;
    match plies {
        _ if game.rules.geometry.size() <= 12 => true,
        Some(plies) if !drops_only => plies <= if deep() { 25 } else { 7 },
        Some(plies) => plies <= if deep() { 21 } else { 7 } || free <= if deep() { 22 } else { 12 },
        None => value == Value::Draw && drops_only && free <= if deep() { 22 } else { 12 },
    }
}

#[test]
fn exact_values_are_proven() {
    try_all(|_, game, case| {
        let Expect::Value(value, plies) = case.expect.value else { return None };
        let position = position(case, game);
        quick(&position, value, plies).then(|| proves(&position, value, plies))
    });
}

#[test]
fn wins_by_continuous_fours_are_found() {
    let longest = if deep() { 9 } else { 5 };
    try_all(|_, game, case| {
        let within = match case.expect.value {
            Expect::Within(plies) if plies <= longest => plies,
            _ => return None,
        };
        let position = position(case, game);
        let report = search(&position, Limits { nodes: nodes(), ..Limits::default() });
        let (value, plies) = found(&position, &report);
        let won = value == Value::Win && plies.is_some_and(|plies| plies <= within);
        Some(if won { Ok(()) } else { Err(format!("{value:?} {plies:?} instead of {within}")) })
    });
}

/// The textbooks' minimax: as deep as it is told, a flat win, nothing kept and nothing cut.
fn minimax(position: &mut Position, depth: usize) -> Score {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |winner| winner.sign() * WIN);
    }
    if depth == 0 {
        return evaluate(position).expect("no script");
    }
    let values = position.legal_moves().into_iter().map(|mv| {
        position.play(mv);
        let value = minimax(position, depth - 1);
        position.undo();
        value
    });
    let values: Vec<Score> = values.collect();
    let best = if position.turn() == Player::First { values.iter().max() } else { values.iter().min() };
    best.copied().unwrap_or(0)
}

#[test]
fn plain_minimax_has_the_published_values() {
    let deepest = if deep() { 7 } else { 4 };
    try_all(|_, game, case| {
        let Expect::Minimax(known) = &case.expect.value else { return None };
        let known = &known[..known.len().min(deepest)];
        let mut position = position(case, game);
        let found: Vec<Score> = (1..=known.len()).map(|depth| minimax(&mut position, depth)).collect();
        Some(same(found.as_slice(), known))
    });
}

/// The exact score of a game without cycles, everything tried.
pub fn solve(position: &mut Position, known: &mut HashMap<u64, Score>) -> Score {
    if let Some(score) = known.get(&position.hash()) {
        return *score;
    }
    let sign = position.turn().sign();
    let score = match position.outcome() {
        Some(outcome) => outcome.winner.map_or(0, |winner| winner.sign() * WIN),
        None => {
            let best = position.legal_moves().into_iter().map(|mv| {
                position.play(mv);
                let below = solve(position, known);
                position.undo();
                sign * (below - below.signum() * (below != 0) as Score)
            });
            sign * best.max().expect("a move")
        }
    };
    known.insert(position.hash(), score);
    score
}

/// Breakthrough on a smaller board.
fn small_breakthrough(size: [usize; 2], rows: &str) -> Arc<Game> {
    let [files, ranks] = size;
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Small\"\nextends = \"breakthrough\"\n\
         [board]\nsize = [{files}, {ranks}]\n[setup]\nboard = \"\"\"\n{}\n\"\"\"\n\
         [evaluation]\nsquares = false\nformations = false\n",
        rows.replace('/', "\n")
    );
    load_text(&text).unwrap_or_else(|said| panic!("{said}"))
}

/// Games without cycles that can be solved in a moment.
fn solvable() -> Vec<Arc<Game>> {
    let shipped = ["tic-tac-toe", "hexapawn", "mnk-4-3-3"].map(shipped::game);
    let small =
        [small_breakthrough([3, 4], "ppp/.../.../PPP"), small_breakthrough([4, 4], "pppp/..../..../PPPP")];
    shipped.into_iter().chain(small).collect()
}

#[test]
fn small_breakthroughs_have_their_known_values() {
    let known = [
        ([3, 5], "ppp/ppp/.../PPP/PPP", Value::Loss, 18),
        ([4, 4], "pppp/..../..../PPPP", Value::Win, 11),
        ([3, 4], "ppp/.../.../PPP", Value::Win, 9),
    ];
    for (size, rows, value, plies) in known {
        let start = Position::start(&small_breakthrough(size, rows));
        let report = search(&start, Limits { nodes: nodes(), ..Limits::default() });
        assert_eq!(found(&start, &report), (value, Some(plies)), "{size:?}");
    }
}

#[test]
fn scores_of_solved_games_are_exact_all_along_random_play() {
    for game in solvable() {
        let mut known = HashMap::new();
        for seed in 0..if deep() { 100 } else { 10 } {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Position::start(&game);
            loop {
                let report = search(&position, Limits::default());
                let exact = solve(&mut position, &mut known);
                assert_eq!((report.score, report.exact), (exact, true), "{}: {position}", game.names.game);
                let moves = position.legal_moves();
                let Some(&mv) = rng.choice(&moves) else { break };
                position.play(mv);
            }
        }
    }
}

#[test]
fn every_line_of_many_has_its_exact_score() {
    for game in solvable() {
        let mut known = HashMap::new();
        let mut position = Position::start(&game);
        let moves = position.legal_moves();
        let report = search(&position, Limits { lines: moves.len() + 3, ..Limits::default() });
        let mut firsts: Vec<_> = report.lines.iter().filter_map(|line| line.moves.first().copied()).collect();
        for line in &report.lines {
            position.play(line.moves[0]);
            let below = solve(&mut position, &mut known);
            position.undo();
            assert_eq!(line.score, below - below.signum(), "{}, {:?}", game.names.game, line.moves);
        }
        assert!(report.lines.is_sorted_by_key(|line| -position.turn().sign() * line.score));
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), moves.len(), "{}", game.names.game);
    }
}

#[test]
fn limits_are_kept() {
    for name in shipped::names() {
        let start = Position::start(&shipped::game(name));
        let few = search(&start, Limits { nodes: 500, ..Limits::default() });
        assert!(few.nodes <= 600, "{name}: {} nodes", few.nodes);
        assert!(few.best().is_some_and(|mv| start.is_legal(mv)), "{name}");
        let shallow = search(&start, Limits::depth(2));
        assert!(shallow.depth <= 2, "{name}");
        let limits = Limits::default();
        limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = search(&start, limits);
        assert!(stopped.best().is_some_and(|mv| start.is_legal(mv)), "{name}");
    }
}

#[test]
fn iterations_are_reported_one_by_one() {
    let start = Position::start(&shipped::game("connect-four"));
    let mut depths = Vec::new();
    Search::new(1).run(&start, &Limits::depth(6), &mut |report| depths.push(report.depth));
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn an_iteration_that_is_stopped_keeps_the_better_move_that_it_found() {
    let start = Position::start(&shipped::game("chess"));
    // The deeper iteration finds another move; some limit of nodes ends it after that move and before its end.
    let finished = |nodes| search(&start, Limits { nodes, ..Limits::default() });
    let kept = (1..400).map(|n| finished(50 * n)).any(|report| {
        report.depth > 0 && report.best() != search(&start, Limits::depth(report.depth)).best()
    });
    assert!(kept);
}

#[test]
fn a_search_that_is_stopped_at_once_has_looked_at_something() {
    for (game, position, best) in [
        ("chess", "k7/8/8/3q4/8/8/8/K2R4 w - - 0 1", "d1d5"),
        ("xiangqi", "4k4/9/9/9/9/9/4r4/9/4R4/4K4 w - - 0 1", "e2e4"),
        ("tic-tac-toe", "XX1/OO1/3 x", "c3"),
    ] {
        let position = Position::parse(&shipped::game(game), position).expect("a position");
        let limits = Limits::default();
        limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let report = search(&position, limits);
        let text = report.best().map(|mv| position.move_text(mv));
        assert_eq!(text.as_deref(), Some(best), "{game}");
        assert!(report.nodes < 500, "{}", report.nodes);
    }
}

#[test]
fn a_search_reads_the_clock_itself() {
    // Nobody sets the stop, and no thread waits for the moment: what it is never woken for cannot come late.
    for game in ["chess", "caro", "english-draughts"] {
        let position = Position::start(&shipped::game(game));
        let deadline = Deadline::default();
        deadline.set(Instant::now());
        let limits = Limits { deadline, ..Limits::default() };
        let report = search(&position, limits.clone());
        assert!(limits.stop.load(Ordering::Relaxed), "{game}");
        assert!(report.best().is_some() && report.nodes < 1_000, "{game}: {} nodes", report.nodes);
    }
}

#[test]
fn what_was_found_with_time_to_spare_is_not_believed_where_a_count_is_near_its_limit() {
    let game = shipped::game("chess");
    let mut search = Search::new(4).keeping();
    let mut score = |quiet: u32| {
        let text = format!("8/8/8/3k4/8/8/1q6/4K3 b - - {quiet} 80");
        let position = Position::parse(&game, &text).expect("a position");
        search.run(&position, &Limits::depth(9), &mut |_| {}).score
    };
    // Black mates in five plies; the hundredth quiet ply ends the game, but for a mate.
    assert_eq!(plies_to_win(score(0)), Some(-5));
    assert_eq!(score(97), 0);
    assert_eq!(plies_to_win(score(95)), Some(-5));
    assert_eq!(score(96), 0);
}

/// Positions that searches of all shipped games visit. A change of the search or of a definition keeps this
/// number, or changes it here and says why. (Last: late moves and positions far above or
/// below the window are left out, histories of captures and replies, table keys without far clocks. Gating moves that
/// are not legal are no longer made, so that fewer count as late; checks by sliders are told before they are played.
/// Shogi plays by attacks, too. Exchanges are judged by who attacks the cell. Go and its kin are among the games,
/// four games on drawn boards, five in which pieces are taken by choice or from the side, and eight on hexagons.
/// Othello, janggi, giveaway chess, ataxx, clobber, minishogi and minixiangqi, and what extends them, have fitted weights,
/// crazyhouse, too. Flipello ends with the last disc of a player. Draughts are searched selectively, and English draughts
/// has fitted weights. Go's keys know every board that stood. Shogi and breakthrough have weights fitted to games of another
/// engine, and checks are looked at no deeper where pieces are dropped. Late moves are looked at a ply less where a cut is
/// expected, and histories follow the move four plies ago. Moves that are no tactics are ranked only when their turn comes.
/// Chess, crazyhouse, atomic chess, shogi, minishogi, xiangqi and janggi with its other rules have networks. Where captures
/// are compulsory, moves are left out, too, and a single capture is played before a position is judged. Where captured
/// pieces come back, late moves are looked at half a ply less. Moves that give a piece away are left out. Where captures
/// are compulsory, end with one piece, and nothing is royal, late moves that compel one are looked at in full. Where lines
/// win, double threats are known at sight, and gomoku has fitted weights. Breakthrough has a network, and antichess. Where
/// captures bind, one capture is looked at after a position is judged. Margins are two fifths of what they were,
/// everywhere. What the networks of shogi and atomic chess say counts half. Late moves that are left out are dropped at once:
/// those of equal rank count as tried in vain no more. What captures take around is seen from tables.)
const SIGNATURE: u64 = 1_626_136;

#[test]
fn a_win_is_proven_where_no_count_of_quiet_plies_can_end_the_game_before() {
    let game = shipped::game("english-draughts");
    // Two kings drive one out of the double corner, the known way.
    let text = "#.#.#.#./k#K#.#.#/#.#.#.#./.#.#K#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.# w";
    let found = |text: &str| {
        let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let report = search(&position, Limits::depth(12));
        (plies_to_win(report.score), report.exact)
    };
    assert_eq!(found(text), (Some(7), true));
    assert_eq!(found(&format!("{text} quiet=72")), (Some(7), true));
    let (_, proven) = found(&format!("{text} quiet=74"));
    assert!(!proven, "the 80th quiet ply can come before the seventh one");
}

#[test]
fn threads_that_search_together_find_what_one_finds() {
    for (name, depth) in [("dodgem", 24), ("hexapawn", 12), ("tic-tac-toe", 9), ("mnk-4-3-3", 12)] {
        let position = Position::start(&shipped::game(name));
        let run = |threads, depth| {
            let limits = Limits { threads, proof: 1 << 20, ..Limits::depth(depth) };
            Search::new(4).run(&position, &limits, &mut |_| {})
        };
        // What another thread has stored may rest on its horizon: then the proof takes an iteration more.
        let (alone, together) = (run(1, depth), run(4, depth + 3));
        assert!(alone.exact && together.exact, "{name}: {alone:?} {together:?}");
        assert_eq!(together.score, alone.score, "{name}");
    }
    let report = Search::new(4).run(
        &Position::start(&shipped::game("caro")),
        &Limits { threads: 2, nodes: 10_000, ..Limits::default() },
        &mut |_| {},
    );
    assert!((5_000..=10_002).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn the_signature_is_kept() {
    let nodes = |name: &str| {
        let limits = Limits { nodes: 100_000, algorithm: Some(SearchMethod::Pvs), ..Limits::default() };
        let stop = limits.stop.clone();
        let enough =
            |report: &Report| stop.store(report.nodes >= 5_000, std::sync::atomic::Ordering::Relaxed);
        let start = Position::start(&shipped::game(name));
        Search::new(4).run(&start, &limits, &mut { enough }).nodes
    };
    assert_eq!(shipped::names().map(nodes).sum::<u64>(), SIGNATURE);
}

#[test]
fn a_search_that_is_stopped_says_who_is_better() {
    let game = shipped::game("chess");
    for (text, sign) in [
        ("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", 1),
        ("3qk3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1", -1),
        ("3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", -1),
        ("4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1", 1),
    ] {
        let position = Position::parse(&game, text).expect("a position");
        for nodes in 1..200 {
            let report = Search::new(1).run(
                &position,
                &Limits { nodes: 40 * nodes, ..Limits::default() },
                &mut |_| {},
            );
            assert!(sign * report.score > 300, "{text}: {report:?}");
            assert_eq!(report.lines[0].score, report.score, "{text}");
        }
    }
}

#[test]
fn a_search_among_moves_that_are_illegal_claims_nothing() {
    let chess = shipped::game("chess");
    let position = Position::start(&chess);
    let knight = position.parse_move("g1f3").expect("legal");
    let after = Position::parse(&chess, "startpos moves g1f3").expect("legal");
    let among = |moves: Vec<_>| Limits { search_moves: moves, ..Limits::depth(3) };
    for algorithm in [SearchMethod::Pvs, SearchMethod::Mcts] {
        let limits = Limits { algorithm: Some(algorithm), nodes: 500, ..among(vec![knight]) };
        let none = Search::new(1).run(&after, &limits, &mut |_| {});
        assert!(none.lines.is_empty() && !none.exact && none.outcome.is_none(), "{none:?}");
    }
    let one = Search::new(1).run(&position, &among(vec![knight]), &mut |_| {});
    assert_eq!(one.best(), Some(knight));
}

#[test]
fn plies_are_said_of_forced_ends_alone() {
    for (score, plies) in [
        (WIN, Some(0)),
        (-WIN, Some(0)),
        (WIN - 3, Some(3)),
        (4 - WIN, Some(-4)),
        (LIMIT - 1, None),
        (1 - LIMIT, None),
        (WIN + 1, None),
        (Score::MIN, None),
    ] {
        assert_eq!(plies_to_win(score), plies, "{score}");
    }
}

#[test]
fn a_search_does_not_ask_a_table_of_another_game() {
    let names = ["tic-tac-toe", "dodgem"];
    let solved =
        |name| solve::solve(&Position::start(&shipped::game(name)), &SolveOptions::default(), &|_| {});
    let tables = names.map(|name| Arc::new(solved(name).expect("a small game")));
    for (name, other) in [(names[0], &tables[1]), (names[1], &tables[0])] {
        let position = Position::start(&shipped::game(name));
        let found = |mut search: Search| search.run(&position, &Limits::depth(4), &mut |_| {});
        let (alone, beside) = (found(Search::new(1)), found(Search::new(1).knowing(other.clone())));
        assert_eq!((beside.score, beside.exact), (alone.score, alone.exact), "{name}");
        assert!(!alone.exact, "{name}");
    }
}

/// Pieces that take in each way: by a step, along a line, over a hurdle; and royals.
const EXCHANGES: &str = r#"
[game]
language = 1
name = "Exchanges"
players = ["white", "black"]
turn = { white = "w", black = "b" }
position = "fen"
[board]
size = [5, 5]
[pieces.king]
letter = "K"
royal = "each"
moves.walk = { step = "any" }
[pieces.tower]
letter = "T"
moves.slide = { slide = "orthogonal" }
[pieces.gun]
letter = "G"
moves.shoot = { hop = "orthogonal", onto = "enemy" }
[pieces.guard]
letter = "F"
moves.walk = { step = "diagonal" }
[setup]
board = "\n..k..\nft.g.\n.....\n.G.TF\n..K..\n"
[end.mate]
if = "no-moves"
loser = "turn"
[evaluation]
symmetric = false
values = { tower = 500, gun = 300, guard = 100 }
"#;

#[test]
fn exchanges_are_counted_to_their_end() {
    let game = Game::parse(EXCHANGES).unwrap_or_else(|error| panic!("{error}"));
    let rows = [
        ("an undefended piece", "4k/5/f4/5/T3K w", "a1a3", false),
        ("defended by a cheaper one", "4k/1f3/f4/5/T3K w", "a1a3", true),
        ("dearer than what takes it", "4k/2f2/1t3/F4/4K w", "a2b3", false),
        ("defended once, attacked once", "t3k/g4/5/T4/4K w", "a2a4", true),
        ("attacked by a piece behind the first", "t3k/g4/5/T4/T3K w", "a2a4", false),
        ("defended over a hurdle that leaves", "4k/5/g1T1f/5/4K w", "c3e3", false),
        ("defended over the hurdle that stays", "4k/5/gfT1f/5/4K w", "c3e3", true),
        ("defended by a royal", "4k/4f/5/4T/1K3 w", "e2e4", true),
        ("defended by a royal that must not take", "4k/4f/5/4T/1K2T w", "e2e4", false),
        ("no capture, nothing attacks", "4k/5/5/5/T3K w", "a1a3", false),
        ("no capture, attacked by a cheaper one", "4k/1f3/5/5/T3K w", "a1a3", true),
        ("no capture, attacked and defended", "t4/5/4k/3T1/3TK w", "d2d5", false),
        ("no capture, a cheap one attacked by a dear one, and defended", "t3k/5/5/5/TF2K w", "b1a2", false),
        ("no capture, a cheap one attacked, not defended", "t3k/5/5/5/1F2K w", "b1a2", true),
        ("no capture, away from an attack", "t3k/5/5/5/T3K w", "a1b1", false),
    ];
    exchanges(&game, &rows);
}

fn exchanges(game: &Arc<Game>, rows: &[(&str, &str, &str, bool)]) {
    for &(what, text, mv, loses) in rows {
        let position = Position::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let mv = position.parse_move(mv).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(loses_exchange(&position, mv), loses, "{what}: {text}");
    }
}

#[test]
fn captures_that_take_what_stands_around_are_worth_all_that_goes() {
    let game = shipped::game("atomic");
    let rows = [
        ("a queen for a pawn", "k7/8/8/3p4/8/8/8/3Q3K w - - 0 1", "d1d5", true),
        ("a queen for a pawn and a queen", "k7/8/8/3pq3/8/8/8/3Q3K w - - 0 1", "d1d5", false),
        ("pawns around stay", "k7/8/2ppp3/2ppp3/2p1p3/8/8/3Q3K w - - 0 1", "d1d5", true),
        ("a rook for a knight and a bishop", "k7/8/4b3/3n4/8/8/8/3R3K w - - 0 1", "d1d5", false),
        ("and an own rook", "k7/8/4b3/3n4/4R3/8/8/3R3K w - - 0 1", "d1d5", true),
        (
            "a rook for a knight: nobody takes back what is gone",
            "k7/8/4p3/3n4/8/8/8/3R3K w - - 0 1",
            "d1d5",
            true,
        ),
        ("a pawn for a queen", "k7/8/8/3q4/4P3/8/8/7K w - - 0 1", "e4d5", false),
    ];
    exchanges(&game, &rows);
}

#[test]
fn what_comes_from_the_hand_to_where_it_is_taken_is_given_away() {
    let game = shipped::game("crazyhouse");
    let rows = [
        ("attacked by a pawn", "4k3/8/2p5/8/8/8/8/4K3[N] w - - 0 1", "N@d5", true),
        ("attacked by a queen, defended by a pawn", "3qk3/8/8/8/2P5/8/8/4K3[N] w - - 0 1", "N@d5", false),
        ("attacked by a queen, not defended", "3qk3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@d5", true),
        ("not attacked", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@d5", false),
    ];
    exchanges(&game, &rows);
}
