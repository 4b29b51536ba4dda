//! The board of one width: pieces, whose turn, key, incremental points; play and undo.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::chain_list::Chains;
use super::history::{Past, Stood};
use super::outlook::GroupMaps;
use super::patience::Patience;
use super::state::{CastleWay, Change, Extras, State};
use super::{MoveList, Streak};
use crate::game::{
    Action, Bits, Cell, Game, Kind, LineContents, Move, Piece, PieceKey, Player, Points, RuleFlags, Touch,
};

/// What undo and the history need to know of a played move.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub mover: Player,
    /// Who made the move before.
    mover_before: Player,
    /// It was a capture: a piece that is not the mover's left the board, where its piece landed or by an effect. Counts
    /// of quiet plies, what can be repeated, compulsory captures and the search all mean this.
    pub captures: bool,
    /// What a piece that was carried has taken; nothing of that is in the log.
    pub(super) taken: Piece,
    /// Where the log of changes begins that belongs to the move.
    pub(super) log_start: u32,
    /// The key of pieces and turn before it.
    pub key: u64,
    worth: Points,
}

/// What a position that was set up has behind it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clocks {
    /// Plies played.
    pub plies: u32,
    /// Plies since each count of quiet plies was reset, in the order of [`Facts::quiet_clocks`](crate::game::Facts::quiet_clocks); none given is 0.
    pub quiet: Vec<u32>,
    /// Passes in a row.
    pub passes: u32,
    /// By player, the piece that made the last moves, in the order of [`Facts::streaks`](crate::game::Facts::streaks); none given is none.
    pub streaks: Vec<[Streak; 2]>,
}

/// A position on a board of at most `64 * N` cells.
///
/// Three functions change cells, in every place that knows of pieces: one puts a piece, one lifts it,
/// one carries it; play and undo both go through them. The sums (key, points) are added up by play and
/// put back by undo.
///
/// A move carries a piece or puts one, which undo does backwards, and writes whatever else it changes, cells and hands,
/// into one log, which undo reads backwards. Logging carried pieces, too, was tried and made playing and
/// undoing a third slower, logging pieces that are put 6 %; so did adding sums up in undo again.
#[derive(Clone, Debug)]
pub struct Board<const N: usize> {
    cells: [[Piece; 64]; N],
    owned: [Bits<N>; 2],
    /// Empty where nobody asks for kinds: the cells of one are the player's.
    by_piece: Vec<Bits<N>>,
    /// The cells of the board, but for those where pieces of nobody stand.
    ground: Bits<N>,
    lines: Vec<[u64; 2]>,
    turn: Player,
    mover: Player,
    pub(super) key: u64,
    pub(super) worth: Points,
    /// What else makes positions differ, and what it was before each move, in games that need it.
    pub(super) rest: State<N>,
    pub(super) states: Vec<State<N>>,
    /// What stood on the board before each move, in games that ask for it.
    pub(super) past: Vec<Past>,
    pub(super) stood_there: Stood,
    /// The positions before each move, where their keys are noted.
    pub(super) positions_there: Stood,
    pub(super) maps: GroupMaps,
    /// By piece; empty in games without hands.
    pub(super) hands: Vec<u16>,
    pub(super) castles: [Vec<CastleWay<N>>; 2],
    /// What moves that are still to be taken back have changed, but for those that plainly carry a piece.
    pub(super) log: Vec<Change>,
    before: Clocks,
    stood: bool,
    /// What the mover had, and what was empty, before the move that is being played, where an effect asks for it.
    pub(super) stood_before: [Bits<N>; 2],
    frames: Vec<Frame>,
    /// Move lists not in use, so that asking for moves in passing allocates nothing.
    spare: Vec<MoveList>,
    /// The chains of the position where moves were made last.
    pub(super) chains: Chains,
    pub(super) patience: Patience,
}

