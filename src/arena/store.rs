//! Records in a file: a line for the match, then a line for each game as it ends.
//!
//! Each line is written at once, so that a program that is killed loses at most the games that it plays. A line that was
//! not written to its end is taken away when the match goes on.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::{Header, Record};
use crate::suite::{check_place, io_words, write_whole};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 24;

/// The first line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine {
    #[serde(rename = "match")]
    header: Header,
}

/// Records that cannot be read or written, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

fn failed(path: &Path, why: impl fmt::Display) -> StoreError {
    StoreError(format!("`{}`: {why}", path.display()))
}

/// A file that records are added to. Nobody else can add to it meanwhile.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
}

impl Store {
    /// Opens a file for a match, with the records of the match that are in it already.
    ///
    /// # Errors
    ///
    /// When the file holds something else or another match, is in use, or cannot be read or written.
    pub fn open(path: &Path, header: &Header) -> Result<(Store, Vec<Record>), StoreError> {
        check_place(path).map_err(|error| failed(path, io_words(&error)))?;
        let file = Store::locked(path)?;
        let first = first_line(header);
        let mut found = StoredGames::read(&file, path, &first)?;
        let mut store = Store { path: path.to_owned(), file };
        match &found.header {
            None => store.begin(&first)?,
            Some(there) => {
                if let Some(difference) = header.difference(there) {
                    return Err(failed(path, format!("another match is there: {difference}")));
                }
                if header.shard != there.shard {
                    return Err(failed(path, "another shard of this match is there"));
                }
                if header.games != there.games {
                    drop(store);
                    rewrite(path, &first, &found.records)?;
                    store = Store { path: path.to_owned(), file: Store::locked(path)? };
                    found = StoredGames::read(&store.file, path, &first)?;
                }
                store.cut(found.whole)?;
            }
        }
        Ok((store, found.records))
    }

    fn locked(path: &Path) -> Result<File, StoreError> {
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = opened.map_err(|error| failed(path, io_words(&error)))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(failed(path, "another match is writing to it")),
            // Where files cannot be locked, nobody can be kept away.
            _ => Ok(file),
        }
    }

    fn begin(&mut self, first: &str) -> Result<(), StoreError> {
        self.cut(0)?;
        self.write(first)
    }

    fn cut(&mut self, whole: u64) -> Result<(), StoreError> {
        self.file.set_len(whole).map_err(|error| failed(&self.path, io_words(&error)))
    }

    fn write(&mut self, line: &str) -> Result<(), StoreError> {
        let bytes = format!("{line}\n");
        self.file.write_all(bytes.as_bytes()).map_err(|error| failed(&self.path, io_words(&error)))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        self.write(&json(record))
    }
}

/// Puts the parts of a match together: games by number.
///
/// # Errors
///
/// When a file holds no match or another one, or two files have the same game and disagree.
pub fn join(paths: &[PathBuf]) -> Result<(Header, BTreeMap<u64, Record>), StoreError> {
    let mut whole: Option<Header> = None;
    let mut games: BTreeMap<u64, Record> = BTreeMap::new();
    for path in paths {
        let file = File::open(path).map_err(|error| failed(path, io_words(&error)))?;
        let found = StoredGames::read(&file, path, "")?;
        let header = found.header.ok_or_else(|| failed(path, "there is no match in it"))?;
        match &whole {
            None => whole = Some(Header { shard: None, ..header }),
            Some(first) => {
                if let Some(difference) = first.difference(&header) {
                    return Err(failed(path, format!("it is of another match: {difference}")));
                }
                if first.games != header.games {
                    return Err(failed(
                        path,
                        format!("it is of a match of {} games, not {}", header.games, first.games),
                    ));
                }
            }
        }
        for record in found.records {
            let number = record.game;
            if let Some(other) = games.insert(number, record)
                && games.get(&number) != Some(&other)
            {
                return Err(failed(path, format!("game {number} is another one than in the files before")));
            }
        }
    }
    let header = whole.ok_or_else(|| StoreError("there is nothing to join".to_owned()))?;
    Ok((header, games))
}

/// Writes a whole file of records.
fn rewrite(path: &Path, first: &str, records: &[Record]) -> Result<(), StoreError> {
    let lines: Vec<String> = records.iter().map(json).collect();
    let text = format!("{first}\n{}", lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    write_whole(path, &[text.as_bytes()]).map_err(|error| failed(path, io_words(&error)))
}

impl Store {
    /// Writes the records of a whole match, whole or not at all.
    ///
    /// # Errors
    ///
    /// When there is something else than records, or it cannot be written.
    pub fn save(path: &Path, header: &Header, records: &BTreeMap<u64, Record>) -> Result<(), StoreError> {
        if path.exists() {
            let file = File::open(path).map_err(|error| failed(path, io_words(&error)))?;
            if StoredGames::read(&file, path, "")?
                .header
                .is_none_or(|there| header.difference(&there).is_some())
            {
                return Err(failed(path, "another match is there"));
            }
        }
        let records: Vec<Record> = records.values().cloned().collect();
        rewrite(path, &first_line(header), &records)
    }
}

/// What is in a file.
struct StoredGames {
    header: Option<Header>,
    records: Vec<Record>,
    /// Bytes of whole lines.
    whole: u64,
}

impl StoredGames {
    /// Reads a file; `first` is the line that it may begin with without being complete.
    fn read(file: &File, path: &Path, first: &str) -> Result<StoredGames, StoreError> {
        let unreadable = |error: io::Error| failed(path, io_words(&error));
        let mut reader = BufReader::new(file);
        reader.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut found = StoredGames { header: None, records: Vec::new(), whole: 0 };
        for number in 1usize.. {
            let mut line = Vec::new();
            (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(unreadable)?;
            let wrong = |why: String| failed(path, format!("line {number} is no record of a match: {why}"));
            let Some((b'\n', text)) = line.split_last() else {
                let is_torn = number > 1 || first.as_bytes().starts_with(&line);
                return if is_torn {
                    Ok(found)
                } else {
                    Err(failed(path, "something else than a match is there"))
                };
            };
            if number == 1 {
                let first: FirstLine = serde_json::from_slice(text)
                    .map_err(|_| failed(path, "something else than a match is there"))?;
                found.header = Some(first.header);
            } else {
                found.records.push(serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?);
            }
            found.whole += line.len() as u64;
        }
        Ok(found)
    }
}

fn first_line(header: &Header) -> String {
    json(&FirstLine { header: header.clone() })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("a record is JSON: {error}"))
}
