//! The talk with a client: lines in, lines out, and one search that runs while lines are read.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::desk::{Desk, Event, Flow, Heard, Talk};
use super::uci::{Flavour, Server};
use super::{Dialect, cecp, dialect_of, gomocup, gtp, next_line};
use crate::engine::{Engine, Hosted, KnownGame, Listener, Settings, known_games};
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
    let given = setup.hosted.clone();
    let hosted = match setup.hosted {
        Some(hosted) => hosted,
        None => {
            let known = known.get_or_insert_with(|| known_games(&setup.library));
            first_game(&setup.library, known, dialect).map_err(io::Error::other)?
        }
    };
    let listener: Listener = Arc::new(move |told| drop(sender.send(Event::Told(told))));
    let settings = Settings { problems: dialect == Dialect::Usi, ..setup.settings };
    let engine = Engine::new(hosted, settings, listener)?;
    let mut desk = Desk { engine, library: setup.library, given, known, out, events, pending: early };
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
fn first_game(library: &Library, known: &[KnownGame], dialect: Dialect) -> Result<Hosted, String> {
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
