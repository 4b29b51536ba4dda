//! The board as XBoard draws it. Where it has no board for a game, ours is described to it: with one more file or
//! rank where pieces leave the board, and with a letter for each kind of piece.

use std::sync::Arc;

use crate::betza::{Motion, Way as Manner, read};
use crate::game::{Action, Cell, Game, Kind, Move, Offset, Piece, Player, Way, file_name};
use crate::notation::in_betza;
use crate::position::Position;
use crate::protocol::Spelling;
use crate::protocol::moves::with_cells_renamed;

/// Boards of exactly so many ranks count them from 0.
const TEN: u16 = 10;

/// The largest board, and the most kinds of pieces, that XBoard draws.
const MOST_CELLS: u16 = 16;
const MOST_KINDS: usize = 21;

/// The order of the pieces that XBoard has pictures for; the king comes last.
const PIECES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// How a game lies on XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    files: u16,
    ranks: u16,
    /// Files at the left and ranks at the bottom that our board does not have.
    west: u16,
    south: u16,
    /// The player whom XBoard calls White.
    white: Player,
    /// XBoard plays the game itself: positions and letters are as it has them.
    known: bool,
    /// By kind, where it is not known.
    letters: Vec<char>,
}

impl Frame {
    /// The frame of a game; `known`: XBoard plays it itself.
    ///
    /// # Errors
    ///
    /// Says why XBoard cannot draw it.
    pub fn of(game: &Game, known: bool) -> Result<Frame, String> {
        let leaves = |side: Offset| exits(game).any(|by| by == side);
        let [west, east] = [-1, 1].map(|east| u16::from(leaves(Offset { east, north: 0 })));
        let [south, north] = [-1, 1].map(|north| u16::from(leaves(Offset { east: 0, north })));
        let (files, ranks) =
            (game.rules.geometry.files() + west + east, game.rules.geometry.ranks() + south + north);
        if files > MOST_CELLS || ranks > MOST_CELLS {
            return Err(format!("a board of {files} by {ranks} is too large"));
        }
        if game.rules.moves.iter().any(|rule| matches!(rule.action, Action::Drop(_)) && rule.hand.is_none()) {
            return Err("pieces that come from a supply cannot be put on its board".to_owned());
        }
        let letters = letters(game).ok_or("it has too many kinds of pieces")?;
        let is_white = |player: &Player| game.names.players[player.index()].turn == "w";
        let white =
            Player::BOTH.into_iter().find(is_white).filter(|_| game.names.fen).unwrap_or(game.rules.first);
        Ok(Frame { files, ranks, west, south, white, known, letters })
    }

    /// The player whom XBoard calls White.
    pub fn white(&self) -> Player {
        self.white
    }

    /// What describes the game to XBoard; nothing where it knows it.
    pub fn description(&self, position: &Position) -> Vec<String> {
        if self.known {
            return Vec::new();
        }
        let game = position.game();
        let hands = if game.rules.has_hands() { game.rules.roster.kinds } else { 0 };
        let (files, ranks) = (self.files, self.ranks);
        let table = self.piece_table();
        let setup = format!("setup ({table}) {files}x{ranks}+{hands}_fairy {}", self.position(position));
        let pieces =
            game.kinds().zip(&self.letters).flat_map(|(kind, letter)| self.piece(game, kind, *letter));
        std::iter::once(setup).chain(pieces).collect()
    }

    /// How the pieces of a kind move: one line, or two where those of White and Black move differently.
    fn piece(&self, game: &Game, kind: Kind, letter: char) -> Vec<String> {
        let north = Offset::new(0, 1);
        let [white, black] = [(self.white, north), (!self.white, north.times(-1))]
            .map(|(player, forward)| self.moves(game, kind, player, forward));
        match white == black {
            true => vec![format!("piece {letter}& {white}")],
            false => vec![
                format!("piece {letter} {white}"),
                format!("piece {} {black}", letter.to_ascii_lowercase()),
            ],
        }
    }

