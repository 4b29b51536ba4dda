//! What a search of a game with royal pieces knows of it beforehand: what its kinds are worth, who captures
//! first in an exchange, and where letting the turn pass says something.

use crate::eval::Score;
use crate::game::{Bits, Cell, Contents, Game, Kind, Piece, Player, Rule, Travel};
use crate::position::Board;

/// The facts of one game with royal pieces, worked out once.
#[derive(Clone, Debug)]
pub struct RoyalPlan {
    /// The pieces of each player in the order in which an exchange uses them up: the cheapest first, royals
    /// last.
    pub capturers: [Vec<Piece>; 2],
    /// The pieces of each player that show, one of them being there, that the player is not short of useful
    /// moves; none where to pass may be better than to move.
    heavy: [Vec<Piece>; 2],
    /// Whether a move is legal can be asked when it is tried.
    pub asks_legality_late: bool,
    /// What captures by landing changes nothing else, or all that goes besides is known before: exchanges are seen without
    /// playing them.
    pub shows_captures: bool,
}

impl RoyalPlan {
    /// The plan for a game, if it has royal pieces.
    pub fn new(game: &Game) -> Option<RoyalPlan> {
        if !game.facts.has_royals {
            return None;
        }
        let kinds = (0..game.rules.roster.kinds as u8).map(Kind);
        let worths: Vec<Score> = kinds.map(|kind| usual_worth(game, kind)).collect();
        let common = (0u8..).zip(&worths).filter(|(kind, _)| {
            !game.rules.is_royal(Kind(*kind)) && !game.rules.roster.is_neutral(Kind(*kind))
        });
        let cheapest = common.map(|(_, &worth)| worth).min().unwrap_or(0);
        let heavy = |piece: &Piece| {
            let worth = worths[piece.kind().index()];
            worth > cheapest && worth >= 2 * cheapest && !game.rules.is_royal(piece.kind())
        };
        let passes = game.facts.passing_is_no_gain;
        let of = |player| game.rules.pieces_of(player);
        Some(RoyalPlan {
            capturers: Player::each(|player| {
                let mut pieces: Vec<Piece> = of(player).collect();
                pieces.sort_by_key(|piece| (game.rules.is_royal(piece.kind()), worths[piece.kind().index()]));
                pieces
            }),
            heavy: Player::each(|player| of(player).filter(|piece| passes && heavy(piece)).collect()),
            shows_captures: !game.rules.moves.iter().any(takes_more)
                && (game.rules.capture_effects.is_empty() || game.tables.legality.blasts().is_some()),
            asks_legality_late: !game.facts.compels && game.tables.movement.passes.iter().all(Vec::is_empty),
        })
    }

    /// Whether the player to move would hardly gain by a pass: then a pass that refutes shows that some move
    /// does.
    #[inline]
    pub fn may_pass<const N: usize>(&self, board: &Board<N>) -> bool {
        self.heavy[board.turn().index()].iter().any(|&piece| !board.of(piece).is_empty())
    }
}

/// Whether moves of a rule that land on pieces change more than two cells.
fn takes_more(rule: &Rule) -> bool {
    let captures = |travel: &Travel| !travel.onto.but(Contents::EMPTY.or(Contents::MARKED)).is_nothing();
    rule.action.travels() && rule.by.iter().any(captures) && rule.spreads()
}

/// The points of a first player's piece of a kind, averaged over the cells that it can come to.
fn usual_worth(game: &Game, kind: Kind) -> Score {
    let piece = Piece::new(kind, Player::First);
    let cells = reached(game, piece);
    let sum: Score = cells.iter().map(|cell| game.tables.keys.of(piece, cell).worth.early()).sum();
    sum / cells.count().max(1) as Score
}

/// The cells that a piece can come to from where it starts, or from everywhere where none starts.
fn reached(game: &Game, piece: Piece) -> Bits<16> {
    let board = game.rules.geometry.board();
    let starts: Bits<16> = board.iter().filter(|cell| game.rules.setup[cell.index()] == piece).collect();
    let mut reached = if starts.is_empty() { board.narrow() } else { starts };
    let mut open: Vec<Cell> = reached.iter().collect();
    while let Some(cell) = open.pop() {
        for leg in game.tables.movement.steps(piece, cell) {
            let to = leg.mv.to();
            if !reached.has(to) {
                reached.insert(to);
                open.push(to);
            }
        }
    }
    reached
}
