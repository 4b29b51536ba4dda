//! Trying a script out on positions: does it keep its promises?

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::{ScriptError, ScriptFault};
use super::source::ScriptSource;
use super::{Again, OddName, Oddity, answer_again, odd_names};
use crate::eval::{Score, Scorer};
use crate::game::{Cell, Game, Piece, Script};
use crate::on_board;
use crate::position::{Board, Position};

/// What kind of promise a script breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// It gave two answers to one question.
    Impure,
    /// It scores a position and the same one seen from the other side not the opposite way.
    Unlike,
    /// It reads a name that is not there.
    Missing,
    /// It compares a number with a text.
    Unequal,
    /// It gives something a name that nobody uses.
    Unused,
    /// It makes a global in the middle of something.
    Global,
    /// A hook takes more or fewer numbers than it is given.
    Unfit,
}

/// A promise that a script breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind of promise.
    pub kind: FindingKind,
    /// The hook; none where it is about the text of the script.
    pub hook: Option<&'static str>,
    /// The line.
    pub line: u32,
    /// The position where it shows, and what was answered.
    pub message: String,
}

/// What trying a script out showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// The promises that it breaks, each once.
    pub findings: Vec<Finding>,
    /// How many microseconds a position takes: half of them take no longer. A machine that is busy for a moment
    /// does not change it.
    pub usual: u64,
}

/// A script and a game to try it out on.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The game with the script loaded.
    pub scripted: &'a Arc<Game>,
    /// The game without it.
    pub plain: &'a Arc<Game>,
    /// How late it is, in microseconds from whenever on.
    pub clock: &'a (dyn Fn() -> u64 + Sync),
}

impl Trial<'_> {
    /// Asks the script about these positions of the game with the script, twice and in another order, and about
    /// the same positions seen from the other side, where the game has two sides alike. When `stop` becomes
    /// true, what was found by then does.
    ///
    /// # Errors
    ///
    /// What the script does wrong when it is asked.
    pub fn run(&self, positions: &[Position], stop: &Arc<AtomicBool>) -> Result<Tried, ScriptError> {
        let Some(script) = &self.scripted.evaluation.script else { return Ok(Tried::default()) };
        let mut findings = self.tables_differ(script)?;
        let names = |missing: Vec<(u32, String)>| {
            let finding = |(line, message)| Finding { kind: FindingKind::Missing, hook: None, line, message };
            missing.into_iter().map(finding).collect::<Vec<Finding>>()
        };
        let odd = |OddName { line, oddity, message }| {
            let kind = match oddity {
                Oddity::Unused => FindingKind::Unused,
                Oddity::Unknown => FindingKind::Missing,
                Oddity::Unequal => FindingKind::Unequal,
                Oddity::Global => FindingKind::Global,
            };
            Finding { kind, hook: None, line, message }
        };
        findings.extend(odd_names(&script.text, self.plain).into_iter().map(odd));
        let Some(first) = positions.first() else { return Ok(Tried { findings, ..Tried::default() }) };
        let mut took = on_board!(first.engine(), board => {
            let scorer = Scorer::going_on(self.scripted, board, stop, None);
            let mut asked = Asked { scorer, script, clock: self.clock, took: Vec::new() };
            match asked.look(positions, !self.plain.evaluation.meant_unlike, &mut findings) {
                Err(error) if error.fault != ScriptFault::Stopped => return Err(error),
                _ => {
                    findings.extend(names(asked.scorer.missing()));
                    asked.took
                }
            }
        });
        findings.sort_by_key(|finding| (finding.line, finding.hook, finding.kind as u8));
        // Several names of one line can be odd.
        let names = |finding: &Finding| match finding.kind {
            FindingKind::Missing | FindingKind::Unequal | FindingKind::Unused | FindingKind::Global => {
                finding.message.split(';').next().map(str::to_owned)
            }
            FindingKind::Impure | FindingKind::Unlike | FindingKind::Unfit => None,
        };
        let mut seen = Vec::new();
        findings.retain(|finding| {
            let key = (finding.line, finding.hook, finding.kind, names(finding));
            let is_new = !seen.contains(&key);
            seen.push(key);
            is_new
        });
        took.sort_unstable();
        Ok(Tried { findings, usual: took.get(took.len() / 2).copied().unwrap_or_default() })
    }

    /// Asks again what is asked once, when a script is loaded: the answers must be the same.
    fn tables_differ(&self, script: &Script) -> Result<Vec<Finding>, ScriptError> {
        let source = ScriptSource {
            file: script.file.clone(),
            text: script.text.clone(),
            usage: script.usage.clone(),
        };
        let Again { tables, pairs, unfit } = answer_again(self.plain, &source, &script.watchdog)?;
        let differ = [
            ("on_load", "it", format!("{:?}", script.tables) != format!("{tables:?}")),
            ("score_pair", "about the same pairs, it", script.pairs != pairs),
        ];
        let differ = differ.into_iter().filter(|&(_, _, differs)| differs);
        let said = |who: &str| format!("asked twice, {who} answers differently");
        let differ = differ.map(|(hook, who, _)| finding(script, FindingKind::Impure, hook, said(who)));
        let unfit = unfit.map(|said| finding(script, FindingKind::Unfit, "score_features", said));
        Ok(differ.chain(unfit).collect())
    }
}

