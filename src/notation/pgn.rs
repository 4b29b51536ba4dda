//! Games in PGN, as chess programs keep them: tags, then moves with numbers, comments and variations.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Player};
use crate::position::Position;

/// Columns of the move text.
const WIDTH: usize = 80;

/// Variations stand in variations at most so deep.
const DEEPEST: usize = 100;

/// A game as its text says it; the moves are not judged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Names and values, in the order in which they stand.
    pub tags: Vec<(String, String)>,
    /// The moves of the game itself, without numbers, and the line in which each stands.
    pub moves: Vec<(String, usize)>,
    /// A comment that is written before the result.
    pub remark: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` where the game is not over.
    pub result: String,
    /// The first move is that of the player who does not begin the game.
    pub second_begins: bool,
    /// Comments, variations or signs of opinions stand in the text, which are not kept.
    pub left_out: bool,
}

/// What is wrong with a text of games, and in which line, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PgnError {}

impl PgnGame {
    /// All games of a text. Comments, variations and signs of opinions are left out. Whether moves and results are any is
    /// not asked: a text of words is a game of such moves.
    ///
    /// ```
    /// use banco::PgnGame;
    ///
    /// let text = "[White \"A\"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3! 1-0\n";
    /// let game = &PgnGame::parse_all(text).expect("a game")[0];
    /// assert_eq!(game.tag("White"), Some("A"));
    /// assert_eq!(game.moves, [("e4".to_owned(), 3), ("e5".to_owned(), 3), ("Nf3".to_owned(), 3)]);
    /// assert_eq!(game.result, "1-0");
    /// ```
    ///
    /// # Errors
    ///
    /// The first place where the text is not PGN.
    pub fn parse_all(text: &str) -> Result<Vec<PgnGame>, PgnError> {
        let mut reader = Reader { rest: text.trim_start_matches('\u{feff}'), line: 1, left_out: false };
        let mut games = Vec::new();
        while let Some(game) = reader.game()? {
            games.push(game);
        }
        Ok(games)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The player whom PGN calls White: who is called so, or is listed behind Black; else who is listed first, whoever
    /// begins.
    pub fn white(game: &Game) -> Player {
        let is_called = |player: Player, name: &str| game.names.players[player.index()].name == name;
        let second = is_called(Player::Second, "white") || is_called(Player::First, "black");
        if second { Player::Second } else { Player::First }
    }

    /// How PGN says who has won; `None` while the game is not over.
    pub fn result_of(game: &Game, winner: Option<Option<Player>>) -> &'static str {
        match winner {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(winner)) if winner == PgnGame::white(game) => "1-0",
            Some(Some(_)) => "0-1",
        }
    }

    /// The game that led to a position, with the tags that every reader expects: what it was played in, by whom, the player
    /// listed first first, how the game is called, and who has won; `None` while it is not over.
    pub fn played(
        position: &Position,
        event: &str,
        names: [&str; 2],
        variant: &str,
        winner: Option<Option<Player>>,
    ) -> PgnGame {
        let white = PgnGame::white(position.game());
        let result = PgnGame::result_of(position.game(), winner);
        let tags = [
            ("Event", event),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", names[white.index()]),
            ("Black", names[(!white).index()]),
            ("Result", result),
            ("Variant", variant),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        PgnGame::of(position, tags, result)
    }

    /// The game that led to a position, with these tags and those that say where it started, if that is not the setup.
    /// Where positions are FEN, moves are in algebraic notation, as other programs read them. The result is written as it
    /// is: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn of(position: &Position, mut tags: Vec<(String, String)>, result: &str) -> PgnGame {
        let game = position.game();
        let played = position.played();
        let start = position.origin();
        let squares = game.writes_pdn();
        tags.extend(game.pdn_type().map(|kind| ("GameType".to_owned(), kind)));
        if start.to_string() != Position::start(game).to_string() {
            let from = if squares { start.pdn() } else { start.to_string() };
            tags.extend(
                [("SetUp", "1"), ("FEN", &from)].map(|(name, value)| (name.to_owned(), value.to_owned())),
            );
        }
        let texts =
            if game.names.fen || squares { start.line_san(&played) } else { start.line_texts(&played) };
        PgnGame {
            tags,
            moves: texts.into_iter().map(|text| (text, 0)).collect(),
            remark: None,
            result: result.to_owned(),
            second_begins: start.turn() != game.rules.first,
            left_out: false,
        }
    }

    /// The number of the game in the tag `GameType` of PDN.
    pub fn pdn_number(&self) -> Option<u32> {
        self.tag("GameType")?.split(',').next()?.trim().parse().ok()
    }

    /// The position at the end of the game.
    ///
    /// # Errors
    ///
    /// The first move that is not legal, with its line, or what is wrong with the position in the tag `FEN`.
    pub fn replay(&self, game: &Arc<Game>) -> Result<Position, PgnError> {
        let mut start = self.tag("FEN").unwrap_or("startpos").to_owned();
        if game.writes_pdn() && start.contains(':') {
            start.retain(|letter| !letter.is_whitespace());
        }
        if let Some((said, own)) = self.pdn_number().zip(game.names.pdn).filter(|(said, own)| said != own) {
            let message = format!("the tag GameType: another game, number {said}; this one is number {own}");
            return Err(PgnError { line: 1, message });
        }
        let mut position = Position::parse(game, &start)
            .map_err(|error| PgnError { line: 1, message: format!("the tag FEN: {error}") })?;
        for (text, line) in &self.moves {
            let mv = position.read_move(text).map_err(|why| PgnError {
                line: *line,
                message: format!("illegal move `{}`: {}", text.escape_debug(), why.message()),
            })?;
            position.play_legal(mv);
        }
        Ok(position)
    }

    /// The game as text, with an empty line behind it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{name} \"{}\"]\n", value.replace(char::is_control, " "));
        }
        let words = numbered(self.moves.iter().map(|(text, _)| text.as_str()), self.second_begins);
        let tidy = |remark: &String| {
            format!("{{{}}}", remark.replace(['{', '}'], "'").replace(char::is_control, " "))
        };
        let end = self.remark.iter().map(tidy).chain([self.result.clone()]);
        text + "\n" + &wrapped(words.into_iter().chain(end)) + "\n\n"
    }
}

