//! Text from strangers: definitions, positions, moves and records that were tampered with. Nothing
//! panics, and what is accepted can be used.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use banco::eval::evaluate;
use banco::game::Game;
use banco::position::{LastPly, Position};
use banco::search::{Limits, Search};
use banco::suite::Record;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;

use crate::shipped::{self, deep};
use crate::zoo;

/// The settings of a property: so many cases, ten times as many when everything is tried.
fn cases(cases: u32) -> Config {
    let cases = if deep() { 10 * cases } else { cases };
    Config { failure_persistence: None, max_shrink_iters: 2_000, ..Config::with_cases(cases) }
}

/// Definitions to tamper with.
static TEXTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let shipped = shipped::TEXTS.values().map(String::as_str);
    shipped.chain(zoo::texts().map(|(_, text)| *text)).collect()
});

/// Games to tamper with the positions and moves of.
static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let shipped = shipped::names().map(shipped::game);
    shipped.chain(zoo::games().map(|(_, game)| game)).collect()
});

/// Bits of text that mean something somewhere.
const SPICE: [&str; 78] = [
    "\n",
    "\"",
    "\"\"\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "#",
    " ",
    "/",
    "-",
    ":",
    "*",
    "\u{0}",
    "\u{feff}",
    "é",
    "🦀",
    "a1",
    "zz99",
    "a1:z9",
    "0",
    "-1",
    "1",
    "64",
    "1025",
    "9223372036854775807",
    "1e9",
    "nan",
    "true",
    "false",
    "own",
    "enemy",
    "any",
    "empty",
    "forward",
    "\"north\"",
    "not",
    "either",
    "slide",
    "leap",
    "drop",
    "exit",
    "pass",
    "if",
    "extends",
    "[[end]]",
    "[moves]",
    "winner",
    "language = 2",
    "range = [9, 1]",
    "piece",
    "off",
    "pass",
    "startpos",
    "moves",
    "@",
    "+",
    "~",
    "+P",
    "KQkq",
    "e3",
    "3+3",
    "[QRp]",
    "[]",
    "e1g1",
    "e7e8q",
    "P@e4",
    "like",
    "promote",
    "castle",
    "do = { take = \"around\" }",
    "marked",
    "unmoved",
    "supply = 1",
];

/// One way to tamper with a text.
#[derive(Clone, Debug)]
enum Change {
    /// Takes some bytes out and puts a bit of text in.
    Spice { at: Index, cut: usize, with: usize },
    /// Takes some bytes out and puts other bytes in.
    Bytes { at: Index, cut: usize, with: Vec<u8> },
    /// Takes a line out.
    Drop(Index),
    /// Says a line twice.
    Repeat(Index, Index),
    /// Puts a line of another definition in.
    Borrow { at: Index, from: Index, line: Index },
    /// Gives a key the value of another key, of any definition.
    Value { at: Index, from: Index, line: Index },
    /// Exchanges a number for another.
    Number { at: Index, by: i64 },
    /// Exchanges a quoted word for one of any definition.
    Word { at: Index, from: Index, word: Index },
    /// Puts a whole definition behind.
    Append(Index),
    /// Ends the text early.
    Cut(Index),
}

fn change() -> impl Strategy<Value = Change> {
    use Change::*;
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), 0..12usize, 0..SPICE.len()).prop_map(|(at, cut, with)| Spice { at, cut, with }),
        1 => (at(), 0..3usize, vec(any::<u8>(), 0..3)).prop_map(|(at, cut, with)| Bytes { at, cut, with }),
        3 => at().prop_map(Drop),
        2 => (at(), at()).prop_map(|(at, to)| Repeat(at, to)),
        3 => (at(), at(), at()).prop_map(|(at, from, line)| Borrow { at, from, line }),
        12 => (at(), at(), at()).prop_map(|(at, from, line)| Value { at, from, line }),
        8 => (at(), -2..40i64).prop_map(|(at, by)| Number { at, by }),
        8 => (at(), at(), at()).prop_map(|(at, from, word)| Word { at, from, word }),
        1 => at().prop_map(Append),
        1 => at().prop_map(Cut),
    ]
}

/// The places of the values in a text: behind `=` to the end of the line.
fn values(text: &str) -> Vec<Range<usize>> {
    let ends = text.match_indices('=').map(|(at, _)| {
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        at + 1..end
    });
    ends.collect()
}

