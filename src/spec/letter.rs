//! What stands for pieces: letters in texts, symbols in pictures.

use std::fmt;

use schemars::{Schema, SchemaGenerator, json_schema};

use super::read::{Read, Reader};
use super::tree::{Node, Value};
use crate::diagnostic::{Diagnostic, codes::text as codes};

/// What stands for a piece in texts: a letter, and where another piece has the same one a sign beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// `+` stands before it.
    pub plus: bool,
    /// `~` stands behind it.
    pub tilde: bool,
}

impl Letter {
    /// What a text says; `None` when it is no letter.
    fn parse(text: &str) -> Option<Letter> {
        let (plus, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
        let (tilde, rest) = rest.strip_suffix('~').map_or((false, rest), |rest| (true, rest));
        let mut chars = rest.chars();
        let letter = chars
            .next()
            .filter(|&letter| (letter.is_alphabetic() || letter == '*') && chars.next().is_none())?;
        Some(Letter { letter, plus, tilde })
    }
}

impl PartialEq<char> for Letter {
    /// A letter is a character when no sign stands beside it.
    fn eq(&self, other: &char) -> bool {
        self.letter == *other && !self.plus && !self.tilde
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |is: bool, sign: &'static str| if is { sign } else { "" };
        write!(f, "{}{}{}", sign(self.plus, "+"), self.letter, sign(self.tilde, "~"))
    }
}

impl Read for Letter {
    const WHAT: &'static str = "a single letter or `*`";

    fn example() -> Option<String> {
        Some(r#""K""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if matches!(node.value, Value::Table(_)) {
            let message = format!("expected {}, found {}", Self::WHAT, node.value.found());
            let each =
                format!("a letter for each player: write `letters = {}`", reader.sources.slice(node.span));
            reader.report(Diagnostic::new(codes::WRONG_TYPE, node.span, message).help(each));
            return None;
        }
        let text = reader.text(node, Self::WHAT)?;
        let letter = Letter::parse(&text.value);
        if letter.is_none() {
            let message = format!("expected a single letter or `*`, found `{}`", text.value.escape_debug());
            let diagnostic = Diagnostic::new(codes::BAD_VALUE, node.span, message);
            reader.report(diagnostic.help("`+` may stand before it, `~` behind it"));
        }
        letter
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^\\+?(\\p{Alphabetic}|\\*)~?$" })
    }
}

/// What pieces look like in a picture of the board, the first player's and the second's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbols {
    /// One or two characters each.
    pub each: [String; 2],
}

impl Symbols {
    /// What a text says: a symbol for both players, or two with a space between.
    fn parse(text: &str) -> Option<Symbols> {
        let is_symbol = |word: &str| word.chars().count() <= 2 && !word.chars().any(char::is_control);
        let words: Vec<&str> = text.split_whitespace().collect();
        let (first, second) = match words.as_slice() {
            [both] => (both, both),
            [first, second] => (first, second),
            _ => return None,
        };
        let sound = is_symbol(first) && is_symbol(second);
        sound.then(|| Symbols { each: [(*first).to_owned(), (*second).to_owned()] })
    }
}

impl Read for Symbols {
    const WHAT: &'static str = "a symbol, or one for each player: `\"♘ ♞\"`";

    fn example() -> Option<String> {
        Some(r#""♘ ♞""#.to_owned())
    }

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let symbols = Symbols::parse(&text.value);
        if symbols.is_none() {
            let message = format!("expected {}, found `{}`", Self::WHAT, text.value.escape_debug());
            let diagnostic = Diagnostic::new(codes::BAD_VALUE, node.span, message);
            reader.report(
                diagnostic.help("a symbol has one or two characters; the first player's comes first"),
            );
        }
        symbols
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^\\s*\\S{1,2}(\\s+\\S{1,2})?\\s*$" })
    }
}
