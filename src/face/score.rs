//! Lines and outcomes, as commands say them.

pub(super) use crate::answer::{line_json, outcome_json};
