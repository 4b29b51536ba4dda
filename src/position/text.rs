//! Positions and moves as text, both ways. Everything printed can be read back.

use std::fmt;
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use super::{Position, Refusal};
use crate::game::{Action, Cell, Game, Move, Piece, Player};

/// A position text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// What is wrong.
    pub message: String,
    /// The guilty bytes of the text.
    pub span: Range<usize>,
    /// How to mend it.
    pub help: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        self.help.iter().try_for_each(|help| write!(f, " ({help})"))
    }
}

impl std::error::Error for TextError {}

fn error<T>(message: impl Into<String>, span: Range<usize>) -> Result<T, TextError> {
    Err(TextError { message: message.into(), span, help: None })
}

/// The largest number that a field of FEN may say.
const MOST_PLIES: u32 = 1_000_000;

/// A word of a text and where it starts.
type Word<'a> = (usize, &'a str);

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// What stands before and after the word `moves` of a position text.
pub fn split_moves(text: &str) -> (&str, &str) {
    match words(text).find(|&(_, word)| word == "moves") {
        Some((at, word)) => (&text[..at], &text[at + word.len()..]),
        None => (text, ""),
    }
}

impl Position {
    /// Reads a position: `startpos`, or rows from the top with `/` between, then the player to move and,
    /// where positions are FEN, as many of its further fields as there are; `moves m1 m2 …` may follow
    /// either.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where in the text; a move that is not legal says why.
    pub fn parse(game: &Arc<Game>, text: &str) -> Result<Position, TextError> {
        let mut words = words(text).peekable();
        let Some((at, first)) = words.next() else { return error("an empty position", 0..text.len()) };
        let mut position = if first == "startpos" {
            Position::start(game)
        } else {
            let pieces = Rows { game, text: first, offset: at }.read()?;
            let turn = match words.next_if(|&(_, word)| word != "moves") {
                Some(word) => read_turn(game, word)?,
                None => return Err(missing_turn(game, text)),
            };
            let mut position = Position::set_up(game, &pieces, turn);
            if game.fen {
                read_fields(&mut position, &mut words)?;
            }
            position
        };
        match words.next() {
            None => Ok(position),
            Some((_, "moves")) => {
                words.try_for_each(|(at, word)| position.play_text(word, at))?;
                Ok(position)
            }
            Some((at, word)) => error(
                format!("`{word}` stands where the text should end or go on with `moves`"),
                at..at + word.len(),
            ),
        }
    }

    /// What stands on a cell: the letter of a piece, a dot for nothing, `#` for a hole.
    fn letter(&self, cell: Cell) -> char {
        let piece = self.at(cell);
        match piece.is_none() {
            false => self.game.letter(piece),
            true if self.game.geometry.has(cell) => '.',
            true => '#',
        }
    }

    fn play_text(&mut self, text: &str, at: usize) -> Result<(), TextError> {
        match self.parse_move(text) {
            Ok(mv) => {
                self.play(mv);
                Ok(())
            }
            Err(refusal) => error(refusal.message, at..at + text.len()),
        }
    }

    /// The move that a text says.
    ///
    /// # Errors
    ///
    /// When no legal move is written so: why not, with the line of the rule that forbids it.
    pub fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        let legal = self.legal_moves();
        let named = legal.iter().copied().find(|&mv| self.move_text(mv) == text);
        named.ok_or_else(|| Refusal::of(self, text))
    }

    /// Whether a text is written like a move on this board, legal or not.
    pub fn can_be_move(&self, text: &str) -> bool {
        super::refusal::is_readable(&self.game, text)
    }

    /// A move as text: `e2e4`, a drop `h8` (or `P@h8` where several kinds are dropped), `c3off`,
    /// `pass`. No two moves of a position have the same text.
    pub fn move_text(&self, mv: Move) -> String {
        self.game.move_text(mv)
    }
}

