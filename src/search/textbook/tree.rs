//! What the algorithms ask of a game.

use std::fmt::Debug;

use crate::eval::script::ScriptError;
use crate::eval::{Score, WIN};

/// A game tree as the books see it: a position `u` where the algorithm stands, whose turn it is there,
/// whether the game is over, and the positions `v` that one move leads to.
pub trait GameTree {
    /// What leads from `u` to `v`: a move.
    type Edge: Copy + PartialEq + Debug;

    /// Whether `u` is a white vertex (đỉnh Trắng), where the greatest value is chosen.
    fn is_max(&self) -> bool;

    /// The payoff function f(u), from White's side, when the game is over in `u`.
    fn payoff(&mut self) -> Option<Score>;

    /// The evaluation function eval(u), from White's side.
    fn eval(&mut self) -> Score;

    /// What went wrong with the evaluation's script, if it has one: values mean nothing then.
    fn fault(&self) -> Option<ScriptError> {
        None
    }

    /// What leads to the children of `u`, in order.
    fn edges(&mut self) -> Vec<Self::Edge>;

    /// Goes from `u` to a child.
    fn play(&mut self, edge: Self::Edge);

    /// Goes back to the parent.
    fn undo(&mut self);

    /// The algorithm enters `u` with this (α, β): told to whoever draws the tree.
    fn entered(&mut self, _alpha: Score, _beta: Score) {}

    /// The algorithm found this value for `u`, from White's side: told to whoever draws the tree.
    fn valued(&mut self, _value: Score) {}
}

/// What a finished game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// A win is [`WIN`], however far it is; what is nobody's win is 0.
    Flat,
    /// A win is 10, less the moves that were made after the first one; a loss is the negative of it.
    /// Articles about small games count so, that nearer wins be preferred: the side to move can
    /// win at once (10), lose by the next move (-9) or win by the one after (8).
    ByDepth,
}

impl Payoff {
    /// What a win is worth that many moves below the root.
    pub fn of_win(self, moves: u32) -> Score {
        match self {
            Payoff::Flat => WIN,
            Payoff::ByDepth => (11 - moves.min(10) as Score).min(10),
        }
    }
}
