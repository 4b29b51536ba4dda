//! What the shipped definitions promise of themselves.

use std::sync::Arc;

use banco::inside::compile::compile;
use banco::inside::describe::english;
use banco::inside::diagnostic::{Diagnostics, Sources, Style};
use banco::inside::eval::evaluate;
use banco::inside::game::{Game, Piece, Player};
use banco::inside::library::Library;
use banco::inside::position::{LastPly, Position};
use banco::inside::spec::{Definition, Parents, read};

use super::diagnostics::Shelf;
use super::shipped;

fn definition(name: &str) -> (Definition, Arc<Game>) {
    let (file, text) = Shelf.find(name, "").expect("a shipped game");
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(&file, &text);
    let reading = read(&mut sources, main, &mut Shelf, &mut diagnostics);
    let definition = reading.map(|reading| reading.definition);
    let game = definition.as_ref().and_then(|said| compile(said, &sources, &mut diagnostics));
    let shown = diagnostics.render(&sources, Style::Plain);
    definition.zip(game).unwrap_or_else(|| panic!("{shown}"))
}

fn game(name: &str) -> Arc<Game> {
    definition(name).1
}

fn score(game: &Arc<Game>, position: &str) -> i64 {
    let position = Position::parse(game, position).unwrap_or_else(|error| panic!("{position}: {error}"));
    i64::from(evaluate(&position).expect("no script"))
}

fn perft(name: &str, depth: usize) -> Vec<u64> {
    Position::start(&game(name)).perft(depth, LastPly::Counted)
}

#[test]
fn dodgem_is_worth_what_the_textbook_prints() {
    for name in ["dodgem", "dodgem-textbook", "dodgem-winning-ways", "dodgem-no-block"] {
        let game = game(name);
        assert_eq!(score(&game, "B../.../BWW w"), 75, "{name}");
        assert_eq!(score(&game, ".B./.W./B.W w"), -5, "{name}");
    }
}

/// Every way to have some of the cars still on the board.
fn states(game: &Arc<Game>) -> Vec<Vec<Piece>> {
    let cells = game.rules.geometry.size();
    let cars = game.rules.setup.iter().filter(|piece| piece.0 == 1).count();
    let contents = [Piece::NONE, Piece(1), Piece(2)];
    let mut states: Vec<Vec<Piece>> = vec![Vec::new()];
    for _ in 0..cells {
        let longer = |state: &Vec<Piece>, piece: Piece| {
            let mut next = state.clone();
            next.push(piece);
            let few = |code| next.iter().filter(|p| p.0 == code).count() <= cars;
            (few(1) && few(2)).then_some(next)
        };
        states = states.iter().flat_map(|s| contents.iter().filter_map(move |&p| longer(s, p))).collect();
    }
    states
}

#[test]
fn leaving_never_lowers_the_movers_score_in_dodgem() {
    let mut left = 0;
    for name in ["dodgem", "dodgem-4x4"] {
        let game = game(name);
        for state in states(&game) {
            for turn in Player::BOTH {
                let mut position = Position::set_up(&game, &state, turn);
                if position.outcome().is_some() {
                    continue;
                }
                let before = evaluate(&position).expect("no script") * turn.sign();
                for mv in position.legal_moves() {
                    if position.move_text(mv).ends_with("off") {
                        position.play(mv);
                        let after = evaluate(&position).expect("no script") * turn.sign();
                        assert!(position.outcome().is_some() || after > before, "{name} {state:?} {mv:?}");
                        position.undo();
                        left += 1;
                    }
                }
            }
        }
    }
    assert!(left > 1000, "{left}");
}

#[test]
fn the_report_counts_each_three_and_four_once() {
    let game = game("caro-report");
    let row = |stones: &str| format!("{}/{stones} x", ["15"; 14].join("/"));
    for (stones, points) in [
        ("......XXX......", 300),
        (".....OXXX......", 300),
        ("XXX............", 300),
        ("XXXO...........", 0),
        ("....OXXXO......", 0),
        (".....XXXX......", 600),
        ("....OXXXX......", 600),
        ("XXXX...........", 600),
        ("...........XXXX", 600),
        ("..........OXXXX", 0),
        (".....OOO.......", -300),
        (".XXX.OOOO......", -300),
        ("..XXX.XXX......", 600),
        (".....XX........", 0),
    ] {
        assert_eq!(score(&game, &row(stones)), points, "{stones}");
    }
}

#[test]
fn shipped_games_have_the_published_numbers_of_moves() {
    assert_eq!(perft("dodgem", 8), [3, 7, 27, 101, 279, 757, 2483, 8865]);
    assert_eq!(perft("tic-tac-toe", 6), [9, 72, 504, 3024, 15120, 54720]);
    assert_eq!(perft("connect-four", 5), [7, 49, 343, 2401, 16807]);
    assert_eq!(perft("breakthrough", 3), [22, 484, 11132]);
    assert_eq!(perft("hexapawn", 8), [3, 10, 28, 56, 70, 64, 20, 0]);
    assert_eq!(perft("gomoku", 2), [225, 50400]);
    assert_eq!(perft("dodgem-4x4", 6), [4, 14, 79, 438, 2358, 12372]);
    assert_eq!(perft("dodgem-5x5", 5), [5, 23, 163, 1146, 8398]);
}

#[test]
fn drops_that_attack_read_back_in_english() {
    let text = english(&definition("crazyhouse").0);
    let hands = "an own pawn, an own knight, an own bishop, an own rook or an own queen in hand";
    let line = format!(
        "by how many empty cells that no enemy attacks where {hands} could be dropped to attack an enemy king"
    );
    assert!(text.contains(&line), "{line}\n{text}");
}

