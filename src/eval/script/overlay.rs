//! What `on_load` returns: tables and weights, laid over the definition's.

use std::cell::RefCell;

use mlua::{Table, Value};

use super::error::{ScriptError, ScriptFault};
use super::sandbox::plain;
use super::sandbox::{Sandbox, shown};
use crate::diagnostic::nearest;
use crate::game::{Block, Evaluation, Game, Kind, Offset, Origin, Pattern, Player, Squares, Symbol, Weight};

/// The largest number of points that a table holds.
const MOST_POINTS: i32 = 100_000;

/// The most patterns or blocks.
const MOST_NAMES: usize = 250;

/// The tables and weights that `on_load` can set.
pub const TABLES: [&str; 15] = [
    "values",
    "hands",
    "squares",
    "lines",
    "blocks",
    "formations",
    "mobility",
    "tempo",
    "gone",
    "phase",
    "late_values",
    "late_hands",
    "late_squares",
    "late_mobility",
    "late_tempo",
];

/// Tables with those of a script laid over them: what has a name there already is replaced.
pub(super) fn lay_over(
    tables: Evaluation,
    answer: &Value,
    game: &Game,
    sandbox: &Sandbox,
    line: Option<u32>,
) -> Result<Evaluation, ScriptError> {
    let mut reading = Overlay { tables, game, sandbox, line, place: RefCell::default(), late: None };
    let table = reading.table(answer, "what it returned")?;
    let mut entries = reading.entries(&table)?;
    // Late points change what the early ones have just said.
    entries.sort_by_key(|(name, _)| name.starts_with("late"));
    for (name, value) in entries {
        reading.enter_table(&name);
        match name.replace('-', "_").as_str() {
            "values" => reading.values(&value)?,
            "hands" => reading.hands(&value)?,
            "squares" => reading.squares(&value)?,
            "lines" => reading.lines(&value)?,
            "blocks" => reading.blocks(&value)?,
            "formations" => reading.formations(&value)?,
            "mobility" => reading.mobility(&value)?,
            "tempo" => reading.tables.tempo = Some(reading.weight(&value, "tempo")?),
            "gone" | "exited" => reading.tables.exited = Some(reading.weight(&value, &name)?),
            "phase" => reading.phase(&value)?,
            "late_values" => reading.late_values(&value)?,
            "late_hands" => reading.late_hands(&value)?,
            "late_squares" => reading.late_squares(&value)?,
            "late_mobility" => reading.late_mobility(&value)?,
            "late_tempo" => reading.late_tempo(&value)?,
            other => {
                let instead = instead_of(other, &TABLES);
                return Err(
                    reading.wrong(format!("`{}` is no table of an evaluation{instead}", plain(&name)))
                );
            }
        }
    }
    reading.leave();
    reading.check_late()?;
    Ok(reading.tables)
}

/// The word that may have been meant, or all that there are.
pub(super) fn instead_of(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!(": {}", known.join(", ")),
    }
}

/// Whether a table of squares is meant to be points for regions, as in a definition.
fn is_region(table: &Table) -> bool {
    ["on", "value"].into_iter().any(|key| super::contract::field(table, key) != Value::Nil)
}

/// The last number that leads to something in a list, also where some before it do not.
fn length(list: &Table) -> usize {
    let number = |(key, _): (Value, Value)| match key {
        Value::Integer(number) => usize::try_from(number).ok(),
        Value::Number(number) if number.fract() == 0.0 && number > 0.0 => Some(number as usize),
        _ => None,
    };
    list.pairs::<Value, Value>().flatten().filter_map(number).max().unwrap_or(0)
}

/// What is read, with its lines as far as they can be seen.
#[derive(Default)]
struct Place {
    table: Option<(String, Option<u32>)>,
    entry: Option<(String, Option<u32>)>,
}

impl Place {
    fn line(&self) -> Option<u32> {
        let of = |part: &Option<(String, Option<u32>)>| part.as_ref()?.1;
        of(&self.entry).or_else(|| of(&self.table))
    }

    /// `values.pawn`.
    fn name(&self) -> Option<String> {
        let (table, _) = self.table.as_ref()?;
        let entry = self.entry.as_ref().map(|(entry, _)| format!(".{}", plain(entry)));
        Some(plain(table) + &entry.unwrap_or_default())
    }
}

