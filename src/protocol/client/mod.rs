//! Foreign engines as child processes, whatever dialect they speak.
//!
//! A [`Client`] asks a program for moves. It never waits longer than it is told to, never holds more than a bounded part
//! of what the program says, and whatever goes wrong is a [`Trouble`]: the caller decides what that costs.

mod cecp;
mod gomocup;
mod gtp;
mod process;
mod trouble;
mod uci;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use cecp::Cecp;
pub use gomocup::Gomocup;
pub use gtp::Gtp;
pub use process::Process;
pub use trouble::Trouble;
pub use uci::{Uci, go_words};

use super::Dialect;
use super::uci::Flavour;
use crate::engine::{Clock, KnownGame};
use crate::eval::Score;
use crate::game::{Action, Game, Move, Player};
use crate::position::Position;

/// How long an engine may take to start, to set its options and to make itself ready.
pub const STARTING: Duration = Duration::from_secs(20);

/// A program and how it is started.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Program {
    /// The file, or a name that is looked for where programs are.
    pub file: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder that it works in; ours where none is given.
    pub folder: Option<PathBuf>,
    /// What it is told beforehand: options of its own by name.
    pub options: BTreeMap<String, String>,
    /// What it calls the game, where that has to be said and is not our name of it.
    pub variant: Option<String>,
}

/// The time that is left on both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockPair {
    /// What is left, by [`Player::index`](crate::game::Player::index).
    pub left: [Duration; 2],
    /// What is added after each move, by player.
    pub increment: [Duration; 2],
    /// Moves to the next time control of the player to move, where there is one.
    pub moves_to_go: Option<u32>,
}

impl ClockPair {
    /// The clock of the player to move.
    pub fn of(&self, player: Player) -> Clock {
        let at = player.index();
        Clock { left: self.left[at], increment: self.increment[at], moves_to_go: self.moves_to_go }
    }
}

/// How long an engine may think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Go {
    /// The clocks.
    pub clock: Option<ClockPair>,
    /// Time for this move alone.
    pub move_time: Option<Duration>,
    /// Positions that it may look at.
    pub nodes: Option<u64>,
    /// Plies that it may look ahead.
    pub depth: Option<u32>,
    /// When it is given up.
    pub patience: Duration,
}

/// What an engine wants to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// A legal move.
    Move(Move),
    /// It gives up.
    Resigns,
    /// Something that is no legal move here.
    NoMove(String),
}

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move.
    pub says: Says,
    /// The value for the player to move; a win in `n` plies is `WIN - n`. `None` where it did not say.
    pub score: Option<Score>,
    /// How long the answer took.
    pub took: Duration,
}

/// A foreign engine that plays a game.
///
/// One dialect is one implementation: it knows how positions, moves, clocks and scores are written, and nothing of
/// matches. The position holds the whole game: a dialect that sends single moves compares it with what it sent last.
pub trait Client: Send {
    /// What the engine calls itself, if it said so.
    fn name(&self) -> Option<&str>;

    /// Whether the dialect has words for such limits.
    ///
    /// # Errors
    ///
    /// Which it has no words for.
    fn check_limits(&self, _go: &Go) -> Result<(), Trouble> {
        Ok(())
    }

    /// A new game begins, from that position.
    ///
    /// # Errors
    ///
    /// When it is not ready in time, is gone, or cannot play from there.
    fn new_game(&mut self, start: &Position) -> Result<(), Trouble>;

    /// Asks for a move in a position that is not over.
    ///
    /// # Errors
    ///
    /// When no answer came in time, the engine is gone, or it says too much.
    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble>;

    /// How many positions there are below each move so many plies deep, by the engine's text of the move.
    ///
    /// # Errors
    ///
    /// When it cannot count, or as for [`Client::choose`].
    fn divide(&mut self, position: &Position, depth: u32, patience: Duration) -> Result<Divided, Trouble>;

    /// The last lines exchanged, oldest first: `> ` before what was told, `< ` before what was heard, `! ` before what
    /// was heard as an error.
    fn last_lines(&self) -> Vec<String>;
}

/// Counts by the text of a move; the move itself where it is one of ours.
pub type Divided = Vec<(String, Option<Move>, u64)>;

/// The letter before drops where banco writes the cell alone: the one that is said, or that of the first player's pieces.
fn drop_letter(known: &KnownGame, game: &Game) -> Option<char> {
    known.drop_letter().or_else(|| {
        let kind = game.rules.moves.iter().find_map(|rule| match rule.action {
            Action::Drop(kind) => Some(kind),
            _ => None,
        })?;
        let letter = game.names.kinds[kind.index()].letters[Player::First.index()].to_string();
        letter.to_uppercase().chars().next()
    })
}

/// Starts a program and makes it ready to play a game. Nobody waits for it once `abort` is true.
///
/// # Errors
///
/// When it cannot be started, speaks otherwise, or refuses an option.
pub fn start(
    program: &Program,
    dialect: Dialect,
    game: &KnownGame,
    abort: &Arc<AtomicBool>,
) -> Result<Box<dyn Client>, Trouble> {
    let process = Process::start(program, abort)?;
    let flavour = match dialect {
        Dialect::Uci => Flavour::Uci,
        Dialect::Ucci => Flavour::Ucci,
        Dialect::Usi => Flavour::Usi,
        Dialect::Ugi => Flavour::Ugi,
        Dialect::Cecp => return Ok(Box::new(Cecp::start(process, program, game)?)),
        Dialect::Gomocup => return Ok(Box::new(Gomocup::start(process, program))),
        Dialect::Gtp => return Ok(Box::new(Gtp::start(process, program, game)?)),
    };
    Ok(Box::new(Uci::start(process, flavour, program, game)?))
}
