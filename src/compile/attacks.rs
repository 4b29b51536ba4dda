//! Points for attacked cells: names become numbers, words become windows.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::{doubts, text};
use crate::game::{AttackTerm, Contents, Kind, PieceWindow, Player, Points, Tally, Vicinity, Zone};
use crate::spec::{
    At, Attack, AttackOf, AttackWindow, AttackedCells, Attackers, CountPoints, Each, Entry,
    Evaluation as Table, Filter, Named, PairCondition,
};

use super::filters::contents;
use super::scope::Scope;

/// Resolves the attack terms of an evaluation.
pub(crate) fn attacks(table: &Table, scope: &Scope) -> Vec<AttackTerm> {
    table.attacks.iter().filter_map(|entry| attack(entry, scope)).collect()
}

fn attack(entry: &Entry<Attack>, scope: &Scope) -> Option<AttackTerm> {
    let given = &entry.value;
    let roster = scope.kinds.roster();
    let by = attackers(given, scope);
    let hands = match &given.by {
        Some(Attackers::Weights(weights)) => weighed(&weights.held, scope),
        _ => Vec::new(),
    };
    let onto = match &given.onto {
        Some(filter) => contents(filter, scope),
        None => Player::each(|owner| Contents::owned(!owner, roster).or(Contents::EMPTY)),
    };
    let on = match &given.on {
        None => Zone::Board,
        Some(AttackedCells::Region(region)) => Zone::Region(Box::new(scope.cells(region))),
        Some(AttackedCells::Window(said)) => Zone::Window(window(&entry.name.value, said, scope)?),
    };
    let asks = |word: PairCondition| {
        let said = given.when.iter().flat_map(|list| &list.0);
        said.into_iter().find(|said| said.value == word)
    };
    check_defence(asks(PairCondition::Undefended), given.onto.as_ref(), onto, scope);
    Some(AttackTerm {
        name: entry.name.value.clone(),
        by,
        hands,
        onto,
        on,
        undefended: asks(PairCondition::Undefended).is_some(),
        lesser: asks(PairCondition::Lesser).is_some(),
        safe: asks(PairCondition::Safe).is_some(),
        moves: given.of.is_some_and(|of| of.value == AttackOf::Moves),
        each: tally(given)?,
        origin: scope.origin(entry.name.span),
    })
}

fn attackers(given: &Attack, scope: &Scope) -> [Vec<(Kind, u32)>; 2] {
    let roster = scope.kinds.roster();
    let owned = |owner| Contents::owned(owner, roster);
    let listed = |of: Contents| of.pieces().map(|piece| (piece.kind(), 1)).collect();
    match &given.by {
        None => Player::each(|owner| listed(owned(owner))),
        Some(Attackers::Filter(filter)) => {
            let passing = contents(filter, scope);
            Player::each(|owner| listed(passing[owner.index()].and(owned(owner))))
        }
        Some(Attackers::Weights(weights)) => {
            let standing = weighed(&weights.standing, scope);
            [standing.clone(), standing]
        }
    }
}

/// Kinds, and what a pair of each counts.
fn weighed(each: &Named<At<u32>>, scope: &Scope) -> Vec<(Kind, u32)> {
    let resolve = |entry: &Entry<At<u32>>| {
        let kind = scope.kinds.find_owned(&entry.name.value, entry.name.span, scope.log)?;
        Some((kind, entry.value.value))
    };
    each.iter().filter_map(resolve).collect()
}

/// A cell that an own piece stands on is always defended by nobody else than the attacker's side.
fn check_defence(
    undefended: Option<&At<PairCondition>>,
    filter: Option<&Filter>,
    onto: [Contents; 2],
    scope: &Scope,
) {
    let (Some(undefended), Some(filter)) = (undefended, filter) else { return };
    let roster = scope.kinds.roster();
    let own = |owner: Player| !onto[owner.index()].and(Contents::owned(owner, roster)).is_nothing();
    if Player::BOTH.into_iter().any(own) {
        let message = "`undefended` means nothing where own pieces stand: no enemy defends them";
        let wrong = Diagnostic::new(text::MISPLACED_KEY, undefended.span, message);
        let help = "`\"safe\"` asks whether an enemy of less worth attacks the cell";
        scope.log.add(wrong.label(filter.span, "own pieces pass this").help(help));
    }
}

fn window(name: &str, said: &AttackWindow, scope: &Scope) -> Option<PieceWindow> {
    let filter = said.around.as_ref()?;
    let roster = scope.kinds.roster();
    let [first, second] = Player::each(|owner| Contents::owned(owner, roster));
    let window = PieceWindow {
        around: contents(filter, scope).map(|around| around.and(first.or(second))),
        ahead: said.ahead.map_or([-1, 1], |reach| [reach.least, reach.most]),
        beside: said.beside.map_or([0, 1], |gap| [gap.least, gap.most].map(|files| files as i32)),
    };
    // What is taken over may look for what is dropped here, or farther than this board reaches.
    let own_text = scope.log.is_own(said.at);
    if own_text && window.around.iter().all(|around| around.is_nothing()) {
        let message = format!("`{name}` never counts: an owner's piece stands in the middle of a window");
        let help = "name pieces, such as `\"enemy king\"`";
        scope.log.add(Diagnostic::new(doubts::DEAD_TERM, filter.span, message).help(help));
    }
    let orientation = &scope.board.orientation;
    let own = window.ahead[0] <= 0 && 0 <= window.ahead[1] && window.beside[0] == 0;
    let sees = |&forward: &_| {
        Vicinity::displacements(&scope.board.geometry)
            .any(|by| window.seen().has(&scope.board.geometry, forward, by))
    };
    if own_text && scope.board.known && !own && !orientation.forward.iter().any(sees) {
        let message = format!("`{name}` looks at no cell of this board");
        scope.log.report(doubts::DEAD_TERM, said.at, message);
    }
    Some(window)
}

fn tally(given: &Attack) -> Option<Tally> {
    let value = given.value.as_ref()?;
    let late = given.late.as_ref().unwrap_or(value);
    let points = points(value, late);
    Some(match given.each.map_or(Each::Pair, |each| each.value) {
        Each::Pair => Tally::Pair(points.first().copied()?),
        Each::Piece => Tally::Piece(points),
        Each::Total => Tally::Total(points),
    })
}

/// Early and late points side by side: the last number of the shorter list goes on.
pub(super) fn points(early: &CountPoints, late: &CountPoints) -> Vec<Points> {
    let (early, late) = (early.numbers(), late.numbers());
    let at = |list: &[i32], number: usize| list.get(number).or(list.last()).copied().unwrap_or(0);
    (0..early.len().max(late.len()))
        .map(|number| Points::new(at(&early, number), at(&late, number)))
        .collect()
}
