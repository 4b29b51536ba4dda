//! Points for cells that pieces attack, held against the plain rules.

use std::sync::Arc;

use banco::inside::eval::{Scorer, evaluate, explain};
use banco::inside::game::{Cell, Game, Piece, Player};
use banco::inside::position::{Board, Position};
use banco::on_board;
use fastrand::Rng;

use crate::oracle::Plain;
use crate::shipped::{self, load_text};

/// Terms for any game that extends another one: every key, and pieces that step, slide, leap, hop and go ways that others
/// bar.
const TERMS: &str = r#"
[evaluation.attacks]
all        = { value = 1 }
defence    = { onto = "own", value = 3 }
everything = { onto = ["own", "enemy", "empty"], if = "safe", value = 2 }
hanging    = { onto = "enemy", if = "undefended", value = 7 }
chased     = { onto = "enemy", if = "lesser", value = 11 }
reach      = { if = "safe", each = "piece", value = [-9, -5, 0, 2, 3, 5, 8, 13], late = [-4, 7] }
beyond     = { on = "enemy-half", each = "total", value = [0, 1, 3, 6, 10, 15, 21, 28, 36] }
going      = { of = "moves", value = 13 }
free       = { of = "moves", if = ["undefended", "safe"], each = "total", value = [2, 5, 1, 9] }
spots      = { of = "moves", on = "own-half", each = "piece", value = [3, 1, 4, 1, 5] }
close      = { on = { around = "enemy", ahead = [-1, 2], beside = [0, 1] }, value = 17 }
ahead      = { onto = ["own", "empty"], on = { around = "own", ahead = [1, 3], beside = [1, 2] }, each = "piece", value = [0, 6, 1] }
"#;

/// Shipped games whose pieces go all the ways there are.
const GAMES: [&str; 14] = [
    "chess",
    "atomic",
    "crazyhouse",
    "berolina",
    "grasshopper",
    "nightrider",
    "courier",
    "duck",
    "xiangqi",
    "janggi",
    "shogi",
    "makruk",
    "breakthrough",
    "horde",
];

/// A shipped game with those terms, and two that name its kinds.
fn with_terms(name: &str) -> Arc<Game> {
    with_terms_and(name, "")
}

/// The same with more rules.
fn with_terms_and(name: &str, rules: &str) -> Arc<Game> {
    let parent = shipped::game(name);
    let owned = parent.kinds().filter(|&kind| !parent.rules.roster.is_neutral(kind));
    let kinds: Vec<&str> = owned.map(|kind| parent.kind_name(kind)).collect();
    let (first, last) = (kinds[0], kinds[kinds.len() - 1]);
    let named = format!(
        "alone = {{ by = \"{first}\", each = \"piece\", value = [0, 3, 5] }}\n\
         [evaluation.attacks.weighed]\nby.{first} = 3\non.around = \"enemy {last}\"\neach = \"total\"\n\
         value = [0, 0, 4, 12, 25, 42]\n"
    );
    let held = parent.kinds().filter(|&kind| !parent.rules.dropped_on(kind, Player::First).is_empty());
    let weight = |(n, kind)| format!("\"hand {}\" = {n}", parent.kind_name(kind));
    let held: Vec<String> = (1..).zip(held).map(weight).collect();
    let royal = parent.rules.royals.first().map(|royal| parent.kind_name(royal.kind));
    let held = match (royal, held.is_empty()) {
        (Some(royal), false) => format!(
            "[evaluation.attacks.dropped]\nby = {{ {by}, {first} = 2 }}\non.around = \"enemy {royal}\"\n\
             each = \"total\"\nvalue = {list}\n\
             [evaluation.attacks.safely]\nby = {{ {by} }}\non.around = [\"enemy {royal}\", \"own {last}\"]\n\
             if = [\"undefended\", \"lesser\"]\neach = \"total\"\nvalue = {list}\n\
             [evaluation.attacks.dearly]\nby = {{ {by} }}\non.around = \"enemy\"\nif = \"safe\"\neach = \"total\"\n\
             value = {list}\n",
            by = held.join(", "),
            list = format!("[{}]", (0..60).map(|n| (n * n).to_string()).collect::<Vec<_>>().join(", ")),
        ),
        _ => String::new(),
    };
    let phase =
        if parent.evaluation.phase.is_none() { format!("phase.{first} = 1\n") } else { String::new() };
    let head = "[game]\nlanguage = 1\nname = \"Attacks\"\n";
    let text =
        format!("{head}extends = \"{name}\"\n[evaluation]\ntempo = 4\n{phase}{TERMS}{named}{held}{rules}");
    load_text(&text).unwrap_or_else(|said| panic!("{name}: {said}"))
}

