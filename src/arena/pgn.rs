//! Games as PGN, for other programs to read.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use super::record::{Cause, Header, Record};
use crate::game::{Game, Player};
use crate::position::Position;

/// The tag by which a game of a match is known again.
const ID: &str = "GameId";

/// Columns of the move text.
const WIDTH: usize = 80;

/// A file that games are added to. Whatever is there stays there.
#[derive(Debug)]
pub struct Pgn {
    file: File,
    there: BTreeSet<String>,
}

impl Pgn {
    /// Opens a file; games of a match that are there already are not added again.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Pgn> {
        crate::suite::check_place(path)?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut there = BTreeSet::new();
        let mut id = None;
        let mut ends_whole = true;
        for line in BufReader::new(&file).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
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
        Ok(Pgn { file, there })
    }

    /// Adds a game, unless it is there.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, header: &Header, record: &Record, game: &Arc<Game>) -> io::Result<()> {
        if self.there.insert(game_id(header, record)) {
            self.file.write_all(game_text(header, record, game).as_bytes())?;
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

/// A game as PGN: moves in coordinates, and the reason of the end before the result.
pub fn game_text(header: &Header, record: &Record, game: &Arc<Game>) -> String {
    let setup = Position::start(game);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{}\"]\n", value.replace(char::is_control, " "));
    };
    tag("Event", "banco match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &(record.opening + 1).to_string());
    tag("White", &record.players[0]);
    tag("Black", &record.players[1]);
    tag("Result", record.result());
    tag("Variant", &header.game);
    if record.start != setup.to_string() {
        tag("SetUp", "1");
        tag("FEN", &record.start);
    }
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", termination(record.cause));
    tag(ID, &game_id(header, record));
    let first = Position::parse(game, &record.start).map_or(Player::First, |position| position.turn());
    let reason = record.reason.replace(['{', '}'], "'").replace(char::is_control, " ");
    let words = numbered(&record.moves, first).into_iter();
    let end = [format!("{{{reason}}}"), record.result().to_owned()];
    text + "\n" + &wrapped(words.chain(end)) + "\n\n"
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

/// The moves with their numbers.
fn numbered(moves: &[String], first: Player) -> Vec<String> {
    let mut words = Vec::new();
    for (ply, mv) in (first.index()..).zip(moves) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if words.is_empty() {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(mv.clone());
    }
    words
}

fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &word;
        column += width;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_who_begins() {
        let moves = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(numbered(&moves, Player::First), ["1.", "a", "b", "2.", "c"]);
        assert_eq!(numbered(&moves, Player::Second), ["1...", "a", "2.", "b", "c"]);
    }
}
