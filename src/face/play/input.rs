//! Where typed lines come from: a line editor at a terminal, else the plain input.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::protocol::{InputLine, next_line};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// Of more words than this, only what comes next is offered.
const MOST_COMPLETED: usize = 80;

/// What came of asking for a line.
pub(super) enum Typed {
    Line(String),
    /// It was left out.
    TooLong,
    /// Ctrl-C at a terminal.
    Interrupted,
    End,
}

pub(super) enum Input {
    Plain(StdinLock<'static>),
    Edited(Box<Editor<Words, MemHistory>>),
}

impl Input {
    /// The editor where a person types, the plain input where a program or a file does.
    pub(super) fn open() -> Input {
        let plain = || Input::Plain(io::stdin().lock());
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return plain();
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) else { return plain() };
        editor.set_helper(Some(Words::default()));
        Input::Edited(Box::new(editor))
    }

    /// Whether what is read has to be shown, because no terminal does.
    pub(super) fn wants_echo(&self) -> bool {
        matches!(self, Input::Plain(_)) && !io::stdin().is_terminal()
    }

    /// Asks for a line. `words` are what may be typed; the Tab key completes them.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        out: &mut dyn Write,
    ) -> io::Result<Typed> {
        match self {
            Input::Plain(input) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                Ok(read_line(input))
            }
            Input::Edited(editor) => {
                out.flush()?;
                if let Some(helper) = editor.helper_mut() {
                    helper.words = words();
                    prompt.clone_into(&mut helper.prompt);
                }
                Ok(edited(editor, &plain_text(prompt)))
            }
        }
    }
}

fn edited(editor: &mut Editor<Words, MemHistory>, prompt: &str) -> Typed {
    match editor.readline(prompt) {
        Ok(line) if line.len() > LONGEST_LINE => Typed::TooLong,
        Ok(line) => {
            let _ = editor.add_history_entry(line.as_str());
            Typed::Line(clean(&line))
        }
        Err(ReadlineError::Interrupted) => Typed::Interrupted,
        Err(_) => Typed::End,
    }
}

/// The next line, what is no text in it replaced.
fn read_line(input: &mut dyn BufRead) -> Typed {
    match next_line(input, LONGEST_LINE) {
        Ok(Some(InputLine { is_cut: true, .. })) => Typed::TooLong,
        Ok(Some(InputLine { bytes, .. })) => Typed::Line(clean(&String::from_utf8_lossy(&bytes))),
        Ok(None) | Err(_) => Typed::End,
    }
}

fn clean(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).collect()
}

/// The text without its colours: the editor counts columns.
fn plain_text(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// What may be typed.
#[derive(Default)]
pub(super) struct Words {
    words: Vec<String>,
    /// With its colours.
    prompt: String,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, completions(&self.words, &line[..at])))
    }
}

/// The words that begin as a line does; all of them at an empty line. Of more than can be looked at only what comes next
/// of each, as far as a comma.
fn completions(words: &[String], typed: &str) -> Vec<String> {
    let typed = typed.trim_start();
    let mut found: Vec<String> = words.iter().filter(|word| word.starts_with(typed)).cloned().collect();
    if found.len() > MOST_COMPLETED {
        for word in &mut found {
            let next = word.char_indices().find(|(at, sign)| *at > typed.len() && *sign == ',');
            word.truncate(next.map_or(word.len(), |(at, _)| at));
        }
        found.dedup();
    }
    found
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, default: bool) -> Cow<'b, str> {
        if default { Cow::Borrowed(&self.prompt) } else { Cow::Borrowed(prompt) }
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_from_what_is_typed() {
        let words = ["hint", "history", "a1a2"].map(str::to_owned);
        assert_eq!(completions(&words, "hi"), ["hint", "history"]);
        assert_eq!(completions(&words, "  a"), ["a1a2"]);
        assert_eq!(completions(&words, "x"), [""; 0]);
        assert_eq!(completions(&words, "").len(), 3);
    }

    #[test]
    fn of_many_moves_the_next_part_is_completed() {
        let shots = |queen: &str| (0..60).map(|shot| format!("{queen},b{shot}")).collect::<Vec<_>>();
        let words = [vec!["help".to_owned()], shots("a1a2"), shots("a1b2")].concat();
        assert_eq!(completions(&words, ""), ["help", "a1a2", "a1b2"]);
        assert_eq!(completions(&words, "a1"), ["a1a2", "a1b2"]);
        assert_eq!(completions(&words, "a1a2,b").len(), 60);
    }

    #[test]
    fn long_lines_are_left_out_and_the_next_is_read() {
        let text = format!("{}\n a1\u{7}a2 \n", "x".repeat(LONGEST_LINE + 1));
        let mut input = text.as_bytes();
        assert!(matches!(read_line(&mut input), Typed::TooLong));
        assert!(matches!(read_line(&mut input), Typed::Line(line) if line == "a1a2"));
        assert!(matches!(read_line(&mut input), Typed::End));
    }
}
