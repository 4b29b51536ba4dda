//! UCI, and its sisters with the same course of talk: UCCI, USI and UGI.

mod board;
mod flavour;
mod options;
mod server;
mod ucci;
mod words;

pub(super) use board::rows as board_rows;
pub use flavour::Flavour;
pub(super) use options::{CHESS960, Handicap, set, specs};
pub use options::{OptionKind, OptionSpec, read_set};
pub(super) use server::Server;
pub use ucci::read_go as read_ucci_go;
pub use words::{BestMove, GoWords, Info, read_position};
