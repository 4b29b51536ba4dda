//! The likeliest weights, held near what they were no more than the games that are held out can tell.

use super::{Model, Sample, Samples};

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitting {
    /// How much results count; the rest of one goes to what searches said.
    pub lambda: f64,
    /// How strongly weights are held where they are, at the least: what a change of 100 points costs.
    pub keep: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// What a point is worth: the chance to win is `1 / (1 + exp(-scale × score))`.
    pub scale: f64,
    /// The same of the points that searches said: engines count in points of their own. `None` where they said nothing.
    pub searched_scale: Option<f64>,
    /// The weights, those of the model in their order.
    pub values: Vec<i32>,
    /// The mean loss of what was learnt from, before and after.
    pub training: [f64; 2],
    /// The same of what was held out.
    pub held_out: [f64; 2],
    /// How strongly the weights were held; `None` where nothing better was found.
    pub kept: Option<f64>,
}

/// How strongly weights are held at first.
const STRONGEST: f64 = 1.0;

/// From one strength to the next: the square root of ten.
const FALL: f64 = 3.162_277_660_168_379_5;

/// Strengths below this hold nothing.
const WEAKEST: f64 = 1e-9;

/// Strengths without anything better, after which it is enough.
const PATIENCE: usize = 3;

/// The strongest strength that gains this share of the most is taken: what is seldom seen is learnt last, and badly.
const NEARLY: f64 = 0.95;

/// Steps of Newton's method for one strength at most, and of what solves each.
const STEPS: usize = 12;
const SOLVING: usize = 100;

/// A step is solved when this share of the slope is left.
const LEFT: f64 = 1e-3;

/// No weight becomes larger.
const MOST: f64 = 1_000_000.0;

/// Changes of less than this are none.
const LEAST_GAIN: f64 = 1e-7;

/// Weights that explain less than this share of the results say nothing yet.
const LEAST_SHARE: f64 = 1e-3;

/// What a point is worth where weights say nothing yet: 100 points, odds of about 3 to 2.
const USUAL_SCALE: f64 = 1.0 / 250.0;

/// Fits the weights of a model to samples: strongly held at first, then less and less, as long as that says more of the games
/// that are held out.
///
/// # Errors
///
/// When there are no samples to learn from, or none held out.
pub fn fit(model: &Model, samples: &Samples, fitting: &Fitting) -> Result<Fit, String> {
    if samples.training.is_empty() || samples.held_out.is_empty() {
        return Err(format!("{} games have too few quiet positions to learn from", samples.games));
    }
    let start: Vec<f64> = model.weights.iter().map(|weight| f64::from(weight.value)).collect();
    Ok(fit_from(&start, &model.neighbours, samples, fitting))
}

/// The same of weights that are numbers alone.
fn fit_from(start: &[f64], neighbours: &[[u32; 2]], samples: &Samples, fitting: &Fitting) -> Fit {
    let (scale, searched_scale) = scales(&samples.training);
    let holding = |keep| Holding { keep, start, neighbours };
    let learner = |keep| Learner { holding: holding(keep), scale, searched_scale, lambda: fitting.lambda };
    let loss = |part: &[Sample], at: &[f64]| learner(0.0).loss(part, at);
    let losses = |at: &[f64]| [&samples.training, &samples.held_out].map(|part| loss(part, at));
    let before = losses(start);
    let (mut at, mut tried) = (start.to_vec(), Vec::new());
    let mut most = 0.0;
    for keep in strengths(fitting.keep) {
        learner(keep).settle(&samples.training, &mut at);
        let rounded: Vec<f64> = at.iter().map(|value| value.round()).collect();
        let gain = before[1] - loss(&samples.held_out, &rounded);
        most = f64::max(most, gain);
        tried.push(Tried { keep, gain, rounded });
        // Strongly held weights change by a point here and there, which may be worse than nothing.
        let last = tried.iter().rev().take(PATIENCE);
        if most > LEAST_GAIN && last.filter(|last| last.gain < most).count() == PATIENCE {
            break;
        }
    }
    let best = tried.into_iter().find(|tried| tried.gain >= NEARLY * most && tried.gain > LEAST_GAIN);
    let (kept, best) = best.map_or((None, start.to_vec()), |best| (Some(best.keep), best.rounded));
    let after = losses(&best);
    let values = best.iter().map(|&value| value as i32).collect();
    let (training, held_out) = ([before[0], after[0]], [before[1], after[1]]);
    Fit { scale, searched_scale, values, training, held_out, kept }
}

