//! What cut-offs teach about moves.

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
    rules: usize,
    kinds: usize,
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
            rules,
            kinds,
        }
    }

    /// The number of a move by who moves, what moves and where it comes to.
    #[inline]
    pub fn arrival(&self, game: &Game, player: Player, mv: Move) -> usize {
        let kind = game.rules.moves[mv.rule()].kind.map_or(0, |kind| kind.index());
        (player.index() * self.kinds + kind) * self.cells + mv.to().index()
    }

    fn slot(&self, player: Player, mv: Move) -> usize {
        (player.index() * self.rules + mv.rule()) * self.cells + mv.to().index()
    }

    fn reply(&self, earlier: usize, arrival: usize) -> usize {
        (earlier % self.rows) * (2 * self.kinds * self.cells) + arrival
    }

    /// Points of a move that captures nothing, after these arrivals: from -65,536 to 65,536.
    #[inline]
    pub fn of(&self, game: &Game, player: Player, mv: Move, before: &Before) -> i32 {
        let arrival = self.arrival(game, player, mv);
        let replies =
            before.iter().flatten().map(|&earlier| self.replies[self.reply(earlier, arrival)] as i32);
        self.moves[self.slot(player, mv)] as i32 + replies.sum::<i32>()
    }

    /// Points of a capture of a kind.
    #[inline]
    pub fn of_capture(&self, game: &Game, player: Player, mv: Move, taken: usize) -> i32 {
        self.captures[self.arrival(game, player, mv) * self.kinds + taken] as i32
    }

    /// A move that captures nothing was good or bad; the more it is so already, the less it changes.
    pub fn learn(&mut self, game: &Game, player: Player, mv: Move, before: &Before, bonus: i32) {
        let (slot, arrival) = (self.slot(player, mv), self.arrival(game, player, mv));
        learn(&mut self.moves[slot], bonus);
        for &earlier in before.iter().flatten() {
            let reply = self.reply(earlier, arrival);
            learn(&mut self.replies[reply], bonus);
        }
    }

    /// The same of a capture of a kind.
    pub fn learn_capture(&mut self, game: &Game, player: Player, mv: Move, taken: usize, bonus: i32) {
        let slot = self.arrival(game, player, mv) * self.kinds + taken;
        learn(&mut self.captures[slot], bonus);
    }
}

/// The arrivals one, two and four plies ago; none where there was no move.
pub type Before = [Option<usize>; 3];

fn learn(points: &mut i16, bonus: i32) {
    let now = i32::from(*points);
    *points = (now + bonus - now * bonus.abs() / History::MOST) as i16;
}
