//! Names in a variant that are new and nearly those of what it extends: `doubel` beside the parent's `double`.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, near_name};
use crate::spec::{At, Named};

use super::Look;

/// Reports new names that may stand for others.
pub(super) fn look(look: &Look) {
    let definition = look.definition;
    let plain = |_: &str| true;
    among(look, "region", &definition.regions, plain);
    among(look, "rule", &definition.moves, plain);
    among(look, "effect", &definition.effects, plain);
    among(look, "reason to refuse moves", &definition.illegal, plain);
    among(look, "end", &definition.end, plain);
    for piece in &definition.pieces {
        among(look, "rule", &piece.value.moves, plain);
    }
    // A kind that the file says more of stays what it is, and one of nobody stands for none of a player.
    let untouched = |name: &str| {
        definition.pieces.get(name).is_none_or(|piece| !definition.says(piece.at) && piece.owner.is_none())
    };
    let neutral = |name: &str| definition.pieces.get(name).is_some_and(|piece| piece.owner.is_some());
    let kinds: Vec<&At<String>> = definition.pieces.names().collect();
    check(look, "kind", kinds.into_iter().filter(|name| !neutral(&name.value)), untouched);
    if let Some(table) = &definition.evaluation {
        among(look, "formation", &table.formations, plain);
        among(look, "attack term", &table.attacks, plain);
        among(look, "block", &table.blocks, plain);
        among(look, "pattern", &table.lines, plain);
    }
}

fn among<T>(look: &Look, what: &str, table: &Named<T>, meant: impl Fn(&str) -> bool) {
    check(look, what, table.names(), meant);
}

/// `meant` says whether a name of the parent may be the one that was meant.
fn check<'n>(
    look: &Look,
    what: &str,
    names: impl Iterator<Item = &'n At<String>>,
    meant: impl Fn(&str) -> bool,
) {
    let (own, taken_over): (Vec<_>, Vec<_>) = names.partition(|name| look.definition.says(name.span));
    for name in own {
        let others = taken_over.iter().filter(|other| meant(&other.value));
        let Some(near) = others.into_iter().find(|other| near_name(&name.value, &other.value)) else {
            continue;
        };
        let message =
            format!("`{}` is a new {what} beside `{}`, which is taken over", name.value, near.value);
        let doubt = Diagnostic::new(doubts::NEAR_NAME, name.span, message);
        let help = format!(
            "did you mean to replace `{}`? If both are meant, give `{}` here, too, or choose another name",
            near.value, near.value
        );
        look.scope.log.add(doubt.label(near.span, "it is given here").help(help));
    }
}
