//! Further stages of moves.

use crate::game::{Player, Stage};
use crate::spec::{self, Definition, MoveRule, Travel};

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
        let kind = said.kind()?;
        let kind = self.scope.kinds.find(&kind.value, kind.span, self.scope.log)?;
        let board = [*self.scope.board.geometry.board(); 2];
        self.list.push(Stage {
            kind,
            again: said.set.is_some(),
            by: Player::BOTH.map(|player| Some(way(&said.travel()?, player, self.scope))),
            to: said.to.as_ref().map_or(board, |region| self.scope.cells(region)),
        });
        Some(self.list.len() - 1)
    }
}
