//! Games of stones in SGF: nodes with properties, of which moves, the setup and the size of the board are read.
//!
//! The format: A. Hollosi, "SGF File Format FF[4]", <https://www.red-bean.com/sgf/>. The crate `sgf-parse` was looked
//! at: it says no line where a text is wrong, and drops its trees by recursion, as deep as the game is long.

use std::fmt;
use std::sync::Arc;

use crate::game::{Action, Cell, Game, Geometry, Kind, Piece, Player, halves};
use crate::position::{Outcome, Position};

/// Moves in a line of what is written.
const IN_LINE: usize = 10;

/// The longest side of a board whose cells have letters.
const LONGEST_SIDE: u16 = 52;

/// A game as its text says it: its main line. The moves are not judged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SgfGame {
    /// What the nodes before the first move say: names of properties and their values.
    pub properties: Vec<(String, Vec<String>)>,
    /// The moves.
    pub moves: Vec<SgfMove>,
    /// The text has variations, or says something of moves, which is not kept.
    pub left_out: bool,
}

/// A move: `B[dd]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfMove {
    /// Whether the stone is the beginner's, which SGF calls black.
    pub black: bool,
    /// Letters of the file from the left and of the rank from the top; empty for a pass.
    pub point: String,
    /// The line in which it stands, counted from 1.
    pub line: usize,
}

/// What is wrong with a text of games, and in which line, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SgfError {}

impl SgfError {
    fn new(line: usize, message: impl Into<String>) -> SgfError {
        SgfError { line, message: message.into() }
    }
}

/// The number of go.
const GO: u32 = 1;

impl SgfGame {
    /// Who moves first in a game: SGF calls this player black.
    pub fn black(game: &Arc<Game>) -> Player {
        Position::start(game).turn()
    }

    /// All games of a text. Variations are left out.
    ///
    /// ```
    /// use banco::SgfGame;
    ///
    /// let text = "(;GM[4]SZ[15]PB[A \\] B];B[hh];W[hi](;B[ij])(;B[aa]))";
    /// let game = &SgfGame::parse_all(text).expect("a game")[0];
    /// assert_eq!(game.property("PB"), Some("A ] B"));
    /// let points: Vec<&str> = game.moves.iter().map(|mv| mv.point.as_str()).collect();
    /// assert_eq!(points, ["hh", "hi", "ij"]);
    /// ```
    ///
    /// # Errors
    ///
    /// The first place where the text is not SGF.
    pub fn parse_all(text: &str) -> Result<Vec<SgfGame>, SgfError> {
        let mut reader = SgfReader { rest: text.trim_start_matches('\u{feff}'), line: 1 };
        let mut games = Vec::new();
        while let Some(game) = reader.game()? {
            games.push(game);
        }
        Ok(games)
    }

