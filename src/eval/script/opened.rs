//! A script that has been run once, in a room of its own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mlua::{Lua, MultiValue, Table, Value};

use super::contract::{Contract, line_of};
use super::error::ScriptError;
use super::header::Header;
use super::looks::{Look, Question};
use super::missing::not_in_players;
use super::offered::OFFERED;
use super::overlay;
use super::place::PRELUDE;
use super::print::printer;
use super::sandbox::{Sandbox, internal};
use super::source::ScriptSource;
use crate::game::{Cell, Evaluation, Game, Piece, Player, Watchdog};

/// What scripts find where there is no cell, and everywhere while no position is being scored.
pub(super) const NO_CELL: u8 = 255;

/// A script that has been run, with what it can look at.
pub(super) struct Opened {
    pub(super) sandbox: Sandbox,
    pub(super) contract: Contract,
    /// What stands where, a byte a cell, rank 1 first; 255 where there is no cell.
    pub(super) board: mlua::Buffer,
    /// What else is known of a position; see [`Header`].
    pub(super) header: mlua::Buffer,
    /// Asks for many lines at once.
    pub(super) lines: mlua::Function,
    /// Asks for many pairs at once.
    pub(super) row: mlua::Function,
    /// Makes of a hook one that is asked twice.
    pub(super) again: mlua::Function,
    /// Says who answers questions about attacks and moves; nobody when it is `nil`.
    pub(super) provide: mlua::Function,
    files: u16,
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
        let board = sandbox.lua.create_buffer(vec![NO_CELL; game.rules.geometry.size()]).map_err(broken)?;
        let header = sandbox.lua.create_buffer([0; Header::SIZE]).map_err(broken)?;
        let (files, ranks) = (game.rules.geometry.files(), game.rules.geometry.ranks());
        let args = (board.clone(), header.clone(), files, ranks);
        let offered = sandbox.prelude(PRELUDE, args)?;
        let mut offered = offered.into_iter().filter_map(|value| value.as_function().cloned());
        let mut next = || offered.next().ok_or_else(|| internal(&source.file, "the prelude is short"));
        for name in OFFERED {
            sandbox.offer(name, next()?)?;
        }
        let (lines, row, again, guard, provide) = (next()?, next()?, next()?, next()?, next()?);
        sandbox.offer("print", printer(&sandbox.lua, &source.file).map_err(broken)?)?;
        sandbox.offer("game", facts(&sandbox, game).map_err(broken)?)?;
        sandbox.close(guard)?;
        let contract = Contract::read(sandbox.run(&source.text)?, &sandbox, game)?;
        Ok(Opened { sandbox, contract, board, header, lines, row, again, provide, files })
    }

    /// Calls while questions about attacks and moves are answered; `cells` are those of the board, rank by rank from the
    /// first one.
    pub(super) fn while_looking(
        &self,
        cells: &[Option<Cell>],
        look: &dyn Look,
        call: impl FnOnce() -> Result<MultiValue, ScriptError>,
    ) -> Result<MultiValue, ScriptError> {
        let files = self.files;
        let answer = |lua: &Lua, (question, x, y, player): (usize, f64, f64, u8)| {
            let by = if player == 1 { Player::First } else { Player::Second };
            let on_board =
                x >= 1.0 && x <= f64::from(files) && y >= 1.0 && x.fract() == 0.0 && y.fract() == 0.0;
            let slot = on_board.then(|| (y as usize - 1) * usize::from(files) + x as usize - 1);
            let cell = slot.and_then(|slot| cells.get(slot).copied().flatten());
            let (Some(question), Some(cell)) = (Question::numbered(question), cell) else {
                return lua.create_table();
            };
            let place = |(piece, cell): (Piece, Option<Cell>)| {
                let at = cells.iter().position(|other| cell.is_some() && *other == cell);
                let place =
                    at.map_or([0, 0], |at| [at % usize::from(files) + 1, at / usize::from(files) + 1]);
                [usize::from(piece.0), place[0], place[1]]
            };
            lua.create_sequence_from(look.look(question, cell, by).into_iter().flat_map(place))
        };
        let mut called = None;
        let provided = self.sandbox.lua.scope(|scope| {
            self.provide.call::<()>(scope.create_function(answer)?)?;
            called = Some(call());
            self.provide.call::<()>(Value::Nil)
        });
        match (called, provided) {
            (Some(answer), _) => answer,
            (None, Err(error)) => Err(self.sandbox.explain(None, &error)),
            (None, Ok(())) => unreachable!("the hook was called"),
        }
    }

    /// Tables with what `on_load` lays over them.
    pub(super) fn tables(&self, game: &Game, own: &Evaluation) -> Result<Evaluation, ScriptError> {
        let Some(hook) = self.contract.hook("on_load") else { return Ok(own.clone()) };
        let facts: Value = self.sandbox.lua.globals().get("game").unwrap_or(Value::Nil);
        let answer = self.sandbox.call(Some("on_load"), hook, facts)?.pop_front().unwrap_or(Value::Nil);
        overlay::lay_over(own.clone(), &answer, game, &self.sandbox, line_of(Some(hook)))
    }
}

/// What scripts know of a game before anything is played.
fn facts(sandbox: &Sandbox, game: &Game) -> mlua::Result<Table> {
    let lua = &sandbox.lua;
    let table = lua.create_table()?;
    table.raw_set("name", game.names.game.as_str())?;
    table.raw_set("files", game.rules.geometry.files())?;
    table.raw_set("ranks", game.rules.geometry.ranks())?;
    let names = Player::each(|player| game.player_name(player));
    let players = lua.create_sequence_from(names.iter().copied())?;
    sandbox.missing.watch(lua, &players, not_in_players(&names))?;
    table.raw_set("players", players)?;
    let pieces = lua.create_table()?;
    let forward = lua.create_table()?;
    for player in Player::BOTH {
        let of_player = lua.create_table()?;
        for piece in game.rules.pieces_of(player) {
            of_player.raw_set(game.names.kinds[piece.kind().index()].name.as_str(), piece.0)?;
        }
        let what = format!("is no piece of {}", game.player_name(player));
        sandbox.missing.watch(lua, &of_player, what)?;
        of_player.set_readonly(true);
        pieces.raw_set(game.player_name(player), of_player)?;
        let towards = game.evaluation.orientation.forward[player.index()];
        let towards = lua.create_sequence_from([towards.east, towards.north])?;
        let what =
            format!("is not in `game.forward.{}`, a list of steps east and north", game.player_name(player));
        sandbox.missing.watch(lua, &towards, what)?;
        towards.set_readonly(true);
        forward.raw_set(game.player_name(player), towards)?;
    }
    for (name, part, read) in [("pieces", pieces, "game.pieces"), ("forward", forward, "game.forward")] {
        sandbox.missing.watch_by_player(lua, &part, "is no player".to_owned(), Some(read))?;
        part.set_readonly(true);
        table.raw_set(name, part)?;
    }
    table.raw_get::<Table>("players")?.set_readonly(true);
    sandbox.missing.watch(lua, &table, "is nothing that is known of a game".to_owned())?;
    table.set_readonly(true);
    Ok(table)
}
