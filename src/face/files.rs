//! Files that the user names.

use std::path::Path;

use crate::suite::io_words;

/// The largest file of openings that is read.
const LARGEST: u64 = 1 << 28;

/// The text of a file, or why it cannot be read.
pub(super) fn read_text(path: &Path) -> Result<String, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| io_words(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err("it is too large".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned())
}
