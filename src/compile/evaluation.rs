//! Evaluation: names become numbers, tables are laid over the board, signs are put on.

use crate::diagnostic::codes::{doubts, meaning};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    Action, Block, Evaluation, Kind, Offset, OnError, Origin, Pattern, Rule, ScriptMode, ScriptUse, Squares,
    Symbol, Weight,
};
use crate::spec;
use crate::spec::{
    At, Block as BlockTable, Definition, Evaluation as Table, LinePattern, Numbers, SquareTable,
    Symbol as Drawn,
};

use super::board::Shape;
use super::orientation::heading;
use super::scope::Scope;
use super::verdict::Prospects;

/// The largest sum of points that every table of a game may reach together, so that no position's
/// score leaves the numbers it is kept in.
const MOST_POINTS: i64 = 1 << 30;

/// Resolves the evaluation of a definition.
pub(super) fn evaluation(definition: &Definition, rules: &[Rule], scope: &Scope) -> Evaluation {
    let Some(table) = &definition.evaluation else { return Evaluation::default() };
    let evaluation = Evaluation {
        values: values(table, scope),
        squares: squares(table, scope),
        blocks: blocks(table, scope),
        patterns: patterns(table, scope),
        mobility: table.mobility.filter(|points| points.value != 0).map(|points| weight(points, scope)),
        exited: exited(table, rules, scope),
        meant_unlike: table.symmetric.is_some_and(|symmetric| !symmetric.value),
        names_script: table.script.as_ref().and_then(|script| named_script(script, scope)),
        script: None,
    };
    check_sum(&evaluation, table.at, scope);
    evaluation
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
        mode: match table.mode {
            Some(At { value: spec::ScriptMode::Replace, .. }) => ScriptMode::Replace,
            _ => ScriptMode::Add,
        },
        on_error: table.on_error.map(|at| match at.value {
            spec::OnError::Stop => OnError::Stop,
            spec::OnError::Native => OnError::Native,
        }),
        budget: budget.min(MOST_BUDGET),
        origin: scope.origin(file.span),
    })
}

fn weight(points: At<i32>, scope: &Scope) -> Weight {
    Weight { value: points.value, origin: scope.origin(points.span) }
}

