//! Where games begin, so that no two are alike.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::game::Game;
use crate::lint::{Possible, play_at_random};
use crate::notation::{PgnError, PgnGame, split_moves};
use crate::position::Position;
use crate::search::{Limits, Search};

/// A start and the moves that are played from there before the engines are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// An opening that cannot be used, or openings that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningError {
    /// The line of the file, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line.iter().try_for_each(|line| write!(f, "line {line}: "))?;
        f.write_str(&self.message)
    }
}

impl std::error::Error for OpeningError {}

impl Opening {
    /// The position after the opening, with its moves behind it.
    ///
    /// # Errors
    ///
    /// What is wrong with the start or with a move.
    pub fn position(&self, game: &Arc<Game>) -> Result<Position, String> {
        let mut position = Position::parse(game, &self.start).map_err(|error| error.to_string())?;
        for text in &self.moves {
            let mv =
                position.read_move(text).map_err(|refusal| format!("illegal move `{text}`: {refusal}"))?;
            position.play_legal(mv);
        }
        Ok(position)
    }

    /// The opening that led to a position.
    pub(super) fn of(position: &Position) -> Opening {
        let moves = position.played_texts();
        Opening { start: position.origin().to_string(), moves }
    }
}

/// Reads openings, one a line: a position, with `moves m1 m2 …` if need be, or moves from the setup alone. What EPD says
/// after its four fields is passed over, so are empty lines and those that begin with `#`. A text that begins with `[`
/// is games in PGN: the end of each is an opening.
///
/// # Errors
///
/// The first line that is neither, after which the game is over, or to which no game leads; a text without openings.
///
/// ```
/// use banco::Game;
/// use banco::inside::arena::read_openings;
///
/// let game = Game::load("games/dodgem/dodgem.toml")?;
/// let openings = read_openings(&game, "# two of them\na3b3 b1b2\nB../B../.WW b moves a2b2\n")?;
/// assert_eq!(openings[1].moves, ["a2b2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_openings(game: &Arc<Game>, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let text = text.trim_start_matches('\u{feff}');
    let found = if text.trim_start().starts_with('[') { in_pgn(game, text)? } else { in_lines(game, text)? };
    let possible = Possible::of(game);
    let mut openings = Vec::new();
    for (number, position) in found {
        let wrong = |message| OpeningError { line: Some(number), message };
        if let Some(why) = possible.objection(&position) {
            return Err(wrong(why.sentence()));
        }
        if position.outcome().is_some() {
            return Err(wrong("the game is over there".to_owned()));
        }
        openings.push(Opening::of(&position));
    }
    match openings.is_empty() {
        true => Err(OpeningError { line: None, message: "there are no openings in it".to_owned() }),
        false => Ok(openings),
    }
}

/// A position and the line it comes from.
type Placed = (usize, Position);

fn in_lines(game: &Arc<Game>, text: &str) -> Result<Vec<Placed>, OpeningError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let says = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let read = |(number, line)| match read_opening(game, line) {
        Ok(position) => Ok((number, position)),
        Err(message) => Err(OpeningError { line: Some(number), message }),
    };
    lines.filter(says).map(read).collect()
}

fn in_pgn(game: &Arc<Game>, text: &str) -> Result<Vec<Placed>, OpeningError> {
    let wrong = |error: PgnError| OpeningError { line: Some(error.line), message: error.message };
    let games = PgnGame::parse_all(text).map_err(wrong)?;
    let place = |pgn: PgnGame| {
        let line = pgn.moves.last().map_or(1, |(_, line)| *line);
        pgn.replay(game).map(|position| (line, position)).map_err(wrong)
    };
    games.into_iter().map(place).collect()
}

fn read_opening(game: &Arc<Game>, line: &str) -> Result<Position, String> {
    let start = Position::start(game);
    let first = line.split_whitespace().find(|word| !is_number(word)).unwrap_or_default();
    if start.read_move(first).is_ok() {
        let words = line.split_whitespace().filter(|word| !is_number(word));
        return after(start, words);
    }
    let (setup, moves) = split_moves(line);
    let fields: Vec<&str> = setup.split_whitespace().take(4).collect();
    let setup = if setup.contains(';') { fields.join(" ") } else { setup.to_owned() };
    let position = Position::parse(game, &setup).map_err(|error| error.to_string())?;
    after(position, moves.split_whitespace())
}

