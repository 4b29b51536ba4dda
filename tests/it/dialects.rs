//! How the dialects write what other programs are told: moves, boards and limits.

use std::time::Duration;

use banco::inside::game::Game;
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use banco::inside::protocol::cecp::Frame;
use banco::inside::protocol::client::{ClockPair, Go, go_words};
use banco::inside::protocol::uci::Flavour;
use banco::inside::protocol::{Cells, Spelling};

use crate::shipped;

fn spelling(cells: Cells) -> Spelling {
    Spelling { cells, drop_sign: if cells == Cells::FromRight { '*' } else { '@' }, ..Spelling::uci(None) }
}

/// The cell that is left is walled up.
const TRAIL: &str = r#"
[game]
language = 1
name     = "Trail"
players  = ["white", "black"]
[board]
size = [7, 7]
[pieces.pawn]
letter     = "P"
moves.step = { step = "any", onto = "empty", do = { put = "from", kind = "wall" } }
[pieces.wall]
letter = "*"
owner  = "neutral"
[setup]
board = """
  . . . . . . p
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  P . . . . . .
"""
[end.stuck]
if    = "no-moves"
loser = "turn"
"#;

#[test]
fn a_wall_that_a_move_leaves_is_written_with_it() {
    let start = Position::start(&Game::parse(TRAIL).expect("sound"));
    let (uci, usi) = (Spelling::uci(None), spelling(Cells::FromRight));
    let mv = start.parse_move("a1b2").expect("legal");
    assert_eq!([uci.write(&start, mv), usi.write(&start, mv)], ["a1b2,b2a1", "7g6f,6f7g"]);
    assert_eq!([uci.read(&start, "a1b2,b2a1"), uci.read(&start, "a1b2")], [Ok(mv), Ok(mv)]);
    for wrong in ["a1b2,b2b1", "a1b2,", "a1b2,b2a1,b2a1", "a1a3,a3a1"] {
        assert!(uci.read(&start, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_spelling_reads_what_it_writes() {
    let mut tried = 0;
    for name in shipped::names() {
        let game = shipped::game(name);
        let mut position = Position::start(&game);
        for cells in [Cells::FromOne, Cells::FromZero, Cells::FromRight] {
            for castles_take in [false, true] {
                let spelling = Spelling { drop: Some('P'), castles_take, ..spelling(cells) };
                for mv in position.legal_moves() {
                    let text = spelling.write(&position, mv);
                    assert_eq!(spelling.read(&position, &text), Ok(mv), "{name}: {text}");
                    tried += 1;
                }
            }
            play_at_random(&mut position, 5, 3);
        }
    }
    assert!(tried > 3_000, "{tried}");
}

fn frame(name: &str) -> (Frame, Position) {
    let game = shipped::game(name);
    (Frame::of(&game, false).expect("a board"), Position::start(&game))
}

#[test]
fn a_board_that_pieces_leave_is_larger_where_they_leave_it() {
    let (frame, start) = frame("dodgem");
    assert_eq!(
        frame.position(&start),
        "4/R3/R3/1rr1 w - - 0 1".replace(['R', 'r'], "W").replace("1WW1", "1ww1")
    );
    let position = Position::parse(start.game(), "..B/.W./... b").expect("a position");
    let texts: Vec<String> = position.legal_moves().iter().map(|&mv| frame.write(&position, mv)).collect();
    assert!(texts.contains(&"c3d3".to_owned()), "{texts:?}");
    let all = position.legal_moves();
    assert!(all.iter().zip(&texts).all(|(&mv, text)| frame.read(&position, text) == Ok(mv)));
}

#[test]
fn positions_of_described_boards_are_read_as_they_are_written() {
    for name in ["dodgem", "breakthrough", "clobber", "hexapawn"] {
        let (frame, mut position) = frame(name);
        play_at_random(&mut position, 3, 1);
        let text = frame.position(&position);
        let own = frame.read_position(position.game(), &text).expect("a position");
        assert_eq!(
            own.split(' ').take(2).collect::<Vec<_>>(),
            position.to_string().split(' ').take(2).collect::<Vec<_>>()
        );
    }
}

#[test]
fn ten_ranks_count_from_nought() {
    let (frame, start) = frame("xiangqi");
    let texts: Vec<String> = start.legal_moves().iter().map(|&mv| frame.write(&start, mv)).collect();
    assert!(texts.contains(&"h2e2".to_owned()) && texts.contains(&"a0a1".to_owned()), "{texts:?}");
    assert!(frame.read(&start, "h2e2").is_ok());
}

#[test]
fn games_that_cannot_be_drawn_are_refused() {
    let game = shipped::game("caro");
    assert!(Frame::of(&game, false).is_err_and(|why| why.contains("supply")));
}

fn start(name: &str) -> Position {
    Position::start(&shipped::game(name))
}

#[test]
fn limits_are_said_as_each_dialect_says_them() {
    let clock = ClockPair {
        left: [Duration::from_millis(1500), Duration::from_secs(2)],
        increment: [Duration::from_millis(100); 2],
        moves_to_go: Some(40),
    };
    let patience = Duration::from_secs(1);
    let open = Go { clock: None, move_time: None, nodes: None, depth: None, patience };
    let timed = Go { clock: Some(clock), ..open.clone() };
    let short = Go { move_time: Some(Duration::from_millis(700)), ..open.clone() };
    let deep = Go { nodes: Some(7), ..open };
    for (flavour, game, go, line) in [
        (Flavour::Uci, "chess", &timed, "go wtime 1500 btime 2000 winc 100 binc 100 movestogo 40"),
        (Flavour::Uci, "chess", &short, "go movetime 700"),
        (
            Flavour::Ucci,
            "xiangqi",
            &timed,
            "go time 1500 opptime 2000 increment 100 oppincrement 100 movestogo 40",
        ),
        (Flavour::Ucci, "xiangqi", &short, "go time 700 movestogo 1"),
        // Black moves first in shogi, and is our first player.
        (Flavour::Usi, "shogi", &timed, "go wtime 2000 btime 1500 winc 100 binc 100 movestogo 40"),
        (Flavour::Usi, "shogi", &short, "go wtime 0 btime 0 byoyomi 700"),
        (Flavour::Ugi, "dodgem", &short, "go movetime 700"),
        (Flavour::Ugi, "dodgem", &deep, "go nodes 7"),
    ] {
        let words = go_words(flavour, go, &start(game), 1);
        assert_eq!(flavour.go_line(&words), line, "{game}");
    }
}
