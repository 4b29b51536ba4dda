//! Games between two definitions of the same rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Checker, NoGame, play, rules, score};
use crate::eval::{Term, explain};
use crate::game::{Game, Origin, Player};
use crate::position::Position;
use crate::search::{Limits, Search};
use crate::suite::case::Limit;
use crate::suite::verdict::{Failure, Lead};

/// Plies after which a game counts as a draw.
const LONGEST: usize = 300;

/// Megabytes that each side remembers positions in.
const MEMORY: usize = 4;

/// Terms that a failure names at most.
const MOST_LEADS: usize = 8;

/// A game that both sides follow, each under its own definition.
struct Duel {
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
        let unplayable = |error: NoGame| Failure::new(expected.clone(), error.why);
        let other = self.games.find(against).map_err(unplayable)?;
        let (mut points, mut games) = (0, 0);
        let mut unequal = Unequal::default();
        for opening in openings {
            for seat in Player::BOTH {
                let mut table = Duel::new(start, &other, opening)?;
                let won = self.game(&mut table, seat, limit)?;
                if won < 2 {
                    unequal.take(&table);
                }
                points += won;
                games += 2;
            }
        }
        // Points are halves, so that a draw is one of two.
        let share = 100 * points / games.max(1);
        if share >= at_least {
            return Ok(());
        }
        let score = f64::from(points) / 2.0;
        let found = format!("{share}%: {score} points in {} games", games / 2);
        Err(Failure::new(expected, found).leads(unequal.leads(against, start)))
    }

    /// Plays a game to its end: 2 for a win of the suite's own game, 1 for a draw.
    fn game(&self, table: &mut Duel, seat: Player, limit: Limit) -> Result<u32, Failure> {
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

/// How differently two definitions judge the positions of games that were not won, term by term.
#[derive(Default)]
struct Unequal(BTreeMap<String, Difference>);

/// A term, and how many points apart its shares were, all positions together.
#[derive(Default)]
struct Difference {
    points: u64,
    own: Option<Origin>,
    other: Option<Origin>,
}

impl Unequal {
    fn take(&mut self, table: &Duel) {
        let (mut own, mut other) = (table.own.clone(), table.other.clone());
        loop {
            // What a script cannot judge says nothing of the others.
            if let (Ok(own), Ok(other)) = (explain(&own), explain(&other)) {
                self.compare(&own, &other);
            }
            if own.undo().is_none() || other.undo().is_none() {
                break;
            }
        }
    }

    fn compare(&mut self, own: &[Term], other: &[Term]) {
        let share = |terms: &[Term], name: &str| -> i64 {
            terms.iter().filter(|term| term.name == name).map(|term| i64::from(term.score)).sum()
        };
        let names: BTreeSet<&str> = own.iter().chain(other).map(|term| term.name.as_str()).collect();
        for name in names {
            let difference = self.0.entry(name.to_owned()).or_default();
            difference.points += share(own, name).abs_diff(share(other, name));
            let origin = |terms: &[Term]| terms.iter().find(|term| term.name == name)?.origin.clone();
            difference.own = difference.own.take().or_else(|| origin(own));
            difference.other = difference.other.take().or_else(|| origin(other));
        }
    }

    /// The terms that are judged most differently; where none is, all that the definition judges by, or
    /// the rules that make its moves.
    fn leads(self, against: &str, start: &Position) -> Vec<Lead> {
        let mut unlike: Vec<_> = self.0.into_iter().filter(|(_, found)| found.points > 0).collect();
        unlike.sort_by_key(|(_, found)| std::cmp::Reverse(found.points));
        let lead = |(name, found): (String, Difference)| {
            let points = found.points;
            let text = match found.own {
                Some(_) if found.other.is_none() => {
                    format!("`{against}` has no `{name}`: {points} points apart")
                }
                Some(_) => format!("`{name}` is not as in `{against}`: {points} points apart"),
                None => format!("only `{against}` has `{name}`: {points} points apart"),
            };
            Lead { text, origin: found.own.or(found.other) }
        };
        let mut leads: Vec<Lead> = unlike.into_iter().map(lead).take(MOST_LEADS).collect();
        if leads.is_empty() {
            let text = |name: &str| format!("`{name}` is judged as in `{against}`");
            let terms = explain(start).unwrap_or_default();
            let same = terms.iter().map(|term| Lead { text: text(&term.name), origin: term.origin.clone() });
            leads = same.take(MOST_LEADS).collect();
        }
        if leads.is_empty() { rules::moves_by_rule(start, &|_| false) } else { leads }
    }
}

impl Duel {
    fn new(start: &Position, other: &Arc<Game>, opening: &str) -> Result<Duel, Failure> {
        let same = |error| Failure::new("a game with the same rules", format!("another board: {error}"));
        let other = Position::parse(other, &start.to_string()).map_err(same)?;
        let mut table = Duel { own: start.clone(), other };
        opening.split_whitespace().try_for_each(|text| table.play(text))?;
        Ok(table)
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        play(&mut self.own, text)?;
        play(&mut self.other, text)
    }
}
