//! The rows of a position text, both ways: what stands where, and what the players hold.

use std::fmt;
use std::ops::Range;

use super::error::{TextError, error};
use crate::game::{Action, Cell, Game, Kind, Letter, Piece, Player};
use crate::position::Position;

/// The rows of a position text.
pub(super) struct Rows<'a> {
    game: &'a Game,
    text: &'a str,
    offset: usize,
}

/// What a text says of a board: the pieces by cell number, and how many of each are held, by piece.
type Said = (Vec<Piece>, Vec<u16>);

impl<'a> Rows<'a> {
    /// Reads the rows that start `offset` bytes into a text.
    pub fn read(game: &'a Game, text: &'a str, offset: usize) -> Result<Said, TextError> {
        Rows { game, text, offset }.pieces_and_hands()
    }

    fn pieces_and_hands(&self) -> Result<Said, TextError> {
        let geometry = &self.game.rules.geometry;
        let (board, hands) = self.split_hands()?;
        let mut pieces = vec![Piece::NONE; geometry.size()];
        let mut start = 0;
        let mut rows = 0;
        for row in board.split('/') {
            if rows == geometry.ranks() {
                return self
                    .error(format!("more rows than the board's {}", geometry.ranks()), start..board.len());
            }
            self.read_row(row, start, rows, &mut pieces)?;
            start += row.len() + 1;
            rows += 1;
        }
        if rows < geometry.ranks() {
            let message = format!("{rows} of the board's {} rows", geometry.ranks());
            return self.error(message, 0..board.len());
        }
        self.check_started(&pieces)?;
        Ok((pieces, self.read_hands(hands)?))
    }

    /// The rows and, where there are hands, what is written behind them: `[Qp]`, or as one more row.
    fn split_hands(&self) -> Result<(&'a str, Option<Range<usize>>), TextError> {
        if let Some((board, hands)) = self.text.split_once('[') {
            let start = board.len() + 1;
            return match hands.strip_suffix(']') {
                Some(hands) => Ok((board, Some(start..start + hands.len()))),
                None => self.error("the hand is not closed: write `]`", board.len()..self.text.len()),
            };
        }
        let ranks = self.game.rules.geometry.ranks() as usize;
        match self.text.match_indices('/').nth(ranks - 1) {
            Some((at, _)) if self.game.rules.has_hands() => {
                Ok((&self.text[..at], Some(at + 1..self.text.len())))
            }
            _ => Ok((self.text, None)),
        }
    }

    fn read_hands(&self, span: Option<Range<usize>>) -> Result<Vec<u16>, TextError> {
        let mut hands = match self.game.rules.has_hands() {
            true => vec![0u16; 1 + 2 * self.game.rules.roster.kinds],
            false => Vec::new(),
        };
        let Some(span) = span.filter(|span| &self.text[span.clone()] != "-") else { return Ok(hands) };
        let mut rest = &self.text[span.clone()];
        let mut at = span.start;
        while !rest.is_empty() {
            let (letter, length) = self.letter_at(rest);
            let span = at..at + length;
            let piece = letter.and_then(|letter| self.drawn_as(letter));
            let nobody_holds = hands.is_empty();
            let piece = piece.filter(|&piece| self.game.rules.roster.owner(piece).is_some());
            match piece.and_then(|piece| hands.get_mut(piece.index())) {
                Some(held) => *held = held.saturating_add(1),
                // Others count the pieces of a supply without end.
                None if nobody_holds && piece.is_some() && self.drops_from_supply() => {}
                None if nobody_holds => return self.error("nobody holds pieces in this game", span),
                None => return Err(self.unknown_letter(&rest[..length], span)),
            }
            at += length;
            rest = &rest[length..];
        }
        Ok(hands)
    }

    fn drops_from_supply(&self) -> bool {
        self.game.rules.moves.iter().any(|rule| matches!(rule.action, Action::Drop(_)) && rule.hand.is_none())
    }

    /// The letter of a piece at the beginning of a text, and how many bytes it takes. A sign that no piece
    /// has is not taken for one.
    fn letter_at(&self, text: &str) -> (Option<Letter>, usize) {
        let plus = text.starts_with('+');
        let mut chars = text[plus as usize..].chars();
        let Some(letter) = chars.next() else { return (None, text.len()) };
        let tilde = chars.as_str().starts_with('~');
        let length = plus as usize + letter.len_utf8();
        let found = Letter { letter, plus, tilde };
        match tilde {
            true => (Some(found), length + 1),
            false => (Some(found), length),
        }
    }

    fn drawn_as(&self, letter: Letter) -> Option<Piece> {
        self.game.rules.pieces().find(|&piece| self.game.letter(piece) == letter)
    }