/// The early points of each attack term, as the plain rules say; held against the terms and against the search's value.
fn compare(game: &Game, position: &Position, plain: &Plain, name: &str) {
    let early = |term: &str| {
        let found = game.evaluation.attacks.iter().find(|attack| attack.name == term).expect("a term");
        plain.attack_points(game, found)
    };
    let terms = explain(position).expect("no script");
    for term in &terms {
        if let Some(attack) = term.name.strip_prefix("attacks.").filter(|attack| *attack != "reach") {
            assert_eq!(term.score, early(attack), "{name}, {attack}: {position}");
        }
    }
    let tempo = terms.iter().find(|term| term.name == "tempo").expect("the player to move has an advantage");
    assert_eq!(tempo.score, 4 * position.turn().sign());
    let sum: i32 = terms.iter().map(|term| term.score).sum();
    let searched = on_board!(position.engine(), board => Scorer::new(position.game(), board).score(board));
    assert_eq!(searched, sum, "{name}: {position}");
}

/// The same pieces with the players exchanged, where they face each other.
pub fn exchanged(game: &Arc<Game>, position: &Position) -> Option<[Position; 2]> {
    let mirror = game.evaluation.orientation.mirror.as_ref()?;
    let pieces = position.pieces();
    let mut across = vec![Piece::NONE; pieces.len()];
    for (cell, &piece) in (0..).map(Cell).zip(&pieces) {
        across[mirror[cell.index()].index()] = game.rules.roster.swapped(piece);
    }
    let turn = position.turn();
    Some([Position::set_up(game, &pieces, turn), Position::set_up(game, &across, !turn)])
}

#[test]
fn attacked_cells_count_as_the_plain_rules_say() {
    for name in GAMES {
        count(&with_terms(name), name);
    }
}

#[test]
fn a_cell_that_a_piece_reaches_by_two_rules_is_attacked_once() {
    let both =
        "[pieces.rook.moves]\nnear = { step = \"any\" }\n[pieces.knight.moves]\nfar = { slide = \"any\" }\n";
    count(&with_terms_and("chess", both), "chess with steps that slides go, too");
}

/// Holds attacks against the plain rules along random games.
fn count(game: &Arc<Game>, name: &str) {
    let mut rng = Rng::with_seed(17);
    for _ in 0..if shipped::deep() { 12 } else { 1 } {
        let mut position = Position::start(game);
        let mut plain = Plain::start(game);
        for ply in 0..48 {
            let moves = position.legal_moves();
            let Some(&mv) = rng.choice(&moves) else { break };
            plain = plain.play(game, plain.renumbered(&position, &[mv])[0]);
            position.play(mv);
            if ply % 4 == 3 {
                compare(game, &position, &plain, name);
                let values = exchanged(game, &position).map(|both| both.map(|one| evaluate(&one)));
                if let Some([Ok(one), Ok(other)]) = values {
                    assert_eq!(one, -other, "{name}: {position}");
                }
            }
        }
    }
}

#[test]
fn what_a_search_remembers_of_attacks_stays_right() {
    for name in ["chess", "xiangqi", "shogi"] {
        let game = with_terms(name);
        let (mut position, mut followed) = (Position::start(&game), Position::start(&game));
        on_board!(followed.parts().1, board => wander(&game, board, &mut position));
    }
}

/// Plays to and fro, one scorer following.
fn wander<const N: usize>(game: &Arc<Game>, board: &mut Board<N>, position: &mut Position) {
    let mut rng = Rng::with_seed(5);
    let mut scorer = Scorer::new(game, board);
    for _ in 0..400 {
        let moves = position.legal_moves();
        let forward = board.frames().len() < 8 || rng.u8(..3) > 0;
        let chosen = rng.choice(&moves).filter(|_| forward);
        match chosen {
            Some(&mv) => {
                board.play(game, mv);
                scorer.follow(board);
                position.play(mv);
            }
            None => {
                scorer.retreat();
                board.undo(game);
                position.undo();
            }
        }
        assert_eq!(Ok(scorer.score(board)), evaluate(position), "{position}");
    }
}

/// Kings, rooks, cannons that hop and pawns on five files; what the evaluation says is added.
const SMALL: &str = r#"
[game]
language = 1
name     = "Attacks"
players  = ["white", "black"]
[board]
size = [5, 5]
[pieces.pawn]
letter     = "P"
moves.push = { step = "forward", onto = "empty" }
moves.take = { step = ["forward-left", "forward-right"], onto = "enemy" }
[pieces.rook]
letter      = "R"
moves.slide = { slide = "orthogonal" }
[pieces.cannon]
letter      = "C"
moves.slide = { slide = "orthogonal", onto = "empty" }
moves.shoot = { hop = "orthogonal", onto = "enemy" }
[pieces.king]
letter     = "K"
royal      = "each"
moves.walk = { step = "any" }
[setup]
board = """
  r . k . c
  p p p p p
  . . . . .
  P P P P P
  R . K . C
"""
[end.mate]
if    = "no-moves"
loser = "turn"
[evaluation]
values = { pawn = 100, rook = 500, cannon = 450 }
"#;

