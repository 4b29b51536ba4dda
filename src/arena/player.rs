//! Who makes the moves of a game; another program as one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::KnownGame;
use crate::position::Position;
use crate::protocol::Dialect;
use crate::protocol::client::{self, Client, Go, Program, Reply, Trouble};

/// A player of one game at a time.
pub(super) trait Player {
    /// A new game begins.
    fn new_game(&mut self, start: &Position) -> Result<(), Trouble>;

    /// Chooses a move.
    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble>;

    /// It has done what nobody can go on after: it starts anew with the next game.
    fn give_up(&mut self) {}

    /// What was said last, where that may explain something.
    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Another program, started when it is first needed and after each time that it failed.
pub(super) struct Foreign {
    program: Program,
    dialect: Dialect,
    game: KnownGame,
    client: Option<Box<dyn Client>>,
    abort: Arc<AtomicBool>,
}

impl Foreign {
    /// A program that speaks a dialect, not started yet; `abort` ends its searches.
    pub(super) fn new(
        program: &Program,
        dialect: Dialect,
        game: &KnownGame,
        abort: &Arc<AtomicBool>,
    ) -> Foreign {
        Foreign { program: program.clone(), dialect, game: game.clone(), client: None, abort: abort.clone() }
    }

    fn client(&mut self) -> Result<&mut dyn Client, Trouble> {
        if self.client.is_none() {
            self.client = Some(client::start(&self.program, self.dialect, &self.game, &self.abort)?);
        }
        match &mut self.client {
            Some(client) => Ok(client.as_mut()),
            None => unreachable!("it was started"),
        }
    }
}

impl Player for Foreign {
    fn new_game(&mut self, start: &Position) -> Result<(), Trouble> {
        self.client()?.new_game(start)
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Reply, Trouble> {
        self.client()?.choose(position, go)
    }

    fn give_up(&mut self) {
        self.client = None;
    }

    fn last_lines(&self) -> Vec<String> {
        self.client.as_ref().map(|client| client.last_lines()).unwrap_or_default()
    }
}
