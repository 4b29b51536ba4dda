//! Vetoes and ends that never come, always come, or come too late.

use crate::compile::conditions::AskedIn;
use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Condition, End, Player, WithName};
use crate::spec::{At, Condition as Said};

use super::Look;
use super::parts::Told;
use super::reachability::logic::{Case, node};
use super::reachability::verdict::{AskedWhen, Prospect};

impl<'a> Look<'a, '_> {
    pub(super) fn at_vetoes(&self) {
        let entries = self.game.named_vetoes().zip(&self.definition.illegal).zip(&self.places.vetoes);
        for ((veto, entry), &span) in entries {
            let name = veto.name;
            if veto.rules.as_ref().is_some_and(Vec::is_empty) {
                let message = format!("`{name}` never refuses a move: it looks at none");
                self.add(span, Diagnostic::new(doubts::NEVER_HOLDS, span, message));
                continue;
            }
            match self.prospects.judge(&veto.when, AskedWhen::OnTrial) {
                Prospect::Never(why) => {
                    self.doubt(doubts::NEVER_HOLDS, span, format!("`{name}` never refuses a move: {why}"));
                    continue;
                }
                Prospect::Always(why) if veto.before.is_none() => {
                    let message = format!("`{name}` refuses every move: {why}");
                    self.doubt(doubts::ALWAYS_HOLDS, span, message);
                    continue;
                }
                Prospect::Always(why) => {
                    let place = entry.value.condition.as_ref().map_or(span, |said| said.span);
                    let message = format!("`if` of `{name}` always holds: {why}");
                    self.add(place, Diagnostic::new(doubts::ALWAYS_HOLDS, place, message));
                }
                Prospect::Open => {
                    let said = entry.value.condition.as_ref();
                    self.at_parts(said, AskedIn::Veto, name, AskedWhen::OnTrial);
                }
            }
            let (Some(before), Some(said)) = (&veto.before, &entry.value.before) else { continue };
            match self.prospects.judge(before, AskedWhen::Before) {
                Prospect::Never(why) => {
                    let message = format!("`{name}` never refuses a move: before it, {why}");
                    self.doubt(doubts::NEVER_HOLDS, span, message);
                }
                Prospect::Always(why) => {
                    let message = format!("`before` of `{name}` always holds: {why}");
                    self.add(said.span, Diagnostic::new(doubts::ALWAYS_HOLDS, said.span, message));
                }
                Prospect::Open => self.at_parts(Some(said), AskedIn::Move, name, AskedWhen::Before),
            }
        }
    }

    fn at_parts(&self, said: Option<&At<Said>>, place: AskedIn, name: &str, asked: AskedWhen) {
        if let Some(told) = said.and_then(|said| Told::of(said, place, self.rule_names(), self.scope)) {
            self.parts(name, asked, &Player::BOTH).look(&told);
        }
    }

    pub(super) fn at_ends(&self) {
        let Look { game, definition, prospects, .. } = *self;
        if game.rules.ends.is_empty() {
            if let Some(table) = &definition.game {
                let never = Diagnostic::new(doubts::NO_END, table.at, "the game never ends");
                self.scope.log.add(never.help("say when it is over: `[end.NAME]` with `if` and `winner`"));
            }
            return;
        }
        let mut earlier: Vec<(WithName<'_, End>, Span)> = Vec::new();
        for ((end, entry), &span) in game.named_ends().zip(&definition.end).zip(&self.places.ends) {
            let name = end.name;
            match prospects.judge(&end.when, AskedWhen::After) {
                Prospect::Never(why) => {
                    self.doubt(doubts::NEVER_HOLDS, span, format!("`{name}` never ends the game: {why}"));
                }
                Prospect::Always(why) => {
                    let message = format!("`{name}` ends the game after the first move: {why}");
                    self.doubt(doubts::ALWAYS_HOLDS, span, message);
                }
                Prospect::Open => {
                    if !self.is_shadowed(end, span, &earlier) {
                        self.at_parts(entry.value.condition.as_ref(), AskedIn::End, name, AskedWhen::After);
                    }
                    earlier.push((end, span));
                }
            }
        }
    }

    /// What gives a player one move more, or ends its turn, and never does, or always.
    pub(super) fn at_turns(&self) {
        let (turns, Some(said)) = (&self.game.rules.turns, &self.definition.turn) else { return };
        let asked = [
            (
                &turns.extra,
                &said.extra,
                ["`extra` never gives a move", "`extra` gives a move after each: no turn ends"],
            ),
            (
                &turns.until,
                &said.until,
                ["`until` never ends a turn", "`until` ends each turn after its first move"],
            ),
        ];
        for (when, said, [never, always]) in asked {
            let (Some(when), Some(said)) = (when, said) else { continue };
            let (code, message) = match self.prospects.judge(when, AskedWhen::After) {
                Prospect::Never(why) => (doubts::NEVER_HOLDS, format!("{never}: {why}")),
                Prospect::Always(why) => (doubts::ALWAYS_HOLDS, format!("{always}: {why}")),
                Prospect::Open => continue,
            };
            self.add(said.span, Diagnostic::new(code, said.span, message));
        }
    }

    /// Whether some end holds wherever this does.
    pub(super) fn ends_where(&self, when: &Condition, case: Case) -> bool {
        let holds = node(when, case.mover, true, self.prospects);
        self.game.rules.ends.iter().any(|end| {
            let goes_on = node(&end.when, case.mover, false, self.prospects);
            self.prospects.refute(case, &[&holds, &goes_on]).is_some()
        })
    }

    /// An end, wherever it stands in the file, that comes when the same count has not come so far yet.
    fn counted_before(&self, end: &End) -> Option<(WithName<'a, End>, Span)> {
        let mut ends = self.game.named_ends().zip(self.places.ends.iter().copied());
        ends.find(|(other, _)| {
            let later = further(&other.when);
            later.is_some_and(|later| self.prospects.covers(&[&later], &end.when, AskedWhen::After))
        })
    }

    /// Reports an end that comes too late: wherever it holds, one before it does.
    fn is_shadowed(&self, end: WithName<End>, span: Span, earlier: &[(WithName<'a, End>, Span)]) -> bool {
        let covers = |others: &[&Condition]| self.prospects.covers(others, &end.when, AskedWhen::After);
        let one = earlier.iter().find(|(other, _)| covers(&[&other.when]));
        let all: Vec<_> = earlier.iter().map(|(other, _)| &other.when).collect();
        let one = one.copied().or_else(|| self.counted_before(&end));
        let (message, label) = match one {
            Some((other, before)) => (
                format!("`{}` never ends the game: `{}` does so before it", end.name, other.name),
                Some((before, "this end asks for no more")),
            ),
            None if all.len() > 1 && covers(&all) => {
                (format!("`{}` never ends the game: those before it do so", end.name), None)
            }
            None => return false,
        };
        let late = self.definition.doubt(doubts::SHADOWED_END, Some(span), message);
        self.scope.log.add(label.into_iter().fold(late, |late, (place, text)| late.label(place, text)));
        true
    }
}

/// The same count one further, where a condition is nothing but a count that grows by one at a time.
fn further(when: &Condition) -> Option<Condition> {
    Some(match when.clone() {
        Condition::Plies(n) => Condition::Plies(n + 1),
        Condition::Passes(n) => Condition::Passes(n + 1),
        Condition::Checks(n) => Condition::Checks(n + 1),
        Condition::Repeats { times, checking: None, of } => {
            Condition::Repeats { times: times + 1, checking: None, of }
        }
        Condition::QuietPlies { plies, resets } => Condition::QuietPlies { plies: plies + 1, resets },
        Condition::SamePiece { moves, resets } => Condition::SamePiece { moves: moves + 1, resets },
        _ => return None,
    })
}
