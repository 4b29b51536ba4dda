//! Further stages of moves.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::text;
use crate::game::{Bring, Contents, Player, Removal, Stage};
use crate::spec::{self, Definition, Filter, MoveRule, Travel};

use super::conditions::{AskedIn, condition};
use super::filters::contents;
use super::rules::way;
use super::scope::Scope;

/// The stages of a definition.
pub(crate) struct Stages<'r, 's> {
    scope: &'r Scope<'s>,
    /// Those that rules name by number.
    pub list: Vec<Stage>,
    /// The one of every move.
    every: Option<usize>,
}

impl<'r, 's> Stages<'r, 's> {
    /// Resolves the stage that belongs to every move.
    pub(crate) fn new(definition: &Definition, scope: &'r Scope<'s>) -> Stages<'r, 's> {
        let mut stages = Stages { scope, list: Vec::new(), every: None };
        let then = definition.turn.as_ref().and_then(|turn| turn.then.as_ref());
        stages.every = then.and_then(|then| stages.add(then));
        stages
    }

    /// The number of a rule's stage.
    pub(crate) fn of(&mut self, rule: &MoveRule) -> Option<usize> {
        match (rule.travel()?, &rule.then) {
            (Travel::Exit(_) | Travel::Pass(_), _) => None,
            (_, Some(then)) if then.again.is_none() => self.add(then),
            _ => self.every,
        }
    }

    fn add(&mut self, said: &spec::Stage) -> Option<usize> {
        let stage = match &said.take {
            Some(take) => Stage::Take(self.removal(take, said)?),
            None => Stage::Bring(self.bring(said)?),
        };
        self.list.push(stage);
        Some(self.list.len() - 1)
    }

    /// What leaves the board, and when. `None` where a condition could not be understood.
    fn removal(&self, take: &Filter, said: &spec::Stage) -> Option<Removal> {
        let pieces = Contents::all(self.scope.kinds.roster()).but(Contents::EMPTY.or(Contents::MARKED));
        let passing = contents(take, self.scope);
        if passing.iter().all(|passing| passing.and(pieces).is_nothing() && !passing.is_nothing()) {
            let message = "only pieces can leave the board";
            self.scope.log.add(Diagnostic::new(text::BAD_FILTER, take.span, message));
        }
        let asked = |when: &Option<spec::At<spec::Condition>>, place| match when {
            None => Some(None),
            Some(when) => condition(when, place, self.scope).map(Some),
        };
        let when = asked(&said.condition, AskedIn::Landed);
        let spare = asked(&said.spare, AskedIn::Chosen);
        Some(Removal { takes: passing.map(|passing| passing.and(pieces)), when: when?, spare: spare? })
    }

    /// The piece that comes.
    fn bring(&self, said: &spec::Stage) -> Option<Bring> {
        let kind = said.kind()?;
        let kind = self.scope.kinds.find(&kind.value, kind.span, self.scope.log)?;
        let board = [*self.scope.board.geometry.board(); 2];
        Some(Bring {
            kind,
            again: said.set.is_some(),
            by: Player::each(|player| Some(way(&said.travel()?, player, self.scope))),
            to: said.to.as_ref().map_or(board, |region| self.scope.cells(region)),
        })
    }
}
