//! The talk with a client: lines in, lines out, and one search that runs while lines are read.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::uci::{Flavour, Server};
use super::{Dialect, cecp, dialect_of, gomocup, gtp, next_line};
use crate::engine::{Engine, Hosted, Known, Listener, Settings, Told, known_games};
use crate::library::Library;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Lines that wait to be heard; the client waits when there are more.
const WAITING: usize = 64;

/// How long the last answer may take when the client has gone.
const PARTING: Duration = Duration::from_millis(600);

/// How a talk begins.
pub struct Setup {
    /// Where games are found.
    pub library: Library,
    /// The game that is played; without it, the one that the client's dialect is about.
    pub hosted: Option<Hosted>,
    /// The dialect; without it, the first line tells.
    pub dialect: Option<Dialect>,
    /// The settings at first.
    pub settings: Settings,
}

/// Something that happens.
enum Event {
    /// A line, or nothing instead of one that is too long.
    Line(Option<String>),
    /// The input is over.
    End,
    Told(Told),
}

/// What is heard next.
enum Heard {
    Line(Option<String>),
    Told(Told),
    End,
}

/// Whether the talk goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Goes,
    Quits,
}

/// A dialect's engine side.
pub(super) trait Talk {
    /// Answers a line.
    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow>;

    /// Passes on what the search tells.
    fn told(&mut self, told: Told, desk: &mut Desk<'_>) -> io::Result<()>;

    /// Says that a line was left out because it was too long.
    fn left_out(&mut self, desk: &mut Desk<'_>) -> io::Result<()>;
}

/// What a dialect works with.
pub(super) struct Desk<'a> {
    pub engine: Engine,
    pub library: Library,
    known: Option<Vec<Known>>,
    out: &'a mut dyn Write,
    events: Receiver<Event>,
    pending: VecDeque<Event>,
}

impl Desk<'_> {
    /// Writes a line.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Writes lines at once, if there are any.
    pub fn say_lines(&mut self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() { Ok(()) } else { self.say_all(lines) }
    }

    /// Writes lines at once.
    pub fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        let mut text = lines.join("\n");
        text.push('\n');
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// The games that the library has.
    pub fn known(&mut self) -> &[Known] {
        let library = &self.library;
        self.known.get_or_insert_with(|| known_games(library))
    }

    /// Loads the game that a client calls so.
    pub fn find(&mut self, name: &str) -> Result<Hosted, String> {
        let by_name = |known: &&Known| known.name == name;
        let all = self.known();
        let found = all.iter().find(by_name).or_else(|| all.iter().find(|known| known.is_called(name)));
        let found = found.map(|known| known.name.clone());
        let word = found.ok_or_else(|| format!("there is no game `{}`", crate::engine::shortened(name)))?;
        Hosted::load(&self.library, &word)
    }

    fn next(&mut self) -> Heard {
        let event = self.pending.pop_front().or_else(|| self.events.recv().ok());
        match event {
            Some(Event::Line(line)) => Heard::Line(line),
            Some(Event::Told(told)) => Heard::Told(self.noted(told)),
            Some(Event::End) | None => Heard::End,
        }
    }

