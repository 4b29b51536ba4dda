//! A table as bytes: a header, the codes, a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 12 | `banco-table\n` |
//! | 1 | the version of this layout |
//! | 1 | bytes of a code, 1 or 2 |
//! | 8 | the fingerprint of the rules |
//! | 8 | states |
//! | 1 | who moves in the position that was solved, 0 or 1 |
//! | 1 | how many pieces have a code |
//! | 2 each | how many of each piece there were |
//! | all but 4 | the codes in the order of the states |
//! | 4 | CRC-32 of all before |
//!
//! Where states are listed, the version is another one, and after how many states there are comes:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | the most pieces on the board |
//! | 2 | the most that a player can hold of a piece |
//! | 2 | bytes of a state |
//! | those each | the states in the order of their hashes |
//! | all but 4 | their codes in the same order |
//! | 4 | CRC-32 of all before |
//!
//! Numbers are little-endian.

use std::borrow::Cow;
use std::fmt;

use super::index::Index;
use super::listed::{Bounds, Layout, Listed};
use super::material::Material;
use super::table::{SolvedTable, States};
use crate::game::{Game, Player};

const MAGIC: &[u8; 12] = b"banco-table\n";
const VERSION: u8 = 2;
const LISTED: u8 = 3;
const CHECKSUM: usize = 4;

/// Why bytes are no table for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableError {
    /// They are something else.
    NoTable,
    /// They were written by another version.
    Version,
    /// They are about a game with other rules.
    OtherGame,
    /// They have been cut or changed.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableError::NoTable => "it is no table of solved positions",
            TableError::Version => "this version cannot read it",
            TableError::OtherGame => "it is about a game with other rules",
            TableError::Damaged => "it is damaged",
        })
    }
}

impl std::error::Error for TableError {}

impl SolvedTable {
    /// How many bytes tell whether a file may be a table.
    pub const MAGIC_BYTES: usize = MAGIC.len();

