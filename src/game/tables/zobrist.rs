//! What a piece on a cell adds to the position's key and to its score, side by side in one table,
//! so that the one place that changes a cell updates both.

use crate::game::split_mix;
use crate::game::{Cell, CountWorth, Evaluation, Kind, Piece, Player, Points, Rules, TurnProgress};

/// The share of one piece on one cell.
#[derive(Clone, Copy, Default, Debug)]
pub struct PieceKey {
    /// Zobrist key.
    pub key: u64,
    /// Points of material, square tables and exits, positive for the first player.
    pub worth: Points,
}

/// What a piece in a hand adds.
#[derive(Clone, Debug)]
struct HandKey {
    key: u64,
    worth: CountWorth,
    sign: i32,
}

/// The marks of every piece on every cell.
#[derive(Clone, Debug)]
pub struct Keys {
    table: Vec<PieceKey>,
    /// Each piece has a power of two of entries, at least one per cell.
    shift: u32,
    /// Key of the second player being to move.
    pub turn: u64,
    /// Points of the empty board: every piece that started counts as gone.
    pub base: Points,
    passes: u64,
    clock: u64,
    /// By cell: the keys of a mark there and of a piece there that has not moved.
    cells: Vec<[u64; 2]>,
    /// By piece: the key of one in a hand, and what so many are worth.
    hands: Vec<HandKey>,
    checks: [u64; 2],
}

impl Keys {
    pub(in crate::game) fn build(rules: &Rules, evaluation: &Evaluation) -> Keys {
        let shift = rules.geometry.size().next_power_of_two().ilog2();
        let mut marks = Keys {
            table: vec![PieceKey::default(); (1 + 2 * rules.roster.kinds) << shift],
            shift,
            turn: 0,
            base: Points::NONE,
            passes: 0,
            clock: 0,
            cells: vec![[0; 2]; rules.geometry.size()],
            hands: vec![
                HandKey { key: 0, worth: CountWorth::Each(Points::NONE), sign: 1 };
                1 + 2 * rules.roster.kinds
            ],
            checks: [0; 2],
        };
        marks.draw_keys();
        marks.add_worth(rules, evaluation);
        marks
    }

    /// Keys are drawn from a fixed sequence, so that counters are the same on every machine.
    fn draw_keys(&mut self) {
        let mut state = 0x6261_6E63_6F21u64;
        let mut draw = || split_mix(&mut state);
        self.turn = draw();
        self.passes = draw() | 1;
        for mark in &mut self.table[1 << self.shift..] {
            mark.key = draw();
        }
        self.clock = draw() | 1;
        let hands = self.hands.iter_mut().map(|mark| &mut mark.key);
        self.cells.iter_mut().flatten().chain(hands).chain(&mut self.checks).for_each(|key| {
            *key = draw() | 1;
        });
    }

    fn add_worth(&mut self, rules: &Rules, evaluation: &Evaluation) {
        for (kind, weight) in &evaluation.values {
            for owner in Player::BOTH {
                let piece = Piece::new(*kind, owner);
                self.each(piece, |_| weight.points() * owner.sign());
            }
        }
        for kind in (0..rules.roster.kinds as u8).map(Kind) {
            for owner in Player::BOTH {
                let hand = &mut self.hands[Piece::new(kind, owner).index()];
                (hand.worth, hand.sign) = (evaluation.in_hand(kind), owner.sign());
            }
        }
        for table in &evaluation.squares {
            for owner in Player::BOTH {
                self.each(Piece::new(table.kind, owner), |cell| table.at(owner, cell));
            }
        }
        if let Some(weight) = &evaluation.exited {
            for code in 1..=2 * rules.roster.kinds as u8 {
                let Some(owner) = rules.roster.owner(Piece(code)) else { continue };
                let sign = owner.sign();
                self.each(Piece(code), |_| weight.points() * -sign);
                let started = rules.setup.iter().filter(|&&p| p == Piece(code)).count();
                self.base += weight.points() * (sign * started as i32);
            }
        }
    }

    fn each(&mut self, piece: Piece, points: impl Fn(Cell) -> Points) {
        let start = piece.index() << self.shift;
        for (cell, mark) in (0u16..).zip(&mut self.table[start..start + (1 << self.shift)]) {
            mark.worth += points(Cell(cell));
        }
    }

    /// The mark of a piece on a cell; all zero for the empty cell.
    #[inline]
    pub fn of(&self, piece: Piece, cell: Cell) -> PieceKey {
        self.table[piece.index() << self.shift | cell.index()]
    }

    /// The key of a mark on a cell.
    #[inline]
    pub fn marked(&self, cell: Cell) -> u64 {
        self.cells[cell.index()][0]
    }

    /// The key of a piece that has not moved from a cell, where that matters.
    #[inline]
    pub fn unmoved(&self, cell: Cell) -> u64 {
        self.cells[cell.index()][1]
    }

    /// The key of that many pieces in a hand.
    #[inline]
    pub fn hand(&self, piece: Piece, count: u16) -> u64 {
        self.hands[piece.index()].key.wrapping_mul(count as u64)
    }

    /// What so many of a piece in its owner's hand are worth, positive for the first player.
    #[inline]
    pub fn worth_in_hand(&self, piece: Piece, count: u16) -> Points {
        let hand = &self.hands[piece.index()];
        hand.worth.of(count) * hand.sign
    }

    /// The key of that many checks given by a player.
    #[inline]
    pub fn checks(&self, player: Player, count: u8) -> u64 {
        self.checks[player.index()].wrapping_mul(count as u64)
    }

    /// The key of the clock with that number when it shows `count`.
    #[inline]
    pub fn clock(&self, number: u32, count: u32) -> u64 {
        self.clock.rotate_left(7 * number).wrapping_mul(count as u64 + 1)
    }

    /// The key of a piece on a cell that made the last so many moves of a player, by the number of the count.
    #[inline]
    pub fn streak(&self, number: u32, player: Player, cell: Cell, moves: u32) -> u64 {
        let said = u64::from(cell.0) << 32 | u64::from(moves);
        self.checks[player.index()].rotate_left(11 + 7 * number).wrapping_mul(said)
    }

    /// The key of how far a turn is, in games whose turns differ.
    #[inline]
    pub fn turn_progress(&self, turn: TurnProgress) -> u64 {
        let TurnProgress { left, number, begun } = turn;
        let said = u64::from(left) | u64::from(number) << 8 | u64::from(begun) << 16;
        self.clock.rotate_left(29).wrapping_mul(said)
    }

    /// The key of that many passes in a row, zero for none.
    #[inline]
    pub fn passes(&self, count: u32) -> u64 {
        self.passes.wrapping_mul(count as u64)
    }
}
