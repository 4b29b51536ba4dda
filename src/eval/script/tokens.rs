//! A script cut into words and signs, without comments, for whoever looks for names in it.

/// What a script is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// A number or a text, as it is written; of a text with `{ }` in it nothing.
    Value(&'a str),
    /// Everything else.
    Sign(&'a str),
}

/// Signs of several letters, longest first.
const SIGNS: [&str; 20] = [
    "...", "..=", "//=", "==", "~=", "<=", ">=", "..", "::", "->", "+=", "-=", "*=", "/=", "%=", "^=", "//",
    "<<", ">>", "=>",
];

/// The tokens of a script, each with its line. A text with `{ }` in it is a value, and what stands in its braces follows in
/// parentheses.
pub(super) fn tokens(text: &str) -> Vec<(Token<'_>, u32)> {
    let mut reader = Reader { text, at: 0, line: 1, found: Vec::new() };
    reader.read(None);
    reader.found
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    found: Vec<(Token<'a>, u32)>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count() as u32;
        self.at += bytes;
    }

    /// Reads up to the brace that ends a part of a text, or to the end.
    fn read(&mut self, until: Option<char>) {
        let mut open = 0;
        while let Some(next) = self.rest().chars().next() {
            match next {
                '}' if until.is_some() && open == 0 => return,
                '{' => open += 1,
                '}' => open -= 1,
                _ => {}
            }
            self.token(next);
        }
    }

    fn token(&mut self, next: char) {
        let rest = self.rest();
        let line = self.line;
        if next.is_whitespace() {
            return self.skip(next.len_utf8());
        }
        if let Some(comment) = rest.strip_prefix("--") {
            let length = long_bracket(comment).unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()));
            return self.skip(2 + length);
        }
        if next.is_alphabetic() || next == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.found.push((Token::Word(&rest[..end]), line));
            return self.skip(end);
        }
        if next.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len());
            // `1..2` joins two numbers.
            let end = rest[..end].find("..").unwrap_or(end);
            self.found.push((Token::Value(&rest[..end]), line));
            return self.skip(end);
        }
        if let Some(length) = long_bracket(rest) {
            self.found.push((Token::Value(&rest[..length]), line));
            return self.skip(length);
        }
        match next {
            '"' | '\'' => {
                let (start, slot) = (self.at, self.found.len());
                self.found.push((Token::Value(""), line));
                self.skip(1);
                self.quoted(next);
                self.found[slot].0 = Token::Value(&self.text[start..self.at]);
            }
            '`' => {
                self.found.push((Token::Value(""), line));
                self.skip(1);
                self.interpolated();
            }
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(*sign));
                let length = sign.map_or(next.len_utf8(), |sign| sign.len());
                self.found.push((Token::Sign(&rest[..length]), line));
                self.skip(length);
            }
        }
    }

    /// Reads the rest of a text in quotes.
    fn quoted(&mut self, quote: char) {
        while let Some(next) = self.rest().chars().next() {
            self.skip(next.len_utf8());
            if next == quote {
                return;
            }
            if next == '\\' {
                self.skip_letter();
            }
        }
    }

    fn interpolated(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            self.skip(next.len_utf8());
            match next {
                '`' => return,
                '\\' => self.skip_letter(),
                '{' => {
                    self.found.push((Token::Sign("("), self.line));
                    self.read(Some('}'));
                    self.found.push((Token::Sign(")"), self.line));
                    self.skip_letter();
                }
                _ => {}
            }
        }
    }

    fn skip_letter(&mut self) {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.skip(length);
    }
}

/// How long a text or a comment between `[[` and `]]` is, if it begins here.
fn long_bracket(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    Some(text.find(&close).map_or(text.len(), |at| at + close.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(&str, u32)> {
        let word = |(token, line)| match token {
            Token::Word(word) | Token::Sign(word) => Some((word, line)),
            Token::Value(_) => None,
        };
        tokens(text).into_iter().filter_map(word).collect()
    }

    #[test]
    fn comments_and_texts_hold_no_words() {
        let text = "a -- b\n--[[ c\n]] d = 'e\\'f' .. \"g\" --[==[ ]] ]==] [[h\n]] i";
        assert_eq!(words(text), [("a", 1), ("d", 3), ("=", 3), ("..", 3), ("i", 4)]);
    }

    #[test]
    fn what_stands_in_the_braces_of_a_text_is_read() {
        let found = words("`one {two} {three({4})} five` six");
        let names: Vec<&str> = found.iter().map(|(word, _)| *word).filter(|w| w.len() > 1).collect();
        assert_eq!(names, ["two", "three", "six"]);
    }

    #[test]
    fn a_text_that_does_not_end_and_letters_of_any_script_end() {
        for text in ["'abc", "`a {b", "[[", "--[[", "é = 1", "1..2", "0x1F", "`{", "\\"] {
            let _ = tokens(text);
        }
    }
}