    /// Whether a file that begins with these bytes may be a table.
    pub fn may_be(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Whether a table with these bytes would be about a game with the rules of this one.
    pub fn is_for(game: &Game, bytes: &[u8]) -> bool {
        let at = MAGIC.len() + 2;
        bytes.get(at..at + 8) == Some(&game.rules.fingerprint().to_le_bytes())
    }

    /// The table as bytes: four parts, one to be written after the other.
    pub fn to_bytes(&self) -> [Cow<'_, [u8]>; 4] {
        let (version, keys) = match &self.states {
            States::Numbered(_) => (VERSION, &[][..]),
            States::Listed(listed) => (LISTED, listed.keys()),
        };
        let mut header = MAGIC.to_vec();
        header.extend([version, 1 + self.wide as u8]);
        header.extend(self.fingerprint.to_le_bytes());
        header.extend(self.states.total().to_le_bytes());
        match &self.states {
            States::Numbered(index) => {
                let root = index.root();
                header.extend([root.turn as u8, root.counts.len() as u8]);
                header.extend(root.counts.iter().flat_map(|count| count.to_le_bytes()));
            }
            States::Listed(listed) => {
                let Bounds { pieces, held } = listed.layout().bounds();
                let numbers = [pieces, held, listed.layout().bytes() as u16];
                header.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        let mut sum = crc32fast::Hasher::new();
        sum.update(&header);
        sum.update(keys);
        sum.update(&self.codes);
        let checksum = sum.finalize().to_le_bytes().to_vec();
        [Cow::Owned(header), Cow::Borrowed(keys), Cow::Borrowed(&self.codes), Cow::Owned(checksum)]
    }

    /// Reads the bytes of a table for a game.
    ///
    /// # Errors
    ///
    /// When they are no table, a damaged one, or one for other rules.
    pub fn from_bytes(game: &Game, mut bytes: Vec<u8>) -> Result<SolvedTable, TableError> {
        let mut reader = ByteReader(&bytes);
        if reader.take(MAGIC.len()).ok() != Some(&MAGIC[..]) {
            return Err(TableError::NoTable);
        }
        let version = reader.byte()?;
        if ![VERSION, LISTED].contains(&version) {
            return Err(TableError::Version);
        }
        check_sum(&bytes)?;
        let wide = match reader.byte()? {
            1 => false,
            2 => true,
            _ => return Err(TableError::Damaged),
        };
        if reader.number()? != game.rules.fingerprint() {
            return Err(TableError::OtherGame);
        }
        let total = reader.number()?;
        if version == LISTED {
            let listed = reader.listed(game, total)?;
            let codes = reader.codes(total, wide)?.to_vec();
            return Ok(SolvedTable {
                fingerprint: game.rules.fingerprint(),
                states: States::Listed(listed),
                codes,
                wide,
                size: game.rules.geometry.size(),
            });
        }
        let root = reader.material()?;
        let header = bytes.len() - reader.0.len();
        let length = bytes.len().checked_sub(header + CHECKSUM).ok_or(TableError::Damaged)?;
        let pieces: usize = root.counts.iter().map(|&count| count as usize).sum();
        let fits = root.counts.len() == 2 * game.rules.roster.kinds
            && pieces <= game.rules.geometry.board().iter().count();
        let bytes_per_code = 1 + wide as u64;
        if total.checked_mul(bytes_per_code) != Some(length as u64) || !fits {
            return Err(TableError::Damaged);
        }
        let index = Index::new(game, root, total).map_err(|_| TableError::Damaged)?;
        if index.total() != total {
            return Err(TableError::Damaged);
        }
        bytes.truncate(header + length);
        bytes.drain(..header);
        Ok(SolvedTable {
            fingerprint: game.rules.fingerprint(),
            states: States::Numbered(index),
            codes: bytes,
            wide,
            size: game.rules.geometry.size(),
        })
    }
}

fn check_sum(bytes: &[u8]) -> Result<(), TableError> {
    let (all, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(TableError::Damaged)?;
    if crc32fast::hash(all).to_le_bytes() == *sum { Ok(()) } else { Err(TableError::Damaged) }
}

struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], TableError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(TableError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, TableError> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Result<u64, TableError> {
        let bytes = self.take(8)?.try_into().map_err(|_| TableError::Damaged)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn short(&mut self) -> Result<u16, TableError> {
        Ok(u16::from_le_bytes(self.take(2)?.try_into().map_err(|_| TableError::Damaged)?))
    }

    /// The states of a list.
    fn listed(&mut self, game: &Game, total: u64) -> Result<Listed, TableError> {
        let bounds = Bounds { pieces: self.short()?, held: self.short()? };
        if usize::from(bounds.pieces) > game.rules.geometry.size() {
            return Err(TableError::Damaged);
        }
        let layout = Layout::new(game, bounds);
        if usize::from(self.short()?) != layout.bytes() {
            return Err(TableError::Damaged);
        }
        let length = usize::try_from(total).ok().and_then(|total| total.checked_mul(layout.bytes()));
        let keys = self.take(length.ok_or(TableError::Damaged)?)?.to_vec();
        Listed::read(layout, keys).ok_or(TableError::Damaged)
    }

    /// The codes of so many states, which are all that is left but the checksum.
    fn codes(&mut self, total: u64, wide: bool) -> Result<&'a [u8], TableError> {
        let length = total.checked_mul(1 + wide as u64);
        let left = self.0.len().checked_sub(CHECKSUM).ok_or(TableError::Damaged)?;
        if length != Some(left as u64) {
            return Err(TableError::Damaged);
        }
        self.take(left)
    }

    fn material(&mut self) -> Result<Material, TableError> {
        let turn = if self.byte()? == 0 { Player::First } else { Player::Second };
        let pieces = self.byte()? as usize;
        let counts =
            self.take(2 * pieces)?.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        Ok(Material { counts: counts.collect(), turn })
    }
}
