//! Networks trained on games: what a definition's terms leave out.
//!
//! A position's score is that of the terms and what the network adds. It becomes the chance to win as in
//! [`tune`](super::tune); the weights are changed so that the results of the games, and what searches said, become
//! likelier. A part of the games is held out, to see what was learnt.
//!
//! Literature: Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi" (2018), for the
//! network; Kingma and Ba, "Adam: a method for stochastic optimization" (2015), for the steps.

mod adam;
mod gradient;
mod parts;
mod sights;
mod weights;

use std::sync::Arc;

use crate::arena::Record;
use crate::arena::tune::{chance, scales_of, surprise};
use crate::game::{Game, Network, Sight, split_mix};

use adam::Adam;
use gradient::{gradient, mean_loss, mean_of_turn};
use sights::{Labelled, Seen, sights};
use weights::Weights;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// How wide the sums are.
    pub hidden: usize,
    /// Pieces within so many files and ranks of the own royal piece are seen by how far they stand from it, too.
    pub near: u16,
    /// How much results count; the rest of one goes to what searches said.
    pub lambda: f64,
    /// How often each position is looked at.
    pub passes: u32,
    /// Whether each position is looked at with left and right exchanged, too: twice as much to learn from in a game
    /// that does not know them apart.
    pub reflect: bool,
    /// Where chance begins.
    pub seed: u64,
}

/// How far the training has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pass {
    /// How many passes are done.
    pub done: u32,
    /// The mean loss of what was learnt from, while it was learnt.
    pub training: f64,
    /// The mean loss of what is held out.
    pub held_out: f64,
}

/// A network, and what it is good for.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The network.
    pub network: Network,
    /// Positions learnt from, and positions held out.
    pub positions: [usize; 2],
    /// The mean loss of what was held out: by the terms alone, with the network.
    pub held_out: [f64; 2],
}

/// So many positions are looked at for one step.
const BATCH: usize = 4096;

/// The size of a step at the beginning; it falls to nothing.
const RATE: f32 = 0.0015;

const NO_REFLECTION: &str = "the board with left and right exchanged is not the same for both players";

/// Trains a network for a game on its quiet positions, telling each pass.
///
/// # Errors
///
/// When the players do not face each other, when left and right are to be exchanged and the players do not have them in
/// common, when a game cannot be played under the rules, when a script fails, or when there is too little to learn from.
pub fn train<'a>(
    game: &Arc<Game>,
    records: impl Iterator<Item = &'a Record>,
    training: &Training,
    mut tell: impl FnMut(Pass),
) -> Result<Trained, String> {
    let plain = without_network(game);
    let sight = Sight::of(&plain.rules, &plain.evaluation)
        .ok_or("the players do not face each other: a network could not tell what each of them sees")?;
    let sight = sight.seeing_near(training.near)?;
    let reflected =
        training.reflect.then(|| sight.reflected(&plain.rules).ok_or(NO_REFLECTION)).transpose()?;
    let [learnt, held_out] = sights(&plain, &sight, &records.collect::<Vec<_>>())?;
    if learnt.is_empty() || held_out.is_empty() {
        return Err("there are too few quiet positions to learn from".to_owned());
    }
    let (scale, [learnt, held_out]) = labelled(learnt, held_out, training.lambda);
    let learnt = learnt.reflecting(reflected);
    let before = plain_loss(&held_out);
    let mut weights = Weights::random(sight.rows(), training.hidden, training.seed);
    learn(&mut weights, &learnt, training, |done, training, weights| {
        tell(Pass { done, training, held_out: mean_loss(weights, &held_out) });
    });
    let points = (1.0 / scale).round().clamp(1.0, f64::from(Network::MOST_POINTS));
    let mut network = weights.rounded(sight, points as i32);
    let rounded = Weights::of(&network);
    let after = mean_loss(&rounded, &held_out);
    // Null moves are refused where a pass costs what having the move is worth. Where captures are compulsory there are none.
    if !plain.facts.compels {
        network.turn = (mean_of_turn(&rounded, &held_out) * points).round() as i32;
    }
    Ok(Trained { network, positions: [learnt.len(), held_out.len()], held_out: [before, after] })
}

/// What a point is worth in logarithms of odds, and the positions with what is aimed at.
fn labelled(learnt: Vec<Seen>, held_out: Vec<Seen>, lambda: f64) -> (f64, [Labelled; 2]) {
    let labels = learnt.iter().map(|seen| (seen.score, seen.result, seen.searched));
    let (scale, searched_scale) = scales_of(&labels.collect::<Vec<_>>());
    let label = |seen: &Seen| {
        let searched = seen.searched.zip(searched_scale).map(|(score, scale)| chance(scale, score));
        let target = searched.map(|searched| lambda * seen.result + (1.0 - lambda) * searched);
        (scale * seen.score, target.unwrap_or(seen.result))
    };
    (scale, [learnt, held_out].map(|list| Labelled::of(list, label)))
}

/// Goes through all positions again and again, in another order each time; tells after each pass how many are done, the mean
/// loss on the way and the weights.
fn learn(
    weights: &mut Weights,
    list: &Labelled,
    training: &Training,
    mut tell: impl FnMut(u32, f64, &Weights),
) {
    let mut seed = !training.seed;
    let mut adam = Adam::new(weights);
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    let steps = list.len().div_ceil(BATCH) * training.passes as usize;
    let mut left = steps;
    for pass in 1..=training.passes {
        shuffle(&mut order, &mut seed);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            let (loss, mut slope) = gradient(weights, list, batch, pass);
            adam.step(weights, &mut slope, RATE * left as f32 / steps as f32);
            sum += loss;
            left -= 1;
        }
        tell(pass, sum / list.len() as f64, weights);
    }
}

/// The same game scored by its terms alone.
fn without_network(game: &Arc<Game>) -> Arc<Game> {
    let mut plain = Game::clone(game);
    plain.evaluation.network = None;
    Arc::new(plain)
}

fn plain_loss(list: &Labelled) -> f64 {
    list.targets().map(|(before, target)| surprise(target, chance(1.0, before))).sum::<f64>()
        / list.len() as f64
}

fn shuffle(order: &mut [u32], seed: &mut u64) {
    for at in (1..order.len()).rev() {
        order.swap(at, (split_mix(seed) % (at as u64 + 1)) as usize);
    }
}
