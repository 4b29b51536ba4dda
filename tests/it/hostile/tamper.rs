//! Ways to tamper with a text.

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

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
pub enum Change {
    /// Takes some bytes out and puts a bit of text in.
    Spice { at: Index, cut: usize, with: usize },
    /// Takes some bytes out and puts other bytes in.
    Bytes { at: Index, cut: usize, with: Vec<u8> },
    /// Takes a line out.
    Drop(Index),
    /// Says a line twice.
    Repeat(Index, Index),
    /// Puts a line of a donor in.
    Borrow { at: Index, from: Index, line: Index },
    /// Gives a key the value of another key, of any donor.
    Value { at: Index, from: Index, line: Index },
    /// Exchanges a number for another.
    Number { at: Index, by: i64 },
    /// Exchanges a quoted word for one of any donor.
    Word { at: Index, from: Index, word: Index },
    /// Puts a whole donor behind.
    Append(Index),
    /// Ends the text early.
    Cut(Index),
}

/// Changes, those that keep a text close to what it was most often.
pub fn change() -> impl Strategy<Value = Change> {
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

/// The places of the values in a text: behind `=` or `:` to the end of the line.
fn values(text: &str) -> Vec<Range<usize>> {
    let ends = text.match_indices(['=', ':']).map(|(at, _)| {
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

/// One of the places of one of the donors.
fn taken<'d>(
    donors: &[&'d str],
    from: &Index,
    which: &Index,
    places: fn(&str) -> Vec<Range<usize>>,
) -> &'d str {
    let text = donors[from.index(donors.len())];
    let places = places(text);
    places.get(which.index(places.len().max(1))).map_or("", |place| &text[place.clone()])
}

/// The text after a change.
fn tamper(text: &str, change: &Change, donors: &[&str]) -> String {
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
            let other: Vec<&str> = donors[from.index(donors.len())].split('\n').collect();
            edited.insert(at.index(lines.len()), other[line.index(other.len())]);
        }
        Change::Value { at, from, line } => {
            return exchanged(text, &values(text), at, taken(donors, from, line, values));
        }
        Change::Word { at, from, word } => {
            return exchanged(text, &words(text), at, taken(donors, from, word, words));
        }
        Change::Number { at, by } => return exchanged(text, &numbers(text), at, &by.to_string()),
        Change::Append(from) => edited.push(donors[from.index(donors.len())]),
    }
    edited.join("\n")
}

/// The text after all changes. What they borrow is of the donors.
pub fn tampered(text: &str, changes: &[Change], donors: &[&str]) -> String {
    changes.iter().fold(text.to_owned(), |text, change| tamper(&text, change, donors))
}
