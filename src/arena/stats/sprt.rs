//! The sequential probability ratio test: a match that ends when enough is known.

use std::fmt;
use std::str::FromStr;

use super::score_of;

/// A pair that was never seen counts as this many: otherwise its probability would be nothing.
const UNSEEN: f64 = 1e-3;

/// A test between two hypotheses: the difference is `elo0`, or it is `elo1`.
///
/// It is a generalised test: all that is assumed of the distribution of the pairs is its mean. The likelihoods are
/// those of the most likely distributions with either mean.
///
/// ```
/// use banco::inside::arena::{Sprt, SprtResult};
///
/// let sprt: Sprt = "0,5".parse()?;
/// assert_eq!(sprt.verdict(&[100, 900, 2_000, 1_500, 300]), Some(SprtResult::Accepted));
/// assert_eq!(sprt.verdict(&[1, 2, 3, 2, 1]), None);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo if the change is no good.
    pub elo0: f64,
    /// The difference in Elo if it is.
    pub elo1: f64,
    /// How often the change may be accepted though it is no good.
    pub alpha: f64,
    /// How often it may be rejected though it is good.
    pub beta: f64,
}

/// What a test found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtResult {
    /// The difference is rather `elo1`.
    Accepted,
    /// The difference is rather `elo0`.
    Rejected,
}

impl fmt::Display for SprtResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtResult::Accepted => "accepted",
            SprtResult::Rejected => "rejected",
        })
    }
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`; alpha and beta are 0.05 otherwise.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let shape = || "write the test as elo0,elo1 or elo0,elo1,alpha,beta, such as 0,5 or -3,1,0.05,0.05";
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
        let numbers = numbers.map_err(|_| shape())?;
        let [elo0, elo1, alpha, beta] = match numbers[..] {
            [elo0, elo1] => [elo0, elo1, 0.05, 0.05],
            [elo0, elo1, alpha, beta] => [elo0, elo1, alpha, beta],
            _ => return Err(shape().to_owned()),
        };
        if ![elo0, elo1].iter().all(|elo| elo.abs() <= 1_000.0) {
            return Err("elo0 and elo1 are from -1000 to 1000".to_owned());
        }
        if elo0 >= elo1 {
            return Err("elo0 must be less than elo1".to_owned());
        }
        if ![alpha, beta].iter().all(|error| (1e-9..0.5).contains(error)) {
            return Err("alpha and beta lie between 0 and 0.5".to_owned());
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of how much more likely the pairs are if the difference is `elo1`, see
    /// [`Tally::pairs`](super::Tally::pairs); 0 without pairs.
    pub fn ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| most_likely(&counts, score_of(elo)));
        let terms = counts.iter().zip(h0.iter().zip(&h1));
        terms.map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// How the test ends; `None` while it goes on.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Option<SprtResult> {
        let ratio = self.ratio(pairs);
        let [low, high] = self.bounds();
        match ratio {
            _ if ratio >= high => Some(SprtResult::Accepted),
            _ if ratio <= low => Some(SprtResult::Rejected),
            _ => None,
        }
    }
}

/// The most likely distribution with that mean score, given how often each score was seen: every share is divided by
/// `1 + x (score - mean)`, and `x` is such that the mean is right.
fn most_likely(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let beyond: [f64; 5] = std::array::from_fn(|halves| halves as f64 / 4.0 - mean);
    let excess = |x: f64| -> f64 {
        counts.iter().zip(&beyond).map(|(count, beyond)| count * beyond / (1.0 + x * beyond)).sum()
    };
    // The excess falls from infinity to minus infinity between the two values of `x` where a share would not be finite.
    let (mut low, mut high) = (-1.0 / beyond[4], -1.0 / beyond[0]);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| counts[i] / total / (1.0 + x * beyond[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Runs a test on pairs of independent games with such probabilities of a loss and a draw.
    fn simulate(sprt: &Sprt, rng: &mut Rng, loss: f64, draw: f64) -> SprtResult {
        let mut pairs = [0; 5];
        let mut game = || match rng.f64() {
            chance if chance < loss => 0,
            chance if chance < loss + draw => 1,
            _ => 2,
        };
        loop {
            pairs[game() + game()] += 1;
            if let Some(verdict) = sprt.verdict(&pairs) {
                return verdict;
            }
        }
    }

    #[test]
    fn of_a_thousand_tests_without_a_difference_at_most_65_accept() {
        let sprt: Sprt = "0,40".parse().expect("a test");
        let mut rng = Rng::with_seed(20_260_101);
        let accepted =
            (0..1_000).filter(|_| simulate(&sprt, &mut rng, 0.3, 0.4) == SprtResult::Accepted).count();
        assert!((20..=65).contains(&accepted), "{accepted}");
    }

    #[test]
    fn of_a_thousand_tests_with_the_difference_at_most_65_reject() {
        let sprt: Sprt = "0,40".parse().expect("a test");
        let (mut rng, score) = (Rng::with_seed(7), score_of(40.0));
        let loss = 1.0 - score - 0.2;
        let rejected =
            (0..1_000).filter(|_| simulate(&sprt, &mut rng, loss, 0.4) == SprtResult::Rejected).count();
        assert!((20..=65).contains(&rejected), "{rejected}");
    }

    /// Near the hypotheses the ratio is `n (s1 - s0) (2 s - s0 - s1) / 2 v` (Van den Bergh).
    #[test]
    fn the_ratio_is_near_its_published_approximation() {
        let sprt: Sprt = "0,5".parse().expect("a test");
        let pairs = [120, 880, 2_050, 920, 130];
        let count = pairs.iter().sum::<u64>() as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let each = (0..).zip(pairs).map(|(halves, n)| value(f64::from(halves) / 4.0) * n as f64);
            each.sum::<f64>() / count
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        let [s0, s1] = [score_of(0.0), score_of(5.0)];
        let expected = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let found = sprt.ratio(&pairs);
        assert!((found - expected).abs() < 0.01 * expected.abs().max(1.0), "{found} {expected}");
    }

    #[test]
    fn the_most_likely_distribution_has_the_mean_and_is_one() {
        for mean in [0.3, 0.5, 0.51, 0.9] {
            let shares = most_likely(&[1.0, 3.0, UNSEEN, 10.0, 2.0], mean);
            let found: f64 = (0..).zip(shares).map(|(halves, share)| f64::from(halves) / 4.0 * share).sum();
            assert!((found - mean).abs() < 1e-9, "{mean}: {found}");
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_test_ends_at_the_bounds_of_wald() {
        let sprt: Sprt = "0,5,0.05,0.1".parse().expect("a test");
        assert_eq!(sprt.bounds(), [(0.1f64 / 0.95).ln(), (0.9f64 / 0.05).ln()]);
        assert_eq!(sprt.ratio(&[0; 5]), 0.0);
    }

    #[test]
    fn what_is_no_test_is_refused() {
        for bad in [
            "",
            "5",
            "5,0",
            "0,0",
            "a,b",
            "0,5,0.05",
            "0,5,0,0.05",
            "0,5,0.05,0.9",
            "nan,5",
            "0,inf",
            "0,5,1,2,3",
        ] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
