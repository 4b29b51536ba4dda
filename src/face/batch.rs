//! Many positions, one a line, each answered with a line of JSON.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError, mpsc};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::game::Game;
use crate::position::Position;

use super::choice::{PositionChoice, read_position};
use super::clock;
use super::files::unreadable;
use super::output::{Failure, Finish, json_line, note};
use crate::protocol::{InputLine, next_line};

/// The longest line that is read, in bytes: a position with more moves than any game has.
const LONGEST_LINE: usize = 1 << 20;

/// Characters of a line that is too long that its answer shows.
const SHOWN: usize = 60;

/// How long the lines that are left are counted: an input may never end.
const COUNTING: Duration = Duration::from_millis(500);

/// One position, or many.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Batch {
    #[command(flatten)]
    pub one: PositionChoice,
    /// Answer many positions, one a line of this file (- is the standard input), with a JSON line each
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Position",
        conflicts_with_all = ["position", "moves"]
    )]
    pub positions: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Batch {
    /// Whether the output is JSON.
    pub(super) fn speaks_json(&self) -> bool {
        self.json || self.positions.is_some()
    }

    /// Answers each line of `--positions` in JSON: a wrong one with its error, and the rest goes on.
    /// Without `--positions` nothing happens, and `None` is returned.
    pub(super) fn answer(
        &self,
        game: &Arc<Game>,
        out: &mut dyn Write,
        mut answer: impl FnMut(&Position) -> Result<Value, Failure>,
    ) -> Result<Option<Finish>, Failure> {
        let Some(path) = &self.positions else { return Ok(None) };
        let lines = Arc::new(InputLines::open(path)?);
        let left = lines.clone();
        let _parting = clock::before_exit(move || _ = left.stop());
        let mut finish = Finish::Good;
        while let Some((number, line)) = lines.next().map_err(|error| unreadable(path, &error))? {
            let value = answered(game, &line, &mut answer).unwrap_or_else(|failure| {
                finish = Finish::Wrong;
                (shown(&line), json!({ "error": failure.line() }))
            });
            json_line(out, &labelled(number, value))?;
            out.flush()?;
            lines.is_answering.store(false, Ordering::Relaxed);
            if clock::was_interrupted() && lines.stop() {
                finish = Finish::Wrong;
            }
        }
        Ok(Some(finish))
    }
}

/// The position of a line as it is written here, and the answer to it.
fn answered(
    game: &Arc<Game>,
    line: &InputLine,
    answer: &mut impl FnMut(&Position) -> Result<Value, Failure>,
) -> Result<(String, Value), Failure> {
    if line.is_cut {
        return Err(Failure::Wrong(format!("the line is longer than {LONGEST_LINE} bytes")));
    }
    let text = std::str::from_utf8(&line.bytes);
    let text = text.map_err(|_| Failure::Wrong("not text in UTF-8".to_owned()))?;
    let position = read_position(game, text)?;
    Ok((position.to_string(), answer(&position)?))
}

/// A line as the answer to it shows it.
fn shown(line: &InputLine) -> String {
    let text = String::from_utf8_lossy(&line.bytes);
    match line.is_cut {
        true => text.trim().chars().take(SHOWN).chain(['…']).collect(),
        false => text.trim().to_owned(),
    }
}

/// The answer with the line and the position that it belongs to.
fn labelled(number: u64, (position, answer): (String, Value)) -> Value {
    let mut all = Map::new();
    if let Value::Object(answer) = answer {
        all.insert("line".to_owned(), Value::Null);
        all.insert("position".to_owned(), Value::Null);
        all.extend(answer);
    }
    // Last, because these keys mean the same in every answer, whatever a command calls its own.
    all.insert("line".to_owned(), json!(number));
    all.insert("position".to_owned(), json!(position));
    Value::Object(all)
}

