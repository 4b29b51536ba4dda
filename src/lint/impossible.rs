//! Positions that no game leads to, as far as it can be seen from the position alone.

use std::fmt;
use std::sync::Arc;

use super::reachability::Prospects;
use crate::game::{Cell, CellSet, Contents, Game, Piece, Player};
use crate::on_board;
use crate::position::Position;

/// Why no game leads to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// A piece stands where none of its kind can ever come.
    NeverThere {
        /// The piece as people call it, with its owner: `white pawn`.
        piece: String,
        /// The name of the cell.
        cell: String,
    },
    /// A player has more royal pieces of a kind than he can ever have.
    TooMany {
        /// The piece as people call it, with its owner.
        piece: String,
        /// How many there are.
        found: u32,
        /// How many there can be.
        most: u32,
    },
    /// A player who is not to move is in check.
    InCheck {
        /// The player's name.
        player: String,
    },
    /// A royal piece is missing that is never taken.
    Missing {
        /// The player whose it is.
        player: Player,
        /// The piece as people call it, with its owner.
        piece: String,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::NeverThere { piece, cell } => write!(f, "no {piece} can ever stand on {cell}"),
            Impossible::TooMany { piece, found, most } => {
                write!(f, "there are {found} pieces `{piece}`, and there can be {most} at most")
            }
            Impossible::InCheck { player } => {
                write!(f, "{player} is in check, and it is not {player}'s turn")
            }
            Impossible::Missing { piece, .. } => write!(f, "there is no {piece}"),
        }
    }
}

impl Impossible {
    /// The reason as an answer to whoever gives the position.
    pub fn sentence(&self) -> String {
        format!("no game leads to this position: {self}")
    }
}

/// A royal piece and how many of them there can be on the board.
struct Royals {
    piece: Piece,
    least: u32,
    most: Option<u32>,
}

/// What positions a game can lead to. Worked out once for a game.
///
/// It errs on one side: what it calls impossible never comes about, and much of what never comes about is let pass.
pub struct Possible {
    game: Arc<Game>,
    /// By piece: where it can stand; none where nothing is known.
    stand: Option<Vec<CellSet>>,
    /// The royal pieces that nobody leaves to be taken.
    royals: Vec<Royals>,
}

impl Possible {
    /// What can come about in a game.
    ///
    /// ```
    /// use banco::inside::lint::Possible;
    /// use banco::{Game, Position};
    ///
    /// let game = Game::named("chess")?;
    /// let possible = Possible::of(&game);
    /// let position = Position::parse(&game, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1")?;
    /// let why = possible.objection(&position).expect("a pawn on its first row");
    /// assert_eq!(why.to_string(), "no white pawn can ever stand on a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Arc<Game>) -> Possible {
        let prospects = Prospects::new(game, true);
        let board = *game.rules.geometry.board();
        let kinds = game.rules.royals.iter().map(|royal| royal.kind);
        let pieces = kinds.flat_map(|kind| Player::each(|player| Piece::new(kind, player)));
        let guarded = |piece: &Piece| prospects.guarded.has(*piece);
        let royals: Vec<Royals> = pieces
            .filter(guarded)
            .map(|piece| {
                let holds = Contents::piece(piece);
                let least = prospects.never_less(holds, &board, true);
                Royals { piece, least, most: prospects.never_more(holds) }
            })
            .collect();
        let stand = (!prospects.lost).then_some(prospects.stand);
        Possible { game: game.clone(), stand, royals }
    }

    /// Whether this was worked out for a game.
    pub fn is_of(&self, game: &Arc<Game>) -> bool {
        Arc::ptr_eq(&self.game, game)
    }

    /// Why no game leads to a position. What is missing comes last: problems leave out the king of the attacker.
    pub fn objection(&self, position: &Position) -> Option<Impossible> {
        self.misplaced(position)
            .or_else(|| self.too_many(position))
            .or_else(|| self.left_in_check(position))
            .or_else(|| self.missing(position))
    }

    fn called(&self, piece: Piece) -> String {
        let kind = &self.game.names.kinds[piece.kind().index()].name;
        match self.game.rules.roster.is_neutral(piece.kind()) {
            true => kind.clone(),
            false => format!("{} {kind}", self.game.player_name(piece.owner())),
        }
    }

    fn misplaced(&self, position: &Position) -> Option<Impossible> {
        let stand = self.stand.as_ref()?;
        let on_board = position.pieces().into_iter().zip((0..).map(Cell));
        let misplaced = |&(piece, cell): &(Piece, Cell)| {
            !piece.is_none() && stand.get(piece.index()).is_some_and(|cells| !cells.has(cell))
        };
        let (piece, cell) = on_board.into_iter().find(misplaced)?;
        let cell = self.game.rules.geometry.name(cell).to_owned();
        Some(Impossible::NeverThere { piece: self.called(piece), cell })
    }

    fn too_many(&self, position: &Position) -> Option<Impossible> {
        let pieces = position.pieces();
        self.royals.iter().find_map(|royals| {
            let found = count(&pieces, royals.piece);
            let most = royals.most.filter(|&most| found > most)?;
            Some(Impossible::TooMany { piece: self.called(royals.piece), found, most })
        })
    }

    fn missing(&self, position: &Position) -> Option<Impossible> {
        let pieces = position.pieces();
        let short = |royals: &&Royals| count(&pieces, royals.piece) < royals.least;
        let piece = self.royals.iter().find(short)?.piece;
        Some(Impossible::Missing { player: piece.owner(), piece: self.called(piece) })
    }

    /// The player who moved last may not have left a royal piece to be taken, unless his turn is not over.
    fn left_in_check(&self, position: &Position) -> Option<Impossible> {
        let last = !position.turn();
        let goes_on = position.moves_left().is_some();
        let checked = !self.royals.is_empty()
            && !goes_on
            && on_board!(position.engine(), board => board.in_check(&self.game, last));
        checked.then(|| Impossible::InCheck { player: self.game.player_name(last).to_owned() })
    }
}

fn count(pieces: &[Piece], piece: Piece) -> u32 {
    pieces.iter().filter(|&&there| there == piece).count() as u32
}