    /// The first value of a property of the nodes before the first move.
    pub fn property(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    fn values(&self, name: &str) -> &[String] {
        self.properties.iter().find(|(other, _)| other == name).map_or(&[], |(_, values)| values)
    }

    /// The number of the game, `GM`: 1 is go, and what is meant where none is said.
    pub fn kind(&self) -> Option<u32> {
        self.property("GM").map_or(Some(GO), |number| number.trim().parse().ok())
    }

    /// Files and ranks, where the text says them or means go.
    pub fn size(&self) -> Option<(u16, u16)> {
        let Some(text) = self.property("SZ") else {
            return (self.kind() == Some(GO)).then_some((19, 19));
        };
        let number = |text: &str| text.trim().parse::<u16>().ok();
        match text.split_once(':') {
            Some((files, ranks)) => Some((number(files)?, number(ranks)?)),
            None => number(text).map(|side| (side, side)),
        }
    }

    /// What the text says that the second player gets, `KM`, in half points.
    pub fn komi(&self) -> Option<i64> {
        let doubled = 2.0 * self.property("KM")?.trim().parse::<f64>().ok()?;
        (doubled.fract() == 0.0 && doubled.abs() < 1e6).then_some(doubled as i64)
    }

    /// What the second player gets in a game that is counted, in half points.
    pub fn komi_of(game: &Game) -> Option<i64> {
        game.rules.asks_score().then(|| i64::from(game.rules.bonus[(!game.rules.first).index()]))
    }

    /// How a game ended, as `RE` says it: who won, and by how many points where they are counted.
    pub fn result_of(outcome: &Outcome, black: Player) -> String {
        let points = outcome.scores.map_or_else(String::new, |[one, other]| halves((one - other).abs()));
        match outcome.winner {
            None => "0".to_owned(),
            Some(winner) => format!("{}+{points}", if winner == black { 'B' } else { 'W' }),
        }
    }

    /// The game that led to a position, with its number in SGF, who played, black first, and its result, if it is over.
    ///
    /// # Errors
    ///
    /// Why the game cannot be said in SGF.
    pub fn played(
        position: &Position,
        number: Option<u32>,
        [black, white]: [&str; 2],
        result: Option<String>,
    ) -> Result<SgfGame, String> {
        let number = number.ok_or(
            "its definition says no number for SGF: write `sgf = N` under `[known-as]`, which is not inherited",
        )?;
        let said = [
            ("GM", number.to_string()),
            ("FF", "4".to_owned()),
            ("CA", "UTF-8".to_owned()),
            ("AP", concat!("banco:", env!("CARGO_PKG_VERSION")).to_owned()),
            ("PB", black.to_owned()),
            ("PW", white.to_owned()),
        ];
        let komi =
            SgfGame::komi_of(position.game()).filter(|_| number == GO).map(|komi| ("KM", halves(komi)));
        let said = said.into_iter().chain(komi).chain(result.map(|result| ("RE", result)));
        SgfGame::of(position, said.map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The game that led to a position, with these properties, the size of the board, and those that say where it
    /// started, if that is not the setup.
    ///
    /// # Errors
    ///
    /// Why the game cannot be said in SGF: its moves do not put one stone each, or the board is too large.
    pub fn of(position: &Position, properties: Vec<(String, String)>) -> Result<SgfGame, String> {
        let game = position.game();
        stones(game)?;
        let geometry = &game.rules.geometry;
        let start = position.origin();
        let black = SgfGame::black(game);
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let size = if files == ranks { files.to_string() } else { format!("{files}:{ranks}") };
        let said = properties.into_iter().chain([("SZ".to_owned(), size)]);
        let mut properties: Vec<(String, Vec<String>)> =
            said.map(|(name, value)| (name, vec![value])).collect();
        if start.to_string() != Position::start(game).to_string() {
            for (name, player) in [("AB", black), ("AW", !black)] {
                let cells = (0u16..).map(Cell).zip(start.pieces());
                let own = cells.filter(|(_, piece)| game.rules.roster.owner(*piece) == Some(player));
                let points: Vec<String> = own.map(|(cell, _)| point(geometry, cell)).collect();
                properties.extend((!points.is_empty()).then(|| (name.to_owned(), points)));
            }
            let turn = if start.turn() == black { "B" } else { "W" };
            properties.push(("PL".to_owned(), vec![turn.to_owned()]));
        }
        let mut board = start;
        let mut moves = Vec::new();
        for mv in position.played() {
            let is_pass = game.rules.moves[mv.rule()].action == Action::Pass;
            let point = if is_pass { String::new() } else { point(geometry, mv.to()) };
            moves.push(SgfMove { black: board.turn() == black, point, line: 0 });
            board.play_legal(mv);
        }
        Ok(SgfGame { properties, moves, left_out: false })
    }

    /// The position at the end of the game. A pass that a player was compelled to may be left out in the text.
    ///
    /// # Errors
    ///
    /// The first move that is not legal, with its line, or what is wrong with the setup.
    pub fn replay(&self, game: &Arc<Game>) -> Result<Position, SgfError> {
        let mut position = self.start(game)?;
        for mv in &self.moves {
            let player = if mv.black { SgfGame::black(game) } else { !SgfGame::black(game) };
            if position.turn() != player {
                compelled_pass(&mut position)
                    .ok_or_else(|| SgfError::new(mv.line, "two moves of one side"))?;
            }
            let text = match mv.point.as_str() {
                "" => "pass".to_owned(),
                "tt" if game.rules.geometry.longest_side() <= 19 => "pass".to_owned(),
                letters => cell(&game.rules.geometry, letters)
                    .map(|cell| game.cell_name(cell))
                    .ok_or_else(|| no_point(mv.line, letters))?,
            };
            let played = position.read_move(&text).map_err(|why| {
                SgfError::new(mv.line, format!("illegal move `{}`: {}", mv.point, why.message()))
            })?;
            position.play_legal(played);
        }
        Ok(position)
    }

    /// Where the game starts: the stones that are put there first, or else the game's setup.
    fn start(&self, game: &Arc<Game>) -> Result<Position, SgfError> {
        let kind = stones(game).map_err(|why| SgfError::new(1, why))?;
        let geometry = &game.rules.geometry;
        let has = (geometry.files(), geometry.ranks());
        if let Some(said) = self.size().filter(|said| *said != has) {
            let message =
                format!("the file has {} by {} cells, the game has {} by {}", said.0, said.1, has.0, has.1);
            return Err(SgfError::new(1, message));
        }
        let black = SgfGame::black(game);
        let turn = match self.property("PL").map(str::trim) {
            Some("B" | "b" | "black" | "1") => black,
            Some("W" | "w" | "white" | "2") => !black,
            Some(other) => {
                return Err(SgfError::new(1, format!("`PL[{}]` is neither B nor W", other.escape_debug())));
            }
            None => self.moves.first().map_or(black, |mv| if mv.black { black } else { !black }),
        };
        if self.values("AB").is_empty() && self.values("AW").is_empty() {
            return Ok(if turn == black {
                Position::start(game)
            } else {
                Position::set_up(game, &Position::start(game).pieces(), turn)
            });
        }
        let mut pieces = vec![Piece::NONE; geometry.size()];
        for (name, player) in [("AB", black), ("AW", !black)] {
            for points in self.values(name) {
                for cell in rectangle(geometry, points).ok_or_else(|| no_point(1, points))? {
                    pieces[cell.index()] = Piece::new(kind, player);
                }
            }
        }
        Ok(Position::set_up(game, &pieces, turn))
    }

    /// The game as text.
    pub fn text(&self) -> String {
        let mut text = "(;".to_owned();
        for (name, values) in &self.properties {
            text += name;
            values.iter().for_each(|value| text += &format!("[{}]", escaped(value)));
        }
        for (number, mv) in self.moves.iter().enumerate() {
            text.extend(number.is_multiple_of(IN_LINE).then_some('\n'));
            text += &format!(";{}[{}]", if mv.black { 'B' } else { 'W' }, escaped(&mv.point));
        }
        text + ")\n"
    }
}

/// The one kind of stones of a game whose moves put one stone each, or are passes.
fn stones(game: &Game) -> Result<Kind, String> {
    let puts = |action: Action| matches!(action, Action::Drop(_) | Action::Pass);
    let geometry = &game.rules.geometry;
    if game.rules.roster.kinds != 1 || !game.rules.moves.iter().all(|rule| puts(rule.action)) {
        return Err("SGF is for games whose moves put one stone each".to_owned());
    }
    if geometry.longest_side() > LONGEST_SIDE {
        return Err(format!("SGF has letters for {LONGEST_SIDE} files and ranks"));
    }
    Ok(Kind(0))
}

/// Plays a pass that is the only legal move.
fn compelled_pass(position: &mut Position) -> Option<()> {
    let [only] = position.legal_moves()[..] else { return None };
    let is_pass = position.game().rules.moves[only.rule()].action == Action::Pass;
    is_pass.then(|| position.play_legal(only))
}

fn no_point(line: usize, text: &str) -> SgfError {
    SgfError::new(line, format!("`{}` is no point of the board", text.escape_debug()))
}

/// Letters of numbers from 0: a to z, then A to Z.
fn letter(number: u16) -> char {
    let small = u8::try_from(number).unwrap_or(u8::MAX);
    char::from(if small < 26 { b'a' + small } else { b'A'.saturating_add(small - 26) })
}

fn number(letter: char) -> Option<u16> {
    match letter {
        'a'..='z' => Some(letter as u16 - 'a' as u16),
        'A'..='Z' => Some(letter as u16 - 'A' as u16 + 26),
        _ => None,
    }
}

fn point(geometry: &Geometry, cell: Cell) -> String {
    [letter(geometry.file(cell)), letter(geometry.row(cell))].iter().collect()
}

fn cell(geometry: &Geometry, text: &str) -> Option<Cell> {
    let mut letters = text.trim().chars();
    let (file, row) = (number(letters.next()?)?, number(letters.next()?)?);
    let found = geometry.at(file, row).filter(|&cell| geometry.has(cell));
    found.filter(|_| letters.next().is_none())
}

/// The cells of `dd`, or of the rectangle `dd:ff`.
fn rectangle(geometry: &Geometry, text: &str) -> Option<Vec<Cell>> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (cell(geometry, from)?, cell(geometry, to)?);
    let rows = geometry.row(from)..=geometry.row(to);
    let of_row = |row: u16| {
        let files = geometry.file(from)..=geometry.file(to);
        files.filter_map(move |file| geometry.at(file, row).filter(|&cell| geometry.has(cell)))
    };
    Some(rows.flat_map(of_row).collect())
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

struct SgfReader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> SgfReader<'t> {
    /// The next game. The main line is what stands before the first bracket that closes: the rest is variations.
    fn game(&mut self) -> Result<Option<SgfGame>, SgfError> {
        self.skip();
        if self.rest.is_empty() {
            return Ok(None);
        }
        if !self.rest.starts_with('(') {
            return self.wrong("expected a game, which begins with `(;`");
        }
        let mut game = SgfGame::default();
        let (mut depth, mut is_main) = (0, true);
        loop {
            self.skip();
            let begun = self.line;
            match self.rest.chars().next() {
                None => return self.wrong("a bracket is not closed"),
                Some('(') => depth += 1,
                Some(')') => {
                    depth -= 1;
                    is_main = false;
                }
                Some(';') => {}
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let (name, values) = self.property()?;
                    match is_main {
                        true => game.take(name, values).map_err(|message| SgfError::new(begun, message))?,
                        false => game.left_out = true,
                    }
                    continue;
                }
                Some(other) => {
                    return self.wrong(&format!("`{}` is out of place here", other.escape_debug()));
                }
            }
            self.go(1);
            if depth == 0 {
                return Ok(Some(game));
            }
        }
    }

    fn skip(&mut self) {
        let blank = self.rest.trim_start();
        self.go(self.rest.len() - blank.len());
    }

    fn go(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    /// A property with its values. Older files have small letters in names, which mean nothing.
    fn property(&mut self) -> Result<(String, Vec<(String, usize)>), SgfError> {
        let length = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let name: String = self.rest[..length].chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if name.is_empty() {
            return self.wrong("expected the name of a property in capital letters");
        }
        self.go(length);
        let mut values = Vec::new();
        loop {
            self.skip();
            if !self.rest.starts_with('[') {
                break;
            }
            let line = self.line;
            values.push((self.value()?, line));
        }
        if values.is_empty() {
            return self.wrong(&format!("expected a value such as `{name}[dd]`"));
        }
        Ok((name, values))
    }

    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        let mut letters = self.rest.char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.go(at + 1);
                    return Ok(value);
                }
                // A line that is broken goes on.
                '\\' => value.extend(letters.next().map(|(_, next)| next).filter(|next| *next != '\n')),
                _ => value.push(letter),
            }
        }
        self.wrong("a value is not closed by `]`")
    }

    fn wrong<T>(&self, message: &str) -> Result<T, SgfError> {
        Err(SgfError::new(self.line, message))
    }
}