/// What some editors write before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines of an input that are not blank. Who stops them counts those that are left.
struct InputLines {
    input: Mutex<Input>,
    is_answering: AtomicBool,
    is_stopped: AtomicBool,
    /// So many were counted after the stop.
    left: AtomicU64,
}

struct Input {
    reader: Box<dyn BufRead + Send>,
    /// The line that was read last, from 1.
    number: u64,
}

impl Input {
    /// The next line that is not blank, with its number.
    fn next(&mut self) -> io::Result<Option<(u64, InputLine)>> {
        loop {
            let Some(mut line) = next_line(&mut self.reader, LONGEST_LINE)? else { return Ok(None) };
            self.number += 1;
            if self.number == 1 && line.bytes.starts_with(BYTE_ORDER_MARK) {
                line.bytes.drain(..BYTE_ORDER_MARK.len());
            }
            let is_blank = std::str::from_utf8(&line.bytes).is_ok_and(|text| text.trim().is_empty());
            if line.is_cut || !is_blank {
                return Ok(Some((self.number, line)));
            }
        }
    }
}

impl InputLines {
    fn open(path: &Path) -> Result<InputLines, Failure> {
        let reader: Box<dyn BufRead + Send> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(path).map_err(|error| unreadable(path, &error))?))
        };
        Ok(InputLines::of(reader))
    }

    fn of(reader: Box<dyn BufRead + Send>) -> InputLines {
        InputLines {
            input: Mutex::new(Input { reader, number: 0 }),
            is_answering: AtomicBool::new(false),
            is_stopped: AtomicBool::new(false),
            left: AtomicU64::new(0),
        }
    }

    /// The next line to be answered; none after a stop.
    fn next(&self) -> io::Result<Option<(u64, InputLine)>> {
        // Before the input is asked for: who counts the rest of one that goes on keeps it.
        if self.is_stopped.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let next = input.next()?;
        self.is_answering.store(next.is_some(), Ordering::Relaxed);
        Ok(next)
    }

    /// Gives no more lines, and says how many were not answered; whether there were any.
    fn stop(self: &Arc<InputLines>) -> bool {
        self.is_stopped.store(true, Ordering::Relaxed);
        let begun = self.is_answering.load(Ordering::Relaxed) as u64;
        let (counted, count) = mpsc::channel();
        let lines = self.clone();
        let counting = move || {
            lines.count_left();
            let _ = counted.send(());
        };
        let started = std::thread::Builder::new().spawn(counting);
        let is_counted = started.is_ok() && count.recv_timeout(COUNTING).is_ok();
        let left = begun + self.left.load(Ordering::Relaxed);
        let some = if left == 1 { "1 position was".to_owned() } else { format!("{left} positions were") };
        match (is_counted, left) {
            (true, 0) => return false,
            (true, _) => note(&format!("stopped: {some} not answered")),
            (false, 0) => note("stopped: no more positions are answered"),
            (false, _) => note(&format!("stopped: at least {some} not answered")),
        }
        true
    }

    /// Counts the lines that are left; none where the next one is still waited for.
    fn count_left(&self) {
        let mut input = match self.input.try_lock() {
            Ok(input) => input,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        while let Ok(Some(_)) = input.next() {
            self.left.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static str) -> Arc<InputLines> {
        Arc::new(InputLines::of(Box::new(text.as_bytes())))
    }

    #[test]
    fn lines_are_numbered_as_an_editor_does_and_blank_ones_are_left_out() {
        let lines = lines("a\n\n \t\r\nb");
        let next = || lines.next().expect("readable").map(|(number, _)| number);
        assert_eq!([next(), next(), next()], [Some(1), Some(4), None]);
        assert!(!lines.stop());
    }

    #[test]
    fn after_a_stop_no_line_is_given_and_those_left_are_counted() {
        let lines = lines("a\nb\n\nc\n");
        lines.next().expect("readable");
        assert!(lines.stop());
        assert_eq!(lines.left.load(Ordering::Relaxed), 2);
        assert_eq!(lines.next().expect("readable"), None);
    }
}