/// The places of the quoted words in a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let is_word = |range: &Range<usize>| {
        !range.is_empty()
            && text[range.clone()].bytes().all(|b| b.is_ascii_alphanumeric() || b"- *:".contains(&b))
    };
    quotes.windows(2).map(|pair| pair[0] + 1..pair[1]).filter(is_word).collect()
}

/// The places of the numbers in a text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..text.len()).filter(|&at| digit(at) && (at == 0 || !digit(at - 1)));
    starts.map(|at| at..(at..).find(|&end| !digit(end)).unwrap_or(text.len())).collect()
}

/// The text with one of the places exchanged, if there are any.
fn exchanged(text: &str, places: &[Range<usize>], at: &Index, with: &str) -> String {
    let mut edited = text.to_owned();
    if !places.is_empty() {
        edited.replace_range(places[at.index(places.len())].clone(), with);
    }
    edited
}

/// One of the places of one of the definitions.
fn taken(from: &Index, which: &Index, places: fn(&str) -> Vec<Range<usize>>) -> &'static str {
    let text = TEXTS[from.index(TEXTS.len())];
    let places = places(text);
    places.get(which.index(places.len().max(1))).map_or("", |place| &text[place.clone()])
}

/// The text after a change.
fn tamper(text: &str, change: &Change) -> String {
    let splice = |at: &Index, cut: usize, with: &[u8]| {
        let start = at.index(text.len() + 1);
        let end = (start + cut).min(text.len());
        let bytes = text.as_bytes();
        String::from_utf8_lossy(&[&bytes[..start], with, &bytes[end..]].concat()).into_owned()
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let mut edited = lines.clone();
    match change {
        Change::Spice { at, cut, with } => return splice(at, *cut, SPICE[*with].as_bytes()),
        Change::Bytes { at, cut, with } => return splice(at, *cut, with),
        Change::Cut(at) => return splice(at, text.len(), b""),
        Change::Drop(at) => {
            edited.remove(at.index(lines.len()));
        }
        Change::Repeat(at, to) => edited.insert(to.index(lines.len()), lines[at.index(lines.len())]),
        Change::Borrow { at, from, line } => {
            let other: Vec<&str> = TEXTS[from.index(TEXTS.len())].split('\n').collect();
            edited.insert(at.index(lines.len()), other[line.index(other.len())]);
        }
        Change::Value { at, from, line } => {
            return exchanged(text, &values(text), at, taken(from, line, values));
        }
        Change::Word { at, from, word } => {
            return exchanged(text, &words(text), at, taken(from, word, words));
        }
        Change::Number { at, by } => return exchanged(text, &numbers(text), at, &by.to_string()),
        Change::Append(from) => edited.push(TEXTS[from.index(TEXTS.len())]),
    }
    edited.join("\n")
}

fn tampered(text: &str, changes: &[Change]) -> String {
    changes.iter().fold(text.to_owned(), |text, change| tamper(&text, change))
}

/// A position of a game after some moves.
fn walked(game: &Arc<Game>, choices: &[Index]) -> Position {
    let mut position = Position::start(game);
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice.index(moves.len())]);
    }
    position
}

/// Whatever can be asked of a position can be answered.
fn use_it(position: &Position) -> Result<(), TestCaseError> {
    let moves = position.legal_moves();
    prop_assert!(position.outcome().is_none() || moves.is_empty());
    prop_assert!(evaluate(position).expect("no script").abs() < i32::MAX);
    prop_assert_eq!(position.perft(1, LastPly::Counted), position.perft(1, LastPly::Played));
    let limits = Limits { nodes: 60, ..Limits::depth(2) };
    let report = Search::new(1).run(position, &limits, &mut |_| {});
    prop_assert_eq!(report.best().is_some(), !moves.is_empty());
    let again = Position::parse(position.game(), &position.to_string());
    prop_assert_eq!(again.map(|again| again.pieces()), Ok(position.pieces()), "{}", position);
    Ok(())
}

proptest! {
    #![proptest_config(cases(8_000))]
    #[test]
    fn tampered_definitions_never_panic(
        base in any::<Index>(),
        changes in vec(change(), 1..4),
        choices in vec(any::<Index>(), 0..6),
    ) {
        let text = tampered(TEXTS[base.index(TEXTS.len())], &changes);
        match Game::parse(&text) {
            Ok(game) => use_it(&walked(&game, &choices)).inspect_err(|_| eprintln!("{text}"))?,
            Err(error) => prop_assert!(error.to_string().contains("error[")),
        }
    }
}

