//! What stands around pieces, and how far a game has come: names become numbers, words become windows.

use crate::diagnostic::codes::{doubts, meaning, text};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Asks, Cell, Formation, Kind, Offset, Phase, Piece, Player, Points, Vicinity};
use crate::spec::{
    At, Entry, Evaluation as Table, Filter, Formation as Given, FormationAsk, RankPoints, Vicinity as Said,
    VicinityWord,
};

use super::filters::contents;
use super::scope::Scope;

/// Farther than any board reaches.
const FAR: i32 = 1_024;

/// Resolves the formations of an evaluation.
pub(crate) fn formations(table: &Table, scope: &Scope) -> Vec<Formation> {
    table.formations.iter().filter_map(|entry| formation(entry, scope)).collect()
}

fn formation(entry: &Entry<Given>, scope: &Scope) -> Option<Formation> {
    let given = &entry.value;
    let kind =
        given.piece.as_ref().and_then(|name| scope.kinds.find_owned(&name.value, name.span, scope.log));
    let asked = given.asked().and_then(|asked| asks(asked, scope));
    let on = given.on.map(|on| vicinity(on.value));
    if let (Some(on), Some(said)) = (on, given.on) {
        check_reach(&entry.name.value, on, said.span, scope);
    }
    let points = ranked(given, scope);
    let (asks, filter) = asked?;
    let holds = contents(filter, scope);
    Some(Formation {
        name: entry.name.value.clone(),
        kind: kind?,
        holds,
        on: on?,
        asks,
        points: points?,
        origin: scope.origin(entry.name.span),
    })
}

fn asks<'a>(asked: FormationAsk<'a>, scope: &Scope) -> Option<(Asks, &'a Filter)> {
    Some(match asked {
        FormationAsk::None(filter) => (Asks::NONE, filter),
        FormationAsk::Some(filter) => (Asks::SOME, filter),
        FormationAsk::Each(filter) => (Asks::Each, filter),
        FormationAsk::Count(filter, least, most) => {
            let given = |bound: Option<At<u32>>, free| bound.unwrap_or(At::new(free, filter.span));
            let (least, most) = (given(least, 0), given(most, u32::MAX));
            if least.value > most.value {
                let message = format!("no number is at least {} and at most {}", least.value, most.value);
                scope.log.report(meaning::IMPOSSIBLE_BOUNDS, most.span, message);
                return None;
            }
            (Asks::Within(least.value, most.value), filter)
        }
    })
}

fn vicinity(said: Said) -> Vicinity {
    let any = [-FAR, FAR];
    match said {
        Said::Word(VicinityWord::Around) => Vicinity::Around,
        Said::Word(VicinityWord::File) => Vicinity::Window { ahead: any, beside: [0, 0] },
        Said::Word(VicinityWord::Ahead) => Vicinity::Window { ahead: [1, FAR], beside: [0, 0] },
        Said::Word(VicinityWord::Board) => Vicinity::Window { ahead: any, beside: [0, FAR] },
        Said::Window { ahead, beside } => Vicinity::Window {
            ahead: ahead.map_or(any, |reach| [reach.least, reach.most]),
            beside: beside.map_or([0, FAR], |gap| [gap.least, gap.most].map(|n| n.min(FAR as u32) as i32)),
        },
    }
}

fn check_reach(name: &str, on: Vicinity, span: Span, scope: &Scope) {
    let Scope { board, log, .. } = scope;
    let sees = |&forward: &Offset| {
        Vicinity::displacements(&board.geometry).any(|by| on.has(&board.geometry, forward, by))
    };
    if board.known && !board.orientation.forward.iter().any(sees) {
        log.report(doubts::DEAD_TERM, span, format!("`{name}` looks at no cell of this board"));
    }
}

/// The points by owner and cell.
fn ranked(given: &Given, scope: &Scope) -> Option<[Vec<Points>; 2]> {
    let value = given.value.as_ref()?;
    let late = given.late.as_ref().unwrap_or(value);
    for numbers in [Some(value), given.late.as_ref()].into_iter().flatten() {
        check_ranks(numbers, scope)?;
    }
    let (geometry, orientation) = (&scope.board.geometry, &scope.board.orientation);
    Some(Player::each(|owner| {
        let points = |cell| {
            let rank = orientation.rank(geometry, owner, Cell(cell));
            Points::new(on_rank(value, rank), on_rank(late, rank))
        };
        (0..geometry.size() as u16).map(points).collect()
    }))
}

