//! Opening books: what was played in positions, and how that went.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::openings::{Opening, OpeningError, different};
use super::record::Record;
use super::rules_id;
use crate::eval::Score;
use crate::game::{Game, Move, Player, split_mix};
use crate::position::Position;
use crate::search::{Limits, Search};

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
    positions: BTreeMap<u64, Vec<BookMove>>,
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

/// What is searched for a book.
#[derive(Clone, Debug)]
pub struct BookSearch {
    /// Positions so many plies from the start get moves.
    pub plies: u32,
    /// Plies that are looked ahead.
    pub depth: u32,
    /// Moves of a position, at most.
    pub moves: usize,
    /// How much worse than the best a move may be.
    pub margin: Score,
    /// The work ends soon after this becomes true.
    pub stop: Arc<AtomicBool>,
}

/// The weight of the best move that a search finds.
const BEST: i64 = 100;

/// The version that is written.
const VERSION: u32 = 1;

impl Book {
    /// An empty book for a game.
    pub fn new(name: &str, game: &Arc<Game>) -> Book {
        let header = BookHeader {
            book: VERSION,
            game: name.to_owned(),
            rules: rules_id(game),
            start: key_text(Position::start(game).hash()),
        };
        Book { header, positions: BTreeMap::new() }
    }

    /// Positions with moves.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position has moves.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Whether the book is for a game with these rules; names and points do not matter.
    pub fn fits(&self, game: &Arc<Game>) -> bool {
        self.header.rules == rules_id(game)
    }

    /// Counts the first moves of a game.
    ///
    /// # Errors
    ///
    /// When the game cannot be played so.
    pub fn add(&mut self, game: &Arc<Game>, record: &Record, plies: usize) -> Result<(), String> {
        let mut position = Position::parse(game, &record.start).map_err(|error| error.to_string())?;
        for text in record.moves.iter().take(plies) {
            let mv =
                position.parse_move(text).map_err(|refusal| format!("illegal move `{text}`: {refusal}"))?;
            let of_mover = match position.turn() {
                Player::First => record.points(),
                Player::Second => record.points().other(),
            };
            let moves = self.positions.entry(position.hash()).or_default();
            let known = moves.iter().position(|known| known.text == *text).unwrap_or_else(|| {
                moves.push(BookMove { text: text.clone(), weight: 0, results: [0; 3], score: None });
                moves.len() - 1
            });
            let known = &mut moves[known];
            known.results[2 - of_mover.halves()] += 1;
            known.weight += of_mover.halves() as u64;
            position.play_legal(mv);
        }
        Ok(())
    }

    /// Leaves out moves that were played in fewer games, and sorts the others, the most played first.
    pub fn tidy(&mut self, least: u64) {
        for moves in self.positions.values_mut() {
            moves.retain(|mv| mv.results.iter().sum::<u64>() >= least || mv.score.is_some());
            moves.sort_by(|a, b| b.weight.cmp(&a.weight).then_with(|| a.text.cmp(&b.text)));
        }
        self.positions.retain(|_, moves| !moves.is_empty());
    }

    /// Searches the positions from the start on, following the moves that are good enough. `progress` hears of each
    /// position that is done, and of how many are known.
    pub fn search(&mut self, game: &Arc<Game>, plan: &BookSearch, progress: &mut dyn FnMut(usize, usize)) {
        let limits =
            Limits { depth: plan.depth, lines: plan.moves, stop: plan.stop.clone(), ..Limits::default() };
        let mut search = Search::default();
        let mut open = VecDeque::from([(Position::start(game), 0)]);
        let mut met = BTreeSet::from([Position::start(game).hash()]);
        while let Some((position, ply)) = open.pop_front() {
            let report = search.run(&position, &limits, &mut |_| {});
            if plan.stop.load(Ordering::Relaxed) {
                return;
            }
            let sign = position.turn().sign();
            let Some(best) = report.lines.first().map(|line| sign * line.score) else { continue };
            let mut moves = Vec::new();
            for line in &report.lines {
                let (Some(&mv), behind) = (line.moves.first(), best - sign * line.score) else { continue };
                if behind > plan.margin {
                    continue;
                }
                let loss = (BEST - 1) * i64::from(behind) / i64::from(plan.margin.max(1));
                moves.push(BookMove {
                    text: position.move_text(mv),
                    weight: (BEST - loss) as u64,
                    results: [0; 3],
                    score: Some(sign * line.score),
                });
                let mut next = position.clone();
                next.play_legal(mv);
                if ply + 1 < plan.plies && met.insert(next.hash()) {
                    open.push_back((next, ply + 1));
                }
            }
            self.positions.insert(position.hash(), moves);
            progress(self.len(), met.len());
        }
    }

    /// The moves for a position that are legal there, the best known first.
    pub fn moves(&self, position: &Position) -> Vec<(Move, &BookMove)> {
        let known = self.positions.get(&position.hash()).into_iter().flatten();
        known.filter_map(|known| Some((position.parse_move(&known.text).ok()?, known))).collect()
    }

    /// A move for a position, by weight; the same for the same number.
    pub fn choose(&self, position: &Position, random: u64) -> Option<(Move, &BookMove)> {
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

    /// The book as text: a line for the book, then one for each position.
    pub fn to_text(&self) -> String {
        let mut text = json(&self.header) + "\n";
        for (&key, moves) in &self.positions {
            text += &json(&BookLine { key: key_text(key), moves: moves.clone() });
            text.push('\n');
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
        let mut book = Book { header, positions: BTreeMap::new() };
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
            if book.positions.insert(key, line.moves).is_some() {
                return Err(wrong("the position was there before".to_owned()));
            }
        }
        Ok(book)
    }

    /// Openings of a match: moves by weight from the start, as many as are asked for or the book has, no two of which lead
    /// to the same position.
    ///
    /// # Errors
    ///
    /// When the book has not so many.
    pub fn openings(
        &self,
        game: &Arc<Game>,
        plies: usize,
        seed: u64,
        count: u64,
    ) -> Result<Vec<Opening>, OpeningError> {
        let walk = |number: u64, attempt: u64| {
            Some(self.walk(game, plies, mixed(seed ^ mixed(number ^ mixed(attempt)))))
        };
        different(count, TRIES, walk).map_err(|found| {
            let message =
                format!("the book has only {found} different openings of {plies} plies, {count} are needed");
            OpeningError { line: None, message }
        })
    }

    fn walk(&self, game: &Arc<Game>, plies: usize, random: u64) -> Position {
        let mut position = Position::start(game);
        for ply in 0..plies as u64 {
            let Some((mv, _)) = self.choose(&position, random ^ mixed(ply)) else { break };
            let mut next = position.clone();
            next.play_legal(mv);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        position
    }
}

/// How often another opening is tried when one was there already.
const TRIES: u64 = 200;

/// A number that says nothing of the one it was made from.
fn mixed(mut number: u64) -> u64 {
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
