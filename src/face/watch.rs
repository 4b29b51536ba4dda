//! Noticing that files were edited.

use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Files as they were when last looked at.
pub(super) struct WatchedFiles {
    files: Vec<(PathBuf, FileStamp)>,
}

/// What a file was like; an unreadable one has no text.
#[derive(PartialEq)]
struct FileStamp {
    stamp: Option<(u64, SystemTime)>,
    text: Option<Vec<u8>>,
}

/// A file that changed just now can change again without a new time: only older times are trusted.
const SETTLED: Duration = Duration::from_secs(2);

/// Nothing behind so many bytes is looked at: what is longer is refused when it is read.
const LONGEST_TEXT: u64 = 8 << 20;

/// How long a text must stay the same, and how often that is looked at.
const WRITING_PAUSE: Duration = Duration::from_millis(30);
const WRITING_LOOKS: usize = 10;

impl WatchedFiles {
    pub(super) fn new(files: &[PathBuf]) -> WatchedFiles {
        let state = |path: &PathBuf| (path.clone(), FileStamp { stamp: stamp(path), text: text_of(path) });
        WatchedFiles { files: files.iter().map(state).collect() }
    }

    /// Whether these are the files that are watched.
    pub(super) fn are(&self, files: &[PathBuf]) -> bool {
        self.files.iter().map(|(path, _)| path).eq(files)
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
            *state = FileStamp { stamp, text };
        }
        changed
    }
}

/// The text of a file, once it stays the same: an editor may be in the middle of writing it.
fn settled_text(path: &PathBuf, before: &Option<Vec<u8>>) -> Option<Vec<u8>> {
    let mut text = text_of(path);
    for _ in 0..WRITING_LOOKS {
        if text == *before {
            break;
        }
        std::thread::sleep(WRITING_PAUSE);
        let again = text_of(path);
        if again == text {
            break;
        }
        text = again;
    }
    text
}

/// The text of a file, as much of it as a definition may have; nothing of a pipe or a device, which cannot be read
/// twice.
fn text_of(path: &PathBuf) -> Option<Vec<u8>> {
    let is_file = fs::metadata(path).is_ok_and(|data| data.is_file());
    let mut text = Vec::new();
    let file = if is_file { File::open(path).ok()? } else { return None };
    file.take(LONGEST_TEXT).read_to_end(&mut text).ok()?;
    Some(text)
}

fn stamp(path: &PathBuf) -> Option<(u64, SystemTime)> {
    let read = |data: Metadata| Some((data.len(), data.modified().ok()?));
    fs::metadata(path).ok().and_then(read)
}

fn is_settled(stamp: Option<(u64, SystemTime)>) -> bool {
    stamp.is_some_and(|(_, at)| at.elapsed().is_ok_and(|age| age > SETTLED))
}
