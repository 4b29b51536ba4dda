//! How many moves make a turn, and the moves that `[turn]` adds: `done` and `swap`.

use crate::diagnostic::codes::{meaning, text};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    Action, CellSet, Condition, Contents, Game, Idle, Named, Rule, SideExchange, Travel, Turns, Way,
    swaps_sides,
};
use crate::spec::{self, At, Definition, SwapSides};

use super::conditions::{AskedIn, condition_after};
use super::log::Log;
use super::rules::Rules;
use super::scope::Scope;

/// A move rule that `[turn]` adds, and where it is said.
pub(crate) struct Added {
    pub rule: Rule,
    pub named: Named,
    pub span: Span,
}

/// How many moves the turns of a definition have.
pub(crate) fn turns(definition: &Definition, rules: &Rules, scope: &Scope) -> Turns {
    let Some(said) = &definition.turn else { return Turns::default() };
    let asked = |when: &Option<At<spec::Condition>>| -> Option<Condition> {
        condition_after(when.as_ref()?, AskedIn::Turn, rules.names(), scope)
    };
    let moves = said.moves.as_ref().map_or(vec![1], |moves| {
        moves.list.iter().map(|moves| u8::try_from(moves.value).unwrap_or(u8::MAX)).collect()
    });
    let swap = said.swap.map(|swap| match swap.value {
        SwapSides::Sides => SideExchange::InPlace,
        SwapSides::Mirror => SideExchange::Mirrored,
    });
    let turns = Turns { moves, extra: asked(&said.extra), until: asked(&said.until), swap };
    if !turns.go_on() && said.extra.is_none() {
        let idle = [("may", said.may.map(|may| may.span)), ("until", said.until.as_ref().map(|at| at.span))];
        for (word, span) in idle.iter().filter_map(|(word, span)| Some((word, (*span)?))) {
            let message = format!("`{word}` means nothing where every turn has one move");
            let misplaced = Diagnostic::new(text::MISPLACED_KEY, span, message);
            scope.log.add(misplaced.help("`moves` gives a turn several, `extra` one more"));
        }
    }
    turns
}

/// The moves that no piece makes and `[turn]` allows.
pub(crate) fn added(definition: &Definition, scope: &Scope) -> Vec<Added> {
    let turn = definition.turn.as_ref();
    let may = turn.and_then(|turn| turn.may).filter(|may| may.value).map(|may| may.span);
    let swap = turn.and_then(|turn| turn.swap).map(|swap| swap.span);
    let done = may.map(|span| ("turn.done", Action::Pass, Way::Pass { when: Idle::Done }, span));
    let swap = swap.map(|span| ("turn.swap", Action::Swap, Way::Swap, span));
    let add = |(name, action, way, span): (&str, Action, Way, Span)| Added {
        rule: rule(action, &way),
        named: Named { name: name.to_owned(), origin: scope.origin(span) },
        span,
    };
    done.into_iter().chain(swap).map(add).collect()
}

fn rule(action: Action, way: &Way) -> Rule {
    let travel = Travel {
        way: way.clone(),
        from: CellSet::EMPTY,
        to: CellSet::EMPTY,
        onto: Contents::NOTHING,
        when: None,
        promotion: None,
        nearby: Vec::new(),
    };
    Rule {
        kind: None,
        action,
        by: [travel.clone(), travel],
        effects: Vec::new(),
        hand: None,
        unmoved: false,
        checkers: false,
        then: None,
        again: None,
    }
}

/// Reports a swap after which the second player would not stand as the first one did.
pub(crate) fn check_swap(game: &Game, definition: &Definition, log: &Log) {
    let said = definition.turn.as_ref().and_then(|turn| turn.swap);
    let (Some(said), Some(swap)) = (said, game.rules.turns.swap) else { return };
    if swaps_sides(&game.rules, swap) {
        return;
    }
    let (word, message, help) = match swap {
        SideExchange::Mirrored => (
            "sides",
            "with files and ranks exchanged, the second player does not stand as the first one did",
            "that takes a square board on which each player's goals are the other's with file and rank exchanged",
        ),
        SideExchange::InPlace => (
            "mirror",
            "on their own cells, pieces of the other player are not what they were",
            "that takes rules, goals and a setup that are the same for both players",
        ),
    };
    let diagnostic = Diagnostic::new(meaning::BAD_SWAP, said.span, message);
    log.add(diagnostic.help(format!("{help}; `\"{word}\"` exchanges them the other way")));
}
