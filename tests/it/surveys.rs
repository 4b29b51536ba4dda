//! Points for what is counted on the whole board, from sets of cells and cell by cell.

use std::sync::Arc;

use banco::inside::eval::linear::{self, Sum};
use banco::inside::eval::{Scorer, evaluate, explain, survey_counts};
use banco::inside::game::{Cell, CellSet, Game, Player, Survey};
use banco::inside::position::Position;
use banco::inside::search::{Limits, Search};
use banco::on_board;
use fastrand::Rng;

use crate::attacks::exchanged;
use crate::shipped::{self, load_text};

/// Terms for any game that extends another one.
const TERMS: &str = r#"
[evaluation.influence]
near   = { value = 3 }
wide   = { along = "diagonal", value = [0, 1, 4, 9, 16, 25] }
[evaluation.distance]
across  = { of = "own", to = "last-rank", value = [9, 8, 6, 3, 1, -2], late = [1, 2] }
[evaluation.link]
sides = { between = ["rank-1", "last-rank"], value = [50, 40, 30, 20, 10, 0, -9] }
files = { between = ["a*", "c*"], along = "any", value = [7, 5, 3, 2, 1, 0] }
[evaluation.lines]
placed = { pattern = "-X.", along = "orthogonal", value = 5 }
home   = { pattern = "X?O", on = "own-half", value = 7 }
[evaluation]
liberties = { value = [-20, -5, 0, 2, 3], late = 4 }
stable    = { value = 11 }
parity    = { along = "any", value = [0, 6, 8, 9] }
"#;

/// The same where pieces move: by the moves of a kind, and who can be stopped.
const MOVING: &str = r#"
[evaluation.influence.moved]
by = "KIND"
value = 2
[evaluation.distance.runner]
of = "own KIND"
to = "enemy-half"
clear = true
value = [100, 80, 60, 40, 20, 5]
"#;

/// Games on boards of all sorts, without pieces that move or with them.
const GAMES: [&str; 18] = [
    "othello",
    "hex-5x5",
    "y",
    "go-9x9",
    "caro",
    "connect-four",
    "chess",
    "xiangqi",
    "janggi",
    "shogi",
    "breakthrough",
    "amazons",
    "grasshopper",
    "nightrider",
    "alquerque",
    "nine-mens-morris",
    "glinski",
    "brandubh",
];

fn with_terms(name: &str) -> Arc<Game> {
    let parent = shipped::game(name);
    let of_players = |&kind: &_| !parent.rules.roster.is_neutral(kind);
    let moves =
        |&kind: &_| parent.rules.moves.iter().any(|rule| rule.kind == Some(kind) && rule.action.travels());
    let kind = parent.kinds().find(|kind| of_players(kind) && moves(kind)).map(|kind| parent.kind_name(kind));
    let moving = kind.map_or_else(String::new, |kind| MOVING.replace("KIND", kind));
    let stands = |kind: &_| parent.rules.setup.iter().any(|piece| !piece.is_none() && piece.kind() == *kind);
    let phase = match parent.kinds().find(|kind| of_players(kind) && stands(kind)) {
        Some(kind) if parent.evaluation.phase.is_none() => {
            format!("[evaluation.phase]\n{} = 1\n", parent.kind_name(kind))
        }
        _ => String::new(),
    };
    let mut terms = TERMS.to_owned();
    if parent.rules.geometry.has_hexes() {
        terms = terms.replace("\"diagonal\"", "[\"north\", \"south\"]");
    }
    if phase.is_empty() && parent.evaluation.phase.is_none() {
        terms = terms.replace(", late = [1, 2]", "").replace(", late = 4", "");
    }
    let head = "[game]\nlanguage = 1\nname = \"Surveyed\"\n";
    load_text(&format!("{head}extends = \"{name}\"\n{terms}{moving}{phase}"))
        .unwrap_or_else(|said| panic!("{name}: {said}"))
}

/// What the search takes a position to be worth.
fn searched(position: &Position) -> i32 {
    on_board!(position.engine(), board => Scorer::new(position.game(), board).score(board))
}

/// Plays at random, and shows each position.
fn walk(game: &Arc<Game>, rng: &mut Rng, plies: usize, mut show: impl FnMut(&Position)) {
    let mut position = Position::start(game);
    for _ in 0..plies {
        show(&position);
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() {
            return;
        }
        position.play(moves[rng.usize(..moves.len())]);
    }
}

