//! Whether conditions hold.

use super::Board;
use crate::game::{
    Action, Bits, Cell, Condition, Contents, Count, Facing, Game, LineRule, Move, Offset, Piece, Player,
    Selection, Side, Through,
};

impl<const N: usize> Board<N> {
    /// Whether a condition holds, `mover` being the one who makes or has made the move. Whether the
    /// player to move has moves is asked with or without `vetoes`.
    ///
    /// What games of lines ask at every node is asked in line, the rest out of line: one large function
    /// cost every node its registers.
    #[inline(always)]
    pub(super) fn holds(&mut self, game: &Game, condition: &Condition, mover: Player, vetoes: bool) -> bool {
        match condition {
            Condition::BoardFull => self.vacant().is_empty(),
            Condition::Count(count) => self.counts(game, count, mover),
            _ => self.holds_otherwise(game, condition, mover, vetoes),
        }
    }

    #[inline(never)]
    fn holds_otherwise(&mut self, game: &Game, condition: &Condition, mover: Player, vetoes: bool) -> bool {
        match condition {
            Condition::NoMoves => !self.has_moves(game, vetoes),
            Condition::Reachable(count) => {
                let pieces = self.select(game, count.holds[mover.index()]);
                let mut list = self.spare_list(game);
                match vetoes {
                    true => self.legal_moves(game, &mut list),
                    false => self.moves_before_vetoes(game, &mut list),
                }
                let on: Bits<N> = count.on[mover.index()].narrow();
                let mut moves = list.as_slice().iter();
                let found = moves.any(|mv| pieces.has(mv.from()) && on.has(mv.to()));
                self.keep_spare(list);
                found
            }
            Condition::Repeats { checking: Some(side), .. } => {
                let player = if *side == Side::Own { mover } else { !mover };
                self.holds_statically(game, condition, mover) && self.has_checked(game, player)
            }
            Condition::Not(inner) => !self.holds(game, inner, mover, vetoes),
            Condition::Either(list) => list.iter().any(|c| self.holds(game, c, mover, vetoes)),
            Condition::All(list) => list.iter().all(|c| self.holds(game, c, mover, vetoes)),
            other => self.holds_statically(game, other, mover),
        }
    }

    /// The same of a condition that does not ask what moves there are, as those of move rules.
    pub(crate) fn holds_statically(&self, game: &Game, condition: &Condition, mover: Player) -> bool {
        match condition {
            Condition::NoMoves | Condition::Reachable(_) => false,
            Condition::BoardFull => self.vacant().is_empty(),
            Condition::Line(rule) => self.line_stands(game, rule, mover),
            // A run through a cell is asked for where there is one.
            Condition::Run(run) => run.through.is_none() && self.run_stands(game, run, mover),
            Condition::Count(count) => self.counts(game, count, mover),
            Condition::Held(count) => {
                let holds = count.holds[mover.index()];
                let cells = (self.select(game, holds) & count.on[mover.index()].narrow()).count();
                let held: u32 = holds.pieces().map(|piece| u32::from(self.held(piece))).sum();
                (count.at_least..=count.at_most).contains(&(cells + held))
            }
            Condition::InCheck => self.in_check(game, self.turn()),
            Condition::Checkers { at_least, at_most } => {
                (*at_least..=*at_most).contains(&self.checkers(game, self.turn()).count())
            }
            Condition::Attacked(count) => {
                let set = self.select(game, count.holds[mover.index()]) & count.on[mover.index()].narrow();
                let by = count.by.map(|by| by[mover.index()]);
                Player::BOTH.iter().any(|&owner| self.is_attacked(game, set & self.owned(owner), !owner, by))
            }
            Condition::Facing(facing) => self.faces(game, facing, mover),
            Condition::Enclosed(_) | Condition::Groups(_) | Condition::Connects(_) => {
                let stand = self.stand();
                let of = |holds| Some(self.select(game, holds));
                self.holds_of_groups(game, condition, (&stand, mover), of).unwrap_or(false)
            }
            Condition::Repeats { times, of, .. } => self.repetitions(game, *of) >= *times,
            Condition::QuietPlies { plies, resets } => self.is_quiet_for(game, *plies, *resets),
            Condition::SamePiece { moves, resets } => self.is_moved_by_one(game, mover, *moves, *resets),
            Condition::Plies(plies) => self.plies() >= *plies,
            Condition::Passes(passes) => self.passes_in_row(game) >= *passes,
            Condition::Checks(checks) => self.checks(mover) as u32 >= *checks,
            Condition::Played(rules) => {
                let last = self.frames().last().filter(|frame| frame.mv != Move::NONE);
                last.is_some_and(|frame| rules.contains(&(frame.mv.rule() as u8)))
            }
            Condition::Not(inner) => !self.holds_statically(game, inner, mover),
            Condition::Either(list) => list.iter().any(|c| self.holds_statically(game, c, mover)),
            Condition::All(list) => list.iter().all(|c| self.holds_statically(game, c, mover)),
        }
    }