/// `12.` or `12...`
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn after<'a>(mut position: Position, moves: impl Iterator<Item = &'a str>) -> Result<Position, String> {
    for text in moves {
        let shown = text.escape_debug();
        let mv = position.read_move(text).map_err(|refusal| format!("illegal move `{shown}`: {refusal}"))?;
        position.play_legal(mv);
    }
    Ok(position)
}

/// How often another opening is tried when one leads to an end, to a position that was there already or to one that is not
/// balanced.
const TRIES: u64 = 500;

/// So many positions are visited to see whether an opening is balanced.
const BALANCE_NODES: u64 = 5_000;

/// Openings of random moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// How many moves are played.
    pub plies: usize,
    /// What the moves depend on.
    pub seed: u64,
    /// Openings in which a search sees either player ahead by more points are left out.
    pub balanced: Option<u32>,
}

impl RandomOpenings {
    /// So many openings, no two of which lead to the same position. The same seed gives the same openings on every
    /// machine, and more openings begin with the fewer. Those that are balanced depend on the game's evaluation, too.
    ///
    /// # Errors
    ///
    /// When there are not so many.
    pub fn found(&self, game: &Arc<Game>, count: u64) -> Result<Vec<Opening>, OpeningError> {
        let mut search = Search::new(1);
        let walk = |number: u64, attempt: u64| {
            let position = random_position(game, self.plies, self.seed, number, attempt);
            let goes_on = position.played().len() == self.plies && position.outcome().is_none();
            (goes_on && self.is_balanced(&position, &mut search)).then_some(position)
        };
        different(count, TRIES, walk).map_err(|found| {
            let help = if self.balanced.is_some() { ", or a wider balance" } else { "" };
            let message = format!(
                "only {found} different openings of {self} were found, {count} are needed: play fewer games or more \
                 random plies{help}"
            );
            OpeningError { line: None, message }
        })
    }

    fn is_balanced(&self, position: &Position, search: &mut Search) -> bool {
        let limits = Limits { nodes: BALANCE_NODES, ..Limits::default() };
        self.balanced
            .is_none_or(|points| search.run(position, &limits, &mut |_| {}).score.unsigned_abs() <= points)
    }
}

/// `6 random plies`, `6 random plies balanced within 100 points`
impl fmt::Display for RandomOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} random plies", self.plies)?;
        self.balanced.iter().try_for_each(|points| write!(f, " balanced within {points} points"))
    }
}

/// As many openings as are asked for, no two of which lead to the same position. `walk` is given the number of the opening
/// and of the attempt, of which there are `tries` for each.
///
/// # Errors
///
/// How many there are, when they are not enough.
pub(super) fn different(
    count: u64,
    tries: u64,
    mut walk: impl FnMut(u64, u64) -> Option<Position>,
) -> Result<Vec<Opening>, usize> {
    let mut met = BTreeSet::new();
    let mut openings = Vec::new();
    for number in 0..count {
        let mut walks = (0..tries).filter_map(|attempt| walk(number, attempt));
        let found = walks.find(|position| met.insert(position.hash())).ok_or(openings.len())?;
        openings.push(Opening::of(&found));
    }
    Ok(openings)
}

fn random_position(game: &Arc<Game>, plies: usize, seed: u64, number: u64, attempt: u64) -> Position {
    let mut position = Position::start(game);
    // Odd numbers without a pattern, so that no two games see the same dice.
    let mixed = seed.wrapping_mul(0xd6e8_feb8_6659_fd93)
        ^ number.wrapping_mul(0xa076_1d64_78bd_642f)
        ^ attempt.wrapping_mul(0xe703_7ed1_a0b4_28db);
    play_at_random(&mut position, plies, mixed);
    position
}