proptest! {
    #![proptest_config(cases(6_000))]
    #[test]
    fn tampered_positions_never_panic(
        base in any::<Index>(),
        choices in vec(any::<Index>(), 0..30),
        with_moves in any::<bool>(),
        changes in vec(change(), 0..3),
    ) {
        let game = &GAMES[base.index(GAMES.len())];
        let position = walked(game, &choices);
        let texts = position.played_texts();
        let text = match with_moves {
            true => format!("startpos moves {}", texts.join(" ")),
            false => position.to_string(),
        };
        let text = tampered(&text, &changes);
        match Position::parse(game, &text) {
            Ok(read) if game.geometry.size() <= 100 => use_it(&read)?,
            Ok(read) => prop_assert_eq!(read.to_string().matches('/').count() + 1, game.geometry.ranks() as usize),
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error, text),
        }
    }
}

proptest! {
    #![proptest_config(cases(6_000))]
    #[test]
    fn tampered_moves_never_panic(
        base in any::<Index>(),
        choices in vec(any::<Index>(), 0..20),
        chosen in any::<Index>(),
        changes in vec(change(), 0..3),
        noise in "\\PC{0,8}",
        noisy in any::<bool>(),
    ) {
        let position = walked(&GAMES[base.index(GAMES.len())], &choices);
        let moves = position.legal_moves();
        let text = match moves.get(chosen.index(moves.len().max(1))) {
            Some(&mv) if !noisy => position.move_text(mv),
            _ => noise,
        };
        let text = tampered(&text, &changes);
        match position.parse_move(&text) {
            Ok(mv) => {
                prop_assert!(moves.contains(&mv));
                prop_assert_eq!(position.move_text(mv), text);
            }
            Err(refusal) => prop_assert!(!refusal.message.is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(cases(2_000))]
    #[test]
    fn tampered_records_never_panic(changes in vec(change(), 0..4)) {
        let record = Record {
            game: "dodgem".to_owned(),
            definition: "0123456789abcdef".to_owned(),
            position: "startpos".to_owned(),
            moves: ["a3b3", "b1b2"].map(str::to_owned).to_vec(),
        };
        let text = record.to_text().map_err(|error| TestCaseError::fail(error.to_string()))?;
        match Record::parse(&tampered(&text, &changes)) {
            Ok(read) => {
                let again = read.to_text().map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(Record::parse(&again), Ok(read));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// A small game around a text that stands in one of its tables.
fn game_with(text: &str) -> String {
    format!("{}\n{text}", shipped::TEXTS["tic-tac-toe"])
}

#[test]
fn monstrous_definitions_are_refused_in_time() {
    let many = |text: &str, times: usize| text.repeat(times);
    let monsters = [
        String::new(),
        many("[", 100_000),
        many("a.", 50_000),
        many("\"", 100_001),
        many("é", 100_000),
        format!("a = {}", many("[", 20_000)),
        format!("a = {}{}", many("[", 5_000), many("]", 5_000)),
        game_with(&format!("[end.deep]\nif = {}\"no-moves\"{}", many("{ not = ", 5_000), many(" }", 5_000))),
        game_with(&format!("[end.deep]\nif = {}\"no-moves\"{}", many("[", 5_000), many("]", 5_000))),
        game_with(&format!("[end.deep]\nif = {}\"no-moves\"{}", many("{ not = ", 60), many(" }", 60))),
        game_with(&(0..3_000).map(|i| format!("[end.end-{i}]\nif = \"board-full\"\n")).collect::<String>()),
        game_with(&(0..3_000).map(|i| format!("[pieces.piece-{i}]\nletter = \"P\"\n")).collect::<String>()),
        game_with(&format!("[evaluation.lines.long]\nvalue = 1\npattern = \"{}\"", many("X", 10_000))),
        game_with("[evaluation]\nmobility = 9223372036854775807"),
        shipped::TEXTS["caro"].replace("[15, 15]", "[4294967296, 4294967296]"),
        shipped::TEXTS["caro"].replace("[15, 15]", "[-1, 0]"),
        shipped::TEXTS["caro"].replace("[15, 15]", "[1024, 1]"),
        shipped::TEXTS["caro"].replace("length = 5", "length = 4294967297"),
        shipped::TEXTS["breakthrough"].replace("pawn = 100", "pawn = 2147483647"),
        shipped::TEXTS["hexapawn"].replace("hexapawn", &many("n", 1_000_000)),
    ];
    for monster in monsters {
        if let Err(error) = Game::parse(&monster) {
            assert!(error.to_string().len() < 20_000_000);
        }
    }
}
