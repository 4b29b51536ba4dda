//! What is where, and whose turn it is: moves, play and undo, ends.
//!
//! [`Position`] has no width in its type. Inside it is a [`Board`] of the smallest width that holds
//! the game's cells; whoever has much to do with it (perft, search) asks once which it is, see
//! `Engine` and `on_board!`, and then runs code compiled for that width.

mod aside;
mod attackers;
mod blasts;
mod board;
mod chain_list;
mod chain_walk;
mod chains;
mod check;
mod clocks;
mod conditions;
mod counting;
mod ends;
mod flanks;
mod gating;
mod groups;
mod history;
mod hops;
mod legality;
mod make;
mod marks;
mod mobility;
mod movegen;
mod outlook;
mod patience;
mod perft;
mod prefer;
mod rescore;
mod runs;
mod stages;
mod standing;
mod state;
mod stops;
mod streaks;
mod tries;
mod turns;
mod vetoed_drops;
mod vetoes;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use board::{Board, Clocks, Frame};
pub use chain_list::{Chain, Chains, Wanted};
use chain_list::{MOST_CHAINS, MOST_LANDINGS};
pub use ends::Outcome;
pub use groups::joins;
pub(crate) use legality::IllegalBecause;
pub use legality::LegalityInfo;
pub use movegen::MoveList;
pub use perft::{Counts, LastPly};
pub use standing::Rest;
pub use state::{CastleWay, Extras};
pub use streaks::Streak;

use crate::game::{Castle, Cell, Game, Move, Piece, Player};

/// A board of one of the widths.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "positions are few, and all that is fast happens inside")]
pub enum Engine {
    /// Up to 64 cells.
    W64(Board<1>),
    /// Up to 128 cells.
    W128(Board<2>),
    /// Up to 256 cells.
    W256(Board<4>),
    /// Up to 512 cells.
    W512(Board<8>),
    /// Up to 1,024 cells.
    W1024(Board<16>),
}

/// Runs an expression on the [`Board`] inside an [`Engine`], compiled once for each width.
#[macro_export]
#[doc(hidden)]
macro_rules! on_board {
    ($engine:expr, $board:ident => $body:expr) => {
        match $engine {
            $crate::inside::position::Engine::W64($board) => $body,
            $crate::inside::position::Engine::W128($board) => $body,
            $crate::inside::position::Engine::W256($board) => $body,
            $crate::inside::position::Engine::W512($board) => $body,
            $crate::inside::position::Engine::W1024($board) => $body,
        }
    };
}

impl Engine {
    fn new(game: &Game, pieces: &[Piece], turn: Player) -> Engine {
        match game.rules.geometry.size() {
            0..=64 => Engine::W64(Board::new(game, pieces, turn)),
            65..=128 => Engine::W128(Board::new(game, pieces, turn)),
            129..=256 => Engine::W256(Board::new(game, pieces, turn)),
            257..=512 => Engine::W512(Board::new(game, pieces, turn)),
            _ => Engine::W1024(Board::new(game, pieces, turn)),
        }
    }
}

/// Why pieces are no position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUpError(String);

impl std::fmt::Display for SetUpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetUpError {}

/// A position of a game, with the moves that led to it.
///
/// Guarantees: after [`undo`](Position::undo) every bit is as it was before the move;
/// [`legal_moves`](Position::legal_moves) comes in one order, without doubles, and is empty when the game is over.
#[derive(Clone)]
pub struct Position {
    game: Arc<Game>,
    engine: Engine,
}

/// The game's name and the position as text.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.game.names.game).field(&self.to_string()).finish()
    }
}

impl Position {
    /// The position that the definition sets up.
    pub fn start(game: &Arc<Game>) -> Position {
        Position::set_up(game, &game.rules.setup, game.rules.first)
    }

