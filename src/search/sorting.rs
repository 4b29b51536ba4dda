//! Moves by rank, the highest first: picked one by one while few are tried, sorted once many are.

use crate::game::Move;

/// After so many moves all others are likely to be tried, too: they are sorted. Most nodes look at fewer.
pub const SORTED_FROM: usize = 6;

/// How early moves are tried.
#[derive(Clone, Default, Debug)]
pub struct Ranks {
    /// By move.
    pub of: Vec<i32>,
    /// How many are known: those of the first moves. All others are lower, but for what was put off.
    pub known: usize,
}

/// Brings the highest rank to `at`, moves and ranks together.
#[inline]
pub fn bring(moves: &mut [Move], ranks: &mut [i32], at: usize) {
    let mut best = at;
    for i in at + 1..moves.len() {
        if ranks[i] > ranks[best] {
            best = i;
        }
    }
    // Rotating keeps the rest in the documented order, which swapping would not.
    moves[at..=best].rotate_right(1);
    ranks[at..=best].rotate_right(1);
}

/// Brings the first of sorted moves behind those that rank higher.
pub fn put_off(moves: &mut [Move], ranks: &mut [i32]) {
    let higher = ranks[1..].iter().take_while(|&&rank| rank > ranks[0]).count();
    moves[..=higher].rotate_left(1);
    ranks[..=higher].rotate_left(1);
}

/// Room to sort moves in.
#[derive(Clone, Default, Debug)]
pub struct Sorting(Vec<(u64, Move)>);

impl Sorting {
    /// Sorts moves and their ranks, the highest first; equals stay in their order.
    pub fn sort(&mut self, moves: &mut [Move], ranks: &mut [i32]) {
        let key = |rank: i32, at: usize| ((i64::from(i32::MAX) - i64::from(rank)) as u64) << 32 | at as u64;
        let rank = |key: u64| (i64::from(i32::MAX) - (key >> 32) as i64) as i32;
        self.0.clear();
        let both = moves.iter().zip(ranks.iter()).enumerate();
        self.0.extend(both.map(|(at, (&mv, &rank))| (key(rank, at), mv)));
        self.0.sort_unstable_by_key(|&(key, _)| key);
        for ((mv, to), &(key, from)) in moves.iter_mut().zip(ranks).zip(&self.0) {
            (*mv, *to) = (from, rank(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(count: u64) -> Vec<Move> {
        (0..count).map(Move::from_bits).collect()
    }

    #[test]
    fn sorted_moves_come_as_if_each_were_picked() {
        let ranks: Vec<i32> =
            (0..50).map(|n| (n * 7919 % 13 - 6) * 1000 + i32::from(n == 3) * i32::MIN / 2).collect();
        let (mut picked, mut picked_ranks) = (moves(50), ranks.clone());
        (0..50).for_each(|at| bring(&mut picked, &mut picked_ranks, at));
        let (mut sorted, mut sorted_ranks) = (moves(50), ranks);
        Sorting::default().sort(&mut sorted, &mut sorted_ranks);
        assert_eq!((sorted, sorted_ranks), (picked, picked_ranks));
    }

    #[test]
    fn what_is_put_off_comes_first_among_equals() {
        let (mut list, mut ranks) = (moves(5), vec![3, 9, 5, 3, 1]);
        put_off(&mut list, &mut ranks);
        assert_eq!(ranks, [9, 5, 3, 3, 1]);
        assert_eq!(list[2], moves(1)[0]);
    }
}