impl<const N: usize> Board<N> {
    /// The board with these pieces, by cell number.
    pub fn new(game: &Game, pieces: &[Piece], turn: Player) -> Board<N> {
        let mut board = Board {
            cells: [[Piece::NONE; 64]; N],
            owned: [Bits::EMPTY; 2],
            by_piece: match game.rules.tells_kinds() {
                true => vec![Bits::EMPTY; 1 + 2 * game.rules.roster.kinds],
                false => Vec::new(),
            },
            ground: game.rules.geometry.board().narrow(),
            lines: vec![[0; 2]; game.tables.lines.list.len()],
            turn,
            mover: !turn,
            key: 0,
            worth: Points::NONE,
            rest: State::NONE,
            states: Vec::new(),
            past: Vec::new(),
            stood_there: Stood::default(),
            positions_there: Stood::default(),
            maps: GroupMaps::default(),
            hands: match game.rules.has_hands() {
                true => vec![0; 1 + 2 * game.rules.roster.kinds],
                false => Vec::new(),
            },
            castles: [Vec::new(), Vec::new()],
            log: Vec::new(),
            before: Clocks::default(),
            stood: false,
            stood_before: [Bits::EMPTY; 2],
            frames: Vec::new(),
            spare: Vec::new(),
            chains: Chains::default(),
            patience: Patience::ENDLESS,
        };
        let occupied = game.rules.geometry.board().iter().map(|cell| (cell, pieces[cell.index()]));
        board.set_up(game, occupied.filter(|(_, piece)| !piece.is_none()), turn);
        if game.tables.state.has_state {
            board.set_rest(game, &Extras::unsaid(game, pieces));
        }
        board
    }

    /// Clears the board and sets it up anew with these pieces, each on a cell of its own; there is no
    /// past. The memory that the board has is used again.
    pub fn set_up(&mut self, game: &Game, pieces: impl Iterator<Item = (Cell, Piece)>, turn: Player) {
        for cell in !self.vacant() & game.rules.geometry.board().narrow() {
            *self.slot(cell) = Piece::NONE;
        }
        self.ground = game.rules.geometry.board().narrow();
        self.owned = [Bits::EMPTY; 2];
        self.by_piece.fill(Bits::EMPTY);
        self.lines.fill([0; 2]);
        (self.turn, self.mover) = (turn, !turn);
        self.key = if turn == Player::Second { game.tables.keys.turn } else { 0 };
        self.worth = game.tables.keys.base;
        self.set_clocks(Clocks::default());
        self.frames.clear();
        self.states.clear();
        self.past.clear();
        self.stood_there = Stood::default();
        self.positions_there = Stood::default();
        self.log.clear();
        self.rest = State::NONE;
        self.hands.fill(0);
        for (cell, piece) in pieces {
            self.count(game.tables.keys.of(piece, cell), 1);
            self.put(game, cell, piece);
        }
        self.stood = Player::BOTH.iter().any(|&player| self.any_line_stands(game, player));
    }

    /// Says what was played before.
    pub fn set_clocks(&mut self, before: Clocks) {
        self.before = before;
    }

