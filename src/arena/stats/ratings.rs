//! Ratings of many engines that have met each other.

use super::Tally;

/// Points of Elo for which the odds are ten to one, in natural logarithms.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// A normal value lies within so many standard deviations of its mean in 95 cases of 100.
const WITHIN_95: f64 = 1.959_963_984_540_054;

/// The most steps towards the most likely ratings; a dozen are enough.
const STEPS: usize = 200;

/// What two engines have done against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Whose results they are, by number.
    pub one: usize,
    /// Against whom.
    pub other: usize,
    /// The results.
    pub tally: Tally,
}

/// The rating of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo; the mean of all engines is 0.
    pub elo: f64,
    /// The distance to the bounds of 95 %.
    pub error: f64,
}

/// The most likely ratings of engines, with their bounds, in the model of Bradley and Terry, where a draw is half a win.
/// How much results vary is taken from the pairs.
///
/// There are no most likely ratings where some engines never lost a point to the others. Then each engine is taken to
/// have drawn one game more, with an engine that is rated 0.
pub fn ratings(engines: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let games: Vec<&Encounter> = encounters.iter().filter(|met| met.tally.games() > 0).collect();
    let drawn_at_zero = if are_comparable(engines, &games) { 0.0 } else { 1.0 };
    let mut model = Model { logits: vec![0.0; engines], games, drawn_at_zero };
    for _ in 0..STEPS {
        if model.step() < 1e-10 {
            break;
        }
    }
    let errors = model.errors();
    let rating =
        |(logit, error): (&f64, f64)| Rating { elo: logit * ELO_PER_LOGIT, error: error * ELO_PER_LOGIT };
    model.logits.iter().zip(errors).map(rating).collect()
}

struct Model<'a> {
    logits: Vec<f64>,
    games: Vec<&'a Encounter>,
    drawn_at_zero: f64,
}

impl Model<'_> {
    /// One step of Newton's method, never a long one; how far it went.
    fn step(&mut self) -> f64 {
        let gradient = self.gradient();
        let Some(towards) = solve(self.information(), vec![gradient]).and_then(|mut columns| columns.pop())
        else {
            return 0.0;
        };
        let farthest = towards.iter().fold(0.0f64, |most, change| most.max(change.abs()));
        let share = (1.0 / farthest).min(1.0);
        self.logits.iter_mut().zip(&towards).for_each(|(logit, change)| *logit += share * change);
        let mean = self.logits.iter().sum::<f64>() / self.logits.len().max(1) as f64;
        self.logits.iter_mut().for_each(|logit| *logit -= mean);
        farthest
    }

    fn expected(&self, met: &Encounter) -> f64 {
        logistic(self.logits[met.one] - self.logits[met.other])
    }

    fn gradient(&self) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            self.logits.iter().map(|&logit| self.drawn_at_zero * (0.5 - logistic(logit))).collect();
        for met in &self.games {
            let surplus = met.tally.points() - met.tally.games() as f64 * self.expected(met);
            gradient[met.one] += surplus;
            gradient[met.other] -= surplus;
        }
        gradient
    }

    /// The matrix of second derivatives, its sign changed; one in every place keeps the mean at 0.
    fn information(&self) -> Vec<Vec<f64>> {
        let count = self.logits.len();
        let mut matrix = vec![vec![1.0; count]; count];
        for (i, &logit) in self.logits.iter().enumerate() {
            let p = logistic(logit);
            matrix[i][i] += self.drawn_at_zero * p * (1.0 - p);
        }
        for met in &self.games {
            let p = self.expected(met);
            couple(&mut matrix, met, met.tally.games() as f64 * p * (1.0 - p));
        }
        matrix
    }

    /// How much the results vary around what is expected, pair by pair where there are pairs.
    fn variation(&self) -> Vec<Vec<f64>> {
        let count = self.logits.len();
        let mut matrix = vec![vec![0.0; count]; count];
        for (i, row) in matrix.iter_mut().enumerate() {
            let p = logistic(self.logits[i]);
            row[i] += self.drawn_at_zero * p * (1.0 - p);
        }
        for met in &self.games {
            let p = self.expected(met);
            let of_pairs: f64 = (0..)
                .zip(met.tally.pairs)
                .map(|(h, n)| n as f64 * (f64::from(h) / 2.0 - 2.0 * p).powi(2))
                .sum();
            let paired = 2 * met.tally.count_pairs();
            let singles = met.tally.games().saturating_sub(paired) as f64 * p * (1.0 - p);
            couple(&mut matrix, met, of_pairs + singles);
        }
        matrix
    }

    /// The half width of the bounds: the variation between two inverse informations.
    fn errors(&self) -> Vec<f64> {
        let count = self.logits.len();
        let columns = (0..count).map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let Some(inverse) = solve(self.information(), columns) else { return vec![f64::INFINITY; count] };
        let variation = self.variation();
        let variance = |row: &Vec<f64>| -> f64 {
            let half: Vec<f64> = variation.iter().map(|of| dot(of, row)).collect();
            dot(&half, row)
        };
        inverse.iter().map(|row| WITHIN_95 * variance(row).max(0.0).sqrt()).collect()
    }
}

