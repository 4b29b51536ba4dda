//! The finished table.

use std::sync::Arc;

use super::code;
use super::index::{Cursor, Index};
use super::listed::Listed;
use super::work::pieces;
use crate::eval::View;
use crate::game::{Bits, Game, Piece};
use crate::position::{Position, Rest};
use crate::search::{Exact, Tablebase};

/// The exact value of every state of a game that play can reach from some position, or of every state of
/// its material.
#[derive(Clone, Debug)]
pub struct SolvedTable {
    pub(super) fingerprint: u64,
    pub(super) states: States,
    /// One code for each state, of one byte or two.
    pub(super) codes: Vec<u8>,
    pub(super) wide: bool,
    /// Cell numbers are below this.
    pub(super) size: usize,
}

/// What the number of a state follows from.
#[derive(Clone, Debug)]
pub(super) enum States {
    /// Where its pieces stand.
    Numbered(Index),
    /// Its place in a list.
    Listed(Listed),
}

impl States {
    pub(super) fn total(&self) -> u64 {
        match self {
            States::Numbered(index) => index.total(),
            States::Listed(listed) => listed.total(),
        }
    }
}

/// How many states there are, by their value for the player to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ValueCounts {
    /// All of them, finished ones included.
    pub states: u64,
    /// Those where the player to move wins.
    pub wins: u64,
    /// Those where it loses.
    pub losses: u64,
    /// The others.
    pub draws: u64,
    /// The most plies that a win or a loss takes.
    pub longest: u32,
}

impl SolvedTable {
    /// The table of numbered states.
    pub(super) fn numbered(game: &Game, index: Index, words: &[u16]) -> SolvedTable {
        SolvedTable::new(game, States::Numbered(index), words)
    }

    /// The table of listed states, with their words.
    pub(super) fn listed(game: &Game, (listed, words): (Listed, Vec<u16>)) -> SolvedTable {
        SolvedTable::new(game, States::Listed(listed), &words)
    }

    fn new(game: &Game, states: States, words: &[u16]) -> SolvedTable {
        let packed = |word: &u16| code::packed(*word);
        let wide = words.iter().any(|word| packed(word) > u8::MAX as u16);
        let codes = match wide {
            true => words.iter().flat_map(|word| packed(word).to_le_bytes()).collect(),
            false => words.iter().map(|word| packed(word) as u8).collect(),
        };
        SolvedTable {
            fingerprint: game.rules.fingerprint(),
            states,
            codes,
            wide,
            size: game.rules.geometry.size(),
        }
    }

    /// Whether the table is about a game with these rules; names and points do not matter.
    pub fn fits(&self, game: &Game) -> bool {
        self.fingerprint == game.rules.fingerprint()
    }

    /// The value of a position of a game that the table [`fits`](SolvedTable::fits), for the player to move; `None` when
    /// the table does not know it.
    pub fn value(&self, position: &Position) -> Option<Exact> {
        self.probe(&View::of(position))
    }

    /// How many states there are of which value.
    pub fn counts(&self) -> ValueCounts {
        let mut counts = ValueCounts::default();
        for exact in (0..self.states.total()).filter_map(|state| self.at(state)) {
            counts.states += 1;
            let (slot, plies) = match exact {
                Exact::Win(plies) => (&mut counts.wins, plies),
                Exact::Loss(plies) => (&mut counts.losses, plies),
                Exact::Draw { .. } => (&mut counts.draws, 0),
            };
            *slot += 1;
            counts.longest = counts.longest.max(plies);
        }
        counts
    }

    /// Visits every state with its value, in the order of their numbers. The game must be one that the table
    /// [`fits`](SolvedTable::fits).
    pub fn visit(&self, game: &Arc<Game>, mut visit: impl FnMut(&Position, Exact)) {
        match &self.states {
            States::Numbered(index) => self.visit_numbered(game, index, visit),
            States::Listed(listed) => {
                let (mut pieces, mut rest) = (Vec::new(), Rest::default());
                for state in 0..listed.total() {
                    let Some(exact) = self.at(state) else { continue };
                    let Some(turn) = listed.state(game, state, &mut pieces, &mut rest) else { continue };
                    let mut board = vec![Piece::NONE; self.size];
                    pieces.iter().for_each(|&(cell, piece)| board[cell.index()] = piece);
                    visit(&Position::set_up_as(game, &board, turn, &rest), exact);
                }
            }
        }
    }

    fn visit_numbered(&self, game: &Arc<Game>, index: &Index, mut visit: impl FnMut(&Position, Exact)) {
        let mut cursor: Cursor<'_, 16> = Cursor::new(index);
        let mut board = vec![Piece::NONE; self.size];
        for state in 0..index.total() {
            let Some(exact) = self.at(state) else { continue };
            let Some((sets, turn)) = cursor.read(state) else { continue };
            board.fill(Piece::NONE);
            for (cell, piece) in pieces(sets) {
                board[cell.index()] = piece;
            }
            visit(&Position::set_up(game, &board, turn), exact);
        }
    }

    #[inline]
    fn at(&self, state: u64) -> Option<Exact> {
        let state = state as usize;
        code::unpacked(match self.wide {
            true => u16::from_le_bytes([*self.codes.get(2 * state)?, *self.codes.get(2 * state + 1)?]),
            false => *self.codes.get(state)? as u16,
        })
    }

    fn seen<const N: usize>(&self, index: &Index, view: &View<'_>) -> Option<Exact> {
        let mut sets = vec![Bits::<N>::EMPTY; index.pieces()];
        for cell in index.cells() {
            let piece = view.at(*cell);
            if !piece.is_none() {
                sets.get_mut(piece.index() - 1)?.insert(*cell);
            }
        }
        self.at(index.rank(&sets, view.turn())?)
    }
}

impl Tablebase for SolvedTable {
    fn probe(&self, view: &View<'_>) -> Option<Exact> {
        match &self.states {
            States::Numbered(index) if self.size <= 64 => self.seen::<1>(index, view),
            States::Numbered(index) => self.seen::<16>(index, view),
            States::Listed(listed) => self.at(listed.number(view)?),
        }
    }

    fn fits(&self, game: &Game) -> bool {
        SolvedTable::fits(self, game)
    }
}
