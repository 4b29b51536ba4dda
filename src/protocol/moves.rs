//! How other programs write moves.

use crate::game::{Action, Effect, Game, Geometry, Move, Touched, Verb, file_name, parse_file};
use crate::position::Position;

/// How cells are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// A letter for the file, a number for the rank from 1: `e4`.
    FromOne,
    /// The same with ranks from 0: `e3`.
    FromZero,
    /// A number for the file from the right, a letter for the rank from the top: `5e`.
    FromRight,
}

/// How a program writes moves.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// How cells are named.
    pub cells: Cells,
    /// The letter before a drop where banco writes the cell alone.
    pub drop: Option<char>,
    /// What stands between a piece and the cell it is dropped on.
    pub drop_sign: char,
    /// A castle is written as the piece that takes the other one, wherever the two stand.
    pub castles_take: bool,
    /// How a pass is written; `None`: as a piece that stays where it is, a royal one where there is one, or else the first from
    /// the first rank on; `0000` where the player has none.
    pub pass: Option<&'static str>,
}

/// Ways to write a pass that are understood everywhere.
const PASSES: [&str; 6] = ["pass", "0000", "@@@@", "--", "null", "PASS"];

impl Spelling {
    /// As UCI engines write, with that letter before drops.
    pub fn uci(drop: Option<char>) -> Spelling {
        Spelling { cells: Cells::FromOne, drop, drop_sign: '@', castles_take: false, pass: None }
    }

    /// A move as text.
    pub fn write(&self, position: &Position, mv: Move) -> String {
        let game = position.game();
        if game.tables.actions[mv.rule()] == Action::Pass {
            return self.pass.map_or_else(|| self.respell(game, &standing(position)), str::to_owned);
        }
        if self.castles_take && game.tables.actions[mv.rule()] == Action::Castle && mv.gates().is_none() {
            return self.respell(game, &game.castle_as_taking(mv));
        }
        let text = position.move_text(mv);
        let text = match self.drop.filter(|_| is_bare_drop(game, mv, &text)) {
            Some(letter) => format!("{letter}@{text}"),
            None => text + &wall_behind(game, mv),
        };
        self.respell(game, &text)
    }

    /// Moves that are played one after the other.
    pub fn line(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        let mut position = position.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(self.write(&position, mv));
            position.play_legal(mv);
        }
        texts
    }

    /// The legal move that a text says.
    ///
    /// # Errors
    ///
    /// Says why there is none.
    pub fn read(&self, position: &Position, text: &str) -> Result<Move, String> {
        let game = position.game();
        let own = self.spell_back(game, text);
        position.parse_move(&own).or_else(|refusal| {
            let other = other_readings(game, &own);
            let found = other.iter().find_map(|text| position.parse_move(text).ok());
            let found = found.or_else(|| leaving_a_wall(position, &own));
            let own_words = |name: &str| self.cell(&game.rules.geometry, name);
            found.ok_or_else(|| with_cells_renamed(&refusal.to_string(), &own_words))
        })
    }

    fn respell(&self, game: &Game, text: &str) -> String {
        self.with_cells(text, &|name| self.cell(&game.rules.geometry, name))
    }

    /// A move's text in banco's words with its cells renamed.
    pub(super) fn with_cells(&self, text: &str, rename: &dyn Fn(&str) -> Option<String>) -> String {
        let (moves, rule) = text.split_at(text.find(':').unwrap_or(text.len()));
        let mut spelt = String::new();
        for part in parts(moves, |c| c.is_ascii_lowercase(), |c| c.is_ascii_digit(), usize::MAX) {
            match part {
                Part::Cell(name) => spelt += &rename(name).unwrap_or_else(|| name.to_owned()),
                Part::Sign('@') => spelt.push(self.drop_sign),
                Part::Sign(sign) => spelt.push(sign),
            }
        }
        spelt + rule
    }

    fn spell_back(&self, game: &Game, text: &str) -> String {
        let board = &game.rules.geometry;
        let (moves, rule) = text.split_at(text.find(':').unwrap_or(text.len()));
        let letter = |c: char| c.is_ascii_lowercase();
        let digit = |c: char| c.is_ascii_digit();
        let parts = match self.cells {
            Cells::FromRight => parts(moves, digit, letter, 1),
            Cells::FromOne | Cells::FromZero => parts(moves, letter, digit, usize::MAX),
        };
        let mut own = String::new();
        for part in parts {
            match part {
                Part::Cell(name) => own += &self.own_cell(board, name).unwrap_or_else(|| name.to_owned()),
                Part::Sign(sign) if sign == self.drop_sign => own.push('@'),
                Part::Sign(sign) => own.push(sign),
            }
        }
        own + rule
    }

    /// A cell that banco calls so.
    pub fn cell(&self, board: &Geometry, name: &str) -> Option<String> {
        let (file, rank) = split_cell(name)?;
        Some(match self.cells {
            Cells::FromOne => name.to_owned(),
            Cells::FromZero => format!("{}{}", file_name(file), rank.checked_sub(1)?),
            Cells::FromRight => {
                let row = board.ranks().checked_sub(rank)?;
                format!("{}{}", board.files().checked_sub(file)?, file_name(row))
            }
        })
    }

    /// What banco calls a cell that is written so.
    pub fn own_cell(&self, board: &Geometry, name: &str) -> Option<String> {
        match self.cells {
            Cells::FromOne => Some(name.to_owned()),
            Cells::FromZero => {
                let (file, rank) = split_cell(name)?;
                Some(format!("{}{}", file_name(file), rank.checked_add(1)?))
            }
            Cells::FromRight => {
                let digits = name.find(|c: char| !c.is_ascii_digit())?;
                let file: u16 = name[..digits].parse().ok()?;
                let row = parse_file(&name[digits..])?;
                let (file, rank) = (board.files().checked_sub(file)?, board.ranks().checked_sub(row)?);
                Some(format!("{}{rank}", file_name(file)))
            }
        }
    }
}

