//! The parts of conditions: those that decide nothing where the whole does.
//!
//! A part of a list that always holds, a part of an `either` that never does, and parts that say no more than the
//! others, at any depth. Whole conditions that never or always hold are judged elsewhere.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Condition, Player};
use crate::spec::{At, Condition as Said, Definition};

use super::reachability::Prospects;
use super::reachability::logic::{Formula, Why, node};
use super::reachability::verdict::{AskedWhen, CLASH, COVER};
use crate::compile::conditions::{AskedIn, condition_after};
use crate::compile::rules::RuleNames;
use crate::compile::scope::Scope;

/// A condition with the place of each of its parts.
pub(super) struct Told {
    span: Span,
    /// What it means.
    pub condition: Condition,
    parts: Parts,
}

enum Parts {
    /// It is a single question.
    None,
    All(Vec<Told>),
    Either(Vec<Told>),
    Not(Box<Told>),
}

impl Told {
    /// A condition of a definition without errors.
    pub(super) fn of(said: &At<Said>, place: AskedIn, rules: RuleNames, scope: &Scope) -> Option<Told> {
        let each = |list: &[At<Said>]| -> Option<Vec<Told>> {
            list.iter().map(|part| Told::of(part, place, rules, scope)).collect()
        };
        match &said.value {
            Said::All(list) => Told::all(each(list)?, said.span),
            Said::Either(list) => {
                let list = each(list)?;
                let condition = Condition::Either(list.iter().map(|part| part.condition.clone()).collect());
                Some(Told { span: said.span, condition, parts: Parts::Either(list) })
            }
            Said::Not(inner) => {
                let inner = Told::of(inner, place, rules, scope)?;
                let condition = Condition::Not(Box::new(inner.condition.clone()));
                Some(Told { span: said.span, condition, parts: Parts::Not(Box::new(inner)) })
            }
            _ => {
                let condition = condition_after(said, place, rules, scope)?;
                Some(Told { span: said.span, condition, parts: Parts::None })
            }
        }
    }

    /// All of these; `None` where there are none.
    pub(super) fn all(list: Vec<Told>, span: Span) -> Option<Told> {
        let condition = Condition::All(list.iter().map(|part| part.condition.clone()).collect());
        (!list.is_empty()).then_some(Told { span, condition, parts: Parts::All(list) })
    }
}

/// Looks at the parts of conditions.
pub(super) struct Looker<'a, 's> {
    pub prospects: &'a Prospects<'a>,
    pub definition: &'a Definition,
    pub scope: &'a Scope<'s>,
    /// What the condition belongs to.
    pub name: &'a str,
    pub asked: AskedWhen,
    /// Who is ever the mover.
    pub movers: &'a [Player],
}

/// Something that holds where a part is asked: a condition, or its opposite.
type Given<'t> = (&'t Condition, bool);

/// The most parts of a condition, and of a list in it, that are held against each other.
const MOST_PARTS: usize = 1_000;
const MOST_OF_A_LIST: usize = 64;

impl Looker<'_, '_> {
    /// Reports the parts that decide nothing. The whole neither always nor never holds.
    pub(super) fn look(&self, told: &Told) {
        if told.condition.parts().len() <= MOST_PARTS {
            self.look_inside(told, &mut Vec::new());
        }
    }

    fn look_inside<'t>(&self, told: &'t Told, given: &mut Vec<Given<'t>>) {
        match &told.parts {
            Parts::None => {}
            Parts::Not(inner) => self.look_inside(inner, given),
            Parts::All(list) => self.look_at(list, true, given),
            Parts::Either(list) => self.look_at(list, false, given),
        }
    }

    /// Looks at the parts of a list: in one of all, a part is asked where the others hold; in an `either`, where
    /// the others do not.
    fn look_at<'t>(&self, list: &'t [Told], all: bool, given: &mut Vec<Given<'t>>) {
        let mut idle = vec![false; list.len()];
        let others = |of: usize, idle: &[bool]| -> Vec<Given<'t>> {
            let others = (0..list.len()).filter(|&i| i != of && !idle[i]).take(MOST_OF_A_LIST);
            others.map(|i| (&list[i].condition, all)).collect()
        };
        for i in (0..list.len()).rev() {
            if let Some(doubt) = self.judge(&list[i], all, given, &others(i, &idle)) {
                idle[i] = true;
                if self.definition.says(list[i].span) {
                    self.scope.log.add(doubt);
                }
            }
        }
        for i in (0..list.len()).filter(|&i| !idle[i]) {
            let before = given.len();
            given.extend(others(i, &idle));
            self.look_inside(&list[i], given);
            given.truncate(before);
        }
    }

    /// What is to be said of a part that decides nothing.
    fn judge(&self, part: &Told, all: bool, given: &[Given], others: &[Given]) -> Option<Diagnostic> {
        let name = self.name;
        let doubt = |code: &'static Code, message: String| Some(Diagnostic::new(code, part.span, message));
        // In a list of all it does nothing if it cannot fail; in an `either`, if it cannot hold.
        let itself = [(&part.condition, !all)];
        if let Some(why) = self.refute(&itself) {
            let why = match why {
                Why::Fact(why) => why,
                Why::Clash if all => COVER.to_owned(),
                Why::Clash => CLASH.to_owned(),
            };
            return match all {
                true => doubt(doubts::ALWAYS_HOLDS, format!("this part of `{name}` always holds: {why}")),
                false => doubt(doubts::NEVER_HOLDS, format!("this part of `{name}` never holds: {why}")),
            };
        }
        let with = |more: &[Given]| self.refute(&[given, more, &itself].concat());
        if !all && !given.is_empty() && with(&[]).is_some() {
            let message = format!("this part of `{name}` never holds together with the rest");
            return doubt(doubts::NEVER_HOLDS, message);
        }
        with(others)?;
        let message = match all {
            true => format!("this part of `{name}` says no more than the others"),
            false => format!("where this part of `{name}` holds, another one does, too"),
        };
        doubt(doubts::IDLE_WORD, message)
    }

    /// Why these cannot hold together, whoever the mover is.
    fn refute(&self, given: &[Given]) -> Option<Why> {
        let mut found = None;
        for &mover in self.movers {
            self.prospects.spend(given.len())?;
            let nodes: Vec<Formula> = given
                .iter()
                .map(|(condition, holds)| node(condition, mover, *holds, self.prospects))
                .collect();
            let why = self.prospects.refute(self.asked.by(mover), &nodes.iter().collect::<Vec<_>>())?;
            found = found.or(Some(why));
        }
        found
    }
}