impl SgfGame {
    fn take(&mut self, name: String, values: Vec<(String, usize)>) -> Result<(), String> {
        match name.as_str() {
            "B" | "W" => {
                let Some((point, line)) = values.into_iter().next() else { return Ok(()) };
                self.moves.push(SgfMove { black: name == "B", point: point.trim().to_owned(), line });
            }
            "AB" | "AW" | "AE" | "PL" if !self.moves.is_empty() => {
                return Err(format!("`{name}` changes the board after the first move"));
            }
            _ if !self.moves.is_empty() => self.left_out = true,
            "AE" => return Err("`AE` takes stones away before the first move".to_owned()),
            _ => {
                let values = values.into_iter().map(|(value, _)| value);
                match self.properties.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, there)) => there.extend(values),
                    None => self.properties.push((name, values.collect())),
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Vec<String> {
        let games = SgfGame::parse_all(text).expect("read");
        games.into_iter().flat_map(|game| game.moves).map(|mv| mv.point).collect()
    }

    #[test]
    fn the_main_line_is_the_first_of_all_variations() {
        assert_eq!(points("(;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))"), ["aa", "bb", "cc", "dd"]);
        assert_eq!(points(" (;B[aa])\n(;\nW\n[bb] C[a (;B[x\\] ) b])"), ["aa", "bb"]);
        assert_eq!(points("(;Black[aa];White[])"), ["aa", ""]);
        assert_eq!(points(""), [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, words) in [
            ("\nx", 2, "begins with `(;`"),
            ("(;B[aa]\n;W[bb]", 2, "a bracket is not closed"),
            ("(;\nB[aa", 2, "not closed by `]`"),
            ("(;B\n;W[aa])", 2, "expected a value such as `B[dd]`"),
            ("(;B[aa]\n!)", 2, "`!` is out of place"),
            ("(;B[aa]\n;AB[bb])", 2, "after the first move"),
            ("(;AE[aa])", 1, "takes stones away"),
            (&"(".repeat(1_000_000), 1, "a bracket is not closed"),
        ] {
            let error = SgfGame::parse_all(text).expect_err("wrong");
            assert_eq!(error.line, line, "{error}");
            assert!(error.message.contains(words), "{error}");
        }
    }

    #[test]
    fn sizes_are_squares_or_not_and_go_has_nineteen() {
        let size = |text: &str| SgfGame::parse_all(text).expect("read")[0].size();
        assert_eq!(size("(;)"), Some((19, 19)));
        assert_eq!(size("(;GM[4])"), None);
        assert_eq!(size("(;GM[4]SZ[15])"), Some((15, 15)));
        assert_eq!(size("(;SZ[9:7])"), Some((9, 7)));
        assert_eq!(size("(;SZ[x])"), None);
    }

    #[test]
    fn what_is_written_reads_back() {
        let mv = |number: u16| SgfMove {
            black: number.is_multiple_of(2),
            point: format!("a{}", letter(number)),
            line: 0,
        };
        let properties = vec![("C".to_owned(), vec!["a \\ b] [c".to_owned(), "d".to_owned()])];
        let game = SgfGame { properties, moves: (0..52).map(mv).collect(), left_out: false };
        let mut read = SgfGame::parse_all(&game.text()).expect("read").remove(0);
        read.moves.iter_mut().for_each(|mv| mv.line = 0);
        assert_eq!(read, game);
        assert!((0..52).all(|n| number(letter(n)) == Some(n)));
    }
}