    /// What the search tells next; lines wait.
    fn next_told(&mut self, deadline: Option<Instant>) -> Option<Told> {
        loop {
            let event = match deadline {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => self.events.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match event.ok()? {
                Event::Told(told) => return Some(self.noted(told)),
                other => {
                    if is_parting(&other) {
                        self.engine.stop();
                    }
                    self.pending.push_back(other);
                }
            }
        }
    }

    fn noted(&mut self, told: Told) -> Told {
        if told.is_last() {
            self.engine.note_end();
        }
        told
    }
}

/// Whether a client says, or shows, that it goes.
fn is_parting(event: &Event) -> bool {
    match event {
        Event::End => true,
        Event::Line(Some(line)) => line.split_whitespace().any(|word| ["quit", "END"].contains(&word)),
        Event::Line(None) | Event::Told(_) => false,
    }
}

/// Waits for the end of what runs, and passes on all it tells. A client that goes does not wait.
pub(super) fn wait<T: Talk + ?Sized>(talk: &mut T, desk: &mut Desk<'_>) -> io::Result<()> {
    if desk.pending.iter().any(is_parting) {
        desk.engine.stop();
    }
    while desk.engine.is_busy() {
        let Some(told) = desk.next_told(None) else { break };
        talk.told(told, desk)?;
    }
    Ok(())
}

/// Ends what runs, and passes on all it tells.
pub(super) fn finish<T: Talk + ?Sized>(talk: &mut T, desk: &mut Desk<'_>) -> io::Result<()> {
    desk.engine.stop();
    while desk.engine.is_busy() {
        let Some(told) = desk.next_told(None) else { break };
        talk.told(told, desk)?;
    }
    Ok(())
}

/// Answers a client until it quits or its input ends.
///
/// # Errors
///
/// When nothing can be written any more, or the system gives no thread.
pub fn serve(setup: Setup, input: impl Read + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING);
    let reading = sender.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &reading))?;
    let mut early = VecDeque::new();
    let Some(dialect) = setup.dialect.or_else(|| first_words(&events, &mut early)) else { return Ok(()) };
    let mut known = None;
    let hosted = match setup.hosted {
        Some(hosted) => hosted,
        None => {
            let known = known.get_or_insert_with(|| known_games(&setup.library));
            first_game(&setup.library, known, dialect).map_err(io::Error::other)?
        }
    };
    let listener: Listener = Arc::new(move |told| drop(sender.send(Event::Told(told))));
    let engine = Engine::new(hosted, setup.settings, listener)?;
    let mut desk = Desk { engine, library: setup.library, known, out, events, pending: early };
    converse(talk_of(dialect).as_mut(), &mut desk)
}

fn talk_of(dialect: Dialect) -> Box<dyn Talk> {
    match dialect {
        Dialect::Uci => Box::new(Server::new(Flavour::Uci)),
        Dialect::Ucci => Box::new(Server::new(Flavour::Ucci)),
        Dialect::Usi => Box::new(Server::new(Flavour::Usi)),
        Dialect::Ugi => Box::new(Server::new(Flavour::Ugi)),
        Dialect::Cecp => Box::new(cecp::Server::new()),
        Dialect::Gomocup => Box::new(gomocup::Server::new()),
        Dialect::Gtp => Box::new(gtp::Server::new()),
    }
}

fn converse(talk: &mut dyn Talk, desk: &mut Desk<'_>) -> io::Result<()> {
    loop {
        match desk.next() {
            Heard::Line(Some(line)) => {
                if talk.line(&line, desk)? == Flow::Quits {
                    break;
                }
            }
            Heard::Line(None) => talk.left_out(desk)?,
            Heard::Told(told) => talk.told(told, desk)?,
            Heard::End => break,
        }
    }
    desk.engine.stop();
    let deadline = Instant::now() + PARTING;
    while desk.engine.is_busy() {
        let Some(told) = desk.next_told(Some(deadline)) else { break };
        talk.told(told, desk)?;
    }
    Ok(())
}

/// The dialect of the first line that has one. That line is kept to be answered.
fn first_words(events: &Receiver<Event>, early: &mut VecDeque<Event>) -> Option<Dialect> {
    while let Ok(event) = events.recv() {
        match event {
            Event::Line(Some(line)) if line.trim() == "quit" => return None,
            Event::Line(Some(line)) => {
                if let Some(dialect) = dialect_of(&line) {
                    early.push_back(Event::Line(Some(line)));
                    return Some(dialect);
                }
            }
            Event::End => return None,
            Event::Line(None) | Event::Told(_) => {}
        }
    }
    None
}

/// The game that a client means who names none.
fn first_game(library: &Library, known: &[Known], dialect: Dialect) -> Result<Hosted, String> {
    let default = known.iter().find(|known| known.is_default(dialect)).or(known.first());
    let name = default.map(|known| known.name.clone()).ok_or("there is no game")?;
    Hosted::load(library, &name)
}

/// Reads lines until the input ends or nobody hears them any more. What is no text is replaced.
fn read_lines(input: impl Read, events: &SyncSender<Event>) {
    let mut input = BufReader::new(input);
    while let Ok(Some(line)) = next_line(&mut input, LONGEST_LINE) {
        let text = String::from_utf8_lossy(&line.bytes);
        let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if events.send(Event::Line((!line.is_cut).then_some(clean))).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}
