//! A network as a file: what it is for in words, its weights as hexadecimal numbers.
//!
//! ```text
//! banco network 2
//! board 8 8
//! hidden 32
//! points 400
//! turn 30
//! near 4              not in version 1: 0
//! start 0007fff2…     by number of a row: four digits each
//! output 1cf3…        the weights of the second layer: of the player to move, then of the other one; two digits each
//! output e20d…
//! own pawn            a row for each cell, from the top left corner; two digits each
//! 00f1…
//! …
//! enemy pawn
//! …
//! own hand pawn       a row for each that is in hand
//! …
//! own near pawn       a row for each displacement from the own royal piece, from the left in front
//! …
//! ```
//!
//! Numbers below nothing are two's complements. A line that begins with `#` says nothing.

use std::fmt::Write;

use crate::diagnostic::nearest;
use crate::game::{Game, Kind, Network, Piece, Player, Sight};

/// The version of the format.
const VERSION: u32 = 2;

/// The value of a hexadecimal digit; anything of what is none.
#[inline]
fn value(digit: u8) -> u8 {
    (digit & 0xf) + 9 * (digit >> 6)
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong.
    pub said: String,
    /// What might be meant.
    pub help: Option<String>,
}

/// The lines that say something, with their numbers.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines().enumerate(), last: 1 }
    }

    /// The next line that says something.
    fn more(&mut self) -> Option<&'a str> {
        let (at, line) = self.lines.find(|(_, line)| !line.is_empty() && !line.starts_with('#'))?;
        self.last = at + 1;
        Some(line.trim_end())
    }

    fn next(&mut self, expected: &str) -> Result<&'a str, Mistake> {
        self.more().ok_or_else(|| self.mistake(format!("the file ends here; {expected} was expected")))
    }

    fn mistake(&self, said: impl Into<String>) -> Mistake {
        Mistake { line: self.last, said: said.into(), help: None }
    }

    /// What stands behind the word that the next line begins with.
    fn after(&mut self, word: &str) -> Result<&'a str, Mistake> {
        let line = self.next(&format!("`{word}`"))?;
        let rest = line.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.map(str::trim).ok_or_else(|| self.mistake(format!("`{word}` was expected")))
    }

    fn number(&mut self, word: &str, [least, most]: [i32; 2]) -> Result<i32, Mistake> {
        let text = self.after(word)?;
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.mistake(format!("`{word}` is a whole number from {least} to {most}")))
    }

    /// Numbers of two hexadecimal digits each.
    fn small(&self, text: &str, count: usize, to: &mut Vec<i16>) -> Result<(), Mistake> {
        self.check(text, (2, count))?;
        let number = |two: &[u8]| i16::from((value(two[0]) << 4 | value(two[1])) as i8);
        to.extend(text.as_bytes().chunks_exact(2).map(number));
        Ok(())
    }

    /// Numbers of four hexadecimal digits each.
    fn large(&self, text: &str, count: usize) -> Result<Vec<i16>, Mistake> {
        self.check(text, (4, count))?;
        let number =
            |four: &[u8]| four.iter().fold(0, |number, &digit| number << 4 | i16::from(value(digit)));
        Ok(text.as_bytes().chunks_exact(4).map(number).collect())
    }

    fn check(&self, text: &str, (digits, count): (usize, usize)) -> Result<(), Mistake> {
        // Every digit is looked at, also behind a wrong one: so the compiler takes several at a time.
        let are_digits = text.bytes().fold(true, |so_far, digit| so_far & digit.is_ascii_hexdigit());
        if text.len() == digits * count && are_digits {
            return Ok(());
        }
        let words = format!("{count} numbers of {digits} hexadecimal digits were expected, without blanks");
        Err(self.mistake(words))
    }
}

