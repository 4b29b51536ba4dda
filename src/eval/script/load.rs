//! Loading a script for a game: everything that is asked once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mlua::{Table, Value};

use super::contract::{Contract, line_of};
use super::error::ScriptError;
use super::sandbox::{Sandbox, internal};
use super::{overlay, pairs};
use crate::game::{Evaluation, Game, Pairs, Player, Script, ScriptMode, ScriptUse, Watchdog};

/// A script as it was found.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// The file as messages name it.
    pub file: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// How it is used.
    pub usage: ScriptUse,
}

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
) -> Result<(Evaluation, Option<Pairs>), ScriptError> {
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
    Ok((tables, pairs))
}

/// A script that has been run, with what it can look at.
pub(super) struct Opened {
    pub(super) sandbox: Sandbox,
    pub(super) contract: Contract,
    /// What stands where, a byte a cell, rank 1 first; 255 where there is no cell.
    pub(super) board: mlua::Buffer,
    /// How many pieces of each player are gone, two bytes each.
    pub(super) header: mlua::Buffer,
    /// Asks for many lines at once.
    pub(super) lines: mlua::Function,
    /// Asks for many pairs at once.
    pub(super) row: mlua::Function,
    /// Makes of a hook one that is asked twice.
    again: mlua::Function,
}

impl Opened {
    /// Runs a script in a room of its own.
    pub(super) fn new(
        game: &Game,
        source: &ScriptSource,
        watchdog: &dyn Watchdog,
        stop: &Arc<AtomicBool>,
    ) -> Result<Opened, ScriptError> {
        let sandbox = Sandbox::new(&source.file, source.usage.budget, watchdog, stop)?;
        let broken = |error: mlua::Error| internal(&source.file, &error.to_string());
        let board = sandbox.lua.create_buffer(vec![0; game.rules.geometry.size()]).map_err(broken)?;
        let header = sandbox.lua.create_buffer([0; 4]).map_err(broken)?;
        let (files, ranks) = (game.rules.geometry.files(), game.rules.geometry.ranks());
        let args = (board.clone(), header.clone(), files, ranks);
        let offered = sandbox.prelude(include_str!("prelude.luau"), args)?;
        let mut offered = offered.into_iter().filter_map(|value| value.as_function().cloned());
        let mut next = || offered.next().ok_or_else(|| internal(&source.file, "the prelude is short"));
        for name in ["at", "pieces", "gone", "exited"] {
            sandbox.offer(name, next()?)?;
        }
        let (lines, row, again, guard) = (next()?, next()?, next()?, next()?);
        sandbox.offer("game", facts(&sandbox.lua, game).map_err(broken)?)?;
        sandbox.close(guard)?;
        let contract = Contract::read(sandbox.run(&source.text)?, &sandbox, game)?;
        Ok(Opened { sandbox, contract, board, header, lines, row, again })
    }

    /// Tables with what `on_load` lays over them.
    fn tables(&self, game: &Game, own: &Evaluation) -> Result<Evaluation, ScriptError> {
        let Some(hook) = self.contract.hook("on_load") else { return Ok(own.clone()) };
        let facts: Value = self.sandbox.lua.globals().get("game").unwrap_or(Value::Nil);
        let answer = self.sandbox.call(Some("on_load"), hook, facts)?.pop_front().unwrap_or(Value::Nil);
        overlay::lay_over(own.clone(), &answer, game, &self.sandbox, line_of(Some(hook)))
    }
}

/// What scripts know of a game before anything is played.
fn facts(lua: &mlua::Lua, game: &Game) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.raw_set("name", game.names.game.as_str())?;
    table.raw_set("files", game.rules.geometry.files())?;
    table.raw_set("ranks", game.rules.geometry.ranks())?;
    let names = Player::BOTH.map(|player| game.player_name(player));
    table.raw_set("players", lua.create_sequence_from(names)?)?;
    let pieces = lua.create_table()?;
    let forward = lua.create_table()?;
    for player in Player::BOTH {
        let of_player = lua.create_table()?;
        for piece in game.rules.pieces_of(player) {
            of_player.raw_set(game.names.kinds[piece.kind().index()].name.as_str(), piece.0)?;
        }
        of_player.set_readonly(true);
        pieces.raw_set(game.player_name(player), of_player)?;
        let towards = game.evaluation.orientation.forward[player.index()];
        let towards = lua.create_sequence_from([towards.east, towards.north])?;
        towards.set_readonly(true);
        forward.raw_set(game.player_name(player), towards)?;
    }
    for (name, part) in [("pieces", pieces), ("forward", forward)] {
        part.set_readonly(true);
        table.raw_set(name, part)?;
    }
    table.raw_get::<Table>("players")?.set_readonly(true);
    table.set_readonly(true);
    Ok(table)
}
