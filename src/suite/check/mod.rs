//! Holding a case against its game.

mod duel;
mod known;
mod look;
mod playthrough;
mod rules;
mod score;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::case::{Case, Expectation, Suite};
use super::verdict::{Failure, Lead, Place, Reproduction, Verdict};
use crate::diagnostic::Sources;
use crate::game::{Game, Origin};
use crate::notation::{Refusal, split_moves};
use crate::position::Position;
use crate::spec::Reading;

pub use known::{Budget, ExactValues};
pub use playthrough::played;
pub(super) use rules::UNDECIDED;

/// Finds the other games that a suite names.
pub trait Games: Sync {
    /// The game that a word names.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn find(&self, word: &str) -> Result<Arc<Game>, NoGame>;
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoGame {
    /// What is wrong, in a line.
    pub why: String,
    /// What may have been meant.
    pub help: Option<String>,
}

/// Holds cases against a game.
pub struct Checker<'a> {
    /// The game.
    pub game: &'a Arc<Game>,
    /// The games that matches are played against.
    pub games: &'a dyn Games,
    /// What the definition says, and its texts: where something is dropped, the game itself does not know.
    pub reading: Option<(&'a Reading, &'a Sources)>,
    /// Values that are known, and those that are found out for more than one case.
    pub known: &'a ExactValues,
    /// What the proof of a value may cost.
    pub usual: Budget,
    /// The same for slow cases; without it they are not tried.
    pub slow: Option<Budget>,
    /// Searches end soon after this becomes true; what is said then means nothing.
    pub stop: Arc<AtomicBool>,
}

impl Suite {
    /// How each case goes, in their order. Slow ones are skipped, and what takes more than some seconds is not decided.
    /// `games` finds those that a `Match` names. Searches end soon after `stop` becomes true; what is said then means
    /// nothing.
    ///
    /// ```
    /// use banco::suites::Verdict;
    /// use banco::{Game, Library, Suite};
    ///
    /// let suite: Suite = r#"(game: "dodgem", cases: [
    ///     (name: "first moves", expect: Legal(["a3b3", "a2b2", "a2a1"])),
    ///     (name: "two plies", expect: Perft([3, 8])),
    /// ])"#.parse()?;
    /// let went = suite.run(&Game::named(&suite.game)?, &Library::default(), &Default::default());
    /// assert_eq!(went[0], Verdict::Passed);
    /// let Verdict::Failed(failure) = &went[1] else { panic!("there are 7") };
    /// assert_eq!(failure.expected, "8 leaves at depth 2");
    /// assert_eq!(failure.found, "7 leaves at depth 2");
    /// # Ok::<(), banco::DefinitionError>(())
    /// ```
    pub fn run(&self, game: &Arc<Game>, games: &dyn Games, stop: &Arc<AtomicBool>) -> Vec<Verdict> {
        let known = ExactValues::default();
        let (usual, stop) = (Budget::USUAL, stop.clone());
        let checker = Checker { game, games, reading: None, known: &known, usual, slow: None, stop };
        self.cases.iter().map(|case| checker.check(case)).collect()
    }
}

