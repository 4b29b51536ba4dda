//! Evaluations written in Rust by others.

use super::Score;
use crate::game::{Cell, Game, Piece, Player};
use crate::on_board;
use crate::position::{Board, Position, Rest};

/// An evaluation that takes the place of the definition's own terms in a search.
///
/// It must be a pure function of what it is shown: a search keeps values, and asks in an order of its
/// own. It is `Send`: it can be handed to the thread that searches.
///
/// ```
/// use banco::{Evaluator, Piece, Score, View};
///
/// /// One point a piece.
/// struct Material;
///
/// impl Evaluator for Material {
///     fn evaluate(&mut self, view: &View<'_>) -> Score {
///         let pieces = view.game().cells().map(|cell| view.at(cell));
///         pieces.filter(|&piece| piece != Piece::NONE).map(|piece| piece.owner().sign()).sum()
///     }
/// }
/// ```
pub trait Evaluator: Send {
    /// The static value in points, positive for the first player. What lies beyond
    /// 990,000 points is cut down to it: only the end of a game is worth more.
    fn evaluate(&mut self, view: &View<'_>) -> Score;
}

/// A position as an [`Evaluator`] sees it, whatever the width of its board.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Game,
    board: &'a dyn Cells,
}

impl<'a> View<'a> {
    /// The view of a position.
    pub fn of(position: &'a Position) -> View<'a> {
        on_board!(position.engine(), board => View::new(position.game(), board))
    }

    /// The view of a board.
    #[doc(hidden)]
    pub fn new<const N: usize>(game: &'a Game, board: &'a Board<N>) -> View<'a> {
        View { game, board }
    }

    /// The game that is played.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// What stands on a cell; [`Piece::NONE`] where nothing does.
    pub fn at(&self, cell: Cell) -> Piece {
        self.board.at(cell)
    }

    /// How many of a piece its owner holds in hand; 0 in games without hands.
    pub fn held(&self, piece: Piece) -> u16 {
        self.board.held(piece)
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.board.turn()
    }

    /// What the position has besides pieces and turn.
    #[doc(hidden)]
    pub fn rest(&self) -> Rest {
        self.board.rest(self.game)
    }
}

/// What a view asks of a board.
trait Cells {
    fn at(&self, cell: Cell) -> Piece;
    fn held(&self, piece: Piece) -> u16;
    fn turn(&self) -> Player;
    fn rest(&self, game: &Game) -> Rest;
}

impl<const N: usize> Cells for Board<N> {
    fn at(&self, cell: Cell) -> Piece {
        Board::at(self, cell)
    }

    fn held(&self, piece: Piece) -> u16 {
        Board::held(self, piece)
    }

    fn turn(&self) -> Player {
        Board::turn(self)
    }

    fn rest(&self, game: &Game) -> Rest {
        let mut rest = Rest::default();
        Board::rest(self, game, &mut rest);
        rest
    }
}
