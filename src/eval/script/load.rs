//! Loading a script for a game: everything that is asked once.

use std::sync::Arc;

use super::Again;
use super::contract::line_of;
use super::error::ScriptError;
use super::opened::Opened;
use super::pairs;
use super::source::ScriptSource;
use crate::game::{Evaluation, Game, Script, ScriptMode, Watchdog};

/// The game with a script in its evaluation. A script that the game has already is replaced; it must have
/// been loaded for a game as compile made it.
///
/// # Errors
///
/// What is wrong with the script, found by running it once.
pub fn load(
    game: &Game,
    source: &ScriptSource,
    watchdog: &Arc<dyn Watchdog>,
) -> Result<Arc<Game>, ScriptError> {
    let opened = Opened::new(game, source, watchdog.as_ref(), &Arc::default())?;
    let own = &game.evaluation;
    let nothing = Evaluation { orientation: own.orientation.clone(), ..Evaluation::default() };
    let tables = opened.tables(game, own)?;
    let mut evaluation = match (source.usage.mode, opened.contract.hook("on_load").is_some()) {
        (ScriptMode::Add, _) => tables.clone(),
        (ScriptMode::Replace, true) => opened.tables(game, &nothing)?,
        (ScriptMode::Replace, false) => nothing,
    };
    let pairs = match opened.contract.hook("score_pair") {
        None => None,
        Some(hook) => Some(pairs::tabulate(game, hook, line_of(Some(hook)), &opened)?),
    };
    let hooks = opened.contract.hooks.iter();
    let hooks = hooks.map(|(name, function)| (*name, line_of(Some(function)).unwrap_or(1))).collect();
    let directed = opened.contract.hook("score_line").is_some_and(|hook| {
        let info = hook.info();
        info.num_params > 1 || info.is_vararg
    });
    evaluation.meant_unlike = own.meant_unlike;
    evaluation.names_script = own.names_script.clone();
    evaluation.script = Some(Arc::new(Script {
        file: source.file.clone(),
        text: source.text.clone(),
        usage: source.usage.clone(),
        hooks,
        directed,
        features: opened.contract.features.clone(),
        tables: Box::new(tables),
        pairs,
        watchdog: watchdog.clone(),
    }));
    if let Some(why) = Game::bars_to_lines(&game.rules, &evaluation).next() {
        let asks = opened.contract.hook("score_line").or_else(|| opened.contract.hook("on_load"));
        return Err(opened.sandbox.breach(line_of(asks), why.to_string()));
    }
    let scored = game.evaluated(evaluation);
    if !scored.keeps_scores() {
        let line = line_of(opened.contract.hook("on_load"));
        let message = "the points of its tables are so large that a position's score could not be kept";
        return Err(opened.sandbox.breach(line, message.to_owned()));
    }
    Ok(scored)
}

/// What `on_load` and `score_pair` answer when they are asked again, in a room where they have been asked
/// the same just before.
///
/// # Errors
///
/// What the script does wrong then.
pub(super) fn answer_again(
    game: &Game,
    source: &ScriptSource,
    watchdog: &Arc<dyn Watchdog>,
) -> Result<Again, ScriptError> {
    let opened = Opened::new(game, source, watchdog.as_ref(), &Arc::default())?;
    opened.tables(game, &game.evaluation)?;
    let tables = opened.tables(game, &game.evaluation)?;
    let pairs = match opened.contract.hook("score_pair") {
        None => None,
        Some(hook) => {
            let broken = |error: mlua::Error| opened.sandbox.explain(Some("score_pair"), &error);
            let twice = opened.again.call::<mlua::Function>(hook).map_err(broken)?;
            Some(pairs::tabulate(game, &twice, line_of(Some(hook)), &opened)?)
        }
    };
    Ok(Again { tables, pairs, unfit: opened.contract.unfit() })
}
