//! The fields of FEN behind the player to move: rights, marks, checks, the count of quiet plies, the number of
//! the move.

use std::fmt;
use std::iter::Peekable;

use super::error::{TextError, Word, error};
use super::extras::{is_named, write_named};
use crate::game::{Castle, Cell, Game, Kind, Piece, Player, Touched, Verb};
use crate::on_board;
use crate::position::{CastleWay, Clocks, Extras, Position};

/// The largest number of a move: plies are counted up to the largest number of 32 bits.
const MOST_MOVES: u32 = 1 << 31;

/// What is read from the fields of a position.
pub(super) struct Fields<'a> {
    pub game: &'a Game,
    /// By cell number.
    pub pieces: &'a [Piece],
    /// Who is to move.
    pub turn: Player,
    /// What was played before.
    pub clocks: Clocks,
}

impl Fields<'_> {
    /// Reads as many fields as are there. A number where rights or marks are expected is the count of quiet
    /// plies: some families write none.
    pub fn read<'a>(
        &mut self,
        words: &mut Peekable<impl Iterator<Item = Word<'a>>>,
        given: &mut Extras,
    ) -> Result<(), TextError> {
        let is_count = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_text = |word: &str| is_field(word) && !is_count(word);
        given.unmoved.clear();
        if let Some(word) = words.next_if(|&(_, word)| is_text(word)) {
            self.read_rights(word, given)?;
        }
        if let Some(word) = words.next_if(|&(_, word)| is_text(word) && !word.contains('+')) {
            self.read_marks(word, given)?;
        }
        let counted = words.next_if(|&(_, word)| is_field(word) && word.contains('+'));
        if let Some(word) = counted {
            self.read_checks(word, given)?;
        }
        let quiet = number(words, u32::MAX)?.unwrap_or(0);
        self.clocks.quiet = vec![quiet; self.game.facts.quiet_clocks.len()];
        let moves = number(words, MOST_MOVES)?.unwrap_or(1).max(1);
        self.clocks.plies = 2 * (moves - 1) + (self.turn != self.game.rules.first) as u32;
        if let Some(word) = words.next_if(|&(_, word)| is_field(word) && word.starts_with('+')) {
            if counted.is_some() {
                return error("checks are said twice", word.0..word.0 + word.1.len());
            }
            self.read_checks(word, given)?;
        }
        Ok(())
    }

    /// A letter for each right to castle, as the definition calls it, or the file of the piece to castle with;
    /// or the file of a piece that has not moved.
    fn read_rights(&self, (at, word): Word, given: &mut Extras) -> Result<(), TextError> {
        let has_rights = self.game.tables.state.asks_unmoved() || !given.castles.is_empty();
        for (i, letter) in word.char_indices().filter(|_| word != "-") {
            let span = at + i..at + i + letter.len_utf8();
            if !has_rights {
                return error("this game has no rights: write `-`", span);
            }
            if word[..i].contains(letter) {
                return error(format!("`{letter}` is said twice"), span);
            }
            let player = if letter.is_uppercase() { Player::First } else { Player::Second };
            let unmoved = self.unmoved_on(letter.to_ascii_lowercase(), player);
            // The file of a piece whose own rules ask whether it has moved says no more than that; where pieces come
            // from the hand, all first moves are asked.
            let own = |(_, owner, castle): &(u8, Player, Castle)| {
                *owner == player
                    && castle.right.is_some_and(|right| right.to_lowercase().eq(letter.to_lowercase()))
            };
            let named = given.castles.iter().any(own);
            let castled = match unmoved.is_empty() || named || self.game.rules.gating.is_some() {
                true => self.castle_called(letter, player, given),
                false => None,
            };
            // Where all first moves are asked, a file says that its piece has not moved: the other one has to be
            // said, too.
            let is_said = |cell: Cell| {
                let alike = |c: &char| c.is_uppercase() == letter.is_uppercase();
                word.chars().filter(alike).any(|c| self.is_file(cell, c))
            };
            let castled = castled.filter(|(_, castle)| named || unmoved.is_empty() || is_said(castle.from));
            if castled.is_none() && unmoved.is_empty() {
                return error(
                    format!("`{letter}` is no right that {} can have here", self.game.player_name(player)),
                    span,
                );
            }
            given.unmoved.extend(unmoved);
            // Where pieces may yet settle, one of the two may still be missing.
            let there = |cell: &Cell| self.pieces.get(cell.index()).is_some_and(|piece| !piece.is_none());
            if let Some((rule, castle)) = castled {
                given.unmoved.extend([castle.from, castle.with_from].into_iter().filter(there));
                for slot in &mut given.castles {
                    if (slot.0, slot.1) == (rule, player) {
                        slot.2 = castle;
                    }
                }
            }
        }
        Ok(())
    }

    /// The castle that a letter of the field stands for, on the cells where the pieces stand now.
    fn castle_called(&self, letter: char, player: Player, given: &Extras) -> Option<(u8, Castle)> {
        let own = given.castles.iter().filter(|(_, owner, _)| *owner == player);
        let small = |right: char| right.to_lowercase().eq(letter.to_lowercase());
        own.into_iter().find_map(|&(rule, _, castle)| {
            let (kind, said) = (self.game.rules.moves[rule as usize].kind?, castle);
            let king = Piece::new(kind, player);
            let rook = Piece::new(castle.with, player);
            let row = self.game.rules.geometry.row(castle.from);
            let stands = |cell: Cell, piece: Piece| self.pieces.get(cell.index()) == Some(&piece);
            if self.game.tables.state.settles {
                let some = stands(castle.from, king) || stands(castle.with_from, rook);
                return (some && castle.right.is_some_and(small)).then_some((rule, castle));
            }
            let from = match stands(castle.from, king) {
                true => castle.from,
                false => self.row(row).find(|&cell| stands(cell, king))?,
            };
            let east = castle.with_from > castle.from;
            let mut rooks = self.row(row).filter(|&cell| stands(cell, rook) && (cell > from) == east);
            let named = castle.right.is_some_and(small);
            let with_from = match named {
                true if stands(castle.with_from, rook) && from == castle.from => Some(castle.with_from),
                true if east => rooks.next_back(),
                true => rooks.next(),
                false => rooks.find(|&cell| self.is_file(cell, letter)),
            }?;
            Some((rule, Castle { from, with_from, ..said }))
        })
    }

    fn row(&self, row: u16) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let files = self.game.rules.geometry.files();
        (row * files..(row + 1) * files).map(Cell)
    }

    fn is_file(&self, cell: Cell, letter: char) -> bool {
        let file = crate::game::file_name(self.game.rules.geometry.file(cell));
        file.chars().eq([letter.to_ascii_lowercase()])
    }

    /// The cells of a file where a piece of the player stands whose rules ask whether it has moved: where one
    /// like it starts, else on a rank where one does.
    fn unmoved_on(&self, file: char, player: Player) -> Vec<Cell> {
        let asks = |&cell: &Cell| {
            let piece = self.pieces.get(cell.index()).copied().unwrap_or(Piece::NONE);
            let asked = self.game.tables.state.asks_unmoved_of(piece, cell);
            asked && piece.owner() == player && self.is_file(cell, file) && self.starts_on(piece, cell)
        };
        let cells: Vec<Cell> = self.game.rules.geometry.board().iter().filter(asks).collect();
        let starts = |cell: &&Cell| self.game.rules.setup.get(cell.index()) == self.pieces.get(cell.index());
        let exact: Vec<Cell> = cells.iter().filter(starts).copied().collect();
        if exact.is_empty() { cells } else { exact }
    }

    fn starts_on(&self, piece: Piece, cell: Cell) -> bool {
        let row = self.game.rules.geometry.row(cell);
        self.row(row).any(|cell| self.game.rules.setup.get(cell.index()) == Some(&piece))
    }

    /// The cells that the last move marked, and the piece that did where it is not plain.
    pub(super) fn read_marks(&self, (at, word): Word, given: &mut Extras) -> Result<(), TextError> {
        if word == "-" {
            return Ok(());
        }
        let cells = self.cells_of(word).ok_or(()).or_else(|()| {
            error(format!("`{word}` is no cell of the board, and not `-`"), at..at + word.len())
        })?;
        let stands = |cell: &Cell| self.pieces.get(cell.index()).is_some_and(|piece| !piece.is_none());
        // The piece that made them comes first, where it is said.
        let (said, marks) = match cells.split_first() {
            Some((maker, marks)) if stands(maker) => (Some(*maker), marks),
            _ => (None, cells.as_slice()),
        };
        let span = at..at + word.len();
        if !self.game.rules.makes_marks() {
            return error("this game has no marks: write `-`", span);
        }
        if marks.is_empty() || (1..marks.len()).any(|i| marks[..i].contains(&marks[i])) {
            return error(format!("`{word}` names no marked cell, or one of them twice"), span);
        }
        let Some(marker) = said.or_else(|| marks.iter().find_map(|&mark| self.marker_of(mark))) else {
            let marker = self.game.player_name(!self.turn);
            return error(format!("no move of {marker}'s can have marked `{word}`"), span);
        };
        given.marks = marks.to_vec();
        given.marker = Some(marker);
        Ok(())
    }

    /// The cells that a word names one after the other.
    fn cells_of(&self, word: &str) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            cells.push(self.game.rules.geometry.parse(&rest[..letters + digits]).filter(|_| digits > 0)?);
            rest = &rest[letters + digits..];
        }
        Some(cells)
    }

    /// The piece that can have marked a cell with its last move.
    fn marker_of(&self, mark: Cell) -> Option<Cell> {
        let maker = !self.turn;
        let marks = |rule: &usize| {
            let mut effects = self.game.rules.moves[*rule].effects.iter();
            effects.any(|effect| effect.verb == Verb::Mark && effect.cells == Touched::Path)
        };
        let empty = |cell: Cell| self.pieces.get(cell.index()).is_some_and(|piece| piece.is_none());
        // What a piece has passed by is empty, and marked no longer once something comes there.
        if !empty(mark) {
            return None;
        }
        let made = |kind: Kind, from: Cell| {
            let legs = self.game.tables.movement.steps(Piece::new(kind, maker), from).iter();
            legs.filter(|leg| marks(&leg.mv.rule())).map(|leg| leg.mv.to()).find(|&to| {
                self.pieces.get(to.index()) == Some(&Piece::new(kind, maker))
                    && self.game.rules.geometry.between(from, to).any(|cell| cell == mark)
            })
        };
        let kinds = || (0..self.game.rules.roster.kinds as u8).map(Kind);
        let mut cells = self.game.rules.geometry.board().iter().filter(|&cell| empty(cell));
        cells.find_map(|from| kinds().find_map(|kind| made(kind, from)))
    }

    /// Checks still to be given, `3+3`, or given, `+0+0`.
    fn read_checks(&self, (at, word): Word, given: &mut Extras) -> Result<(), TextError> {
        let span = at..at + word.len();
        if !self.game.tables.state.counts_checks {
            return error("no end of this game counts checks", span);
        }
        let most = self.game.tables.state.most_checks;
        let (text, done) = match word.strip_prefix('+') {
            Some(rest) => (rest, true),
            None => (word, false),
        };
        let numbers: Option<Vec<u8>> = text.split('+').map(|number| number.parse().ok()).collect();
        let [first, second] = *numbers.unwrap_or_default() else {
            return error(format!("`{word}` is not of the form `{most}+{most}`"), span);
        };
        if first.max(second) > most {
            return error(format!("{most} checks are enough to end the game"), span);
        }
        let count = |number: u8| if done { number } else { most - number };
        given.checks = [count(first), count(second)];
        Ok(())
    }
}

