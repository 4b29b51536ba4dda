//! Slips in TOML that people make, in plain words: what the parser trips over is often not what is wrong.

use std::ops::Range;

use super::names::{IN_TEXT, without_marks};

/// What is wrong and what to do about it.
pub(super) struct Slip {
    /// Where, in bytes.
    pub range: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

const PICTURE: [&str; 2] = ["\"\"\"", "'''"];
const CURLY: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

impl Slip {
    /// What is behind a mistake that the parser found at a place of a section.
    pub(super) fn of(section: &str, range: Range<usize>, message: &str) -> Slip {
        let place = SlippedSection { section, range, message };
        place
            .open_picture()
            .or_else(|| place.curly_quotes())
            .or_else(|| place.slashes())
            .or_else(|| place.open_text())
            .or_else(|| place.open_brackets())
            .or_else(|| place.closed_table())
            .or_else(|| place.marked_key())
            .or_else(|| place.other_habits())
            .unwrap_or_else(|| place.slip(place.message, None))
    }
}

/// A mistake in a section: the text from one header of a table to the next.
struct SlippedSection<'a> {
    section: &'a str,
    range: Range<usize>,
    message: &'a str,
}

impl SlippedSection<'_> {
    fn slip(&self, message: &str, help: Option<&str>) -> Slip {
        Slip { range: self.range.clone(), message: message.to_owned(), help: help.map(str::to_owned) }
    }

    /// A picture that is never closed takes all that follows with it.
    fn open_picture(&self) -> Option<Slip> {
        let quotes = PICTURE.into_iter().find(|quotes| self.section.matches(quotes).count() % 2 == 1)?;
        let before = self.section.get(..self.range.start)?.matches(quotes).count();
        if before == 0 {
            return None;
        }
        let help = format!("a picture ends with `{quotes}` on a line of its own");
        if !self.message.contains("multi-line") {
            let message = format!("a `{quotes}` in this table has no partner");
            return Some(self.slip(&message, Some(&help)));
        }
        let at = self.section.get(..self.range.start)?.rfind(quotes)?;
        let message = format!("this `{quotes}` is never closed");
        Some(Slip { range: at..at + quotes.len(), message, help: Some(help) })
    }

    fn curly_quotes(&self) -> Option<Slip> {
        let at = code_of(self.line()).find(CURLY)?;
        let range = self.line_start() + at..self.line_start() + at + 1;
        let message = "a text stands in straight quotes: `\"`, as in `\"king\"`";
        Some(Slip { range, ..self.slip("a quote that TOML does not know", Some(message)) })
    }

    fn slashes(&self) -> Option<Slip> {
        let at = code_of(self.line()).find("//")?;
        let range = self.line_start() + at..self.line_start() + at + 2;
        Some(Slip { range, ..self.slip("`//` begins no comment in TOML", Some("a comment begins with `#`")) })
    }

    fn open_text(&self) -> Option<Slip> {
        let quote = match self.message {
            m if m.contains("multi-line") => None,
            m if m.starts_with("invalid basic string") && m.ends_with("`\"`") => Some('"'),
            m if m.starts_with("invalid literal string") && m.ends_with("`'`") => Some('\''),
            _ => None,
        }?;
        let message = format!("this text is not closed: its `{quote}` is missing");
        let help = format!("a text ends with `{quote}` on its line; a picture stands between `\"\"\"`");
        Some(self.slip(&message, Some(&help)))
    }

    fn open_brackets(&self) -> Option<Slip> {
        let (what, help) = match self.message.strip_prefix("unclosed ")?.split(',').next()? {
            "table" => {
                ("the name of this table is not closed: its `]` is missing", "a table begins as `[board]`")
            }
            "array table" => {
                ("the name of this table is not closed: its `]]` is missing", "write `[[name]]`")
            }
            "array" => ("this list is not closed: its `]` is missing", "a list is written as `[1, 2]`"),
            "inline table" => {
                ("these braces are not closed: their `}` is missing", "write `{ key = value }`")
            }
            _ => return None,
        };
        Some(self.slip(what, Some(help)))
    }

    /// A table in braces is whole: no header and no dotted key adds to it.
    fn closed_table(&self) -> Option<Slip> {
        let is_added_to = self.message.starts_with("cannot extend") && self.message.contains("inline table");
        let help =
            "it is given in braces `{ }` above: write this inside them, or that as a table under a header";
        is_added_to.then(|| self.slip("nothing can be added to a table in braces", Some(help)))
    }

    /// A key with letters that no bare key has.
    fn marked_key(&self) -> Option<Slip> {
        let word = Some(self.word()).filter(|word| !word.is_ascii())?;
        let is_key = self.message.starts_with("invalid unquoted key");
        let plain = without_marks(&word.to_lowercase());
        let help = if plain.is_ascii() { format!("write `{plain}`; {IN_TEXT}") } else { IN_TEXT.to_owned() };
        let message = format!("`{word}` cannot be a key: keys are written with letters from `a` to `z`");
        is_key.then(|| self.slip(&message, Some(&help)))
    }

    fn other_habits(&self) -> Option<Slip> {
        let code = code_of(self.line());
        if matches!(self.word(), "True" | "False" | "TRUE" | "FALSE") {
            let help = "`true` and `false` are written in lower case";
            return Some(self.slip("this is no value", Some(help)));
        }
        // A word that begins like `true`, `inf` or `nan` is taken for one.
        let word = self.word();
        let bare = ["string values must be quoted", "invalid boolean", "invalid float"];
        if bare.iter().any(|begins| self.message.starts_with(begins)) && !word.is_empty() {
            let help = format!("write `\"{word}\"`");
            return Some(self.slip("a text must stand in quotes", Some(&help)));
        }
        let colon = self.message.starts_with("key with no value") && code.contains(':');
        colon.then(|| self.slip("a key without `=`", Some("TOML writes `key = value`")))
    }

    /// The word that stands where the mistake was found.
    fn word(&self) -> &str {
        let in_word = |c: char| c.is_alphabetic() || c == '-' || c == '_';
        let before = self.section.get(..self.range.start).unwrap_or_default();
        let start = before.trim_end_matches(in_word).len();
        let rest = self.section.get(start..).unwrap_or_default();
        &rest[..rest.find(|c| !in_word(c)).unwrap_or(rest.len())]
    }

    fn line_start(&self) -> usize {
        let before = self.section.get(..self.range.start).unwrap_or_default();
        before.rfind('\n').map_or(0, |at| at + 1)
    }

    fn line(&self) -> &str {
        self.section.get(self.line_start()..).unwrap_or_default().lines().next().unwrap_or_default()
    }
}

/// A line without its comment and with an `x` for each byte of a text: what stands there is no code.
fn code_of(line: &str) -> String {
    let mut inside = None;
    let hidden = |c: char| "x".repeat(c.len_utf8());
    let mut code = String::new();
    for c in line.chars() {
        match (inside, c) {
            (Some(quote), _) => {
                code.push_str(&hidden(c));
                inside = inside.filter(|_| c != quote);
            }
            (None, '"' | '\'') => {
                code.push_str(&hidden(c));
                inside = Some(c);
            }
            (None, '#') => break,
            (None, _) => code.push(c),
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_texts_and_comments_is_no_code() {
        assert_eq!(code_of("a = \"//\" // x # “"), "a = xxxx // x ");
        assert_eq!(code_of("a = “b”"), "a = “b”");
    }
}
