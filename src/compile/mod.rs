//! From a definition to a game: names become numbers, every mistake becomes a diagnostic.
//!
//! [`compile`] resolves each part of a [`Definition`] in turn, and goes on after a mistake, so that
//! all of them are found at once. What is resolved are [`Names`], [`Rules`] and [`Evaluation`]; when they are free of
//! errors a [`Game`] is made from them.

mod attacks;
mod board;
pub(crate) mod conditions;
pub(crate) mod deeds;
mod drawing;
mod ends;
mod evaluation;
mod filters;
mod formations;
pub(crate) mod groups;
mod hexes;
mod kinds;
mod legality;
pub(crate) mod likes;
mod limits;
mod lines;
mod log;
mod notations;
mod numbering;
mod orientation;
mod players;
mod regions;
pub(crate) mod rules;
pub(crate) mod scope;
mod score;
pub(crate) mod setup;
mod squares;
mod stages;
mod surveys;
mod terms;
#[cfg(test)]
mod tests;
mod turns;

use std::sync::Arc;

use crate::diagnostic::codes::meaning;
use crate::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use crate::game::{
    Cell, CellSet, Evaluation, Game, Movement, Named, Names, NoLines, Orientation, Rules, SearchHints,
    SearchMethod,
};
use crate::spec::{At, Definition, Occasion};

use log::Log;
use scope::Scope;

/// The most entries that the movement tables of a game may have.
const MOST_MOVE_STEPS: usize = 9 << 19;

/// Where the parts of a game stand in its definition.
pub(crate) struct Places {
    /// The name of each rule.
    pub rules: Vec<Span>,
    /// The name of each veto.
    pub vetoes: Vec<Span>,
    /// The name of each end.
    pub ends: Vec<Span>,
}

/// A game without errors, with what was found out while it was made.
pub(crate) struct Resolved<'a, 's> {
    pub game: &'a Game,
    pub definition: &'a Definition,
    pub places: &'a Places,
    pub scope: &'a Scope<'s>,
}