impl Game {
    /// A move as text, see [`Position::move_text`].
    pub fn move_text(&self, mv: Move) -> String {
        let name = |cell| self.geometry.name(cell);
        match self.rules[mv.rule()].action {
            Action::Shift => name(mv.from()) + &name(mv.to()),
            Action::Exit => name(mv.from()) + "off",
            Action::Drop(_) if self.drops_one_kind() => name(mv.to()),
            Action::Drop(kind) => {
                format!("{}@{}", self.kinds[kind.index()].letters[Player::First.index()], name(mv.to()))
            }
            Action::Pass => "pass".to_string(),
        }
    }

    pub(super) fn drops_one_kind(&self) -> bool {
        let mut kinds = self.rules.iter().filter_map(|rule| match rule.action {
            Action::Drop(kind) => Some(kind),
            _ => None,
        });
        kinds.next().is_none_or(|first| kinds.all(|kind| kind == first))
    }
}

impl fmt::Display for Position {
    /// Rows from the top with `/` between, a dot for an empty cell, `#` for a hole, then the player to
    /// move. As FEN, numbers stand for runs of empty cells, and further fields follow: two that are empty,
    /// the count of quiet plies, the number of the move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        for row in 0..game.geometry.ranks() {
            if row > 0 {
                write!(f, "/")?;
            }
            let mut empty = 0;
            for file in 0..game.geometry.files() {
                let cell = Cell(row * game.geometry.files() + file);
                let letter = self.letter(cell);
                if game.fen && letter == '.' {
                    empty += 1;
                    continue;
                }
                write_run(f, &mut empty)?;
                write!(f, "{letter}")?;
            }
            write_run(f, &mut empty)?;
        }
        write!(f, " {}", game.players[self.turn().index()].turn)?;
        match game.fen {
            true => write!(f, " - - {} {}", self.quiet_plies(), 1 + self.plies() / 2),
            false => Ok(()),
        }
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut u16) -> fmt::Result {
    match std::mem::take(empty) {
        0 => Ok(()),
        cells => write!(f, "{cells}"),
    }
}

/// The fields of FEN behind the player to move, as far as they are there: rights and marks, which are none,
/// the count of quiet plies, the number of the move.
fn read_fields<'a>(
    position: &mut Position,
    words: &mut Peekable<impl Iterator<Item = Word<'a>>>,
) -> Result<(), TextError> {
    for what in ["right", "mark"] {
        match words.next_if(|&(_, word)| word != "moves") {
            None => return Ok(()),
            Some((_, "-")) => {}
            Some((at, word)) => {
                return error(format!("this game has no {what}s: write `-`"), at..at + word.len());
            }
        }
    }
    let mut number = |least: u32| match words.next_if(|&(_, word)| word != "moves") {
        None => Ok(None),
        Some((at, word)) => {
            match word.parse::<u32>().ok().filter(|number| (least..=MOST_PLIES).contains(number)) {
                Some(number) => Ok(Some(number)),
                None => {
                    error(format!("`{word}` is no number from {least} to {MOST_PLIES}"), at..at + word.len())
                }
            }
        }
    };
    let quiet = number(0)?.unwrap_or(0);
    let moves = number(0)?.unwrap_or(1).max(1);
    position.set_clocks(2 * (moves - 1) + position.turn() as u32, quiet);
    Ok(())
}

fn read_turn(game: &Game, (at, word): Word) -> Result<Player, TextError> {
    let called = |player: &Player| {
        let names = &game.players[player.index()];
        names.turn == word || names.name == word
    };
    Player::BOTH.into_iter().find(called).ok_or_else(|| TextError {
        message: format!("`{word}` is not a player to move"),
        span: at..at + word.len(),
        help: Some(turn_help(game)),
    })
}

fn missing_turn(game: &Game, text: &str) -> TextError {
    TextError {
        message: "the player to move is missing after the rows".to_string(),
        span: text.len()..text.len(),
        help: Some(turn_help(game)),
    }
}

fn turn_help(game: &Game) -> String {
    let [first, second] = &game.players;
    format!("write `{}` for {} or `{}` for {}", first.turn, first.name, second.turn, second.name)
}