    /// How a player's pieces of a kind move. Which moves are legal, the engine says: where letters cannot tell XBoard,
    /// the piece may go anywhere.
    fn moves(&self, game: &Game, kind: Kind, player: Player, forward: Offset) -> String {
        let said = in_betza(game, kind, player, forward);
        let elsewhere =
            |number: &usize| matches!(game.rules.moves[*number].action, Action::Castle | Action::Drop(_));
        // On its way a leap looks at the one cell halfway, which there is on the shorter ones alone.
        let short = |motion: &Motion| {
            motion.way != Manner::Lame || motion.to.iter().all(|to| to.0.abs().max(to.1.abs()) < 3)
        };
        let is_known = !game.rules.geometry.has_lines()
            && said.unsaid.iter().all(elsewhere)
            && read(&said.text).is_ok_and(|motions| !motions.is_empty() && motions.iter().all(short));
        if is_known { said.text } else { "U".to_owned() }
    }

    /// Which letters stand for the pieces that XBoard has pictures for.
    fn piece_table(&self) -> String {
        let mut half: Vec<char> = PIECES.chars().map(|_| '.').collect();
        let mut king = 'K';
        for &letter in &self.letters {
            match PIECES.find(letter) {
                Some(at) => half[at] = letter,
                None if letter == 'K' => king = letter,
                None => {
                    let free = PIECES
                        .char_indices()
                        .find(|&(at, name)| half[at] == '.' && !self.letters.contains(&name));
                    if let Some((at, _)) = free {
                        half[at] = letter;
                    }
                }
            }
        }
        let white: String = half.into_iter().chain([king]).collect();
        white.clone() + &white.to_lowercase()
    }

    /// A position as XBoard reads it.
    pub fn position(&self, position: &Position) -> String {
        let game = position.game();
        if self.known
            || game.names.fen
                && (self.files, self.ranks) == (game.rules.geometry.files(), game.rules.geometry.ranks())
        {
            return position.to_string();
        }
        let rows: Vec<String> = (0..self.ranks).rev().map(|rank| self.row(position, rank)).collect();
        let turn = if position.turn() == self.white { 'w' } else { 'b' };
        format!("{} {turn} - - 0 1", rows.join("/"))
    }

