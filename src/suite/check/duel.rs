//! Games between two definitions of the same rules.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Checker, play, score};
use crate::game::{Game, Player};
use crate::position::Position;
use crate::search::{Limits, Search};
use crate::suite::case::Limit;
use crate::suite::verdict::Failure;

/// Plies after which a game counts as a draw.
const LONGEST: usize = 300;

/// Megabytes that each side remembers positions in.
const MEMORY: usize = 4;

/// A game that both sides follow, each under its own definition.
struct Table {
    own: Position,
    other: Position,
}

impl Checker<'_> {
    pub(super) fn duel(
        &self,
        start: &Position,
        against: &str,
        openings: &[String],
        limit: Limit,
        at_least: u32,
    ) -> Result<(), Failure> {
        let expected = format!("at least {at_least}% against `{against}`");
        let unplayable = |why: String| Failure::new(expected.clone(), why);
        let other = self.games.find(against).map_err(unplayable)?;
        let (mut points, mut games) = (0, 0);
        for opening in openings {
            for seat in Player::BOTH {
                let mut table = Table::new(start, &other, opening)?;
                points += self.game(&mut table, seat, limit)?;
                games += 2;
            }
        }
        // Points are halves, so that a draw is one of two.
        let share = 100 * points / games.max(1);
        if share >= at_least {
            return Ok(());
        }
        let score = f64::from(points) / 2.0;
        Err(Failure::new(expected, format!("{share}%: {score} points in {} games", games / 2)))
    }

    /// Plays a game to its end: 2 for a win of the suite's own game, 1 for a draw.
    fn game(&self, table: &mut Table, seat: Player, limit: Limit) -> Result<u32, Failure> {
        let mut searches = [Search::new(MEMORY), Search::new(MEMORY)];
        for _ in 0..LONGEST {
            if let Some(outcome) = table.own.outcome() {
                return Ok(outcome.winner.map_or(1, |winner| if winner == seat { 2 } else { 0 }));
            }
            let own = table.own.turn() == seat;
            let limits = Limits { stop: Arc::clone(&self.stop), ..limit.limits() };
            let (search, position) =
                if own { (&mut searches[0], &table.own) } else { (&mut searches[1], &table.other) };
            let mut report = search.run(position, &limits, &mut |_| {});
            if let Some(error) = report.script_error.take() {
                return Err(score::failed(error));
            }
            let Some(mv) = report.best().filter(|_| !self.stop.load(Ordering::Relaxed)) else { break };
            let text = position.move_text(mv);
            table.play(&text)?;
        }
        Ok(1)
    }
}

impl Table {
    fn new(start: &Position, other: &Arc<Game>, opening: &str) -> Result<Table, Failure> {
        let same = |error| Failure::new("a game with the same rules", format!("another board: {error}"));
        let other = Position::parse(other, &start.to_string()).map_err(same)?;
        let mut table = Table { own: start.clone(), other };
        opening.split_whitespace().try_for_each(|text| table.play(text))?;
        Ok(table)
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        play(&mut self.own, text)?;
        play(&mut self.other, text)
    }
}
