//! Go against a second, plain program, and against counts that others have published.

use std::sync::Arc;

use banco::inside::game::{Cell, Game, Kind, Piece, Player};
use banco::inside::position::{LastPly, Position};

use crate::cli::banco_in;
use crate::shipped::{self, deep, load_text};

/// What may not come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ko {
    /// What stood on the board at any time.
    Ever,
    /// What stood there before the last move.
    Lately,
    /// Nothing is refused.
    Free,
}

/// Go on a square, played by hand.
#[derive(Clone, Debug)]
struct Goban {
    side: usize,
    /// Row by row: 0 empty, 1 black, 2 white.
    stones: Vec<u8>,
    before: Vec<Vec<u8>>,
    passes: u32,
    black: bool,
    ko: Ko,
    suicide: bool,
}

impl Goban {
    fn new(side: usize, ko: Ko, suicide: bool) -> Goban {
        let stones = vec![0; side * side];
        Goban { side, stones, before: Vec::new(), passes: 0, black: true, ko, suicide }
    }

    fn beside(&self, at: usize) -> Vec<usize> {
        let (x, y) = (at % self.side, at / self.side);
        let mut all = Vec::new();
        if x > 0 {
            all.push(at - 1);
        }
        if x + 1 < self.side {
            all.push(at + 1);
        }
        if y > 0 {
            all.push(at - self.side);
        }
        if y + 1 < self.side {
            all.push(at + self.side);
        }
        all
    }

    /// Takes the string of a stone from the board if it has no liberty.
    fn take(&mut self, at: usize) -> bool {
        let colour = self.stones[at];
        let (mut string, mut next) = (vec![at], 0);
        while next < string.len() {
            for near in self.beside(string[next]) {
                match self.stones[near] {
                    0 => return false,
                    other if other == colour && !string.contains(&near) => string.push(near),
                    _ => {}
                }
            }
            next += 1;
        }
        string.into_iter().for_each(|at| self.stones[at] = 0);
        true
    }

    fn place(&self, at: usize) -> Option<Goban> {
        let mut next = self.clone();
        let (own, other) = if self.black { (1, 2) } else { (2, 1) };
        if self.stones[at] != 0 {
            return None;
        }
        next.stones[at] = own;
        for near in self.beside(at) {
            if next.stones[near] == other {
                next.take(near);
            }
        }
        if next.take(at) && !self.suicide {
            return None;
        }
        let stood = match self.ko {
            Ko::Ever => self.before.contains(&next.stones) || self.stones == next.stones,
            Ko::Lately => self.before.last() == Some(&next.stones) || self.stones == next.stones,
            Ko::Free => false,
        };
        next.passes = 0;
        (!stood).then(|| next.handed_over(self))
    }

    fn pass(&self) -> Goban {
        Goban { passes: self.passes + 1, ..self.clone() }.handed_over(self)
    }

    fn handed_over(mut self, from: &Goban) -> Goban {
        self.before.push(from.stones.clone());
        self.black = !self.black;
        self
    }

    fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.passes >= 2 {
            return 0;
        }
        let placed = (0..self.stones.len()).filter_map(|at| self.place(at));
        placed.chain([self.pass()]).map(|next| next.perft(depth - 1)).sum()
    }
}

/// Go on a small square, with other rules about what comes back.
fn small(side: usize, ko: Ko, suicide: bool) -> Arc<Game> {
    let ko = match ko {
        Ko::Ever => "",
        Ko::Lately => {
            "superko = { if = { repeats = 2, of = \"board\", since = 2 }, moves = [\"stone.place\"] }"
        }
        Ko::Free => "superko = false",
    };
    let own = "do = [{ take = \"enclosed\", only = \"enemy\" }, { take = \"enclosed\", only = \"own\" }]";
    let (veto, place) = match suicide {
        true => ("suicide = false", format!("[pieces.stone.moves]\nplace = {{ drop = \"supply\", {own} }}")),
        false => ("", String::new()),
    };
    load_text(&format!(
        "[game]\nlanguage = 1\nname = \"Small go\"\nextends = \"go\"\n[board]\nsize = [{side}, {side}]\n{place}\n[illegal]\n{ko}\n{veto}\n",
    ))
    .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn small_boards_count_as_a_plain_program_does_under_each_rule_of_ko() {
    for (side, depth) in [(1, 4), (2, if deep() { 11 } else { 7 }), (3, if deep() { 6 } else { 4 })] {
        for ko in [Ko::Ever, Ko::Lately, Ko::Free] {
            for suicide in [false, true] {
                // Without any rule of ko suicide of one stone is a pass, and nothing ends.
                let game = small(side, ko, suicide);
                let start = Position::start(&game);
                let plain = Goban::new(side, ko, suicide);
                let counts: Vec<u64> = (1..=depth).map(|depth| plain.perft(depth)).collect();
                for last in [LastPly::Counted, LastPly::Played] {
                    let said = format!("{side}x{side}, {ko:?}, suicide {suicide}, {last:?}");
                    assert_eq!(start.perft(depth, last), counts, "{said}");
                }
            }
        }
    }
}

/// How many placements leave no group without an empty cell beside it.
fn placements(side: usize) -> u64 {
    let text = format!(
        "[game]\nlanguage = 1\nname = \"Placements\"\nextends = \"go\"\n[board]\nsize = [{side}, {side}]\n\
         [end.enclosed]\nif = {{ enclosed = \"any\" }}\nwinner = \"none\"\n"
    );
    let game = load_text(&text).unwrap_or_else(|error| panic!("{error}"));
    let cells = side * side;
    let stone = |digit: u64| match digit {
        0 => Piece::NONE,
        1 => Piece::new(Kind(0), Player::First),
        _ => Piece::new(Kind(0), Player::Second),
    };
    let placed = |number: u64| -> Vec<Piece> {
        (0..cells as u32).map(|cell| stone(number / 3u64.pow(cell) % 3)).collect()
    };
    let stands = |number: &u64| {
        let position = Position::set_up(&game, &placed(*number), Player::First);
        position.outcome().is_none_or(|outcome| outcome.end != Some(0))
    };
    (0..3u64.pow(cells as u32)).filter(stands).count() as u64
}

/// Sequence A094777 of the OEIS, by Tromp and Farnebäck.
#[test]
fn placements_are_as_many_as_published() {
    assert_eq!([placements(1), placements(2), placements(3)], [1, 57, 12_675]);
    if deep() {
        assert_eq!(placements(4), 24_318_165);
    }
}

fn played(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        position.play(mv);
    }
}

