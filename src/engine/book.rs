//! Opening books: what was played in positions, and how that went.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::polyglot::PolyGlot;
use crate::eval::Score;
use crate::game::{Game, Move, split_mix};
use crate::library::Loaded;
use crate::position::Position;
use crate::suite::io_words;

/// A move of a book.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How often it is played, as against the others.
    pub weight: u64,
    /// Games in which it was played and who moved has won, nobody has, who moved has lost.
    #[serde(default)]
    pub results: [u64; 3],
    /// What a search says of it, positive for who moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

/// An opening book: moves by position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    header: BookHeader,
    moves: Moves,
}

/// Where the moves stand.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Moves {
    /// By our keys.
    Own(BTreeMap<u64, Vec<BookMove>>),
    /// By those of PolyGlot.
    PolyGlot(PolyGlot),
}

/// The first line of a book.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct BookHeader {
    /// The version of the format.
    book: u32,
    game: String,
    /// The fingerprint of the rules.
    rules: String,
    /// The key of the start: another one when keys are made otherwise.
    start: String,
}

/// A further line of a book.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BookLine {
    key: String,
    moves: Vec<BookMove>,
}

/// A book that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError(String);

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BookError {}

/// The version that is written.
const VERSION: u32 = 1;

/// The largest book that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// A text that is another one when the rules of the game are others.
pub fn rules_id(game: &Game) -> String {
    format!("{:016x}", game.rules.fingerprint())
}

impl Book {
    /// An empty book for a game.
    pub fn new(name: &str, game: &Arc<Game>) -> Book {
        Book { header: BookHeader::of(name, game), moves: Moves::Own(BTreeMap::new()) }
    }

    /// Reads a book for a game from a file: one of ours, or one of PolyGlot where the game says so.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no book, or one of another game; which line is wrong.
    pub fn load(loaded: &Loaded, file: &Path) -> Result<Book, BookError> {
        let unread = |error: std::io::Error| BookError(io_words(&error));
        let mut bytes = Vec::new();
        let opened = File::open(file).map_err(unread)?;
        opened.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > LARGEST {
            return Err(BookError("it is too large".to_owned()));
        }
        Book::read(loaded, &bytes)
    }

