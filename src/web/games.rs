//! Games and positions that were asked for lately, so that each click does not compile and replay everything.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde::Deserialize;

use super::refused::{Refused, Stop, refusal_json};
use super::{MOST_GAMES, MOST_MOVES};
use crate::answer::Locale;
use crate::diagnostic::DefinitionError;
use crate::library::{Draft, Library, Loaded, Shelved};
use crate::position::Position;

/// Positions that are kept.
const MOST_POSITIONS: usize = 24;

/// How long files are taken to be as they were.
const TRUSTED: Duration = Duration::from_millis(500);

/// Which definition a request is about.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameSource {
    /// A name.
    pub game: String,
    /// The text of the definition, where it is being edited.
    #[serde(default)]
    pub text: Option<String>,
    /// The script that scores, where one is being edited.
    #[serde(default)]
    pub script: Option<ScriptText>,
}

/// A script that is being edited.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptText {
    pub name: String,
    pub text: String,
}

/// Which position a request is about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayedLine {
    pub source: GameSource,
    /// A position text; the definition's own start without it.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves that were played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The language of sentences.
    #[serde(default)]
    pub lang: String,
}

/// A game that is kept ready.
pub(super) struct OpenGame {
    pub loaded: Loaded,
    /// The file of the definition, as diagnostics name it.
    pub file: String,
}

struct Entry {
    source: GameSource,
    kept: Arc<OpenGame>,
    /// What its files were like, and when that was seen.
    stamps: Vec<(PathBuf, Stamp)>,
    seen: Instant,
}

type Stamp = Option<(u64, SystemTime)>;

struct Reached {
    kept: Arc<OpenGame>,
    start: String,
    moves: Vec<String>,
    position: Position,
}

/// Games and positions that are kept ready.
pub(super) struct OpenGames {
    pub library: Library,
    given: Option<(String, Arc<OpenGame>)>,
    entries: Mutex<VecDeque<Entry>>,
    reached: Mutex<VecDeque<Reached>>,
}

impl OpenGames {
    /// `given`: a game that is known by that name, wherever it lies.
    pub(super) fn new(library: Library, given: Option<(String, Loaded)>) -> OpenGames {
        let keep = |(name, loaded): (String, Loaded)| {
            let file = loaded.sources.name(loaded.definition().at.source).to_string();
            (name, Arc::new(OpenGame { loaded, file }))
        };
        OpenGames { library, given: given.map(keep), entries: Mutex::default(), reached: Mutex::default() }
    }

    /// The game that was named on the command line, if it lies elsewhere.
    pub(super) fn given(&self, name: &str) -> Option<&Arc<OpenGame>> {
        self.given.as_ref().filter(|(given, _)| given == name).map(|(_, kept)| kept)
    }

    /// What lies in the library under a name. Paths are no names here.
    pub(super) fn shelved(&self, name: &str) -> Result<Shelved, Refused> {
        if name.len() > 200 || name.contains(['/', '\\', '\0']) || name.ends_with(".toml") {
            return Err(Refused::wrong("name", "a game is asked for by its name"));
        }
        self.library.find(name).map_err(|unknown| {
            let help = unknown.help.map_or(String::new(), |help| format!("; {help}"));
            Refused::wrong("name", unknown.message + &help)
        })
    }

    /// The game of a source.
    pub(super) fn game(&self, source: &GameSource) -> Result<Arc<OpenGame>, Refused> {
        if let Some(kept) = self.ready(source) {
            return Ok(kept);
        }
        let kept = Arc::new(self.load(source)?);
        let stamps = kept.loaded.files.iter().map(|path| (path.clone(), stamp(path))).collect();
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push_front(Entry {
            source: source.clone(),
            kept: kept.clone(),
            stamps,
            seen: Instant::now(),
        });
        entries.truncate(MOST_GAMES);
        Ok(kept)
    }