fn finding(script: &Script, kind: FindingKind, hook: &'static str, message: String) -> Finding {
    Finding { kind, hook: Some(hook), line: script.hook(hook).unwrap_or(1), message }
}

type Answer = Vec<(&'static str, Score)>;

/// A script that is asked about one position after the other.
struct Asked<'a, const N: usize> {
    scorer: Scorer<N>,
    script: &'a Script,
    clock: &'a (dyn Fn() -> u64 + Sync),
    took: Vec<u64>,
}

impl<const N: usize> Asked<'_, N> {
    fn look(
        &mut self,
        positions: &[Position],
        alike: bool,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ScriptError> {
        let answers = positions.iter().map(|p| self.about(p)).collect::<Result<Vec<_>, _>>()?;
        findings.extend(self.again(positions, &answers)?);
        if alike {
            findings.extend(self.as_the_other_side(positions, &answers)?);
        }
        self.as_played(positions)
    }

    /// Asks about the positions with all that play has left in them: hands, checks, what was moved before.
    fn as_played(&mut self, positions: &[Position]) -> Result<(), ScriptError> {
        for position in positions {
            let board = on_board!(position.engine(), board => (board as &dyn Any).downcast_ref::<Board<N>>());
            let Some(board) = board else { continue };
            self.scorer.look_at(board);
            self.scorer.scripted(board);
            self.check(position)?;
        }
        Ok(())
    }

    /// What went wrong, with the game and the position where it did: a script may serve several games.
    fn check(&self, position: &Position) -> Result<(), ScriptError> {
        let Some(error) = self.scorer.fault() else { return Ok(()) };
        let at = match error.fault {
            ScriptFault::Failed | ScriptFault::Value => {
                format!(" ({}, at `{position}`)", position.game().name())
            }
            _ => String::new(),
        };
        Err(ScriptError { message: error.message.clone() + &at, ..error.clone() })
    }

    fn about(&mut self, position: &Position) -> Result<Answer, ScriptError> {
        let begun = (self.clock)();
        let board = Board::<N>::new(position.game(), &position.pieces(), position.turn());
        self.scorer.look_at(&board);
        let mut answer: Answer =
            self.scorer.scripted(&board).into_iter().map(|share| (share.hook, share.score)).collect();
        if self.script.hook("on_load").is_some() {
            let others: Score = answer.iter().map(|(_, score)| score).sum();
            answer.push(("on_load", self.scorer.score(&board).saturating_sub(others)));
        }
        self.took.push((self.clock)().saturating_sub(begun));
        self.check(position)?;
        Ok(answer)
    }

    /// Asks a second time, backwards: what has another answer now depends on more than the position.
    fn again(&mut self, positions: &[Position], answers: &[Answer]) -> Result<Vec<Finding>, ScriptError> {
        self.scorer.forget_answers();
        let mut findings = Vec::new();
        for (position, before) in positions.iter().zip(answers).rev() {
            let again = self.about(position)?;
            findings.extend(differing(before, &again).map(|(hook, one, other)| {
                let message = format!("asked twice about `{position}`, it answers {one} and {other}");
                finding(self.script, FindingKind::Impure, hook, message)
            }));
        }
        Ok(findings)
    }

    /// Looks for a way to see the board from the other side under which the script treats both alike. Of a
    /// game with several ways one is enough: a script may well tell left from right.
    fn as_the_other_side(
        &mut self,
        positions: &[Position],
        answers: &[Answer],
    ) -> Result<Vec<Finding>, ScriptError> {
        let mut plainest = None;
        let swaps = positions.first().map_or(Vec::new(), |position| position.game().facts.swaps.clone());
        for swap in &swaps {
            let findings = self.under(swap, positions, answers)?;
            if findings.is_empty() {
                return Ok(findings);
            }
            plainest.get_or_insert(findings);
        }
        Ok(plainest.unwrap_or_default())
    }

    fn under(
        &mut self,
        swap: &[Cell],
        positions: &[Position],
        answers: &[Answer],
    ) -> Result<Vec<Finding>, ScriptError> {
        let mut findings = Vec::new();
        for (position, answer) in positions.iter().zip(answers) {
            let image = swapped(position, swap);
            let opposite: Answer =
                self.about(&image)?.into_iter().map(|(hook, score)| (hook, -score)).collect();
            findings.extend(differing(answer, &opposite).map(|(hook, one, other)| {
                let message = format!(
                    "`{position}` is worth {one}, and seen from the other side, as `{image}`, {} where {} is \
                     expected",
                    -other, -one
                );
                finding(self.script, FindingKind::Unlike, hook, message)
            }));
        }
        Ok(findings)
    }
}

fn differing<'a>(
    one: &'a Answer,
    other: &'a Answer,
) -> impl Iterator<Item = (&'static str, Score, Score)> + 'a {
    let pairs = one.iter().zip(other).filter(|(one, other)| one.1 != other.1);
    pairs.map(|(one, other)| (one.0, one.1, other.1))
}

/// The position as the other player sees it: every cell elsewhere, every piece the other player's.
fn swapped(position: &Position, swap: &[Cell]) -> Position {
    let game = position.game();
    let mut pieces = vec![Piece::NONE; game.rules.geometry.size()];
    for (piece, to) in position.pieces().into_iter().zip(swap) {
        if let Some(there) = pieces.get_mut(to.index()) {
            *there = game.rules.roster.swapped(piece);
        }
    }
    Position::set_up(game, &pieces, !position.turn())
}
