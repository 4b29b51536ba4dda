//! Positions as a network sees them.

use std::sync::Arc;

use super::parts::in_parts;
use crate::arena::Record;
use crate::arena::tune::{HELD_OUT, Quiet, quiet_positions};
use crate::eval::{evaluate, seen_rows};
use crate::game::{Game, Player, Sight};
use crate::position::Position;

/// A position, for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Seen {
    /// What the terms say.
    pub score: f64,
    /// What that player has in the end: 0, a half or 1.
    pub result: f64,
    /// What a search said.
    pub searched: Option<f64>,
    /// The rows of what that player sees, and of what the other one sees.
    pub rows: [Vec<u32>; 2],
}

/// Positions to learn from, and of other games those to test what was learnt.
pub(super) fn sights(game: &Arc<Game>, sight: &Sight, records: &[&Record]) -> Result<[Vec<Seen>; 2], String> {
    // Whole groups, so that in each some game is held out.
    let groups: Vec<&[&Record]> = records.chunks(HELD_OUT as usize).collect();
    let part = |groups: &[&[&Record]]| {
        let mut found = [Vec::new(), Vec::new()];
        quiet_positions(game, groups.iter().copied().flatten().copied(), |position, quiet, is_held_out| {
            let score = evaluate(position).map_err(|error| error.to_string())?;
            found[usize::from(is_held_out)].push(seen(position, score, quiet, sight));
            Ok(())
        })?;
        Ok::<_, String>(found)
    };
    let mut all = [Vec::new(), Vec::new()];
    for found in in_parts(&groups, part) {
        all.iter_mut().zip(found?).for_each(|(all, mut found)| all.append(&mut found));
    }
    Ok(all)
}

fn seen(position: &Position, score: i32, quiet: &Quiet, sight: &Sight) -> Seen {
    let turn = position.turn();
    let sign = f64::from(turn.sign());
    let result = if turn == Player::First { quiet.result } else { 1.0 - quiet.result };
    let rows = [turn, !turn].map(|viewer| rows(position, sight, viewer).collect());
    let searched = quiet.searched.map(|searched| sign * f64::from(searched));
    Seen { score: sign * f64::from(score), result, searched, rows }
}

/// The rows of what a player sees; what is in a hand twice is there twice.
fn rows(position: &Position, sight: &Sight, viewer: Player) -> impl Iterator<Item = u32> {
    let rows = seen_rows(position, sight, viewer).into_iter();
    rows.flat_map(|(row, times)| std::iter::repeat_n(row as u32, usize::from(times)))
}

/// Many positions in one list, each with the logarithm of the odds that the terms give, and the chance that is aimed at.
#[derive(Clone, Default, Debug)]
pub(super) struct Labelled {
    rows: Vec<u32>,
    /// Where those of the player to move begin in each, then those of the other one.
    starts: Vec<usize>,
    labels: Vec<(f32, f32)>,
    /// By row, the one with left and right exchanged, where positions are looked at that way, too.
    reflected: Option<Vec<u32>>,
}

impl Labelled {
    pub(super) fn of(list: Vec<Seen>, label: impl Fn(&Seen) -> (f64, f64)) -> Labelled {
        let mut all = Labelled { starts: vec![0], ..Labelled::default() };
        for seen in list {
            let (before, target) = label(&seen);
            all.labels.push((before as f32, target as f32));
            for rows in &seen.rows {
                all.rows.extend(rows);
                all.starts.push(all.rows.len());
            }
        }
        all
    }

    /// The same positions, looked at with left and right exchanged in every other pass.
    pub(super) fn reflecting(self, reflected: Option<Vec<u32>>) -> Labelled {
        Labelled { reflected, ..self }
    }

    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The odds before, and the chance that is aimed at.
    pub(super) fn label(&self, at: usize) -> (f32, f32) {
        self.labels[at]
    }

    /// All labels.
    pub(super) fn targets(&self) -> impl Iterator<Item = (f64, f64)> {
        self.labels.iter().map(|&(before, target)| (f64::from(before), f64::from(target)))
    }

    /// The rows of what the player to move sees, and the other one.
    pub(super) fn rows(&self, at: usize) -> [&[u32]; 2] {
        let [own, other, end] = [0, 1, 2].map(|half| self.starts[2 * at + half]);
        [&self.rows[own..other], &self.rows[other..end]]
    }

    /// The rows in one of the passes; `room` is for those that are exchanged.
    pub(super) fn rows_in<'a>(&'a self, at: usize, pass: u32, room: &'a mut Vec<u32>) -> [&'a [u32]; 2] {
        let [own, other] = self.rows(at);
        match &self.reflected {
            Some(reflected) if (at as u32 ^ pass) & 1 == 1 => {
                room.clear();
                room.extend(own.iter().chain(other).map(|&row| reflected[row as usize]));
                let (own, other) = room.split_at(own.len());
                [own, other]
            }
            _ => [own, other],
        }
    }
}
