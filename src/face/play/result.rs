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
        let moves = self.notation.played(&self.session.position);
        if moves.is_empty() {
            return Ok(self.tell("no move has been made", "chưa có nước nào")?);
        }
        let pairs = moves.chunks(2).zip(1..).map(|(pair, number)| format!("{number:3}. {}", pair.join("  ")));
        let pairs: Vec<String> = pairs.collect();
        Ok(self.list(&pairs)?)
    }
}
