//! The position that a variant starts from, as its FEN says.

use super::ini::Problem;
use super::variant::Variant;

/// A piece on a cell: its letter, whose it is, and whether it has been promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Its letter, a capital.
    pub letter: char,
    /// Whether it is White's.
    pub white: bool,
    /// Whether it has been promoted.
    pub promoted: bool,
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A wall, which nothing moves over.
    Wall,
    /// A piece.
    Piece(Standing),
}

/// The start of a game.
#[derive(Clone, Debug)]
pub struct Start {
    /// The ranks, the highest first.
    pub rows: Vec<Vec<Content>>,
    /// What players hold, as letters.
    pub hands: [String; 2],
    /// Whether there is a place for what players hold.
    pub has_hands: bool,
    /// Whether Black moves first.
    pub black_first: bool,
    /// The letters for castling.
    pub rights: String,
    /// How many checks win, for each player.
    pub checks: Option<[u32; 2]>,
}

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Start {
    /// Reads what a variant says.
    pub fn of(variant: &Variant, (files, ranks): (u32, u32)) -> Result<Start, Problem> {
        let fen = variant.said("startFen").unwrap_or(USUAL);
        let line = variant.line("startFen");
        let wrong = |message: String| Problem::new(line, format!("`startFen`: {message}"));
        let mut fields = fen.split_whitespace();
        let placed = fields.next().unwrap_or_default();
        let (placed, held) = match placed.split_once('[') {
            Some((placed, held)) => (placed, held.split(']').next()),
            None => (placed, None),
        };
        let mut rows = Vec::new();
        for row in placed.split('/') {
            rows.push(cells(row, variant).map_err(wrong)?);
        }
        let held =
            held.or_else(|| (rows.len() as u32 == ranks + 1).then(|| placed.rsplit('/').next()).flatten());
        rows.truncate(ranks as usize);
        for row in &mut rows {
            if row.len() > files as usize {
                return Err(wrong(format!("a rank has {} cells, and the board {files} files", row.len())));
            }
            row.resize(files as usize, Content::Empty);
        }
        if rows.len() != ranks as usize {
            return Err(wrong(format!("{} ranks, and the board has {ranks}", rows.len())));
        }
        let black_first = fields.next() == Some("b");
        let rest: Vec<&str> = fields.collect();
        let held = |white: bool| {
            let letters = held.unwrap_or_default().chars();
            letters
                .filter(|letter| letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == white)
                .collect()
        };
        let checks = rest.iter().find_map(|field| checks(field));
        let rights = rest.first().filter(|field| field.chars().all(|c| c.is_ascii_alphabetic()));
        Ok(Start {
            rows,
            has_hands: fen.contains('['),
            hands: [held(true), held(false)],
            black_first,
            rights: rights.map(|rights| rights.to_string()).unwrap_or_default(),
            checks,
        })
    }

    /// What stands on a cell, by file and rank from 0.
    pub fn at(&self, file: u32, rank: u32) -> Content {
        let row = self.rows.len() - 1 - rank as usize;
        self.rows[row][file as usize]
    }
}

/// `3+3`: the checks that each player still has to give. Behind the counts of plies, `+1+0` are those given of three.
fn checks(field: &str) -> Option<[u32; 2]> {
    let given = field.strip_prefix('+');
    let (white, black) = given.unwrap_or(field).split_once('+')?;
    let [white, black] = [white.parse::<u32>().ok()?, black.parse::<u32>().ok()?];
    Some(match given {
        Some(_) => [white, black].map(|count| 3u32.saturating_sub(count)),
        None => [white, black],
    })
}

fn cells(row: &str, variant: &Variant) -> Result<Vec<Content>, String> {
    let mut cells = Vec::new();
    let (mut empty, mut promoted) = (0usize, false);
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(100);
            continue;
        }
        cells.extend(std::iter::repeat_n(Content::Empty, empty));
        empty = 0;
        match letter {
            '*' => cells.push(Content::Wall),
            '+' => promoted = true,
            '~' => {}
            _ if variant.by_letter(letter).is_some() => {
                let white = letter.is_ascii_uppercase();
                cells.push(Content::Piece(Standing { letter: letter.to_ascii_uppercase(), white, promoted }));
                promoted = false;
            }
            _ => return Err(format!("no piece has the letter `{letter}`")),
        }
    }
    cells.extend(std::iter::repeat_n(Content::Empty, empty));
    Ok(cells)
}