/// Whether a word is a field of FEN and not what follows them.
fn is_field(word: &str) -> bool {
    word != "moves" && !is_named(word)
}

fn number<'a>(
    words: &mut Peekable<impl Iterator<Item = Word<'a>>>,
    most: u32,
) -> Result<Option<u32>, TextError> {
    let word = words.next_if(|&(_, word)| is_field(word) && !word.starts_with('+'));
    word.map(|word| number_in(word, most)).transpose()
}

/// The number that a word is, written as it would be printed.
pub(super) fn number_in((at, word): Word, most: u32) -> Result<u32, TextError> {
    let read = word.parse::<u32>().ok().filter(|number| *number <= most && number.to_string() == word);
    match read {
        Some(number) => Ok(number),
        None => error(format!("`{word}` is no number from 0 to {most}"), at..at + word.len()),
    }
}

/// Writes the fields of a position. Gives what they say when they are read: letters that would not be understood are
/// left out, and what they should say is said by name.
pub(super) fn write_fields(position: &Position, f: &mut fmt::Formatter<'_>) -> Result<Extras, fmt::Error> {
    let game = position.game();
    let pieces = position.pieces();
    let fields = Fields { game, pieces: &pieces, turn: position.turn(), clocks: Clocks::default() };
    let unsaid = || Extras { unmoved: Vec::new(), ..Extras::unsaid(game, &pieces) };
    let is_read = |letter: &char| fields.read_rights((0, &letter.to_string()), &mut unsaid()).is_ok();
    let rights: String = rights_text(position).chars().filter(is_read).collect();
    let mut given = unsaid();
    let said = fields.read_rights((0, &rights), &mut given);
    debug_assert!(said.is_ok(), "{rights}");
    let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    write!(f, " {} {}", or_none(rights), or_none(marks_text(position)))?;
    write_checks(position, f)?;
    write!(f, " {} {}", position.quiet_plies(), 1 + position.plies() / 2)?;
    Ok(given)
}

