//! Points early and late in a game, added up side by side.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Points at the beginning of a game and at its end, both in one number, so that sums of both cost what
/// one sum costs. Neither may exceed 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Points(i64);

/// Half points as people write them: `7.5`.
pub fn halves(points: i64) -> String {
    let sign = if points < 0 { "-" } else { "" };
    let half = if points % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", points.unsigned_abs() / 2)
}

impl Points {
    /// Nothing, early and late.
    pub const NONE: Points = Points(0);

    /// So many early and so many late.
    #[inline]
    pub const fn new(early: i32, late: i32) -> Points {
        Points(((late as i64) << 32) + early as i64)
    }

    /// The same early and late.
    #[inline]
    pub const fn same(points: i32) -> Points {
        Points::new(points, points)
    }

    /// The points at the beginning.
    #[inline]
    pub const fn early(self) -> i32 {
        self.0 as i32
    }

    /// The points at the end. Early ones below nothing have borrowed from the upper half.
    #[inline]
    pub const fn late(self) -> i32 {
        ((self.0 - self.early() as i64) >> 32) as i32
    }

    /// The larger of the two, without sign.
    pub fn size(self) -> i64 {
        i64::from(self.early()).abs().max(i64::from(self.late()).abs())
    }
}

impl Add for Points {
    type Output = Points;

    #[inline]
    fn add(self, other: Points) -> Points {
        Points(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Points {
    #[inline]
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;

    #[inline]
    fn sub(self, other: Points) -> Points {
        Points(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Points {
    type Output = Points;

    #[inline]
    fn neg(self) -> Points {
        Points(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Points {
    type Output = Points;

    #[inline]
    fn mul(self, times: i32) -> Points {
        Points(self.0.wrapping_mul(times as i64))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::NONE, Points::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_up_whatever_their_signs() {
        let each = [-70_000, -1, 0, 1, 99_999];
        for early in each {
            for late in each {
                let points = Points::new(early, late);
                assert_eq!((points.early(), points.late()), (early, late));
                let sum = points + Points::new(-5, 7) * -3 - Points::new(1, -1);
                assert_eq!((sum.early(), sum.late()), (early + 14, late - 20));
                assert_eq!(-points, Points::new(-early, -late));
            }
        }
    }
}
