//! What the dialects work with: the engine, the games, the client's lines and the search's news.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use crate::engine::{Engine, Hosted, KnownGame, Told, known_games};
use crate::library::Library;

/// Something that happens.
pub(super) enum Event {
    /// A line, or nothing instead of one that is too long.
    Line(Option<String>),
    /// The input is over.
    End,
    Told(Told),
}

/// What is heard next.
pub(super) enum Heard {
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
    /// The game that the user named, if any.
    pub(super) given: Option<Hosted>,
    pub(super) known: Option<Vec<KnownGame>>,
    pub(super) out: &'a mut dyn Write,
    pub(super) events: Receiver<Event>,
    pub(super) pending: VecDeque<Event>,
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
    pub fn known(&mut self) -> &[KnownGame] {
        let library = &self.library;
        self.known.get_or_insert_with(|| known_games(library))
    }

    /// The game that the user named, where it is known by that name.
    fn claimed(&self, name: &str) -> Option<&Hosted> {
        self.given.as_ref().filter(|given| given.known.is_called(name))
    }

    /// Whether the game that is played now is the one that a client calls so.
    pub fn plays(&self, name: &str) -> bool {
        let hosted = self.engine.hosted();
        let is_meant = self.claimed(name).is_none_or(|given| given.known.name == hosted.known.name);
        is_meant && hosted.known.is_called(name) && !hosted.is_changed()
    }

    /// Loads the game that a client calls so. The game that the user named comes first: where it is known by that name,
    /// and where its rules are the same, with its weights and its script.
    pub fn find(&mut self, name: &str) -> Result<Hosted, String> {
        if let Some(given) = self.claimed(name) {
            return Ok(given.clone());
        }
        let by_name = |known: &&KnownGame| known.name == name;
        let all = self.known();
        let found = all.iter().find(by_name).or_else(|| all.iter().find(|known| known.is_called(name)));
        let found = found.map(|known| known.name.clone());
        // A definition may have further names; a client's text is no path.
        let is_word = !name.contains(['/', '\\', '.']);
        let word = found.or_else(|| is_word.then(|| name.to_owned()));
        let hosted = word.and_then(|word| Hosted::load(&self.library, &word).ok());
        let hosted =
            hosted.ok_or_else(|| format!("there is no game `{}`", crate::engine::shortened(name)))?;
        match &self.given {
            Some(given) if given.game().rules == hosted.game().rules => {
                let mut given = given.clone();
                given.known.known_as = hosted.known.known_as;
                Ok(given)
            }
            _ => Ok(hosted),
        }
    }

    pub(super) fn next(&mut self) -> Heard {
        let event = self.pending.pop_front().or_else(|| self.events.recv().ok());
        match event {
            Some(Event::Line(line)) => Heard::Line(line),
            Some(Event::Told(told)) => Heard::Told(self.noted(told)),
            Some(Event::End) | None => Heard::End,
        }
    }

    /// What the search tells next; lines wait.
    pub(super) fn next_told(&mut self, deadline: Option<Instant>) -> Option<Told> {
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
