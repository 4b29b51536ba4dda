//! Numbers that were found by matches.

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How much is added for moves that were seldom looked at.
    pub explores: f32,
    /// Playouts through a move that outweigh any number of others.
    pub trust: f32,
    /// What is believed beforehand counts as so many playouts.
    pub prior: f32,
    /// What the evaluation says of a move counts as so many playouts.
    pub values: f32,
    /// Visits after which a node gets its moves.
    pub opens: u32,
    /// The changes of the static value by a ply that make a share of 73 of 100.
    pub swings: f32,
    /// The points that do so where nothing changes.
    pub points: f32,
}

fn env(name: &str, default: f32) -> f32 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

impl Tuning {
    pub fn of(has_kin: bool, judges: bool) -> Tuning {
        Tuning {
            explores: env("T_EXPLORES", if has_kin { 0.05 } else { 0.5 }),
            trust: env("T_TRUST", 1_000.0),
            prior: env("T_PRIOR", if has_kin { 20.0 } else { 1.0 }),
            values: env("T_VALUES", if judges { 8.0 } else { 0.0 }),
            opens: env("T_OPENS", 3.0) as u32,
            swings: env("T_SWINGS", 3.0),
            points: 100.0,
        }
    }
}
