//! Evaluation: names become numbers, tables are laid over the board, signs are put on.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{
    Action, Block, CountWorth, Evaluation, HandTerm, Kind, NetworkUse, Offset, Orientation, Pattern, Piece,
    Player, Points, Rule, ScriptMode, ScriptUse, Weight,
};
use crate::spec;
use crate::spec::{
    At, Block as BlockTable, CountPoints, Definition, Entry, Evaluation as Table, LinePattern, Mobility,
    Named,
};

use super::attacks::attacks;
use super::formations::{formations, phase};
use super::scope::Scope;
use super::squares::{both, squares};
use super::surveys::surveys;

/// Resolves the evaluation of a definition.
pub(crate) fn evaluation(
    definition: &Definition,
    rules: &[Rule],
    setup: (&[Piece], &[u16]),
    scope: &Scope,
) -> Evaluation {
    let Some(table) = &definition.evaluation else { return Evaluation::default() };
    let (mobility, mobility_of) = mobility(table, scope);
    Evaluation {
        orientation: Orientation::default(),
        values: by_kind(&table.values, &table.late_values, scope),
        hands: hands(table, scope),
        formations: formations(table, scope),
        phase: phase(table, setup, scope),
        squares: squares(table, scope),
        blocks: blocks(table, scope),
        patterns: patterns(table, scope),
        attacks: attacks(table, scope),
        surveys: surveys(table, scope),
        tempo: tempo(table, scope),
        mobility,
        mobility_of,
        exited: exited(table, rules, scope),
        derive: table.derive.map(|derive| derive.value),
        meant_unlike: table.symmetric.is_some_and(|symmetric| !symmetric.value),
        names_network: table
            .network
            .as_ref()
            .map(|file| NetworkUse { file: file.value.clone(), origin: scope.origin(file.span) }),
        network: None,
        names_script: table.script.as_ref().and_then(|script| named_script(script, scope)),
        script: None,
    }
}

/// The longest that a definition may let one call of its script take, in milliseconds.
const MOST_BUDGET: u32 = 60_000;

fn named_script(table: &spec::Script, scope: &Scope) -> Option<ScriptUse> {
    let file = table.file.as_ref()?;
    let budget = table.budget.map_or(ScriptUse::BUDGET, |budget| budget.value);
    if let Some(at) = table.budget.filter(|budget| budget.value > MOST_BUDGET) {
        let message = format!("a call may take at most {MOST_BUDGET} milliseconds");
        scope.log.report(crate::diagnostic::codes::text::BAD_VALUE, at.span, message);
    }
    Some(ScriptUse {
        file: file.value.clone(),
        mode: table.mode.map_or(ScriptMode::Add, |mode| mode.value),
        on_error: table.on_error.map(|at| at.value),
        budget: budget.min(MOST_BUDGET),
        origin: scope.origin(file.span),
    })
}

fn weight(points: At<i32>, scope: &Scope) -> Weight {
    Weight::new(points.value, scope.origin(points.span))
}

/// Points by kind; what is not said for the end of the game is the same there.
fn by_kind(early: &Named<At<i32>>, late: &Named<At<i32>>, scope: &Scope) -> Vec<(Kind, Weight)> {
    let resolve = |entry: &Entry<At<i32>>| {
        let kind = scope.kinds.find_owned(&entry.name.value, entry.name.span, scope.log)?;
        let value = early.get(&entry.name.value).map_or(0, |points| points.value);
        let late = late.get(&entry.name.value).map_or(value, |points| points.value);
        Some((kind, Weight { value, late, origin: scope.origin(entry.value.span) }))
    };
    both(early, late).filter_map(resolve).collect()
}

/// What pieces are worth in hands; what is not said for the end of the game is the same there, what is said for that
/// alone goes beside the value.
fn hands(table: &Table, scope: &Scope) -> Vec<HandTerm> {
    let resolve = |entry: &Entry<CountPoints>| {
        let name = &entry.name.value;
        let kind = scope.kinds.find_owned(name, entry.name.span, scope.log)?;
        let origin = scope.origin(entry.value.span());
        let value = || CountPoints::One(At { value: value_of(name, table), span: entry.value.span() });
        let early = table.hands.get(name).cloned().unwrap_or_else(value);
        let late = table.late_hands.get(name).unwrap_or(&early);
        let Some(worth) = held(&early).with_late(&held(late)) else {
            let message = format!(
                "`hands.{name}` and `late-hands.{name}` do not go together: one is a number for each, the other a list \
                 by how many"
            );
            let unlike = Diagnostic::new(crate::diagnostic::codes::text::BAD_VALUE, late.span(), message);
            scope.log.add(unlike.label(early.span(), "early"));
            return None;
        };
        Some(HandTerm { kind, worth, origin })
    };
    both(&table.hands, &table.late_hands).filter_map(resolve).collect()
}

