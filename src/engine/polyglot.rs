//! Books of PolyGlot: sixteen bytes for each move, sorted by the key of its position.

use super::polyglot_keys::NUMBERS;
use crate::game::Move;
use crate::position::Position;

/// Bytes of an entry: key, move, weight, and four that mean nothing here.
const ENTRY: usize = 16;

/// The pieces in the order of their numbers.
const PIECES: &str = "pPnNbBrRqQkK";

/// The rights in the order of their numbers.
const RIGHTS: &str = "KQkq";

const FIRST_RIGHT: usize = 768;
const FIRST_FILE: usize = 772;
const WHITE_MOVES: usize = 780;

/// What promotes to what, by the number of the promotion.
const PROMOTIONS: [&str; 5] = ["", "n", "b", "r", "q"];

/// A book that is looked up, entry by entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolyGlot {
    /// Key, move, weight; sorted by key.
    entries: Vec<(u64, u16, u16)>,
}

impl PolyGlot {
    /// Reads a book; `start` is the start of the game that it is for.
    pub fn read(start: &Position, bytes: &[u8]) -> Result<PolyGlot, String> {
        if key(start).is_none() {
            return Err("PolyGlot has no keys for the positions of this game".to_owned());
        }
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() || entries.is_empty() {
            return Err(format!(
                "a book of PolyGlot has {ENTRY} bytes for each move, this has {}",
                bytes.len()
            ));
        }
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let entry = |entry: &[u8; ENTRY]| {
            (number(&entry[..8]), number(&entry[8..10]) as u16, number(&entry[10..12]) as u16)
        };
        let mut entries: Vec<_> = entries.iter().map(entry).collect();
        entries.sort_by_key(|&(key, _, weight)| (key, u16::MAX - weight));
        Ok(PolyGlot { entries })
    }

    /// Positions with moves.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, other| one.0 == other.0).count()
    }

    /// The moves for a position that are legal there, those of the greatest weight first.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let Some(key) = key(position) else { return Vec::new() };
        let from = self.entries.partition_point(|entry| entry.0 < key);
        let here = self.entries[from..].iter().take_while(|entry| entry.0 == key);
        let legal = |&(_, bits, weight): &(u64, u16, u16)| Some((read_move(position, bits)?, weight));
        here.filter_map(legal).collect()
    }
}

/// The move that some bits say: to, from, and what a pawn becomes. A castling king goes to its rook there.
fn read_move(position: &Position, bits: u16) -> Option<Move> {
    let three = |from: u32| u32::from(bits >> from & 7);
    let cell = |from: u32| {
        let file = char::from_u32(u32::from('a') + three(from))?;
        Some(format!("{file}{}", three(from + 3) + 1))
    };
    let (to, from) = (cell(0)?, cell(6)?);
    let plain = format!("{from}{to}{}", PROMOTIONS.get(three(12) as usize)?);
    position.parse_move(&plain).ok().or_else(|| {
        let game = position.game();
        let king = position.at(game.rules.geometry.parse(&from)?);
        let castles = !king.is_none() && game.rules.is_royal(king.kind());
        let (_, short) = [('h', 'g'), ('a', 'c')].into_iter().find(|(rook, _)| to.starts_with(*rook))?;
        castles.then(|| position.parse_move(&format!("{from}{short}{}", &to[1..])).ok())?
    })
}

/// The key of a position of chess; none where it is not written as one of chess.
pub fn key(position: &Position) -> Option<u64> {
    let text = position.to_string();
    let mut fields = text.split_whitespace();
    let board = board(fields.next()?)?;
    let white = fields.next()? == "w";
    let mut key = if white { NUMBERS[WHITE_MOVES] } else { 0 };
    for (cell, &piece) in board.iter().enumerate().filter(|(_, piece)| **piece != '.') {
        key ^= NUMBERS[64 * PIECES.find(piece)? + cell];
    }
    for right in fields.next()?.chars().filter(|right| *right != '-') {
        key ^= NUMBERS[FIRST_RIGHT + RIGHTS.find(right)?];
    }
    let passed = fields.next()?;
    if let [file @ b'a'..=b'h', _] = passed.as_bytes() {
        let file = usize::from(file - b'a');
        let (rank, pawn) = if white { (4, 'P') } else { (3, 'p') };
        let beside = [file.checked_sub(1), Some(file + 1).filter(|&file| file < 8)];
        // It counts only where a pawn stands that could take.
        if beside.into_iter().flatten().any(|file| board[8 * rank + file] == pawn) {
            key ^= NUMBERS[FIRST_FILE + file];
        }
    }
    Some(key)
}

/// The letters on a board of eight by eight from a1 on, row by row upwards.
fn board(rows: &str) -> Option<[char; 64]> {
    let mut board = ['.'; 64];
    let rows: Vec<&str> = rows.split('/').collect();
    for (row, rank) in rows.iter().rev().zip(0..) {
        let mut file = 0;
        for sign in row.chars() {
            match sign.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    *board.get_mut(8 * rank + file).filter(|_| file < 8)? = sign;
                    file += 1;
                }
            }
        }
        if file != 8 {
            return None;
        }
    }
    (rows.len() == 8).then_some(board)
}
