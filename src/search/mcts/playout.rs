//! How playouts go in a game, and what is believed of moves before there are any.

use super::chance::Chance;
use super::enclosing::Enclosing;
use super::filling::Filling;
use super::ground::Ground;
use super::scale::Scale;
use super::walk::Walk;
use crate::game::{Action, Bits, Game, Move, Player};

/// How playouts go.
enum Manner<const N: usize> {
    Filling(Filling<N>),
    Enclosing(Box<Enclosing>),
    Walk(Walk),
}

/// Playouts of a game.
pub struct Playouts<const N: usize> {
    manner: Manner<N>,
    /// Where the evaluation judges what playouts lead to.
    pub judges: bool,
    /// Moves put pieces that stay, so that a move is much the same whenever it is made.
    pub has_kin: bool,
}

/// Plies after which the evaluation is asked, where the definition does not say how many and games do not fill the board.
const PLIES: usize = 6;

/// A game that fills the board takes at most so many times its cells; longer ones count as drawn.
const FILLINGS: usize = 3;

/// Whether moves put pieces that stay, or are taken in groups.
fn fills_the_board(game: &Game) -> bool {
    game.facts.pieces_stay || game.facts.drops_that_take
}

/// Whether the evaluation is asked what playouts lead to.
pub fn judges(game: &Game) -> bool {
    game.search.playout.is_some() || !fills_the_board(game)
}

impl<const N: usize> Playouts<N> {
    pub fn of(ground: &Ground<'_, N>) -> Playouts<N> {
        let game: &Game = ground.game;
        let (fills, judges) = (fills_the_board(game), judges(game));
        let most = match game.search.playout {
            Some(plies) => usize::from(plies),
            None if fills => FILLINGS * game.rules.geometry.size(),
            None => PLIES,
        };
        let manner = match (Filling::of(game), Enclosing::of(game)) {
            _ if game.search.playout.is_some() => Manner::Walk(Walk::new(ground, most, judges)),
            (Some(filling), _) => Manner::Filling(filling),
            (None, Some(enclosing)) => Manner::Enclosing(Box::new(enclosing)),
            (None, None) => Manner::Walk(Walk::new(ground, most, judges)),
        };
        Playouts { manner, judges, has_kin: fills }
    }

    /// Plays from where the board stands. What the first player has of it; the moves are added to `made`.
    #[inline]
    pub fn run(
        &mut self,
        ground: &mut Ground<'_, N>,
        chance: &mut Chance,
        scale: &Scale,
        made: &mut Vec<(Move, Player)>,
    ) -> f32 {
        match &mut self.manner {
            Manner::Filling(filling) => filling.run(ground.game, &ground.board, chance, made),
            Manner::Enclosing(enclosing) => enclosing.run(&ground.board, chance, made),
            Manner::Walk(walk) => walk.run(ground, chance, scale, made),
        }
    }

    /// Gets ready to say what is believed of moves of the position.
    pub fn advise<'p>(&'p mut self, ground: &Ground<'_, N>) -> Advisor<'p, N> {
        let (game, board) = (ground.game, &ground.board);
        let last = board.frames().last().map(|frame| frame.mv).filter(|mv| *mv != Move::NONE);
        let last = last.filter(|mv| game.tables.actions[mv.rule()] != Action::Pass);
        let around = last.map_or(Bits::EMPTY, |mv| game.tables.topology.around(mv.to()).narrow());
        let near = if game.facts.only_drops && ground.plan.near.is_some() {
            ground.plan.nearby(game, board)
        } else {
            board.vacant()
        };
        let enclosing = match &mut self.manner {
            Manner::Enclosing(enclosing) => {
                enclosing.groups.set_up(board);
                Some(&**enclosing)
            }
            _ => None,
        };
        Advisor { enclosing, turn: board.turn(), around, near, drops: self.has_kin }
    }
}

/// What is believed of the moves of one position.
pub struct Advisor<'p, const N: usize> {
    enclosing: Option<&'p Enclosing>,
    turn: Player,
    around: Bits<N>,
    near: Bits<N>,
    drops: bool,
}

impl<const N: usize> Advisor<'_, N> {
    /// What the player has of a move, as a share.
    pub fn share(&self, game: &Game, mv: Move) -> f32 {
        if !self.drops {
            return 0.5;
        }
        let Action::Drop(_) = game.tables.actions[mv.rule()] else {
            return if self.enclosing.is_some() { 0.1 } else { 0.5 };
        };
        let mut share: f32 = if self.around.has(mv.to()) { 0.58 } else { 0.5 };
        if !self.near.has(mv.to()) {
            share = 0.2;
        }
        if let Some(enclosing) = self.enclosing {
            let (groups, cell) = (&enclosing.groups, mv.to().0);
            let [takes, saves] = groups.takes_or_saves(cell, self.turn);
            if groups.is_eye(cell, self.turn) {
                share = 0.02;
            } else if takes {
                share = 0.8;
            } else if saves {
                share = 0.7;
            } else if groups.is_trap(cell, self.turn) {
                share = 0.2;
            }
        }
        share
    }
}