    /// The same in a further stage of a move, which asks about a cell.
    pub(super) fn holds_of(
        &self,
        game: &Game,
        condition: &Condition,
        mover: Player,
        (what, cell): (Through, Cell),
    ) -> bool {
        let of = |part: &Condition| self.holds_of(game, part, mover, (what, cell));
        match condition {
            Condition::Run(run) if run.through == Some(what) => self.run_goes_through(game, run, cell, mover),
            Condition::Not(inner) => !of(inner),
            Condition::Either(list) => list.iter().any(of),
            Condition::All(list) => list.iter().all(of),
            other => self.holds_statically(game, other, mover),
        }
    }

    fn counts(&self, game: &Game, count: &Count, mover: Player) -> bool {
        let set = self.select(game, count.holds[mover.index()]) & count.on[mover.index()].narrow();
        within(set, count.at_least, count.at_most)
    }

    fn faces(&self, game: &Game, facing: &Facing, mover: Player) -> bool {
        let ones = self.select(game, facing.one[mover.index()]);
        let others = self.select(game, facing.other[mover.index()]);
        self.stand_facing(game, &facing.along[mover.index()], (ones, others), self.vacant())
    }

    /// Whether one of some pieces and one of others stand in a row with only empty cells between.
    pub(super) fn stand_facing(
        &self,
        game: &Game,
        along: &[Offset],
        (ones, others): (Bits<N>, Bits<N>),
        vacant: Bits<N>,
    ) -> bool {
        let faces = |cell: Cell, by: Offset| {
            let row = game.tables.topology.along(by).ray(cell);
            row.iter().find(|&&cell| !vacant.has(cell)).is_some_and(|&cell| others.has(cell))
        };
        !others.is_empty() && ones.iter().any(|cell| along.iter().any(|&by| faces(cell, by)))
    }

    /// The cells that hold one of these contents.
    #[inline]
    pub fn select(&self, game: &Game, holds: Contents) -> Bits<N> {
        // What most conditions ask for: everything that a player has.
        match game.facts.owned.iter().position(|&all| all == holds) {
            Some(0) => self.owned(Player::First),
            Some(_) => self.owned(Player::Second),
            None => self.select_by_piece(game, holds),
        }
    }

    #[inline]
    fn select_by_piece(&self, game: &Game, holds: Contents) -> Bits<N> {
        if let Some(piece) = holds.as_piece() {
            return self.of(piece);
        }
        let mut set = if holds.has(Piece::NONE) { self.vacant() } else { Bits::EMPTY };
        if !holds.and(Contents::MARKED).is_nothing() {
            set |= self.marks();
        }
        let mut rest = holds.but(Contents::EMPTY.or(Contents::MARKED));
        for player in Player::BOTH {
            let all = game.facts.owned[player.index()];
            if rest.and(all) == all {
                set |= self.owned(player);
                rest = rest.but(all);
            }
        }
        rest.pieces().fold(set, |set, piece| set | self.of(piece))
    }

    /// The cells that hold what a selection lets pass.
    #[inline(always)]
    pub fn selected(&self, selection: &Selection) -> Bits<N> {
        let [first, second] = Player::each(|player| self.owned(player));
        let set = self.vacant().masked(selection.vacant)
            | first.masked(selection.whole[0])
            | second.masked(selection.whole[1]);
        match selection.plain {
            true => set,
            false if selection.exceptions.is_nothing() => set | self.rest.marks,
            false => self.but_for_exceptions(selection, set),
        }
    }

    #[inline(never)]
    fn but_for_exceptions(&self, selection: &Selection, mut set: Bits<N>) -> Bits<N> {
        // A cell holds one piece: what passes is put in and what does not is taken out the same way.
        for piece in selection.exceptions.pieces() {
            set ^= self.of(piece);
        }
        if selection.marked { set | self.marks() } else { set }
    }

    /// Whether a line that counts has come about for `mover`, if none stood before its move. Where pieces
    /// stay, only the lines through the piece just put can be new.
    #[inline]
    pub(super) fn line_made(&self, game: &Game, rule: &LineRule, mover: Player) -> bool {
        match self.frames().last() {
            Some(frame) if game.facts.pieces_stay && !self.stood() => {
                if matches!(game.tables.actions[frame.mv.rule()], Action::Pass) {
                    return false;
                }
                let steps = rule.steps();
                game.tables.lines.any_through(frame.mv.to(), |touch| {
                    steps.may_hold(self.lines_of(touch)[mover.index()])
                        && rule.counts_at(self.touched(touch, mover), touch.bit)
                })
            }
            _ => self.line_stands(game, rule, mover),
        }
    }

    fn line_stands(&self, game: &Game, rule: &LineRule, player: Player) -> bool {
        game.tables
            .lines
            .list
            .iter()
            .enumerate()
            .any(|(number, line)| rule.counts(self.line(number, line.cells.len() as u8, player)))
    }

    /// Whether a line stands for a player that ends the game by itself.
    pub(super) fn any_line_stands(&self, game: &Game, player: Player) -> bool {
        let stands =
            |when: &Condition| matches!(when, Condition::Line(rule) if self.line_stands(game, rule, player));
        game.rules.ends.iter().any(|end| stands(&end.when))
    }
}

/// Whether the size of a set lies within bounds; asks only for emptiness where that decides.
#[inline]
fn within<const N: usize>(set: Bits<N>, at_least: u32, at_most: u32) -> bool {
    match (at_least, at_most) {
        (0, 0) => set.is_empty(),
        (1, u32::MAX) => !set.is_empty(),
        _ => (at_least..=at_most).contains(&set.count()),
    }
}
