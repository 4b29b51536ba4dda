//! What a network says of a position, and how that changes with its weights.

use super::parts::in_parts;
use super::sights::Labelled;
use super::weights::Weights;
use crate::arena::tune::surprise;

/// What is worked out for one position after the other.
struct Look<'a> {
    weights: &'a Weights,
    /// The sums, those of the player to move first.
    sums: Vec<f32>,
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Look<'_> {
    fn of(weights: &Weights) -> Look<'_> {
        Look { weights, sums: vec![0.0; 2 * weights.hidden] }
    }

    /// What the network adds to the odds.
    fn odds(&mut self, rows: [&[u32]; 2]) -> f32 {
        let hidden = self.weights.hidden;
        for (sums, rows) in self.sums.chunks_exact_mut(hidden).zip(rows) {
            sums.copy_from_slice(&self.weights.start);
            for &row in rows {
                let row = &self.weights.rows[row as usize * hidden..][..hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let one = |(sum, weight): (&f32, &f32)| sum.clamp(0.0, 1.0).powi(2) * weight;
        self.sums.iter().zip(&self.weights.output).map(one).sum()
    }

    /// Adds how the odds change with the weights, so many times.
    fn learn(&mut self, rows: [&[u32]; 2], times: f32, slope: &mut Weights) {
        let hidden = self.weights.hidden;
        let outputs = self.weights.output.iter().zip(&mut slope.output);
        for (sum, (weight, slope)) in self.sums.iter_mut().zip(outputs) {
            let cut = sum.clamp(0.0, 1.0);
            *slope += times * cut * cut;
            let rises = *sum > 0.0 && *sum < 1.0;
            *sum = if rises { times * weight * 2.0 * cut } else { 0.0 };
        }
        for (change, rows) in self.sums.chunks_exact(hidden).zip(rows) {
            slope.start.iter_mut().zip(change).for_each(|(slope, change)| *slope += change);
            for &row in rows {
                let slope = &mut slope.rows[row as usize * hidden..][..hidden];
                slope.iter_mut().zip(change).for_each(|(slope, change)| *slope += change);
            }
        }
    }
}

/// The sum of the losses of some positions in one of the passes, and how their mean changes with each weight.
pub(super) fn gradient(weights: &Weights, list: &Labelled, batch: &[u32], pass: u32) -> (f64, Weights) {
    let share = 1.0 / batch.len() as f32;
    let part = |batch: &[u32]| {
        let (mut look, mut slope, mut loss) = (Look::of(weights), weights.nothing(), 0.0);
        let mut room = Vec::new();
        for &at in batch {
            let (at, (before, target)) = (at as usize, list.label(at as usize));
            let rows = list.rows_in(at, pass, &mut room);
            let chance = chance(before + look.odds(rows));
            loss += surprise(f64::from(target), f64::from(chance));
            look.learn(rows, share * (chance - target), &mut slope);
        }
        (loss, slope)
    };
    let parts = in_parts(batch, part);
    let sum = parts.reduce(|(loss, mut slope), (other, others)| {
        slope.add(others);
        (loss + other, slope)
    });
    sum.unwrap_or_else(|| (0.0, weights.nothing()))
}

/// The mean loss of all positions of a list.
pub(super) fn mean_loss(weights: &Weights, list: &Labelled) -> f64 {
    mean(weights, list, |look, at| {
        let (before, target) = list.label(at);
        surprise(f64::from(target), f64::from(chance(before + look.odds(list.rows(at)))))
    })
}

/// What it is worth on the average to be the player to move: half of what two players have together who both are.
pub(super) fn mean_of_turn(weights: &Weights, list: &Labelled) -> f64 {
    mean(weights, list, |look, at| {
        let [own, other] = list.rows(at);
        f64::from(look.odds([own, other]) + look.odds([other, own])) / 2.0
    })
}

/// The mean of something over all positions of a list.
fn mean(weights: &Weights, list: &Labelled, of: impl Fn(&mut Look<'_>, usize) -> f64 + Sync) -> f64 {
    let all: Vec<usize> = (0..list.len()).collect();
    let part = |batch: &[usize]| {
        let mut look = Look::of(weights);
        batch.iter().map(|&at| of(&mut look, at)).sum::<f64>()
    };
    in_parts(&all, part).sum::<f64>() / list.len() as f64
}