/// Reads a network for a game.
pub(super) fn read(text: &str, game: &Game, sight: Sight) -> Result<Network, Mistake> {
    let mut lines = Lines::of(text);
    let version = lines.number("banco network", [1, i32::MAX])?;
    if version as u32 > VERSION {
        return Err(
            lines.mistake(format!("this is version {version} of the format; version {VERSION} is read"))
        );
    }
    let board = lines.after("board")?;
    let size = size(game);
    if board.split_whitespace().ne(size.split(' ')) {
        return Err(
            lines.mistake(format!("this network is for another board; the game's has `board {size}`"))
        );
    }
    let hidden = lines.number("hidden", [Network::WIDTH as i32, Network::MOST_HIDDEN as i32])? as usize;
    if !hidden.is_multiple_of(Network::WIDTH) {
        return Err(lines.mistake(format!("`hidden` is a multiple of {}", Network::WIDTH)));
    }
    let points = lines.number("points", [1, Network::MOST_POINTS])?;
    let turn = lines.number("turn", [-Network::MOST_POINTS, Network::MOST_POINTS])?;
    let near = if version == 1 { 0 } else { lines.number("near", [0, i32::from(Sight::FARTHEST)])? };
    let sight = sight.seeing_near(near as u16).map_err(|why| lines.mistake(why))?;
    let numbers = lines.after("start")?;
    let start = lines.large(numbers, hidden)?;
    let mut output = [Vec::new(), Vec::new()];
    for output in &mut output {
        let numbers = lines.after("output")?;
        lines.small(numbers, hidden, output)?;
    }
    let mut rows = Vec::with_capacity(sight.rows() * hidden);
    for part in parts(game, &sight) {
        let title = part.title(game);
        let said = lines.next(&format!("`{title}`"))?;
        if said != title {
            let near = nearest(said, [title.as_str()]);
            let mistake = lines
                .mistake(format!("`{title}` was expected: a network says its kinds in the game's order"));
            return Err(Mistake { help: near.map(|near| format!("did you mean `{near}`?")), ..mistake });
        }
        for _ in 0..part.rows(&sight) {
            let row = lines.next("a row of weights")?;
            lines.small(row, hidden, &mut rows)?;
        }
    }
    if lines.more().is_some() {
        return Err(lines.mistake("nothing more was expected"));
    }
    Ok(Network { sight, hidden, points, turn, start, rows, output })
}

/// The text of a network; `about` stands at its head.
pub(super) fn write(network: &Network, game: &Game, about: &str) -> String {
    let mut text = format!("banco network {VERSION}\n");
    about.lines().for_each(|line| _ = writeln!(text, "# {line}"));
    let Network { hidden, points, turn, .. } = network;
    _ = write!(text, "board {}\nhidden {hidden}\npoints {points}\nturn {turn}\n", size(game));
    _ = writeln!(text, "near {}", network.sight.nearness());
    let four = |numbers: &[i16]| numbers.iter().map(|&n| format!("{:04x}", n as u16)).collect::<String>();
    let two = |numbers: &[i16]| numbers.iter().map(|&n| format!("{:02x}", n as i8)).collect::<String>();
    _ = writeln!(text, "start {}", four(&network.start));
    network.output.iter().for_each(|output| _ = writeln!(text, "output {}", two(output)));
    let mut rows = (0..network.sight.rows()).map(|row| two(network.row(row)));
    for part in parts(game, &network.sight) {
        _ = writeln!(text, "{}", part.title(game));
        rows.by_ref().take(part.rows(&network.sight)).for_each(|row| _ = writeln!(text, "{row}"));
    }
    text
}

fn size(game: &Game) -> String {
    format!("{} {}", game.rules.geometry.files(), game.rules.geometry.ranks())
}

/// Where pieces are that have rows together.
#[derive(Clone, Copy)]
enum Whereabouts {
    Board,
    Hand,
    Near,
}

/// Rows that stand together.
struct Part {
    piece: Piece,
    place: Whereabouts,
}

impl Part {
    fn title(&self, game: &Game) -> String {
        let owner = if self.piece.owner() == Player::First { "own" } else { "enemy" };
        let place = match self.place {
            Whereabouts::Board => "",
            Whereabouts::Hand => "hand ",
            Whereabouts::Near => "near ",
        };
        format!("{owner} {place}{}", game.names.kinds[self.piece.kind().index()].name)
    }

    fn rows(&self, sight: &Sight) -> usize {
        match self.place {
            Whereabouts::Board => sight.cells(),
            Whereabouts::Hand => 1,
            Whereabouts::Near => sight.window(),
        }
    }
}

/// The parts of a network in the order of their rows.
fn parts(game: &Game, sight: &Sight) -> impl Iterator<Item = Part> {
    let kinds = game.rules.roster.kinds as u8;
    let hand = sight.has_hands().then_some(Whereabouts::Hand);
    let near = (sight.nearness() > 0).then_some(Whereabouts::Near);
    [Some(Whereabouts::Board), hand, near].into_iter().flatten().flat_map(move |place| {
        let pieces =
            Player::BOTH.into_iter().flat_map(move |owner| (0..kinds).map(move |kind| (owner, kind)));
        pieces.map(move |(owner, kind)| Part { piece: Piece::new(Kind(kind), owner), place })
    })
}
