//! Reading and writing the files of this room: nothing endless is read, and what is written is there whole
//! or not at all.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use super::plain::io_words;

/// The text of a file of at most `most` bytes, or why there is none; `what` says what it should be.
pub(super) fn text_of(path: &Path, most: u64, what: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let opened = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) };
    let read = opened.and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| io_words(&error))?;
    if bytes.len() as u64 > most {
        return Err(format!("too large to be {what}"));
    }
    String::from_utf8(bytes).map_err(|_| "not text in UTF-8".to_owned())
}

/// Writes beside the file, then puts the new one in the old one's place.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, &[text.as_bytes()])
}

/// Writes the parts of a file, one after the other, so that the file is there whole or not at all.
///
/// # Errors
///
/// When it cannot be written; what was there is still there then.
pub fn write_whole(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let why = format!("there is no folder `{}`", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, why));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".banco-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file; what the user's mask takes away is taken away.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    for part in parts {
        file.write_all(part)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
