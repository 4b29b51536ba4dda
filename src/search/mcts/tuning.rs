//! Numbers that matches were played with.

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How much is added for moves that were seldom looked at.
    pub explores: f32,
    /// Playouts through a move that outweigh any number of others.
    pub trust: f32,
    /// What is believed beforehand counts as so many playouts.
    pub prior: f32,
    /// What the evaluation says of a move counts as so many playouts; 0 where it is not asked.
    pub values: f32,
    /// Visits after which a node gets its moves.
    pub opens: u32,
    /// The changes of the static value by a ply that make a share of 73 of 100.
    pub swings: f32,
    /// The points that do so where no evaluation is asked.
    pub points: f32,
}

impl Tuning {
    /// For games whose moves are much the same whenever they are made, and for games whose playouts an evaluation judges.
    pub fn of(has_kin: bool, judges: bool) -> Tuning {
        Tuning {
            explores: match (has_kin, judges) {
                (true, _) => 0.05,
                (false, true) => 0.15,
                (false, false) => 0.5,
            },
            trust: 1_000.0,
            prior: if has_kin { 20.0 } else { 1.0 },
            values: if judges { 8.0 } else { 0.0 },
            opens: 3,
            swings: 3.0,
            points: 100.0,
        }
    }
}