fn small(evaluation: &str) -> Arc<Game> {
    load_text(&format!("{SMALL}{evaluation}")).unwrap_or_else(|said| panic!("{said}"))
}

/// The points of all attack terms.
fn points(evaluation: &str, position: &str) -> i32 {
    let game = small(evaluation);
    let position = Position::parse(&game, position).unwrap_or_else(|error| panic!("{error}"));
    let terms = explain(&position).expect("no script");
    terms.iter().filter(|term| term.name.starts_with("attacks.")).map(|term| term.score).sum()
}

#[test]
fn pieces_attack_what_they_could_capture_there() {
    let one = |keys: &str| format!("[evaluation.attacks.a]\n{keys}\n");
    // A pawn on c3: b4 and d4, not c4.
    assert_eq!(points(&one("by = \"pawn\"\nvalue = 1"), "4k/5/2P2/5/K4 w"), 2);
    assert_eq!(points(&one("by = \"pawn\"\nof = \"moves\"\nvalue = 1"), "4k/5/2P2/5/K4 w"), 1);
    // A cannon on a1: behind the pawn on a2, a3 to a5, and nothing along the rank.
    assert_eq!(points(&one("by = \"cannon\"\nvalue = 1"), "4k/5/5/P4/C3K w"), 3);
    // A rook on a1 up to the enemy's pawn on a4 and up to the king, which it would defend.
    let rook = "4k/p4/5/5/R3K w";
    assert_eq!(points(&one("by = \"rook\"\nvalue = 1"), rook), 3 + 3);
    assert_eq!(points(&one("by = \"rook\"\nonto = \"own\"\nvalue = 1"), rook), 1);
    // The same for Black counts minus.
    assert_eq!(points(&one("by = \"rook\"\nvalue = 1"), "r3k/5/5/P4/4K w"), -6);
}

#[test]
fn pairs_count_where_they_are_safe_undefended_or_lesser() {
    let one = |keys: &str| format!("[evaluation.attacks.a]\n{keys}\nvalue = 1\n");
    // White's rook on a1 looks at the pawn on a4, which the one on b5 does not defend but a rook on e4 would.
    let alone = "4k/p4/5/5/R3K w";
    let guarded = "4k/p3r/5/5/R2K1 w";
    let hanging = one("by = \"rook\"\nonto = \"enemy\"\nif = \"undefended\"");
    assert_eq!([alone, guarded].map(|at| points(&hanging, at)), [1, 0]);
    // Pawns that attack a rook and a cannon; the rook that attacks a pawn is worth more.
    let chased = one("onto = \"enemy\"\nif = \"lesser\"");
    assert_eq!(points(&chased, "4k/1r1c1/2P2/5/K4 w"), 2);
    // A rook on c3, black pawns on b5 and d5 attack c4 only: one cell of eight is not safe.
    let safe = one("by = \"rook\"\nif = \"safe\"");
    assert_eq!(points(&safe, "1p1pk/5/2R2/5/K4 w"), 8 - 1);
}

#[test]
fn points_are_listed_by_piece_and_in_total() {
    let terms = "[evaluation.attacks]\n\
                 each  = { by = \"rook\", each = \"piece\", value = [-20, 1, 2, 3, 4, 5, 6] }\n";
    // Eight cells for one rook, more than the list has; none for the one in the corner.
    assert_eq!(points(terms, "4k/5/2R2/5/K4 w"), 6);
    assert_eq!(points(terms, "4k/5/5/K4/RK3 w"), -20);
    let danger = "[evaluation.attacks.danger]\nby = { rook = 3, cannon = 1 }\n\
                  on = { around = \"enemy king\", ahead = [-1, 1], beside = [0, 1] }\neach = \"total\"\n\
                  value = [0, 1, 2, 4, 8, 16, 32]\n";
    // Black's king on e5: the rook on d1 attacks d4 and d5.
    assert_eq!(points(danger, "4k/5/5/5/K2R1 w"), 32);
    assert_eq!(points(danger, "4k/5/5/4R/K4 w"), 32);
    assert_eq!(points(danger, "4k/5/5/5/K4 w"), 0);
}

