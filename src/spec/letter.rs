//! The letters of pieces.

use std::fmt;

use schemars::{Schema, SchemaGenerator, json_schema};

use super::read::{Read, Reader};
use super::tree::Node;
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
        let letter = chars.next().filter(|letter| letter.is_alphabetic() && chars.next().is_none())?;
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
    const WHAT: &'static str = "a single letter";

    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = reader.text(node, Self::WHAT)?;
        let letter = Letter::parse(&text.value);
        if letter.is_none() {
            let message = format!("expected a single letter, found `{}`", text.value.escape_debug());
            let diagnostic = Diagnostic::new(codes::BAD_VALUE, node.span, message);
            reader.report(diagnostic.help("`+` may stand before it, `~` behind it"));
        }
        letter
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^\\+?\\p{Alphabetic}~?$" })
    }
}
