//! What a definition says of attacked cells, in plain English.

use crate::spec::{
    At, Attack, AttackOf, AttackWindow, AttackedCells, Attackers, CountPoints, Each, Entry, Filter, Named,
    PairCondition,
};

use super::phrases::{early_and_late, listed, nouns, region, span, with_article};

/// "king-danger: 0, 4, 12 … by how many cells …".
pub(super) fn attacked(entry: &Entry<Attack>) -> String {
    let given = &entry.value;
    let Some(value) = &given.value else { return entry.name.value.clone() };
    let points = early_and_late(&numbers(value), given.late.as_ref().map(numbers));
    let moves = given.of.is_some_and(|of| of.value == AttackOf::Moves);
    let (does, do_all) = if moves { ("can move to", "can move to") } else { ("attacks", "attack") };
    let cells = cells(given, "hold");
    let name = &entry.name.value;
    match given.each.map_or(Each::Pair, |each| each.value) {
        Each::Pair => {
            let cells = self::cells(given, "holds");
            format!("{name}: {points} for each cell{cells}, once for each time that {} {does} it", by(given))
        }
        Each::Piece => {
            format!("{name}: {points} for {}, by how many cells{cells} it {does}, none first", by(given))
        }
        Each::Total => {
            let attacked = all_by(given).map(|by| format!("cells{cells} {by} {do_all} together"));
            let counted: Vec<String> = attacked.into_iter().chain(dropped(given)).collect();
            format!("{name}: {points} by how many {}, none first", listed(&counted, "and"))
        }
    }
}

pub(super) fn numbers(points: &CountPoints) -> String {
    let each: Vec<String> = points.numbers().iter().map(i32::to_string).collect();
    each.join(", ")
}

/// "an own knight".
fn by(given: &Attack) -> String {
    match &given.by {
        Some(Attackers::Filter(filter)) => things(filter),
        _ => "an own piece".to_owned(),
    }
}

/// "own pieces", "each own queen (a cell counts 4 times) and each own rook"; `None` where pieces in hand alone attack.
fn all_by(given: &Attack) -> Option<String> {
    match &given.by {
        None => Some("own pieces".to_owned()),
        Some(Attackers::Filter(filter)) => Some(format!("all of {}", things(filter))),
        Some(Attackers::Weights(weights)) => {
            Some(listed(&weighed("each own", &weights.standing), "and")).filter(|all| !all.is_empty())
        }
    }
}

/// "empty cells that no enemy attacks where an own pawn or an own rook in hand could be dropped to attack an enemy king".
fn dropped(given: &Attack) -> Option<String> {
    let Some(Attackers::Weights(weights)) = &given.by else { return None };
    let hands = weighed("an own", &weights.held);
    let Some(AttackedCells::Window(window)) = given.on.as_ref().filter(|_| !hands.is_empty()) else {
        return None;
    };
    let asked = given.when.iter().flat_map(|list| &list.0);
    let asked = asked.map(|condition| match condition.value {
        PairCondition::Undefended => " that no enemy attacks",
        PairCondition::Lesser => " from where it looks at more than its worth",
        PairCondition::Safe => " that no enemy of less worth attacks",
    });
    let (asked, hands) = (asked.collect::<String>(), listed(&hands, "or"));
    let middle = middle(window);
    Some(format!("empty cells{asked} where {hands} in hand could be dropped to attack {middle}"))
}

fn weighed(each: &str, weights: &Named<At<u32>>) -> Vec<String> {
    let one = |entry: &Entry<At<u32>>| match (&entry.name.value, entry.value.value) {
        (kind, 1) => format!("{each} {kind}"),
        (kind, weight) => format!("{each} {kind} (a cell counts {weight} times)"),
    };
    weights.iter().map(one).collect()
}

fn middle(window: &AttackWindow) -> String {
    window.around.as_ref().map_or_else(|| "a piece".to_owned(), things)
}

/// " that hold an enemy piece, within e4 and where no enemy attacks them,".
fn cells(given: &Attack, hold: &str) -> String {
    let mut said = Vec::new();
    match &given.onto {
        None => said.push(format!("that {hold} nothing or an enemy piece")),
        Some(filter) => said.push(format!("that {hold} {}", things(filter))),
    }
    match &given.on {
        None => {}
        Some(AttackedCells::Region(cells)) => said.push(format!("within {}", region(cells))),
        Some(AttackedCells::Window(window)) => said.push(around(window)),
    }
    let asked = given.when.iter().flat_map(|list| &list.0);
    said.extend(asked.map(|condition| match condition.value {
        PairCondition::Undefended => "where no enemy defends what stands there".to_owned(),
        PairCondition::Lesser => "where what stands there is worth more than the attacker".to_owned(),
        PairCondition::Safe => "that no enemy of less worth than the attacker attacks".to_owned(),
    }));
    format!(" {}", listed(&said, "and"))
}

fn around(window: &AttackWindow) -> String {
    let middle = middle(window);
    let ahead = window.ahead.map_or((-1, 1), |ahead| (ahead.least, ahead.most));
    let beside = window.beside.map_or((0, 1), |beside| (beside.least, beside.most));
    let (ahead, beside) = (span(ahead.0, ahead.1, "rank"), span(beside.0, beside.1, "file"));
    format!("{ahead} ahead of {middle} and {beside} to its side")
}

/// "a pawn of its own side", "an enemy pawn or nothing".
pub(super) fn things(what: &Filter) -> String {
    match nouns(what, "of its own side") {
        Some(nouns) => listed(&nouns.iter().map(|noun| with_article(noun)).collect::<Vec<_>>(), "or"),
        None => super::phrases::filter(what),
    }
}
