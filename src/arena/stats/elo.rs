//! How much stronger: Elo, normalised Elo, the likelihood of superiority.

use super::Tally;

/// A normal value lies within so many standard deviations of its mean in 95 cases of 100.
const WITHIN_95: f64 = 1.959_963_984_540_054;

/// A value with its bounds of 95 %. All are infinite where nothing was lost or nothing won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// What results say of the difference of two engines.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The share of the points, 0 to 1.
    pub score: Interval,
    /// The difference in Elo.
    pub elo: Interval,
    /// The difference in normalised Elo, which depends neither on how many games are drawn nor on the openings: the
    /// mean of the score in its own standard deviations, one being 800 / ln 10.
    pub normalised: Interval,
    /// The probability that the engine is the better one, 0 to 1.
    pub superiority: f64,
}

/// The share of the points that a difference in Elo promises.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that gives such a share of the points; infinite for none and for all of them.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

impl Estimate {
    /// From the complete pairs, or from games where there is no pair yet; `None` without games.
    ///
    /// ```
    /// use banco::inside::arena::{Estimate, Points, Tally};
    ///
    /// let mut tally = Tally::default();
    /// for _ in 0..100 {
    ///     tally.add_pair(Points::Win, Points::Draw);
    ///     tally.add_pair(Points::Loss, Points::Win);
    /// }
    /// let elo = Estimate::of(&tally).expect("games were played").elo;
    /// assert_eq!(elo.value.round(), 89.0);
    /// assert!(elo.low > 0.0);
    /// ```
    pub fn of(tally: &Tally) -> Option<Estimate> {
        let singles = [tally.losses, tally.draws, tally.wins];
        let (counts, games_each): (&[u64], f64) = match tally.count_pairs() {
            0 => (&singles, 1.0),
            _ => (&tally.pairs, 2.0),
        };
        let most = (counts.len() - 1) as f64;
        let count = counts.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return None;
        }
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let each = (0..).zip(counts).map(|(halves, &n)| value(f64::from(halves) / most) * n as f64);
            each.sum::<f64>() / count
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        let error = (variance / count).sqrt();
        let of_game = (games_each * variance).sqrt();
        let bounds = |to: &dyn Fn(f64) -> f64| Interval {
            value: to(mean),
            low: to(mean - WITHIN_95 * error),
            high: to(mean + WITHIN_95 * error),
        };
        Some(Estimate {
            score: bounds(&|score| score.clamp(0.0, 1.0)),
            elo: bounds(&elo_of),
            normalised: bounds(&|score| normalised(score, of_game)),
            superiority: superiority(mean, error),
        })
    }
}

fn normalised(score: f64, deviation: f64) -> f64 {
    let beyond = score - 0.5;
    if beyond == 0.0 { 0.0 } else { beyond / deviation * 800.0 / std::f64::consts::LN_10 }
}

/// The share of a normal distribution around the score that lies above one half.
fn superiority(score: f64, error: f64) -> f64 {
    let beyond = score - 0.5;
    if beyond == 0.0 {
        return 0.5;
    }
    (1.0 + libm::erf(beyond / error / std::f64::consts::SQRT_2)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-3 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    #[test]
    fn elo_is_the_logistic_function_of_the_score() {
        // 3 points of 4 are 400 log10 3 Elo; 400 Elo are 10 points of 11.
        near(elo_of(0.75), 400.0 * 3f64.log10());
        near(score_of(400.0), 10.0 / 11.0);
        near(elo_of(score_of(-123.0)), -123.0);
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// Worked out by hand: 10 pairs of 3/2 points and 10 of 1 have mean 0.625, and their standard deviation is 0.125.
    #[test]
    fn bounds_come_from_the_pairs() {
        let tally = Tally { wins: 10, draws: 30, losses: 0, pairs: [0, 0, 10, 10, 0] };
        let found = Estimate::of(&tally).expect("games");
        let error = 0.125 / 20f64.sqrt();
        near(found.score.value, 0.625);
        near(found.score.low, 0.625 - 1.96 * error);
        near(found.elo.value, elo_of(0.625));
        near(found.elo.high, elo_of(0.625 + 1.96 * error));
        near(found.normalised.value, 0.125 / (0.125 * 2f64.sqrt()) * 347.436);
        near(found.superiority, 0.999_996);
    }

    #[test]
    fn pairs_that_cancel_out_have_narrower_bounds_than_their_games_would() {
        let paired = Tally { wins: 50, draws: 0, losses: 50, pairs: [0, 0, 50, 0, 0] };
        let single = Tally { pairs: [0; 5], ..paired };
        let [paired, single] = [paired, single].map(|tally| Estimate::of(&tally).expect("games"));
        assert_eq!((paired.elo.low, paired.elo.high, paired.superiority), (0.0, 0.0, 0.5));
        near(single.elo.high, elo_of(0.5 + 1.96 * 0.05));
    }

    #[test]
    fn nothing_is_said_of_no_games_and_all_won_is_infinite() {
        assert_eq!(Estimate::of(&Tally::default()), None);
        let all = Tally { wins: 4, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 2] };
        let found = Estimate::of(&all).expect("games");
        assert_eq!((found.elo.value, found.elo.low), (f64::INFINITY, f64::INFINITY));
        assert_eq!(found.superiority, 1.0);
    }
}
