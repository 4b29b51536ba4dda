//! Moves that are judged by sets, without being played, are those of the plain rules: in walks that like captures,
//! at every ply, as a list and as a count.

use std::sync::Arc;

use banco::inside::game::{Game, Move};
use banco::inside::position::{LastPly, Position};
use fastrand::Rng;

use crate::oracle::Plain;
use crate::shipped::{self, deep, load_text};
use crate::zoo;

/// The plain rules take time on large boards.
fn plies(game: &Game) -> usize {
    let usual = match game.rules.geometry.size() {
        0..=36 => 40,
        37..=64 => 30,
        65..=100 => 10,
        _ => 3,
    };
    if deep() { 4 * usual } else { usual }
}

fn walks(game: &Game) -> u64 {
    match (deep(), game.rules.geometry.size()) {
        (true, _) => 20,
        (false, 0..=36) => 2,
        (false, _) => 1,
    }
}

/// Walks through a game, and compares on the way.
fn agrees(name: &str, game: &Arc<Game>) {
    for seed in 0..walks(game) {
        let mut rng = Rng::with_seed(seed);
        let mut position = Position::start(game);
        let mut plain = Plain::start(game);
        for _ in 0..plies(game) {
            if plain.outcome(game).is_some() {
                break;
            }
            let (moves, expected) = (position.legal_moves(), plain.moves(game));
            let at = || format!("in {name}, {position}, after {}", position.played_texts().join(" "));
            assert_eq!(plain.renumbered(&position, &moves), expected, "{}", at());
            assert_eq!(position.perft(1, LastPly::Counted), [moves.len() as u64], "{}", at());
            let chosen = choose(&position, &moves, &mut rng);
            plain = plain.play(game, plain.renumbered(&position, &[chosen])[0]);
            position.play(chosen);
        }
    }
}

/// Half of the time a move onto a piece, where there is one.
fn choose(position: &Position, moves: &[Move], rng: &mut Rng) -> Move {
    let onto: Vec<Move> =
        moves.iter().copied().filter(|mv| mv.to() != mv.from() && !position.at(mv.to()).is_none()).collect();
    let among = if !onto.is_empty() && rng.bool() { &onto } else { moves };
    among[rng.usize(..among.len())]
}

#[test]
fn shipped_games_are_judged_as_plain_rules_do() {
    shipped::chosen().for_each(|name| agrees(name, &shipped::game(name)));
}

#[test]
fn games_with_other_words_are_judged_as_plain_rules_do() {
    zoo::games().for_each(|(name, game)| agrees(name, &game));
}

/// A capture turns what stands around into beasts, which slide: a man beside the king becomes an attacker.
const GRIFFONS: &str = r#"
[game]
language = 1
name     = "Griffons"
players  = ["white", "black"]
[board]
size = [5, 5]
[effects.wrath]
on = "capture"
do = { become = "around", kind = "griffon", only = "enemy man" }
[pieces.king]
letter = "K"
royal  = "each"
moves.step = { step = "any" }
[pieces.man]
letter = "M"
moves.step = { step = "forward" }
[pieces.griffon]
letter = "G"
moves.slide = { slide = "diagonal" }
[setup]
board = """
  . . . . k
  . m . . .
  . M m . .
  . . . . .
  K . . . .
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stuck]
if     = "no-moves"
winner = "none"
[end.long]
if     = { plies = 40 }
winner = "none"
"#;

#[test]
fn a_capture_that_turns_a_neighbour_into_an_attacker_of_the_own_king_is_illegal() {
    let game = load_text(GRIFFONS).expect("griffons");
    let position = Position::start(&game);
    let texts: Vec<String> = position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
    assert!(!texts.contains(&"b3b4".to_owned()), "{texts:?}");
    agrees("griffons", &game);
}

/// Every stone can be put on each of 17 times 17 cells in two ways, one of which turns its neighbours over.
const SEEDS: &str = r#"
[game]
language = 1
name     = "Seeds"
players  = ["white", "black"]
[board]
size = [17, 17]
[pieces.stone]
letter = "S"
[pieces.stone.moves]
put   = { drop = "supply" }
sow   = { drop = "supply", do = { flip = "around" } }
third = { drop = "supply", to = "rank-1" }
[end.full]
if     = "board-full"
winner = "none"
"#;

#[test]
fn long_lists_keep_moves_with_unlike_effects_apart() {
    let game = load_text(SEEDS).expect("seeds");
    let position = Position::start(&game);
    assert_eq!(position.legal_moves().len(), 2 * 17 * 17);
    assert_eq!(position.legal_moves(), Plain::start(&game).moves(&game));
}
