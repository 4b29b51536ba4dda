//! How a game ends that the rules have not ended.

use super::repl::Repl;
use super::session::{Declared, Session};
use crate::face::output::Failure;

/// An engine that is so much ahead takes no draw.
const AHEAD: i32 = 20;

impl Repl<'_> {
    /// The player to move gives up.
    pub(super) fn resign(&mut self) -> Result<(), Failure> {
        if self.session.is_over() {
            return Ok(self.tell("the game is over", "ván cờ đã kết thúc")?);
        }
        self.session.declared = Some(Declared::Resigned(self.session.position.turn()));
        Ok(self.tell_end()?)
    }

    /// The player to move offers a draw. Who plays both sides takes it; the engine does unless it is ahead.
    pub(super) fn offer_draw(&mut self) -> Result<(), Failure> {
        if self.session.is_over() {
            return Ok(self.tell("the game is over", "ván cờ đã kết thúc")?);
        }
        let opponent = !self.session.position.turn();
        if !self.session.seats.is_human(opponent) {
            let report = self.think_with(Session::think)?;
            if report.score * opponent.sign() > AHEAD {
                return Ok(self.tell("the engine plays on", "máy không đồng ý hòa")?);
            }
        }
        self.session.declared = Some(Declared::Drawn);
        Ok(self.tell_end()?)
    }

    /// The moves so far, with their numbers.
    pub(super) fn history(&mut self) -> Result<(), Failure> {
        let pairs = self.numbered_moves();
        if pairs.is_empty() {
            return Ok(self.tell("no move has been made", "chưa có nước nào")?);
        }
        Ok(self.list(&pairs)?)
    }

    /// Lets the clock of the player to move run, unless the game is over.
    pub(super) fn start_clock(&mut self) {
        let turn = self.session.position.turn();
        if !self.session.is_over() {
            self.session.clock.iter_mut().for_each(|clock| clock.start(turn));
        }
    }

    /// Stops the clock that runs; whose time is up has lost.
    pub(super) fn stop_clock(&mut self) -> Result<(), Failure> {
        if let Some(loser) = self.session.clock.as_mut().and_then(|clock| clock.stop()) {
            self.session.declared = Some(Declared::OutOfTime(loser));
            self.tell_end()?;
        }
        Ok(())
    }
}