/// The moves with their numbers.
fn numbered<'m>(moves: impl Iterator<Item = &'m str>, second_begins: bool) -> Vec<String> {
    let mut words = Vec::new();
    for (ply, mv) in (usize::from(second_begins)..).zip(moves) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if words.is_empty() {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(mv.to_owned());
    }
    words
}

fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &word;
        column += width;
    }
    text
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
    /// Something was passed over since the game began.
    left_out: bool,
}

impl<'t> Reader<'t> {
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut game = PgnGame { result: "*".to_owned(), ..PgnGame::default() };
        self.left_out = false;
        self.skip();
        if self.rest.is_empty() {
            return Ok(None);
        }
        while self.rest.starts_with('[') {
            game.tags.push(self.tag()?);
            self.skip();
        }
        while !self.rest.is_empty() && !self.rest.starts_with('[') {
            let line = self.line;
            if self.rest.starts_with('(') {
                self.left_out = true;
                self.variation()?;
            } else if self.rest.starts_with([')', ']', '}']) {
                return self.wrong("this bracket closes nothing");
            } else if self.rest.starts_with('$') {
                self.left_out = true;
                self.word();
            } else {
                let word = &*self.whole_word();
                if let Some(result) = result_of(word, game.tag("GameType").is_some()) {
                    game.result = result.to_owned();
                    break;
                }
                self.left_out |= word.ends_with(['!', '?']);
                game.second_begins |= game.moves.is_empty() && word.contains("...");
                game.moves.extend(without_number(word).map(|word| (word.to_owned(), line)));
            }
            self.skip();
        }
        // What is written behind the result is of this game, too.
        self.skip();
        game.left_out = self.left_out;
        Ok(Some(game))
    }

    /// Leaves out blanks, comments and lines that begin with `%`.
    fn skip(&mut self) {
        loop {
            let before = self.rest.len();
            let blank = self.rest.trim_start();
            self.go(self.rest.len() - blank.len());
            if self.rest.starts_with('{') {
                self.left_out = true;
                self.go(self.rest.find('}').map_or(self.rest.len(), |at| at + 1));
            } else if self.rest.starts_with([';', '%']) {
                self.left_out = true;
                self.go(self.rest.find('\n').unwrap_or(self.rest.len()));
            }
            if self.rest.len() == before {
                return;
            }
        }
    }

    fn go(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    fn tag(&mut self) -> Result<(String, String), PgnError> {
        self.go(1);
        let Some((name, _)) = self.rest.split_once('"').filter(|(name, _)| !name.contains(['\n', ']']))
        else {
            return self.wrong("expected a tag such as `[White \"name\"]`");
        };
        self.go(name.len() + 1);
        let line = self.rest.split('\n').next().unwrap_or_default();
        // Some programs write quotes in a value as they are: the last one has a bracket behind it.
        let closes = |&at: &usize| line[at + 1..].trim_start().starts_with(']');
        let escaped = |at: usize| line[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        let quotes = || line.match_indices('"').map(|(at, _)| at).filter(closes);
        if let Some(at) = quotes().find(|&at| !escaped(at)).or_else(|| quotes().next()) {
            let value = unescaped(&line[..at]);
            let bracket = line[at..].find(']').unwrap_or(0);
            self.go(at + bracket + 1);
            return Ok((name.trim().to_owned(), value));
        }
        self.wrong("the value of a tag has no end on its line")
    }

    /// Leaves out a variation, and those in it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 0;
        loop {
            match self.rest.chars().next() {
                None => return self.wrong("a variation has no end"),
                Some('(') if depth == DEEPEST => return self.wrong("variations in variations, too deep"),
                Some('(') => {
                    depth += 1;
                    self.go(1);
                }
                Some(')') => {
                    depth -= 1;
                    self.go(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Some(_) => drop(self.word()),
            }
            self.skip();
        }
    }

    /// The next word; where it ends between two squares, as in `1- 7`, with the one behind the blank.
    fn whole_word(&mut self) -> Cow<'t, str> {
        let word = self.word();
        let square = without_number(word).and_then(|word| word.strip_suffix(['-', 'x']));
        if !square.is_some_and(is_number) {
            return Cow::Borrowed(word);
        }
        self.skip();
        match self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            true => Cow::Owned(word.to_owned() + self.word()),
            false => Cow::Borrowed(word),
        }
    }

    fn word(&mut self) -> &'t str {
        let ends = |letter: char| letter.is_whitespace() || "{}()[];".contains(letter);
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let length = self.rest[first..].find(ends).map_or(self.rest.len(), |at| at + first);
        let word = &self.rest[..length];
        self.go(length);
        word
    }

    fn wrong<T>(&self, message: &str) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, message: message.to_owned() })
    }
}

