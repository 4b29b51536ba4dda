//! From a definition to a game: names become numbers, every mistake becomes a diagnostic.
//!
//! [`compile`] resolves each part of a [`Definition`] in turn, and goes on after a mistake, so that
//! all of them are found at once. What is resolved is a [`Blueprint`]; when it is free of errors a
//! [`Game`] is made from it, and the doubts that need its tables are looked into. `english` reads a
//! definition back in plain words.

mod board;
mod clashes;
mod conditions;
mod deeds;
mod doubts;
mod ends;
mod english;
mod evaluation;
mod filters;
mod follow;
mod formations;
mod futile;
mod hands;
mod idle;
mod kinds;
mod late;
mod likes;
mod limits;
mod log;
mod logic;
mod merits;
mod missteps;
mod near_names;
mod orientation;
mod parts;
mod phrases;
mod players;
mod prospects;
#[cfg(test)]
mod prospects_tests;
mod readings;
mod regions;
mod relative;
mod remains;
mod rules;
mod scope;
mod score;
mod setup;
mod sides;
mod squares;
mod stages;
mod symmetry;
#[cfg(test)]
mod tests;
mod verdict;
mod worths;

use std::sync::Arc;

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Diagnostics, Sources};
use crate::game::{Blueprint, Evaluation, Game, LONGEST_LINE, Movement};
use crate::spec::{At, Definition};

use doubts::Places;
use log::Log;
use scope::Scope;

pub use english::english;

/// The most entries that the movement tables of a game may have.
const MOST_LEGS: usize = 9 << 19;

/// Makes a game of a definition. Adds every mistake to `diagnostics`, and doubts that are met on the way; gives
/// nothing when there is an error among them, those found before included. [`doubts()`] looks closer.
pub fn compile(
    definition: &Definition,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Game>> {
    make(definition, sources, diagnostics, false)
}

/// Everything that can be played but may not be meant in a definition without errors. It takes as long as making
/// the game, and is not looked for when a game is only to be played.
pub fn doubts(definition: &Definition, sources: &Sources) -> Diagnostics {
    let mut found = Diagnostics::new();
    make(definition, sources, &mut found, true);
    found
}

fn make(
    definition: &Definition,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
    closely: bool,
) -> Option<Arc<Game>> {
    let log = Log::new(definition, sources, diagnostics);
    if limits::exceeds_limits(definition, &log) {
        return None;
    }
    let scope = Scope::resolve(definition, &log);
    let (mut blueprint, places) = resolve(definition, &scope);
    check_size(&blueprint, definition, &log);
    limits::check_windows(&blueprint, definition, &log);
    if log.has_errors() {
        return None;
    }
    blueprint.swaps = symmetry::swaps(&blueprint);
    let game = Game::from_blueprint(blueprint);
    check_gates(&game, definition, &log);
    check_points(&game, definition, &log);
    if log.has_errors() {
        return None;
    }
    if closely {
        doubts::look(&game, definition, &places, &scope);
    }
    Some(game)
}

fn resolve(definition: &Definition, scope: &Scope) -> (Blueprint, Places) {
    let hands = deeds::Hands::resolve(definition, scope);
    let rules = rules::rules(definition, &hands, scope);
    let setup = setup::setup(definition, scope);
    let (vetoes, veto_spans) = ends::vetoes(definition, &rules, scope);
    let (ends, end_spans) = ends::ends(definition, scope);
    let setup_hands = deeds::setup_hands(definition, scope);
    let evaluation = evaluation::evaluation(definition, &rules.list, (&setup, &setup_hands), scope);
    check_texts(definition, &rules, scope);
    let near = definition.search.as_ref().and_then(|search| search.near.as_ref());
    let score = score::score(definition, scope);
    let legality = definition.legality.as_ref();
    let must_capture = legality.and_then(|legality| legality.must_capture);
    let priority = legality.and_then(|legality| legality.priority.as_ref()).into_iter().flatten();
    let name = definition.game.as_ref().and_then(|game| game.name.as_ref());
    let priority = priority.filter_map(|name| rules.find(name, scope)).collect();
    let blueprint = Blueprint {
        name: name.map(|name| name.value.clone()).unwrap_or_default(),
        fen: definition.game.as_ref().is_some_and(|game| game.position.is_some()),
        geometry: scope.board.geometry.clone(),
        players: scope.players.called(),
        first: scope.players.first,
        kinds: scope.kinds.called(definition, scope.log),
        roster: scope.kinds.roster(),
        royals: scope.kinds.royals(definition),
        setup,
        setup_hands,
        bases: hands.bases,
        supplies: deeds::supplies(definition),
        captured: hands.captured,
        priority,
        score: score.points,
        bonus: score.bonus,
        must_capture: must_capture.is_some_and(|must| must.value),
        capture_effects: deeds::capture_effects(definition, scope),
        gating: deeds::gating(definition, scope),
        rules: rules.list,
        stages: rules.stages,
        vetoes,
        ends,
        evaluation,
        forward: scope.board.orientation.forward,
        mirror: mirror(scope),
        // Found once everything else is right.
        swaps: Vec::new(),
        near: near.map(|near| u16::try_from(near.value).unwrap_or(u16::MAX)),
    };
    (blueprint, Places { rules: rules.spans, vetoes: veto_spans, ends: end_spans })
}

/// By cell number, where the first player's view puts the second.
fn mirror(scope: &Scope) -> Option<Vec<crate::game::Cell>> {
    let geometry = &scope.board.geometry;
    let mirror = scope.board.orientation.mirror?;
    Some((0..geometry.size() as u16).map(|cell| mirror.cell(geometry, crate::game::Cell(cell))).collect())
}

/// Names in `[text]` have to be names of the definition. Those that are taken over may name what is dropped
/// or called otherwise here; their own file answers for them.
fn check_texts(definition: &Definition, rules: &rules::Rules, scope: &Scope) {
    let own = |name: &&At<String>| definition.says(name.span);
    for entry in &definition.text {
        let texts = &entry.value;
        for name in texts.players.names().filter(own) {
            scope.players.find(name, scope.log);
        }
        for name in texts.pieces.names().filter(own) {
            scope.kinds.find(&name.value, name.span, scope.log);
        }
        for name in texts.moves.names().filter(own) {
            rules.find(name, scope);
        }
        for name in texts.ends.names().filter(own).filter(|name| !definition.end.has(&name.value)) {
            let message = format!("no end is called `{}`", name.value);
            let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, name.span, message);
            let ends = definition.end.names().map(|end| end.value.as_str());
            scope.log.add(unknown.suggest(&name.value, ends));
        }
    }
}