#[test]
fn sets_count_what_is_there_cell_by_cell() {
    let mut rng = Rng::with_seed(41);
    for name in GAMES {
        let game = with_terms(name);
        for _ in 0..3 {
            walk(&game, &mut rng, 60, |position| {
                let terms = explain(position).expect("no script");
                let sum: i32 = terms.iter().map(|term| term.score).sum();
                assert_eq!(searched(position), sum, "{name}: {position} {terms:?}");
            });
        }
    }
}

#[test]
fn what_is_fitted_is_what_is_counted() {
    let mut rng = Rng::with_seed(42);
    for name in ["othello", "hex-5x5", "breakthrough"] {
        let game = with_terms(name);
        let points = linear::points(&game.evaluation);
        walk(&game, &mut rng, 40, |position| {
            let (sum, whole) = (Sum::of(position).score(&points), evaluate(position).expect("no script"));
            assert!((sum - f64::from(whole)).abs() < 1.0, "{name}: {sum}, {whole}: {position}");
        });
    }
}

#[test]
fn terms_are_as_much_against_the_one_as_for_the_other() {
    let mut rng = Rng::with_seed(43);
    let mut compared = 0;
    for name in ["breakthrough", "othello", "amazons", "xiangqi", "chess", "caro", "hex-5x5"] {
        let game = with_terms(name);
        walk(&game, &mut rng, 50, |position| {
            let Some(both) = exchanged(&game, position) else { return };
            let [here, there] = both.map(|position| {
                let terms = explain(&position).expect("no script");
                let surveys = game.evaluation.surveys.iter();
                surveys
                    .map(|survey| terms.iter().find(|term| term.name == survey.name).expect("there").score)
                    .collect::<Vec<i32>>()
            });
            let negated: Vec<i32> = there.iter().map(|points| -points).collect();
            assert_eq!(here, negated, "{name}: {position}");
            compared += 1;
        });
    }
    assert!(compared > 150, "{compared}");
}

/// A game with one term, and a position of it: what is counted for whom.
fn counts(parent: &str, term: &str, position: &str) -> Vec<(Player, Option<u16>, Vec<String>)> {
    let text = format!(
        "[game]\nlanguage = 1\nname = \"One\"\nextends = \"{parent}\"\n[evaluation]\ninherited = false\n{term}\n"
    );
    let game = load_text(&text).unwrap_or_else(|said| panic!("{said}"));
    let position = Position::parse(&game, position).unwrap_or_else(|error| panic!("{error}"));
    let names = |cells: CellSet| cells.iter().map(|cell| game.cell_name(cell)).collect();
    let all = survey_counts(&position, &game.evaluation.surveys[0]).into_iter();
    all.map(|counted| (counted.player, counted.count, names(counted.cells))).collect()
}

/// Only the numbers.
fn numbers(parent: &str, term: &str, position: &str) -> Vec<(Player, Option<u16>)> {
    counts(parent, term, position).into_iter().map(|(player, count, _)| (player, count)).collect()
}

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

#[test]
fn a_cell_belongs_to_who_reaches_it_first() {
    let steps = "influence.near = { value = 1 }";
    // Black on a1, White on e1: three files are nearer to Black with the two beside it, c is as far from both.
    let alone = numbers("go-5x5", steps, "5/5/5/5/X3O b");
    assert_eq!(alone, [(FIRST, Some(0)), (SECOND, None)]);
    let two = counts("go-5x5", steps, "5/5/5/5/XX2O b");
    assert_eq!(two[0].1, Some(4 + 4 + 5 - 5 - 4), "columns a to c against d and e");
    assert_eq!(two[1].2.len(), 9);
    // A queen goes far in one move; from a corner she reaches 3 times 3 cells, and all others in two.
    let queens = "influence.queens = { by = \"amazon\", value = 1 }";
    let lone = numbers("amazons", queens, "10/10/10/10/10/10/10/10/10/Q9 w");
    assert_eq!(lone[0], (FIRST, Some(99)));
    // Walled in, she reaches nothing.
    let walled = numbers("amazons", queens, "10/10/10/10/10/10/10/10/**8/Q*7q w");
    assert_eq!(walled[1], (SECOND, Some(95)));
}