/// The result that a word says. In draughts a game won counts two, so that a drawn one is `1-1`, and `0-0` is none.
fn result_of(word: &str, draughts: bool) -> Option<&'static str> {
    match word {
        "1-0" | "2-0" => Some("1-0"),
        "0-1" | "0-2" => Some("0-1"),
        "1/2-1/2" | "1-1" => Some("1/2-1/2"),
        "*" => Some("*"),
        "0-0" if draughts => Some("*"),
        _ => None,
    }
}

/// A value without the backslashes that stand before quotes and backslashes.
fn unescaped(text: &str) -> String {
    let mut value = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = if letter == '\\' { letters.next_if(|next| ['"', '\\'].contains(next)) } else { None };
        value.push(next.unwrap_or(letter));
    }
    value
}

/// A move without the number that may stand in front of it, and without signs of opinions; nothing of a number alone.
fn without_number(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match behind.strip_prefix('.') {
        Some(rest) if behind.len() < word.len() => rest.trim_start_matches('.'),
        _ => word.trim_start_matches('.'),
    };
    let text = text.trim_end_matches(['!', '?']);
    (!text.chars().all(|c| c.is_ascii_digit())).then_some(text)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        let games = PgnGame::parse_all(text).expect("read");
        games.into_iter().flat_map(|game| game.moves).map(|(text, _)| text).collect()
    }

    #[test]
    fn what_is_no_move_is_left_out() {
        let text =
            "; a remark\n% for programs\n1.e4 $1 {a [comment]} e5 (1...c5 (1... e6 {)}) 2. Nf3) !? 2.0-0?! *";
        assert_eq!(moves(text), ["e4", "e5", "0-0"]);
        assert_eq!(moves(""), [""; 0]);
        assert_eq!(moves("1. {only this"), [""; 0]);
    }

    #[test]
    fn comments_anywhere_are_noticed() {
        for text in [
            "{first} 1. e4 *",
            "; first\n1. e4 *",
            "1. e4 ; why\ne5 *",
            "% for programs\n1. e4 *",
            "1. e4 * {over}",
            "[A \"b\"]\n{first}\n1. e4 *",
        ] {
            let games = PgnGame::parse_all(text).expect("read");
            assert!(games.len() == 1 && games[0].left_out, "{text}");
        }
        assert!(!PgnGame::parse_all("[A \"b\"]\n\n1. e4 *\n").expect("read")[0].left_out);
    }

    #[test]
    fn a_blank_between_the_squares_of_a_move_is_passed_over() {
        assert_eq!(moves("1. 11-15 23- 19 2. 8- 11 22x 17 1- 0"), ["11-15", "23-19", "8-11", "22x17"]);
        assert_eq!(moves("1. 11-"), ["11-"]);
    }

    #[test]
    fn games_follow_each_other() {
        let text = "[A \"a \\\"b\\\" \\\\\"]\n1. e4 1-0\n\n[A \"2\"]\n\n1... e5 0-1 1. d4 1/2-1/2";
        let games = PgnGame::parse_all(text).expect("read");
        assert_eq!(games[0].tag("A"), Some("a \"b\" \\"));
        let results: Vec<&str> = games.iter().map(|game| game.result.as_str()).collect();
        assert_eq!(results, ["1-0", "0-1", "1/2-1/2"]);
        assert_eq!(games[1].moves, [("e5".to_owned(), 6)]);
    }

    #[test]
    fn quotes_in_a_value_need_no_escape() {
        let games =
            PgnGame::parse_all("[White \"A \"q\" b\"]\n[Black \"x\"] [Round \"1\"]\n*").expect("read");
        let tags = ["White", "Black", "Round"].map(|tag| games[0].tag(tag).unwrap_or_default());
        assert_eq!(tags, ["A \"q\" b", "x", "1"]);
        let games = PgnGame::parse_all("[White \"A \\\\ b\\\"]\n*").expect("read");
        assert_eq!(games[0].tag("White"), Some("A \\ b\\"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, words) in [
            ("[A b]\n", 1, "expected a tag"),
            ("[A \"b]\n", 1, "no end on its line"),
            ("[A \"b\" c]\n", 1, "no end on its line"),
            ("\n\n1. e4 (e5", 3, "a variation has no end"),
            ("\n1. e4 ) e5", 2, "closes nothing"),
            (&"(".repeat(1_000_000), 1, "too deep"),
        ] {
            let error = PgnGame::parse_all(text).expect_err("wrong");
            assert_eq!(error.line, line, "{error}");
            assert!(error.message.contains(words), "{error}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let moves: Vec<(String, usize)> = (0..60).map(|ply| (format!("m{ply}x"), 0)).collect();
        let tags = vec![("White".to_owned(), "a \"quoted\" \\ name".to_owned())];
        for second_begins in [false, true] {
            let remark = Some("over {so}".to_owned());
            let (tags, moves, result) = (tags.clone(), moves.clone(), "0-1".to_owned());
            let left_out = remark.is_some();
            let game = PgnGame { tags, moves, remark, result, second_begins, left_out };
            let text = game.text();
            assert!(text.lines().all(|line| line.len() <= WIDTH));
            let read = &PgnGame::parse_all(&text).expect("read")[0];
            let plain =
                |game: &PgnGame| -> Vec<String> { game.moves.iter().map(|(text, _)| text.clone()).collect() };
            assert_eq!((plain(read), &read.tags, &read.result), (plain(&game), &game.tags, &game.result));
            assert_eq!(read.second_begins, second_begins);
        }
    }

    #[test]
    fn moves_are_numbered_from_who_begins() {
        let moves = || ["a", "b", "c"].into_iter();
        assert_eq!(numbered(moves(), false), ["1.", "a", "b", "2.", "c"]);
        assert_eq!(numbered(moves(), true), ["1...", "a", "2.", "b", "c"]);
    }
}