    /// A game that is kept, if its files are as they were.
    fn ready(&self, source: &GameSource) -> Option<Arc<OpenGame>> {
        if let (Some(kept), None, None) = (self.given(&source.game), &source.text, &source.script) {
            return Some(kept.clone());
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let at = entries.iter().position(|entry| entry.source == *source)?;
        let mut entry = entries.remove(at)?;
        if entry.seen.elapsed() > TRUSTED {
            let same_place = source.text.is_some()
                || self.library.find(&source.game).is_ok_and(|shelved| shelved.file == entry.kept.file);
            if !same_place || entry.stamps.iter().any(|(path, before)| stamp(path) != *before) {
                return None;
            }
            entry.seen = Instant::now();
        }
        let kept = entry.kept.clone();
        entries.push_front(entry);
        Some(kept)
    }

    fn load(&self, source: &GameSource) -> Result<OpenGame, Refused> {
        let wrong = |error: DefinitionError| Refused::definition(&error);
        let named = self.given(&source.game).map_or_else(
            || self.shelved(&source.game).map(|shelved| (shelved.file.clone(), Some(shelved))),
            |kept| Ok((kept.file.clone(), None)),
        );
        let (file, text) = match (&source.text, named) {
            (Some(text), named) => {
                (own_file(&self.library, &source.game, named.ok().map(|(file, _)| file)), text.clone())
            }
            (None, Err(unknown)) => return Err(unknown),
            (None, Ok((file, Some(shelved)))) if source.script.is_none() => {
                let loaded = self.library.open(&shelved).map_err(wrong)?;
                return Ok(OpenGame { loaded, file });
            }
            (None, Ok((file, Some(shelved)))) => (file, shelved.text().unwrap_or_default()),
            (None, Ok((file, None))) => {
                let text = self.given(&source.game).map(|kept| main_text(&kept.loaded));
                (file, text.unwrap_or_default())
            }
        };
        let script_file = source.script.as_ref().map(|script| format!("scripts/{}.lua", script.name));
        let script = script_file.as_deref().zip(source.script.as_ref().map(|script| script.text.as_str()));
        let loaded = self.library.read(&Draft { file: &file, text: &text, script }).map_err(wrong)?;
        Ok(OpenGame { loaded, file })
    }

    /// The position of a line of moves.
    pub(super) fn position(
        &self,
        line: &PlayedLine,
        stop: &Stop,
    ) -> Result<(Arc<OpenGame>, Position), Refused> {
        let kept = self.game(&line.source)?;
        if line.moves.len() > MOST_MOVES {
            return Err(Refused::wrong("moves", format!("a game has at most {MOST_MOVES} moves here")));
        }
        let start = line.start.as_deref().unwrap_or("startpos");
        let (mut position, played) = match self.nearest(&kept, start, &line.moves) {
            Some(found) => found,
            None => (read_start(&kept, start)?, 0),
        };
        position.heed(stop);
        for (at, text) in line.moves.iter().enumerate().skip(played) {
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Refused::wrong("long", "this takes too long"));
            }
            match position.read_move(text) {
                Ok(mv) => position.play_legal(mv),
                Err(refusal) => {
                    let locale = Locale::new(&line.lang, &kept.loaded);
                    let refused = refusal_json(&kept.loaded.game, &locale, &refusal);
                    let why =
                        format!("{}: {}", shortened(text), refused["message"].as_str().unwrap_or_default());
                    return Err(Refused::wrong("move", why).with("at", at.into()).with("refused", refused));
                }
            }
        }
        self.remember(&kept, start, &line.moves, &position);
        Ok((kept, position))
    }

    /// The longest beginning of a line that is kept, and how many moves it has.
    fn nearest(&self, kept: &Arc<OpenGame>, start: &str, moves: &[String]) -> Option<(Position, usize)> {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |one: &&Reached| {
            Arc::ptr_eq(&one.kept, kept) && one.start == start && moves.starts_with(&one.moves)
        };
        let longest = reached.iter().filter(fits).max_by_key(|one| one.moves.len())?;
        Some((longest.position.clone(), longest.moves.len()))
    }

    fn remember(&self, kept: &Arc<OpenGame>, start: &str, moves: &[String], position: &Position) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |one: &Reached| Arc::ptr_eq(&one.kept, kept) && one.start == start && one.moves == moves;
        if !reached.iter().any(same) {
            let (start, moves, position) = (start.to_owned(), moves.to_vec(), position.clone());
            reached.push_front(Reached { kept: kept.clone(), start, moves, position });
            reached.truncate(MOST_POSITIONS);
        }
    }
}

/// The text of a definition's own file.
pub(super) fn main_text(loaded: &Loaded) -> String {
    loaded.sources.text(loaded.definition().at.source).to_string()
}

/// The file that a definition under work is for: its own, where it lies on a disk, or else the one that it would be
/// saved in.
pub(super) fn own_file(library: &Library, name: &str, found: Option<String>) -> String {
    let on_disk = found.filter(|file| std::path::Path::new(file).is_file());
    let plain: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '-').take(64).collect();
    on_disk.unwrap_or_else(|| library.folder().join(format!("{plain}.toml")).to_string_lossy().into_owned())
}

fn read_start(kept: &OpenGame, start: &str) -> Result<Position, Refused> {
    if start.len() > 16 << 10 {
        return Err(Refused::wrong("position", "the position is too long"));
    }
    Position::parse(&kept.loaded.game, start).map_err(|error| {
        let help = error.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        let span = serde_json::json!([error.span.start, error.span.end]);
        Refused::wrong("position", error.message + &help).with("span", span)
    })
}

/// A text of a request, cut where it is long.
pub(super) fn shortened(text: &str) -> String {
    crate::engine::shortened(text)
}

fn stamp(path: &PathBuf) -> Stamp {
    let found = std::fs::metadata(path).ok()?;
    Some((found.len(), found.modified().ok()?))
}
