//! Steps downhill, each weight's as long as its slope is steady.

use super::weights::Weights;

/// How slowly the means of the slopes and of their squares follow.
const SLOPES: f32 = 0.9;
const SQUARES: f32 = 0.999;

/// Slopes smaller than this are no slopes.
const LEAST: f32 = 1e-8;

/// What is known of earlier slopes.
pub(super) struct Adam {
    slopes: Weights,
    squares: Weights,
    steps: i32,
}

impl Adam {
    pub(super) fn new(weights: &Weights) -> Adam {
        Adam { slopes: weights.nothing(), squares: weights.nothing(), steps: 0 }
    }

    /// Goes a step of that size at most.
    pub(super) fn step(&mut self, weights: &mut Weights, slope: &mut Weights, rate: f32) {
        self.steps += 1;
        let rate = rate * (1.0 - SQUARES.powi(self.steps)).sqrt() / (1.0 - SLOPES.powi(self.steps));
        let means = self.slopes.lists().into_iter().zip(self.squares.lists());
        for ((weights, slopes), (means, squares)) in weights.lists().into_iter().zip(slope.lists()).zip(means)
        {
            let both = means.iter_mut().zip(squares);
            for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(both) {
                *mean = SLOPES * *mean + (1.0 - SLOPES) * *slope;
                *square = SQUARES * *square + (1.0 - SQUARES) * *slope * *slope;
                *weight -= rate * *mean / (square.sqrt() + LEAST);
            }
        }
        weights.keep_within();
    }
}