/// A letter for each right to castle, and the file of each other piece that has not moved and is asked.
fn rights_text(position: &Position) -> String {
    let game = position.game();
    on_board!(position.engine(), board => {
        let castles = || Player::BOTH.into_iter().flat_map(|player| board.castles(player));
        // The right to castle says of two pieces that they have not moved.
        let said = |cell: Cell| castles().any(|way| board.has_right(way) && way.both_cells().has(cell));
        let asks = |&cell: &Cell| game.tables.state.asks_unmoved_of(board.at(cell), cell) && !said(cell);
        let held = castles().filter(|way| board.has_right(way) || !board.half_right(game, way).is_empty());
        let files = board.unmoved().iter().filter(asks).map(|cell| {
            let file = crate::game::file_name(game.rules.geometry.file(cell));
            if board.at(cell).owner() == Player::First { file.to_uppercase() } else { file }
        });
        let mut text = String::new();
        for letter in held.map(|way| right_text(game, way)).chain(files) {
            // Files beyond the 26th have no letter of their own.
            if letter.chars().count() == 1 && !text.contains(&letter) {
                text += &letter;
            }
        }
        text
    })
}

/// Writes checks: in FEN those still to give, elsewhere those given, if there are any.
pub(super) fn write_checks(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let game = position.game();
    if !game.tables.state.counts_checks {
        return Ok(());
    }
    let most = game.tables.state.most_checks;
    let [first, second] = on_board!(position.engine(), board => Player::each(|player| board.checks(player)));
    match (game.names.fen, first.max(second)) {
        (true, _) => write!(f, " {}+{}", most - first, most - second),
        (false, 0) => Ok(()),
        (false, _) => write!(f, " checks={first}+{second}"),
    }
}

