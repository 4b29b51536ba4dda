//! What cut-offs teach about moves.

use std::ops::Range;

use crate::game::{Game, Move, Player};

/// What cut-offs taught about moves, whatever the position. Points lie between -16,384 and 16,384.
///
/// Tried and left: moves by the cells between which they go instead of by rule and landing cell. At 5,000 nodes, 100 games:
/// shogi -49 [-129, +26] Elo.
#[derive(Clone, Debug)]
pub struct History {
    /// By player, rule and cell.
    moves: Vec<i16>,
    /// Captures, by arrival and the kind taken.
    captures: Vec<i16>,
    /// By an earlier arrival, row by row, and the arrival that followed.
    replies: Vec<i16>,
    rows: usize,
    cells: usize,
    kinds: usize,
    /// By rule: the number of the kind that it moves.
    movers: Vec<u8>,
}

/// What is known of a player's moves that capture nothing after some others, for who asks for many of them.
pub struct AfterMoves<'h> {
    history: &'h History,
    player: Player,
    replies: [&'h [i16]; 3],
}

impl AfterMoves<'_> {
    /// Points of a move: from -65,536 to 65,536.
    #[inline]
    pub fn of(&self, mv: Move) -> i32 {
        let (slot, arrival) = (self.history.slot(self.player, mv), self.history.arrival(self.player, mv));
        let reply = |row: &&[i16]| row.get(arrival).map_or(0, |&points| i32::from(points));
        i32::from(self.history.moves[slot]) + self.replies.iter().map(reply).sum::<i32>()
    }
}

impl History {
    const MOST: i32 = 1 << 14;

    /// The replies of a game with more arrivals share rows, so that the table stays in the processor's cache.
    const MOST_REPLIES: usize = 1 << 20;

    /// Nothing learnt yet.
    pub fn new(game: &Game) -> History {
        let (cells, rules) = (game.rules.geometry.size(), game.rules.moves.len());
        let kinds = game.rules.roster.kinds.max(1);
        let arrivals = 2 * kinds * cells;
        let rows = arrivals.min(History::MOST_REPLIES / arrivals).max(1);
        History {
            moves: vec![0; 2 * rules * cells],
            captures: vec![0; arrivals * kinds],
            replies: vec![0; rows * arrivals],
            rows,
            cells,
            kinds,
            movers: game.rules.moves.iter().map(|rule| rule.kind.map_or(0, |kind| kind.0)).collect(),
        }
    }

    /// The number of a move by who moves, what moves and where it comes to.
    #[inline]
    pub fn arrival(&self, player: Player, mv: Move) -> usize {
        let kind = usize::from(self.movers[mv.rule()]);
        (player.index() * self.kinds + kind) * self.cells + mv.to().index()
    }

    #[inline]
    fn slot(&self, player: Player, mv: Move) -> usize {
        (player.index() * self.movers.len() + mv.rule()) * self.cells + mv.to().index()
    }

    /// Where the replies to an arrival are.
    fn row(&self, earlier: usize) -> Range<usize> {
        let (start, arrivals) = (earlier % self.rows, 2 * self.kinds * self.cells);
        start * arrivals..(start + 1) * arrivals
    }

    /// What is known of a player's moves that capture nothing after these arrivals.
    #[inline]
    pub fn after(&self, player: Player, before: &Before) -> AfterMoves<'_> {
        let row =
            |earlier: Option<usize>| earlier.map_or(&[][..], |earlier| &self.replies[self.row(earlier)]);
        AfterMoves { history: self, player, replies: before.map(row) }
    }

    /// Points of a capture of a kind.
    #[inline]
    pub fn of_capture(&self, player: Player, mv: Move, taken: usize) -> i32 {
        self.captures[self.arrival(player, mv) * self.kinds + taken] as i32
    }

    /// A move that captures nothing was good or bad; the more it is so already, the less it changes.
    pub fn learn(&mut self, player: Player, mv: Move, before: &Before, bonus: i32) {
        let (slot, arrival) = (self.slot(player, mv), self.arrival(player, mv));
        learn(&mut self.moves[slot], bonus);
        for &earlier in before.iter().flatten() {
            let row = self.row(earlier);
            learn(&mut self.replies[row][arrival], bonus);
        }
    }

    /// The same of a capture of a kind.
    pub fn learn_capture(&mut self, player: Player, mv: Move, taken: usize, bonus: i32) {
        let slot = self.arrival(player, mv) * self.kinds + taken;
        learn(&mut self.captures[slot], bonus);
    }
}

/// The arrivals one, two and four plies ago; none where there was no move.
pub type Before = [Option<usize>; 3];

fn learn(points: &mut i16, bonus: i32) {
    let now = i32::from(*points);
    *points = (now + bonus - now * bonus.abs() / History::MOST) as i16;
}
