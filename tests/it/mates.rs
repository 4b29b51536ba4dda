//! The search in games with royal pieces: forced ends at their distance, though it leaves moves out, and
//! what it does to a board on the way.

use std::sync::Arc;

use banco::inside::eval::{WIN, plies_to_win};
use banco::inside::game::{Game, Piece, Player};
use banco::inside::position::Position;
use banco::inside::search::{Limits, Report, Search};
use banco::on_board;

use crate::shipped::{self, deep, load_text};

/// A game in which a player without a move is mated or not, as in chess, with pieces dear and cheap, sliders,
/// hoppers and steppers.
const FORTRESS: &str = r#"
[game]
language = 1
name     = "Fortress"
players  = ["white", "black"]
position = "fen"
[board]
size = [5, 5]
[pieces.king]
letter = "K"
royal  = "each"
moves.walk = { step = "any" }
[pieces.tower]
letter = "T"
moves.slide = { slide = "orthogonal" }
[pieces.gun]
letter = "G"
[pieces.gun.moves]
slide = { slide = "orthogonal", onto = "empty" }
shoot = { hop = "orthogonal", onto = "enemy" }
[pieces.guard]
letter = "F"
moves.walk = { step = "diagonal" }
[setup]
board = """
  . . k . .
  f g . t .
  . . . . .
  . T . G F
  . . K . .
"""
[end.mate]
if    = ["no-moves", "in-check"]
loser = "turn"
[end.stalemate]
if     = "no-moves"
winner = "none"
[end.repetition]
if     = { repeats = 3 }
winner = "none"
[end.quiet]
if     = { quiet-plies = 60 }
winner = "none"
[evaluation]
values = { tower = 500, gun = 300, guard = 100 }
"#;

fn search(position: &Position, limits: Limits) -> Report {
    Search::new(4).run(position, &limits, &mut |_| {})
}

/// Whether `winner` forces a win within that many plies, every move looked at.
fn wins(position: &mut Position, winner: Player, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(winner);
    }
    if plies == 0 {
        return false;
    }
    let attacking = position.turn() == winner;
    for mv in position.legal_moves() {
        position.play(mv);
        let won = wins(position, winner, plies - 1);
        position.undo();
        if won == attacking {
            return won;
        }
    }
    !attacking
}

/// The fewest plies, up to so many, in which somebody forces a win, as the first player's score.
fn nearest(position: &mut Position, plies: u32) -> Option<i32> {
    (0..=plies).find_map(|within| {
        let winner = Player::BOTH.into_iter().find(|&player| wins(position, player, within))?;
        Some(winner.sign() * (WIN - within as i32))
    })
}

/// A position with these pieces on cells drawn at random, in which the player who has moved is not in check.
fn scattered(game: &Arc<Game>, letters: &str, rng: &mut fastrand::Rng) -> Position {
    loop {
        let mut cells = vec![Piece::NONE; game.rules.geometry.size()];
        for letter in letters.chars() {
            let piece = game
                .rules
                .pieces()
                .find(|&piece| game.letter(piece).to_string() == letter.to_string())
                .expect("a piece");
            let empty: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].is_none()).collect();
            cells[*rng.choice(&empty).expect("an empty cell")] = piece;
        }
        let position = Position::set_up(game, &cells, rng.choice(Player::BOTH).expect("a player"));
        if !on_board!(position.engine(), board => board.in_check(game, !position.turn())) {
            return position;
        }
    }
}

#[test]
fn forced_mates_are_claimed_at_their_distance_and_no_others() {
    let game = load_text(FORTRESS).unwrap_or_else(|said| panic!("{said}"));
    let (tries, plies) = if deep() { (400, 5) } else { (25, 3) };
    let mut found = 0;
    for letters in ["KTTkf", "KTGkf", "KTGFktf", "KTTGktg"] {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..tries {
            let mut position = scattered(&game, letters, &mut rng);
            let report = search(&position, Limits::depth(plies + 2));
            let claimed = plies_to_win(report.score).map(i32::unsigned_abs);
            let known = nearest(&mut position, plies);
            match claimed {
                Some(claimed) if claimed <= plies => assert_eq!(Some(report.score), known, "{position}"),
                _ => assert_eq!(known, None, "{position}: {report:?}"),
            }
            if claimed.is_some_and(|claimed| claimed <= plies && claimed > 0) {
                assert!(report.exact, "{position}");
                found += 1;
            }
        }
    }
    assert!(found >= tries / 4, "{found}");
}

#[test]
fn mates_of_hoppers_and_lame_pieces_are_proven() {
    let game = shipped::game("xiangqi");
    for (text, plies) in [
        ("3a5/4k4/7N1/2n6/6bC1/1n3N3/5p3/1R1KB3C/9/9 w - - 0 1", 5),
        ("2b4C1/4a4/b1c1k4/2r6/1P7/6B2/1R7/1R3K3/9/9 w - - 0 1", 5),
        ("9/5k3/4b4/1N2R4/5nR2/4N4/9/3A1K3/9/9 w - - 0 1", 3),
        ("3a4r/9/3ak1C2/6P2/2P6/9/9/R1R2K3/8c/9 w - - 0 1", 1),
    ] {
        let position = Position::parse(&game, text).expect("a position");
        let report = search(&position, Limits { proof: 1 << 20, ..Limits::default() });
        assert_eq!((report.score, report.exact), (WIN - plies, true), "{text}");
        assert!(position.is_legal(report.lines[0].moves[0]), "{text}");
    }
}

/// Black only loses by having to move: who looks at what a pass would bring sees no mate.
#[test]
fn a_mate_by_leaving_no_good_move_is_found() {
    if !deep() {
        return;
    }
    let position =
        Position::parse(&shipped::game("chess"), "8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w").expect("a position");
    let report = search(&position, Limits { nodes: 20_000_000, ..Limits::default() });
    assert_eq!((report.score, report.exact), (WIN - 5, true));
}

#[test]
fn a_turn_that_passes_leaves_no_trace_and_repeats_nothing() {
    let game = shipped::game("xiangqi");
    let mut position = Position::start(&game);
    for text in ["h1g3", "h10g8", "g3h1", "g8h10"] {
        let mv = position.parse_move(text).expect("a move");
        position.play(mv);
    }
    let (text, hash) = (position.to_string(), position.hash());
    let (game, engine) = position.parts();
    on_board!(engine, board => {
        assert_eq!((board.occurrences(game), board.quiet_clock(game)), (2, 4));
        let turn = board.turn();
        board.pass_turn(game);
        assert_eq!((board.turn(), board.occurrences(game), board.quiet_clock(game)), (!turn, 1, 4));
        board.pass_turn(game);
        assert_eq!((board.turn(), board.occurrences(game), board.quiet_clock(game)), (turn, 1, 4));
        board.take_turn_back(game);
        board.take_turn_back(game);
        assert_eq!((board.turn(), board.occurrences(game)), (turn, 2));
    });
    assert_eq!((position.to_string(), position.hash()), (text, hash));
}
