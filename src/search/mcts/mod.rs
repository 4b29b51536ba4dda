//! Monte-Carlo tree search: the game is played to its end many times, first by moves that were good before, then by
//! chance; what came of it says which moves are good.
//!
//! It needs no evaluation. Ends that are forced are proven in the tree and believed; nothing else is claimed of them.
//!
//! Literature: Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search" (CG 2006); Kocsis and
//! Szepesvári, "Bandit based Monte-Carlo planning" (ECML 2006); Gelly and Silver, "Monte-Carlo tree search and rapid
//! action value estimation in computer go" (Artificial Intelligence 175, 2011) for moves that count wherever they were
//! made; Winands, Björnsson and Saito, "Monte-Carlo tree search solver" (CG 2008) for proofs; Lorentz, "Amazons discover
//! Monte-Carlo" (CG 2008) for playouts that an evaluation ends.

mod chance;
mod driver;
mod enclosing;
mod filling;
mod ground;
pub mod groups;
mod kin;
mod memory;
mod plain;
mod playout;
mod report;
mod scale;
mod tree;
mod tuning;
mod walk;

pub use memory::Memory;
pub use playout::judges;
pub use report::run;
