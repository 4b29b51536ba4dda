//! Reading and writing the files of this room: nothing endless is read, and what is written is there whole
//! or not at all.

use std::fs::{self, File, FileType};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::plain::io_words;

/// The text of a file of at most `most` bytes; `what` says what it should be.
///
/// # Errors
///
/// Why there is none, in words.
pub fn text_of(path: &Path, most: u64, what: &str) -> Result<String, String> {
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

/// What is wrong with a pipe.
const PIPE: &str = "it is a pipe, not a file";

/// What the names of unfinished files begin with.
const UNFINISHED: &str = ".banco-";

/// An unfinished file that has not changed for so long was left behind by a program that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Writes the parts of a file, one after the other, so that the file is there whole or not at all. A link is
/// followed to the file that it names, which keeps its permissions; a device is written to as it is.
///
/// # Errors
///
/// When it cannot be written; what was there is still there then.
pub fn write_whole(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    check_place(path)?;
    let there = fs::metadata(path).ok();
    match &there {
        Some(found) if !found.is_file() => {
            let mut device = fs::OpenOptions::new().write(true).open(path)?;
            return parts.iter().try_for_each(|part| device.write_all(part));
        }
        _ => {}
    }
    let path = &followed(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let why = format!("there is no folder `{}`", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, why));
    }
    remove_abandoned(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file; what the user's mask takes away is taken away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    for part in parts {
        file.write_all(part)?;
    }
    if let Some(there) = there {
        file.as_file().set_permissions(there.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Whether a file can be written there, as far as can be seen: a folder cannot, and to open a pipe waits for whoever
/// reads from it.
///
/// # Errors
///
/// Why not.
pub fn check_place(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if is_pipe(found.file_type()) => Err(io::Error::other(PIPE)),
        _ => Ok(()),
    }
}

/// The file that a path stands for when links are followed, also to one that is not there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // More links than any system follows.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(named) => path = path.parent().unwrap_or(Path::new("")).join(named),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links go in a circle"))
}

/// Removes what programs that were killed in the middle of writing have left in a folder. What cannot be removed
/// stays.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED))
    {
        let changed = entry.metadata().and_then(|found| found.modified());
        let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
        if age.is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("there").permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_permissions_and_a_link_stays_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("file", &link).expect("linked");
        replace(&link, "new").expect("saved");
        assert_eq!(fs::read_to_string(&file).expect("there"), "new");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(mode(&file), 0o640);
        let dangling = folder.path().join("dangling");
        symlink("not-yet", &dangling).expect("linked");
        replace(&dangling, "first").expect("saved");
        assert_eq!(fs::read_to_string(folder.path().join("not-yet")).expect("there"), "first");
        let circle = folder.path().join("circle");
        symlink("circle", &circle).expect("linked");
        assert!(replace(&circle, "never").is_err());
    }

    #[test]
    fn devices_are_written_to_and_folders_and_pipes_refused_at_once() {
        replace(Path::new("/dev/null"), "nothing").expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
        let folder = tempfile::tempdir().expect("a folder");
        assert!(replace(folder.path(), "x").is_err());
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        assert_eq!(replace(&pipe, "x").expect_err("refused").to_string(), PIPE);
    }

    #[test]
    fn what_was_left_behind_goes_with_the_next_save_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let (old, new) = (folder.path().join(".banco-old"), folder.path().join(".banco-new"));
        fs::write(&new, "being written").expect("written");
        let file = File::create(&old).expect("made");
        file.set_modified(SystemTime::now() - 2 * ABANDONED).expect("set");
        replace(&folder.path().join("game"), "x").expect("saved");
        assert!(!old.exists() && new.exists());
    }
}
