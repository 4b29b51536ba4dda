//! What `on_load` says of the phase of the game, of late points, and of moves.

use mlua::Value;

use super::error::ScriptError;
use super::overlay::Overlay;
use super::sandbox::plain;
use crate::game::{CountWorth, HandTerm, Kind, Phase, Piece, Player, Points, Squares, Weight};

impl Overlay<'_> {
    /// Points for every move, or for the moves of some kinds.
    pub(super) fn mobility(&mut self, value: &Value) -> Result<(), ScriptError> {
        (self.tables.mobility, self.tables.mobility_of) = match value {
            Value::Table(_) => (None, self.by_kind(value, "mobility")?),
            _ => (Some(self.weight(value, "mobility")?), Vec::new()),
        };
        Ok(())
    }

    pub(super) fn late_mobility(&mut self, value: &Value) -> Result<(), ScriptError> {
        self.is_late("late_mobility");
        if !matches!(value, Value::Table(_)) {
            let late = self.weight(value, "late_mobility")?;
            let early = self.tables.mobility.as_ref().map_or(0, |weight| weight.value);
            self.tables.mobility = Some(Weight { value: early, ..late });
            return Ok(());
        }
        for (kind, late) in self.by_kind(value, "late_mobility")? {
            set_late(&mut self.tables.mobility_of, kind, late);
        }
        Ok(())
    }

    pub(super) fn late_tempo(&mut self, value: &Value) -> Result<(), ScriptError> {
        self.is_late("late_tempo");
        let late = self.weight(value, "late_tempo")?;
        let early = self.tables.tempo.as_ref().map_or(0, |weight| weight.value);
        self.tables.tempo = Some(Weight { value: early, ..late });
        Ok(())
    }

    pub(super) fn late_values(&mut self, value: &Value) -> Result<(), ScriptError> {
        self.is_late("late_values");
        for (kind, late) in self.by_kind(value, "late_values")? {
            set_late(&mut self.tables.values, kind, late);
        }
        Ok(())
    }

    /// What pieces in hands are worth, each or by how many.
    pub(super) fn hands(&mut self, value: &Value) -> Result<(), ScriptError> {
        for (kind, worth) in self.held(value, "hands")? {
            self.set_hand(kind, worth);
        }
        Ok(())
    }

    fn set_hand(&mut self, kind: Kind, worth: CountWorth) {
        self.tables.hands.retain(|term| term.kind != kind);
        let origin = self.origin();
        self.tables.hands.push(HandTerm { kind, worth, origin });
    }

    pub(super) fn late_hands(&mut self, value: &Value) -> Result<(), ScriptError> {
        self.is_late("late_hands");
        for (kind, late) in self.held(value, "late_hands")? {
            let Some(worth) = self.tables.in_hand(kind).with_late(&late) else {
                let name = plain(&self.game.names.kinds[kind.index()].name);
                return Err(self.wrong(format!(
                    "`hands.{name}` and `late_hands.{name}` do not go together: one is a number for each, the other a \
                     list by how many"
                )));
            };
            self.set_hand(kind, worth);
        }
        Ok(())
    }

    fn held(&self, value: &Value, what: &str) -> Result<Vec<(Kind, CountWorth)>, ScriptError> {
        let points = |value: &Value, name: &str| Ok(Points::same(self.points(value, name)?));
        let each = self.entries(&self.table(value, &format!("`{what}`"))?)?;
        let worth = |(name, value): (String, Value)| {
            self.enter(&name);
            let kind = self.kind(&name)?;
            let Value::Table(list) = &value else {
                return Ok((kind, CountWorth::Each(points(&value, &name)?)));
            };
            let list = list.sequence_values::<Value>().flatten().take(usize::from(u8::MAX));
            let list = list.map(|value| points(&value, &name)).collect::<Result<Vec<_>, ScriptError>>()?;
            match list.is_empty() {
                true => Err(self.wrong(format!("`{what}.{}` is an empty list", plain(&name)))),
                false => Ok((kind, CountWorth::ByCount(list))),
            }
        };
        each.into_iter().map(worth).collect()
    }

    pub(super) fn late_squares(&mut self, value: &Value) -> Result<(), ScriptError> {
        self.is_late("late_squares");
        for (name, value) in self.entries(&self.table(value, "`late_squares`")?)? {
            self.enter(&name);
            let kind = self.kind(&name)?;
            let late = self.cell_points(&value, &name)?;
            let origin = [self.origin(), self.origin()];
            match self.tables.squares.iter_mut().find(|known| known.kind == kind) {
                Some(known) => known.late = late,
                None => {
                    let points = late.each_ref().map(|late| vec![0; late.len()]);
                    self.tables.squares.push(Squares { kind, points, late, origin });
                }
            }
        }
        Ok(())
    }

    /// What tells the beginning of the game from its end.
    pub(super) fn phase(&mut self, value: &Value) -> Result<(), ScriptError> {
        let mut weights = Vec::new();
        for (name, value) in self.entries(&self.table(value, "`phase`")?)? {
            let weight = self.points(&value, &name)?;
            if weight < 1 {
                return Err(self.wrong(format!("`phase.{name}` is {weight}; a piece counts 1 or more")));
            }
            weights.push((self.kind(&name)?, weight));
        }
        let rules = &self.game.rules;
        let count = |&(kind, weight): &(Kind, i32)| {
            let standing =
                rules.setup.iter().filter(|piece| !piece.is_none() && piece.kind() == kind).count();
            let held =
                |owner| rules.setup_hands.get(Piece::new(kind, owner).index()).map_or(0, |&n| i64::from(n));
            i64::from(weight) * (standing as i64 + Player::each(held).iter().sum::<i64>())
        };
        let full: i64 = weights.iter().map(count).sum();
        let Some(full) = i32::try_from(full).ok().filter(|&full| full > 0) else {
            let message = match full {
                0 => "`phase`: the setup has none of these pieces: the game would be late from the beginning",
                _ => "`phase`: the pieces of the setup count too much",
            };
            return Err(self.wrong(message.to_owned()));
        };
        self.tables.phase = Some(Phase { weights, full, origin: self.origin() });
        Ok(())
    }

    fn by_kind(&self, value: &Value, what: &str) -> Result<Vec<(Kind, Weight)>, ScriptError> {
        let each = self.entries(&self.table(value, &format!("`{what}`"))?)?;
        let entry = |(name, value): (String, Value)| {
            self.enter(&name);
            Ok((self.kind(&name)?, self.weight(&value, &name)?))
        };
        each.into_iter().map(entry).collect()
    }

    pub(super) fn is_late(&mut self, name: &str) {
        self.late.get_or_insert_with(|| name.to_owned());
    }

    /// Late points need something that tells when it is late.
    pub(super) fn check_late(&self) -> Result<(), ScriptError> {
        match &self.late {
            Some(name) if self.tables.phase.is_none() => {
                let mode = match self.game.evaluation.phase {
                    Some(_) => ": mode `replace` drops that of the definition",
                    None => "",
                };
                let message = format!("`{name}` means nothing without `phase`{mode}; return one, such as");
                Err(self.wrong(format!("{message} `phase = {{ KIND = 4 }}`")))
            }
            _ => Ok(()),
        }
    }
}

fn set_late(weights: &mut Vec<(Kind, Weight)>, kind: Kind, late: Weight) {
    match weights.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, weight)) => weight.late = late.value,
        None => weights.push((kind, Weight { value: 0, ..late })),
    }
}
