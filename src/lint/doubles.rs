//! Rules that put pieces where an earlier rule puts them: a variant's `put` beside the `place` that it takes over.

use super::Look;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{Action, Rule, Travel};

/// Reports rules that put no piece which an earlier one does not put.
pub(super) fn look(look: &Look) {
    let rules = &look.game.rules.moves;
    for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| matches!(rule.action, Action::Drop(_)))
    {
        let Some(earlier) = rules[..number].iter().position(|earlier| covers(earlier, rule)) else {
            continue;
        };
        let [span, there] = [number, earlier].map(|number| look.places.rules[number]);
        if !look.definition.says(span) {
            continue;
        }
        let [name, other] = [number, earlier].map(|number| look.game.named_move(number).name);
        let message = format!("`{name}` never makes a move that `{other}` does not make");
        let word = other.rsplit('.').next().unwrap_or(other);
        let help = match look.definition.says(there) {
            true => "drop one of them".to_owned(),
            false => format!(
                "`{other}` is taken over: a rule called `{word}` takes its place, and `{word} = false` drops it"
            ),
        };
        let doubt = Diagnostic::new(doubts::DEAD_RULE, span, message);
        look.scope.log.add(doubt.label(there, "the earlier rule").help(help));
    }
}

fn covers(one: &Rule, other: &Rule) -> bool {
    let by = other.by.clone();
    Rule { by: by.clone(), ..one.clone() } == Rule { by, ..other.clone() }
        && one.by.iter().zip(&other.by).all(|(one, other)| is_wider(one, other))
}

fn is_wider(one: &Travel, other: &Travel) -> bool {
    one.way == other.way
        && one.to.covers(&other.to)
        && other.onto.but(one.onto).is_nothing()
        && (one.when.is_none() || one.when == other.when)
        && one.promotion == other.promotion
        && (one.nearby.is_empty() || one.nearby == other.nearby)
}
