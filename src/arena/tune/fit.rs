//! Descent along the exact gradient.

use super::{Model, Sample, Samples};

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitting {
    /// How much results count; the rest of one goes to what searches said.
    pub lambda: f64,
    /// How strongly weights are held where they are: what a change of 100 points costs.
    pub keep: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// What a point is worth: the chance to win is `1 / (1 + exp(-scale × score))`.
    pub scale: f64,
    /// The weights, those of the model in their order.
    pub values: Vec<i32>,
    /// The mean loss of what was learnt from, before and after.
    pub training: [f64; 2],
    /// The same of what was held out.
    pub held_out: [f64; 2],
    /// Steps to what was best.
    pub steps: usize,
}

/// Steps at most.
const STEPS: usize = 3_000;

/// Steps without anything better, after which it is enough.
const PATIENCE: usize = 40;

/// No weight becomes larger.
const MOST: f64 = 1_000_000.0;

/// Changes of less than this are none.
const LEAST_GAIN: f64 = 1e-7;

/// Weights that explain less than this share of the results say nothing yet.
const LEAST_SHARE: f64 = 1e-3;

/// What a point is worth where weights say nothing yet: 100 points, odds of about 3 to 2.
const USUAL_SCALE: f64 = 1.0 / 250.0;

/// Fits the weights of a model to samples.
///
/// # Errors
///
/// When there are no samples to learn from, or none held out.
pub fn fit(model: &Model, samples: &Samples, fitting: &Fitting) -> Result<Fit, String> {
    if samples.training.is_empty() || samples.held_out.is_empty() {
        return Err(format!("{} games have too few quiet positions to learn from", samples.games));
    }
    let start: Vec<f64> = model.weights.iter().map(|weight| f64::from(weight.value)).collect();
    let scale = best_scale(&samples.training);
    let learner = Learner { start: &start, scale, fitting };
    let before = [&samples.training, &samples.held_out].map(|part| learner.loss(part, &start));
    let (mut best, mut steps) = ((before[1], start.clone()), 0);
    let mut descent = Descent::new(&start);
    for step in 1..=STEPS {
        let gradient = learner.gradient(&samples.training, &descent.at);
        descent.step(&gradient, step);
        let loss = learner.loss(&samples.held_out, &descent.at);
        if loss < best.0 - LEAST_GAIN {
            (best, steps) = ((loss, descent.at.clone()), step);
        } else if step >= steps + PATIENCE {
            break;
        }
    }
    let values: Vec<i32> = best.1.iter().map(|value| value.round() as i32).collect();
    let rounded: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
    let after = [&samples.training, &samples.held_out].map(|part| learner.loss(part, &rounded));
    if after[1] >= before[1] - LEAST_GAIN {
        let values = model.weights.iter().map(|weight| weight.value).collect();
        return Ok(Fit { scale, values, training: [before[0]; 2], held_out: [before[1]; 2], steps: 0 });
    }
    Ok(Fit { scale, values, training: [before[0], after[0]], held_out: [before[1], after[1]], steps })
}

fn chance(scale: f64, score: f64) -> f64 {
    1.0 / (1.0 + (-scale * score).exp())
}

/// How unlikely a target is under a chance, in natural logarithms.
fn surprise(target: f64, chance: f64) -> f64 {
    let chance = chance.clamp(1e-12, 1.0 - 1e-12);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// The scale under which the results are likeliest as the weights are (golden section of its logarithm). Where they say
/// nothing of the results that scale is nothing, and nothing could be learnt from it.
fn best_scale(samples: &[Sample]) -> f64 {
    let loss = |exponent: f64| -> f64 {
        let scale = exponent.exp();
        samples.iter().map(|sample| surprise(sample.result, chance(scale, sample.score))).sum()
    };
    let nothing = loss(f64::NEG_INFINITY);
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (1e-6f64.ln(), 1f64.ln());
    for _ in 0..60 {
        let step = ratio * (high - low);
        if loss(high - step) < loss(low + step) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    let best = (low + high) / 2.0;
    if loss(best) > (1.0 - LEAST_SHARE) * nothing { USUAL_SCALE } else { best.exp() }
}

struct Learner<'a> {
    start: &'a [f64],
    scale: f64,
    fitting: &'a Fitting,
}

impl Learner<'_> {
    fn score(&self, sample: &Sample, at: &[f64]) -> f64 {
        let change = |&(weight, share): &(u32, f32)| {
            let weight = weight as usize;
            f64::from(share) * (at[weight] - self.start[weight])
        };
        sample.score + sample.gradient.iter().map(change).sum::<f64>()
    }

    fn target(&self, sample: &Sample) -> f64 {
        let lambda = if sample.searched.is_some() { self.fitting.lambda } else { 1.0 };
        let searched = sample.searched.map_or(0.0, |score| chance(self.scale, f64::from(score)));
        lambda * sample.result + (1.0 - lambda) * searched
    }

    /// The mean surprise.
    fn loss(&self, samples: &[Sample], at: &[f64]) -> f64 {
        let of = |sample: &Sample| surprise(self.target(sample), chance(self.scale, self.score(sample, at)));
        samples.iter().map(of).sum::<f64>() / samples.len() as f64
    }

    /// The gradient of the mean surprise and of what changes cost.
    fn gradient(&self, samples: &[Sample], at: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = at
            .iter()
            .zip(self.start)
            .map(|(now, before)| 2.0 * self.fitting.keep * (now - before) / 1e4)
            .collect();
        let share_of_one = self.scale / samples.len() as f64;
        for sample in samples {
            let error = chance(self.scale, self.score(sample, at)) - self.target(sample);
            for &(weight, share) in &sample.gradient {
                gradient[weight as usize] += share_of_one * error * f64::from(share);
            }
        }
        gradient
    }
}

