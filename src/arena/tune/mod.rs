//! Weights fitted to games: logistic regression of results on quiet positions.
//!
//! An evaluation is a sum of weights, so its gradient is exact: no game is played and nothing is searched. A position's
//! score becomes the chance to win by `1 / (1 + exp(-scale × score))`; the weights are changed so that the results become
//! likelier, and pulled back towards what they were. A part of the games is held out: when what is found there becomes
//! no likelier any more, it is enough.
//!
//! Literature: Österlund, "Texel's tuning method" (2014), for fitting evaluations to results; Kingma and Ba, "Adam: a method
//! for stochastic optimization" (2015), for the steps.

mod fit;
mod model;
mod samples;

pub use fit::{Fit, Fitting, fit};
pub(super) use fit::{chance, scales_of, surprise};
pub use model::{Model, ModelError, Weight};
pub use samples::{HELD_OUT, Quiet, Sample, Samples, quiet_positions, samples};
