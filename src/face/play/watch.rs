//! Noticing that a definition was edited.

use std::fs::{self, Metadata};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::library::Loaded;

/// The files of a definition as they were when last looked at. Shipped definitions have none.
pub(super) struct Watch {
    files: Vec<(PathBuf, State)>,
}

/// What a file was like; an unreadable one has no text.
#[derive(PartialEq)]
struct State {
    stamp: Option<(u64, SystemTime)>,
    text: Option<Vec<u8>>,
}

/// A file that changed just now can change again without a new time: only older times are trusted.
const SETTLED: Duration = Duration::from_secs(2);

/// How long a text must stay the same, and how often that is looked at.
const WRITING_PAUSE: Duration = Duration::from_millis(30);
const WRITING_LOOKS: usize = 10;

impl Watch {
    pub(super) fn new(loaded: &Loaded) -> Watch {
        let state = |path: &PathBuf| (path.clone(), State { stamp: stamp(path), text: fs::read(path).ok() });
        Watch { files: loaded.files.iter().map(state).collect() }
    }

    /// Whether a file has another text than when this was last asked.
    pub(super) fn changed(&mut self) -> bool {
        let mut changed = false;
        for (path, state) in &mut self.files {
            let stamp = stamp(path);
            if stamp == state.stamp && is_settled(stamp) {
                continue;
            }
            let text = settled_text(path, &state.text);
            changed |= text != state.text;
            *state = State { stamp, text };
        }
        changed
    }
}

/// The text of a file, once it stays the same: an editor may be in the middle of writing it.
fn settled_text(path: &PathBuf, before: &Option<Vec<u8>>) -> Option<Vec<u8>> {
    let mut text = fs::read(path).ok();
    for _ in 0..WRITING_LOOKS {
        if text == *before {
            break;
        }
        std::thread::sleep(WRITING_PAUSE);
        let again = fs::read(path).ok();
        if again == text {
            break;
        }
        text = again;
    }
    text
}

fn stamp(path: &PathBuf) -> Option<(u64, SystemTime)> {
    let read = |data: Metadata| Some((data.len(), data.modified().ok()?));
    fs::metadata(path).ok().and_then(read)
}

fn is_settled(stamp: Option<(u64, SystemTime)>) -> bool {
    stamp.is_some_and(|(_, at)| at.elapsed().is_ok_and(|age| age > SETTLED))
}
