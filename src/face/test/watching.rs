//! Testing again whenever a file changes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::library::{Library, Shelved, Suites, script_files};

use super::super::clock;
use super::super::output::{Failure, Finish, note, report};
use super::super::watch::WatchedFiles;
use super::{Args, once};

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// Tests, waits for a change, and tests again, until Ctrl-C. What is wrong with a definition or a suite is
/// said, and mending it is a change, too.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Finish, Failure> {
    let mut read = Vec::new();
    loop {
        // What changes while the tests run is tested next.
        let mut watched = WatchedFiles::new(&watched_files(args, &read));
        match once(args, out, &mut read) {
            Ok(_) => {}
            Err(failure @ Failure::Usage(_)) if read.is_empty() => return Err(failure),
            Err(failure) => drop(report(failure)?),
        }
        out.flush()?;
        if clock::was_interrupted() {
            return Ok(Finish::Wrong);
        }
        let files = watched_files(args, &read);
        if !watched.are(&files) {
            watched = WatchedFiles::new(&files);
        }
        note("waiting for a change; Ctrl-C ends");
        while !watched.changed() && watched.are(&watched_files(args, &read)) {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The suites, definitions and scripts of the working directory, those that are named, and what was read.
fn watched_files(args: &Args, read: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = read.to_vec();
    let mut take = |shelved: Shelved| files.extend(shelved.path().map(Path::to_owned));
    Suites::in_folder(Suites::default().folder()).into_iter().for_each(&mut take);
    Library::in_folder(Library::default().folder()).into_iter().for_each(&mut take);
    script_files().into_iter().for_each(&mut take);
    for named in args.paths.iter().map(Path::new) {
        Suites::in_folder(named).into_iter().for_each(&mut take);
    }
    files.extend(args.paths.iter().map(PathBuf::from).filter(|path| path.is_file()));
    files.sort();
    files.dedup();
    files
}