/// Makes a game of a definition. Adds every mistake to `diagnostics`, and doubts that are met on the way; gives
/// nothing when there is an error among them, those found before included.
/// [`lint::doubts`](fn@crate::lint::doubts) looks closer.
pub fn compile(
    definition: &Definition,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Game>> {
    resolved(definition, sources, diagnostics, |_| {})
}

/// The named regions of a sound definition, each with its cells for both players.
pub fn regions(definition: &Definition, sources: &Sources) -> Vec<(String, [CellSet; 2])> {
    let mut found = Vec::new();
    resolved(definition, sources, &mut Diagnostics::new(), |resolved| {
        let named = |name: &At<String>| Some((name.value.clone(), *resolved.scope.regions.get(&name.value)?));
        found.extend(definition.regions.names().filter_map(named));
    });
    found
}

/// Makes a game of a definition, and lets somebody look at it while names are still known.
pub(crate) fn resolved(
    definition: &Definition,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
    look: impl FnOnce(&Resolved),
) -> Option<Arc<Game>> {
    let log = Log::new(definition, sources, diagnostics);
    if limits::exceeds_limits(definition, &log) {
        return None;
    }
    let scope = Scope::resolve(definition, &log);
    let (parts, places) = resolve(definition, &scope);
    check_size(&parts, definition, &log);
    limits::check_windows(&parts.rules.geometry, &parts.evaluation, definition, &log);
    if log.has_errors() {
        return None;
    }
    let Parts { names, rules, evaluation } = parts;
    let game = Game::new(names, rules, evaluation, hints(definition));
    check_gates(&game, definition, &log);
    check_points(&game, definition, &log);
    turns::check_swap(&game, definition, &log);
    if log.has_errors() {
        return None;
    }
    look(&Resolved { game: &game, definition, places: &places, scope: &scope });
    Some(game)
}

/// What a definition is resolved into.
struct Parts {
    names: Names,
    rules: Rules,
    evaluation: Evaluation,
}

fn resolve(definition: &Definition, scope: &Scope) -> (Parts, Places) {
    let hands = deeds::Hands::resolve(definition, scope);
    let setup = setup::setup(definition, scope);
    let moves = rules::rules(definition, &hands, &setup, scope);
    let (vetoes, veto_names) = ends::vetoes(definition, &moves, scope);
    let (ends, end_names) = ends::ends(definition, &moves, scope);
    let setup_hands = deeds::setup_hands(definition, scope);
    let mut evaluation = evaluation::evaluation(definition, &moves.list, (&setup, &setup_hands), scope);
    evaluation.orientation = orientation(scope);
    check_texts(definition, &moves, scope);
    legality::check_chains(definition, &moves, scope);
    let score = score::score(definition, scope);
    let legality = definition.legality.as_ref();
    let must_capture = legality.and_then(|legality| legality.must_capture);
    let priority = legality.and_then(|legality| legality.priority.as_ref()).into_iter().flatten();
    let (prefer, preferences) = legality::preferences(definition, scope).into_iter().unzip();
    let turns = turns::turns(definition, &moves, scope);
    let rules = Rules {
        geometry: scope.board.geometry.clone(),
        first: scope.players.first,
        roster: scope.kinds.roster(),
        royals: scope.kinds.royals(definition),
        setup,
        setup_hands,
        supplies: deeds::supplies(definition),
        captured: hands.captured,
        bases: hands.bases,
        priority: priority.filter_map(|name| moves.find(name, scope)).collect(),
        score: score.points,
        area: score.area,
        bonus: score.bonus,
        must_capture: must_capture.is_some_and(|must| must.value),
        prefer,
        capture_effects: deeds::effects_on(definition, Occasion::Capture, scope),
        gating: deeds::gating(definition, scope),
        moves: moves.list,
        stages: moves.stages,
        vetoes,
        ends,
        turns,
    };
    let name = definition.game.as_ref().and_then(|game| game.name.as_ref());
    let (vetoes, veto_spans) = veto_names.into_iter().unzip::<Named, Span, _, _>();
    let (ends, end_spans) = end_names.into_iter().unzip::<Named, Span, _, _>();
    let names = Names {
        game: name.map(|name| name.value.clone()).unwrap_or_default(),
        points: definition.board.as_ref().is_some_and(crate::spec::Board::has_points),
        fen: definition.game.as_ref().is_some_and(|game| game.position.is_some()),
        numbers: numbering::numbers(definition, scope),
        pdn: definition.known_as.as_ref().and_then(|known| Some(known.pdn.as_ref()?.value)),
        players: scope.players.called(),
        kinds: scope.kinds.called(definition, scope.log),
        moves: moves.names,
        vetoes,
        ends,
        preferences,
        must_capture: must_capture.filter(|must| must.value).map(|must| scope.origin(must.span)),
        notations: notations::notations(definition, scope),
        // Everything that can ask for a region has done so.
        sized: scope.regions.are_sized(),
    };
    (Parts { names, rules, evaluation }, Places { rules: moves.spans, vetoes: veto_spans, ends: end_spans })
}

fn hints(definition: &Definition) -> SearchHints {
    let Some(search) = &definition.search else { return SearchHints::default() };
    let small = |number: &At<u32>| u16::try_from(number.value).unwrap_or(u16::MAX);
    SearchHints {
        near: search.near.as_ref().map(small),
        algorithm: search.algorithm.as_ref().map_or(SearchMethod::default(), |algorithm| algorithm.value),
        playout: search.playout.as_ref().map(small),
    }
}

fn orientation(scope: &Scope) -> Orientation {
    let (geometry, found) = (&scope.board.geometry, &scope.board.orientation);
    let cells = || (0..geometry.size() as u16).map(Cell);
    let mirror = found.mirror.map(|mirror| cells().map(|cell| mirror.cell(geometry, cell)).collect());
    Orientation { forward: found.forward, mirror }
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
        if texts.terms.names().any(|name| own(&name)) {
            let terms = terms::term_names(definition);
            for name in texts.terms.names().filter(own).filter(|name| !terms.contains(&name.value)) {
                let message = format!("no term of the evaluation is called `{}`", name.value.escape_debug());
                let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, name.span, message);
                scope.log.add(unknown.suggest(&name.value, terms.iter().map(String::as_str)));
            }
        }
    }
}

fn check_size(Parts { rules, evaluation, .. }: &Parts, definition: &Definition, log: &Log) {
    for bar in Game::bars_to_lines(rules, evaluation) {
        let board = definition.board.as_ref();
        let neutral = definition.pieces.iter().find(|piece| piece.value.owner.is_some());
        let (code, place) = match bar {
            NoLines::TooLong => (
                meaning::BOARD_SIZE,
                board.map(|board| board.size.as_ref().map_or(board.at, |size| size.span)),
            ),
            NoLines::Tangled => {
                (meaning::CROOKED_LINE, board.and_then(|board| board.lines.as_ref()).map(|lines| lines.span))
            }
            NoLines::Neutral => (meaning::NEUTRAL_PIECE, neutral.map(|neutral| neutral.name.span)),
        };
        if let Some(place) = place {
            log.report(code, place, bar.to_string());
        }
    }
    if rules::most_move_steps(&rules.moves, &rules.geometry) > MOST_MOVE_STEPS
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
            Evaluation::MOST_POINTS / game.rules.geometry.size().max(1) as i64
        );
        log.add(Diagnostic::new(meaning::EVALUATION_TOO_LARGE, table.at, message).help(help));
    }
}

fn check_gates(game: &Game, definition: &Definition, log: &Log) {
    if game.tables.movement.filters.iter().all(|gates| gates.len() <= Movement::MAX_FILTERS) {
        return;
    }
    let at = definition.pieces.iter().last().map(|piece| piece.name.span);
    let message = format!(
        "the move rules tell apart more than {} kinds of landing cells and conditions",
        Movement::MAX_FILTERS
    );
    match at {
        Some(span) => log.report(meaning::TOO_MANY, span, message),
        None => log.add(Diagnostic::anywhere(meaning::TOO_MANY, message)),
    }
}