fn refused(position: &Position, text: &str) -> String {
    position.parse_move(text).expect_err("illegal").to_string()
}

#[test]
fn a_ko_is_taken_back_after_a_move_elsewhere() {
    for lately in [false, true] {
        let game = small(5, if lately { Ko::Lately } else { Ko::Ever }, false);
        let mut position = Position::start(&game);
        played(&mut position, "b3 c3 a2 d2 b1 c1 e5 b2 c2");
        assert_eq!(position.at(game.cell("b2").expect("a cell")), Piece::NONE, "taken");
        let said = refused(&position, "b2");
        assert!(said.contains("`b2` is illegal by `superko`: it repeats the board of move 8"), "{said}");
        let ko = position.hash();
        played(&mut position, "pass pass");
        assert!(position.outcome().is_some());
        position.undo();
        position.undo();
        assert_eq!(position.hash(), ko);
        played(&mut position, "a5 e4 b2");
        assert_eq!(position.at(game.cell("c2").expect("a cell")), Piece::NONE, "{lately}");
    }
}

#[test]
fn suicide_is_refused_by_its_name() {
    let game = shipped::game("go");
    let mut position = Position::start(&game);
    played(&mut position, "a2 s19 b1");
    let said = refused(&position, "a1");
    assert!(said.contains("`a1` is illegal by `suicide`"), "{said}");
}

#[test]
fn the_key_knows_what_may_not_be_taken_back() {
    let game = small(5, Ko::Lately, false);
    let mut position = Position::start(&game);
    played(&mut position, "b3 c3 a2 d2 b1 c1 e5 b2 c2");
    let text = position.to_string();
    let read = Position::parse(&game, &text).expect("a position");
    assert_ne!(read.hash(), position.hash(), "a text says nothing of what was taken");
    played(&mut position, "a5 e4");
    let read = Position::parse(&game, &position.to_string()).expect("a position");
    assert_eq!(read.hash(), position.hash());
}

/// Where the first player is to move, the key of the position is that of what stands on the board: mixed alike, the one
/// took the other away, and what had stood on the board was forgotten.
#[test]
fn a_proof_knows_all_that_has_stood_on_the_board() {
    let text = "[game]\nlanguage = 1\nname = \"Row\"\nextends = \"go\"\n[board]\nsize = [5, 1]\n\
        [score]\nbonus = { white = 5 }\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("row.toml"), text).expect("written");
    let moves = "c1 a1 b1 d1 e1 pass d1 a1 d1";
    let args = ["search", "row.toml", "--moves", moves, "--algorithm", "pvs", "--depth", "16", "--json"];
    let found = banco_in(folder.path(), &args).good().json();
    assert_eq!((&found["score"], &found["mate"]), (&0.into(), &serde_json::Value::Null), "{found}");
}

#[test]
fn areas_pieces_and_halves_are_counted() {
    let game = small(5, Ko::Ever, false);
    let score = |text: &str| {
        let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{error}"));
        position.scores().expect("a score")
    };
    assert_eq!(score("...../...../...../...../..... b"), [0, 15]);
    assert_eq!(score("...../...../..X../...../..... w"), [50, 15], "one stone alone owns the board");
    assert_eq!(score(".X.O./.X.O./.X.O./.X.O./.X.O. b"), [20, 35], "what lies between is nobody's");
    let mut position = Position::start(&game);
    played(&mut position, "c3 pass pass");
    let outcome = position.outcome().expect("over");
    assert_eq!((outcome.winner, outcome.scores), (Some(Player::First), Some([50, 15])));
}

/// Cells that are no corner of a board have no more than four beside them.
#[test]
fn neutral_pieces_form_no_group_and_leave_no_room() {
    let text = "[game]\nlanguage = 1\nname = \"Rocks\"\nextends = \"go\"\n[board]\nsize = [3, 3]\n\
                [pieces.rock]\nletter = \"*\"\nowner = \"neutral\"\n[score.values]\nstone = 1\n\
                [setup]\nboard = \"\"\"\n. . .\n* . .\nO * .\n\"\"\"\n";
    let game = load_text(text).unwrap_or_else(|error| panic!("{error}"));
    let mut position = Position::start(&game);
    let at = |position: &Position, name: &str| position.at(game.cell(name).unwrap_or(Cell(0)));
    assert!(!at(&position, "a1").is_none());
    played(&mut position, "c3");
    assert!(at(&position, "a1").is_none(), "rocks leave it no room");
    assert!(!at(&position, "a2").is_none() && !at(&position, "b1").is_none(), "and stay");
}