    fn read_row(&self, text: &str, start: usize, row: u16, pieces: &mut [Piece]) -> Result<(), TextError> {
        let files = self.game.rules.geometry.files();
        let mut file = 0u16;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (letter, length) = match digits {
                0 => self.letter_at(rest),
                _ => (None, digits),
            };
            let run: u32 = match digits {
                0 => 1,
                _ => rest[..digits].parse().unwrap_or(u32::MAX),
            };
            let span = start + at..start + at + length;
            if run == 0 {
                return self.error("a run of no cells", span);
            }
            if digits > 1 && rest.starts_with('0') {
                return self.error(format!("a run of {run} cells is written `{run}`"), span);
            }
            if run.saturating_add(file as u32) > files as u32 {
                return self.error(format!("the row is longer than the board's {files} files"), span);
            }
            for _ in 0..run {
                let cell = Cell(row * files + file);
                pieces[cell.index()] = self.read_cell(letter, &rest[..length], cell, span.clone())?;
                file += 1;
            }
            at += length;
        }
        if file < files {
            let message = format!("the row has {file} of the board's {files} cells");
            return self.error(message, start..start + text.len());
        }
        Ok(())
    }

    /// What a letter says of a cell; none stands for a run of empty ones.
    fn read_cell(
        &self,
        letter: Option<Letter>,
        text: &str,
        cell: Cell,
        span: Range<usize>,
    ) -> Result<Piece, TextError> {
        let hole = !self.game.rules.geometry.has(cell);
        // Other engines write `*`, which may be a piece of this game.
        let piece = letter.and_then(|letter| self.drawn_as(letter));
        let drawn_hole = text == "#" || text == "*" && (hole || piece.is_none());
        if hole || drawn_hole {
            let name = self.game.rules.geometry.name(cell);
            return match (hole, drawn_hole) {
                (true, true) => Ok(Piece::NONE),
                // A number counts the cells of a row, those that are none among them.
                (true, false) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Piece::NONE),
                (true, false) => self.error(format!("{name} is a hole: write `#`"), span),
                (false, _) => self.error(format!("{name} is no hole of this board"), span),
            };
        }
        match letter.filter(|_| text != ".") {
            None => Ok(Piece::NONE),
            Some(_) => piece.ok_or_else(|| self.unknown_letter(text, span)),
        }
    }

    fn unknown_letter(&self, letter: &str, span: Range<usize>) -> TextError {
        let letters: Vec<String> =
            self.game.rules.pieces().map(|piece| format!("`{}`", self.game.letter(piece))).collect();
        TextError {
            message: format!("`{letter}` is not a piece of this game"),
            span: self.offset + span.start..self.offset + span.end,
            help: Some(format!("the pieces are {}", letters.join(", "))),
        }
    }

    /// Where pieces that left are worth points and none can come, more pieces than started would be
    /// worth less than nothing.
    fn check_started(&self, pieces: &[Piece]) -> Result<(), TextError> {
        if self.game.evaluation.exited.is_none() || self.game.rules.makes_pieces() {
            return Ok(());
        }
        let count = |set: &[Piece], piece| set.iter().filter(|&&p| p == piece).count();
        for piece in self.game.rules.pieces() {
            let (now, started) = (count(pieces, piece), count(&self.game.rules.setup, piece));
            if now > started {
                let message =
                    format!("{now} `{}` where the game starts with {started}", self.game.letter(piece));
                return self.error(message, 0..self.text.len());
            }
        }
        Ok(())
    }

    fn error<T>(&self, message: impl Into<String>, span: Range<usize>) -> Result<T, TextError> {
        error(message, self.offset + span.start..self.offset + span.end)
    }
}

/// Writes what stands where, rows from the top with `/` between, and what the players hold. As FEN, numbers
/// stand for runs of empty cells.
pub(super) fn write_rows(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    for row in 0..game.rules.geometry.ranks() {
        if row > 0 {
            write!(f, "/")?;
        }
        let mut empty = 0;
        for file in 0..game.rules.geometry.files() {
            let cell = Cell(row * game.rules.geometry.files() + file);
            let piece = position.at(cell);
            if game.names.fen && piece.is_none() && game.rules.geometry.has(cell) {
                empty += 1;
                continue;
            }
            write_run(f, &mut empty)?;
            match piece.is_none() {
                false => write!(f, "{}", game.letter(piece))?,
                true if game.rules.geometry.has(cell) => write!(f, ".")?,
                true => write!(f, "#")?,
            }
        }
        write_run(f, &mut empty)?;
    }
    if game.rules.has_hands() { write_hands(position, f) } else { Ok(()) }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut u16) -> fmt::Result {
    match std::mem::take(empty) {
        0 => Ok(()),
        cells => write!(f, "{cells}"),
    }
}

/// The first player's pieces, then the second's: the kinds from the last one in the file, as other engines write
/// them.
fn write_hands(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    write!(f, "[")?;
    let kinds = (0..game.rules.roster.kinds as u8).rev().map(Kind);
    let pieces = |player| kinds.clone().map(move |kind| Piece::new(kind, player));
    for piece in Player::BOTH.into_iter().flat_map(pieces) {
        for _ in 0..position.held(piece) {
            write!(f, "{}", game.letter(piece))?;
        }
    }
    write!(f, "]")
}
