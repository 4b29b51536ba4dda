//! Pawns of chess, first moves, and what is taken in passing.

use super::ini::Problem;
use super::kinds::motions;
use super::stone;
use super::variant::Kind;
use super::walls;
use super::writer::{Cells, SIDES, Writer};
use crate::betza::Motion;

/// Where double steps start, for each player; `None` where there are none.
pub(super) fn double_steps(writer: &Writer) -> Result<Option<[Cells; 2]>, Problem> {
    if !writer.variant.is("doubleStep", true)? {
        return Ok(None);
    }
    steps(writer, "doubleStep", [1, 6])
}

fn steps(writer: &Writer, key: &str, usual: [u32; 2]) -> Result<Option<[Cells; 2]>, Problem> {
    let size = (writer.files, writer.ranks);
    let mut each = [Cells::new(), Cells::new()];
    for ((side, _), (cells, rank)) in SIDES.iter().zip(each.iter_mut().zip(usual)) {
        let said = writer.variant.cells(&format!("{key}Region{side}"), size)?;
        *cells = said.unwrap_or_else(|| writer.all().into_iter().filter(|cell| cell.1 == rank).collect());
    }
    Ok(each.iter().any(|cells| !cells.is_empty()).then_some(each))
}

fn triple_steps(writer: &Writer) -> Result<Option<[Cells; 2]>, Problem> {
    let far = u32::MAX;
    steps(writer, "tripleStep", [far, far])
}

const FIRST: &str = "step = [\"forward-left\", \"forward-right\"]";

pub(super) fn pawn(writer: &mut Writer, kind: &Kind, moves: &str, marks: bool) -> Result<(), Problem> {
    let wall: Vec<String> = walls::left(writer.variant).into_iter().collect();
    let walled = walls::deeds(&wall);
    writer.doc.say(moves, "push", format!("{{ step = \"forward\", onto = \"empty\"{walled} }}"));
    let (doubles, triples) = (double_steps(writer)?, triple_steps(writer)?);
    let mark = marks.then(|| "{ mark = \"path\" }".to_owned());
    let deeds = walls::deeds(&mark.into_iter().chain(wall).collect::<Vec<_>>());
    let any = doubles.is_some() || triples.is_some();
    for (name, cells, far) in [("double", doubles, 2), ("triple", triples, 3)] {
        let Some(cells) = cells else { continue };
        let from = writer.region(&format!("{name}-step"), cells);
        let rule = format!(
            "{{ slide = \"forward\", range = [{far}, {far}], from = {from}, onto = \"empty\"{deeds} }}"
        );
        writer.doc.say(moves, name, rule);
    }
    writer.doc.say(moves, "take", format!("{{ {FIRST}, onto = \"enemy\"{walled} }}"));
    let takes = writer.variant.set("enPassantTypes", "White", &["pawn"]).contains(&"pawn".to_owned());
    let others = writer.kinds.iter().any(|kind| kind.betza.contains('i'));
    if marks && takes && (any || others) {
        passing(writer, kind, moves, "en-passant", FIRST);
    }
    Ok(())
}

/// Writes how a kind takes in passing.
pub(super) fn passing(writer: &mut Writer, kind: &Kind, moves: &str, name: &str, travel: &str) {
    let variant = writer.variant;
    let mut deeds = vec!["{ take = \"marker\" }".to_owned()];
    deeds.extend(stone::effect(variant, kind).map(str::to_owned));
    deeds.extend(walls::left(variant));
    let rule = format!("{{ {travel}, onto = \"marked\"{} }}", walls::deeds(&deeds));
    writer.doc.say(moves, name, rule);
    writer.passing.push((moves.to_owned(), name.to_owned()));
}

/// What takes in passing becomes nothing else by that, wherever it lands. A rule that would make it something else says
/// that it does so on other cells.
pub(super) fn stays(writer: &mut Writer, kind: &Kind, to: &str, zone: &[Cells; 2]) -> Result<(), Problem> {
    let moves = format!("pieces.{}.moves", kind.name);
    let rules: Vec<String> =
        writer.passing.iter().filter(|(table, _)| *table == moves).map(|(_, name)| name.clone()).collect();
    let passed = passed(writer)?;
    let in_zone = |side: usize| passed[side].iter().any(|cell| zone[side].contains(cell));
    if rules.is_empty() || !(in_zone(0) || in_zone(1)) {
        return Ok(());
    }
    let mut others = zone.clone();
    for (cells, passed) in others.iter_mut().zip(&passed) {
        cells.retain(|cell| !passed.contains(cell));
    }
    let on = writer.region("never-passed", others);
    for rule in rules {
        writer.doc.add(&moves, &rule, &format!("promote = {{ to = {to}, on = {on} }}"));
    }
    Ok(())
}

/// The cells where a player's pieces can be taken in passing, for each player who takes them.
pub(super) fn passed(writer: &Writer) -> Result<[Cells; 2], Problem> {
    let mut each = [Cells::new(), Cells::new()];
    let [white, black] = &mut each;
    for (side, (taken, forward)) in [(black, 1), (white, -1)].into_iter().enumerate() {
        let mut add = |from: &Cells, to: (i32, i32)| {
            let far = to.0.abs().max(to.1.abs());
            for way in 1..far {
                let along = |at: u32, by: i32| u32::try_from(at as i32 + by.signum() * way).ok();
                let between = from
                    .iter()
                    .filter_map(|cell| Some((along(cell.0, to.0)?, along(cell.1, to.1 * forward)?)));
                taken.extend(between);
            }
        };
        if writer.kinds.iter().any(|kind| kind.key == "pawn") {
            for (cells, far) in [(double_steps(writer)?, 2), (triple_steps(writer)?, 3)] {
                cells.iter().for_each(|cells| add(&cells[side], (0, far)));
            }
        }
        let Some(from) = double_steps(writer)? else { continue };
        for kind in writer.kinds.iter().filter(|kind| kind.betza.contains('i')) {
            let initial = motions(writer.variant, kind)?.into_iter().filter(|motion: &Motion| motion.initial);
            for motion in initial {
                let far = if motion.way == crate::betza::Way::Lame { 1 } else { 16 };
                motion.to.iter().for_each(|to| add(&from[side], (to.0 * far, to.1 * far)));
            }
        }
    }
    Ok(each)
}