    /// A position with these pieces, by cell number, and this player to move. What stands in holes is left out. Hands are
    /// empty, and every castle is allowed whose pieces stand where it begins: [`Position::parse`] reads what else there is
    /// to say. Nobody asks whether a game can lead to the position.
    ///
    /// # Panics
    ///
    /// When there are not as many entries as cells, holes included. A piece that the game does not have may panic
    /// later; [`Position::try_set_up`] looks for that, too.
    pub fn set_up(game: &Arc<Game>, pieces: &[Piece], turn: Player) -> Position {
        let cells = game.rules.geometry.size();
        assert!(pieces.len() == cells, "{} entries for {cells} cells", pieces.len());
        Position { game: game.clone(), engine: Engine::new(game, pieces, turn) }
    }

    /// A position with pieces that need not fit the game.
    ///
    /// # Errors
    ///
    /// What does not fit: the number of entries, a piece that the game does not have, a piece in a hole.
    ///
    /// ```
    /// use banco::{Game, Player, Position};
    ///
    /// let game = Game::named("dodgem")?;
    /// let pieces = Position::start(&game).pieces();
    /// assert!(Position::try_set_up(&game, &pieces, Player::Second).is_ok());
    /// let error = Position::try_set_up(&game, &[], Player::First).expect_err("nothing").to_string();
    /// assert_eq!(error, "0 entries for 9 cells");
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn try_set_up(game: &Arc<Game>, pieces: &[Piece], turn: Player) -> Result<Position, SetUpError> {
        let (rules, cells) = (&game.rules, game.rules.geometry.size());
        if pieces.len() != cells {
            return Err(SetUpError(format!("{} entries for {cells} cells", pieces.len())));
        }
        for (&piece, cell) in pieces.iter().zip((0..).map(Cell)).filter(|(piece, _)| !piece.is_none()) {
            let name = || rules.geometry.name(cell);
            if piece.kind().index() >= rules.roster.kinds {
                return Err(SetUpError(format!("the piece on {} is none of this game", name())));
            }
            if rules.roster.is_neutral(piece.kind()) && piece.owner() != Player::First {
                let why = "belongs to nobody, and is written as the first player's";
                return Err(SetUpError(format!("the piece on {} {why}", name())));
            }
            if !rules.geometry.has(cell) {
                return Err(SetUpError(format!("{} is a hole", name())));
            }
        }
        let position = Position::set_up(game, pieces, turn);
        match position.too_many_ways() {
            Some(why) => Err(SetUpError(why)),
            None => Ok(position),
        }
    }

    /// How many of a piece its owner holds.
    pub fn held(&self, piece: Piece) -> u16 {
        on_board!(&self.engine, board => board.held(piece))
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        on_board!(&self.engine, board => board.turn())
    }

    /// What stands on a cell; [`Piece::NONE`] for an empty cell and for holes. What is said of a number beyond the
    /// board means nothing.
    pub fn at(&self, cell: Cell) -> Piece {
        on_board!(&self.engine, board => board.at(cell))
    }

    /// What stands where, by cell number.
    pub fn pieces(&self) -> Vec<Piece> {
        (0..self.game.rules.geometry.size() as u16).map(|cell| self.at(Cell(cell))).collect()
    }

    /// Plies played since the setup.
    pub fn plies(&self) -> u32 {
        on_board!(&self.engine, board => board.plies())
    }

    /// Plies since the last one that resets the count which ends by quiet play ask for; without such an end,
    /// since the last capture.
    pub fn quiet_plies(&self) -> u32 {
        on_board!(&self.engine, board => board.quiet_clock(&self.game))
    }

    /// The moves that were played on this position, oldest first.
    pub fn played(&self) -> Vec<Move> {
        on_board!(&self.engine, board => board.frames().iter().map(|frame| frame.mv).collect())
    }

    /// Who made them.
    pub fn movers(&self) -> Vec<Player> {
        on_board!(&self.engine, board => board.frames().iter().map(|frame| frame.mover).collect())
    }

    /// How many moves of its turn the player to move has left, in games whose turns may have several.
    pub fn moves_left(&self) -> Option<u8> {
        let left = || on_board!(&self.engine, board => board.turn_progress().left);
        self.game.rules.turns.go_on().then(left)
    }

