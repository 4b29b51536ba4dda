//! Counting the tree of moves, to check rules and to measure speed.

use super::{Board, MoveList};
use crate::game::{Bits, Cell, Game, LineRule, Move, Movement, Player};

/// Leaves per depth: `counts[0]` is depth 1.
pub type Counts = Vec<u64>;

/// How the last ply is treated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LastPly {
    /// Its moves are counted without being played. Where moves only fill cells, those before it are not played either.
    #[default]
    Counted,
    /// Each of its moves is played and undone.
    Played,
}

impl<const N: usize> Board<N> {
    /// Leaves at each depth up to `depth`. Ends by repetition, quiet plies and adjudication are left
    /// out, as in published counts; a position that is over has no moves.
    pub fn perft(&mut self, game: &Game, depth: usize, last: LastPly) -> Counts {
        let mut counts = vec![0; depth];
        let mut lists = vec![MoveList::new(game); depth];
        match self.filling_lines(game).filter(|_| last == LastPly::Counted && depth > 1) {
            Some(lines) => self.count_tree_ahead(game, lines, &mut lists, &mut counts),
            None => self.count_tree(game, &mut lists, &mut counts, last),
        }
        counts
    }

    /// The leaves at `depth` below each legal move.
    pub fn perft_divided(&mut self, game: &Game, depth: usize, last: LastPly) -> Vec<(Move, Counts)> {
        let mut root = MoveList::new(game);
        if !self.is_over(game, &game.facts.counted_ends) {
            self.legal_moves(game, &mut root);
        }
        let divide = |&mv: &Move| {
            self.play(game, mv);
            let mut counts = vec![1];
            counts.extend(self.perft(game, depth.saturating_sub(1), last));
            self.undo(game);
            (mv, counts)
        };
        root.as_slice().iter().map(divide).collect()
    }

    fn count_tree(&mut self, game: &Game, lists: &mut [MoveList], counts: &mut [u64], last: LastPly) {
        let Some((list, deeper)) = lists.split_first_mut() else { return };
        if !self.patience.spend(1) || self.is_over(game, &game.facts.counted_ends) {
            return;
        }
        if deeper.is_empty() && last == LastPly::Counted {
            counts[0] += self.count_moves(game, list);
            return;
        }
        self.legal_moves(game, list);
        counts[0] += list.len() as u64;
        for &mv in list.as_slice() {
            self.play(game, mv);
            if !deeper.is_empty() {
                self.count_tree(game, deeper, &mut counts[1..], last);
            }
            self.undo(game);
        }
    }

    /// The lines that end the game, where a move does no more than to fill a cell: see
    /// [`Facts::filling_lines`](crate::game::Facts::filling_lines).
    fn filling_lines<'a>(&self, game: &'a Game) -> Option<&'a [LineRule]> {
        let movement = &game.tables.movement;
        let told_apart = !movement.repeats_moves && movement.clashes.is_empty();
        game.facts.filling_lines.as_deref().filter(|_| told_apart && !self.stood())
    }

    /// Counts the tree where a move does no more than to fill a cell, two plies deep at least: the last two are counted.
    /// A function of its own: in the one above it cost other games up to 6 % more instructions.
    fn count_tree_ahead(
        &mut self,
        game: &Game,
        lines: &[LineRule],
        lists: &mut [MoveList],
        counts: &mut [u64],
    ) {
        let Some((list, deeper)) = lists.split_first_mut() else { return };
        if !self.patience.spend(1) || self.is_over(game, &game.facts.counted_ends) {
            return;
        }
        if deeper.len() == 1 {
            let (moves, replies) = self.count_with_replies(game, lines);
            counts[0] += moves;
            counts[1] += replies;
            return;
        }
        self.legal_moves(game, list);
        counts[0] += list.len() as u64;
        for &mv in list.as_slice() {
            self.play(game, mv);
            self.count_tree_ahead(game, lines, deeper, &mut counts[1..]);
            self.undo(game);
        }
    }

    /// How many moves there are, and how many replies to all of them.
    fn count_with_replies(&self, game: &Game, lines: &[LineRule]) -> (u64, u64) {
        let turn = self.turn();
        let drops = |player: Player| &game.tables.movement.drops[player.index()];
        // All empty cells are open to every rule.
        let vacant = self.vacant();
        let open = [vacant; Movement::MAX_FILTERS];
        let (mut moves, mut replies) = (0, 0);
        for drop in drops(turn) {
            let landings = self.landings(game, drop, &open);
            moves += landings.count() as u64;
            let goes_on = |cell: &Cell| !self.would_make_line(game, lines, *cell, turn);
            let goes_on: Bits<N> = landings.iter().filter(goes_on).collect();
            for reply in drops(!turn) {
                // What enters comes to rest somewhere. The cell that is filled is no way any more.
                let ways = vacant & reply.falls.as_ref().map_or(&reply.to, |fall| &fall.entry).narrow();
                replies += goes_on.count() as u64 * ways.count() as u64 - (goes_on & ways).count() as u64;
            }
        }
        (moves, replies)
    }

    /// Whether a piece of a player on an empty cell would make one of these lines.
    #[inline]
    fn would_make_line(&self, game: &Game, rules: &[LineRule], cell: Cell, player: Player) -> bool {
        rules.iter().any(|rule| {
            let steps = rule.steps();
            game.tables.lines.any_through(cell, |touch| {
                let line = self.touched(touch, player).with_own(touch.bit);
                steps.may_hold(line.own) && rule.counts_at(line, touch.bit)
            })
        })
    }
}
