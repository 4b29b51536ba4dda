//! Terms that take long to work out: attacks, and what is counted on the whole board.
//!
//! What they are worth in a position is remembered, and they are left out where they can hardly matter.

use super::Score;
use super::attacks::Attacks;
use super::surveys::Surveyor;
use crate::game::{Contents, Game, Points};
use crate::position::Board;

/// The terms of a game that take long.
#[derive(Clone, Debug)]
pub(super) struct Costly<const N: usize> {
    attacks: Option<Attacks<N>>,
    surveys: Vec<Surveyor>,
    /// By a hash of what stands where: its key and the points.
    known: Vec<(u64, Points)>,
    reach: Reach,
}

/// How much all terms together have been worth in the positions scored so far.
#[derive(Clone, Copy, Default, Debug)]
struct Reach {
    sum: i64,
    scored: i64,
}

impl<const N: usize> Costly<N> {
    /// How many positions are remembered: a power of two.
    const KNOWN: usize = 32_768;

    /// The terms of a game; `None` where it has none.
    pub(super) fn of(game: &Game) -> Option<Box<Costly<N>>> {
        let attacks = Attacks::of(game);
        let mut surveys = Surveyor::all(game, &game.evaluation.surveys);
        surveys.retain(Surveyor::is_costly);
        if attacks.is_none() && surveys.is_empty() {
            return None;
        }
        // The key of a position does not tell what is marked.
        let asked = game.evaluation.attacks.iter().flat_map(|term| term.onto);
        let asks_marks = asked.into_iter().any(|onto| !onto.and(Contents::MARKED).is_nothing());
        // The key of no position that is asked for.
        let known = vec![(0, Points::NONE); if asks_marks { 0 } else { Self::KNOWN }];
        Some(Box::new(Costly { attacks, surveys, known, reach: Reach::default() }))
    }

    /// So many positions are scored before some are not.
    const FIRST: i64 = 256;

    /// After so many, those scored before count half.
    const LAST: i64 = 1 << 20;

    /// So many times what they are worth on average these terms hardly ever are.
    ///
    /// Tried and left, in shogi: twice instead, and rough values at inner nodes far from the window, too. 23 % fewer
    /// instructions a node, but -37 [-86, +12] Elo at 4,000 nodes, 200 games.
    const FAR: i64 = 4;

    /// Whether a score without these terms is so far from a window that they can hardly matter.
    #[inline]
    pub(super) fn hardly_matter(&self, score: Score, [low, high]: [Score; 2]) -> bool {
        let Reach { sum, scored } = self.reach;
        let [score, low, high] = [score, low, high].map(i64::from);
        scored >= Self::FIRST && (low - score).max(score - high) * scored > Self::FAR * sum
    }

    /// Takes note of what they were worth.
    #[inline]
    pub(super) fn note(&mut self, worth: Score) {
        self.reach.sum += i64::from(worth.abs());
        self.reach.scored += 1;
        if self.reach.scored == Self::LAST {
            self.reach = Reach { sum: self.reach.sum / 2, scored: self.reach.scored / 2 };
        }
    }

    /// Points of all terms, positive for the first player.
    #[inline]
    pub(super) fn points(&mut self, game: &Game, board: &Board<N>) -> Points {
        let key = board.key();
        let slot = (key >> 32) as usize % Self::KNOWN;
        match self.known.get(slot) {
            Some(&(known, points)) if known == key => points,
            _ => {
                let points = self.look(game, board);
                self.known.get_mut(slot).into_iter().for_each(|known| *known = (key, points));
                points
            }
        }
    }

    #[inline(never)]
    fn look(&mut self, game: &Game, board: &Board<N>) -> Points {
        let attacks = self.attacks.as_mut().map_or(Points::NONE, |attacks| attacks.points(game, board));
        attacks + self.surveys.iter().map(|survey| survey.points(game, board)).sum()
    }
}
