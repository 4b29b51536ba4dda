//! What a position has besides pieces and turn, as a value: to be kept, and set up again without the moves that led there.

use super::state::State;
use super::{Board, Clocks};
use crate::game::{Cell, CellSet, Game, Piece, Player, TurnProgress};

/// What a position has besides pieces and turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest {
    /// By piece, how many are held; empty in games without hands.
    pub hands: Vec<u16>,
    /// Cells whose piece has not moved, as far as that matters.
    pub unmoved: CellSet,
    /// Cells that the last move marked.
    pub marks: CellSet,
    /// The piece that marked them.
    pub maker: Cell,
    /// Checks given.
    pub checks: [u8; 2],
    /// How far the turn is.
    pub turn: TurnProgress,
    /// What was played before, as far as ends ask.
    pub clocks: Clocks,
    /// Castles, where one is left, are those of the game's setup.
    pub castles_as_set_up: bool,
}

impl Default for Rest {
    fn default() -> Rest {
        Rest {
            hands: Vec::new(),
            unmoved: CellSet::EMPTY,
            marks: CellSet::EMPTY,
            maker: Cell(0),
            checks: [0; 2],
            turn: TurnProgress::ONE,
            clocks: Clocks::default(),
            castles_as_set_up: true,
        }
    }
}

impl<const N: usize> Board<N> {
    /// What the position has besides pieces and turn, put where there is room for it already.
    pub fn rest(&self, game: &Game, found: &mut Rest) {
        if game.tables.state.has_state {
            found.hands.clone_from(&self.hands);
            let unmoved = self.matters(game);
            found.castles_as_set_up = unmoved.is_empty() || self.has_castles_of(game);
            found.unmoved = unmoved.iter().collect();
            found.marks = self.marks().iter().collect();
            found.maker = if self.marks().is_empty() { Cell(0) } else { self.marker() };
            found.checks = Player::each(|player| self.checks(player));
            found.turn = self.turn_progress();
        }
        if game.facts.counts_moves() {
            found.clocks = self.clocks(game);
        }
    }

    /// Gives a board that was just set up what a position has besides pieces and turn.
    pub fn set_standing(&mut self, game: &Game, rest: &Rest) {
        if game.tables.state.has_state {
            for piece in (0..self.hands.len() as u8).map(Piece) {
                let held = rest.hands.get(piece.index()).copied().unwrap_or(0);
                if held != 0 {
                    self.hold(game, piece, |_| held);
                }
            }
            self.log.clear();
            let before = self.rest_key(game);
            self.rest = State {
                unmoved: rest.unmoved.narrow(),
                marks: rest.marks.narrow(),
                maker: rest.maker,
                checks: rest.checks,
                turn: rest.turn,
            };
            if rest.turn.begun {
                self.set_mover(self.turn());
            }
            self.key ^= before ^ self.rest_key(game);
        }
        if game.facts.counts_moves() {
            self.set_clocks(rest.clocks.clone());
        }
    }

    fn has_castles_of(&self, game: &Game) -> bool {
        Player::BOTH.into_iter().all(|player| {
            let own = self.castles(player).iter().map(|way| (way.rule, way.castle));
            own.eq(game.rules.castles(player))
        })
    }

    /// The same position without the moves that led to it.
    pub(super) fn alone(&self, game: &Game) -> Board<N> {
        self.since(self.frames().len(), self.clocks(game))
    }
}
