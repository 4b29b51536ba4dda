//! Games as PGN, for other programs to read.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use super::openings::Opening;
use super::record::{Cause, Header, Record};
use crate::game::Game;
use crate::notation::PgnGame;

/// The tag by which a game of a match is known again.
const ID: &str = "GameId";

/// A file that games are added to. Whatever is there stays there.
#[derive(Debug)]
pub struct Pgn {
    file: File,
    there: BTreeSet<String>,
    /// What programs that read PGN call the game.
    variant: String,
}

impl Pgn {
    /// Opens a file; games of a match that are there already are not added again. `variant` is what programs that read
    /// PGN call the game.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, or begins with something else than a tag.
    pub fn open(path: &Path, variant: &str) -> io::Result<Pgn> {
        crate::suite::check_place(path)?;
        let mut there = BTreeSet::new();
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            // A device may never end.
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(Pgn { file, there, variant: variant.to_owned() });
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut is_empty = true;
        let mut id = None;
        let mut ends_whole = true;
        for line in BufReader::new(&file).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            if is_empty && !line.trim().is_empty() {
                is_empty = false;
                if !line.trim_start_matches('\u{feff}').starts_with('[') {
                    return Err(io::Error::other("something else than games is there"));
                }
            }
            if let Some(rest) = line.strip_prefix(&format!("[{ID} \"")) {
                id = rest.strip_suffix("\"]").map(str::to_owned);
            }
            let ends = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.ends_with(result));
            if ends && !line.starts_with('[') {
                there.extend(id.take());
            }
            ends_whole = line.is_empty() || ends;
        }
        file.seek(SeekFrom::End(0))?;
        if !ends_whole {
            // A game that was not written to its end is left behind.
            file.write_all(b"\n\n")?;
        }
        Ok(Pgn { file, there, variant: variant.to_owned() })
    }

    /// Adds a game, unless it is there.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or was not played under these rules.
    pub fn append(&mut self, header: &Header, record: &Record, game: &Arc<Game>) -> io::Result<()> {
        if self.there.insert(game_id(header, record)) {
            self.file.write_all(game_text(header, record, game, &self.variant)?.as_bytes())?;
        }
        Ok(())
    }
}

/// The same for the same game of the same match, and no other.
fn game_id(header: &Header, record: &Record) -> String {
    let engines = header.engines.iter().flatten().map(String::as_str);
    let texts = engines.chain([header.game.as_str(), header.rules.as_str(), header.openings.as_str()]);
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    // FNV-1a, which is the same on every machine.
    let of_match = bytes
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{of_match:016x}-{}", record.game)
}

/// A game as PGN, with the reason of the end before the result.
///
/// # Errors
///
/// When it was not played under these rules.
pub fn game_text(header: &Header, record: &Record, game: &Arc<Game>, variant: &str) -> io::Result<String> {
    let white = PgnGame::white(game);
    let result = PgnGame::result_of(game, Some(record.winner()));
    let tags = [
        ("Event", "banco match".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", (record.opening + 1).to_string()),
        ("White", record.players[white.index()].clone()),
        ("Black", record.players[(!white).index()].clone()),
        ("Result", result.to_owned()),
        ("Variant", variant.to_owned()),
        ("PlyCount", record.moves.len().to_string()),
        ("Termination", termination(record.cause).to_owned()),
        (ID, game_id(header, record)),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let played = Opening { start: record.start.clone(), moves: record.moves.clone() }.position(game);
    let end = played.map_err(|why| io::Error::other(format!("game {}: {why}", record.game)))?;
    let remark = Some(record.reason.clone());
    Ok(PgnGame { remark, ..PgnGame::of(&end, tags, result) }.text())
}

fn termination(cause: Cause) -> &'static str {
    match cause {
        Cause::Rules | Cause::Resignation => "normal",
        Cause::Adjudication => "adjudication",
        Cause::IllegalMove => "rules infraction",
        Cause::Time | Cause::Hang => "time forfeit",
        Cause::Flood | Cause::Crash => "abandoned",
    }
}
