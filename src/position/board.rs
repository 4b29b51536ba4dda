//! The board of one width: pieces, whose turn, key, incremental points; play and undo.

use crate::game::{Action, Bits, Cell, Game, LineContents, Move, Piece, Player, Touch};

/// What stood on a cell before a change.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: Cell,
    before: Piece,
}

/// What undo and the history need to know of a played move.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The move.
    pub mv: Move,
    /// What it captured.
    pub captured: Piece,
    /// The state's key before it.
    pub key: u64,
    changes: u32,
}

/// A position on a board of at most `64 * N` cells.
///
/// One function changes a cell, [`Board::exchange`], and it updates pieces, key, points and lines
/// together; play and undo both go through it, so that they cannot drift apart.
#[derive(Clone, Debug)]
pub struct Board<const N: usize> {
    cells: [[Piece; 64]; N],
    owned: [Bits<N>; 2],
    by_piece: Vec<Bits<N>>,
    on_board: Bits<N>,
    lines: Vec<[u64; 2]>,
    turn: Player,
    key: u64,
    worth: i32,
    plies_before: u32,
    stood: bool,
    changes: Vec<Change>,
    frames: Vec<Frame>,
}

impl<const N: usize> Board<N> {
    /// The board with these pieces, by cell number.
    pub fn new(game: &Game, pieces: &[Piece], turn: Player) -> Board<N> {
        let mut board = Board {
            cells: [[Piece::NONE; 64]; N],
            owned: [Bits::EMPTY; 2],
            by_piece: vec![Bits::EMPTY; 1 + 2 * game.kinds.len()],
            on_board: game.geometry.board().narrow(),
            lines: vec![[0; 2]; game.lines.list.len()],
            turn,
            key: if turn == Player::Second { game.marks.turn } else { 0 },
            worth: game.marks.base,
            plies_before: 0,
            stood: false,
            changes: Vec::new(),
            frames: Vec::new(),
        };
        for cell in game.geometry.board().iter() {
            board.exchange(game, cell, pieces[cell.index()]);
        }
        board.changes.clear();
        board.stood = Player::BOTH.iter().any(|&player| board.any_line_stands(game, player));
        board
    }

    /// What stands on a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Piece {
        self.cells[(cell.index() >> 6) & (N - 1)][cell.index() & 63]
    }

    /// The player to move.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells of a player's pieces.
    #[inline]
    pub fn owned(&self, player: Player) -> Bits<N> {
        self.owned[player.index()]
    }

    /// The cells of a piece.
    #[inline]
    pub fn of(&self, piece: Piece) -> Bits<N> {
        self.by_piece[piece.index()]
    }

    /// The empty cells.
    #[inline]
    pub fn vacant(&self) -> Bits<N> {
        self.on_board & !(self.owned[0] | self.owned[1])
    }

    /// Points of material, square tables and exits, positive for the first player.
    #[inline]
    pub fn worth(&self) -> i32 {
        self.worth
    }

    /// The key of pieces and turn.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plies played since the setup, as far as the position knows.
    pub fn plies(&self) -> u32 {
        self.plies_before + self.frames.len() as u32
    }

    /// The moves played on this board and not undone, oldest first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The cells that the last move changed.
    #[inline]
    pub fn changed(&self) -> impl Iterator<Item = Cell> {
        let start = self.frames.last().map_or(self.changes.len(), |frame| frame.changes as usize);
        self.changes[start..].iter().map(|change| change.cell)
    }

    /// What stands on a line, as a player sees it.
    #[inline]
    pub fn line(&self, line: usize, length: u8, player: Player) -> LineContents {
        let words = self.lines[line];
        LineContents { own: words[player.index()], enemy: words[(!player).index()], length }
    }

    /// What stands on the line of a touch, as a player sees it.
    #[inline]
    pub fn touched(&self, touch: Touch, player: Player) -> LineContents {
        self.line(touch.line as usize, touch.length, player)
    }

    /// Whether a line of pieces that could end the game stood on the board from the beginning, so that
    /// looking at the cell just filled does not do.
    pub fn stood(&self) -> bool {
        self.stood
    }

    /// Plays a move that the generator made for this position.
    #[inline]
    pub fn play(&mut self, game: &Game, mv: Move) {
        let action = game.rules[mv.rule as usize].action;
        let captured = if action == Action::Shift { self.at(mv.to) } else { Piece::NONE };
        let changes = self.changes.len() as u32;
        self.frames.push(Frame { mv, captured, key: self.key, changes });
        match action {
            Action::Shift => {
                let piece = self.at(mv.from);
                self.change(game, mv.from, Piece::NONE);
                self.change(game, mv.to, piece);
            }
            Action::Drop(kind) => self.change(game, mv.to, Piece::new(kind, self.turn)),
            Action::Exit => self.change(game, mv.from, Piece::NONE),
            Action::Pass => {}
        }
        self.turn = !self.turn;
        self.key ^= game.marks.turn;
    }

    /// Takes the last move back; every bit is as before. Nothing happens when none was played.
    #[inline]
    pub fn undo(&mut self, game: &Game) {
        let Some(frame) = self.frames.pop() else { return };
        while self.changes.len() > frame.changes as usize {
            let Some(Change { cell, before }) = self.changes.pop() else { break };
            self.exchange(game, cell, before);
        }
        self.turn = !self.turn;
        self.key ^= game.marks.turn;
        debug_assert_eq!(self.key, frame.key);
    }

    #[inline]
    fn change(&mut self, game: &Game, cell: Cell, after: Piece) {
        let before = self.exchange(game, cell, after);
        self.changes.push(Change { cell, before });
    }

    /// Puts `after` on a cell, in every place that knows of pieces, and returns what stood there.
    #[inline]
    fn exchange(&mut self, game: &Game, cell: Cell, after: Piece) -> Piece {
        let slot = &mut self.cells[(cell.index() >> 6) & (N - 1)][cell.index() & 63];
        let before = std::mem::replace(slot, after);
        if !before.is_none() {
            self.worth -= self.toggle(game, cell, before);
        }
        if !after.is_none() {
            self.worth += self.toggle(game, cell, after);
        }
        before
    }

    /// Adds or removes a piece in the sets, the lines and the key; returns its points.
    #[inline]
    fn toggle(&mut self, game: &Game, cell: Cell, piece: Piece) -> i32 {
        let mark = game.marks.of(piece, cell);
        let owner = piece.owner().index();
        self.key ^= mark.key;
        self.owned[owner].toggle(cell);
        self.by_piece[piece.index()].toggle(cell);
        if let Some(touches) = game.lines.touches.get(cell.index()) {
            for touch in touches {
                self.lines[touch.line as usize][owner] ^= 1 << touch.bit;
            }
        }
        mark.worth
    }
}