    /// Gives up trying moves out when `stop` becomes true: then no move is found legal that has to be tried,
    /// and ends that ask for moves may say anything.
    pub fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.patience.heed(stop);
    }

    /// Gives up in the same way when so many more moves were made or tried out, as far as is known here. The
    /// count is the same on every machine.
    pub fn limit_effort(&mut self, moves: u64) {
        self.patience.limit(moves);
    }

    /// Gives up no more.
    pub fn heed_nothing(&mut self) {
        self.patience.heed_nothing();
    }

    /// What is left of [a limited effort](Board::limit_effort); with nothing left the board has given up.
    pub fn effort_left(&self) -> u64 {
        self.patience.left()
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

    /// How many pieces of the players are on the board.
    #[inline]
    pub fn pieces(&self) -> u32 {
        self.owned.iter().map(Bits::count).sum()
    }

    /// The cells of a piece.
    #[inline]
    pub fn of(&self, piece: Piece) -> Bits<N> {
        match self.by_piece.get(piece.index()) {
            Some(set) => *set,
            None => self.owned(piece.owner()),
        }
    }

    /// The pieces of a player kind by kind, as far as there are any on the board, in games with royal pieces or
    /// several kinds.
    #[inline]
    pub(super) fn by_kind(&self, player: Player) -> impl Iterator<Item = (Piece, Bits<N>)> {
        let (by_kind, _) = self.by_piece.get(1..).unwrap_or_default().as_chunks();
        let pieces = (0..).zip(by_kind).map(move |(kind, [first, second])| {
            (Piece::new(Kind(kind), player), if player == Player::First { *first } else { *second })
        });
        pieces.filter(|(_, cells)| !cells.is_empty())
    }

    /// The empty cells.
    #[inline]
    pub fn vacant(&self) -> Bits<N> {
        self.ground & !(self.owned[0] | self.owned[1])
    }

    /// Points of material, square tables and exits, positive for the first player.
    #[inline]
    pub fn worth(&self) -> Points {
        self.worth
    }

    /// The key of pieces and turn.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plies played since the setup, as far as the position knows.
    pub fn plies(&self) -> u32 {
        self.before.plies.saturating_add(self.frames.len() as u32)
    }

    /// The same position without the moves before a number, which become what was played before.
    pub(super) fn since(&self, number: usize, before: Clocks) -> Board<N> {
        let frames = &self.frames[number..];
        let log_start = frames.first().map_or(self.log.len() as u32, |frame| frame.log_start);
        let past = self.past.get(number..).unwrap_or_default().to_vec();
        let later = |frame: &Frame| Frame { log_start: frame.log_start - log_start, ..*frame };
        Board {
            by_piece: self.by_piece.clone(),
            lines: self.lines.clone(),
            hands: self.hands.clone(),
            castles: self.castles.clone(),
            chains: Chains::default(),
            states: self.states.get(number..).unwrap_or_default().to_vec(),
            stood_there: Stood::of(past.iter().map(|past| past.key)),
            positions_there: self.positions_there.since(frames),
            maps: GroupMaps::default(),
            past,
            log: self.log[log_start as usize..].to_vec(),
            frames: frames.iter().map(later).collect(),
            spare: Vec::new(),
            patience: self.patience.clone(),
            before,
            ..*self
        }
    }

    /// What was played before this board was set up.
    pub(super) fn before(&self) -> &Clocks {
        &self.before
    }

    /// The moves played on this board and not undone, oldest first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Who made the last move; before the first one, who would have.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    pub(super) fn set_mover(&mut self, mover: Player) {
        self.mover = mover;
    }

    /// The cells that the last move has changed, some perhaps more than once.
    #[inline]
    pub fn changed<'b>(&'b self, game: &Game) -> impl Iterator<Item = Cell> + use<'b, N> {
        let (cells, log) = match self.frames.last() {
            Some(Frame { mv, log_start, .. }) => {
                let cells = match () {
                    () if carries(game, *mv) => Some([mv.from(), mv.to()]),
                    () if is_put(game, *mv) => Some([mv.to(); 2]),
                    () => None,
                };
                (cells, &self.log[*log_start as usize..])
            }
            None => (None, &[][..]),
        };
        cells.into_iter().flatten().chain(log.iter().filter_map(Change::cell))
    }

    /// What stands on a line, as a player sees it.
    #[inline]
    pub fn line(&self, line: usize, length: u8, player: Player) -> LineContents {
        let words = self.lines[line];
        LineContents { own: words[player.index()], enemy: words[(!player).index()], length }
    }

    /// The words of the line of a touch, the first player's and the second's.
    #[inline]
    pub fn lines_of(&self, touch: Touch) -> &[u64; 2] {
        &self.lines[touch.line as usize]
    }

    /// What stands on the line of a touch, as a player sees it.
    #[inline]
    pub fn touched(&self, touch: Touch, player: Player) -> LineContents {
        self.line(touch.line as usize, touch.length, player)
    }

    pub(super) fn spare_list(&mut self, game: &Game) -> MoveList {
        self.spare.pop().unwrap_or_else(|| MoveList::new(game))
    }

    pub(super) fn keep_spare(&mut self, list: MoveList) {
        self.spare.push(list);
    }

    /// Whether a line of pieces that could end the game stood on the board from the beginning, so that
    /// looking at the cell just filled does not do.
    pub fn stood(&self) -> bool {
        self.stood
    }

    /// Plays a move that the generator made for this position.
    #[inline(always)]
    pub fn play(&mut self, game: &Game, mv: Move) {
        let (key, worth, mover, mover_before) = (self.key, self.worth, self.turn, self.mover);
        let log_start = self.log.len() as u32;
        if game.tables.state.has_state {
            self.remember(game, mv);
        }
        let (taken, captures);
        if is_carried(game, mv) {
            taken = self.carry_plainly(game, mv);
            captures = !taken.is_none();
            if game.tables.state.has_state && game.flags(mv).contains(RuleFlags::MARKS) {
                self.apply_effects(game, mv, captures);
            }
        } else if game.flags(mv).contains(RuleFlags::TRAILS) {
            (taken, captures) = self.make_trail(game, mv);
        } else {
            (taken, captures) = self.make_special(game, mv);
        }
        self.give_turn_to(game, !mover);
        self.mover = mover;
        self.frames.push(Frame { mv, mover, mover_before, captures, taken, log_start, key, worth });
        if game.tables.state.counts_after {
            self.count_after(game, mv);
        }
    }

    /// Counts what there is to count once the turn has been given over.
    #[inline(never)]
    fn count_after(&mut self, game: &Game, mv: Move) {
        if game.tables.state.counts_checks {
            self.count_check(game);
        }
        if game.tables.state.has_turns {
            self.count_turn(game, mv);
        }
    }

    /// Takes away what stands on a cell, which is given back: sums know of it, the log does not.
    #[inline(always)]
    pub(super) fn take_off(&mut self, game: &Game, cell: Cell) -> Piece {
        let taken = self.at(cell);
        if !taken.is_none() {
            self.count(game.tables.keys.of(taken, cell), -1);
            self.lift(game, cell, taken);
        }
        taken
    }

    /// A piece goes to another cell and takes what stands there, which is given back.
    #[inline(always)]
    pub(super) fn carry_plainly(&mut self, game: &Game, mv: Move) -> Piece {
        let taken = self.take_off(game, mv.to());
        let piece = self.at(mv.from());
        let (left, reached) = (game.tables.keys.of(piece, mv.from()), game.tables.keys.of(piece, mv.to()));
        self.count(PieceKey { key: left.key ^ reached.key, worth: reached.worth - left.worth }, 1);
        self.carry(game, mv.from(), mv.to(), piece);
        taken
    }

    /// Takes that back.
    #[inline(always)]
    pub(super) fn carry_back(&mut self, game: &Game, mv: Move, taken: Piece) {
        self.carry(game, mv.to(), mv.from(), self.at(mv.to()));
        if !taken.is_none() {
            self.put(game, mv.to(), taken);
        }
    }

    #[inline(always)]
    pub(super) fn give_turn_to(&mut self, game: &Game, player: Player) {
        if player != self.turn {
            self.turn = player;
            self.key ^= game.tables.keys.turn;
        }
    }

    /// Takes the last move back; every bit is as before. Nothing happens when none was played.
    #[inline(always)]
    pub fn undo(&mut self, game: &Game) {
        let Some(frame) = self.frames.pop() else { return };
        let mv = frame.mv;
        (self.turn, self.mover) = (frame.mover, frame.mover_before);
        if is_carried(game, mv) {
            self.carry_back(game, mv, frame.taken);
        } else if game.flags(mv).contains(RuleFlags::TRAILS) {
            self.unmake_trail(game, mv, frame.taken);
        } else {
            self.unmake_special(game, &frame);
        }
        if game.tables.state.has_state {
            self.forget(game, frame.key);
        }
        self.key = frame.key;
        self.worth = frame.worth;
    }

    /// Lets the turn pass as no rule does, to see what the other player would do with two moves in a row.
    /// Nothing is counted as played: what was before cannot be repeated across it, and quiet plies go on.
    pub fn pass_turn(&mut self, game: &Game) {
        let (key, worth, mover, mover_before) = (self.key, self.worth, self.turn, self.mover);
        let (mv, captures, taken, log_start) = (Move::NONE, false, Piece::NONE, self.log.len() as u32);
        if game.tables.state.has_state {
            self.remember(game, mv);
        }
        self.give_turn_to(game, !mover);
        self.mover = mover;
        self.frames.push(Frame { mv, mover, mover_before, captures, taken, log_start, key, worth });
        if game.tables.state.has_turns {
            self.begin_turn(game);
        }
    }

    /// Takes back a [turn that passed](Board::pass_turn), the last thing done.
    pub fn take_turn_back(&mut self, game: &Game) {
        let Some(frame) = self.frames.pop() else { unreachable!("a turn has passed") };
        (self.turn, self.mover) = (frame.mover, frame.mover_before);
        if game.tables.state.has_state {
            self.forget(game, frame.key);
        }
        self.key = frame.key;
    }

    /// Adds a mark to the sums, or takes it away.
    #[inline(always)]
    pub(super) fn count(&mut self, mark: PieceKey, times: i32) {
        self.key ^= mark.key;
        self.worth += mark.worth * times;
    }

    /// Puts a piece on an empty cell.
    #[inline(always)]
    pub(super) fn put(&mut self, game: &Game, cell: Cell, piece: Piece) {
        *self.slot(cell) = piece;
        self.toggle(game, cell, piece);
    }

    /// Takes the piece from a cell.
    #[inline(always)]
    pub(super) fn lift(&mut self, game: &Game, cell: Cell, piece: Piece) {
        *self.slot(cell) = Piece::NONE;
        self.toggle(game, cell, piece);
    }

    /// Moves a piece to an empty cell.
    #[inline(always)]
    pub(super) fn carry(&mut self, game: &Game, from: Cell, to: Cell, piece: Piece) {
        *self.slot(from) = Piece::NONE;
        *self.slot(to) = piece;
        self.toggle_carried(from, to, piece);
        if game.tables.tracks {
            self.track_both(game, from, to, piece);
        }
    }

    /// Moves a piece in the set of its player.
    #[inline(always)]
    pub(super) fn toggle_carried(&mut self, from: Cell, to: Cell, piece: Piece) {
        self.owned[piece.owner().index()] ^= Bits::of(from) ^ Bits::of(to);
    }

    /// Kept out of line, so that games that track nothing do not pay for its registers.
    #[inline(never)]
    fn track_both(&mut self, game: &Game, from: Cell, to: Cell, piece: Piece) {
        self.track_carried(game, from, to, piece);
    }

    #[inline(always)]
    pub(super) fn track_carried(&mut self, game: &Game, from: Cell, to: Cell, piece: Piece) {
        if let Some(set) = self.by_piece.get_mut(piece.index()) {
            *set ^= Bits::of(from) ^ Bits::of(to);
        }
        self.touch(game, from, piece);
        self.touch(game, to, piece);
    }

    #[inline(always)]
    pub(super) fn slot(&mut self, cell: Cell) -> &mut Piece {
        &mut self.cells[(cell.index() >> 6) & (N - 1)][cell.index() & 63]
    }

    #[inline(always)]
    fn toggle(&mut self, game: &Game, cell: Cell, piece: Piece) {
        self.toggle_standing(cell, piece);
        if game.tables.tracks {
            self.track(game, cell, piece);
        }
    }

    /// Adds or removes a piece in the set of its player.
    #[inline(always)]
    pub(super) fn toggle_standing(&mut self, cell: Cell, piece: Piece) {
        self.owned[piece.owner().index()].toggle(cell);
    }

    /// Adds or removes a piece in the sets by piece and on its lines.
    #[inline(always)]
    pub(super) fn track(&mut self, game: &Game, cell: Cell, piece: Piece) {
        if let Some(set) = self.by_piece.get_mut(piece.index()) {
            set.toggle(cell);
        }
        if game.rules.roster.neutral != 0 && game.rules.roster.is_neutral(piece.kind()) {
            // It was counted among the first player's.
            self.owned[piece.owner().index()].toggle(cell);
            self.ground.toggle(cell);
            return;
        }
        self.touch(game, cell, piece);
    }

    /// Adds or removes a piece on the lines through its cell.
    #[inline(always)]
    fn touch(&mut self, game: &Game, cell: Cell, piece: Piece) {
        if let Some(touches) = game.tables.lines.get(cell) {
            for touch in touches {
                self.lines[touch.line as usize][piece.owner().index()] ^= 1 << touch.bit;
            }
        }
    }
}

/// Whether a move does nothing but carry a piece, which may capture what stands where it lands: an enemy's piece,
/// or nobody's.
#[inline(always)]
fn is_carried(game: &Game, mv: Move) -> bool {
    game.flags(mv).contains(RuleFlags::CARRIES) && mv.becomes().is_none()
}

/// Whether a move carries a piece that stays what it is, whatever else it does.
#[inline]
pub(super) fn carries(game: &Game, mv: Move) -> bool {
    matches!(game.tables.actions[mv.rule()], Action::Shift | Action::Change) && mv.becomes().is_none()
}

/// Whether a move does nothing but put a piece from the supply on a cell.
#[inline]
pub(super) fn is_put(game: &Game, mv: Move) -> bool {
    game.flags(mv).contains(RuleFlags::PUTS)
}
