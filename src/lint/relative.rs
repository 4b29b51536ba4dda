//! Conditions that look at a region of the mover for pieces that need not be the mover's: `{ some = "fox", on =
//! "last-rank" }` finds any fox on the last rank of whoever has just moved.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::spec::{At, BuiltIn, Condition, Filter, Owner, Region, RegionPart, Term};

use super::Look;

/// Reports conditions that mix the two.
pub(super) fn look(look: &Look) {
    let definition = look.definition;
    let ends = definition.end.iter().filter_map(|entry| entry.value.condition.as_ref());
    let vetoes = definition.illegal.iter().filter(|entry| {
        let looked_at = look.game.named_vetoes().find(|veto| veto.name == entry.name.value);
        let rules = looked_at.and_then(|veto| veto.rules.clone());
        let rules = rules.map(|rules| rules.iter().map(|&rule| rule.into()).collect::<Vec<usize>>());
        // Where only one player ever moves so, the region is that player's.
        rules.is_none_or(|rules| look.movers(&rules).len() > 1)
    });
    let vetoes = vetoes.flat_map(|entry| [&entry.value.condition, &entry.value.before]).flatten();
    ends.chain(vetoes).for_each(|said| look_at(look, said));
    for said in look.said_rules() {
        if let Some(condition) =
            said.entry.value.condition.as_ref().filter(|_| look.movers(&said.rules).len() > 1)
        {
            look_at(look, condition);
        }
    }
}

fn look_at(look: &Look, said: &At<Condition>) {
    match &said.value {
        Condition::Not(inner) => look_at(look, inner),
        Condition::Either(list) | Condition::All(list) => list.iter().for_each(|part| look_at(look, part)),
        Condition::None { what, on: Some(on) }
        | Condition::Some { what, on: Some(on) }
        | Condition::Count { what, on: Some(on), .. }
        | Condition::Attacked { what, on: Some(on), .. }
        | Condition::Reachable { what, on: Some(on) } => look_at_region(look, what, on),
        _ => {}
    }
}

fn look_at_region(look: &Look, what: &Filter, on: &Region) {
    let near =
        |part: &At<RegionPart>| matches!(part.value, RegionPart::BuiltIn(BuiltIn::File | BuiltIn::Around));
    if on.parts.iter().any(near) {
        return;
    }
    let [first, second] = look.scope.cells(on);
    if first == second {
        return;
    }
    for term in &what.terms {
        let Term::Piece { owner, kind: Some(kind) } = &term.value else { continue };
        let whose = match owner.as_ref().map(|owner| &owner.value) {
            None => "may be anybody's".to_owned(),
            Some(Owner::Player(name)) => format!("is that of {name}"),
            Some(_) => continue,
        };
        // What belongs to nobody is nobody's on either side.
        let neutral = look.scope.kinds.iter().any(|other| {
            look.scope.kinds.name(other).value == kind.value && look.game.rules.roster.is_neutral(other)
        });
        if neutral {
            continue;
        }
        let name = &kind.value;
        let message = format!("the cells are the mover's, and the `{name}` {whose}");
        let doubt = Diagnostic::new(doubts::FOREIGN_REGION, term.span, message);
        let help = format!(
            "say whose it is: `own {name}` or `enemy {name}`; cells that are the same for both players have names \
             such as `*8` or `a1`"
        );
        look.add(term.span, doubt.label(on.span, "other cells for each player").help(help));
    }
}