    /// A key of pieces, turn and whatever else makes two states different. Equal states have equal
    /// keys; the keys are the same on every machine.
    pub fn hash(&self) -> u64 {
        on_board!(&self.engine, board => board.state_key(&self.game))
    }

    /// Whether a royal piece of the player to move could be taken, if the turn passed.
    ///
    /// ```
    /// use banco::{Game, Position};
    ///
    /// let game = Game::named("chess")?;
    /// let position = Position::parse(&game, "startpos moves e2e4 f7f6 d1h5").expect("legal moves");
    /// assert!(position.is_check());
    /// assert!(!Position::start(&game).is_check());
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn is_check(&self) -> bool {
        on_board!(&self.engine, board => board.in_check(&self.game, self.turn()))
    }

    /// How the game ended, if it is over. It may have to look for a legal move: asking costs about as much as
    /// [`legal_moves`](Position::legal_moves).
    pub fn outcome(&self) -> Option<Outcome> {
        on_board!(&self.engine, board => board.scratch(&self.game).outcome(&self.game))
    }

    /// What the players have by the score, in half points, whether the game is over or not; `None` where no end asks.
    pub fn scores(&self) -> Option<[i64; 2]> {
        self.game.rules.asks_score().then(|| on_board!(&self.engine, board => board.scores(&self.game)))
    }

    /// The legal moves: none when the game is over. They come in one order: those of the pieces on the board by cell,
    /// each piece's rules in the order of the definition and each rule's directions as listed; then drops by rule and
    /// landing cell; then passes. Cells are in reading order, the top left corner first.
    ///
    /// ```
    /// use banco::{Game, Position};
    ///
    /// let game = Game::named("tictactoe")?;
    /// assert_eq!(Position::start(&game).legal_moves().len(), 9);
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new(&self.game);
        on_board!(&self.engine, board => {
            let mut board = board.scratch(&self.game);
            if board.outcome(&self.game).is_none() {
                board.legal_moves(&self.game, &mut list);
            }
        });
        list.as_slice().to_vec()
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Whether a move is legal here and takes something: a piece that is not the mover's leaves the board, where the
    /// move lands or elsewhere.
    ///
    /// ```
    /// use banco::{Game, Position};
    ///
    /// let position = Position::parse(&Game::named("chess")?, "startpos moves e2e4 d7d5").expect("legal moves");
    /// let moves = position.legal_moves();
    /// let takes: Vec<_> = moves.into_iter().filter(|&mv| position.is_capture(mv)).collect();
    /// assert_eq!(position.move_texts(&takes), ["e4d5"]);
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn is_capture(&self, mv: Move) -> bool {
        self.is_legal(mv)
            && on_board!(&self.engine, board => board.scratch(&self.game).is_capture(&self.game, mv))
    }

    /// Whether a piece that can castle, or the one it castles with, starts elsewhere than its rule says.
    pub(crate) fn castles_elsewhere(&self) -> bool {
        let game = self.game();
        on_board!(self.engine(), board => {
            let said = |way: &&CastleWay<_>| {
                let cells = |castle: &Castle| (castle.from, castle.with_from);
                let mut rules = game.rules.castles(way.player);
                rules.any(|(rule, castle)| rule == way.rule && cells(&castle) == cells(&way.castle))
            };
            let mut ways = Player::BOTH.into_iter().flat_map(|player| board.castles(player));
            ways.any(|way| board.has_right(way) && !said(&way))
        })
    }

    /// The position before the first of the moves that led here.
    pub fn origin(&self) -> Position {
        let mut origin = self.clone();
        while origin.undo().is_some() {}
        origin
    }

    /// Which piece of the player to move can go on in more ways than are followed, in words: then not all moves are found.
    pub fn too_many_ways(&self) -> Option<String> {
        let game = &self.game;
        let cell = on_board!(&self.engine, board => board.scratch(game).piece_with_too_many_ways(game))?;
        let (kind, name) = (self.at(cell).kind(), game.rules.geometry.name(cell));
        let kind = &game.names.kinds[kind.index()].name;
        let most = format!("{MOST_LANDINGS} landings and {MOST_CHAINS} ways are followed");
        Some(format!("the {kind} on {name} can go on in too many ways: {most}"))
    }

