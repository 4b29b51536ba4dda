//! What is known of a variant while its definition is written: board, kinds, regions, start.

use std::collections::BTreeMap;

use super::document::Document;
use super::ini::Problem;
use super::keys::FREE_DROPS;
use super::start::{Content, Standing, Start};
use super::variant::{Kind, Variant};

/// Cells by file and rank, both from 0.
pub(super) type Cells = Vec<(u32, u32)>;

/// The sides, as keys of the format have them and as players are called.
pub(super) const SIDES: [(&str, &str); 2] = [("White", "white"), ("Black", "black")];

/// A piece that another one becomes, and how.
#[derive(Clone, Debug)]
pub(super) struct Promoted {
    /// What it is called.
    pub name: String,
    /// What becomes it.
    pub base: String,
    /// Its letter.
    pub letter: String,
    /// What it moves like.
    pub like: Kind,
}

/// What is known of a variant while its definition is written.
pub(super) struct Writer<'a> {
    pub variant: &'a Variant,
    pub files: u32,
    pub ranks: u32,
    pub start: Start,
    pub doc: Document,
    /// By name, the cells of each player.
    pub regions: BTreeMap<String, [Cells; 2]>,
    /// The kinds that are not on the board as such from the start, and come by promotion.
    pub promoted: Vec<Promoted>,
    /// The kinds that are written.
    pub kinds: Vec<Kind>,
    /// The rules by which pieces are dropped, by the kinds that the format calls so.
    pub drops: Vec<(String, String)>,
    /// The rules by which pieces take in passing: the tables that they stand in, and what they are called.
    pub passing: Vec<(String, String)>,
}

/// A key that says something which cannot be said here.
pub(super) fn refused(variant: &Variant, key: &str) -> Problem {
    let said = variant.said(key).unwrap_or_default();
    Problem::new(variant.line(key), format!("`{} = {said}` is not supported", variant.called(key)))
}

