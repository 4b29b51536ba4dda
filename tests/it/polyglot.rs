//! Opening books of PolyGlot: their keys, the moves that are read, and what is refused.

use banco::inside::engine::polyglot::{PolyGlot, key};
use banco::inside::position::Position;

use crate::shipped;

fn after(moves: &str) -> Position {
    let game = shipped::game("chess");
    let mut position = Position::start(&game);
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).expect("a legal move");
        position.play(mv);
    }
    position
}

#[test]
fn keys_are_those_that_the_format_publishes() {
    for (moves, published) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key(&after(moves)), Some(published), "{moves}");
    }
}

fn entry(position: &Position, [from, to]: [&str; 2], promotion: u16, weight: u16) -> Vec<u8> {
    let cell = |name: &str| {
        let bytes = name.as_bytes();
        u16::from(bytes[0] - b'a') + 8 * u16::from(bytes[1] - b'1')
    };
    let bits = promotion << 12 | cell(from) << 6 | cell(to);
    let key = key(position).expect("a key");
    [&key.to_be_bytes()[..], &bits.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn moves_are_read_by_weight_and_only_legal_ones() {
    let start = after("");
    let castles = after("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5");
    let bytes = [
        entry(&start, ["d2", "d4"], 0, 5),
        entry(&start, ["e2", "e4"], 0, 9),
        entry(&start, ["e2", "e5"], 0, 100),
        entry(&castles, ["e1", "h1"], 0, 1),
    ];
    let book = PolyGlot::read(&start, &bytes.concat()).expect("a book");
    let texts = |position: &Position| {
        let moves = book.moves(position).into_iter();
        moves.map(|(mv, weight)| (position.move_text(mv), weight)).collect::<Vec<_>>()
    };
    assert_eq!(texts(&start), [("e2e4".to_owned(), 9), ("d2d4".to_owned(), 5)]);
    assert_eq!(texts(&castles), [("e1g1".to_owned(), 1)]);
    assert!(texts(&after("e2e4")).is_empty());
    assert_eq!(book.positions(), 2);
}

#[test]
fn what_is_no_book_is_refused() {
    assert!(PolyGlot::read(&after(""), &[0; 15]).is_err_and(|why| why.contains("16 bytes")));
    assert!(PolyGlot::read(&after(""), &[]).is_err());
    let xiangqi = shipped::game("xiangqi");
    assert!(PolyGlot::read(&Position::start(&xiangqi), &[0; 16]).is_err_and(|why| why.contains("no keys")));
}