/// What came of holding weights so strongly.
struct Tried {
    keep: f64,
    /// How much less the loss of what was held out is.
    gain: f64,
    rounded: Vec<f64>,
}

/// How strongly weights are held, one after the other.
fn strengths(least: f64) -> impl Iterator<Item = f64> {
    let falling = std::iter::successors(Some(STRONGEST), |strength| Some(strength / FALL));
    let last = least.max(WEAKEST);
    falling.take_while(move |&strength| strength > last * 1.01).chain([last])
}

pub(in crate::arena) fn chance(scale: f64, score: f64) -> f64 {
    1.0 / (1.0 + (-scale * score).exp())
}

/// How unlikely a target is under a chance, in natural logarithms.
pub(in crate::arena) fn surprise(target: f64, chance: f64) -> f64 {
    let chance = chance.clamp(1e-12, 1.0 - 1e-12);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// What a point of the weights is worth, and a point that a search said.
fn scales(samples: &[Sample]) -> (f64, Option<f64>) {
    let label = |sample: &Sample| (sample.score, sample.result, sample.searched.map(f64::from));
    scales_of(&samples.iter().map(label).collect::<Vec<_>>())
}

/// The same of scores, results and what searches said.
pub(in crate::arena) fn scales_of(labels: &[(f64, f64, Option<f64>)]) -> (f64, Option<f64>) {
    let weighed: Vec<[f64; 2]> = labels.iter().map(|&(score, result, _)| [score, result]).collect();
    let searched = labels.iter().filter_map(|&(_, result, searched)| Some([searched?, result]));
    let searched: Vec<[f64; 2]> = searched.collect();
    (best_scale(&weighed), (!searched.is_empty()).then(|| best_scale(&searched)))
}

/// The scale under which results are likeliest after scores (golden section of its logarithm). Where the scores say nothing
/// of the results that scale is nothing, and nothing could be learnt from it.
fn best_scale(samples: &[[f64; 2]]) -> f64 {
    let loss = |exponent: f64| -> f64 {
        let scale = exponent.exp();
        samples.iter().map(|&[score, result]| surprise(result, chance(scale, score))).sum()
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

/// What holds weights near what they are, and changes of neighbours near each other: points by how many there are, or by
/// cell, seldom jump.
struct Holding<'a> {
    keep: f64,
    start: &'a [f64],
    neighbours: &'a [[u32; 2]],
}

impl Holding<'_> {
    /// So many times as strongly as to what it was a weight is held to its neighbours.
    const NEIGHBOURS: f64 = 10.0;

    /// By how much weights differ from what they were.
    fn changes(&self, at: &[f64]) -> Vec<f64> {
        at.iter().zip(self.start).map(|(now, before)| now - before).collect()
    }

    /// What changes cost: half of what pulls them back, since the cost is a parabola.
    fn cost(&self, changes: &[f64]) -> f64 {
        dot(changes, &self.pull(changes)) / 2.0
    }

    /// How the cost changes with each weight after these changes.
    fn pull(&self, changes: &[f64]) -> Vec<f64> {
        let bend = self.bend();
        let mut pull: Vec<f64> = changes.iter().map(|change| bend * change).collect();
        for &[one, other] in self.neighbours {
            let apart = bend * Self::NEIGHBOURS * (changes[one as usize] - changes[other as usize]);
            pull[one as usize] += apart;
            pull[other as usize] -= apart;
        }
        pull
    }

    /// How the cost is bent by each weight alone.
    fn bends(&self) -> Vec<f64> {
        let mut bends = vec![self.bend() + 1e-15; self.start.len()];
        for weight in self.neighbours.as_flattened() {
            bends[*weight as usize] += self.bend() * Self::NEIGHBOURS;
        }
        bends
    }

    /// The same of a weight without neighbours: 100 points cost `keep`.
    fn bend(&self) -> f64 {
        2.0 * self.keep / 1e4
    }
}

struct Learner<'a> {
    holding: Holding<'a>,
    scale: f64,
    searched_scale: Option<f64>,
    lambda: f64,
}

