//! CECP version 2, the protocol of XBoard.

mod frame;
mod server;
mod words;

pub use frame::Frame;
pub(super) use server::Server;
pub use words::{Thinking, feature_line, read_base};