fn check_size(blueprint: &Blueprint, definition: &Definition, log: &Log) {
    let geometry = &blueprint.geometry;
    if blueprint.asks_lines()
        && geometry.longest_side() > LONGEST_LINE
        && let Some(board) = &definition.board
    {
        let message =
            format!("lines are looked at on boards whose sides are at most {LONGEST_LINE} cells long");
        log.report(meaning::BOARD_SIZE, board.size.as_ref().map_or(board.at, |size| size.span), message);
    }
    let neutral = definition.pieces.iter().find(|piece| piece.value.owner.is_some());
    if let Some(neutral) = neutral.filter(|_| blueprint.asks_lines()) {
        let message = "rows of pieces are not looked for where pieces of nobody stand";
        log.report(meaning::NEUTRAL_PIECE, neutral.name.span, message);
    }
    if rules::most_legs(&blueprint.rules, geometry) > MOST_LEGS
        && let Some(board) = &definition.board
    {
        let message = "the board is too large for so many moves";
        log.report(meaning::TOO_MANY, board.at, message);
    }
}

/// Reports an evaluation whose terms could add up to more than a score can hold.
fn check_points(game: &Game, definition: &Definition, log: &Log) {
    if let Some(table) = &definition.evaluation
        && !game.keeps_scores()
    {
        let message = "the points are so large that a position's score could not be kept";
        let help = format!(
            "on this board {} points a cell are possible",
            Evaluation::MOST_POINTS / game.geometry.size().max(1) as i64
        );
        log.add(Diagnostic::new(meaning::EVALUATION_TOO_LARGE, table.at, message).help(help));
    }
}

fn check_gates(game: &Game, definition: &Definition, log: &Log) {
    if game.movement.gates.iter().all(|gates| gates.len() <= Movement::MAX_GATES) {
        return;
    }
    let at = definition.pieces.iter().last().map(|piece| piece.name.span);
    let message = format!(
        "the move rules tell apart more than {} kinds of landing cells and conditions",
        Movement::MAX_GATES
    );
    match at {
        Some(span) => log.report(meaning::TOO_MANY, span, message),
        None => log.add(Diagnostic::anywhere(meaning::TOO_MANY, message)),
    }
}
