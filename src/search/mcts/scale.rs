//! Between points and shares of a win.

use crate::eval::{LIMIT, Score};

/// How many points make how much of a difference.
#[derive(Clone, Copy, Debug)]
pub struct Scale(f32);

impl Scale {
    /// By the points that raise a share from a half to `e / (e + 1)`, which is 73 of 100.
    pub fn new(points: f32) -> Scale {
        Scale(points.max(1.0))
    }

    /// What the first player has of a position with a static value.
    #[inline]
    pub fn share(&self, points: f32) -> f32 {
        1.0 / (1.0 + (-points / self.0).exp())
    }

    /// The points that belong to a share.
    pub fn points(&self, share: f32) -> Score {
        // Nobody is ever sure: a share of all the playouts stands for so many points and no more.
        const SUREST: f32 = 1e-4;
        let share = share.clamp(SUREST, 1.0 - SUREST);
        let points = self.0 * (share / (1.0 - share)).ln();
        (points as Score).clamp(1 - LIMIT, LIMIT - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_shares_go_together() {
        let scale = Scale::new(150.0);
        for points in [-700, -90, 0, 35, 300, 1_000] {
            let there_and_back = scale.points(scale.share(points as f32));
            assert!((there_and_back - points).abs() <= 2, "{points} became {there_and_back}");
        }
        assert!((0..100).map(|percent| scale.points(percent as f32 / 100.0)).is_sorted());
        assert_eq!(scale.points(0.5), 0);
        assert!(Scale::new(1e9).points(1.0) < LIMIT);
    }
}
