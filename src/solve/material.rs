//! How many of each piece there are, whose turn it is, and what moves can make of that.

use crate::game::{Action, Game, Piece, Player};
use crate::position::Position;

/// How many of each piece there are, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// By piece code, from the first piece on.
    pub counts: Vec<u16>,
    /// The player to move.
    pub turn: Player,
}

impl Material {
    /// The material of a position.
    pub fn of(position: &Position) -> Material {
        let mut counts = vec![0; 2 * position.game().rules.roster.kinds];
        for piece in position.pieces().into_iter().filter(|piece| !piece.is_none()) {
            counts[piece.index() - 1] += 1;
        }
        Material { counts, turn: position.turn() }
    }

    fn with(&self, piece: Piece, by: i16) -> Option<Material> {
        let mut counts = self.counts.clone();
        let slot = &mut counts[piece.index() - 1];
        *slot = slot.checked_add_signed(by)?;
        Some(Material { counts, turn: !self.turn })
    }

    fn has(&self, piece: Piece) -> bool {
        self.counts[piece.index() - 1] > 0
    }

    /// What one move can make of it, and perhaps more: where pieces stand is not asked.
    pub fn after_a_move(&self, game: &Game, cells: usize) -> Vec<Material> {
        let full = self.counts.iter().map(|&n| n as usize).sum::<usize>() >= cells;
        let mut found = vec![Material { counts: self.counts.clone(), turn: !self.turn }];
        for rule in game.rules.moves.iter() {
            let own = rule.kind.map(|kind| Piece::new(kind, self.turn));
            match (rule.action, own) {
                (Action::Shift, Some(own)) if self.has(own) => {
                    let onto = rule.by[self.turn.index()].onto;
                    found.extend(
                        onto.pieces()
                            .filter(|&piece| self.has(piece))
                            .filter_map(|piece| self.with(piece, -1)),
                    );
                }
                (Action::Exit, Some(own)) => found.extend(self.with(own, -1)),
                (Action::Drop(kind), _) if !full => found.extend(self.with(Piece::new(kind, self.turn), 1)),
                _ => {}
            }
        }
        found
    }
}
