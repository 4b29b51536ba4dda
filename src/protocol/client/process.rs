//! A child process that is talked to in lines, none of which is waited for without a limit.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{Program, Trouble};

/// Bytes of a line that are kept; the rest of it is thrown away.
const LONGEST_LINE: usize = 1 << 16;

/// Lines that wait to be heard; a program that says more waits itself.
const WAITING: usize = 64;

/// Lines that a program may say before it answers.
const MOST_LINES: usize = 200_000;

/// Lines of the exchange that are kept.
const KEPT: usize = 16;

/// Characters of each of them that are kept.
const SHOWN: usize = 240;

/// How often it is looked whether somebody still waits.
const LOOKING: Duration = Duration::from_millis(50);

/// How long a program has to end by itself.
const PARTING: Duration = Duration::from_millis(300);

/// Where Debian puts games, which not every user's path has.
const GAMES_FOLDER: &str = "/usr/games";

/// A running program. It is ended when this is dropped.
pub struct Process {
    child: Child,
    heard: Receiver<String>,
    told: Option<Sender<String>>,
    exchanged: VecDeque<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    complaining: JoinHandle<()>,
    lines_left: usize,
    abort: Arc<AtomicBool>,
}

impl Process {
    /// Starts a program. Nobody waits for it once `abort` is true.
    ///
    /// # Errors
    ///
    /// When there is no such program, or no such folder.
    pub fn start(program: &Program, abort: &Arc<AtomicBool>) -> Result<Process, Trouble> {
        let spawned = spawn(program, &program.file).or_else(|error| {
            let elsewhere = format!("{GAMES_FOLDER}/{}", program.file);
            let is_name = error.kind() == io::ErrorKind::NotFound && !program.file.contains('/');
            if is_name { spawn(program, &elsewhere).map_err(|_| error) } else { Err(error) }
        });
        let named = |error: io::Error| {
            let place = program.folder.as_ref().filter(|folder| !folder.is_dir());
            Trouble::NotStarted(match place {
                Some(folder) => format!("there is no folder `{}`", folder.display()),
                None => format!("`{}`: {}", program.file.escape_debug(), crate::suite::io_words(&error)),
            })
        };
        let mut child = spawned.map_err(named)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Trouble::NotStarted("it has no input or output".to_owned()));
        };
        let (says, heard) = mpsc::sync_channel(WAITING);
        let (told, tells) = mpsc::channel();
        let complaints = Arc::default();
        let kept = Arc::clone(&complaints);
        let failed = |error: io::Error| Trouble::NotStarted(crate::suite::io_words(&error));
        thread::Builder::new().spawn(move || listen(stdout, &says)).map_err(failed)?;
        thread::Builder::new().spawn(move || write_lines(stdin, &tells)).map_err(failed)?;
        let complaining =
            thread::Builder::new().spawn(move || keep_complaints(stderr, &kept)).map_err(failed)?;
        Ok(Process {
            child,
            heard,
            told: Some(told),
            exchanged: VecDeque::new(),
            complaints,
            complaining,
            lines_left: MOST_LINES,
            abort: abort.clone(),
        })
    }

    /// Tells the program a line. That it no longer listens shows when it is asked for an answer.
    pub fn tell(&mut self, line: &str) {
        self.keep('>', line);
        self.lines_left = MOST_LINES;
        if let Some(told) = &self.told {
            let _ = told.send(format!("{line}\n"));
        }
    }

    /// The next line that the program says.
    ///
    /// # Errors
    ///
    /// When none comes before `until`, the program has ended, or it has said too many since it was last told something.
    pub fn hear(&mut self, until: Instant) -> Result<String, Trouble> {
        let started = Instant::now();
        self.lines_left = self.lines_left.checked_sub(1).ok_or(Trouble::Flood)?;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(LOOKING)) {
                Ok(line) => {
                    self.keep('<', &line);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Gone(self.how_it_ended())),
                Err(RecvTimeoutError::Timeout) if left <= LOOKING || self.abort.load(Ordering::Relaxed) => {
                    return Err(Trouble::Silent(started.elapsed()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The first line that `wanted` makes something of; others are passed over.
    ///
    /// # Errors
    ///
    /// As for [`Process::hear`].
    pub fn hear_until<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let until = Instant::now() + patience;
        loop {
            let line = self.hear(until).map_err(|trouble| match trouble {
                Trouble::Silent(_) => Trouble::Silent(patience),
                trouble => trouble,
            })?;
            if let Some(found) = wanted(line.trim()) {
                return Ok(found);
            }
        }
    }

    /// Forgets what was said and not asked for. What still comes in is left to the next question.
    pub fn drain(&mut self) {
        for _ in 0..WAITING {
            let Ok(line) = self.heard.try_recv() else { return };
            self.keep('<', &line);
        }
    }

    /// The last lines exchanged.
    pub fn last_lines(&self) -> Vec<String> {
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        self.exchanged.iter().cloned().chain(complaints.iter().map(|line| format!("! {line}"))).collect()
    }

    fn keep(&mut self, side: char, line: &str) {
        if self.exchanged.len() == KEPT {
            self.exchanged.pop_front();
        }
        self.exchanged.push_back(format!("{side} {}", shown(line)));
    }

    fn how_it_ended(&mut self) -> String {
        let until = Instant::now() + PARTING;
        loop {
            let all_said = self.complaining.is_finished() || Instant::now() >= until;
            match self.child.try_wait() {
                Ok(Some(status)) if all_said => return status.to_string(),
                Ok(Some(_)) => thread::sleep(Duration::from_millis(1)),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(None) => return "it closed its output".to_owned(),
                Err(error) => return crate::suite::io_words(&error),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of the input ends it too, if it does not listen to words.
        drop(self.told.take());
        let until = Instant::now() + PARTING;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(program: &Program, file: &str) -> io::Result<Child> {
    // A path is meant from where we are, not from the folder that it works in.
    let file = match file.contains('/') {
        true => std::path::absolute(file)?,
        false => file.into(),
    };
    let mut command = Command::new(file);
    command.args(&program.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C is for us alone: an engine that it ended would lose its game.
        command.process_group(0);
    }
    command.spawn()
}

fn listen(output: impl Read, says: &SyncSender<String>) {
    let mut reader = BufReader::new(output);
    while let Ok(Some(line)) = bounded_line(&mut reader) {
        if says.send(line).is_err() {
            return;
        }
    }
}

fn write_lines(mut input: impl Write, tells: &Receiver<String>) {
    for line in tells {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn keep_complaints(errors: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(errors);
    while let Ok(Some(line)) = bounded_line(&mut reader) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(shown(&line));
    }
}

/// A line without its end, as much of it as is kept; `None` at the end of the output.
fn bounded_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    loop {
        let available = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() {
            return Ok((!bytes.is_empty()).then(|| text(&bytes)));
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let read = end.unwrap_or(available.len());
        bytes.extend_from_slice(&available[..read.min(LONGEST_LINE - bytes.len())]);
        reader.consume(end.map_or(read, |end| end + 1));
        if end.is_some() {
            return Ok(Some(text(&bytes)));
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// A line as it is kept: not too long, and nothing in it that a terminal would obey.
fn shown(line: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut kept: String = line.chars().take(SHOWN).map(clean).collect();
    if line.chars().nth(SHOWN).is_some() {
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_line_without_end_a_bounded_part_is_held() {
        let endless = io::repeat(b'x').take(1 << 22).chain(&b"\nnext\r\n"[..]);
        let mut reader = BufReader::new(endless);
        assert_eq!(bounded_line(&mut reader).expect("read").map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(bounded_line(&mut reader).expect("read").as_deref(), Some("next"));
        assert_eq!(bounded_line(&mut reader).expect("read"), None);
    }

    #[test]
    fn what_is_kept_is_short_and_harmless() {
        assert_eq!(shown("a\u{1b}[2Jb"), "a [2Jb");
        assert_eq!(shown(&"é".repeat(1_000)).chars().count(), SHOWN + 1);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let program = Program { file: "no-such-engine".to_owned(), ..Program::default() };
        let trouble = Process::start(&program, &Arc::default()).err().map(|trouble| trouble.to_string());
        assert!(trouble.is_some_and(|text| text.contains("`no-such-engine`")));
    }
}
