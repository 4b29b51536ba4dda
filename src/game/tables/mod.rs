//! What is made of the rules when a game is loaded, to be looked up while it is played.

mod attacks;
mod flags;
mod lines;
mod moves;
mod programs;
mod reverse;
mod stages;
mod zobrist;

pub use attacks::{AttackRay, AttackTables, BulkMove, PieceMoves, Ray, SetId, Targets};
pub use flags::{RuleFlags, Settling};
pub use lines::{AXES, LONGEST_LINE, Line, LineContents, Lines, NoLines, Steps, Touch, bits};
pub use moves::{DropRule, Fall, MoveStep, Movement, PassRule, Sweep, TargetFilter};
pub use programs::asks_check;
pub use reverse::{AttackRun, Blockers, ReverseAttacks};
pub use stages::{Line as StageLine, Stages};
pub use zobrist::{Keys, PieceKey};
