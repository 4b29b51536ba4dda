//! Types in the text of a script: what is skipped when names are looked for.

use super::names::Walk;
use super::tokens::Token;

impl Walk<'_, '_> {
    pub(super) fn skip_angles(&mut self) -> Option<()> {
        self.skip_until_closed("<", ">")
    }

    fn skip_until_closed(&mut self, open: &str, close: &str) -> Option<()> {
        let mut depth = 0;
        loop {
            self.token(0)?;
            if self.is(0, open) {
                depth += 1;
            } else if self.is(0, close) {
                depth -= 1;
            } else if close == ">" && self.is(0, ">>") {
                depth -= 2;
            }
            self.at += 1;
            if depth <= 0 {
                return Some(());
            }
        }
    }

    pub(super) fn skip_type(&mut self) -> Option<()> {
        loop {
            match self.token(0)? {
                Token::Sign("{") => self.skip_until_closed("{", "}")?,
                Token::Sign("(") => self.skip_until_closed("(", ")")?,
                Token::Sign("...") => {
                    self.at += 1;
                    continue;
                }
                Token::Sign("|" | "&") => {
                    self.at += 1;
                    continue;
                }
                Token::Word("typeof") => {
                    self.at += 1;
                    self.skip_until_closed("(", ")")?;
                }
                Token::Word("nil" | "true" | "false") | Token::Value(_) => self.at += 1,
                Token::Word(_) => {
                    self.name(0)?;
                    self.at += 1;
                    while self.is(0, ".") && self.name(1).is_some() {
                        self.at += 2;
                    }
                    if self.is(0, "<") {
                        self.skip_angles()?;
                    }
                }
                Token::Sign(_) => return None,
            }
            while self.is(0, "?") {
                self.at += 1;
            }
            if !["|", "&", "->"].iter().any(|sign| self.is(0, sign)) {
                return Some(());
            }
            self.at += 1;
        }
    }
}