pub(super) struct Overlay<'a> {
    pub(super) tables: Evaluation,
    pub(super) game: &'a Game,
    sandbox: &'a Sandbox,
    /// The line of the hook.
    line: Option<u32>,
    /// The table that is read, and its entry.
    place: RefCell<Place>,
    /// What gives points for the end of the game.
    pub(super) late: Option<String>,
}

impl Overlay<'_> {
    /// A mistake in what is read: its line, and its name where the message does not say it.
    pub(super) fn wrong(&self, message: String) -> ScriptError {
        let place = self.place.borrow();
        let named = place.name().filter(|name| !message.contains(&format!("`{name}")));
        let message = named.map_or_else(|| message.clone(), |name| format!("`{name}`: {message}"));
        self.sandbox.error(Some("on_load"), place.line().or(self.line), ScriptFault::Value, message)
    }

    pub(super) fn origin(&self) -> Origin {
        let line = self.place.borrow().line().or(self.line);
        let place = self.sandbox.error(None, None, ScriptFault::Value, String::new());
        Origin { file: place.file, line: line.unwrap_or(1) }
    }

    fn enter_table(&self, name: &str) {
        let from = self.sandbox.line_of_key(name);
        *self.place.borrow_mut() = Place { table: Some((name.to_owned(), from)), entry: None };
    }

    /// From here on an entry of the table is read.
    pub(super) fn enter(&self, name: &str) {
        let mut place = self.place.borrow_mut();
        let from = place.table.as_ref().and_then(|(_, line)| *line).unwrap_or(1);
        place.entry = Some((name.to_owned(), self.sandbox.line_of_key_from(name, from)));
    }

    /// From here on no table is read.
    fn leave(&self) {
        self.place.take();
    }

    pub(super) fn table(&self, value: &Value, what: &str) -> Result<Table, ScriptError> {
        let table = value.as_table().cloned();
        table.ok_or_else(|| self.wrong(format!("{what} is {} where a table is expected", shown(value))))
    }

    /// Named entries, sorted by name, so that the order of a hash table does not matter.
    pub(super) fn entries(&self, table: &Table) -> Result<Vec<(String, Value)>, ScriptError> {
        let mut entries = Vec::new();
        for (key, value) in table.pairs::<Value, Value>().flatten().take(MOST_NAMES + 1) {
            let Some(name) = key.as_string().map(|name| name.to_string_lossy()) else {
                return Err(self.wrong(format!("{} is a name where only texts are names", shown(&key))));
            };
            entries.push((name, value));
        }
        if entries.len() > MOST_NAMES {
            return Err(self.wrong(format!("there are more than {MOST_NAMES} names in one table")));
        }
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(entries)
    }

    /// Refuses a table with another key than these.
    pub(super) fn knows_keys(&self, table: &Table, what: &str, keys: &[&str]) -> Result<(), ScriptError> {
        let entries = self.entries(table)?;
        match entries.iter().find(|(key, _)| !keys.contains(&key.replace('-', "_").as_str())) {
            Some((key, _)) => {
                let instead = instead_of(key, keys);
                Err(self.wrong(format!("{what} knows no `{}`{instead}", plain(key))))
            }
            None => Ok(()),
        }
    }

    pub(super) fn points(&self, value: &Value, what: &str) -> Result<i32, ScriptError> {
        let number = match value {
            Value::Integer(number) => *number as f64,
            Value::Number(number) => *number,
            other => {
                return Err(self.wrong(format!("{what} is {} where a number is expected", shown(other))));
            }
        };
        if number.abs() > f64::from(MOST_POINTS) || number.is_nan() {
            return Err(self.wrong(format!("{what} is {number}; numbers go up to {MOST_POINTS}")));
        }
        // What was computed may be a little beside a whole number.
        match (number - number.round()).abs() < 1e-6 {
            true => Ok(number.round() as i32),
            false => Err(self.wrong(format!("{what} is {number} where a whole number is expected"))),
        }
    }

    pub(super) fn weight(&self, value: &Value, what: &str) -> Result<Weight, ScriptError> {
        Ok(Weight::new(self.points(value, what)?, self.origin()))
    }

    pub(super) fn kind(&self, name: &str) -> Result<Kind, ScriptError> {
        let kinds = &self.game.names.kinds;
        let at = kinds.iter().position(|kind| kind.name == name);
        at.map(|at| Kind(at as u8)).ok_or_else(|| {
            let near = nearest(name, kinds.iter().map(|kind| kind.name.as_str()));
            let instead = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            self.wrong(format!("no piece is called `{}`{instead}", plain(name)))
        })
    }

    fn values(&mut self, value: &Value) -> Result<(), ScriptError> {
        for (name, value) in self.entries(&self.table(value, "`values`")?)? {
            self.enter(&name);
            let kind = self.kind(&name)?;
            let weight = self.weight(&value, &name)?;
            self.tables.values.retain(|(known, _)| *known != kind);
            self.tables.values.push((kind, weight));
        }
        Ok(())
    }

    fn squares(&mut self, value: &Value) -> Result<(), ScriptError> {
        for (name, value) in self.entries(&self.table(value, "`squares`")?)? {
            self.enter(&name);
            let kind = self.kind(&name)?;
            let points = self.cell_points(&value, &name)?;
            self.tables.squares.retain(|known| known.kind != kind);
            let (late, origin) = (points.clone(), [self.origin(), self.origin()]);
            self.tables.squares.push(Squares { kind, points, late, origin });
        }
        Ok(())
    }

    /// The points of a square table by owner and cell.
    pub(super) fn cell_points(&self, value: &Value, name: &str) -> Result<[Vec<i32>; 2], ScriptError> {
        let table = self.table(value, name)?;
        let keys = || table.pairs::<Value, Value>().flatten().map(|(key, _)| key);
        self.refuse_regions(&table)?;
        match keys().any(|key| !matches!(key, Value::String(_))) {
            true => self.reflected(&table),
            false => self.each_player(&table),
        }
    }

    /// A definition gives points for regions, too.
    fn refuse_regions(&self, table: &Table) -> Result<(), ScriptError> {
        match is_region(table) || table.sequence_values::<Table>().flatten().any(|row| is_region(&row)) {
            true => Err(self.wrong(
                "only a definition gives points for regions, by `on`: a script gives a whole table of rows"
                    .to_owned(),
            )),
            false => Ok(()),
        }
    }

    fn each_player(&self, table: &Table) -> Result<[Vec<i32>; 2], ScriptError> {
        let mut points = [(); 2].map(|()| vec![0; self.game.rules.geometry.size()]);
        for (name, value) in self.entries(table)? {
            let player = Player::BOTH.into_iter().find(|&player| self.game.player_name(player) == name);
            let Some(player) = player else {
                let players = Player::each(|player| self.game.player_name(player)).join(", ");
                return Err(
                    self.wrong(format!("no player is called `{}` (there is {players})", plain(&name)))
                );
            };
            points[player.index()] = self.rows(&self.table(&value, &name)?, &format!("{name}: "))?;
        }
        Ok(points)
    }

    fn reflected(&self, table: &Table) -> Result<[Vec<i32>; 2], ScriptError> {
        let first = self.rows(table, "")?;
        let Some(mirror) = &self.game.evaluation.orientation.mirror else {
            let message = "the players do not face each other: give a table for each of them";
            return Err(self.wrong(message.to_owned()));
        };
        let mut second = vec![0; first.len()];
        for (cell, to) in mirror.iter().enumerate() {
            second[to.index()] = -first[cell];
        }
        Ok([first, second])
    }

    /// Rows from the top, one for each rank; `whose` begins what is said of them.
    fn rows(&self, table: &Table, whose: &str) -> Result<Vec<i32>, ScriptError> {
        let (files, ranks) =
            (self.game.rules.geometry.files() as usize, self.game.rules.geometry.ranks() as usize);
        let shape = |found: String| {
            self.wrong(format!(
                "{whose}a table of squares has {ranks} rows of {files} numbers, and here {found}"
            ))
        };
        self.refuse_regions(table)?;
        match length(table) {
            rows if rows == ranks => {}
            1 => return Err(shape("there is 1 row".to_owned())),
            rows => return Err(shape(format!("there are {rows} rows"))),
        }
        let mut points = Vec::with_capacity(files * ranks);
        for number in 1..=ranks {
            let row: Value = table.raw_get(number).unwrap_or(Value::Nil);
            let row = self.table(&row, &format!("{whose}row {number}"))?;
            let numbers = length(&row);
            if numbers != files {
                return Err(shape(format!("row {number} has {numbers}")));
            }
            for column in 1..=files {
                let value: Value = row.raw_get(column).unwrap_or(Value::Nil);
                points.push(self.points(&value, &format!("{whose}row {number}, column {column}"))?);
            }
        }
        Ok(points)
    }

    fn lines(&mut self, value: &Value) -> Result<(), ScriptError> {
        for (name, value) in self.entries(&self.table(value, "`lines`")?)? {
            self.enter(&name);
            let table = self.table(&value, &name)?;
            self.knows_keys(&table, &format!("`lines.{}`", plain(&name)), &["pattern", "value"])?;
            let text = super::contract::field(&table, "pattern");
            let text = text.as_string().map(|text| text.to_string_lossy()).unwrap_or_default();
            if let Some(odd) = text.chars().find(|sign| Symbol::of(*sign).is_none()) {
                let signs = Symbol::LETTERS.map(|(sign, _)| format!("`{sign}`")).join(", ");
                let message =
                    format!("`{}` in the `pattern` is no sign; signs are {signs}", odd.escape_debug());
                return Err(self.wrong(message));
            }
            let cells: Option<Vec<Symbol>> = text.chars().map(Symbol::of).collect();
            let cells = cells.filter(|cells| (1..=Pattern::LONGEST).contains(&cells.len()));
            let Some(cells) = cells else {
                return Err(
                    self.wrong(format!("`lines.{}` needs a `pattern` such as \".XXX.\"", plain(&name)))
                );
            };
            let weight = self.weight(&super::contract::field(&table, "value"), &name)?;
            self.tables.patterns.retain(|known| known.name != name);
            self.tables.patterns.push(Pattern { name, cells, weight });
        }
        Ok(())
    }

    fn blocks(&mut self, value: &Value) -> Result<(), ScriptError> {
        for (name, value) in self.entries(&self.table(value, "`blocks`")?)? {
            self.enter(&name);
            let table = self.table(&value, &name)?;
            let keys = ["distance", "direction", "value"];
            self.knows_keys(&table, &format!("`blocks.{}`", plain(&name)), &keys)?;
            let distance = self.points(&super::contract::field(&table, "distance"), "distance")?;
            let distance = i16::try_from(distance).ok().filter(|distance| *distance > 0);
            let Some(distance) = distance else {
                return Err(self.wrong(format!("`blocks.{}` needs a `distance` of at least 1", plain(&name))));
            };
            let word = super::contract::field(&table, "direction");
            let word = word.as_string().map(|word| word.to_string_lossy()).unwrap_or_default();
            let Some(turns) = RELATIVE.iter().position(|known| *known == word) else {
                let known = RELATIVE.join(", ");
                return Err(self.wrong(match nearest(&word, RELATIVE) {
                    Some(near) => format!("`{}` is no direction; did you mean `{near}`?", plain(&word)),
                    None => format!("`blocks.{}` needs a `direction`: {known}", plain(&name)),
                }));
            };
            let towards = self
                .game
                .evaluation
                .orientation
                .forward
                .map(|forward| turned(forward, turns).times(distance));
            let weight = self.weight(&super::contract::field(&table, "value"), &name)?;
            self.tables.blocks.retain(|known| known.name != name);
            self.tables.blocks.push(Block { name, towards, weight });
        }
        Ok(())
    }
}

/// Directions as a player sees them, each an eighth of a turn to the right of the one before.
const RELATIVE: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// A direction turned to the right by eighths.
fn turned(forward: Offset, eighths: usize) -> Offset {
    (0..eighths).fold(forward, |Offset { east, north }, _| {
        Offset::new((east + north).signum(), (north - east).signum())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_eighths_are_a_whole_turn() {
        let north = Offset::new(0, 1);
        let all: Vec<Offset> = (0..8).map(|eighths| turned(north, eighths)).collect();
        assert_eq!(all[2], Offset::new(1, 0));
        assert_eq!(all[5], Offset::new(-1, -1));
        assert_eq!(turned(north, 8), north);
    }
}