#[test]
fn pieces_are_so_far_from_where_they_go() {
    let of = |keys: &str| {
        format!("distance.run = {{ of = \"own pawn\", to = \"last-rank\", value = [0, 1], {keys} }}")
    };
    let far = counts("breakthrough", &of("clear = false"), "8/8/8/8/3P4/8/p7/8 w");
    assert_eq!(far, [(FIRST, Some(4), vec!["d4".to_owned()]), (SECOND, Some(1), vec!["a2".to_owned()])]);
    let clear = of("clear = true");
    // Nobody is near: both can run.
    assert_eq!(numbers("breakthrough", &clear, "8/P7/8/8/8/8/7p/8 w").len(), 2);
    // From c5 the ways lead to b to d, a to e, a to f: who stands there stops the pawn and is stopped by it.
    let among = |other: &str| numbers("breakthrough", &clear, &format!("{other}/8/8/2P5/8/8/8/8 w")).len();
    assert_eq!(["7p", "6p1", "5p2", "p7"].map(among), [2, 2, 0, 0]);
    // In chess: the king stands in the square of the pawn, or steps into it if it is to move.
    let square =
        |king: &str, turn: &str| numbers("chess", &clear, &format!("8/8/8/{king}/8/8/8/7K {turn} - - 0 1"));
    assert_eq!(square("P2k4", "w"), []);
    assert_eq!(square("P3k3", "w"), [(FIRST, Some(3))]);
    assert_eq!(square("P3k3", "b"), []);
    assert_eq!(square("P4k2", "b"), [(FIRST, Some(3))]);
    // A bishop never comes to cells of the other colour.
    let king = "distance.home = { of = \"own bishop\", to = \"h8\", value = [0, 1, 2, 3] }";
    assert_eq!(numbers("chess", king, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"), [(FIRST, Some(1))]);
    assert_eq!(numbers("chess", king, "4k3/8/8/8/8/8/8/1B2K3 w - - 0 1"), [(FIRST, Some(Survey::NEVER))]);
}

#[test]
fn a_clear_pawn_arrives() {
    let text = "[game]\nlanguage = 1\nname = \"Small\"\nextends = \"breakthrough\"\n[board]\nsize = [4, 5]\n\
                [setup]\nboard = \"\"\"\n  p p p p\n  p p p p\n  . . . .\n  P P P P\n  P P P P\n\"\"\"\n\
                [evaluation]\ninherited = false\n\
                distance.run = { of = \"own pawn\", to = \"last-rank\", clear = true, value = [0, 1, 2, 3, 4, 5] }\n";
    let game = load_text(text).unwrap_or_else(|said| panic!("{said}"));
    let nearest = |position: &Position, player: Player| {
        let counted = survey_counts(position, &game.evaluation.surveys[0]);
        counted.iter().filter(|of| of.player == player).filter_map(|of| of.count).min()
    };
    let mut rng = Rng::with_seed(44);
    let mut held = 0;
    for _ in 0..400 {
        walk(&game, &mut rng, 30, |position| {
            let (mover, other) = (position.turn(), !position.turn());
            let Some(moves) = nearest(position, mover).filter(|&moves| moves > 0) else { return };
            // Nobody of the other side can be there before.
            let text = text.replace("clear = true", "clear = false");
            let plain = load_text(&text).expect("it loads");
            let same = Position::parse(&plain, &position.to_string()).expect("a position");
            let counted = survey_counts(&same, &plain.evaluation.surveys[0]);
            let theirs = counted.iter().filter(|of| of.player == other).filter_map(|of| of.count).min();
            if position.outcome().is_some() || theirs.is_some_and(|theirs| theirs < moves) {
                return;
            }
            let plies = 2 * i32::from(moves) - 1;
            let found = Search::new(1).run(position, &Limits::depth(plies as u32), &mut |_| {});
            let score = found.score * mover.sign();
            assert!(score >= banco::WIN - plies, "{position}: {moves} moves, {score}");
            held += 1;
        });
    }
    assert!(held > 200, "{held}");
}

#[test]
fn regions_are_linked_by_the_fewest_empty_cells() {
    let term = "link.sides = { between = [\"rank-1\", \"last-rank\"], value = [0, 1, 2] }";
    assert_eq!(numbers("hex-3x3", term, "3/3/3 r"), [(FIRST, Some(3)), (SECOND, Some(3))]);
    // Red on b2 needs two more; Blue has to go round it.
    let middle = counts("hex-3x3", term, "3/1R1/3 b");
    assert_eq!([middle[0].1, middle[1].1], [Some(2), Some(3)]);
    // Two stones of Blue across: Red has one way left, then none.
    assert_eq!(numbers("hex-3x3", term, "3/BB1/3 r")[0].1, Some(3));
    assert_eq!(numbers("hex-3x3", term, "3/BBB/3 r")[..1], [(FIRST, Some(Survey::NEVER))]);
    assert_eq!(numbers("hex-3x3", term, "3/BBB/3 r")[1].1, Some(0));
}

#[test]
fn groups_count_their_empty_neighbours() {
    let counted = counts("go-5x5", "liberties = { value = [0, 1, 2, 3] }", "5/5/2O2/1XXO1/X4 b");
    let of = |player: Player| {
        let mut all: Vec<_> =
            counted.iter().filter(|of| of.0 == player).map(|of| (of.2.len(), of.1)).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(of(FIRST), [(1, Some(2)), (2, Some(4))], "a1: a2 b1; b2 c2: a2 b1 b3 c1");
    assert_eq!(of(SECOND), [(1, Some(3)), (1, Some(3))], "d2: e2 d1 d3; c3: b3 d3 c4");
}

#[test]
fn what_no_flip_can_turn_stays() {
    let stable = "stable = { value = 1 }";
    // A corner, with the edge beside it; the disc on c1 lies beside it, b2 does not lie beside anything on all four axes.
    let edge = counts("othello", stable, "8/8/8/8/8/8/1X6/XXX5 b");
    assert_eq!(edge[0].1, Some(3), "{edge:?}");
    let none = counts("othello", stable, "8/8/8/3OX3/3XO3/8/8/8 b");
    assert!(none.iter().all(|of| of.1 == Some(0)));
    let text =
        format!("[game]\nlanguage = 1\nname = \"Stable\"\nextends = \"othello\"\n[evaluation]\n{stable}\n");
    let game = load_text(&text).expect("it loads");
    let term = game.evaluation.surveys.first().expect("a term");
    let mut rng = Rng::with_seed(45);
    let mut seen = 0;
    for _ in 0..200 {
        let mut safe = [CellSet::EMPTY; 2];
        walk(&game, &mut rng, 60, |position| {
            for of in survey_counts(position, term) {
                let owns =
                    |cell: Cell| position.at(cell).owner() == of.player && !position.at(cell).is_none();
                assert!(safe[of.player.index()].iter().all(owns), "{position}");
                safe[of.player.index()] = of.cells;
                seen += of.cells.count();
            }
        });
    }
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn whoever_fills_the_last_cell_of_a_region_is_known_by_its_parity() {
    let term = "parity = { value = 1 }";
    // A region of one cell, one of two, with Black to move: Black fills the one, White the second of the two.
    let counted =
        counts("othello", term, "XXXXXXXX/X1XXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXX2/XXXXXXXX b");
    assert_eq!(
        [(counted[0].1, counted[0].2.len()), (counted[1].1, counted[1].2.len())],
        [(Some(1), 1), (Some(1), 2)]
    );
    let white =
        counts("othello", term, "XXXXXXXX/X1XXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXX1/XXXXXXXX w");
    assert_eq!([white[0].1, white[1].1], [Some(0), Some(2)]);
}

#[test]
fn a_pattern_counts_where_it_is_said_to_be() {
    let edge = "lines.edge = { pattern = \"#XX\", on = \"rank-1\", value = 1 }";
    // Black's rank 1 from both ends; White's is the rank at the top, and nothing within counts.
    let both = numbers("othello", edge, "8/8/8/8/2XX4/8/8/XX4XX b");
    assert_eq!(both, [(FIRST, Some(2)), (SECOND, Some(0))]);
    let inner = numbers("othello", edge, "8/8/8/8/XX6/8/8/1XX5 b");
    assert_eq!(inner, [(FIRST, Some(0)), (SECOND, Some(0))]);
    let ranks = "lines.pair = { pattern = \"XX.\", along = [\"east\"], value = 1 }";
    // Three in a row: on the rank it counts on both sides, on the file nowhere.
    assert_eq!(numbers("othello", ranks, "8/8/8/8/2XXX3/8/8/8 b")[0], (FIRST, Some(2)));
    assert_eq!(numbers("othello", ranks, "8/8/8/2X5/2X5/2X5/8/8 b")[0], (FIRST, Some(0)));
    // A palindrome counts once, and the edge may be what is not own.
    let alone = "lines.alone = { pattern = \"-X-\", along = \"east\", value = 1 }";
    assert_eq!(numbers("othello", alone, "8/8/8/8/O1X2XX1/8/8/X7 b"), [(FIRST, Some(2)), (SECOND, Some(1))]);
}
