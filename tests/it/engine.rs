//! `banco engine` as a client drives it: lines into the program, lines out of it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::cli::command;

/// Nothing takes so long: an engine that says nothing is taken to hang.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine and what it has said.
pub struct Talk {
    child: Child,
    hears: Option<ChildStdin>,
    says: Receiver<String>,
    /// All that was said and read so far.
    pub said: Vec<String>,
}

impl Talk {
    /// Starts an engine in the folder of the crate.
    pub fn start(args: &[&str]) -> Talk {
        let all = [&["engine"], args].concat();
        let mut child = command(Path::new(env!("CARGO_MANIFEST_DIR")), &all)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (heard, says) = channel();
        std::thread::spawn(move || {
            for line in out.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8(line).expect("an engine that speaks in UTF-8");
                if heard.send(line.trim_end_matches('\r').to_owned()).is_err() {
                    return;
                }
            }
        });
        let hears = child.stdin.take();
        Talk { child, hears, says, said: Vec::new() }
    }

    /// Says a line to it.
    pub fn tell(&mut self, line: &str) {
        self.tell_bytes(format!("{line}\n").as_bytes());
    }

    /// The same in bytes. It may have gone.
    pub fn tell_bytes(&mut self, bytes: &[u8]) {
        let _ = self.hears.as_mut().expect("an open input").write_all(bytes);
    }

    /// The next line.
    pub fn line(&mut self) -> Option<String> {
        match self.says.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.said.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("it hangs after {:?}", self.said.last()),
        }
    }

    /// The lines up to one that begins so, which is the last of them.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line() {
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
        panic!("it ended before `{start}`: {lines:?}");
    }

    /// Says some lines and reads up to a line that begins so.
    pub fn ask(&mut self, lines: &[&str], start: &str) -> Vec<String> {
        lines.iter().for_each(|line| self.tell(line));
        self.until(start)
    }

    /// The last line up to one that begins so.
    pub fn last(&mut self, lines: &[&str], start: &str) -> String {
        self.ask(lines, start).pop().expect("a line")
    }

    /// Ends its input and reads the rest; it must end well.
    pub fn end(mut self) -> Vec<String> {
        drop(self.hears.take());
        while self.line().is_some() {}
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}: {:?}", self.said.last());
        std::mem::take(&mut self.said)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number behind a word of a line.
pub fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split_whitespace().skip_while(|found| *found != word);
    words.nth(1)?.parse().ok()
}

#[test]
fn an_input_that_says_nothing_ends_well() {
    assert_eq!(Talk::start(&[]).end(), [""; 0]);
    let mut talk = Talk::start(&[]);
    talk.tell("\n  \nhello\nquit");
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn a_game_that_is_not_there_is_wrong_use() {
    crate::cli::banco(&["engine", "dodgme"]).fails(2, "did you mean `dodgem`");
    crate::cli::banco(&["engine", "--protocol", "morse"]).fails(2, "the dialects are uci");
}
