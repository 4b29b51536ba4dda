//! Points for what is counted on the whole board: names become numbers, words become cells.

use crate::diagnostic::codes::{doubts, meaning, text};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    CellSet, Contents, CountWorth, Distance, Going, Influence, Kind, Link, Offset, PatternPlace, Player,
    Points, Survey, SurveyTerm,
};
use crate::spec;
use crate::spec::{At, CountPoints, Directions, Entry, Evaluation as Table, Filter, LinePattern};

use super::attacks::points;
use super::filters::contents;
use super::groups::{both_ways, joined};
use super::scope::Scope;

/// The most cells of a board on which it is known who could stop whom: the time to find that out grows with their cube.
const MOST_CLEAR: u32 = 256;

/// The most places of one pattern.
const MOST_PLACES: usize = 4_096;

/// Resolves what an evaluation counts on the whole board.
pub(crate) fn surveys(table: &Table, scope: &Scope) -> Vec<SurveyTerm> {
    let mut all = Vec::new();
    let mut add = |name: String, at: Span, what: Option<Survey>, worth: Option<CountWorth>| {
        if let (Some(what), Some(worth)) = (what, worth) {
            all.push(SurveyTerm { name, what, worth, origin: scope.origin(at) });
        }
    };
    for entry in &table.influence {
        let given = &entry.value;
        let name = format!("influence.{}", entry.name.value);
        add(name, entry.name.span, influence(given, scope), worth(&given.value, &given.late));
    }
    for entry in &table.distance {
        let given = &entry.value;
        let name = format!("distance.{}", entry.name.value);
        let what = distance(&entry.name, given, scope);
        add(name, entry.name.span, what, worth(&given.value, &given.late));
    }
    for entry in &table.link {
        let given = &entry.value;
        let name = format!("link.{}", entry.name.value);
        add(name, entry.name.span, link(given, scope), worth(&given.value, &given.late));
    }
    for entry in table.lines.iter().filter(|entry| entry.value.is_placed()) {
        let worth = entry.value.value.map(|points| CountWorth::Each(Points::same(points.value)));
        add(format!("lines.{}", entry.name.value), entry.name.span, placed(entry, scope), worth);
    }
    if let Some(given) = &table.liberties {
        let what = Survey::Liberties(joined(given.along.as_ref(), scope));
        add("liberties".to_owned(), given.at, Some(what), worth(&given.value, &given.late));
    }
    if let Some(given) = &table.stable {
        let what = Survey::Stable(flanked(given.along.as_ref(), scope));
        add("stable".to_owned(), given.at, Some(what), worth(&given.value, &given.late));
    }
    if let Some(given) = &table.parity {
        let what = Survey::Parity(joined(given.along.as_ref(), scope));
        add("parity".to_owned(), given.at, Some(what), worth(&given.value, &given.late));
    }
    all
}

/// A number for each where neither is a list.
fn worth(value: &Option<CountPoints>, late: &Option<CountPoints>) -> Option<CountWorth> {
    let value = value.as_ref()?;
    let late = late.as_ref().unwrap_or(value);
    let points = points(value, late);
    Some(match (value, late) {
        (CountPoints::One(_), CountPoints::One(_)) => CountWorth::Each(points.first().copied()?),
        _ => CountWorth::ByCount(points),
    })
}

fn influence(given: &spec::Influence, scope: &Scope) -> Option<Survey> {
    let by = match &given.by {
        None => Going::Steps(joined(given.along.as_ref(), scope)),
        Some(kind) => Going::Moves(scope.kinds.find_owned(&kind.value, kind.span, scope.log)?),
    };
    Some(Survey::Influence(Box::new(Influence { from: own(given.from.as_ref(), scope), by })))
}

/// The own pieces that pass a filter, by owner.
fn own(filter: Option<&Filter>, scope: &Scope) -> [Contents; 2] {
    let owned = Player::each(|owner| Contents::owned(owner, scope.kinds.roster()));
    let Some(filter) = filter else { return owned };
    let passing = contents(filter, scope);
    let own = Player::each(|owner| passing[owner.index()].and(owned[owner.index()]));
    if own.iter().all(|own| own.is_nothing()) && passing.iter().any(|passing| !passing.is_nothing()) {
        let message = "only own pieces are counted: no own piece passes this";
        scope.log.add(Diagnostic::new(text::BAD_FILTER, filter.span, message));
    }
    own
}

fn distance(name: &At<String>, given: &spec::Distance, scope: &Scope) -> Option<Survey> {
    let (of, to) = (given.of.as_ref()?, given.to.as_ref()?);
    let kinds = own(Some(of), scope).map(|own| own.pieces().map(|piece| piece.kind()).collect::<Vec<Kind>>());
    let cells = scope.cells(to);
    if scope.board.known && cells.iter().all(CellSet::is_empty) && scope.log.is_own(to.span) {
        let message = format!("`{}` never counts: no cell lies there", name.value);
        scope.log.report(doubts::DEAD_TERM, to.span, message);
    }
    let clear = given.clear.filter(|clear| clear.value);
    if let Some(at) = clear.filter(|_| scope.board.geometry.board().count() > MOST_CLEAR) {
        let message = format!("`clear` asks who could stop whom: on a board of at most {MOST_CLEAR} cells");
        scope.log.report(meaning::TOO_MANY, at.span, message);
        return None;
    }
    let clear = clear.is_some();
    Some(Survey::Distance(Box::new(Distance { of: kinds, to: cells, clear })))
}

fn link(given: &spec::Link, scope: &Scope) -> Option<Survey> {
    let [one, other] = given.between.as_deref()? else { return None };
    let cells = [one, other].map(|region| scope.cells(region));
    let between = Player::each(|player| cells.map(|cells| cells[player.index()]));
    Some(Survey::Link(Box::new(Link { between, along: joined(given.along.as_ref(), scope) })))
}

/// The places of a pattern.
fn placed(entry: &Entry<LinePattern>, scope: &Scope) -> Option<Survey> {
    let given = &entry.value;
    let pattern = given.pattern.as_ref()?;
    let geometry = &scope.board.geometry;
    let along = match &given.along {
        Some(along) => flanked(Some(along), scope),
        None => geometry.axes().to_vec(),
    };
    let regions = given.on.as_ref().map_or([*geometry.board(); 2], |on| scope.cells(on));
    let places = regions.map(|region| PatternPlace::all(geometry, &pattern.value, &along, &region));
    let own_text = scope.log.is_own(pattern.span);
    if scope.board.known && own_text && places.iter().all(Vec::is_empty) {
        let message = format!("`{}` never counts: it fits nowhere there", entry.name.value);
        scope.log.report(doubts::DEAD_TERM, pattern.span, message);
    }
    if places.iter().map(Vec::len).sum::<usize>() > MOST_PLACES {
        let message = format!("`{}` would be looked for at more than {MOST_PLACES} places", entry.name.value);
        let too_many = Diagnostic::new(meaning::TOO_MANY, pattern.span, message);
        scope.log.add(
            too_many.help("`on` says where; without `on` and `along` a pattern is looked for everywhere"),
        );
        return None;
    }
    Some(Survey::Placed(Box::new(places)))
}

/// One of each two opposite directions in which pieces are flanked.
fn flanked(along: Option<&Directions>, scope: &Scope) -> Vec<Offset> {
    let ways = match along {
        Some(along) => both_ways(Player::BOTH.iter().flat_map(|&p| scope.directions(along, p)).collect()),
        None => both_ways(scope.board.geometry.circle().to_vec()),
    };
    ways.into_iter().filter(|by| *by > by.times(-1)).collect()
}
