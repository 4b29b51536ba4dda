//! Who made which move first from some ply of a playout on: what "all moves as first" is counted from.

use crate::game::{Move, Player};

/// Moves that are told apart; a move that shares its place with a later one is forgotten.
const PLACES: usize = 1 << 12;

#[derive(Clone, Copy)]
struct Seen {
    playout: u32,
    player: Player,
    mv: Move,
}

/// The moves of the playout that is read backwards.
pub struct Kin {
    places: Vec<Seen>,
    playout: u32,
}

impl Kin {
    pub fn new() -> Kin {
        Kin { places: vec![Seen { playout: 0, player: Player::First, mv: Move::NONE }; PLACES], playout: 0 }
    }

    /// Begins with another playout.
    pub fn begin(&mut self) {
        self.playout = self.playout.wrapping_add(1);
        if self.playout == 0 {
            *self = Kin { playout: 1, ..Kin::new() };
        }
    }

    #[inline]
    fn place(mv: Move) -> usize {
        (mv.to().index() + 1_031 * mv.rule()) % PLACES
    }

    /// A move was made before all that were told.
    #[inline]
    pub fn tell(&mut self, mv: Move, player: Player) {
        self.places[Kin::place(mv)] = Seen { playout: self.playout, player, mv };
    }

    /// Whether a player made the move, before the other did.
    #[inline]
    pub fn was_made(&self, mv: Move, player: Player) -> bool {
        let seen = &self.places[Kin::place(mv)];
        seen.playout == self.playout && seen.mv == mv && seen.player == player
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cell;

    #[test]
    fn the_first_to_make_a_move_has_it() {
        let [one, other] = [3, 4].map(|cell| Move::new(0, Cell(cell), Cell(cell)));
        let mut kin = Kin::new();
        kin.begin();
        kin.tell(one, Player::First);
        kin.tell(one, Player::Second);
        assert!(kin.was_made(one, Player::Second) && !kin.was_made(one, Player::First));
        assert!(!kin.was_made(other, Player::Second));
        kin.begin();
        assert!(!kin.was_made(one, Player::Second));
    }
}