impl Writer<'_> {
    pub fn board(&mut self) {
        self.doc.say("board", "size", format!("[{}, {}]", self.files, self.ranks));
        let mut holes = Cells::new();
        for (rank, file) in (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (rank, file))) {
            if self.start.at(file, rank) == Content::Wall {
                holes.push((file, rank));
            }
        }
        if !holes.is_empty() && !self.is_walled() {
            let holes = self.patterns(&holes);
            self.doc.say("board", "holes", holes);
        }
    }

    /// Whether walls are built.
    pub fn is_walled(&self) -> bool {
        self.variant.builds_walls() || !self.variant.petrified().is_empty()
    }

    /// All cells of the board.
    pub fn all(&self) -> Cells {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank))).collect()
    }

    /// The same cells seen from the other side of the board.
    fn mirrored(&self, cells: &[(u32, u32)]) -> Cells {
        let mut cells: Cells = cells.iter().map(|&(file, rank)| (file, self.ranks - 1 - rank)).collect();
        cells.sort_by_key(|&(file, rank)| (rank, file));
        cells
    }

    /// A region by what it is called, or by a name of its own that is noted.
    pub fn region(&mut self, name: &str, mut cells: [Cells; 2]) -> String {
        cells.iter_mut().for_each(|cells| cells.sort_by_key(|&(file, rank)| (rank, file)));
        if cells[1] == self.mirrored(&cells[0]) {
            let [files, ranks] = [self.files, self.ranks];
            let full = |rank: u32| (0..files).all(|file| cells[0].contains(&(file, rank)));
            let whole: Vec<u32> = (0..ranks).filter(|&rank| full(rank)).collect();
            if whole.len() * files as usize == cells[0].len() {
                match whole.as_slice() {
                    all if all.len() == ranks as usize => return "\"board\"".into(),
                    [rank] if *rank + 1 == ranks => return "\"last-rank\"".into(),
                    [rank] => return format!("\"rank-{}\"", rank + 1),
                    _ => {}
                }
            }
        }
        let mut numbered = name.to_owned();
        let mut number = 1;
        while self.regions.get(&numbered).is_some_and(|other| *other != cells) {
            number += 1;
            numbered = format!("{name}-{number}");
        }
        self.regions.insert(numbered.clone(), cells);
        format!("\"{numbered}\"")
    }

    pub fn region_value(&self, cells: &[Cells; 2]) -> String {
        let [white, black] = cells;
        if *black == self.mirrored(white) {
            return format!("{{ own = {} }}", self.patterns(white));
        }
        if white == black {
            return self.patterns(white);
        }
        format!("{{ white = {}, black = {} }}", self.patterns(white), self.patterns(black))
    }

    /// Cells as whole ranks, whole files, and what is left.
    pub fn patterns(&self, cells: &[(u32, u32)]) -> String {
        let mut left = cells.to_vec();
        let mut words = Vec::new();
        for rank in 0..self.ranks {
            if self.files > 1 && (0..self.files).all(|file| cells.contains(&(file, rank))) {
                words.push(format!("*{}", rank + 1));
                left.retain(|cell| cell.1 != rank);
            }
        }
        for file in 0..self.files {
            let there = |rank| left.contains(&(file, rank));
            if self.ranks > 1 && (0..self.ranks).all(there) {
                words.push(format!("{}*", letter(file)));
                left.retain(|cell| cell.0 != file);
            }
        }
        words.extend(left.iter().map(|&cell| name(cell)));
        if words.is_empty() {
            // A list must not be empty.
            let rank = format!("{}\n", ". ".repeat(self.files as usize).trim_end());
            return format!("\"\"\"\n{}\"\"\"", rank.repeat(self.ranks as usize));
        }
        crate::betza::listed(&words)
    }

    /// Which kinds there are in this game: those that stand or are held, and what they become.
    pub fn find_kinds(&mut self) -> Result<(), Problem> {
        let variant = self.variant;
        let mut used: Vec<String> = Vec::new();
        let standing: Vec<Standing> = self.standing();
        let held = self.start.hands.concat();
        for kind in &variant.kinds {
            let stands = standing.iter().any(|piece| piece.letter == kind.letter && !piece.promoted);
            let base = standing.iter().any(|piece| piece.letter == kind.letter);
            let free = variant.is(FREE_DROPS, false)? && variant.is("pieceDrops", false)?;
            if free || stands || base || held.to_ascii_uppercase().contains(kind.letter) {
                used.push(kind.key.clone());
            }
        }
        for (side, _) in SIDES {
            let pawns = variant.set("promotionPawnTypes", side, &["pawn"]);
            if pawns.iter().any(|pawn| used.contains(pawn)) {
                let to = variant.set("promotionPieceTypes", side, &["queen", "rook", "bishop", "knight"]);
                used.extend(to);
            }
        }
        for (letter, other) in variant.pairs("promotedPieceType")? {
            let unknown = |letter: &str| {
                let message = format!("`promotedPieceType`: no piece has the letter `{letter}`");
                Problem::new(variant.line("promotedPieceType"), message)
            };
            if other == "-" {
                continue;
            }
            // What is not there is passed over, as by the format.
            let Some(base) = variant.by_letter(letter) else { continue };
            let like = other.chars().next().and_then(|letter| variant.by_letter(letter));
            let like = like.ok_or_else(|| unknown(&other))?;
            if used.contains(&base.key) {
                self.promoted.push(Promoted {
                    name: format!("promoted-{}", base.name),
                    base: base.key.clone(),
                    letter: format!("+{}", base.letter),
                    like: like.clone(),
                });
            }
        }
        self.kinds = variant.kinds.iter().filter(|kind| used.contains(&kind.key)).cloned().collect();
        Ok(())
    }

    /// What counts as a kind: the kind itself, and what moves like it once promoted.
    pub fn counted<'b>(&'b self, kind: &'b Kind) -> impl Iterator<Item = &'b str> {
        let plain = self.kinds.iter().filter(|other| other.key == kind.key).map(|other| other.name.as_str());
        let promoted = self.promoted.iter().filter(|promoted| promoted.like.key == kind.key);
        plain.chain(promoted.map(|promoted| promoted.name.as_str()))
    }

    /// A player's pieces that count as a kind, or all of them, as a filter.
    pub fn pieces_of(&self, owner: &str, kind: Option<&Kind>) -> String {
        let Some(kind) = kind else { return format!("\"{owner}\"") };
        let names: Vec<String> = self.counted(kind).map(|name| format!("{owner} {name}")).collect();
        crate::betza::listed(&names)
    }

    pub fn standing(&self) -> Vec<Standing> {
        let piece = |content: &Content| match content {
            Content::Piece(piece) => Some(*piece),
            _ => None,
        };
        self.start.rows.iter().flatten().filter_map(piece).collect()
    }

    pub fn setup(&mut self) -> Result<(), Problem> {
        let mut board = String::from("\"\"\"\n");
        let walled = self.is_walled();
        let wide = self.standing().iter().any(|piece| piece.promoted);
        for row in &self.start.rows {
            let words = row.iter().map(|content| match content {
                Content::Empty => ".".to_owned(),
                Content::Wall => if walled { "*" } else { "#" }.to_owned(),
                Content::Piece(piece) => {
                    let letter = if piece.white { piece.letter } else { piece.letter.to_ascii_lowercase() };
                    format!("{}{letter}", if piece.promoted { "+" } else { "" })
                }
            });
            let words: Vec<String> =
                words.map(|word| if wide { format!("{word:>2}") } else { word }).collect();
            let line = words.join(" ");
            board.push_str(&format!("  {}\n", line.trim_end()));
        }
        board.push_str("\"\"\"");
        self.doc.say("setup", "board", board);
        if self.start.black_first {
            self.doc.say("game", "first", "\"black\"");
        }
        let [white, black] = self.start.hands.clone();
        if !white.is_empty() || !black.is_empty() {
            let of = |name: &str, hand: &str| (!hand.is_empty()).then(|| format!("{name} = \"{hand}\""));
            let said: Vec<String> =
                [of("white", &white), of("black", &black)].into_iter().flatten().collect();
            self.doc.say("setup", "hands", format!("{{ {} }}", said.join(", ")));
        }
        Ok(())
    }

    pub fn hands(&mut self) -> Result<(), Problem> {
        let drops = self.variant.is("pieceDrops", false)?;
        if drops && self.variant.is("capturesToHand", false)? {
            let bases = !self.promoted.is_empty();
            let said = if bases { "{ to = \"captor\", as = \"base\" }" } else { "{ to = \"captor\" }" };
            self.doc.say("hands", "captured", said);
        }
        Ok(())
    }

    pub fn passes(&mut self) -> Result<(), Problem> {
        if let Some(pass) = passing(self.variant)? {
            self.doc.say("moves", "pass", format!("{{ pass = \"{pass}\" }}"));
        }
        Ok(())
    }
}

/// When players may pass, if they may.
pub(super) fn passing(variant: &Variant) -> Result<Option<&'static str>, Problem> {
    let both = |key: &str| -> Result<bool, Problem> {
        let [white, black] = [format!("{key}White"), format!("{key}Black")];
        let said = [variant.is(&white, false)?, variant.is(&black, false)?];
        if said[0] != said[1] {
            let key_of_one = if said[0] { &white } else { &black };
            let called = variant.called(key_of_one);
            let message = format!("`{called}`: passes of one player alone are not supported");
            return Err(Problem::new(variant.line(key_of_one), message));
        }
        Ok(said[0])
    };
    let (free, stuck) = (both("pass")?, both("passOnStalemate")?);
    Ok(match (free, stuck) {
        // What is only for the stuck bars passes that are free, too.
        (_, true) => Some("stuck"),
        (true, false) => Some("free"),
        (false, false) => None,
    })
}

/// A file's letter.
pub(super) fn letter(file: u32) -> char {
    char::from(b'a' + file as u8)
}

/// What a cell is called.
pub(super) fn name((file, rank): (u32, u32)) -> String {
    format!("{}{}", letter(file), rank + 1)
}
