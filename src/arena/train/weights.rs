//! A network's weights while they are learnt.

use crate::game::{Network, ONE, OUTPUT_ONE, Sight, split_mix};

/// Weights of both layers; sums and outputs are counted in ones.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weights {
    pub hidden: usize,
    pub start: Vec<f32>,
    pub rows: Vec<f32>,
    /// Those for the player to move, then those for the other one.
    pub output: Vec<f32>,
}

/// What a file can hold.
const MOST: f32 = 127.0 / ONE as f32;
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_ONE as f32;
const MOST_START: f32 = 32_000.0 / ONE as f32;

impl Weights {
    /// Weights to begin with. The rows say nothing yet: so what the games never show says nothing in the end. The sums
    /// begin apart from each other.
    pub(super) fn random(rows: usize, hidden: usize, mut seed: u64) -> Weights {
        let mut share = || (split_mix(&mut seed) >> 40) as f32 / (1u64 << 24) as f32;
        let most = (hidden as f32).sqrt().recip();
        let start = (0..hidden).map(|_| share()).collect();
        let own: Vec<f32> = (0..hidden).map(|_| (2.0 * share() - 1.0) * most).collect();
        let output = own.iter().copied().chain(own.iter().map(|weight| -weight)).collect();
        Weights { hidden, start, rows: vec![0.0; rows * hidden], output }
    }

    /// As many that are all nothing.
    pub(super) fn nothing(&self) -> Weights {
        let none = |list: &Vec<f32>| vec![0.0; list.len()];
        let (start, rows, output) = (none(&self.start), none(&self.rows), none(&self.output));
        Weights { hidden: self.hidden, start, rows, output }
    }

    /// Each list of numbers.
    pub(super) fn lists(&mut self) -> [&mut Vec<f32>; 3] {
        [&mut self.start, &mut self.rows, &mut self.output]
    }

    /// Adds others.
    pub(super) fn add(&mut self, mut others: Weights) {
        for (list, others) in self.lists().into_iter().zip(others.lists()) {
            list.iter_mut().zip(others).for_each(|(weight, other)| *weight += *other);
        }
    }

    /// Keeps every weight within what a file can hold.
    pub(super) fn keep_within(&mut self) {
        for (list, most) in self.lists().into_iter().zip([MOST_START, MOST, MOST_OUTPUT]) {
            list.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        }
    }

    /// The network of these weights, rounded.
    pub(super) fn rounded(&self, sight: Sight, points: i32) -> Network {
        let round =
            |list: &[f32], one: f32| list.iter().map(|weight| (weight * one).round() as i16).collect();
        let (own, other) = self.output.split_at(self.hidden);
        Network {
            sight,
            hidden: self.hidden,
            points,
            turn: 0,
            start: round(&self.start, f32::from(ONE)),
            rows: round(&self.rows, f32::from(ONE)),
            output: [own, other].map(|list| round(list, OUTPUT_ONE as f32)),
        }
    }

    /// The weights of a network.
    pub(super) fn of(network: &Network) -> Weights {
        let exact = |list: &[i16], one: f32| list.iter().map(|&weight| f32::from(weight) / one).collect();
        Weights {
            hidden: network.hidden,
            start: exact(&network.start, f32::from(ONE)),
            rows: exact(&network.rows, f32::from(ONE)),
            output: exact(&network.output.concat(), OUTPUT_ONE as f32),
        }
    }
}
