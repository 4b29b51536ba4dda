//! How games end, and who wins.

use std::cmp::Ordering;

use super::Board;
use crate::game::{Award, Condition, End, Game, Origin, Piece, Player};

/// How a game ended: who has won, and [why](Outcome::reason).
///
/// ```
/// use banco::{Game, Player, Position};
///
/// let game = Game::named("chess")?;
/// let mate = Position::parse(&game, "startpos moves f2f3 e7e5 g2g4 d8h4").expect("a position");
/// let outcome = mate.outcome().expect("the game is over");
/// assert_eq!(outcome.winner, Some(Player::Second));
/// assert_eq!(outcome.reason(&game), Some("checkmate"));
/// let origin = outcome.origin(&game).expect("the definition says it");
/// assert!(origin.file.ends_with("chess.toml") && origin.line > 0);
/// # Ok::<(), banco::DefinitionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None`: nobody.
    pub winner: Option<Player>,
    /// What the players have, in half points, where the score decided.
    pub scores: Option<[i64; 2]>,
    /// The number of the end that fired, from 0 in the order of the definition; [`Outcome::reason`] and
    /// [`Game::end_name`] say its name. `None`: the player to move has no legal move and no end of the definition
    /// says what that means.
    pub end: Option<usize>,
}

impl Outcome {
    /// The name of the end that fired in this game, as its definition gives it; `None` where the player to move has
    /// no legal move and no end says what that means.
    pub fn reason<'g>(&self, game: &'g Game) -> Option<&'g str> {
        game.end_name(self.end?)
    }

    /// The file and the line of the end that fired.
    pub fn origin<'g>(&self, game: &'g Game) -> Option<&'g Origin> {
        game.end_origin(self.end?)
    }
}

impl<const N: usize> Board<N> {
    /// How the game stands ended here, if it did. The player who is not to move counts as the one who
    /// has just moved, also in a position that was set up.
    pub fn outcome(&mut self, game: &Game) -> Option<Outcome> {
        let reached = self.first_reached(game, &game.rules.ends);
        reached.or_else(|| {
            // An end that fires wherever nobody can move has seen a move.
            let moves = game.rules.ends.iter().any(|end| matches!(end.when, Condition::NoMoves));
            let goes_on = moves || self.has_moves(game, true);
            (!goes_on).then_some(Outcome { winner: None, scores: None, end: None })
        })
    }

    /// The first of the given ends that fires, and who wins by it.
    #[inline]
    pub fn end_reached(&mut self, game: &Game, ends: &[usize]) -> Option<Outcome> {
        let mover = self.mover();
        let end = ends.iter().copied().find(|&end| self.is_reached(game, &game.rules.ends[end], mover))?;
        Some(self.awarded(game, game.rules.ends[end].winner, end))
    }

    /// Whether one of the given ends fires. In line, and a loop, where moves are counted: out of line, connect four took 8 %
    /// more instructions.
    #[inline(always)]
    pub(super) fn is_over(&mut self, game: &Game, ends: &[usize]) -> bool {
        let mover = self.mover();
        for &end in ends {
            if self.is_reached(game, &game.rules.ends[end], mover) {
                return true;
            }
        }
        false
    }

    /// The first that fires of ends that stand in for the game's, and who wins by it.
    pub fn first_reached(&mut self, game: &Game, ends: &[End]) -> Option<Outcome> {
        let mover = self.mover();
        let end = ends.iter().position(|end| self.is_reached(game, end, mover))?;
        Some(self.awarded(game, ends[end].winner, end))
    }

    /// Whether an end fires. A line that ends the game by itself has not stood before: where pieces stay,
    /// it runs through the cell just filled.
    #[inline(always)]
    fn is_reached(&mut self, game: &Game, end: &End, mover: Player) -> bool {
        match &end.when {
            Condition::Line(rule) => self.line_made(game, rule, mover),
            when => self.holds(game, when, mover, true),
        }
    }

    #[inline]
    fn awarded(&self, game: &Game, award: Award, end: usize) -> Outcome {
        let winner = match award {
            Award::Mover => Some(self.mover()),
            Award::Turn => Some(self.turn()),
            Award::Player(player) => Some(player),
            Award::Score => return self.counted_up(game, end),
            Award::Nobody => None,
        };
        Outcome { winner, scores: None, end: Some(end) }
    }

    #[inline(never)]
    fn counted_up(&self, game: &Game, end: usize) -> Outcome {
        let scores = self.scores(game);
        let winner = match scores[0].cmp(&scores[1]) {
            Ordering::Greater => Some(Player::First),
            Ordering::Less => Some(Player::Second),
            Ordering::Equal => None,
        };
        Outcome { winner, scores: Some(scores), end: Some(end) }
    }

    /// What the players have where the game is decided by the score, in half points.
    pub fn scores(&self, game: &Game) -> [i64; 2] {
        let of = |piece: Piece| {
            let points = game.rules.score.get(piece.kind().index()).copied().unwrap_or(0);
            i64::from(points) * i64::from(self.of(piece).count())
        };
        let areas = match game.rules.area {
            0 => [0; 2],
            each => self.areas(game).map(|cells| i64::from(each) * i64::from(cells.count())),
        };
        Player::each(|player| {
            let points = areas[player.index()] + game.rules.pieces_of(player).map(of).sum::<i64>();
            i64::from(game.rules.bonus[player.index()]) + 2 * points
        })
    }
}