/// The marked cells; before them the piece that marked them, where nobody could tell it from a single mark.
pub(super) fn marks_text(position: &Position) -> String {
    let game = position.game();
    let (cells, maker) = on_board!(position.engine(), board => {
        (board.marks().iter().collect::<Vec<Cell>>(), board.marker())
    });
    if cells.is_empty() {
        return String::new();
    }
    let pieces = position.pieces();
    let fields = Fields { game, pieces: &pieces, turn: position.turn(), clocks: Clocks::default() };
    let plain = match cells.as_slice() {
        [mark] => position.at(*mark).is_none() && fields.marker_of(*mark) == Some(maker),
        _ => false,
    };
    let said = (!plain).then_some(maker);
    said.into_iter().chain(cells).map(|cell| game.rules.geometry.name(cell)).collect()
}

/// The letter of a right: as the definition calls it, or the file of the piece to castle with where that
/// letter would be taken for another one.
fn right_text<const N: usize>(game: &Game, way: &CastleWay<N>) -> String {
    let said = game.rules.castles(way.player).any(|(rule, castle)| {
        rule == way.rule && castle.from == way.castle.from && castle.with_from == way.castle.with_from
    });
    let file = crate::game::file_name(game.rules.geometry.file(way.castle.with_from));
    let text = match way.castle.right.filter(|_| said) {
        Some(right) => right.to_string(),
        None => file,
    };
    if way.player == Player::First { text.to_uppercase() } else { text.to_lowercase() }
}

impl fmt::Display for Position {
    /// Rows from the top with `/` between, a dot for an empty cell, `#` for a hole, then the player to
    /// move. As FEN, numbers stand for runs of empty cells, and further fields follow: rights, marks, where an
    /// end asks for them the checks still to give, the count of quiet plies, the number of the move. What else makes
    /// the position another one is said by name at the end: `unmoved=a1`, `passes=1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::rows::write_rows(self, f)?;
        f.write_str(" ")?;
        super::turns::write_turn(self, f)?;
        let given = match self.game().names.fen {
            true => write_fields(self, f)?,
            false => Extras::unsaid(self.game(), &self.pieces()),
        };
        write_named(self, &given, f)
    }
}