    /// Plays a legal move. [`Position::try_play`] says why a move is not legal.
    ///
    /// # Panics
    ///
    /// When the move is not legal.
    pub fn play(&mut self, mv: Move) {
        assert!(self.is_legal(mv), "{mv:?} is not legal");
        on_board!(&mut self.engine, board => board.play(&self.game, mv));
    }

    /// Takes the last move back and returns it; `None` when none was played.
    pub fn undo(&mut self) -> Option<Move> {
        on_board!(&mut self.engine, board => {
            let mv = board.frames().last()?.mv;
            board.undo(&self.game);
            Some(mv)
        })
    }

    /// Leaves at each depth up to `depth`, the first entry for depth 1.
    pub fn perft(&self, depth: usize, last: LastPly) -> Counts {
        on_board!(&self.engine, board => board.scratch(&self.game).perft(&self.game, depth, last))
    }

    /// The counts below each legal move, `counts[0]` being the move itself.
    pub fn perft_divided(&self, depth: usize, last: LastPly) -> Vec<(Move, Counts)> {
        on_board!(&self.engine, board => board.scratch(&self.game).perft_divided(&self.game, depth, last))
    }
}

/// What the other rooms ask.
#[doc(hidden)]
impl Position {
    /// The same, with what a board does not show: rights, marks, hands, checks given.
    pub fn set_up_with(game: &Arc<Game>, pieces: &[Piece], turn: Player, given: &Extras) -> Position {
        let mut position = Position::set_up(game, pieces, turn);
        if game.tables.state.has_state {
            on_board!(&mut position.engine, board => board.set_rest(game, given));
        }
        position
    }

    /// The same with pieces that are given, and what else a position has.
    pub fn set_up_as(game: &Arc<Game>, pieces: &[Piece], turn: Player, rest: &Rest) -> Position {
        let mut position = Position::set_up(game, pieces, turn);
        on_board!(&mut position.engine, board => {
            let pieces = pieces.iter().enumerate().filter(|(_, piece)| !piece.is_none());
            board.set_up(game, pieces.map(|(cell, &piece)| (Cell(cell as u16), piece)), turn);
            board.set_standing(game, rest);
        });
        position
    }

    /// The same position of a game that is the same but for its evaluation.
    pub(crate) fn scored_by(&self, game: &Arc<Game>) -> Position {
        let mut position = Position { game: game.clone(), engine: self.engine.clone() };
        on_board!(&mut position.engine, board => board.score_by(game));
        position
    }

    /// The same position without the moves that led to it: what was played is what had been played before.
    pub fn alone(&self) -> Position {
        macro_rules! each {
            ($($width:ident)*) => {
                match &self.engine { $(Engine::$width(board) => Engine::$width(board.alone(&self.game)),)* }
            };
        }
        Position { game: self.game.clone(), engine: each!(W64 W128 W256 W512 W1024) }
    }

    /// The same position as if the game began with it: nothing was there before, no clock has run.
    pub(crate) fn without_past(&self) -> Position {
        let mut position = self.alone();
        position.set_clocks(Clocks::default());
        position
    }

    /// The board, for code that is generic over its width.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The board and its game, for code that plays on it.
    pub fn parts(&mut self) -> (&Arc<Game>, &mut Engine) {
        (&self.game, &mut self.engine)
    }

    /// Gives up counting and trying moves out when `stop` becomes true: what is said of the position then means
    /// nothing.
    pub fn heed(&mut self, stop: &Arc<AtomicBool>) {
        on_board!(&mut self.engine, board => board.heed(stop));
    }

    pub(crate) fn set_clocks(&mut self, clocks: Clocks) {
        on_board!(&mut self.engine, board => board.set_clocks(clocks));
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn play_legal(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal");
        on_board!(&mut self.engine, board => board.play(&self.game, mv));
    }
}
