//! Formations that `on_load` returns.

use mlua::{Table, Value};

use super::contract::field;
use super::error::ScriptError;
use super::overlay::{Overlay, instead_of};
use super::sandbox::{plain, shown};
use crate::diagnostic::nearest;
use crate::game::{Asks, Cell, Contents, Formation, Kind, Piece, Player, Points, Roster, Vicinity};

/// Farther than any board reaches.
const FAR: i32 = 1_024;

/// What a formation asks; the last one with bounds.
const QUESTIONS: [&str; 4] = ["none", "some", "each", "count"];

/// Where a formation looks, in one word.
const VICINITIES: [&str; 4] = ["file", "ahead", "around", "board"];

/// What a window says.
const WINDOW: [&str; 2] = ["ahead", "beside"];

/// What a formation can say.
const KEYS: [&str; 10] =
    ["piece", "none", "some", "each", "count", "at_least", "at_most", "on", "value", "late"];

impl Overlay<'_> {
    pub(super) fn formations(&mut self, value: &Value) -> Result<(), ScriptError> {
        for (name, value) in self.entries(&self.table(value, "`formations`")?)? {
            self.enter(&name);
            let table = self.table(&value, &name)?;
            let what = format!("`formations.{}`", plain(&name));
            self.knows_keys(&table, &what, &KEYS)?;
            let formation = self.formation(name, &what, &table)?;
            self.tables.formations.retain(|known| known.name != formation.name);
            self.tables.formations.push(formation);
        }
        Ok(())
    }

    fn formation(&mut self, name: String, what: &str, table: &Table) -> Result<Formation, ScriptError> {
        let kind = self.word(&field(table, "piece"));
        let kind = kind.ok_or_else(|| self.wrong(format!("{what} needs a `piece`, a kind")))?;
        let kind = self.kind(&kind)?;
        let asked: Vec<&str> = QUESTIONS.into_iter().filter(|key| field(table, key) != Value::Nil).collect();
        let [asked] = asked.as_slice() else {
            return Err(self.wrong(format!("{what} asks one thing: {}", QUESTIONS.join(", "))));
        };
        let holds = self.filter(&field(table, asked), what)?;
        let early = self.ranked(&field(table, "value"), &format!("{what}: value"))?;
        let late = match field(table, "late") {
            Value::Nil => early.clone(),
            given => {
                self.is_late("late");
                self.ranked(&given, &format!("{what}: late"))?
            }
        };
        let join = |(early, late): (&Vec<i32>, &Vec<i32>)| -> Vec<Points> {
            early.iter().zip(late).map(|(&early, &late)| Points::new(early, late)).collect()
        };
        let points = [(&early[0], &late[0]), (&early[1], &late[1])].map(join);
        Ok(Formation {
            name,
            kind,
            holds,
            on: self.vicinity(&field(table, "on"), what)?,
            asks: self.asks(asked, table, what)?,
            points,
            origin: self.origin(),
        })
    }

    fn word(&self, value: &Value) -> Option<String> {
        value.as_string().map(|text| text.to_string_lossy())
    }

    fn asks(&self, asked: &str, table: &Table, what: &str) -> Result<Asks, ScriptError> {
        let bound = |name: &str| match field(table, name) {
            Value::Nil => field(table, &name.replace('_', "-")),
            given => given,
        };
        let bounds = [("at_least", 0), ("at_most", u32::MAX)];
        let given = bounds.iter().any(|(name, _)| bound(name) != Value::Nil);
        match asked {
            "count" if !given => {
                return Err(self.wrong(format!("{what}: `count` needs `at_least` or `at_most`")));
            }
            "count" => {}
            _ if given => {
                let message = format!("{what}: `at_least` and `at_most` mean nothing beside `{asked}`");
                return Err(self.wrong(message));
            }
            "none" => return Ok(Asks::NONE),
            "some" => return Ok(Asks::SOME),
            _ => return Ok(Asks::Each),
        }
        let mut number = bounds.map(|(_, free)| free);
        for ((name, _), number) in bounds.iter().zip(&mut number) {
            match bound(name) {
                Value::Nil => {}
                given => {
                    let points = self.points(&given, name)?;
                    *number = u32::try_from(points).map_err(|_| {
                        self.wrong(format!("{what}: `{name}` is {points}, less than nothing"))
                    })?;
                }
            }
        }
        if number[0] > number[1] {
            let message = format!("{what}: no number is at least {} and at most {}", number[0], number[1]);
            return Err(self.wrong(message));
        }
        Ok(Asks::Within(number[0], number[1]))
    }

    /// What passes a filter for a piece of either player: `"own pawn"`, or a list of such texts.
    fn filter(&self, value: &Value, what: &str) -> Result<[Contents; 2], ScriptError> {
        let texts: Vec<String> = match value {
            Value::Table(list) => {
                list.sequence_values::<Value>().flatten().filter_map(|value| self.word(&value)).collect()
            }
            other => self.word(other).into_iter().collect(),
        };
        if texts.is_empty() {
            let message = format!("{what}: {} is no filter, such as \"own pawn\"", shown(value));
            return Err(self.wrong(message));
        }
        let mut all = [Contents::NOTHING; 2];
        for text in texts {
            let passing = self.passing(&text).ok_or_else(|| {
                let message = format!("{what}: `{}` is no filter, such as \"own pawn\"", plain(&text));
                self.wrong(message)
            })?;
            all = [all[0].or(passing[0]), all[1].or(passing[1])];
        }
        Ok(all)
    }

    fn passing(&self, text: &str) -> Option<[Contents; 2]> {
        let roster = self.game.rules.roster;
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["empty"] => Some([Contents::EMPTY; 2]),
            [word] => self.owned(word, roster).or_else(|| {
                let of_kind = of_kind(self.kind(word).ok()?, roster);
                Some([of_kind; 2])
            }),
            [owner, kind] => {
                let (owners, of_kind) = (self.owned(owner, roster)?, of_kind(self.kind(kind).ok()?, roster));
                Some(owners.map(|owners| owners.and(of_kind)))
            }
            _ => None,
        }
    }

    fn owned(&self, word: &str, roster: Roster) -> Option<[Contents; 2]> {
        let [first, second] = Player::each(|player| Contents::owned(player, roster));
        let neutral = Contents::neutral(roster);
        match word {
            "own" => Some([first, second]),
            "enemy" => Some([second, first]),
            "neutral" => Some([neutral; 2]),
            "any" => Some([first.or(second).or(neutral); 2]),
            name => {
                let player =
                    Player::BOTH.into_iter().find(|&player| self.game.player_name(player) == name)?;
                Some([Contents::owned(player, roster); 2])
            }
        }
    }

    fn vicinity(&self, value: &Value, what: &str) -> Result<Vicinity, ScriptError> {
        let any = [-FAR, FAR];
        let word = self.word(value);
        match (word.as_deref(), value) {
            (Some("around"), _) => Ok(Vicinity::Around),
            (Some("file"), _) => Ok(Vicinity::Window { ahead: any, beside: [0, 0] }),
            (Some("ahead"), _) => Ok(Vicinity::Window { ahead: [1, FAR], beside: [0, 0] }),
            (Some("board"), _) => Ok(Vicinity::Window { ahead: any, beside: [0, FAR] }),
            (None, Value::Table(window)) => {
                self.check_window(window, what)?;
                Ok(Vicinity::Window {
                    ahead: self.range(&field(window, "ahead"), any, &format!("{what}: ahead"))?,
                    beside: self.range(&field(window, "beside"), [0, FAR], &format!("{what}: beside"))?,
                })
            }
            (Some(word), _) if let Some(near) = nearest(word, VICINITIES) => {
                Err(self.wrong(format!("{what}: `on` knows no `{}`; did you mean `{near}`?", plain(word))))
            }
            _ => {
                let known =
                    "\"file\", \"ahead\", \"around\", \"board\" or { ahead = { 1, 2 }, beside = { 0, 1 } }";
                Err(self.wrong(format!("{what} needs where to look, `on`: {known}")))
            }
        }
    }

    /// A window says `ahead`, `beside` or both, and nothing else.
    fn check_window(&self, window: &Table, what: &str) -> Result<(), ScriptError> {
        let entries = self.entries(window)?;
        if let Some((key, _)) = entries.iter().find(|(key, _)| !WINDOW.contains(&key.as_str())) {
            let instead = instead_of(key, &WINDOW);
            return Err(self.wrong(format!("{what}: a window knows no `{}`{instead}", plain(key))));
        }
        match entries.is_empty() {
            true => Err(self.wrong(format!("{what}: a window says `ahead`, `beside` or both"))),
            false => Ok(()),
        }
    }

    /// Two numbers, the smaller one first.
    fn range(&self, value: &Value, all: [i32; 2], what: &str) -> Result<[i32; 2], ScriptError> {
        if *value == Value::Nil {
            return Ok(all);
        }
        let list = self.table(value, what)?;
        let ends = [1, 2].map(|at| list.raw_get::<Value>(at).unwrap_or(Value::Nil));
        let [least, most] = [self.points(&ends[0], what)?, self.points(&ends[1], what)?];
        if least > most || least < all[0] {
            return Err(self.wrong(format!("{what}: from {least} to {most} is no range")));
        }
        Ok([least, most.min(FAR)])
    }

    /// Points by owner and cell: one number, or one for each rank, the owner's first rank first.
    fn ranked(&self, value: &Value, what: &str) -> Result<[Vec<i32>; 2], ScriptError> {
        let geometry = &self.game.rules.geometry;
        let forward = self.game.evaluation.orientation.forward;
        let Value::Table(list) = value else {
            let points = self.points(value, what)?;
            return Ok([(); 2].map(|()| vec![points; geometry.size()]));
        };
        let numbers = list.sequence_values::<Value>().flatten().take(FAR as usize);
        let numbers = numbers.zip(1..);
        let numbers = numbers.map(|(value, rank)| self.points(&value, &format!("{what}: rank {rank}")));
        let numbers = numbers.collect::<Result<Vec<i32>, _>>()?;
        let ranks = forward.map(|forward| usize::from(geometry.ranks_along(forward)));
        if let Some(ranks) = ranks.into_iter().find(|&ranks| ranks != numbers.len()) {
            let message = format!("{what} has {} numbers, the board {ranks} ranks", numbers.len());
            return Err(self.wrong(message));
        }
        Ok(forward.map(|forward| {
            let rank = |cell| usize::from(geometry.rank_along(forward, Cell(cell)));
            (0..geometry.size() as u16)
                .map(|cell| numbers.get(rank(cell) - 1).copied().unwrap_or(0))
                .collect()
        }))
    }
}

/// The pieces of a kind, whosever they are.
fn of_kind(kind: Kind, roster: Roster) -> Contents {
    let [first, second] = Player::each(|owner| Contents::piece(Piece::new(kind, owner)));
    first.or(second).and(Contents::all(roster))
}