/// A cell's file and rank.
fn split_cell(name: &str) -> Option<(u16, u16)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    Some((parse_file(&name[..digits])?, name[digits..].parse().ok()?))
}

enum Part<'a> {
    Cell(&'a str),
    Sign(char),
}

/// A move's text in cells, each some signs of one sort and so many of the other at most, and what stands between.
fn parts(
    text: &str,
    first: impl Fn(char) -> bool,
    second: impl Fn(char) -> bool,
    most: usize,
) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let head = rest.find(|c| !first(c)).unwrap_or(rest.len());
        let tail = rest[head..].find(|c| !second(c)).unwrap_or(rest.len() - head).min(most);
        let is_cell = head > 0 && tail > 0;
        parts.push(if is_cell { Part::Cell(&rest[..head + tail]) } else { Part::Sign(sign) });
        rest = &rest[if is_cell { head + tail } else { sign.len_utf8() }..];
    }
    parts
}

/// A sentence whose words that are cells, or cells one after the other, are renamed.
pub(super) fn with_cells_renamed(sentence: &str, rename: &dyn Fn(&str) -> Option<String>) -> String {
    let mut renamed = String::new();
    let mut rest = sentence;
    while let Some(sign) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(if end == 0 { sign.len_utf8() } else { end });
        let cells = parts(word, |c| c.is_ascii_lowercase(), |c| c.is_ascii_digit(), usize::MAX);
        let cells = cells.into_iter().map(|part| match part {
            Part::Cell(name) => rename(name),
            Part::Sign(_) => None,
        });
        renamed += &cells.collect::<Option<String>>().unwrap_or_else(|| word.to_owned());
        rest = after;
    }
    renamed
}

/// Whether a move is a drop of the only kind there is, written as its cell.
fn is_bare_drop(game: &Game, mv: Move, text: &str) -> bool {
    matches!(game.tables.actions[mv.rule()], Action::Drop(_)) && !text.contains('@')
}

/// How a move is written that leaves a wall where it starts: `,b1a1` after `a1b1`, as if the wall were shot there from where
/// the piece lands.
fn wall_behind(game: &Game, mv: Move) -> String {
    let leaves_wall = |effect: &Effect| {
        let is_wall = effect.kind.is_some_and(|kind| game.rules.roster.is_neutral(kind));
        effect.verb == Verb::Put && effect.cells == Touched::From && is_wall
    };
    let board = &game.rules.geometry;
    match game.rules.moves[mv.rule()].effects.iter().any(leaves_wall) {
        true => format!(",{}{}", board.name(mv.to()), board.name(mv.from())),
        false => String::new(),
    }
}

/// The legal move that a text says together with the wall it leaves.
fn leaving_a_wall(position: &Position, text: &str) -> Option<Move> {
    let comma = text.find(',')?;
    let mv = position.parse_move(&text[..comma]).ok()?;
    (wall_behind(position.game(), mv) == text[comma..]).then_some(mv)
}

/// A pass as a piece that stays where it is.
fn standing(position: &Position) -> String {
    let board = &position.game().rules.geometry;
    let first = position.may_stand_for_pass().min_by_key(|&cell| (board.rank(cell), board.file(cell)));
    first.map_or("0000".to_owned(), |cell| board.name(cell).repeat(2))
}

/// What a text may mean besides: a drop with a letter before it, a pass, capital letters.
fn other_readings(game: &Game, text: &str) -> Vec<String> {
    let mut others = Vec::new();
    if PASSES.contains(&text) {
        let passes = game.rules.moves.iter().filter(|rule| rule.action == Action::Pass);
        others.extend(passes.map(|_| "pass".to_owned()));
    }
    if let Some((_, cell)) = text.split_once('@') {
        others.push(cell.to_owned());
    }
    let small = text.to_lowercase();
    if small != text {
        others.push(small);
    }
    others
}