fn couple(matrix: &mut [Vec<f64>], met: &Encounter, amount: f64) {
    let Encounter { one, other, .. } = *met;
    matrix[one][one] += amount;
    matrix[other][other] += amount;
    matrix[one][other] -= amount;
    matrix[other][one] -= amount;
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Solves linear equations for several right sides, by elimination; `None` where there is no one solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut columns: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for i in 0..count {
        let best = (i..count).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs()))?;
        if matrix[best][i].abs() < 1e-12 {
            return None;
        }
        matrix.swap(i, best);
        columns.iter_mut().for_each(|column| column.swap(i, best));
        for row in (0..count).filter(|&row| row != i) {
            let factor = matrix[row][i] / matrix[i][i];
            let (pivot, target) = pair(&mut matrix, i, row);
            target.iter_mut().zip(pivot.iter()).for_each(|(to, from)| *to -= factor * from);
            columns.iter_mut().for_each(|column| column[row] -= factor * column[i]);
        }
    }
    for column in &mut columns {
        column.iter_mut().enumerate().for_each(|(i, value)| *value /= matrix[i][i]);
    }
    Some(columns)
}

/// Two different rows.
fn pair(matrix: &mut [Vec<f64>], pivot: usize, row: usize) -> (&[f64], &mut [f64]) {
    if pivot < row {
        let (before, after) = matrix.split_at_mut(row);
        (&before[pivot], &mut after[0])
    } else {
        let (before, after) = matrix.split_at_mut(pivot);
        (&after[0], &mut before[row])
    }
}

/// Whether each engine can be reached from each other one over engines that took points from the one before: then there
/// are most likely ratings.
fn are_comparable(engines: usize, games: &[&Encounter]) -> bool {
    let scored = |met: &Encounter, one: usize, other: usize| {
        (met.one, met.other) == (one, other) && met.tally.points() > 0.0
            || (met.one, met.other) == (other, one) && met.tally.reversed().points() > 0.0
    };
    let reaches_all = |forward: bool| {
        let mut reached = vec![0];
        let mut seen = vec![false; engines];
        while let Some(from) = reached.pop() {
            if std::mem::replace(&mut seen[from], true) {
                continue;
            }
            let next = |&to: &usize| {
                let [one, other] = if forward { [from, to] } else { [to, from] };
                games.iter().any(|met| scored(met, one, other))
            };
            reached.extend((0..engines).filter(|&to| !seen[to]).filter(next));
        }
        seen.iter().all(|&seen| seen)
    };
    engines == 0 || reaches_all(true) && reaches_all(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo_of;

    fn met(one: usize, other: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { one, other, tally: Tally { wins, draws, losses, pairs: [0; 5] } }
    }

    #[test]
    fn two_engines_are_as_far_apart_as_their_score_says() {
        let rated = ratings(2, &[met(0, 1, 60, 20, 20)]);
        assert!((rated[0].elo - rated[1].elo - elo_of(0.7)).abs() < 1e-6);
        assert!((rated[0].elo + rated[1].elo).abs() < 1e-9);
        // Of the difference, the error is 1.96 / sqrt(n p (1 - p)); each rating moves half as much.
        let expected = WITHIN_95 / (100.0 * 0.21f64).sqrt() * ELO_PER_LOGIT / 2.0;
        assert!((rated[0].error - expected).abs() < 1e-6, "{rated:?} {expected}");
    }

    /// A beats B by 2 to 1, B beats C by 2 to 1: the scores are those of logits ln 2, 0 and -ln 2.
    #[test]
    fn what_fits_the_model_exactly_is_found_exactly() {
        let rated = ratings(3, &[met(0, 1, 200, 0, 100), met(1, 2, 200, 0, 100), met(0, 2, 240, 0, 60)]);
        let step = 400.0 * 2f64.log10();
        for (rating, expected) in rated.iter().zip([step, 0.0, -step]) {
            assert!((rating.elo - expected).abs() < 1e-6, "{rated:?}");
        }
    }

    #[test]
    fn an_engine_that_won_everything_is_rated_nevertheless() {
        let rated = ratings(3, &[met(0, 1, 10, 0, 0), met(1, 2, 5, 0, 5), met(0, 2, 10, 0, 0)]);
        assert!(rated[0].elo > 200.0 && rated[0].elo < 1_000.0 && rated[0].error.is_finite(), "{rated:?}");
        assert!((rated[1].elo - rated[2].elo).abs() < 1e-6);
    }

    #[test]
    fn engines_that_never_met_are_rated_without_an_error() {
        let rated = ratings(2, &[]);
        assert!(rated.iter().all(|rating| rating.elo.abs() < 1e-9 && rating.error > 300.0), "{rated:?}");
        assert_eq!(ratings(0, &[]), []);
    }

    #[test]
    fn pairs_that_cancel_out_have_no_error() {
        let tally = Tally { wins: 10, draws: 0, losses: 10, pairs: [0, 0, 10, 0, 0] };
        let rated = ratings(2, &[Encounter { one: 0, other: 1, tally }]);
        assert!(rated[0].error < 1e-9);
    }
}