    fn row(&self, position: &Position, rank: u16) -> String {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..self.files {
            let piece = self.cell(position.game(), file, rank).map_or(Piece::NONE, |cell| position.at(cell));
            if piece.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row.push(self.letter(piece));
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    }

    fn letter(&self, piece: Piece) -> char {
        let letter = self.letters[piece.kind().index()];
        if piece.owner() == self.white { letter } else { letter.to_ascii_lowercase() }
    }

    /// Our cell at a place of XBoard's board, both counted from 0, ranks from the bottom.
    fn cell(&self, game: &Game, file: u16, rank: u16) -> Option<Cell> {
        let (file, rank) = (file.checked_sub(self.west)?, rank.checked_sub(self.south)?);
        let row = game.rules.geometry.ranks().checked_sub(rank + 1)?;
        game.rules.geometry.at(file, row).filter(|&cell| game.rules.geometry.has(cell))
    }

    /// Our text of a position that XBoard writes.
    ///
    /// # Errors
    ///
    /// Says what it does not understand.
    pub fn read_position(&self, game: &Arc<Game>, text: &str) -> Result<String, String> {
        if self.known
            || game.names.fen
                && (self.files, self.ranks) == (game.rules.geometry.files(), game.rules.geometry.ranks())
        {
            return Ok(text.to_owned());
        }
        let mut words = text.split_whitespace();
        let mut board = vec![Piece::NONE; game.rules.geometry.size()];
        for (down, row) in words.next().unwrap_or_default().split('/').enumerate() {
            let rank = usize::from(self.ranks).checked_sub(down + 1).ok_or("too many rows")? as u16;
            self.read_row(game, row, rank, &mut board)?;
        }
        let turn = if words.next() == Some("b") { !self.white } else { self.white };
        Ok(Position::set_up(game, &board, turn).to_string())
    }

    fn read_row(&self, game: &Game, row: &str, rank: u16, board: &mut [Piece]) -> Result<(), String> {
        let (mut file, mut empty) = (0u16, 0u16);
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                empty = (10 * empty + digit as u16).min(100);
                continue;
            }
            file += std::mem::take(&mut empty);
            let kind = self.letters.iter().position(|letter| letter.eq_ignore_ascii_case(&sign));
            let kind = kind.ok_or_else(|| format!("no piece has the letter `{}`", sign.escape_debug()))?;
            let owner = if sign.is_ascii_uppercase() { self.white } else { !self.white };
            let cell = self.cell(game, file, rank).ok_or("a piece stands beside the board")?;
            board[cell.index()] = Piece::new(Kind(kind as u8), owner);
            file += 1;
        }
        Ok(())
    }

    /// A move as XBoard writes it.
    pub fn write(&self, position: &Position, mv: Move) -> String {
        let game = position.game();
        if game.tables.actions[mv.rule()] == Action::Pass {
            return "@@@@".to_owned();
        }
        if game.tables.actions[mv.rule()] == Action::Exit {
            let by = self.way_out(game, mv, position.turn());
            return self.name(game, mv.from(), Offset::ZERO) + &self.name(game, mv.from(), by);
        }
        let own = position.move_text(mv);
        // A removal comes after the landing: two legs, of which the second begins where the first ended.
        self.renamed(game, &own)
    }

    /// The direction in which a move leaves the board.
    fn way_out(&self, game: &Game, mv: Move, player: Player) -> Offset {
        let outside = |by: &Offset| game.rules.geometry.neighbour(mv.from(), *by).is_none();
        let ways = match &game.rules.moves[mv.rule()].by[player.index()].way {
            Way::Exit(ways) => ways.as_slice(),
            _ => &[],
        };
        let found = ways.iter().copied().filter(outside).find(|by| by.east == 0 || by.north == 0);
        found.unwrap_or(Offset { east: 0, north: 1 })
    }

    /// A place by its name on XBoard's board.
    fn name(&self, game: &Game, cell: Cell, by: Offset) -> String {
        let board = &game.rules.geometry;
        let file = i32::from(board.file(cell)) + i32::from(self.west) + i32::from(by.east);
        let rank = i32::from(board.ranks()) - 1 - i32::from(board.row(cell))
            + i32::from(self.south)
            + i32::from(by.north);
        let first = if self.ranks == TEN { 0 } else { 1 };
        format!("{}{}", file_name(file.max(0) as u16), rank + first)
    }

    fn renamed(&self, game: &Game, own: &str) -> String {
        let spelling = Spelling::uci(None);
        spelling.with_cells(own, &|cell| self.renamed_cell(game, cell))
    }

    fn renamed_cell(&self, game: &Game, cell: &str) -> Option<String> {
        game.rules.geometry.parse(cell).map(|cell| self.name(game, cell, Offset::ZERO))
    }

    /// The legal move that a text says.
    ///
    /// # Errors
    ///
    /// Says why there is none.
    pub fn read(&self, position: &Position, text: &str) -> Result<Move, String> {
        let legal = position.legal_moves();
        let fits = |mv: &&Move| self.write(position, **mv) == text;
        if let Some(&mv) = legal.iter().find(fits) {
            return Ok(mv);
        }
        let own = Spelling::uci(None).with_cells(text, &|name| self.own_name(position.game(), name));
        let game = position.game();
        let read = Spelling::uci(None).read(position, &own);
        read.map_err(|why| with_cells_renamed(&why, &|cell| self.renamed_cell(game, cell)))
    }

    fn own_name(&self, game: &Game, name: &str) -> Option<String> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let file = crate::game::parse_file(&name[..digits])?;
        let rank: u16 = name[digits..].parse().ok()?;
        let rank = if self.ranks == TEN { rank } else { rank.checked_sub(1)? };
        self.cell(game, file, rank).map(|cell| game.rules.geometry.name(cell))
    }
}

/// The directions by which rules lead off the board.
fn exits(game: &Game) -> impl Iterator<Item = Offset> + '_ {
    let ways = game.rules.moves.iter().flat_map(|rule| &rule.by).map(|travel| &travel.way);
    ways.flat_map(|way| match way {
        Way::Exit(ways) => ways.as_slice(),
        _ => &[],
    })
    .copied()
}

/// A letter for each kind: the first player's where it is a plain one and free.
fn letters(game: &Game) -> Option<Vec<char>> {
    let mut taken: Vec<char> = Vec::new();
    for kind in &game.names.kinds {
        let own = kind.letters[0].to_string().to_ascii_uppercase().chars().find(char::is_ascii_uppercase);
        let free = ('A'..='Z').find(|letter| !taken.contains(letter) && *letter != 'K');
        taken.push(own.filter(|letter| !taken.contains(letter)).or(free)?);
    }
    (taken.len() <= MOST_KINDS).then_some(taken)
}