fn values(table: &Table, scope: &Scope) -> Vec<(Kind, Weight)> {
    let resolve = |entry: &crate::spec::Entry<At<i32>>| {
        let kind = scope.kinds.find(&entry.name.value, entry.name.span, scope.log)?;
        Some((kind, weight(entry.value, scope)))
    };
    table.values.iter().filter_map(resolve).collect()
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

fn squares(table: &Table, scope: &Scope) -> Vec<Squares> {
    let mut tables = Vec::new();
    for entry in &table.squares {
        let kind = scope.kinds.find(&entry.name.value, entry.name.span, scope.log);
        let resolved = match &entry.value {
            SquareTable::Once(numbers) => once(numbers, scope),
            SquareTable::PerPlayer(each) => Some(per_player(each, entry.name.span, scope)),
        };
        if let (Some(kind), Some((points, origin))) = (kind, resolved) {
            tables.push(Squares { kind, points, origin });
        }
    }
    tables
}

/// A table as the first player sees it: reflected, and minus, for the second.
fn once(numbers: &Numbers, scope: &Scope) -> Option<([Vec<i32>; 2], [Origin; 2])> {
    let first = printed(numbers, scope);
    let mirror = scope.board.mirror(numbers.span, &scope.players, scope.log)?;
    let first = first?;
    let geometry = &scope.board.geometry;
    let mut second = vec![0; first.len()];
    for (cell, &points) in (0u16..).map(crate::game::Cell).zip(&first) {
        if let Some(slot) = second.get_mut(mirror.cell(geometry, cell).index()) {
            *slot = points.saturating_neg();
        }
    }
    let origin = scope.origin(numbers.span);
    Some(([first, second], [origin.clone(), origin]))
}

fn per_player(each: &crate::spec::Named<Numbers>, span: Span, scope: &Scope) -> ([Vec<i32>; 2], [Origin; 2]) {
    let cells = scope.board.geometry.size();
    let mut points = [vec![0; cells], vec![0; cells]];
    let mut origin = [scope.origin(span), scope.origin(span)];
    for entry in each {
        let player = scope.players.find(&entry.name, scope.log);
        let numbers = printed(&entry.value, scope);
        if let (Some(player), Some(numbers)) = (player, numbers) {
            points[player.index()] = numbers;
            origin[player.index()] = scope.origin(entry.name.span);
        }
    }
    (points, origin)
}

/// The numbers of a table by cell; reports a table that has not the board's shape.
fn printed(numbers: &Numbers, scope: &Scope) -> Option<Vec<i32>> {
    if !scope.board.known {
        return None;
    }
    let shape = Shape {
        what: "table",
        unit: "numbers",
        code: meaning::TABLE_SHAPE,
        span: numbers.span,
        rows: numbers.rows.iter().map(|row| (row.span, row.numbers.len())).collect(),
    };
    let fits = shape.fits(&scope.board.geometry, scope.log);
    fits.then(|| numbers.rows.iter().flat_map(|row| &row.numbers).map(|number| number.value).collect())
}

fn blocks(table: &Table, scope: &Scope) -> Vec<Block> {
    let resolve = |entry: &crate::spec::Entry<BlockTable>| {
        let block = &entry.value;
        let (direction, distance) = (block.direction.as_ref()?, block.distance.as_ref()?);
        let cells = i16::try_from(distance.value).unwrap_or(i16::MAX);
        let towards = scope.board.orientation.forward.map(|f| heading(direction.value, f).times(cells));
        check_distance(&entry.name.value, distance, &towards, scope);
        let points = block.value?;
        let origin = scope.origin(entry.name.span);
        Some(Block {
            name: entry.name.value.clone(),
            towards,
            weight: Weight { value: points.value, origin },
        })
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
    let resolve = |entry: &crate::spec::Entry<LinePattern>| {
        let line = &entry.value;
        let pattern = line.pattern.as_ref()?;
        let points = line.value?;
        let origin = scope.origin(entry.name.span);
        let cells = pattern.value.iter().map(|&symbol| resolved(symbol)).collect();
        let weight = Weight { value: points.value, origin };
        Some(Pattern { name: entry.name.value.clone(), cells, weight })
    };
    table.lines.iter().filter_map(resolve).collect()
}

fn resolved(symbol: Drawn) -> Symbol {
    match symbol {
        Drawn::Own => Symbol::Own,
        Drawn::Enemy => Symbol::Enemy,
        Drawn::Empty => Symbol::Empty,
        Drawn::Edge => Symbol::Edge,
        Drawn::NotOwn => Symbol::NotOwn,
        Drawn::Any => Symbol::Any,
    }
}

/// Reports patterns that never count, or always for both players alike.
pub(super) fn check_patterns(table: &Table, prospects: &Prospects, scope: &Scope) {
    for entry in &table.lines {
        let Some(pattern) = &entry.value.pattern else { continue };
        if let Some(why) = dead(&pattern.value, prospects.longest_line()) {
            let message = format!("`{}` never counts: {why}", entry.name.value);
            scope.log.report(doubts::DEAD_TERM, pattern.span, message);
        }
    }
}

fn dead(pattern: &[Drawn], longest: usize) -> Option<String> {
    if pattern.len() > Pattern::LONGEST {
        return Some(format!("a pattern has at most {} symbols", Pattern::LONGEST));
    }
    let is_end = |symbol: &Drawn| matches!(symbol, Drawn::Edge | Drawn::NotOwn);
    let inner = match pattern {
        [first, rest @ ..] if is_end(first) => rest,
        whole => whole,
    };
    let inner = match inner {
        [rest @ .., last] if is_end(last) => rest,
        whole => whole,
    };
    if inner.contains(&Drawn::Edge) {
        return Some("the edge is only at the ends of a line".into());
    }
    if inner.len() > longest {
        return Some(format!("no line of this board is longer than {longest} cells"));
    }
    let sided = |symbol: &Drawn| matches!(symbol, Drawn::Own | Drawn::Enemy | Drawn::NotOwn);
    (!pattern.iter().any(sided)).then(|| "it is the same for both players".into())
}

/// Reports an evaluation whose terms could add up to more than a score can hold.
fn check_sum(evaluation: &Evaluation, span: Span, scope: &Scope) {
    let cells = scope.board.geometry.size() as i64;
    let size = |points: i32| i64::from(points).abs();
    let largest = |table: &Squares| table.points.iter().flatten().map(|&p| size(p)).max().unwrap_or(0);
    let each_cell: i64 = evaluation.values.iter().map(|(_, weight)| size(weight.value)).sum::<i64>()
        + evaluation.squares.iter().map(largest).sum::<i64>()
        + evaluation.exited.iter().map(|weight| 2 * size(weight.value)).sum::<i64>()
        + evaluation.blocks.iter().map(|block| size(block.weight.value)).sum::<i64>()
        + evaluation.patterns.iter().map(|pattern| 8 * size(pattern.weight.value)).sum::<i64>()
        + evaluation.mobility.iter().map(|weight| 64 * size(weight.value)).sum::<i64>();
    if each_cell.saturating_mul(cells) > MOST_POINTS {
        let message = "the points are so large that a position's score could not be kept";
        let help = format!("on this board {} points a cell are possible", MOST_POINTS / cells.max(1));
        scope.log.add(Diagnostic::new(meaning::EVALUATION_TOO_LARGE, span, message).help(help));
    }
}
