//! Vetoes on drops, for all landing cells at once: what a veto counts after a drop is the same number on all cells of a
//! set.

use super::Board;
use super::vetoes::Vetoes;
use crate::game::{Bits, Condition, Contents, Count, DropRule, Game, Move, Piece, RuleFlags};

impl<const N: usize> Board<N> {
    /// Those of some vacant cells where a veto forbids a drop of the player to move.
    #[inline(never)]
    pub(super) fn vetoed_drops(
        &mut self,
        game: &Game,
        vetoes: &Vetoes<N>,
        drop: &DropRule,
        cells: Bits<N>,
    ) -> Bits<N> {
        let onto = |cell| Move::new(drop.rule, cell, cell);
        self.vetoed_by_sets(game, vetoes, drop, cells).unwrap_or_else(|| {
            cells.iter().filter(|&cell| self.veto_among(game, vetoes, onto(cell)).is_some()).collect()
        })
    }

    /// The same; `None` where sets do not say it.
    fn vetoed_by_sets(
        &self,
        game: &Game,
        vetoes: &Vetoes<N>,
        drop: &DropRule,
        cells: Bits<N>,
    ) -> Option<Bits<N>> {
        let rule = drop.rule as usize;
        if game.tables.flags[rule].contains(RuleFlags::MULTI_CELL) {
            return None;
        }
        let mut vetoed = Bits::EMPTY;
        for (number, veto) in game.rules.vetoes.iter().enumerate().filter(|(_, veto)| veto.looks_at(rule)) {
            if vetoes.is_active(number)? {
                vetoed |= self.holds_after_drops(game, &veto.when, drop.piece, cells)?;
            }
        }
        Some(vetoed)
    }

    /// Those of some vacant cells where a condition holds once a piece stands there; `None` where sets do not say it.
    fn holds_after_drops(
        &self,
        game: &Game,
        condition: &Condition,
        piece: Piece,
        cells: Bits<N>,
    ) -> Option<Bits<N>> {
        let of = |part: &Condition| self.holds_after_drops(game, part, piece, cells);
        match condition {
            Condition::Count(count) => self.counts_after_drops(game, count, piece, cells),
            Condition::Not(inner) => of(inner).map(|holds| cells & !holds),
            Condition::Either(list) => list.iter().try_fold(Bits::EMPTY, |all, part| Some(all | of(part)?)),
            Condition::All(list) => list.iter().try_fold(cells, |all, part| Some(all & of(part)?)),
            _ => None,
        }
    }

    fn counts_after_drops(
        &self,
        game: &Game,
        count: &Count,
        piece: Piece,
        cells: Bits<N>,
    ) -> Option<Bits<N>> {
        let mover = self.turn().index();
        let (holds, on): (Contents, Bits<N>) = (count.holds[mover], count.on[mover].narrow());
        if !holds.and(Contents::MARKED).is_nothing() {
            return None;
        }
        let counted = self.select(game, holds) & on;
        let added = if holds.has(piece) { cells & on } else { Bits::EMPTY };
        let covered = cells & counted;
        let all = counted.count();
        let fits = |number: u32| (count.at_least..=count.at_most).contains(&number);
        let mut fitting = Bits::EMPTY;
        if fits(all) {
            fitting |= cells & !(added ^ covered);
        }
        if fits(all + 1) {
            fitting |= added & !covered;
        }
        // Where one is covered, there is one to take away.
        if fits(all.saturating_sub(1)) {
            fitting |= covered & !added;
        }
        Some(fitting)
    }
}