#[test]
fn a_piece_in_hand_attacks_from_where_it_could_be_dropped() {
    let with = |keys: &str| {
        let text = format!(
            "[game]\nlanguage = 1\nname = \"Held\"\nextends = \"minishogi\"\n[evaluation]\ninherited = false\n\
             values = {{ pawn = 1, silver = 5, gold = 6, bishop = 8, rook = 10 }}\n[evaluation.attacks.a]\n\
             on = {{ around = \"enemy king\" }}\neach = \"total\"\nvalue = {:?}\n{keys}",
            (0..30).collect::<Vec<_>>()
        );
        load_text(&text).unwrap_or_else(|said| panic!("{said}"))
    };
    let points = |keys: &str, position: &str| {
        let game = with(keys);
        let position = Position::parse(&game, position).unwrap_or_else(|error| panic!("{position}: {error}"));
        explain(&position)
            .expect("no script")
            .into_iter()
            .find(|term| term.name == "attacks.a")
            .expect("it")
            .score
    };
    // The king on c3 alone: a gold from b2, c2, d2, b3, d3 and c4; a rook from eight cells, a pawn from below.
    let alone = "5/5/2k2/5/K4[GRP] w - - 0 1";
    assert_eq!(points("by = { \"hand gold\" = 1 }", alone), 6);
    assert_eq!(points("by = { \"hand rook\" = 2 }", alone), 16);
    assert_eq!(points("by = { \"hand pawn\" = 1 }", alone), 1);
    assert_eq!(points("by = { \"hand silver\" = 1 }", alone), 0, "none is held");
    // The king itself defends the cells beside it.
    assert_eq!(points("by = { \"hand rook\" = 1 }\nif = \"undefended\"", alone), 4);
    assert_eq!(points("by = { \"hand gold\" = 1 }\nif = \"undefended\"", alone), 0);
    // What stands between bars it, and two golds count as one.
    assert_eq!(points("by = { \"hand rook\" = 1 }", "5/5/1pkp1/5/K4[R] w - - 0 1"), 4);
    assert_eq!(points("by = { \"hand gold\" = 1 }", "5/5/2k2/5/K4[GG] w - - 0 1"), 6);
    assert_eq!(points("by = { \"hand gold\" = 1 }", "5/5/2K2/5/k4[gg] w - - 0 1"), -6);
}

#[test]
fn mistakes_in_attack_terms_are_refused() {
    for (keys, words) in [
        ("value = [1, 2]", "a list means nothing where points are given for each pair"),
        ("each = \"piece\"\nvalue = 3", "`each = \"piece\"` needs a list of points"),
        ("by = { rook = 2 }\nvalue = 3", "weights mean nothing without `each = \"total\"`"),
        ("by = { rook = 0 }\neach = \"total\"\nvalue = [3]", "1 or more"),
        ("by = \"rok\"\nvalue = 3", "did you mean `rook`?"),
        ("if = \"save\"\nvalue = 3", "did you mean `safe`?"),
        (
            "if = \"undefended\"\nonto = \"own\"\nvalue = 3",
            "`undefended` means nothing where own pieces stand",
        ),
        ("on = { ahead = [1, 2] }\nvalue = 3", "around"),
        ("on = \"last-rnak\"\nvalue = 3", "last-rank"),
        ("each = \"total\"\nvalue = []", "must not be empty"),
        (
            "by.\"hand pawn\" = 1\neach = \"total\"\nvalue = [3, 4]",
            "a piece in hand means nothing without a window",
        ),
        (
            "by.\"hand rok\" = 1\non.around = \"enemy king\"\neach = \"total\"\nvalue = [3, 4]",
            "did you mean `rook`?",
        ),
        (
            "by.\"hand rook\" = 1\nof = \"moves\"\non.around = \"enemy king\"\neach = \"total\"\nvalue = [3, 4]",
            "a piece in hand attacks: it does not move",
        ),
        ("value = 3\nlate = 2", "`late` means nothing without `[evaluation.phase]`"),
    ] {
        let said = match Game::parse(&format!("{SMALL}[evaluation.attacks.a]\n{keys}")) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert!(said.contains(words), "{words}\n{said}");
    }
}

#[test]
fn terms_are_the_same_for_either_player() {
    let game = small("tempo = 7\n[evaluation.attacks]\nall = { value = 3 }\n");
    let at = |text: &str| evaluate(&Position::parse(&game, text).expect("a position")).expect("no script");
    assert_eq!(at("4k/5/2R2/5/K4 w"), at("4k/5/2R2/5/K4 b") + 14);
    assert_eq!(Player::BOTH.map(|player| player.sign()), [1, -1]);
}

#[test]
fn moves_are_counted_by_sets_where_effects_belong_to_landings_on_marks_alone() {
    let counts = |game: &Game| game.tables.legality.masks().is_some_and(|attacks| attacks.counts);
    assert!(counts(&shipped::game("chess")));
    let text =
        shipped::TEXTS["chess"].replace("onto = \"marked\", do =", "onto = [\"marked\", \"enemy\"], do =");
    assert!(!counts(&load_text(&text).expect("a sound definition")));
}