fn on_rank(points: &RankPoints, rank: u16) -> i32 {
    match points {
        RankPoints::Same(points) => points.value,
        RankPoints::ByRank(each, _) => each.get(rank as usize - 1).map_or(0, |points| points.value),
    }
}

/// A list has a number for each rank, as both players count them.
fn check_ranks(points: &RankPoints, scope: &Scope) -> Option<()> {
    let RankPoints::ByRank(each, span) = points else { return Some(()) };
    let (geometry, orientation) = (&scope.board.geometry, &scope.board.orientation);
    let ranks = Player::each(|player| usize::from(orientation.ranks(geometry, player)));
    if !scope.board.known {
        return None;
    }
    let Some(wrong) = ranks.into_iter().find(|&ranks| ranks != each.len()) else { return Some(()) };
    let message = format!("this list has {} numbers, the board {wrong} ranks", each.len());
    let uneven = Diagnostic::new(meaning::TABLE_SHAPE, *span, message);
    scope.log.add(uneven.help("the owner's first rank comes first; one number alone counts on every rank"));
    None
}

/// Resolves what tells the beginning of a game from its end.
pub(crate) fn phase(table: &Table, (setup, hands): (&[Piece], &[u16]), scope: &Scope) -> Option<Phase> {
    let Some(at) = table.phase.names().next() else {
        refuse_late(table, scope);
        return None;
    };
    if late_points(table).next().is_none() {
        let message = "`phase` changes nothing: no points are given for the end of the game";
        let idle = Diagnostic::new(doubts::DEAD_TERM, at.span, message);
        scope.log.add(
            idle.help(
                "give them in `late-values`, `late-hands`, `late-squares`, `late-mobility` or as `late`",
            ),
        );
    }
    let resolve = |entry: &Entry<At<u32>>| {
        let kind = scope.kinds.find_owned(&entry.name.value, entry.name.span, scope.log)?;
        Some((kind, i32::try_from(entry.value.value).ok()?))
    };
    let weights: Vec<_> = table.phase.iter().filter_map(resolve).collect();
    let count = |&(kind, weight): &(Kind, i32)| {
        let standing = setup.iter().filter(|piece| !piece.is_none() && piece.kind() == kind).count();
        let held = |owner| hands.get(Piece::new(kind, owner).index()).map_or(0, |&held| held as i32);
        weight * (standing as i32 + Player::each(held).iter().sum::<i32>())
    };
    let full: i32 = weights.iter().map(count).sum();
    if full == 0 && !scope.log.has_errors() {
        let message = "the setup has none of these pieces: the game would be late from the beginning";
        scope.log.report(text::BAD_VALUE, at.span, message);
    }
    Some(Phase { weights, full: full.max(1), origin: scope.origin(at.span) })
}

/// Where points are given for the end of the game, with the key that gives them.
fn late_points(table: &Table) -> impl Iterator<Item = (&'static str, Span)> {
    let values = table.late_values.names().map(|name| ("late-values", name.span));
    let hands = table.late_hands.names().map(|name| ("late-hands", name.span));
    let squares = table.late_squares.names().map(|name| ("late-squares", name.span));
    let mobility = table.late_mobility.iter().map(|points| ("late-mobility", points.span()));
    let formations = table.formations.iter().filter_map(|entry| entry.value.late.as_ref());
    let attacks = table.attacks.iter().filter_map(|entry| entry.value.late.as_ref());
    let tempo = table.late_tempo.iter().map(|points| ("late-tempo", points.span));
    let terms = formations.map(|late| late.span()).chain(attacks.map(|late| late.span()));
    let terms = terms.chain(table.surveyed_late().map(|late| late.span()));
    values.chain(hands).chain(squares).chain(mobility).chain(tempo).chain(terms.map(|span| ("late", span)))
}

fn refuse_late(table: &Table, scope: &Scope) {
    if !table.phase.broken().is_empty() {
        return;
    }
    if let Some((key, span)) = late_points(table).next() {
        let message = format!("`{key}` means nothing without `[evaluation.phase]`");
        let help = "it says which pieces tell the beginning of the game from its end; what drops it drops the late \
                    points too";
        scope.log.add(Diagnostic::new(text::MISPLACED_KEY, span, message).help(help));
    }
}
