//! How games end, and who wins.

use std::cmp::Ordering;

use super::Board;
use crate::game::{Award, Condition, End, Game, Piece, Player};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None`: nobody.
    pub winner: Option<Player>,
    /// The end that fired, an index into [`Rules::ends`](crate::game::Rules::ends); `None`:
    /// the player to move has no legal move and no end of the definition says what that means.
    pub end: Option<usize>,
}

impl<const N: usize> Board<N> {
    /// How the game stands ended here, if it did. The player who is not to move counts as the one who
    /// has just moved, also in a position that was set up.
    pub fn outcome(&mut self, game: &Game) -> Option<Outcome> {
        let reached = self.first_reached(game, &game.rules.ends);
        reached.or_else(|| (!self.has_moves(game, true)).then_some(Outcome { winner: None, end: None }))
    }

    /// The first of the given ends that fires, and who wins by it.
    #[inline]
    pub fn end_reached(&mut self, game: &Game, ends: &[usize]) -> Option<Outcome> {
        let mover = self.mover();
        let end = ends.iter().copied().find(|&end| self.is_reached(game, &game.rules.ends[end], mover))?;
        Some(Outcome { winner: self.awarded(game, game.rules.ends[end].winner), end: Some(end) })
    }

    /// The same of ends that stand in for the game's.
    pub fn first_reached(&mut self, game: &Game, ends: &[End]) -> Option<Outcome> {
        let mover = self.mover();
        let end = ends.iter().position(|end| self.is_reached(game, end, mover))?;
        Some(Outcome { winner: self.awarded(game, ends[end].winner), end: Some(end) })
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

    fn awarded(&self, game: &Game, award: Award) -> Option<Player> {
        match award {
            Award::Mover => Some(self.mover()),
            Award::Turn => Some(self.turn()),
            Award::Player(player) => Some(player),
            Award::Score => {
                let [first, second] = Player::BOTH.map(|player| self.score(game, player));
                match first.cmp(&second) {
                    Ordering::Greater => Some(Player::First),
                    Ordering::Less => Some(Player::Second),
                    Ordering::Equal => None,
                }
            }
            Award::Nobody => None,
        }
    }

    /// What a player has where the game is decided by the score.
    pub fn score(&self, game: &Game, player: Player) -> i64 {
        let of = |piece: Piece| {
            let points = game.rules.score.get(piece.kind().index()).copied().unwrap_or(0);
            points as i64 * self.of(piece).count() as i64
        };
        game.rules.bonus[player.index()] as i64 + game.rules.pieces_of(player).map(of).sum::<i64>()
    }
}