#[test]
fn a_definition_reads_back_in_english() {
    let text = english(&definition("dodgem-no-block").0);
    for line in [
        "Dodgem without blockades is played by white and black on a board of 3 files by 3 ranks. Black moves first.",
        "drive: goes one cell forward, left or right to an empty cell.",
        "blockade: a move is illegal when, after it, the player to move has no legal move.",
        "all-off: when no piece of the mover stands on the board, the mover wins.",
        "repetition: when the same position occurs for the third time, nobody wins: a draw.",
        "120 for each piece that started and is no longer on the board.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn what_a_promotion_makes_royal_must_be_safe() {
    let game = game("coregal");
    let position = Position::parse(&game, "2q2r2/P6N/2k1p2n/p1bp4/3PpP1r/1Q4Pp/1n2K3/6BR w - - 5 48")
        .expect("a position");
    let played = |text: &str| position.parse_move(text).is_ok();
    assert!(played("a7a8r") && !played("a7a8q"), "a queen on a8 could be taken");
}

#[test]
fn what_promotions_bring_is_on_the_board() {
    let (definition, game) = definition("shogi");
    assert!(definition.pieces.get("tokin").is_some());
    let position = Position::parse(&game, "4k4/P8/9/9/9/9/9/9/4K4[-] w - - 0 1").expect("a position");
    assert!(position.parse_move("a8a9+").is_ok() && position.parse_move("a8a9").is_err());
}

#[test]
fn counted_pieces_of_a_supply_without_end_are_read_over() {
    let game = game("flipello");
    let position = Position::parse(&game, "8/8/8/3pP3/3Pp3/8/8/8[PPPppp] w 0 1").expect("a position");
    assert_eq!(position.to_string(), Position::start(&game).to_string());
    assert!(Position::parse(&game, "8/8/8/3pP3/3Pp3/8/8/8[PPQ] w 0 1").is_err());
}

#[test]
fn words_that_do_more_read_back_in_english() {
    for (name, lines) in [
        (
            "chess",
            &[
                "becomes a queen, a rook, a bishop or a knight by a move that lands within the mover's last rank.",
                "goes one cell diagonally forward to a cell that the last move marked; it takes the piece that made the mark.",
                "from the mover's rank 2 to an empty cell; empty cells between are marked for the next move.",
                "castle-right: goes from e1 to g1 while a rook goes from h1 to f1",
            ][..],
        ),
        (
            "atomic",
            &[
                "blast: when a piece captures, it is taken itself.",
                "blast: when a piece captures, it takes every piece around the landing cell that is anything but a pawn of either player.",
            ],
        ),
        (
            "shogi",
            &[
                "a captured piece goes to the hand of the player who captured it, in its base form.",
                "may become a tokin by a move that starts or lands within the region \"zone\", and must where it lands within the mover's last rank.",
                "moves like the gold, but for drops and castling.",
                "is a pawn in a hand.",
                "puts one from the player's hand on an empty cell, landing within the region \"playable\", when no pawn of the mover stands on the file of the landing cell.",
                "pawn-drop-mate: pawn.drop is illegal when, after it,",
            ],
        ),
        ("antichess", &["where a capture is legal, only captures are."]),
        (
            "ataxx",
            &[
                "when a piece of the mover stands on the neighbours of the landing cell; every enemy piece around the landing cell becomes the mover's.",
                "1 for each disc on the board.",
                "full: when no cell is empty, who has more by the score wins.",
            ],
        ),
        (
            "go",
            &[
                "it takes every piece in a group without an empty cell beside it that is an enemy piece.",
                "after it, a piece of the mover is in a group without an empty cell beside it.",
                "after it, the same pieces stand on the same cells, whoever is to move, for the second time.",
                "1 for each empty cell whose region has pieces of one player alone beside it, for that player.",
                "7.5 for white from the start.",
            ],
        ),
        (
            "gonnect",
            &[
                "joined: when either one group of the mover touches the region \"west\" and the region \"east\" or",
            ],
        ),
        ("spartan", &["a player has at most 2 pieces of the kind by promotion and from the supply."]),
    ] {
        let text = english(&definition(name).0);
        for line in lines {
            assert!(text.contains(line), "{name}: {line}\n{text}");
        }
    }
}

#[test]
fn what_a_game_is_in_the_end_is_a_definition_of_the_same_game() {
    for name in shipped::names() {
        let loaded = Library::with_folder("no such folder").load(name).expect("a sound game");
        let text = loaded.reading.to_toml(&loaded.sources);
        let again = shipped::load_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let whole = |game: &Game| {
            format!("{:?} {:?} {:?}", game.rules.setup, game.rules.setup_hands, game.rules.vetoes.len())
        };
        assert_eq!(whole(&again), whole(&loaded.game), "{name}");
        let start = |game: &Arc<Game>| Position::start(game);
        assert_eq!(start(&again).to_string(), start(&loaded.game).to_string(), "{name}");
        let moves = |game: &Arc<Game>| {
            let start = Position::start(game);
            start.legal_moves().into_iter().map(|mv| start.move_text(mv)).collect::<Vec<String>>()
        };
        assert_eq!(moves(&again), moves(&loaded.game), "{name}");
        let value = |game: &Arc<Game>| evaluate(&Position::start(game)).expect("no script");
        assert_eq!(value(&again), value(&loaded.game), "{name}");
    }
}

#[test]
fn the_rules_in_english_say_nothing_of_what_a_variant_drops() {
    let rules = |name: &str| english(&definition(name).0);
    assert!(rules("chess").contains("for each bishop"));
    assert!(!rules("losalamos").contains("bishop"), "{}", rules("losalamos"));
    assert!(!rules("almost").contains("queen"), "{}", rules("almost"));
}