    /// The same from what stands in a file.
    ///
    /// # Errors
    ///
    /// As for [`Book::load`].
    pub fn read(loaded: &Loaded, bytes: &[u8]) -> Result<Book, BookError> {
        let game = &loaded.plain;
        if let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with('{')) {
            return Book::parse(game, text);
        }
        let known = loaded.definition().known_as.as_ref();
        if !known.and_then(|known| known.polyglot.as_ref()).is_some_and(|said| said.value) {
            return Err(BookError("it is no opening book".to_owned()));
        }
        let book = PolyGlot::read(&Position::start(game), bytes).map_err(BookError)?;
        let header = BookHeader::of(&loaded.game.names.game, game);
        Ok(Book { header, moves: Moves::PolyGlot(book) })
    }

    /// Positions with moves.
    pub fn len(&self) -> usize {
        match &self.moves {
            Moves::Own(positions) => positions.len(),
            Moves::PolyGlot(book) => book.positions(),
        }
    }

    /// Whether no position has moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the book is for a game with these rules; names and points do not matter.
    pub fn fits(&self, game: &Arc<Game>) -> bool {
        self.header.rules == rules_id(game)
    }

    /// The moves by position, to be added to; none of a book that is only read.
    pub(crate) fn positions_mut(&mut self) -> Option<&mut BTreeMap<u64, Vec<BookMove>>> {
        match &mut self.moves {
            Moves::Own(positions) => Some(positions),
            Moves::PolyGlot(_) => None,
        }
    }

    /// The moves for a position that are legal there, the best known first.
    pub fn moves(&self, position: &Position) -> Vec<(Move, BookMove)> {
        match &self.moves {
            Moves::PolyGlot(book) => {
                let known = |(mv, weight): (Move, u16)| {
                    let text = position.move_text(mv);
                    (mv, BookMove { text, weight: weight.into(), results: [0; 3], score: None })
                };
                book.moves(position).into_iter().map(known).collect()
            }
            Moves::Own(positions) => {
                let known = positions.get(&position.hash()).into_iter().flatten();
                known
                    .filter_map(|known| Some((position.parse_move(&known.text).ok()?, known.clone())))
                    .collect()
            }
        }
    }

    /// A move for a position, by weight; the same for the same number.
    pub fn choose(&self, position: &Position, random: u64) -> Option<(Move, BookMove)> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|(_, known)| known.weight).sum();
        let mut left = mixed(random).checked_rem(total)?;
        moves.into_iter().find(|(_, known)| match left.checked_sub(known.weight) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }

    /// Tells the positions that the book leads to from the start, each once, with its moves.
    ///
    /// # Errors
    ///
    /// That of `each`.
    pub fn walk<E>(
        &self,
        game: &Arc<Game>,
        mut each: impl FnMut(&Position, &[BookMove]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut met = BTreeSet::new();
        let mut open = vec![Position::start(game)];
        while let Some(position) = open.pop() {
            let moves = self.moves(&position);
            if moves.is_empty() || !met.insert(position.hash()) {
                continue;
            }
            open.extend(moves.iter().rev().map(|&(mv, _)| {
                let mut next = position.clone();
                next.play_legal(mv);
                next
            }));
            let known: Vec<BookMove> = moves.into_iter().map(|(_, known)| known).collect();
            each(&position, &known)?;
        }
        Ok(())
    }

    /// The book as text: a line for the book, then one for each position. Of a book of PolyGlot, it is what can be
    /// reached from the start.
    pub fn to_text(&self, game: &Arc<Game>) -> String {
        let mut text = json(&self.header) + "\n";
        let mut add = |key: u64, moves: &[BookMove]| {
            text += &json(&BookLine { key: key_text(key), moves: moves.to_vec() });
            text.push('\n');
        };
        match &self.moves {
            Moves::Own(positions) => positions.iter().for_each(|(&key, moves)| add(key, moves)),
            Moves::PolyGlot(_) => {
                let mut reached = BTreeMap::new();
                let kept = self.walk(game, |position, moves| {
                    reached.insert(position.hash(), moves.to_vec());
                    Ok::<_, Infallible>(())
                });
                kept.unwrap_or_else(|never| match never {});
                reached.iter().for_each(|(&key, moves)| add(key, moves));
            }
        }
        text
    }

    /// Reads a book for a game.
    ///
    /// # Errors
    ///
    /// When it is no book, or one of another game; which line is wrong.
    pub fn parse(game: &Arc<Game>, text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines();
        let no_book = || BookError("it is no opening book".to_owned());
        let header: BookHeader =
            serde_json::from_str(lines.next().unwrap_or_default()).map_err(|_| no_book())?;
        if header.book != VERSION {
            return Err(BookError(format!("it is a book of version {}, not {VERSION}", header.book)));
        }
        let mut positions = BTreeMap::new();
        let book = Book { header, moves: Moves::Own(BTreeMap::new()) };
        if !book.fits(game) {
            return Err(BookError(format!("it is for `{}`, or for other rules", book.header.game)));
        }
        if book.header.start != Book::new("", game).header.start {
            return Err(BookError("its positions are numbered otherwise: build it anew".to_owned()));
        }
        for (number, line) in lines.enumerate() {
            let wrong = |why: String| BookError(format!("line {}: {why}", number + 2));
            let line: BookLine = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            let key =
                u64::from_str_radix(&line.key, 16).map_err(|_| wrong("its key is no key".to_owned()))?;
            if line.moves.iter().any(|mv| mv.weight > u64::from(u32::MAX)) {
                return Err(wrong("a weight is too large".to_owned()));
            }
            if positions.insert(key, line.moves).is_some() {
                return Err(wrong("the position was there before".to_owned()));
            }
        }
        Ok(Book { moves: Moves::Own(positions), ..book })
    }
}

impl BookHeader {
    fn of(name: &str, game: &Arc<Game>) -> BookHeader {
        BookHeader {
            book: VERSION,
            game: name.to_owned(),
            rules: rules_id(game),
            start: key_text(Position::start(game).hash()),
        }
    }
}

/// A number that says nothing of the one it was made from.
pub(crate) fn mixed(mut number: u64) -> u64 {
    split_mix(&mut number)
}

fn key_text(key: u64) -> String {
    format!("{key:016x}")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("a book is JSON: {error}"))
}

impl BookMove {
    /// Games in which it was played.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}