/// Adam: each weight has steps of its own size.
struct Descent {
    at: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Descent {
    fn new(start: &[f64]) -> Descent {
        Descent { at: start.to_vec(), mean: vec![0.0; start.len()], square: vec![0.0; start.len()] }
    }

    fn step(&mut self, gradient: &[f64], number: usize) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        let number = number as i32;
        for (weight, &slope) in gradient.iter().enumerate() {
            self.mean[weight] = MEAN * self.mean[weight] + (1.0 - MEAN) * slope;
            self.square[weight] = SQUARE * self.square[weight] + (1.0 - SQUARE) * slope * slope;
            let mean = self.mean[weight] / (1.0 - MEAN.powi(number));
            let square = self.square[weight] / (1.0 - SQUARE.powi(number));
            let step = mean / (square.sqrt() + 1e-12);
            self.at[weight] = (self.at[weight] - step).clamp(-MOST, MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(score: f64, gradient: &[(u32, f32)], result: f64) -> Sample {
        Sample { score, gradient: gradient.to_vec(), result, searched: None }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let samples = [
            sample(30.0, &[(0, 2.0), (1, -1.0)], 1.0),
            Sample { searched: Some(-40), ..sample(-10.0, &[(1, 3.5)], 0.5) },
        ];
        let fitting = Fitting { lambda: 0.7, keep: 0.3 };
        let start = [10.0, -5.0];
        let learner = Learner { start: &start, scale: 0.01, fitting: &fitting };
        let whole = |at: &[f64]| {
            let cost: f64 =
                at.iter().zip(&start).map(|(now, before)| ((now - before) / 100.0f64).powi(2)).sum();
            learner.loss(&samples, at) + fitting.keep * cost
        };
        let at = [14.0, -9.0];
        let found = learner.gradient(&samples, &at);
        for (weight, slope) in found.into_iter().enumerate() {
            let moved = |by: f64| {
                let mut at = at;
                at[weight] += by;
                whole(&at)
            };
            let expected = (moved(1e-3) - moved(-1e-3)) / 2e-3;
            assert!((slope - expected).abs() < 1e-8, "{weight}: {slope} {expected}");
        }
    }

    #[test]
    fn the_scale_makes_the_results_likeliest() {
        // Three of four at +100: the odds of 3 to 1 are ln 3 per 100 points.
        let samples: Vec<Sample> =
            (0..400).map(|n| sample(100.0, &[], if n % 4 == 0 { 0.0 } else { 1.0 })).collect();
        let scale = best_scale(&samples);
        assert!((scale - 3f64.ln() / 100.0).abs() < 1e-5, "{scale}");
    }

    #[test]
    fn weights_that_say_nothing_yet_are_learnt_all_the_same() {
        // The score is noise; the first weight decides.
        let of = |n: usize| {
            let won = n.is_multiple_of(2);
            let noise = if n.is_multiple_of(3) { 50.0 } else { -25.0 };
            sample(noise, &[(0, if won { 1.0 } else { -1.0 })], if won { 1.0 } else { 0.0 })
        };
        let samples =
            Samples { training: (0..600).map(of).collect(), held_out: (0..60).map(of).collect(), games: 66 };
        let learner_start = [0.0];
        let fitting = Fitting { lambda: 1.0, keep: 0.0 };
        let scale = best_scale(&samples.training);
        let learner = Learner { start: &learner_start, scale, fitting: &fitting };
        let mut descent = Descent::new(&learner_start);
        (1..=300).for_each(|number| {
            descent.step(&learner.gradient(&samples.training, &descent.at.clone()), number)
        });
        assert!(descent.at[0] > 200.0, "{:?} with scale {scale}", descent.at);
    }
}