impl Learner<'_> {
    /// The chance to win after these changes.
    fn chance(&self, sample: &Sample, changes: &[f64]) -> f64 {
        chance(self.scale, sample.score + along(sample, changes))
    }

    fn target(&self, sample: &Sample) -> f64 {
        let searched = sample.searched.zip(self.searched_scale);
        let Some(searched) = searched.map(|(score, scale)| chance(scale, f64::from(score))) else {
            return sample.result;
        };
        self.lambda * sample.result + (1.0 - self.lambda) * searched
    }

    /// The mean surprise, and what changes cost.
    fn loss(&self, samples: &[Sample], at: &[f64]) -> f64 {
        let changes = self.holding.changes(at);
        let of = |sample: &Sample| surprise(self.target(sample), self.chance(sample, &changes));
        samples.iter().map(of).sum::<f64>() / samples.len() as f64 + self.holding.cost(&changes)
    }

    /// How the loss changes with each weight; and for each sample how it is bent.
    fn slope(&self, samples: &[Sample], at: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let changes = self.holding.changes(at);
        let mut slope = self.holding.pull(&changes);
        let share_of_one = self.scale / samples.len() as f64;
        let mut bends = Vec::with_capacity(samples.len());
        for sample in samples {
            let chance = self.chance(sample, &changes);
            add(&mut slope, sample, share_of_one * (chance - self.target(sample)));
            bends.push(share_of_one * self.scale * chance * (1.0 - chance));
        }
        (slope, bends)
    }

    /// Goes to where the loss is least, by Newton's method: it has one lowest point.
    fn settle(&self, samples: &[Sample], at: &mut Vec<f64>) {
        let mut loss = self.loss(samples, at);
        for _ in 0..STEPS {
            let (slope, bends) = self.slope(samples, at);
            let step = self.solved(samples, &slope, &bends);
            let shortened = |by: f64| -> Vec<f64> {
                at.iter().zip(&step).map(|(now, step)| (now - by * step).clamp(-MOST, MOST)).collect()
            };
            let shorter = std::iter::successors(Some(1.0), |by| Some(by / 2.0)).take(10);
            let mut tried = shorter.map(shortened).map(|next| (self.loss(samples, &next), next));
            let Some((less, next)) = tried.find(|(less, _)| *less < loss) else { return };
            let gain = loss - less;
            (*at, loss) = (next, less);
            if gain < LEAST_GAIN / 10.0 {
                return;
            }
        }
    }

    /// The step at whose end a parabola of this slope and these bends is lowest: conjugate gradients, each weight measured by
    /// how much it bends alone.
    fn solved(&self, samples: &[Sample], slope: &[f64], bends: &[f64]) -> Vec<f64> {
        let mut alone = self.holding.bends();
        for (sample, bend) in samples.iter().zip(bends) {
            let square = |&(weight, share): &(u32, f32)| (weight as usize, f64::from(share).powi(2) * bend);
            sample.gradient.iter().map(square).for_each(|(weight, bend)| alone[weight] += bend);
        }
        let mut step = vec![0.0; slope.len()];
        let mut rest = slope.to_vec();
        let measured = |rest: &[f64]| -> Vec<f64> { rest.iter().zip(&alone).map(|(r, a)| r / a).collect() };
        let mut way = measured(&rest);
        let mut size = dot(&rest, &way);
        let enough = size * LEFT * LEFT;
        for _ in 0..SOLVING {
            if size <= enough || size <= 0.0 {
                break;
            }
            let mut bent = self.holding.pull(&way);
            for (sample, bend) in samples.iter().zip(bends) {
                add(&mut bent, sample, bend * along(sample, &way));
            }
            let far = size / dot(&way, &bent);
            step.iter_mut().zip(&way).for_each(|(step, way)| *step += far * way);
            rest.iter_mut().zip(&bent).for_each(|(rest, bent)| *rest -= far * bent);
            let next = measured(&rest);
            let smaller = dot(&rest, &next);
            way.iter_mut().zip(&next).for_each(|(way, next)| *way = next + smaller / size * *way);
            size = smaller;
        }
        step
    }
}