impl Checker<'_> {
    /// How a case goes.
    pub fn check(&self, case: &Case) -> Verdict {
        if case.slow && self.slow.is_none() {
            return Verdict::Skipped("slow".to_owned());
        }
        match case.set_up(self.game) {
            Ok(mut position) => {
                position.heed(&self.stop);
                match self.hold(&position, &case.expect, case.slow) {
                    Verdict::Failed(failure) => {
                        Verdict::Failed(self.own_first(placed(failure, &position, case)))
                    }
                    verdict => verdict,
                }
            }
            Err(failure) => Verdict::Failed(failure),
        }
    }

    fn hold(&self, position: &Position, expect: &Expectation, slow: bool) -> Verdict {
        match expect {
            Expectation::Perft(counts) => rules::perft(position, counts).into(),
            Expectation::Legal(moves) => rules::legal(position, moves).into(),
            Expectation::Illegal(mv, words) => rules::illegal(position, mv, words).into(),
            Expectation::Outcome(winner, end) => {
                let found = rules::outcome(position, Some((winner.as_deref(), end)));
                self.with_drops(found, "end", [end]).into()
            }
            Expectation::Unfinished => rules::outcome(position, None).into(),
            Expectation::Eval(score) => score::between(position, *score, *score).into(),
            Expectation::EvalBetween(least, most) => score::between(position, *least, *most).into(),
            Expectation::Terms(terms) => {
                let is_dropped = |name: &str| self.drop("evaluation", name).is_some();
                let found = score::terms(position, terms, &is_dropped);
                self.with_drops(found, "evaluation", terms.keys()).into()
            }
            Expectation::Minimax(values) => score::minimax(position, values, &self.stop).into(),
            Expectation::BestMove(moves, limit) => self.best(position, moves, *limit).into(),
            Expectation::AvoidMove(moves, limit) => self.avoid(position, moves, *limit).into(),
            Expectation::Value(value, plies) => self.value(position, *value, *plies, slow),
            Expectation::Within(plies) => self.within(position, *plies, slow),
            Expectation::Playthrough(steps) => playthrough::follow(position, steps).into(),
            Expectation::Match { against, openings, limit, at_least } => {
                self.duel(position, against, openings, *limit, *at_least).into()
            }
        }
    }

    /// A failure about names of a table leads first to where they are dropped.
    fn with_drops<'n>(
        &self,
        found: Result<(), Failure>,
        table: &str,
        names: impl IntoIterator<Item = &'n String>,
    ) -> Result<(), Failure> {
        found.map_err(|mut failure| {
            let dropped = names.into_iter().filter_map(|name| self.drop(table, name));
            failure.leads.splice(0..0, dropped);
            failure
        })
    }

    /// Where the definition drops an entry of a table.
    fn drop(&self, table: &str, name: &str) -> Option<Lead> {
        let (reading, sources) = self.reading?;
        let at = sources.locate(reading.drops(&format!("{table}.{name}"))?);
        let origin = Some(Origin { file: at.file, line: at.line });
        Some(Lead { text: format!("`{name}` is dropped"), origin })
    }

    /// A failure of counts or lists of moves that leads first to the definition's own lines, then to those that it
    /// inherits. Where every row of a difference comes from its own lines, what it inherits has no part.
    fn own_first(&self, mut failure: Failure) -> Failure {
        let is_of_rules =
            failure.difference.is_some() || matches!(failure.question, Some(Reproduction::Perft(_)));
        let Some((_, sources)) = self.reading.filter(|_| is_of_rules) else { return failure };
        let Some(own) = sources.main() else { return failure };
        let is_own = |lead: &Lead| lead.origin.as_ref().is_none_or(|origin| origin.file == *own);
        let comes_from = |lead: &Lead| lead.origin.as_ref().is_some_and(|origin| origin.file == *own);
        let mut rows = failure.missing().iter().chain(failure.extra()).peekable();
        if rows.peek().is_some() && rows.all(comes_from) {
            failure.leads.retain(is_own);
        }
        failure.leads.sort_by_key(|lead| !is_own(lead));
        failure
    }

    /// What a recorded expectation would have to say to be right; `None` where there is nothing to record.
    pub fn record(&self, case: &Case) -> Option<Expectation> {
        let mut position = case.set_up(self.game).ok()?;
        position.heed(&self.stop);
        Some(match &case.expect.value {
            Expectation::Perft(counts) => Expectation::Perft(rules::counts(&position, counts.len())),
            Expectation::Legal(_) => Expectation::Legal(rules::legal_texts(&position)),
            Expectation::Eval(_) => Expectation::Eval(crate::eval::evaluate(&position).ok()?),
            Expectation::Terms(terms) => Expectation::Terms(score::record_terms(&position, terms)?),
            Expectation::Minimax(values) => {
                Expectation::Minimax(score::values(&position, values.len(), &self.stop)?)
            }
            Expectation::Playthrough(steps) => {
                Expectation::Playthrough(playthrough::record(&position, steps)?)
            }
            _ => return None,
        })
    }
}

impl Case {
    /// The position, with the moves played.
    ///
    /// # Errors
    ///
    /// When the text is no position of the game, or a move is refused: why, with the line of the rule.
    pub fn set_up(&self, game: &Arc<Game>) -> Result<Position, Failure> {
        let (setup, moves) = split_moves(&self.position);
        let unreadable =
            |error| Failure::new(format!("a position of the game: {setup}"), format!("unreadable: {error}"));
        let mut position = Position::parse(game, setup).map_err(unreadable)?;
        play(&mut position, moves)?;
        play(&mut position, &self.moves)?;
        Ok(position)
    }
}

/// Plays moves with spaces between.
fn play(position: &mut Position, moves: &str) -> Result<(), Failure> {
    for text in moves.split_whitespace() {
        let mv = position.read_move(text).map_err(|refusal| {
            let failure = refused(
                position,
                text,
                &refusal,
                format!("`{text}` is played at {position}"),
                "it is illegal",
            );
            Failure {
                at: Some(Box::new(Place::of(position))),
                question: Some(Reproduction::Moves),
                ..failure
            }
        })?;
        position.play_legal(mv);
    }
    Ok(())
}

/// A failure with the position and the question that show it again.
fn placed(failure: Failure, position: &Position, case: &Case) -> Failure {
    let at = failure.at.or_else(|| Some(Box::new(Place::of(position))));
    let question = failure.question.or_else(|| Reproduction::of(&case.expect));
    Failure { at, question, ..failure }
}

/// Why a move is refused, and the line that does it.
fn reason(refusal: &Refusal) -> Lead {
    Lead { text: refusal.message(), origin: refusal.origin().cloned() }
}

/// The failure of a move that was refused: why, and what the rules allow instead.
fn refused(position: &Position, text: &str, refusal: &Refusal, expected: String, found: &str) -> Failure {
    Failure::new(expected, found)
        .leads([reason(refusal)])
        .leads(rules::moves_by_rule(position, &rules::could_say(position, &[text])))
}
