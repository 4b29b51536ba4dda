//! Filters: what a cell may hold, as bits, for each player who may be the mover.

use crate::diagnostic::{Diagnostic, codes::text};
use crate::game::{Contents, Piece, Player, Roster};
use crate::spec::{At, Filter, Owner, Term};

use super::scope::Scope;

/// Words for owners.
const OWNERS: &[&str] = &["own", "enemy", "neutral", "any"];

/// Words that can stand alone in a filter.
const ALONE: &[&str] = &["own", "enemy", "neutral", "any", "empty", "marked", "checking"];

/// What passes a filter when the first or the second player is the mover.
pub(crate) fn contents(filter: &Filter, scope: &Scope) -> [Contents; 2] {
    let mut all = [Contents::NOTHING; 2];
    for term in &filter.terms {
        let passing = passing(term, scope);
        for (all, passing) in all.iter_mut().zip(passing) {
            *all = all.or(passing);
        }
    }
    all
}

fn passing(term: &At<Term>, scope: &Scope) -> [Contents; 2] {
    let roster = scope.kinds.roster();
    match &term.value {
        Term::Empty => [Contents::EMPTY; 2],
        Term::Marked => [Contents::MARKED; 2],
        Term::Checking => {
            let message = "`checking` is not supported here by this version";
            let later = Diagnostic::new(text::NOT_SUPPORTED, term.span, message);
            let help =
                "it stands alone: `onto = \"checking\"` in a rule, `{ count = \"checking\" }` in a condition";
            scope.log.add(later.help(help));
            [Contents::NOTHING; 2]
        }
        Term::Not(filter) => contents(filter, scope).map(|passing| Contents::all(roster).but(passing)),
        Term::Piece { owner, kind } => {
            let owners = owner.as_ref().map_or([anybody(roster); 2], |owner| owned(owner, scope));
            let Some(kind) = kind else { return owners };
            // A word alone could have been meant as an owner.
            let others = if owner.is_none() { ALONE } else { &[] };
            let found = scope.kinds.find_among(&kind.value, kind.span, others, scope.log);
            let of_kind = found.map_or(Contents::NOTHING, |kind| {
                let [first, second] = Player::each(|owner| Contents::piece(Piece::new(kind, owner)));
                first.or(second)
            });
            owners.map(|owners| owners.and(of_kind))
        }
    }
}

/// Every piece, whoever moves.
fn anybody(roster: Roster) -> Contents {
    let [first, second] = Player::each(|player| Contents::owned(player, roster));
    first.or(second).or(Contents::neutral(roster))
}

fn owned(owner: &At<Owner>, scope: &Scope) -> [Contents; 2] {
    let roster = scope.kinds.roster();
    let [first, second] = Player::each(|player| Contents::owned(player, roster));
    match &owner.value {
        Owner::Own => [first, second],
        Owner::Enemy => [second, first],
        Owner::Neutral => [Contents::neutral(roster); 2],
        Owner::Any => [anybody(roster); 2],
        Owner::Player(name) => match named(&At::new(name, owner.span), scope) {
            Some(player) => [Contents::owned(player, roster); 2],
            None => [Contents::NOTHING; 2],
        },
    }
}

fn named(name: &At<&str>, scope: &Scope) -> Option<Player> {
    scope.players.find_among("owner", OWNERS, name, scope.log)
}