/// The rows of a position text.
struct Rows<'a> {
    game: &'a Game,
    text: &'a str,
    offset: usize,
}

impl Rows<'_> {
    fn read(&self) -> Result<Vec<Piece>, TextError> {
        let geometry = &self.game.geometry;
        let mut pieces = vec![Piece::NONE; geometry.size()];
        let mut start = 0;
        let mut rows = 0;
        for row in self.text.split('/') {
            if rows == geometry.ranks() {
                return self.error(
                    format!("more rows than the board's {}", geometry.ranks()),
                    start..self.text.len(),
                );
            }
            self.read_row(row, start, rows, &mut pieces)?;
            start += row.len() + 1;
            rows += 1;
        }
        if rows < geometry.ranks() {
            let message = format!("{rows} of the board's {} rows", geometry.ranks());
            return self.error(message, 0..self.text.len());
        }
        self.check_started(&pieces)?;
        Ok(pieces)
    }

    fn read_row(&self, text: &str, start: usize, row: u16, pieces: &mut [Piece]) -> Result<(), TextError> {
        let files = self.game.geometry.files();
        let mut file = 0u16;
        let mut letters = text.char_indices().peekable();
        while let Some((i, letter)) = letters.next() {
            let mut end = i + letter.len_utf8();
            let mut run = 1u32;
            if let Some(digit) = letter.to_digit(10) {
                run = digit;
                while let Some((_, next)) = letters.next_if(|(_, c)| c.is_ascii_digit()) {
                    run = (run * 10 + next.to_digit(10).unwrap_or(0)).min(u16::MAX as u32);
                    end += 1;
                }
            }
            let span = start + i..start + end;
            if run == 0 {
                return self.error("a run of no cells", span);
            }
            if file as u32 + run > files as u32 {
                return self.error(format!("the row is longer than the board's {files} files"), span);
            }
            for _ in 0..run {
                let cell = Cell(row * files + file);
                pieces[cell.index()] = self.read_cell(letter, cell, span.clone())?;
                file += 1;
            }
        }
        if file < files {
            let message = format!("the row has {file} of the board's {files} cells");
            return self.error(message, start..start + text.len());
        }
        Ok(())
    }

    fn read_cell(&self, letter: char, cell: Cell, span: Range<usize>) -> Result<Piece, TextError> {
        let hole = !self.game.geometry.has(cell);
        if hole || letter == '#' {
            let name = self.game.geometry.name(cell);
            return match (hole, letter) {
                (true, '#') => Ok(Piece::NONE),
                (true, _) => self.error(format!("{name} is a hole: write `#`"), span),
                (false, _) => self.error(format!("{name} is no hole of this board"), span),
            };
        }
        if letter == '.' || letter.is_ascii_digit() {
            return Ok(Piece::NONE);
        }
        match self.game.pieces().find(|&piece| self.game.letter(piece) == letter) {
            Some(piece) => Ok(piece),
            None => Err(self.unknown_letter(letter, span)),
        }
    }

    fn unknown_letter(&self, letter: char, span: Range<usize>) -> TextError {
        let letters: Vec<String> =
            self.game.pieces().map(|piece| format!("`{}`", self.game.letter(piece))).collect();
        TextError {
            message: format!("`{letter}` is not a piece of this game"),
            span: self.offset + span.start..self.offset + span.end,
            help: Some(format!("the pieces are {}", letters.join(", "))),
        }
    }

    /// Where pieces that left are worth points and none can come, more pieces than started would be
    /// worth less than nothing.
    fn check_started(&self, pieces: &[Piece]) -> Result<(), TextError> {
        let come = self.game.actions.iter().any(|action| matches!(action, Action::Drop(_)));
        if self.game.evaluation.exited.is_none() || come {
            return Ok(());
        }
        let count = |set: &[Piece], piece| set.iter().filter(|&&p| p == piece).count();
        for piece in self.game.pieces() {
            let (now, started) = (count(pieces, piece), count(&self.game.setup, piece));
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
