//! How a hand makes a move: the cells and pieces that are pointed at one after the other.

use crate::game::{Action, Cell, Move, Piece, is_done};
use crate::position::Position;

/// What is pointed at next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Gesture {
    /// A cell.
    Cell(Cell),
    /// A piece in the hand.
    Hand(Piece),
    /// One of several pieces: what the piece becomes, or what comes from the hand.
    Choose(Piece),
    /// Beside the board: the piece leaves it.
    Off,
    /// The turn is passed.
    Pass,
    /// The turn is over before all its moves are made.
    Done,
    /// The sides are swapped.
    Swap,
    /// One of several moves that look alike, by its text.
    Named(String),
}

impl Position {
    /// How a hand makes each of the legal moves. No two are made alike; one may begin as another one ends.
    pub fn gestures(&self, moves: &[Move]) -> Vec<Vec<Gesture>> {
        let mut all: Vec<Vec<Gesture>> = moves.iter().map(|&mv| self.gestures_of(mv)).collect();
        let mut order: Vec<usize> = (0..all.len()).collect();
        let key = |gestures: &[Gesture]| format!("{gestures:?}");
        let keys: Vec<String> = all.iter().map(|gestures| key(gestures)).collect();
        order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
        for alike in order.chunk_by(|&a, &b| keys[a] == keys[b]).filter(|alike| alike.len() > 1) {
            for &number in alike {
                all[number].push(Gesture::Named(self.move_text(moves[number])));
            }
        }
        all
    }

    fn gestures_of(&self, mv: Move) -> Vec<Gesture> {
        let game = self.game();
        if let Some((kind, cell)) = mv.gates() {
            let mut gestures = self.gestures_of(mv.without_gating());
            gestures.push(Gesture::Choose(Piece::new(kind, self.turn())));
            if cell != mv.from() {
                gestures.push(Gesture::Cell(cell));
            }
            return gestures;
        }
        let carried = |to: Cell| vec![Gesture::Cell(mv.from()), Gesture::Cell(to)];
        let mut gestures = match game.tables.actions[mv.rule()] {
            Action::Pass if is_done(&game.rules.moves[mv.rule()].by[0].way) => return vec![Gesture::Done],
            Action::Pass => return vec![Gesture::Pass],
            Action::Swap => return vec![Gesture::Swap],
            Action::Exit => return vec![Gesture::Cell(mv.from()), Gesture::Off],
            Action::Drop(_) if game.drops_one_kind() => vec![Gesture::Cell(mv.to())],
            Action::Drop(kind) => {
                vec![Gesture::Hand(Piece::new(kind, self.turn())), Gesture::Cell(mv.to())]
            }
            Action::Castle if game.castles_as_drawn(mv) => carried(mv.to()),
            Action::Castle => carried(mv.third()),
            Action::Chain => {
                let landings = self.landings(mv).into_iter();
                std::iter::once(mv.from()).chain(landings).map(Gesture::Cell).collect()
            }
            Action::Shift | Action::Change | Action::Stay => carried(mv.to()),
        };
        let becomes = mv.becomes().map(|kind| Gesture::Choose(Piece::new(kind, self.turn())));
        gestures.extend(becomes);
        gestures.extend(mv.stage().map(Gesture::Cell));
        gestures
    }
}