fn held(points: &CountPoints) -> CountWorth {
    match points {
        CountPoints::One(points) => CountWorth::Each(Points::same(points.value)),
        CountPoints::ByCount(..) => {
            CountWorth::ByCount(points.numbers().into_iter().map(Points::same).collect())
        }
    }
}

/// What a kind is worth on the board at the beginning.
fn value_of(kind: &str, table: &Table) -> i32 {
    table.values.get(kind).map_or(0, |points| points.value)
}

fn mobility(table: &Table, scope: &Scope) -> (Option<Weight>, Vec<(Kind, Weight)>) {
    let none = Named::default();
    match (&table.mobility, &table.late_mobility) {
        (None | Some(Mobility::Every(_)), None | Some(Mobility::Every(_))) => {
            let number = |said: &Option<Mobility>| match said {
                Some(Mobility::Every(points)) => Some(*points),
                _ => None,
            };
            let (early, late) = (number(&table.mobility), number(&table.late_mobility));
            let Some(first) = early.or(late) else { return (None, Vec::new()) };
            let value = early.map_or(0, |points| points.value);
            let late = late.map_or(value, |points| points.value);
            let weight = Weight { value, late, origin: scope.origin(first.span) };
            (Some(weight).filter(|weight| weight.points() != Points::NONE), Vec::new())
        }
        (Some(Mobility::ByKind(early, _)), None) => (None, by_kind(early, &none, scope)),
        (None, Some(Mobility::ByKind(late, _))) => (None, by_kind(&none, late, scope)),
        (Some(Mobility::ByKind(early, _)), Some(Mobility::ByKind(late, _))) => {
            (None, by_kind(early, late, scope))
        }
        (Some(early), Some(late)) => {
            let message = "`mobility` and `late-mobility` do not go together: one is a number for all moves, the \
                           other a number for each kind";
            let unlike = Diagnostic::new(crate::diagnostic::codes::text::BAD_VALUE, late.span(), message);
            scope.log.add(unlike.label(early.span(), "early"));
            (None, Vec::new())
        }
    }
}

fn tempo(table: &Table, scope: &Scope) -> Option<Weight> {
    let first = table.tempo.or(table.late_tempo)?;
    let value = table.tempo.map_or(0, |points| points.value);
    let late = table.late_tempo.map_or(value, |points| points.value);
    let weight = Weight { value, late, origin: scope.origin(first.span) };
    Some(weight).filter(|weight| weight.points() != Points::NONE)
}

fn exited(table: &Table, rules: &[Rule], scope: &Scope) -> Option<Weight> {
    let points = table.exited.filter(|points| points.value != 0)?;
    if !rules.iter().any(|rule| rule.action == Action::Exit) {
        let message = "no rule lets a piece leave the board";
        let doubt = Diagnostic::new(doubts::EXITED_WITHOUT_EXIT, points.span, message);
        scope.log.add(doubt.help("a captured piece counts as gone too; `values` says what pieces are worth"));
    }
    Some(weight(points, scope))
}

fn blocks(table: &Table, scope: &Scope) -> Vec<Block> {
    let resolve = |entry: &Entry<BlockTable>| {
        let block = &entry.value;
        let (direction, distance) = (block.direction.as_ref()?, block.distance.as_ref()?);
        let cells = i16::try_from(distance.value).unwrap_or(i16::MAX);
        let towards = Player::each(|player| scope.heading(*direction, player).times(cells));
        check_distance(&entry.name.value, distance, &towards, scope);
        let points = block.value?;
        let origin = scope.origin(entry.name.span);
        Some(Block { name: entry.name.value.clone(), towards, weight: Weight::new(points.value, origin) })
    };
    table.blocks.iter().filter_map(resolve).collect()
}

fn check_distance(name: &str, distance: &At<u32>, towards: &[Offset; 2], scope: &Scope) {
    let geometry = &scope.board.geometry;
    let reaches = |&by: &Offset| geometry.board().iter().any(|cell| geometry.neighbour(cell, by).is_some());
    if scope.board.known && !towards.iter().any(reaches) {
        let message = format!("`{name}` never counts: the board is too small for that distance");
        scope.log.report(doubts::DEAD_TERM, distance.span, message);
    }
}

fn patterns(table: &Table, scope: &Scope) -> Vec<Pattern> {
    let resolve = |entry: &Entry<LinePattern>| {
        let line = &entry.value;
        let pattern = line.pattern.as_ref()?;
        let points = line.value?;
        let origin = scope.origin(entry.name.span);
        let cells = pattern.value.clone();
        let weight = Weight::new(points.value, origin);
        Some(Pattern { name: entry.name.value.clone(), cells, weight })
    };
    table.lines.iter().filter(|entry| !entry.value.is_placed()).filter_map(resolve).collect()
}