/// By how much changes of the weights change a sample's score.
fn along(sample: &Sample, changes: &[f64]) -> f64 {
    sample.gradient.iter().map(|&(weight, share)| f64::from(share) * changes[weight as usize]).sum()
}

/// Adds a sample's gradient, so many times.
fn add(sum: &mut [f64], sample: &Sample, times: f64) {
    for &(weight, share) in &sample.gradient {
        sum[weight as usize] += times * f64::from(share);
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(score: f64, gradient: &[(u32, f32)], result: f64) -> Sample {
        Sample { score, gradient: gradient.to_vec(), result, searched: None }
    }

    fn held(start: &[f64], keep: f64) -> Holding<'_> {
        Holding { keep, start, neighbours: &[] }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let samples = [
            sample(30.0, &[(0, 2.0), (1, -1.0)], 1.0),
            Sample { searched: Some(-40), ..sample(-10.0, &[(1, 3.5)], 0.5) },
        ];
        let start = [10.0, -5.0];
        let holding = Holding { keep: 0.3, start: &start, neighbours: &[[0, 1]] };
        let learner = Learner { holding, scale: 0.01, searched_scale: Some(0.02), lambda: 0.7 };
        let at = [14.0, -9.0];
        let (found, _) = learner.slope(&samples, &at);
        for (weight, slope) in found.into_iter().enumerate() {
            let moved = |by: f64| {
                let mut at = at;
                at[weight] += by;
                learner.loss(&samples, &at)
            };
            let expected = (moved(1e-3) - moved(-1e-3)) / 2e-3;
            assert!((slope - expected).abs() < 1e-8, "{weight}: {slope} {expected}");
        }
    }

    #[test]
    fn the_scale_makes_the_results_likeliest() {
        // Three of four at +100: the odds of 3 to 1 are ln 3 per 100 points.
        let samples: Vec<[f64; 2]> = (0..400).map(|n| [100.0, if n % 4 == 0 { 0.0 } else { 1.0 }]).collect();
        let scale = best_scale(&samples);
        assert!((scale - 3f64.ln() / 100.0).abs() < 1e-5, "{scale}");
    }

    #[test]
    fn what_a_search_says_has_a_scale_of_its_own() {
        // The engine counts in thousandths: its +1000 is won as often as +100 here.
        let of = |n: usize| {
            let result = if n.is_multiple_of(4) { 0.0 } else { 1.0 };
            Sample { searched: Some(1000), ..sample(100.0, &[], result) }
        };
        let samples: Vec<Sample> = (0..400).map(of).collect();
        let (scale, searched_scale) = scales(&samples);
        assert!((scale / searched_scale.expect("a scale") - 10.0).abs() < 1e-3, "{scale} {searched_scale:?}");
        let learner = Learner { holding: held(&[], 0.0), scale, searched_scale, lambda: 0.0 };
        assert!((learner.target(&samples[0]) - 0.75).abs() < 1e-4);
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
        let (scale, searched_scale) = scales(&samples.training);
        let learner = Learner { holding: held(&[0.0], 1e-4), scale, searched_scale, lambda: 1.0 };
        let mut at = vec![0.0];
        learner.settle(&samples.training, &mut at);
        assert!(at[0] > 200.0, "{at:?} with scale {scale}");
    }

    #[test]
    fn the_lowest_point_is_found_whatever_the_weights_are_measured_in() {
        // Two weights that nearly say the same, one of them in thousandths.
        let of = |n: usize| {
            let (one, other) = ((n % 7) as f32 - 3.0, (n % 5) as f32 - 2.0);
            let gradient = [(0, one + other / 100.0), (1, (one - other / 100.0) / 1000.0)];
            sample(0.0, &gradient, if (n % 7 + n % 3) > 4 { 1.0 } else { 0.0 })
        };
        let samples: Vec<Sample> = (0..1_000).map(of).collect();
        let holding = held(&[0.0, 0.0], 1e-9);
        let learner = Learner { holding, scale: 0.004, searched_scale: None, lambda: 1.0 };
        let mut at = vec![0.0, 0.0];
        learner.settle(&samples, &mut at);
        let steep: f64 = learner.slope(&samples, &at).0.iter().map(|slope| slope.abs()).sum();
        let at_first: f64 = learner.slope(&samples, &[0.0, 0.0]).0.iter().map(|slope| slope.abs()).sum();
        assert!(steep < at_first / 1e3, "{steep} {at_first} at {at:?}");
    }

    #[test]
    fn neighbours_change_together() {
        // Only the second of three is ever seen, and it is worth more.
        let of = |n: usize| {
            let won = !n.is_multiple_of(4);
            sample(0.0, &[(1, if won { 1.0 } else { -1.0 })], if won { 1.0 } else { 0.0 })
        };
        let samples: Vec<Sample> = (0..400).map(of).collect();
        let holding = Holding { keep: 1e-3, start: &[5.0, 5.0, 5.0], neighbours: &[[0, 1], [1, 2]] };
        let learner = Learner { holding, scale: 0.004, searched_scale: None, lambda: 1.0 };
        let mut at = vec![5.0; 3];
        learner.settle(&samples, &mut at);
        assert!(at[1] > 20.0 && at[0] > 0.8 * at[1] && at[0] < at[1], "{at:?}");
        assert!((at[0] - at[2]).abs() < 0.1, "{at:?}");
    }

    #[test]
    fn what_gains_only_once_it_is_hardly_held_is_found() {
        // One game of ten is about the first weight, and those held out say the contrary of it. All others follow the
        // second weight, which has to change a hundred times as much to say anything.
        let of = |likely: usize| {
            move |n: usize| match n % 10 {
                0 => sample(0.0, &[(0, 1.0)], if n / 10 % 5 < likely { 1.0 } else { 0.0 }),
                _ if n.is_multiple_of(2) => sample(0.0, &[(1, 0.01)], 1.0),
                _ => sample(0.0, &[(1, -0.01)], 0.0),
            }
        };
        let (training, held_out) = ((0..1_000).map(of(3)).collect(), (0..1_000).map(of(2)).collect());
        let samples = Samples { training, held_out, games: 2_000 };
        let found = fit_from(&[0.0, 0.0], &[], &samples, &Fitting { lambda: 1.0, keep: 0.0 });
        assert!(found.held_out[1] < found.held_out[0] / 2.0, "{found:?}");
    }

    #[test]
    fn weights_are_held_less_and_less() {
        let all: Vec<f64> = strengths(0.0).collect();
        assert!(all.is_sorted_by(|one, next| one > next), "{all:?}");
        assert_eq!(all.last(), Some(&WEAKEST));
        assert_eq!(strengths(0.1).last(), Some(0.1));
        assert_eq!(strengths(5.0).collect::<Vec<_>>(), [5.0]);
    }
}
